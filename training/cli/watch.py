"""Watch agents play a game, or a game that was kept, decision by decision: with all cards shown, or as one seat sees it.

On a terminal, space pauses and goes on, the arrow keys step and scroll, + and - change the speed, and q ends.
"""

import secrets
import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

import dig_envs
from dig_envs.core.arguments import LARGEST, whole_number
from dig_envs.core.errors import ArgumentError
from dig_envs.training.cli.arguments import AGENT_HELP, Parser, add_game, add_options, game_options, split_agents

PAGES = (".html", ".htm")
ONLY_PLAYED = ("game", "agents", "players", "seed", "keep")
EXAMPLES = """
dig-envs watch --game dig_v0 --agents expert,greedy
dig-envs watch --game dig_v0 --agents expert --players 4 --seed 7 --delay 0.2
dig-envs watch --game dig_v0 --agents me=runs/ppo/model.zip,mybot.py:bot --keep runs/game.jsonl
dig-envs watch runs/game.jsonl --seat 1 --save runs/replay.html
"""


def main(arguments: list[str]) -> None:
    """Show a game, and save it."""
    given = parser().parse_args(arguments)
    check_page(given.save)
    from dig_envs.play.replay import viewer_of
    from dig_envs.play.show import Show
    from dig_envs.render.view import drawing_of
    from dig_envs.training.cli.playback import watch

    viewer = None if given.seat is None else viewer_of(given.seat)
    source = _kept(given) if given.file else _played(given)
    print(f"dig-envs: seed {source.seed}", file=sys.stderr)
    show = Show(source, viewer)
    colours = getattr(drawing_of(show.game), "TEXT_COLOURS", {})
    try:
        watch(show.frames(), colours, given.delay)
    finally:
        if given.save and show.seen:
            print(f"dig-envs: saved {show.replay().save(given.save)}", file=sys.stderr)
        if given.keep:
            _keep(source, given.keep)


def check_page(path: Path | None) -> None:
    """Refuse a file that can't be a page by its name."""
    if path and path.suffix.lower() not in PAGES:
        raise ArgumentError(f'a replay is a page, such as "{path.with_suffix(".html")}", not "{path}"')


def _kept(given: Namespace) -> Any:
    """Read the game that was kept."""
    from dig_envs.records import GameRecord

    for name in ONLY_PLAYED:
        if getattr(given, name) is not None:
            raise ArgumentError(f"--{name} is for games that are played now, not for {given.file}")
    if given.option:
        raise ArgumentError(f"--option is for games that are played now, not for {given.file}")
    return GameRecord.load(given.file)


def _played(given: Namespace) -> Any:
    """Seat the agents at the game that is to be played."""
    from dig_envs.core.playing import PlayedGame
    from dig_envs.training.arena.players import seated

    for name in ("game", "agents"):
        if getattr(given, name) is None:
            raise ArgumentError(f"name a file of a game, or what is to be played: --{name} is missing")
    game = dig_envs.game_of(given.game)
    options = game_options(given)
    seats = seated(game, split_agents(given.agents), options)
    seed = secrets.randbelow(2**31) if given.seed is None else whole_number("--seed", given.seed, 0, LARGEST)
    return PlayedGame(game, options, seats, seed)


def _keep(played: Any, path: Path) -> None:
    from dig_envs.records import GameRecord

    GameRecord.of(played).save(path)
    print(f"dig-envs: kept {path}", file=sys.stderr)


def parser() -> Parser:
    """Make the parser of the arguments."""
    found = Parser("watch", __doc__, EXAMPLES)
    found.add_argument("file", nargs="?", type=Path, metavar="FILE", help="a game that was kept; else one is played")
    add_game(found, required=False)
    add_options(found)
    found.add_argument(
        "--agents",
        metavar="A,B,...",
        help=f"the agents of seat 0, 1, ...; from the first again if seats are left; {AGENT_HELP}",
    )
    found.add_argument("--seed", type=int, metavar="S", help="the deal (default: a new one each time)")
    found.add_argument(
        "--seat", metavar="N", help='show the game as this seat sees it, or as "public" does (default: all cards)'
    )
    found.add_argument("--delay", type=_seconds, metavar="SECONDS", help="between decisions (default on a terminal: 0.6)")
    found.add_argument("--save", type=Path, metavar="PAGE", help="write a page (HTML) that replays the game in a browser")
    found.add_argument("--keep", type=Path, metavar="GAME", help="write the game into a file, for watch and replay")
    return found


def _seconds(text: str) -> float:
    value = float(text)
    if not 0.0 <= value <= 3600.0:
        raise ValueError
    return value


_seconds.__name__ = "number of seconds"
