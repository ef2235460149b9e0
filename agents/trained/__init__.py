"""Agents that come trained: `agents.make("ppo", game="dig_v0")` plays them, offline.

Each is a model in this folder, `<game>/<name>.zip`, with a card beside it, `<name>.json`, that says how it was trained, what it
sees and what it wins. `dig-envs ship` (`maintenance/shipping.py`) writes both.

>>> from dig_envs.agents import trained
>>> trained.names("chess_v0")
[]
"""

from dig_envs.agents.trained.card import Card, Strength
from dig_envs.agents.trained.registry import cards, file_of, folder_of, load, names

__all__ = ["Card", "Strength", "cards", "file_of", "folder_of", "load", "names"]
