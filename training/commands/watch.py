"""Watch agents play one game, decision by decision, with all cards shown openly."""

import secrets
import sys
import time
from pathlib import Path
from typing import Any

import dig_envs
from dig_envs.core.arguments import LARGEST, whole_number
from dig_envs.core.errors import ArgumentError
from training.parsing import Parser, add_game, add_options, game_options, split_agents

CLEAR = "\x1b[H\x1b[2J"
PAGES = (".html", ".htm")
EXAMPLES = """
dig-envs watch --game dig_v0 --agents expert,greedy
dig-envs watch --game dig_v0 --agents expert --players 4 --seed 7 --delay 0.2
dig-envs watch --game dig_v0 --agents runs/ppo/model.zip,expert --save runs/replay.html
"""


def main(arguments: list[str]) -> None:
    """Play a game, and show or save it."""
    given = parser().parse_args(arguments)
    from dig_envs.render.replay import record_game
    from training.participants import seated

    if given.save and given.save.suffix.lower() not in PAGES:
        raise ArgumentError(f'a replay is a page, such as "{given.save.with_suffix(".html")}", not "{given.save}"')
    game = dig_envs.game_of(given.game)
    options = game_options(given)
    seats = seated(game, split_agents(given.agents), options)
    seed = secrets.randbelow(2**31) if given.seed is None else whole_number("--seed", given.seed, 0, LARGEST)
    print(f"dig-envs: seed {seed}", file=sys.stderr)
    replay = record_game(game, options, seats, seed)
    if given.save:
        print(f"dig-envs: saved {replay.save(given.save)}", file=sys.stderr)
    _show(replay, given.delay)


def _show(replay: Any, delay: float | None) -> None:
    """Print the frames: on a terminal each in the place of the last, else one after the other without waiting."""
    terminal = sys.stdout.isatty()
    pause = (0.6 if terminal else 0.0) if delay is None else delay
    for frame in replay.frames:
        print(f"{CLEAR if terminal else ''}{frame.text}\n", flush=True)
        time.sleep(pause)


def parser() -> Parser:
    """Make the parser of the arguments."""
    found = Parser("watch", __doc__, EXAMPLES)
    add_game(found)
    add_options(found)
    found.add_argument(
        "--agents",
        required=True,
        metavar="A,B,...",
        help="the agents of seat 0, 1, ...; from the first again if seats are left",
    )
    found.add_argument("--seed", type=int, metavar="S", help="the deal (default: a new one each time)")
    found.add_argument("--delay", type=_seconds, metavar="SECONDS", help="between decisions (default on a terminal: 0.6)")
    found.add_argument("--save", type=Path, metavar="FILE", help="write a page (HTML) that replays the game in a browser")
    return found


def _seconds(text: str) -> float:
    value = float(text)
    if not 0.0 <= value <= 3600.0:
        raise ValueError
    return value


_seconds.__name__ = "number of seconds"
