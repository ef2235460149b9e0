"""The rules of Let's Dig for Treasure, a module for each part of a turn. Clause numbers are those of RULES.md.

| module | holds |
|---|---|
| `flow` | what is legal, and one decision: where to begin reading |
| `actions` | the actions by name |
| `setup` | the deal |
| `digging` | digging, busting, and effects of cards that are dug up |
| `effects` | scoring, and the effects of scored cards |
| `stacks` | the stacks, and what seats know of their tops |
| `piles` | the score piles: their cards and points, and how cards move |
| `theft` | the one card that changes piles unseen |
| `turns` | the end of a turn and of the game, results and rewards |
"""

from dig_envs.lets_dig_for_treasure.rules.actions import ACTIONS, Action
from dig_envs.lets_dig_for_treasure.rules.flow import apply, legal
from dig_envs.lets_dig_for_treasure.rules.setup import deal
from dig_envs.lets_dig_for_treasure.rules.turns import rewards, standings

__all__ = ["ACTIONS", "Action", "apply", "deal", "legal", "rewards", "standings"]
