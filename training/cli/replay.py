"""Replay a game that was kept: check that it is what it was, say how it ended, and write it as a page for a browser.

A page for one seat (`--seat`) holds nothing that the seat could not know, the seed included.
"""

import sys
from pathlib import Path

from dig_envs.training.cli.arguments import Parser
from dig_envs.training.cli.watch import check_page

EXAMPLES = """
dig-envs replay runs/game.jsonl
dig-envs replay runs/game.jsonl --html runs/game.html
dig-envs replay runs/game.jsonl --html runs/seat.html --seat 0
"""


def main(arguments: list[str]) -> None:
    """Check a game, describe it, and write its page."""
    given = parser().parse_args(arguments)
    check_page(given.html)
    from dig_envs.play.replay import viewer_of
    from dig_envs.play.show import Show
    from dig_envs.records import GameRecord

    viewer = None if given.seat is None else viewer_of(given.seat)
    record = GameRecord.load(given.file)
    show = Show(record, viewer)
    print(record.summary())
    if given.html:
        print(f"dig-envs: saved {show.replay().save(given.html)}", file=sys.stderr)


def parser() -> Parser:
    """Make the parser of the arguments."""
    found = Parser("replay", __doc__, EXAMPLES)
    found.add_argument("file", type=Path, metavar="FILE", help="a game that arena, train, watch or play kept")
    found.add_argument("--html", type=Path, metavar="PAGE", help="write a page (HTML) that replays the game in a browser")
    found.add_argument("--seat", metavar="N", help='the page of this seat, or of "public" (default: all cards are shown)')
    return found
