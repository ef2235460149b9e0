"""Train an agent. All other arguments are those of the algorithm: see "dig-envs train --algo ppo --help"."""

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
dig-envs train --algo ppo --game dig_v0
dig-envs train --algo dqn --game dig_v0 --seed 7
dig-envs train --algo clone --game dig_v0 --teacher expert
dig-envs train --algo league --config dig
dig-envs train --algo rllib-ppo --game dig_v0 --ray 10.0.0.1:6379 --runners 32
dig-envs train --algo ppo --help
"""


def main(arguments: list[str]) -> None:
    """Train with the algorithm that `--algo` names, and print what the agent wins."""
    helps = [argument for argument in arguments if argument in ("-h", "--help")]
    found, rest = parser().parse_known_args([argument for argument in arguments if argument not in helps])
    if helps and found.algo is None:
        parser().parse_args(helps)
    algorithm = found.algo or DEFAULT
    _train(algorithm, module_of(algorithm), [*rest, *helps])


def _train(name: str, algorithm: ModuleType, arguments: list[str]) -> None:
    """Train with the settings that the arguments give; with `--resume` or `--config`, with those of the file but for these."""
    from dig_envs.training.cli.settings_arguments import add_settings, given_settings
    from dig_envs.training.run import checkpoint
    from dig_envs.training.run.config_files import settings_from, shipped, with_given
    from dig_envs.training.run.next_steps import next_steps
    from dig_envs.training.show.console import show

    parser = Parser(f"train --algo {name}", (algorithm.__doc__ or "").split("\n\n>>>")[0], algorithm.EXAMPLES)
    add_settings(parser, algorithm.Config)
    if getattr(algorithm, "RESUMES", True):
        resume = "a checkpoint to go on from, in its folder and with its settings but for those given"
        parser.add_argument("--resume", metavar="FILE", help=resume)
    ready = f"a TOML file of settings, which those given override, or one of the package: {', '.join(shipped())} (for league)"
    parser.add_argument("--config", metavar="FILE", help=ready)
    parser.set_defaults(resume=None)
    found = parser.parse_args(arguments)
    if found.resume and found.config:
        raise ArgumentError("--resume goes on with the settings of its checkpoint: leave --config")
    given = given_settings(found, algorithm.Config)
    base = algorithm.Config()
    trusted = (*given.get("opponents", ()), *given.get("evaluate_against", ()), given.get("teacher", ""))
    if found.config:
        base = settings_from(found.config, algorithm.Config, trusted)
    if found.resume:
        folder = str(Path(found.resume).parent)
        base = dataclasses.replace(checkpoint.config_of(found.resume, algorithm.Config, trusted), folder=folder)
    config = with_given(base, given)
    with redirect_stdout(sys.stderr):
        result = algorithm.train(config, resume=found.resume)
    show(*result.tables(), f"Model: {result.model}")
    if result.best:
        won = result.best.measurement
        show(f"Best model while it trained, after {won.steps:,} steps ({won}): {result.best.model}")
    for command in next_steps(result, config):
        print(printable(command))


def parser() -> Parser:
    """Make the parser of the arguments that are not the algorithm's."""
    found = Parser("train", __doc__, EXAMPLES)
    found.add_argument("--algo", metavar="NAME", help=f"one of: {', '.join(ALGORITHMS)} (default: {DEFAULT})")
    return found
