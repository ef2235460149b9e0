"""Search at one decision of a game, and show the playouts, the value and the gain of each action, and the expert's choice.

The game is the one that `dig-envs watch` plays with the same seed and agents, or a recorded game. The search sees only what the
deciding seat sees; so does the printed table.
"""

from typing import TYPE_CHECKING

import numpy as np

from dig_envs.core.arguments import whole_number
from dig_envs.core.errors import ArgumentError
from dig_envs.training.cli.arguments import Parser
from dig_envs.training.cli.source import add_source, live_game, parse_source, recorded_game

if TYPE_CHECKING:
    from dig_envs.agents.search import Analysis
    from dig_envs.core.batch import Batch
    from dig_envs.core.playing import PlayedGame
    from dig_envs.records import GameRecord

EXAMPLES = """
dig-envs analyse dig_v0 --seed 7 --decision 12
dig-envs analyse dig_v0 --seed 7 --decision 12 --search search:playouts=1000
dig-envs analyse dig_dig_v0 --seed 3 --decision 5 --players 3 --agents expert,greedy,random --search search:time=500
dig-envs analyse runs/game.jsonl --decision 12
"""


def main(arguments: list[str]) -> None:
    """Play or replay a game up to a decision, search there, and print the table and the result of the search."""
    given = parse_source(make_parser(), arguments)
    from dig_envs.agents.search import analyse, find_search

    decision = whole_number("--decision", given.decision, 1)
    if given.file is None and given.seed is None:
        raise ArgumentError("--seed is missing: it names the game of the decision")
    source = live_game(given) if given.file is None else recorded_game(given)
    batch = _at(source, decision)
    search = find_search(given.search, batch.game)
    decisions = batch.decisions(generator=np.random.default_rng([source.seed, decision]))
    _show(batch, source.names, decision, analyse(search, decisions)[0])


def _at(source: "PlayedGame | GameRecord", decision: int) -> "Batch":
    """Return the table of a game at a decision, which is numbered from 1."""
    for made, moment in enumerate(source.moments()):
        if moment.batch.players[0] >= 0 and made == decision - 1:
            return moment.batch
    end = made + (moment.batch.players[0] >= 0)
    raise ArgumentError(f"the game of seed {source.seed} has {end} decisions; --decision is from 1 to {end}, not {decision}")


def _show(batch: "Batch", names: tuple[str, ...], decision: int, analysis: "Analysis") -> None:
    from dig_envs.render import View, draw_text
    from dig_envs.training.show.console import show

    player = int(batch.players[0])
    view = View(batch.game, batch.options, batch.states, seat=player, names=names)
    print(f"{draw_text(view)}\nDecision {decision}, as {names[player]} (player_{player}) sees it.\n")
    show(analysis)


def make_parser() -> Parser:
    parser = Parser("dig-envs analyse", __doc__, EXAMPLES)
    add_source(parser, "the seed of the deal; needed unless the game is recorded")
    parser.add_argument("--decision", type=int, required=True, metavar="N", help="the number of the decision, from 1")
    parser.add_argument(
        "--search", default="search", metavar="NAME", help='the search agent, such as "search:playouts=1000" (default: search)'
    )
    return parser
