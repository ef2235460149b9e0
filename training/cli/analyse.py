"""Search at one decision of a game, and show the playouts, the value and the gain of each action, and the expert's choice.

The game is the one that `dig-envs watch` plays with the same seed and agents. The search sees only what the deciding seat sees;
so does the printed table.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

import dig_envs
from dig_envs import agents
from dig_envs.core.agent_names import default_agents
from dig_envs.core.arguments import whole_number
from dig_envs.core.errors import ArgumentError
from dig_envs.core.game import Game
from dig_envs.training.cli.arguments import Parser, add_game, add_options, game_options, split_agents

if TYPE_CHECKING:
    from dig_envs.agents.search import Analysis, Search
    from dig_envs.core.playing import PlayedGame

EXAMPLES = """
dig-envs analyse dig_v0 --seed 7 --decision 12
dig-envs analyse dig_v0 --seed 7 --decision 12 --search search:playouts=1000
dig-envs analyse dig_dig_v0 --seed 3 --decision 5 --players 3 --agents expert,greedy,random --search search:time=500
"""


def main(arguments: list[str]) -> None:
    """Play a game up to a decision, search there, and print the table and the result of the search."""
    given = make_parser().parse_args(arguments)
    from dig_envs.agents.search import analyse

    game = dig_envs.game_of(given.game)
    seed = whole_number("--seed", given.seed)
    decision = whole_number("--decision", given.decision, 1)
    search = _search(given.search, game)
    played = _played(game, given.agents, game_options(given), seed, decision)
    _show(played, analyse(search, played.waiting(np.random.default_rng([seed, decision])))[0])


def _played(game: Game, names: str | None, options: dict[str, Any], seed: int, decision: int) -> "PlayedGame":
    """Play a game up to a decision, which is numbered from 1."""
    from dig_envs.core.playing import PlayedGame
    from dig_envs.training.arena.players import agents_by_seat

    if names is None:
        options.setdefault("num_players", max(2, game.min_players))
    wanted = default_agents(game)[-1:] if names is None else split_agents(names)
    played = PlayedGame(game, options, agents_by_seat(game, wanted, options), seed)
    while played.player >= 0 and played.made < decision - 1:
        played.decide()
    if played.player < 0:
        made = played.made
        raise ArgumentError(f"the game of seed {seed} has {made} decisions; --decision is from 1 to {made}, not {decision}")
    return played


def _show(played: "PlayedGame", analysis: "Analysis") -> None:
    from dig_envs.render import View, draw_text
    from dig_envs.training.show.console import show

    batch, player = played.batch, played.player
    view = View(batch.game, batch.options, batch.states, seat=player, names=played.names)
    print(f"{draw_text(view)}\nDecision {played.made + 1}, as {played.names[player]} (player_{player}) sees it.\n")
    show(analysis)


def _search(name: str, game: Game) -> "Search":
    from dig_envs.agents.search import Search

    agent = agents.make(name, game=game)
    if not isinstance(agent, Search):
        raise ArgumentError(f'--search names a search agent, such as "search" or "search:playouts=1000", not "{name}"')
    return agent


def make_parser() -> Parser:
    parser = Parser("dig-envs analyse", __doc__, EXAMPLES)
    add_game(parser)
    add_options(parser)
    parser.add_argument("--seed", type=int, required=True, metavar="S", help="the seed of the deal")
    parser.add_argument("--decision", type=int, required=True, metavar="N", help="the number of the decision, from 1")
    parser.add_argument(
        "--agents", metavar="A,B,...", help="the agents of seats 0, 1, ... (default: the game's strongest bot in all seats)"
    )
    parser.add_argument(
        "--search", default="search", metavar="NAME", help='the search agent, such as "search:playouts=1000" (default: search)'
    )
    return parser
