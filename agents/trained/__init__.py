"""Load the trained agents of this package: `agents.make("ppo", game="dig_v0")`.

Each agent is a model `<game>/<name>.zip` in this folder with a card `<game>/<name>.json`, which describes its training, its
observation and its strength. `python -m maintenance.ship` (`maintenance/shipping.py`) writes both files.

>>> from dig_envs.agents import trained
>>> trained.names("chess_v0")
[]
"""

from dig_envs.agents.trained.card import AgentCard, StrengthAgainst
from dig_envs.agents.trained.registry import cards, file_of, folder_of, load, names, names_for

__all__ = ["AgentCard", "StrengthAgainst", "cards", "file_of", "folder_of", "load", "names", "names_for"]
