"""Compare the speed of our games and of other libraries' games in one session: `python -m benchmarks.peers`.

Each library (a peer) has its own virtual environment, with the versions of `requirements/`. A separate process, the adapter,
measures it and answers requests with lines of JSON (`protocol.py`). All adapters run during the whole session and take turns
(`session.py`), so that a busy machine slows all of them.
"""
