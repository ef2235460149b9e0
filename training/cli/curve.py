"""Measure how strong a search is with each of several budgets, against one opponent.

Prints for each number of playouts a decision the win share with its 95 % interval over deals, and the milliseconds that a
decision took on one thread.
"""

import json
import sys
from contextlib import redirect_stdout
from pathlib import Path

from dig_envs.training.cli.arguments import Parser, add_game, add_options, game_options, whole_numbers

EXAMPLES = """
dig-envs curve --game dig_dig_v0 --games 200
dig-envs curve --game dig_v0 --budgets 30,100,300 --against greedy --chart runs/curve.png
dig-envs curve --game dig_v0 --players 3 --agent search:z=2 --json
"""


def main(arguments: list[str]) -> None:
    """Play the arenas and print the table, or one JSON object."""
    given = parser().parse_args(arguments)
    from dig_envs.training.show.charts import check_chart_path
    from dig_envs.training.show.console import show
    from dig_envs.training.studies import curve
    from dig_envs.training.studies.curve import curve_table, draw_curve

    if given.chart:
        check_chart_path(given.chart)
    budgets, options = whole_numbers("--budgets", given.budgets, "30,100,300"), game_options(given)
    with redirect_stdout(sys.stderr):
        points = curve.run(
            given.game, budgets, given.agent, given.against, games=given.games, seed=given.seed, **options,
        )  # fmt: skip
        title = f"{given.agent} against {given.against}: {given.game}, {options.get('num_players', 2)} players"
        if given.chart:
            draw_curve(points, title, 1 / options.get("num_players", 2), given.chart)
    if given.json:
        print(json.dumps({"game": given.game, "points": [point.as_dict() for point in points]}))
    else:
        show(curve_table(title, points))


def parser() -> Parser:
    """Make the parser of the arguments."""
    found = Parser("curve", __doc__, EXAMPLES)
    add_game(found)
    add_options(found)
    found.add_argument("--budgets", default="30,100,300,1000,3000", metavar="N,N,...", help="playouts a decision (%(default)s)")
    found.add_argument("--agent", default="search", metavar="NAME", help="the agent, with settings if you like (%(default)s)")
    found.add_argument("--against", default="expert", metavar="NAME", help="the opponent (%(default)s)")
    found.add_argument("--games", type=int, default=1000, metavar="N", help="games a budget (%(default)s)")
    found.add_argument("--seed", type=int, default=0, metavar="S", help="the first deal; the next ones follow (%(default)s)")
    found.add_argument("--chart", type=Path, metavar="FILE", help="draw the curve (.png, .svg or .pdf)")
    found.add_argument("--json", action="store_true", help="print one JSON object, and nothing else")
    return found
