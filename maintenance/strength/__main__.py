"""Measure how strong every bot, search and trained agent is, and write the page that tells, its data and its pictures.

Every two agents of a game play duplicate deals between two players and at a larger table. What a results file has is not
played again, so that a run which was broken off goes on, and one after a change plays what has changed.
"""

import sys
from argparse import Namespace
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING

from dig_envs.core.errors import ArgumentError
from dig_envs.training.cli.arguments import AGENT_HELP, Parser, add_game, split_agents
from dig_envs.training.process.defaults import PAIR_GAMES, PAIR_SECONDS, REFERENCE_SECONDS

if TYPE_CHECKING:
    from dig_envs.training.arena.store import Results
    from maintenance.strength import Tournament

RESULTS, FOLDER = Path("runs/strength.sqlite"), Path("docs")
EXAMPLES = """
dig-envs strength
dig-envs strength --game dig_v0 --games 200 --seconds 10 --reference-seconds 60
dig-envs strength --game dig_v0 --agents search:playouts=30,me=runs/ppo-dig_v0-0/best.zip
dig-envs strength --draw
"""


def main(arguments: list[str]) -> None:
    """Play what lacks, and write all files after each table."""
    given = parser().parse_args(arguments)
    if given.agents and not given.game:
        raise ArgumentError("--agents are those of one game: say which with --game")
    with redirect_stdout(sys.stderr):
        (_draw if given.draw else _play)(given)


def _play(given: Namespace) -> None:
    from dig_envs.training.process.machine import this_machine
    from maintenance import strength

    budget = strength.Budget(given.games, given.seconds, given.reference_seconds)
    summaries, _ = strength.read(given.folder / strength.DATA)
    known = {} if given.time_again else {(one.name, row.digest): row.speed for one in summaries for row in one.rows}
    speeds, store = strength.Speeds(known), _results(given.results)
    for tournament in _tournaments(given):
        strength.play_missing(tournament, budget, speeds, store)
        found = strength.summarise(tournament, store, speeds, budget)
        summaries = [one for one in summaries if one.name != found.name] + [found]
        strength.write(given.folder, summaries, this_machine(), [found])


def _draw(given: Namespace) -> None:
    from dig_envs.training.process.machine import this_machine
    from maintenance import strength

    summaries, machine = strength.read(given.folder / strength.DATA)
    if given.time_again:
        machine, speeds = this_machine(), strength.Speeds({})
        played = {tournament.name: tournament for tournament in _tournaments(given)}
        summaries = [strength.timed_again(one, played[one.name], speeds) if one.name in played else one for one in summaries]
    strength.write(given.folder, summaries, machine, summaries)


def _tournaments(given: Namespace) -> "list[Tournament]":
    """Return those of the game that is named, or of all."""
    import dig_envs
    from maintenance import strength

    games = [dig_envs.game_of(game) for game in ([given.game] if given.game else dig_envs.games())]
    return [one for game in games for one in strength.tournaments(game, split_agents(given.agents))]


def _results(path: Path) -> "Results":
    """Open the results file; the folder of the default one is made."""
    from dig_envs.training.arena.store import Results

    if path == RESULTS:
        path.parent.mkdir(exist_ok=True)
    return Results(path)


def parser() -> Parser:
    """Make the parser of the arguments."""
    found = Parser("strength", __doc__, EXAMPLES)
    add_game(found, required=False)
    found.add_argument("--games", type=int, default=PAIR_GAMES, metavar="N", help="games of every two agents (%(default)s)")
    found.add_argument(
        "--seconds", type=float, default=PAIR_SECONDS, metavar="S",
        help="what the games of two agents may take on one thread, about: slow agents play fewer (%(default)g)",
    )  # fmt: skip
    found.add_argument(
        "--reference-seconds", type=float, default=REFERENCE_SECONDS, metavar="S",
        help="the same where one of the two is the strongest bot: what is won against it stands in the table (%(default)g)",
    )  # fmt: skip
    found.add_argument("--agents", default="", metavar="A,B,...", help=f"further agents of the game; {AGENT_HELP}")
    found.add_argument("--results", type=Path, default=RESULTS, metavar="FILE", help=f"SQLite file to add to ({RESULTS})")
    found.add_argument("--folder", type=Path, default=FOLDER, metavar="FOLDER", help="of the pages (%(default)s)")
    found.add_argument("--time-again", action="store_true", help="measure anew how fast all agents decide")
    found.add_argument(
        "--draw",
        action="store_true",
        help="play nothing: write the page and draw from the data as they are; --time-again measures speeds before",
    )
    return found
