"""Measure how well a language model plays: strength, adherence, regret, exact exploitability and cost.

| module | contents |
|---|---|
| `study.py` | `run`: the whole measurement, and `TextStudy`, its result |
| `positions.py` | draws decisions from games of bots, and prices their actions by search |
| `measures.py` | games against anchors, and answers at fixed positions |
| `renaming.py` | exchanges the names of cards |
| `budget.py` | how many games and decisions an interval needs |
| `report.py` | tables, and the files of a result |
| `learning.py` | a command that trains a causal language model on single decisions |

>>> from dig_envs.training.studies import text
>>> result = text.run("dig_dig_v0", "greedy", deals=4, positions=8, playouts=60, anchors=["random"], progress=False)
>>> [row.anchor for row in result.strength], [row.name for row in result.conditions]
(['random'], ['listed', 'hidden', 'renamed'])
"""

from dig_envs.training.studies.text.study import TextStudy, run

__all__ = ["TextStudy", "run"]
