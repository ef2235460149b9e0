"""List the scripted agents of a game, from the weakest to the strongest, those that come trained, with what they win, and the
feature sets that agents may ask for."""

from typing import TYPE_CHECKING

from rich.table import Table

import dig_envs
from dig_envs import agents
from dig_envs.agents import trained
from dig_envs.core.agent_names import find_agent, offered_agents
from dig_envs.core.feature_names import find_features, offered_features
from dig_envs.training.cli.arguments import Parser, add_game

if TYPE_CHECKING:
    from dig_envs.agents.trained import Card
from dig_envs.training.show.tables import new_table, shown

EXAMPLES = """
dig-envs bots
dig-envs bots --game dig_v0
"""


def main(arguments: list[str]) -> None:
    """Print a table of the bots of one game, or of all, one of its trained agents, and one of its feature sets."""
    chosen = parser().parse_args(arguments).game
    from dig_envs.training.show.console import show
    from dig_envs.training.show.tables import new_table

    for game in map(dig_envs.game_of, [chosen] if chosen else dig_envs.games()):
        table = new_table(f"Bots of {game.id}", ("name", "what it does"))
        for name in [*offered_agents(game), agents.SEARCH]:
            table.add_row(name, getattr(find_agent(name, game), "sentence", ""))
        features = new_table(f"Feature sets of {game.id}", ("name", "what it appends to an observation"))
        for name in offered_features(game):
            features.add_row(name, getattr(find_features(name, game), "sentence", ""))
        show(table, *(found for found in (trained_table(game.id, trained.cards(game)), features) if found.rows))


def parser() -> Parser:
    """Make the parser of the arguments."""
    found = Parser("bots", __doc__, EXAMPLES)
    add_game(found, required=False)
    return found


def trained_table(game: str, cards: "list[Card]") -> Table:
    """Tabulate agents that come trained, with their win shares against each bot and 95 % intervals."""
    against = list(dict.fromkeys(row.against for card in cards for row in card.strength))
    columns = ("games", *(f"against {bot}" for bot in against))
    table = new_table(f"Trained agents of {game}", ("name", "what it is"), columns)
    for card in cards:
        won = {row.against: f"{row.win_share:.1%} ({100 * row.low:.1f}-{100 * row.high:.1f})" for row in card.strength}
        games = f"{min((row.games for row in card.strength), default=0):,}"
        table.add_row(shown(card.name), card.sentence, games, *(won.get(bot, "") for bot in against))
    return table
