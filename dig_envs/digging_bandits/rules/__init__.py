"""The rules of Digging Bandits, one module per phase. Begin with `flow.py`. Clause numbers are those of RULES.md.

| module | holds |
|---|---|
| `flow` | the stack of frames, the tables of frames and events, what is legal, and one decision: where to begin reading |
| `actions` | the actions by name, and the seats that they name |
| `setup` | the deal |
| `turn` | the beginning and the end of a turn, the Bonus action and the steps of the main action |
| `move` | the roll, warps, bridges, tolls and building |
| `dig` | the DIGGING HAND and the dig |
| `loot` | OUTLAW and bribes, LASSO, bounties |
| `trade` | offers, answers and the exchange |
| `town` | GOLD, WANTED, eliminations and results |
| `doodads` | the Doodads of the Bonus action |
| `immediate` | cards that are resolved when drawn |
| `reactions` | cards played out of turn |
| `cards` | decks, land and hands, and what seats know of them |
| `frames` | the numbers of a frame by name |
"""

from dig_envs.digging_bandits.rules.actions import ACTIONS, Action
from dig_envs.digging_bandits.rules.flow import apply, legal
from dig_envs.digging_bandits.rules.setup import deal
from dig_envs.digging_bandits.rules.town import rewards, standings

__all__ = ["ACTIONS", "Action", "apply", "deal", "legal", "rewards", "standings"]
