"""Train an agent. All other arguments are those of the algorithm: see "dig-envs train --algo ppo --help"."""

from importlib import import_module

from dig_envs.core.errors import ArgumentError, nearest
from training.parsing import Parser

ALGORITHMS = {"ppo": "training.ppo", "dqn": "training.dqn"}
EXAMPLES = """
dig-envs train --algo ppo --game dig_v0
dig-envs train --algo dqn --game dig_v0 --seed 7
dig-envs train --algo ppo --help
"""


def main(arguments: list[str]) -> None:
    """Hand the arguments on to the algorithm's own `main`."""
    parser = Parser("train", __doc__, EXAMPLES)
    parser.add_argument("--algo", default="ppo", metavar="NAME", help=f"one of: {', '.join(ALGORITHMS)} (default: ppo)")
    if not any(argument.startswith("--algo") for argument in arguments) and {"-h", "--help"} & set(arguments):
        parser.parse_args(["--help"])
    asked_for_help = [argument for argument in arguments if argument in ("-h", "--help")]
    found, rest = parser.parse_known_args([argument for argument in arguments if argument not in asked_for_help])
    if found.algo not in ALGORITHMS:
        raise ArgumentError(f'there is no algorithm "{found.algo}"; {nearest(found.algo, ALGORITHMS, "algorithms")}')
    import_module(ALGORITHMS[found.algo]).main([*rest, *asked_for_help])
