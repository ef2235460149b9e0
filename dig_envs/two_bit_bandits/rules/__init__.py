"""The rules of 2-Bit Bandits, one module per part of a turn. Clause numbers are those of RULES.md.

| module | holds |
|---|---|
| `flow` | one decision and its consequences; begin reading here |
| `actions` | the actions by name |
| `setup`, `decks` | dealing and drawing |
| `explore`, `level_map` | the map, how it grows, which places can be reached |
| `stage`, `holdings` | scenes, encounters; pickups, health, damage |
| `attack`, `battle`, `dice`, `flight`, `foes` | battles |
| `final`, `turns`, `results` | the final battle, the order of turns, the end |
"""

from dig_envs.two_bit_bandits.rules.actions import ACTIONS
from dig_envs.two_bit_bandits.rules.flow import apply, legal
from dig_envs.two_bit_bandits.rules.results import rewards, standings
from dig_envs.two_bit_bandits.rules.setup import deal

__all__ = ["ACTIONS", "apply", "deal", "legal", "rewards", "standings"]
