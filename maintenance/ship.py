"""Ship a trained model with the package, so that `agents.make` plays it by name.

Its strength is measured against each of the game's bots on duplicate deals, and written into a card beside the model, with the
commands that trained it. Weights are rounded to half precision only if the model would be too large otherwise, and only if it
then still chooses the same in 99.9 % of its decisions.
"""

import sys
from argparse import Namespace
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING

from dig_envs.core.errors import ArgumentError
from dig_envs.training.cli.arguments import Parser

if TYPE_CHECKING:
    from dig_envs.training.studies.history import History

EXAMPLES = """
dig-envs ship runs/ppo-dig_v0-0/best.zip --as ppo --play deterministic
dig-envs ship runs/dqn-dig_v0-0/best.zip --as dqn --games 4000
dig-envs ship found/model.zip --as ppo --algo PPO --seed 1 --steps 5000000 --command "dig-envs train --steps 5000000"
"""
TOLD = ("algo", "command", "seed", "steps")


def main(arguments: list[str]) -> None:
    """Measure, write, and print what the agent wins."""
    given = parser().parse_args(arguments)
    history = _history(given)
    from dig_envs.training.cli.bots import trained_table
    from dig_envs.training.show.console import show
    from maintenance import shipping

    with redirect_stdout(sys.stderr):
        card = shipping.ship(
            given.model, given.name, shipping.LEAST_GAMES if given.games is None else given.games, given.play, history, given.folder
        )
    weights = f"Weights: {card.weights}, the same actions in {card.same_actions:.2%} of decisions"
    show(trained_table(card.game, [card]), weights)


def _history(given: Namespace) -> "History | None":
    """Return how the model was trained as the arguments tell; None if they say nothing."""
    told = [name for name in TOLD if getattr(given, name) is not None]
    if not told:
        return None
    if len(told) < len(TOLD):
        missing = next(name for name in TOLD if name not in told)
        raise ArgumentError(f"--{missing} is missing: how a model was trained is told by --algo, --command, --seed and --steps")
    from dig_envs.training.studies.history import History

    return History(given.algo, tuple(given.command), given.seed, given.steps)


def parser() -> Parser:
    """Make the parser of the arguments."""
    found = Parser("ship", __doc__, EXAMPLES)
    found.add_argument("model", metavar="MODEL", help="a model file of a run, with its checkpoint beside it")
    found.add_argument("--as", dest="name", required=True, metavar="NAME", help="what it will be called, such as ppo")
    found.add_argument("--games", type=int, metavar="N", help="against each bot (default: 1000, which is the least)")
    found.add_argument("--play", metavar="HOW", help="deterministic or stochastic (default: as it was saved to play)")
    found.add_argument("--folder", type=Path, metavar="FOLDER", help="where the games' folders are (default: in the package)")
    found.add_argument("--algo", metavar="NAME", help="what trained it, where no checkpoint beside it tells")
    found.add_argument("--command", action="append", metavar="LINE", help="a command that trained it, likewise; repeatable")
    found.add_argument("--seed", type=int, metavar="S", help="of the training, likewise")
    found.add_argument("--steps", type=int, metavar="N", help="of the training, likewise")
    return found
