"""List the games, their options and their sizes."""

import dataclasses

import dig_envs
from dig_envs.core.game import Game
from dig_envs.training.cli.arguments import Parser

EXAMPLES = "dig-envs games"


def main(arguments: list[str]) -> None:
    """Print a table of all games."""
    make_parser().parse_args(arguments)
    from dig_envs.training.show.console import show
    from dig_envs.training.show.tables import new_table

    table = new_table("Games", ("id", "title", "players", "options"), ("observation", "actions"))
    for game in map(dig_envs.game_of, dig_envs.games()):
        floats = game.layout(game.parse_options()).size
        players = f"{game.min_players}-{game.max_players}"
        table.add_row(game.id, game.title, players, _options(game), f"{floats} floats", str(game.num_actions))
    show(table)


def make_parser() -> Parser:
    return Parser("dig-envs games", __doc__, EXAMPLES)


def _options(game: Game) -> str:
    """List the options with their defaults; the turn limit is the limit for the default number of players."""
    options = game.parse_options()
    values = {**dataclasses.asdict(options), "max_turns": options.turn_limit or None}
    return ", ".join(f"{name}={str(value).lower()}" for name, value in values.items())
