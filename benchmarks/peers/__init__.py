"""Measure how fast other libraries play their games, side by side with ours, in one session.

`python -m benchmarks.peers` runs it. Every library (a peer) lives in a virtual environment of its own, with the versions of
`requirements/`, and is measured by a process of its own, an adapter, that answers requests with lines of JSON (`protocol.py`).
All of them stay alive and are asked in turns (`session.py`), so that a busy machine slows all that is compared.
"""
