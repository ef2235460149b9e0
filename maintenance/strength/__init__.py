"""Measure how strong all agents are, for a table to cite: every bot, search and trained agent of every game.

Every two agents play duplicate deals between two players, and at a larger table one among others of a kind. What was played
stays in a results file, so that a later run plays what lacks. From it come the data (`docs/data/strength.json`), and from the
data the page and its pictures (`docs/strength.md`).

- `tournaments.py` says who plays at which tables;
- `timing.py` measures what a decision takes, from which a budget in seconds becomes a number of games;
- `playing.py` plays what lacks;
- `summary.py` sums up the games;
- `exploits.py` keeps what best responses have won of agents;
- `page.py` says what stands on the page, and draws its pictures;
- `files.py` keeps the data, and writes all.
"""

from maintenance.strength.files import DATA, PAGE, read, write
from maintenance.strength.page import draw, page_of
from maintenance.strength.playing import Budget, play_missing
from maintenance.strength.summary import Summary, summarise, timed_again
from maintenance.strength.timing import Speeds
from maintenance.strength.tournaments import Tournament, tournaments

__all__ = [
    "DATA", "PAGE", "Budget", "Speeds", "Summary", "Tournament", "draw", "page_of", "play_missing", "read", "summarise",
    "timed_again", "tournaments", "write",
]  # fmt: skip
