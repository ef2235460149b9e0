"""Watch agents play a game, or watch a recorded game, decision by decision: with all cards shown, or as one seat sees it.

On a terminal, space pauses and resumes, the arrow keys step and scroll, + and - change the speed, and q quits.
"""

import sys
from pathlib import Path
from typing import Any

from dig_envs.core.errors import ArgumentError
from dig_envs.training.cli.arguments import Parser, add_renamed, check_new, check_writable
from dig_envs.training.cli.source import add_source, live_game, parse_source, recorded_game

PAGES = (".html", ".htm")
LIVE_ONLY = ("save_game",)  # besides the arguments of all games that agents play
EXAMPLES = """
dig-envs watch dig_v0
dig-envs watch dig_v0 --agents expert,greedy
dig-envs watch dig_v0 --agents expert --players 4 --seed 7 --delay 0.2
dig-envs watch dig_v0 --agents me=runs/ppo/model.zip,mybot.py:bot --save-game runs/game.jsonl
dig-envs watch runs/game.jsonl --seat 1 --save runs/replay.html
"""


def main(arguments: list[str]) -> None:
    """Show a game, and save it."""
    given = parse_source(make_parser(), arguments)
    check_page(given.save)
    check_writable("--save", given.save)
    check_new("--save-game", given.save_game)
    check_writable("--save-game", given.save_game)
    from dig_envs.play.game_frames import GameFrames, parse_viewer
    from dig_envs.render.view import drawing_of
    from dig_envs.training.cli.playback import watch

    viewer = None if given.seat is None else parse_viewer(given.seat)
    source = recorded_game(given, LIVE_ONLY) if given.file else live_game(given)
    print(f"dig-envs: seed {source.seed}", file=sys.stderr)
    shown = GameFrames(source, viewer)
    colours = getattr(drawing_of(shown.game), "TEXT_COLOURS", {})
    try:
        watch(shown.frames(), colours, given.delay)
    finally:
        if given.save and shown.seen:
            print(f"dig-envs: saved {shown.replay().save(given.save)}", file=sys.stderr)
        if given.save_game:
            _save_game(source, given.save_game)


def check_page(path: Path | None) -> None:
    """Refuse a path whose ending is not that of a page."""
    if path and path.suffix.lower() not in PAGES:
        raise ArgumentError(f'a replay is a page, such as "{path.with_suffix(".html")}", not "{path}"')


def _save_game(played: Any, path: Path) -> None:
    from dig_envs.records import GameRecord

    GameRecord.of(played).save(path)
    print(f"dig-envs: saved the game in {path}", file=sys.stderr)


def make_parser() -> Parser:
    parser = Parser("dig-envs watch", __doc__, EXAMPLES)
    add_source(parser)
    parser.add_argument(
        "--seat", metavar="N", help='show the game as this seat sees it, or as "public" does (default: all cards)'
    )
    parser.add_argument("--delay", type=_seconds, metavar="SECONDS", help="between decisions (default on a terminal: 0.6)")
    parser.add_argument("--save", type=Path, metavar="PAGE", help="write a page (HTML) that replays the game in a browser")
    meaning = "save the game in a file, for watch and replay"
    add_renamed(parser, "--save-game", "--keep", type=Path, metavar="FILE", help=meaning)
    return parser


def _seconds(text: str) -> float:
    value = float(text)
    if not 0.0 <= value <= 3600.0:
        raise ValueError
    return value


_seconds.__name__ = "number of seconds"
