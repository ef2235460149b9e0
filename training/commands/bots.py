"""List the scripted agents of a game, from the weakest to the strongest, those that come trained, with what they win, and the
feature sets that agents may ask for."""

import agents
import dig_envs
from agents import trained
from dig_envs.core.agent import find_agent, offered_agents
from dig_envs.core.features import find_features, offered_features
from training.parsing import Parser, add_game

EXAMPLES = """
dig-envs bots
dig-envs bots --game dig_v0
"""


def main(arguments: list[str]) -> None:
    """Print a table of the bots of one game, or of all, one of its trained agents, and one of its feature sets."""
    chosen = parser().parse_args(arguments).game
    from training.console import show
    from training.tables import new_table, trained_table

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
