"""Train once with each of several seeds, and draw the learning curves with their spread; clones are compared at their end.

All other arguments are those of the algorithm: see "dig-envs train --algo ppo --help". What was trained before, in the same
folder with the same settings, is not trained again.
"""

import json
import sys
from contextlib import redirect_stdout

from dig_envs.core.errors import ArgumentError
from dig_envs.training.cli.arguments import Parser, whole_numbers

ALGORITHMS = ("ppo", "dqn", "clone", "exit")
EXAMPLES = """
dig-envs seeds --seeds 0,1,2 --algo ppo --game dig_v0 --steps 2000000
dig-envs seeds --seeds 0,1,2 --algo dqn --game dig_dig_v0 --folder runs/spread
dig-envs seeds --seeds 0,1,2 --algo clone --game dig_v0 --games 4000
dig-envs seeds --seeds 0,1,2,3,4 --game dig_v0 --self-play --json
"""


def main(arguments: list[str]) -> None:
    """Train, and print what the learners won at the end."""
    from dig_envs.training.algorithms import module_of
    from dig_envs.training.cli.settings_arguments import given_settings
    from dig_envs.training.show.console import show
    from dig_envs.training.studies import seeds

    first, _ = parser().parse_known_args([argument for argument in arguments if argument not in ("-h", "--help")])
    found = parser(first.algo).parse_args(arguments)
    config = module_of(found.algo).Config
    given = given_settings(found, config)
    if "seed" in given:
        raise ArgumentError(f"a run with one seed is dig-envs train --seed {given['seed']}; here give --seeds")
    with redirect_stdout(sys.stderr):
        result = seeds.run(found.algo, config(**given), whole_numbers("--seeds", found.seeds, "0,1,2"))
    if found.json:
        print(json.dumps(result.as_dict()))
    else:
        show(result.table(), *([f"Curves: {result.chart}"] if result.chart else []))


def parser(algorithm: str = ALGORITHMS[0]) -> Parser:
    """Make the parser of the arguments, with the settings of an algorithm."""
    from dig_envs.training.algorithms import module_of
    from dig_envs.training.cli.settings_arguments import add_settings

    found = Parser("seeds", __doc__, EXAMPLES)
    found.add_argument("--seeds", default="0,1,2", metavar="N,N,...", help="of the runs (%(default)s)")
    found.add_argument("--algo", choices=ALGORITHMS, default=ALGORITHMS[0], help="the algorithm (%(default)s)")
    found.add_argument("--json", action="store_true", help="print one JSON object, and nothing else")
    add_settings(found, module_of(algorithm).Config)
    return found
