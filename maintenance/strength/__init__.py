"""Measure the strength of every bot, search and trained agent of every game, for a page to cite.

Every pair of agents plays duplicate deals between two players, and at a larger table one agent against the rest. A results file
stores the games, so that a later run plays only missing games. The games give the data (`docs/data/strength.json`), and the
data give the page with its pictures (`docs/strength.md`).

- `tournaments.py` lists the agents of each tournament;
- `timing.py` measures the time of a decision, which turns a budget in seconds into a number of games;
- `playing.py` plays the missing games;
- `summary.py` sums up the games;
- `exploits.py` reads the win shares of best responses;
- `page.py` writes the page, and draws its pictures;
- `files.py` reads and writes all files.
"""

from maintenance.strength.files import DATA, PAGE, RATINGS, read, write, write_ratings
from maintenance.strength.page import draw, page_of
from maintenance.strength.playing import Budget, play_missing
from maintenance.strength.summary import Summary, summarise, with_new_speeds
from maintenance.strength.timing import Speeds
from maintenance.strength.tournaments import Tournament, tournaments

__all__ = [
    "DATA", "PAGE", "RATINGS", "Budget", "Speeds", "Summary", "Tournament", "draw", "page_of", "play_missing", "read",
    "summarise", "tournaments", "with_new_speeds", "write", "write_ratings",
]  # fmt: skip
