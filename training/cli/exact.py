"""Measure exactly how exploitable agents are in a small variant of a game.

Enumerates the variant, and computes the best response to each agent, which has all seats. NashConv is the sum of what the best
responses of all seats gain, and exploitability is the mean gain of a seat; both are 0 for an equilibrium. Some agents draw
random numbers, such as a search. Their actions are sampled, so NashConv is too high on average; then the table also has a lower
bound without this bias. The column "ended" has the share of games that end by the rules, not by the turn limit.
"""

import argparse
import sys
from contextlib import redirect_stdout
from typing import Any

from dig_envs.core.errors import ArgumentError
from dig_envs.training.cli.arguments import (
    AGENT_HELP,
    Parser,
    add_chart,
    add_game,
    add_json,
    add_options,
    check_chart,
    game_options,
    split_agents,
)

EXAMPLES = """
dig-envs exact dig_dig_v0 --variant tiny --agents random,greedy,expert
dig-envs exact dig_dig_v0 --variant small --agents random,greedy,expert,ppo --solve --chart runs/exact.png
dig-envs exact dig_dig_v0 --variant mid --agents greedy,ppo --engine beliefs --option max_turns=14
dig-envs exact dig_dig_v0 --variant small --agents equilibrium --solve --pure
dig-envs exact dig_dig_v0 --variant tiny3 --players 3 --agents greedy --json
"""


def main(arguments: list[str]) -> None:
    """Measure the agents, and print a table or one JSON object."""
    given = make_parser().parse_args(arguments)
    from dig_envs.training.show.console import print_result
    from dig_envs.training.studies import exact

    check_chart(given.chart)
    options = _options(given)
    title = f"{given.game}, {given.variant}"
    with redirect_stdout(sys.stderr):
        rows = exact.run(
            given.game,
            split_agents(given.agents),
            given.variant,
            engine=given.engine,
            samples=given.samples,
            seed=given.seed,
            solve=given.solve,
            algorithm=given.algorithm,
            iterations=given.iterations,
            pure=given.pure,
            **options,
        )
        size = exact.size_line(given.game, given.variant, **options) if rows[0].engine == "tree" else ""
        if given.chart:
            exact.draw_exploitability(title, rows, given.chart)
    plain = {"game": given.game, "variant": given.variant, "size": size, "agents": [row.as_dict() for row in rows]}
    print_result(given.json, plain, exact.exact_table(title, rows), *[size] * bool(size))


def _options(given: argparse.Namespace) -> dict[str, Any]:
    """Return the options of the game without the variant.

    Raises:
        ArgumentError: `--option` names a variant too.
    """
    options = game_options(given)
    if "variant" in options:
        raise ArgumentError("--variant and --option variant are the same option: give --variant")
    return options


def make_parser() -> Parser:
    from dig_envs.exact.cfr import ALGORITHMS
    from dig_envs.exact.equilibrium import ALGORITHM, ITERATIONS
    from dig_envs.exact.exploitability import ENGINES, SAMPLES

    parser = Parser("dig-envs exact", __doc__, EXAMPLES)
    add_game(parser)
    add_options(parser)
    parser.add_argument("--variant", required=True, metavar="NAME", help='a variant of "dig-envs games", such as small')
    parser.add_argument(
        "--agents", default="", metavar="A,B,...",
        help='names of "dig-envs bots" or paths of models, separated by commas; ' + AGENT_HELP,
    )  # fmt: skip
    parser.add_argument("--samples", type=int, default=SAMPLES, metavar="N", help="actions drawn at each position of an agent "
                        "that draws random numbers (%(default)s)")  # fmt: skip
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="the seed of these draws (%(default)s)")
    parser.add_argument(
        "--engine", choices=ENGINES, default="auto",
        help="enumerate the game tree, or sweep over beliefs, which reaches larger games; auto sweeps if the tree has over 30 "
             "million positions",
    )  # fmt: skip
    parser.add_argument("--solve", action="store_true", help="compute an equilibrium with perfect recall too")
    parser.add_argument(
        "--algorithm", choices=tuple(ALGORITHMS), default=ALGORITHM, help="the algorithm of --solve (%(default)s)"
    )
    parser.add_argument(
        "--iterations", type=int, default=ITERATIONS, metavar="N", help="most iterations of --solve (%(default)s)"
    )
    parser.add_argument(
        "--pure", action="store_true", help="with --solve: search the least exploitable deterministic policy, for two players"
    )
    add_chart(parser, "the exploitabilities")
    add_json(parser)
    return parser
