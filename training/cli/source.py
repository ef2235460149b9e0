"""The game of a command: a game that agents play, or the file of a recorded game."""

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import dig_envs
from dig_envs.core.agent_names import default_agents
from dig_envs.core.arguments import whole_number
from dig_envs.core.errors import ArgumentError
from dig_envs.core.seeds import random_seed
from dig_envs.training.cli.arguments import (
    AGENT_HELP,
    GAME_ID,
    Parser,
    add_game_option,
    add_options,
    game_options,
    split_agents,
    store_game,
)

if TYPE_CHECKING:
    from dig_envs.core.playing import PlayedGame
    from dig_envs.records import GameRecord

LIVE_ONLY = ("game", "agents", "players", "seed")  # arguments that do not apply to recorded games


def add_source(parser: Parser, seed: str = "the seed of the deal (default: random)") -> None:
    """Add the arguments of a game that agents play, and of a file instead. `seed` is the help of `--seed`."""
    meaning = 'a game of "dig-envs games", or the file of a recorded game'
    parser.add_argument("source", nargs="?", metavar="GAME or FILE", help=meaning)
    add_game_option(parser)
    add_options(parser)
    meaning = "the agents of seats 0, 1, ..., repeated to fill all seats (default: the game's strongest bot)"
    parser.add_argument("--agents", metavar="A,B,...", help=f"{meaning}; {AGENT_HELP}")
    parser.add_argument("--seed", type=int, metavar="S", help=seed)


def parse_source(parser: Parser, arguments: list[str]) -> Namespace:
    """Parse the arguments; the positional argument becomes `game` if it looks like a game's id, else `file`.

    Raises:
        ArgumentError: two different games, or as `Parser.parse_args`.
    """
    given = parser.parse_args(arguments)
    source, given.file = given.source, None
    if source and GAME_ID.fullmatch(source) and not Path(source).is_file():
        store_game(given, source)
    elif source:
        given.file = Path(source)
    return given


def recorded_game(given: Namespace, live_only: Sequence[str] = ()) -> "GameRecord":
    """Read the recorded game of a command. `live_only` names further arguments that do not apply to it.

    Raises:
        ArgumentError: an argument does not apply to recorded games.
        RecordError: the file is no recorded game.
    """
    from dig_envs.records import GameRecord

    for name in (*LIVE_ONLY, *live_only):
        if getattr(given, name) is not None:
            raise ArgumentError(f"--{name} does not apply to the recorded game {given.file}")
    if given.option:
        raise ArgumentError(f"--option does not apply to the recorded game {given.file}")
    return GameRecord.load(given.file)


def live_game(given: Namespace) -> "PlayedGame":
    """Return the game that the agents will play; without `--agents`, the game's strongest bot has all seats."""
    from dig_envs.core.playing import PlayedGame
    from dig_envs.training.arena.players import agents_by_seat

    if given.game is None:
        raise ArgumentError("name a game, or the file of a recorded game")
    game, options = dig_envs.game_of(given.game), game_options(given)
    if given.agents is None:
        names = default_agents(game)[-1:]
        options.setdefault("num_players", max(2, game.min_players))
    else:
        names = split_agents(given.agents)
    seats = agents_by_seat(game, names, options)
    seed = random_seed() if given.seed is None else whole_number("--seed", given.seed)
    return PlayedGame(game, options, seats, seed)
