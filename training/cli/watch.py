"""Watch agents play a game, or watch a recorded game, decision by decision: with all cards shown, or as one seat sees it.

On a terminal, space pauses and resumes, the arrow keys step and scroll, + and - change the speed, and q quits.
"""

import sys
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import dig_envs
from dig_envs.core.agent_names import default_agents
from dig_envs.core.arguments import whole_number
from dig_envs.core.errors import ArgumentError
from dig_envs.core.seeds import random_seed
from dig_envs.training.cli.arguments import (
    AGENT_HELP,
    GAME_ID,
    Parser,
    add_game_option,
    add_options,
    add_renamed,
    check_new,
    check_writable,
    game_options,
    split_agents,
    store_game,
)

if TYPE_CHECKING:
    from dig_envs.core.playing import PlayedGame

PAGES = (".html", ".htm")
LIVE_ONLY = ("game", "agents", "players", "seed", "save_game")
EXAMPLES = """
dig-envs watch dig_v0
dig-envs watch dig_v0 --agents expert,greedy
dig-envs watch dig_v0 --agents expert --players 4 --seed 7 --delay 0.2
dig-envs watch dig_v0 --agents me=runs/ppo/model.zip,mybot.py:bot --save-game runs/game.jsonl
dig-envs watch runs/game.jsonl --seat 1 --save runs/replay.html
"""


def main(arguments: list[str]) -> None:
    """Show a game, and save it."""
    given = parse(arguments)
    check_page(given.save)
    check_writable("--save", given.save)
    check_new("--save-game", given.save_game)
    check_writable("--save-game", given.save_game)
    from dig_envs.play.show import Show, parse_viewer
    from dig_envs.render.view import drawing_of
    from dig_envs.training.cli.playback import watch

    viewer = None if given.seat is None else parse_viewer(given.seat)
    source = _recorded_game(given) if given.file else live_game(given)
    print(f"dig-envs: seed {source.seed}", file=sys.stderr)
    show = Show(source, viewer)
    colours = getattr(drawing_of(show.game), "TEXT_COLOURS", {})
    try:
        watch(show.frames(), colours, given.delay)
    finally:
        if given.save and show.seen:
            print(f"dig-envs: saved {show.replay().save(given.save)}", file=sys.stderr)
        if given.save_game:
            _save_game(source, given.save_game)


def parse(arguments: list[str]) -> Namespace:
    """Parse the arguments; the positional argument becomes `game` if it looks like a game's id, else `file`.

    Raises:
        ArgumentError: two different games, or as `Parser.parse_args`.
    """
    given = make_parser().parse_args(arguments)
    source, given.file = given.source, None
    if source and GAME_ID.fullmatch(source) and not Path(source).is_file():
        store_game(given, source)
    elif source:
        given.file = Path(source)
    return given


def check_page(path: Path | None) -> None:
    """Refuse a path whose ending is not that of a page."""
    if path and path.suffix.lower() not in PAGES:
        raise ArgumentError(f'a replay is a page, such as "{path.with_suffix(".html")}", not "{path}"')


def _recorded_game(given: Namespace) -> Any:
    from dig_envs.records import GameRecord

    for name in LIVE_ONLY:
        if getattr(given, name) is not None:
            raise ArgumentError(f"--{name} does not apply to the recorded game {given.file}")
    if given.option:
        raise ArgumentError(f"--option does not apply to the recorded game {given.file}")
    return GameRecord.load(given.file)


def live_game(given: Namespace) -> "PlayedGame":
    """Return the game that the agents will play; without `--agents`, the game's strongest bot has all seats."""
    from dig_envs.core.playing import PlayedGame
    from dig_envs.training.arena.players import agents_by_seat

    if given.game is None:
        raise ArgumentError("name a game, or the file of a recorded game")
    game, options = dig_envs.game_of(given.game), game_options(given)
    if given.agents is None:
        names = default_agents(game)[-1:]
        options.setdefault("num_players", max(2, game.min_players))
    else:
        names = split_agents(given.agents)
    seats = agents_by_seat(game, names, options)
    seed = random_seed() if given.seed is None else whole_number("--seed", given.seed)
    return PlayedGame(game, options, seats, seed)


def add_agents(parser: Parser) -> None:
    """Add the argument `--agents` of `live_game`."""
    meaning = "the agents of seats 0, 1, ..., repeated to fill all seats (default: the game's strongest bot)"
    parser.add_argument("--agents", metavar="A,B,...", help=f"{meaning}; {AGENT_HELP}")


def _save_game(played: Any, path: Path) -> None:
    from dig_envs.records import GameRecord

    GameRecord.of(played).save(path)
    print(f"dig-envs: saved the game in {path}", file=sys.stderr)


def make_parser() -> Parser:
    parser = Parser("dig-envs watch", __doc__, EXAMPLES)
    meaning = 'a game of "dig-envs games", or the file of a recorded game'
    parser.add_argument("source", nargs="?", metavar="GAME or FILE", help=meaning)
    add_game_option(parser)
    add_options(parser)
    add_agents(parser)
    parser.add_argument("--seed", type=int, metavar="S", help="the seed of the deal (default: random)")
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
