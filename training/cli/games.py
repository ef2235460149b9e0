"""List the games, their options and their sizes."""

import dataclasses
from typing import TYPE_CHECKING, Any

import dig_envs
from dig_envs.core.game import FULL, Game
from dig_envs.training.cli.arguments import Parser

if TYPE_CHECKING:
    from rich.table import Table

EXAMPLES = "dig-envs games"


def main(arguments: list[str]) -> None:
    """Print a table of all games."""
    make_parser().parse_args(arguments)
    from dig_envs.training.show.console import show
    from dig_envs.training.show.tables import new_table

    table = new_table("Games", ("id", "title", "players", "options"), ("observation", "actions"))
    games = list(map(dig_envs.game_of, dig_envs.games()))
    for game in games:
        floats = game.layout(game.parse_options()).size
        players = f"{game.min_players}-{game.max_players}"
        table.add_row(game.id, game.title, players, _options(game), f"{floats} floats", str(game.num_actions))
    show(table)
    if variants := _variants_table(games):
        show(variants)


def make_parser() -> Parser:
    return Parser("dig-envs games", __doc__, EXAMPLES)


def _variants_table(games: "list[Game]") -> "Table | None":
    """Tabulate the variants of all games; None if no game has variants."""
    from dig_envs.training.show.tables import new_table

    table = new_table("Variants: the same rules with fewer components", ("game", "variant", "components"))
    for game in games:
        for name, size in game.options.variants.items():
            if name != FULL:
                table.add_row(game.id, name, _components(size))
    return table if table.rows else None


def _components(size: Any) -> str:
    """List the numbers of a variant."""
    return ", ".join(f"{field.name}={getattr(size, field.name)}" for field in dataclasses.fields(size))


def _options(game: Game) -> str:
    """List the options with their defaults; the turn limit is the limit for the default number of players."""
    options = game.parse_options()
    values = {**dataclasses.asdict(options), "max_turns": options.turn_limit or None}
    return ", ".join(f"{name}={str(value).lower()}" for name, value in values.items())
