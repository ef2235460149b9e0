"""Measure how strong a search is with each of several budgets, against one opponent.

Prints, for each number of playouts per decision, the win share with its 95 % interval over deals, and the milliseconds per
decision on one thread.
"""

import dataclasses
import shlex
import signal
import sys
from contextlib import redirect_stdout

from dig_envs.core.agent_names import default_agents
from dig_envs.core.catalogue import game_of
from dig_envs.training.cli.arguments import (
    Parser,
    add_chart,
    add_game,
    add_json,
    add_options,
    check_chart,
    game_options,
    whole_numbers,
)
from dig_envs.training.process.interrupts import Stopped

EXAMPLES = """
dig-envs study curve dig_dig_v0 --games 200
dig-envs study curve dig_v0 --budgets 30,100,300 --against greedy --chart runs/curve.png
dig-envs study curve dig_v0 --players 3 --agent search:z=2 --json
"""


def main(arguments: list[str]) -> None:
    """Play the games of all budgets, and print a table or one JSON object."""
    given = make_parser().parse_args(arguments)
    from dig_envs.training.show.console import print_result
    from dig_envs.training.studies import curve

    check_chart(given.chart)
    against = given.against or default_agents(game_of(given.game))[-1]
    budgets, options = whole_numbers("--budgets", given.budgets, "30,100,300"), game_options(given)
    players = options.get("num_players", 2)
    stopped = None
    with redirect_stdout(sys.stderr):
        try:
            points = curve.run(
                given.game, budgets, given.agent, against, games=given.games, seed=given.seed, **options,
            )  # fmt: skip
        except curve.CurveInterrupted as interrupt:
            points = interrupt.points
            rest = ",".join(map(str, budgets[len(points) :]))
            stopped = Stopped(signal.SIGINT, f"stopped; the other budgets: {shlex.join(_with_budgets(arguments, rest))}")
        title = f"{given.agent} against {against}: {given.game}, {players} players"
        if given.chart:
            par = 1 / game_of(given.game).parse_options(**options).num_teams
            curve.draw_curve(points, title, par, given.chart)
    plain = {"game": given.game, "points": [dataclasses.asdict(point) for point in points]}
    print_result(given.json, plain, curve.curve_table(title, points))
    if stopped:
        raise stopped


def _with_budgets(arguments: list[str], budgets: str) -> list[str]:
    """Return the command with other budgets; the last `--budgets` counts."""
    return ["dig-envs", "study", "curve", *arguments, "--budgets", budgets]


def make_parser() -> Parser:
    parser = Parser("dig-envs study curve", __doc__, EXAMPLES)
    add_game(parser)
    add_options(parser)
    budgets = "30,100,300,1000,3000"
    parser.add_argument("--budgets", default=budgets, metavar="N,N,...", help="playouts per decision (%(default)s)")
    parser.add_argument("--agent", default="search", metavar="NAME", help="the search, with optional settings (%(default)s)")
    parser.add_argument("--against", metavar="NAME", help="the opponent (default: the game's strongest bot)")
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="games per budget (%(default)s)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="the first deal; later deals count up (%(default)s)")
    add_chart(parser, "the curve")
    add_json(parser)
    return parser
