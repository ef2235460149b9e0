"""The rules of Let's Dig for Treasure, a module for each part of a turn. Clause numbers are those of RULES.md.

| module | holds |
|---|---|
| `flow` | what is legal, and one decision: where to begin reading |
| `actions` | the actions by name |
| `setup` | the deal |
| `digging` | digging, busting, and effects of cards that are dug up |
| `effects` | scoring, and the effects of scored cards |
| `stacks` | the stacks, and what seats know of their tops |
| `piles`, `scoring`, `points` | what lies in the score piles, how cards move there, what they count |
| `theft` | the one card that changes piles unseen |
| `turns`, `results` | whose turn it is, and the end |
"""

from dig_envs.lets_dig_for_treasure.rules.actions import ACTIONS
from dig_envs.lets_dig_for_treasure.rules.flow import apply, legal
from dig_envs.lets_dig_for_treasure.rules.results import rewards, standings
from dig_envs.lets_dig_for_treasure.rules.setup import deal

__all__ = ["ACTIONS", "apply", "deal", "legal", "rewards", "standings"]
