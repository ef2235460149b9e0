"""Replay a recorded game: check it against the rules, print how it ended, and write it as a page for a browser.

The page of one seat (`--seat`) shows only what that seat knew. It does not contain the seed.
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
    """Check a game, print its summary, and write its page."""
    given = make_parser().parse_args(arguments)
    check_page(given.html)
    from dig_envs.play.game_frames import GameFrames, parse_viewer
    from dig_envs.records import GameRecord

    viewer = None if given.seat is None else parse_viewer(given.seat)
    record = GameRecord.load(given.file)
    shown = GameFrames(record, viewer)
    print(record.summary())
    if given.html:
        print(f"dig-envs: saved {shown.replay().save(given.html)}", file=sys.stderr)


def make_parser() -> Parser:
    parser = Parser("dig-envs replay", __doc__, EXAMPLES)
    parser.add_argument("file", type=Path, metavar="FILE", help="a game that arena, train, watch or play saved")
    parser.add_argument("--html", type=Path, metavar="PAGE", help="write a page (HTML) that replays the game in a browser")
    parser.add_argument("--seat", metavar="N", help='the page of this seat, or of "public" (default: all cards are shown)')
    return parser
