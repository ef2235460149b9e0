"""Rank every bot, search and trained agent, and write the strength page with its data and pictures.

Every pair of agents of a game plays duplicate deals between two players and at a larger table. A results file stores the games.
A run plays only the games that the file lacks, so it can be interrupted and repeated.
"""

import sys
from argparse import Namespace
from collections.abc import Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING

from dig_envs.core.errors import ArgumentError
from dig_envs.training.cli.arguments import AGENT_HELP, Parser, add_game, split_agents
from dig_envs.training.cli.run_command import run_command
from dig_envs.training.process.defaults import PAIR_GAMES, PAIR_SECONDS, REFERENCE_SECONDS

if TYPE_CHECKING:
    from maintenance.strength import Tournament

PROGRAM = "python -m maintenance.strength"
RESULTS, FOLDER = Path("runs/strength.sqlite"), Path("docs")
EXAMPLES = f"""
{PROGRAM}
{PROGRAM} dig_v0 --games 200 --seconds 10 --reference-seconds 60
{PROGRAM} dig_v0 --agents search:playouts=30,me=runs/ppo-dig_v0-0/best.zip
{PROGRAM} --draw
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the page, and return the exit code as `run_command` does."""
    return run_command(PROGRAM, _write, sys.argv[1:] if arguments is None else arguments)


def _write(arguments: list[str]) -> None:
    given = make_parser().parse_args(arguments)
    if given.agents and not given.game:
        raise ArgumentError(f"--agents need a game, as in {PROGRAM} dig_v0 --agents search")
    with redirect_stdout(sys.stderr):
        (_draw if given.draw else _play)(given)


def _play(given: Namespace) -> None:
    """Play the missing games of each tournament, and write all files after each."""
    from dig_envs.training.arena.store import Results
    from dig_envs.training.process.machine import this_machine
    from maintenance import strength

    budget = strength.Budget(given.games, given.seconds, given.reference_seconds)
    summaries, machine = strength.read(given.folder / strength.DATA)
    known = {} if given.time_again else {(summary.name, row.digest): row.speed for summary in summaries for row in summary.rows}
    if given.results == RESULTS:
        RESULTS.parent.mkdir(exist_ok=True)
    speeds, store = strength.Speeds(known), Results(given.results)
    for tournament in _tournaments(given):
        strength.play_missing(tournament, budget, speeds, store)
        updated = strength.summarise(tournament, store, speeds, budget)
        summaries = [summary for summary in summaries if summary.name != updated.name] + [updated]
        strength.write(given.folder, summaries, machine if known else this_machine(), [updated])
    _write_ratings(given)


def _draw(given: Namespace) -> None:
    """Write the page and its pictures from the data; with `--time-again` after new measurements of speed."""
    from dig_envs.training.process.machine import this_machine
    from maintenance import strength

    summaries, machine = strength.read(given.folder / strength.DATA)
    if not summaries:
        raise ArgumentError(f"{given.folder / strength.DATA} has no strengths to draw: measure them first, without --draw")
    if given.time_again:
        machine, speeds = this_machine(), strength.Speeds({})
        by_name = {tournament.name: tournament for tournament in _tournaments(given)}
        summaries = [
            strength.with_new_speeds(summary, by_name[summary.name], speeds) if summary.name in by_name else summary
            for summary in summaries
        ]
    strength.write(given.folder, summaries, machine, summaries)
    _write_ratings(given)


def _write_ratings(given: Namespace) -> None:
    """Write the ratings of the package, if the page is that of the project."""
    from maintenance import strength

    if given.folder.resolve() == strength.RATINGS.resolve().parents[1] / FOLDER:
        strength.write_ratings(strength.read(given.folder / strength.DATA)[0])


def _tournaments(given: Namespace) -> "list[Tournament]":
    """Return the tournaments of the given game, or of all games."""
    import dig_envs
    from maintenance import strength

    games = [dig_envs.game_of(game) for game in ([given.game] if given.game else dig_envs.games())]
    return [tournament for game in games for tournament in strength.tournaments(game, split_agents(given.agents))]


def make_parser() -> Parser:
    parser = Parser(PROGRAM, __doc__, EXAMPLES)
    add_game(parser, required=False)
    parser.add_argument("--games", type=int, default=PAIR_GAMES, metavar="N", help="games per pair of agents (%(default)s)")
    parser.add_argument(
        "--seconds", type=float, default=PAIR_SECONDS, metavar="S",
        help="approximate limit for the games of a pair, on one thread; slow agents play fewer games (%(default)g)",
    )  # fmt: skip
    parser.add_argument(
        "--reference-seconds", type=float, default=REFERENCE_SECONDS, metavar="S",
        help="the same limit for pairs with the strongest bot, whose win shares are in the table (%(default)g)",
    )  # fmt: skip
    parser.add_argument("--agents", default="", metavar="A,B,...", help=f"more agents of the game; {AGENT_HELP}")
    parser.add_argument("--results", type=Path, default=RESULTS, metavar="FILE", help=f"SQLite file to add to ({RESULTS})")
    parser.add_argument("--folder", type=Path, default=FOLDER, metavar="FOLDER", help="the folder of the pages (%(default)s)")
    parser.add_argument("--time-again", action="store_true", help="measure the speed of all agents again")
    parser.add_argument(
        "--draw", action="store_true",
        help="play no games: write the page and its pictures from the data; with --time-again, measure speeds first",
    )  # fmt: skip
    return parser


if __name__ == "__main__":
    sys.exit(main())
