"""Agents that come trained: `agents.make("ppo", game="dig_v0")` plays them, offline.

Each is a model in this folder, `<game>/<name>.zip`, with a card beside it, `<name>.json`, that says how it was trained, what it
sees and what it wins. `dig-envs ship` (`training/ship.py`) writes both.

>>> from agents import trained
>>> trained.names("chess_v0")
[]
"""

from agents.trained.card import Card, Strength
from agents.trained.shelf import cards, file_of, folder_of, load, names

__all__ = ["Card", "Strength", "cards", "file_of", "folder_of", "load", "names"]
