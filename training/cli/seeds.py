"""Train once with each of several seeds, and draw the learning curves with their spread. Clones are compared after training.

All other arguments are the settings of the algorithm: see "dig-envs train --algo ppo --help". Seeds that an earlier run in the
same folder trained with the same settings are not trained again.
"""

import sys
from contextlib import redirect_stdout

from dig_envs.core.errors import ArgumentError
from dig_envs.training.cli.arguments import Parser, add_json, whole_numbers

ALGORITHMS = ("ppo", "dqn", "clone", "exit")
EXAMPLES = """
dig-envs study seeds dig_v0 --seeds 0,1,2 --algo ppo --steps 2000000
dig-envs study seeds dig_dig_v0 --seeds 0,1,2 --algo dqn --folder runs/spread
dig-envs study seeds dig_v0 --seeds 0,1,2 --algo clone --games 4000
dig-envs study seeds dig_v0 --seeds 0,1,2,3,4 --self-play --json
"""


def main(arguments: list[str]) -> None:
    """Train with all seeds, and print what the learners won after training."""
    from dig_envs.training.algorithms import module_of
    from dig_envs.training.cli.settings_arguments import given_settings
    from dig_envs.training.show.console import print_result
    from dig_envs.training.studies import seeds

    only = Parser("dig-envs study seeds", "", "")
    add_algorithm(only)
    first, _ = only.parse_known_args([argument for argument in arguments if argument not in ("-h", "--help")])
    given = make_parser(first.algo).parse_args(arguments)
    config = module_of(given.algo).Config
    settings = given_settings(given, config)
    if "seed" in settings:
        raise ArgumentError(f"dig-envs train --seed {settings['seed']} trains with one seed; this study needs --seeds")
    with redirect_stdout(sys.stderr):
        result = seeds.run(given.algo, config(**settings), whole_numbers("--seeds", given.seeds, "0,1,2"))
    print_result(given.json, result.as_dict(), result.table(), *([f"Curves: {result.chart}"] if result.chart else []))


def add_algorithm(parser: Parser) -> None:
    """Add the argument `--algo`; the other arguments depend on its value."""
    parser.add_argument("--algo", choices=ALGORITHMS, default=ALGORITHMS[0], help="the algorithm (%(default)s)")


def make_parser(algorithm: str = ALGORITHMS[0]) -> Parser:
    """Make the parser of `dig-envs study seeds` with the settings of an algorithm."""
    from dig_envs.training.algorithms import module_of
    from dig_envs.training.cli.settings_arguments import add_settings

    parser = Parser("dig-envs study seeds", __doc__, EXAMPLES)
    parser.add_argument("--seeds", default="0,1,2", metavar="N,N,...", help="the seeds of the runs (%(default)s)")
    add_algorithm(parser)
    add_json(parser)
    add_settings(parser, module_of(algorithm).Config, refused=("seed",))
    return parser
