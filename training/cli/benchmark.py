"""Compare algorithms by exact exploitability in small variants, and PPO and DQN by win shares in the full games.

In the variants, each algorithm of self-play first trains with several draws of settings; then the best draw trains with new
seeds, whose mean and interval are the result. In the full games, each method continues from a clone of the expert, plays the
expert at tables of two and four, and meets a best response. Runs that the file has are not repeated: an interrupted benchmark
continues where it ended, and a longer protocol adds runs to a shorter one with as many steps.
"python -m website.fill --benchmark FILE" writes the page of a benchmark.
"""

import dataclasses
import sys
from contextlib import redirect_stdout
from pathlib import Path

from dig_envs.training.cli.arguments import Parser, add_json, add_ray, check_writable

EXAMPLES = """
dig-envs study benchmark --processes 2
dig-envs study benchmark --games dig_dig_v0 --variants tiny --draws 2 --seeds 1 --final-seeds 2 --steps 100000 --full-games ""
dig-envs study benchmark --games "" --full-games dig_v0 --full-steps 500000 --response-steps 200000
dig-envs study benchmark --algorithms ppo,mmd --ray 10.0.0.1:6379
"""


def main(arguments: list[str]) -> None:
    """Train the runs that are missing, and print the results."""
    given = make_parser().parse_args(arguments)
    from dig_envs.training.show.console import print_result
    from dig_envs.training.studies import benchmark
    from dig_envs.training.studies.benchmark_protocol import Protocol

    check_writable("--file", given.file)
    names = [field.name for field in dataclasses.fields(Protocol)]
    protocol = Protocol(**{name: getattr(given, name) for name in names if hasattr(given, name)})
    with redirect_stdout(sys.stderr):
        results = benchmark.run(protocol, given.file, given.processes, given.ray)
    print_result(given.json, dataclasses.asdict(results), *results.tables(), f"Runs: {given.file}")


def make_parser() -> Parser:
    from dig_envs.training.cli.settings_arguments import add_settings
    from dig_envs.training.studies.benchmark import FILE
    from dig_envs.training.studies.benchmark_protocol import Protocol

    parser = Parser("dig-envs study benchmark", __doc__, EXAMPLES)
    add_settings(parser, Protocol)
    parser.add_argument("--file", type=Path, default=Path(FILE), metavar="FILE", help="all runs as JSON (%(default)s)")
    parser.add_argument("--processes", type=int, default=1, metavar="N", help="processes on this machine (%(default)s)")
    add_ray(parser, "train")
    add_json(parser)
    return parser
