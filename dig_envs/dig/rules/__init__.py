"""The rules of DIG, a module for each part. Clause numbers are those of RULES.md.

| module | holds |
|---|---|
| `flow` | legal actions, one decision, and what follows from it: where to begin reading |
| `actions` | the actions by name |
| `setup` | dealing the yard |
| `dig`, `drop` | the two actions that move bones, and what they do to knowledge |
| `yard`, `bones` | holes and bowls; colours and backs |
| `results` | points and rewards |
"""

from dig_envs.dig.rules.actions import ACTIONS
from dig_envs.dig.rules.flow import apply, legal
from dig_envs.dig.rules.results import rewards, standings
from dig_envs.dig.rules.setup import deal

__all__ = ["ACTIONS", "apply", "deal", "legal", "rewards", "standings"]
