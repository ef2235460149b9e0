"""List the agents of a game, and the feature sets that agents can use.

Scripted bots come from the weakest to the strongest, then the search, then trained agents with their win shares.
"""

from operator import itemgetter
from typing import TYPE_CHECKING

from rich.table import Table

import dig_envs
from dig_envs import agents
from dig_envs.agents import trained
from dig_envs.core.agent_names import find_agent, offered_agents
from dig_envs.core.feature_names import find_features, offered_features
from dig_envs.training.cli.arguments import Parser, add_game
from dig_envs.training.show.console import show
from dig_envs.training.show.tables import new_table, shown

if TYPE_CHECKING:
    from dig_envs.agents.trained import AgentCard

EXAMPLES = """
dig-envs bots
dig-envs bots dig_v0
"""


def main(arguments: list[str]) -> None:
    """Print tables of the bots, the trained agents and the feature sets of one game, or of all games."""
    chosen = make_parser().parse_args(arguments).game
    for game in map(dig_envs.game_of, [chosen] if chosen else dig_envs.games()):
        bots = new_table(f"Bots of {game.id}", ("name", "what it does"))
        for name in [*offered_agents(game), *(name for name in agents.more_names(game) if name not in trained.names(game))]:
            bots.add_row(name, getattr(find_agent(name, game), "sentence", ""))
        features = new_table(f"Feature sets of {game.id}", ("name", "what it appends to an observation"))
        for name in offered_features(game):
            features.add_row(name, getattr(find_features(name, game), "sentence", ""))
        show(bots, *(table for table in (trained_table(game.id, trained.cards(game)), features) if table.rows))


def make_parser() -> Parser:
    parser = Parser("dig-envs bots", __doc__, EXAMPLES)
    add_game(parser, required=False)
    return parser


def trained_table(game: str, cards: "list[AgentCard]") -> Table:
    """Tabulate trained agents, with the win share of one seat against each bot in all other seats, and 95 % intervals."""
    duels = sorted(dict.fromkeys((row.num_players, row.against) for card in cards for row in card.strength), key=itemgetter(0))
    table = new_table(f"Trained agents of {game}", ("name", "what it is"), ("games", *map(_title, duels)))
    for card in cards:
        shares = {
            (row.num_players, row.against): f"{row.win_share:.1%} ({100 * row.low:.1f}-{100 * row.high:.1f})"
            for row in card.strength
        }
        games = f"{min((row.games for row in card.strength), default=0):,}"
        table.add_row(shown(card.name), card.sentence, games, *(shares.get(duel, "") for duel in duels))
    return table


def _title(duel: tuple[int, str]) -> str:
    num_players, bot = duel
    return f"against {bot}" if num_players == 2 else f"{num_players} players, against {bot}"
