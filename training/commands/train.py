"""Train an agent. All other arguments are those of the algorithm: see "dig-envs train --algo ppo --help"."""

from importlib import import_module

from dig_envs.core.errors import ArgumentError, nearest
from training.parsing import Parser

ALGORITHMS = {"ppo": "training.ppo", "dqn": "training.dqn"}
DEFAULT = "ppo"
EXAMPLES = """
dig-envs train --algo ppo --game dig_v0
dig-envs train --algo dqn --game dig_v0 --seed 7
dig-envs train --algo ppo --help
"""


def main(arguments: list[str]) -> None:
    """Hand the arguments on to the algorithm's own `main`; without `--algo`, help is about this command."""
    helps = [argument for argument in arguments if argument in ("-h", "--help")]
    found, rest = parser().parse_known_args([argument for argument in arguments if argument not in helps])
    if helps and found.algo is None:
        parser().parse_args(helps)
    algorithm = found.algo or DEFAULT
    if algorithm not in ALGORITHMS:
        raise ArgumentError(f'there is no algorithm "{algorithm}"; {nearest(algorithm, ALGORITHMS, "algorithms")}')
    import_module(ALGORITHMS[algorithm]).main([*rest, *helps])


def parser() -> Parser:
    """The arguments that are not the algorithm's."""
    found = Parser("train", __doc__, EXAMPLES)
    found.add_argument("--algo", metavar="NAME", help=f"one of: {', '.join(ALGORITHMS)} (default: {DEFAULT})")
    return found
