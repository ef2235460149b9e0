"""Add a trained model to the package, so that `agents.make` makes it by name.

The command measures the model against each of the game's bots on duplicate deals. A card next to the model stores the win
shares, and the command of the training. Only the policy is stored. Its weights are rounded to half precision if the rounded
model chooses the same action in 99.9 % of its decisions.
"""

import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from pathlib import Path

from dig_envs.core.errors import ArgumentError
from dig_envs.training.cli.arguments import Parser, whole_numbers
from dig_envs.training.cli.run_command import run_command

PROGRAM = "python -m maintenance.ship"
EXAMPLES = f"""
{PROGRAM} runs/ppo-dig_v0-0/best.zip --as ppo --play deterministic
{PROGRAM} runs/dqn-dig_v0-0/best.zip --as dqn --games 4000
{PROGRAM} found/model.zip --as ppo --steps 5000000 --command "dig-envs train dig_v0 --algo ppo --seed 1 --steps 5000000"
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Ship a model, and return the exit code as `run_command` does."""
    return run_command(PROGRAM, _ship, sys.argv[1:] if arguments is None else arguments)


def _ship(arguments: list[str]) -> None:
    given = make_parser().parse_args(arguments)
    if (given.command is None) != (given.steps is None):
        raise ArgumentError("--command and --steps describe a training together: one of them is missing")
    history = None if given.command is None else (given.command, given.steps)
    from dig_envs.training.cli.bots import trained_table
    from dig_envs.training.show.console import show
    from maintenance import shipping

    games = shipping.MIN_GAMES if given.games is None else given.games
    players = whole_numbers("--players", given.players, "2,3,4") if given.players else None
    with redirect_stdout(sys.stderr):
        card = shipping.ship(given.model, given.name, games, given.play, players, history, given.folder)
    weights = f"Weights: {card.weights}, the same actions in {card.same_actions:.2%} of decisions"
    show(trained_table(card.game, [card]), weights)


def make_parser() -> Parser:
    parser = Parser(PROGRAM, __doc__, EXAMPLES)
    parser.add_argument("model", metavar="MODEL", help="a model file of a run, with its checkpoint in the same folder")
    parser.add_argument("--as", dest="name", required=True, metavar="NAME", help="the agent's name, such as ppo")
    parser.add_argument("--games", type=int, metavar="N", help="games against each bot, 1000 or more (default: 1000)")
    parser.add_argument("--play", metavar="HOW", help="deterministic or stochastic (default: as the model was saved)")
    folder = "the folder with a folder per game (default: the package's)"
    parser.add_argument("--folder", type=Path, metavar="FOLDER", help=folder)
    players = "the numbers of players of the games (default: those of the training)"
    parser.add_argument("--players", metavar="N,N,...", help=players)
    parser.add_argument("--command", metavar="LINE", help="the command of the training, without a checkpoint")
    parser.add_argument("--steps", type=int, metavar="N", help="the steps of the training, without a checkpoint")
    return parser


if __name__ == "__main__":
    sys.exit(main())
