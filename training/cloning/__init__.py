"""Behaviour cloning: a network learns the choices of a teacher from recorded decisions.

- `recording_loop.py` plays and records compiled bots in compiled code; `recording.py` all other agents too;
- `examples.py` keeps what was recorded, as much as memory allows, and puts some games aside;
- `fitting.py` fits a network to it; `report.py` tells how often the network would choose as the teacher does;
- `session.py` does all that in turn, round by round, and can be stopped and gone on with.
"""
