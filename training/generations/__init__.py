"""A league: a learner meets bots, searches and its past selves, generation after generation.

- `matchmaking.py` says how often each member is met, and whether a new self is let in;
- `standings.py` keeps who has met whom, and rates all;
- `session.py` trains, and ends a generation now and then.
"""
