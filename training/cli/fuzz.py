"""Play many games, and check every promise of a game at each decision.

The checks cover the invariants of the state, masks and the legality of bots' actions, the bounds of observations, rewards, ends
and turn limits. All numbers of players and all options take turns. Each configuration is played at random, by every bot, and by
a mix of bots with and without noise.

The first failure ends the run with exit code 1, and leaves a file with the game up to the failure. `--replay` plays this game
again. Ctrl-C prints the results so far.
"""

from pathlib import Path
from typing import TYPE_CHECKING

import dig_envs
from dig_envs.core.errors import ArgumentError
from dig_envs.training.cli.arguments import Parser, add_game, add_options, check_writable, game_options

if TYPE_CHECKING:
    from rich.table import Table

    from dig_envs.training.studies.fuzz import PlayStatistics, Report

FAILED = 1
EXAMPLES = """
dig-envs study fuzz dig_v0 --moves 1e6
dig-envs study fuzz dig_v0 --players 4 --option scents=true --features expert --moves 1e8
dig-envs study fuzz --replay fuzz-dig_v0-17.json
"""


def main(arguments: list[str]) -> int:
    """Fuzz a game or replay a failure, print the result, and return the exit code."""
    given = make_parser().parse_args(arguments)
    if bool(given.game) == bool(given.replay):
        raise ArgumentError("name a game, as in dig-envs study fuzz dig_v0, or the file of a failure with --replay")
    if given.replay:
        return _replay(given.replay)
    if not given.folder.is_dir():
        raise ArgumentError(f"there is no folder {given.folder}; see --folder")
    check_writable("--folder", given.folder / "fuzz.json")
    from dig_envs.training.show.console import show
    from dig_envs.training.studies import fuzz

    game = dig_envs.game_of(given.game)
    report = fuzz.run(game, given.moves, given.seed, given.features, **game_options(given))
    show(table(report))
    if report.failure:
        path = report.failure.write(given.folder)
        show(f"FAILED: {report.failure.what}\n{report.failure.where}\nReplay: dig-envs study fuzz --replay {path}")
        return FAILED
    if report.stopped:
        raise KeyboardInterrupt
    return 0


def _replay(path: Path) -> int:
    """Play the game of a failure again, and print whether it still fails."""
    from dig_envs.training.show.console import show
    from dig_envs.training.studies import fuzz

    failure = fuzz.replay(path)
    if failure is None:
        show("This game passes all checks now.")
        return 0
    show(f"FAILED: {failure.what}\n{failure.where}")
    return FAILED


def table(report: "Report") -> "Table":
    """Tabulate a run: one row per configuration, with shares of truncated games, per way of playing, and for all games."""
    from dig_envs.training.show.tables import new_table

    ways = list(dict.fromkeys(row.play for row in report.rows))
    right = ("moves", "games", "moves/s", *(f"truncated: {way}" for way in ways))
    title = f"{report.game}: {report.moves:,} moves" + (", stopped" if report.stopped else "")
    result = new_table(title, ("configuration",), right)
    for name in dict.fromkeys(row.configuration for row in report.rows):
        rows = [row for row in report.rows if row.configuration == name]
        result.add_row(name, *_totals(rows), *(_truncated_share(rows, way) for way in ways))
    result.add_section()
    for way in ways:
        result.add_row(f"all, {way}", *_totals([row for row in report.rows if row.play == way]))
    result.add_row("all", *_totals(report.rows), style="bold")
    return result


def _totals(rows: "list[PlayStatistics]") -> tuple[str, str, str]:
    moves, games, seconds = sum(row.moves for row in rows), sum(row.games for row in rows), sum(row.seconds for row in rows)
    return f"{moves:,}", f"{games:,}", f"{moves / seconds:,.0f}" if seconds else ""


def _truncated_share(rows: "list[PlayStatistics]", way: str) -> str:
    games = sum(row.games for row in rows if row.play == way)
    return f"{sum(row.truncated for row in rows if row.play == way) / games:.2%}" if games else ""


def make_parser() -> Parser:
    parser = Parser("dig-envs study fuzz", __doc__, EXAMPLES)
    add_game(parser, required=False)
    add_options(parser)
    parser.add_argument("--moves", type=int, default=10**6, metavar="N", help="total number of moves (default: 1e6)")
    parser.add_argument("--features", metavar="SET", help="a feature set, whose floats are checked too")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="the seed of the first games (default: 0)")
    parser.add_argument(
        "--folder", type=Path, default=Path(), metavar="PATH", help="the folder for a failure's file (default: this folder)"
    )
    parser.add_argument("--replay", type=Path, metavar="FILE", help="play the game in the file of a failure again")
    return parser
