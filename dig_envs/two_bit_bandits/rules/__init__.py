"""The rules of 2-Bit Bandits, one module per part of a turn. Clause numbers are those of RULES.md.

| module | holds |
|---|---|
| `flow` | the function of each phase, and one decision with its consequences; begin reading here |
| `actions` | the actions by name |
| `setup`, `decks` | dealing; drawing scene cards and pickups |
| `explore`, `level_map` | choosing a stage and placing level cards; the map and its reachable places |
| `stage`, `holdings` | scenes and encounters; pickups, health and damage |
| `attack`, `battle`, `dice`, `foes` | battles: pickups thrown into them, rounds, dice, enemies |
| `final`, `turns` | the final battle; the order of turns, the end, results |
"""

from dig_envs.two_bit_bandits.rules.actions import ACTIONS, Action
from dig_envs.two_bit_bandits.rules.flow import apply, legal
from dig_envs.two_bit_bandits.rules.setup import deal
from dig_envs.two_bit_bandits.rules.turns import rewards, standings

__all__ = ["ACTIONS", "Action", "apply", "deal", "legal", "rewards", "standings"]
