"""The rules of Dig Dig, a module for each part. Clause numbers are those of RULES.md.

| module | holds |
|---|---|
| `flow` | one decision, and what follows from it: where to begin reading |
| `actions`, `legal` | the actions by name, and which of them may be chosen |
| `setup` | dealing, choosing the face-up cards, and who begins |
| `pile` | what may be played on the pile, and how it is cleared |
| `holdings` | what players hold, and the draw deck |
| `results` | who did best, and rewards |
"""

from dig_envs.dig_dig.rules.actions import ACTIONS
from dig_envs.dig_dig.rules.flow import apply
from dig_envs.dig_dig.rules.legal import legal
from dig_envs.dig_dig.rules.results import rewards, standings
from dig_envs.dig_dig.rules.setup import deal

__all__ = ["ACTIONS", "apply", "deal", "legal", "rewards", "standings"]
