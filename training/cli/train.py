"""Train an agent. All other arguments are settings of the algorithm: see "dig-envs train --algo ppo --help"."""

import dataclasses
import sys
from contextlib import redirect_stdout
from pathlib import Path
from types import ModuleType

from dig_envs.core.errors import ArgumentError
from dig_envs.training.algorithms import ALGORITHMS, DEFAULT, module_of
from dig_envs.training.cli.arguments import Parser
from dig_envs.utils.text import printable

EXAMPLES = """
dig-envs train dig_v0
dig-envs train dig_v0 --algo ppo
dig-envs train dig_v0 --algo dqn --seed 7
dig-envs train dig_v0 --algo clone --teacher expert
dig-envs train --algo league --config dig
dig-envs train dig_v0 --algo rllib-ppo --ray 10.0.0.1:6379 --runners 32
dig-envs train --algo ppo --help
"""


def main(arguments: list[str]) -> None:
    """Train with the algorithm of `--algo`, and print the win shares of the trained agent."""
    helps = [argument for argument in arguments if argument in ("-h", "--help")]
    given, rest = make_parser().parse_known_args([argument for argument in arguments if argument not in helps])
    if helps and given.algo is None:
        make_parser().parse_args(helps)
    algorithm = given.algo or ("ppo" if any(word.partition("=")[0] == "--config" for word in rest) else DEFAULT)
    _train(algorithm, module_of(algorithm), [*rest, *helps])


def _train(name: str, algorithm: ModuleType, arguments: list[str]) -> None:
    """Train with the given settings; with `--resume` or `--config`, the file gives all others."""
    from dig_envs.training.cli.settings_arguments import add_settings, given_settings
    from dig_envs.training.run import checkpoint
    from dig_envs.training.run.config_files import settings_from, shipped, with_given
    from dig_envs.training.run.next_steps import next_steps
    from dig_envs.training.show.console import show

    parser = Parser(f"dig-envs train --algo {name}", (algorithm.__doc__ or "").split("\n\n>>>")[0], algorithm.EXAMPLES)
    add_settings(parser, algorithm.Config, refused=getattr(algorithm, "REFUSED", ()))
    if getattr(algorithm, "RESUMES", True):
        meaning = "continue from a checkpoint, in its folder and with its settings; given settings replace the stored ones"
        parser.add_argument("--resume", metavar="FILE", help=meaning)
    files = f"{', '.join(shipped())} (self_play and fine_tune for ppo, the others for league)"
    meaning = f"read settings from a TOML file, or from a file of the package: {files}"
    parser.add_argument("--config", metavar="FILE", help=f"{meaning}; given settings replace those of the file")
    parser.set_defaults(resume=None)
    given = parser.parse_args(arguments)
    if given.resume and given.config:
        raise ArgumentError("--resume takes the settings of its checkpoint: do not give --config")
    settings = given_settings(given, algorithm.Config)
    make_base = getattr(algorithm, "config_for", algorithm.Config)
    base = make_base(settings.get("game", algorithm.Config.game))
    trusted = (*settings.get("opponents", ()), *settings.get("evaluate_against", ()), settings.get("teacher", ""))
    if given.config:
        base = settings_from(given.config, algorithm.Config, trusted)
    if given.resume:
        folder = str(Path(given.resume).parent)
        base = dataclasses.replace(checkpoint.config_of(given.resume, algorithm.Config, trusted), folder=folder)
    config = with_given(base, settings)
    with redirect_stdout(sys.stderr):
        result = algorithm.train(config, resume=given.resume)
    show(*result.tables(), f"Model: {result.model}")
    if result.best:
        measured = result.best.measurement
        show(f"Best model during training, after {measured.steps:,} steps ({measured}): {result.best.model}")
    for command in next_steps(result, config):
        print(printable(command))


def make_parser() -> Parser:
    """Make the parser of `dig-envs train`, which knows `--algo` alone."""
    parser = Parser("dig-envs train", __doc__, EXAMPLES)
    parser.add_argument("--algo", metavar="NAME", help=f"one of: {', '.join(ALGORITHMS)} (default: {DEFAULT})")
    return parser
