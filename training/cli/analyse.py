"""Search at one decision of a game, and show the playouts, the value and the gain of each action, and the expert's choice.

The game is the one that `dig-envs watch` plays with the same seed and agents. The search sees only what the deciding seat sees;
so does the printed table.
"""

from argparse import Namespace
from typing import TYPE_CHECKING

import numpy as np

import dig_envs
from dig_envs.core.arguments import whole_number
from dig_envs.core.errors import ArgumentError
from dig_envs.training.cli.arguments import Parser, add_game, add_options
from dig_envs.training.cli.watch import add_agents, live_game

if TYPE_CHECKING:
    from dig_envs.agents.search import Analysis
    from dig_envs.core.playing import PlayedGame

EXAMPLES = """
dig-envs analyse dig_v0 --seed 7 --decision 12
dig-envs analyse dig_v0 --seed 7 --decision 12 --search search:playouts=1000
dig-envs analyse dig_dig_v0 --seed 3 --decision 5 --players 3 --agents expert,greedy,random --search search:time=500
"""


def main(arguments: list[str]) -> None:
    """Play a game up to a decision, search there, and print the table and the result of the search."""
    given = make_parser().parse_args(arguments)
    from dig_envs.agents.search import analyse, find_search

    decision = whole_number("--decision", given.decision, 1)
    search = find_search(given.search, dig_envs.game_of(given.game))
    played = _played(given, decision)
    _show(played, analyse(search, played.waiting(np.random.default_rng([played.seed, decision])))[0])


def _played(given: Namespace, decision: int) -> "PlayedGame":
    """Play a game up to a decision, which is numbered from 1."""
    played = live_game(given)
    while played.player >= 0 and played.made < decision - 1:
        played.decide()
    if played.player < 0:
        made = played.made
        raise ArgumentError(
            f"the game of seed {played.seed} has {made} decisions; --decision is from 1 to {made}, not {decision}"
        )
    return played


def _show(played: "PlayedGame", analysis: "Analysis") -> None:
    from dig_envs.render import View, draw_text
    from dig_envs.training.show.console import show

    batch, player = played.batch, played.player
    view = View(batch.game, batch.options, batch.states, seat=player, names=played.names)
    print(f"{draw_text(view)}\nDecision {played.made + 1}, as {played.names[player]} (player_{player}) sees it.\n")
    show(analysis)


def make_parser() -> Parser:
    parser = Parser("dig-envs analyse", __doc__, EXAMPLES)
    add_game(parser)
    add_options(parser)
    parser.add_argument("--seed", type=int, required=True, metavar="S", help="the seed of the deal")
    parser.add_argument("--decision", type=int, required=True, metavar="N", help="the number of the decision, from 1")
    add_agents(parser)
    parser.add_argument(
        "--search", default="search", metavar="NAME", help='the search agent, such as "search:playouts=1000" (default: search)'
    )
    return parser
