"""Play very many games, and check at each decision all that a game promises.

Checked are the invariants of the state, masks and the legality of what bots choose, the bounds of observations, rewards, ends
and turn limits. All numbers of players and options take turns, each played at random, by every bot, and by a mix of bots with
and without noise.

The first failure ends the run with exit code 1, and leaves a file with the game up to there, which `--replay` plays again.
Ctrl-C prints what was done so far.
"""

from pathlib import Path
from typing import TYPE_CHECKING

import dig_envs
from dig_envs.core.errors import ArgumentError
from dig_envs.training.cli.arguments import Parser, add_game, add_options, game_options

if TYPE_CHECKING:
    from rich.table import Table

    from dig_envs.training.studies.fuzz import Report, Row

FAILED = 1
EXAMPLES = """
dig-envs fuzz --game dig_v0 --moves 1e6
dig-envs fuzz --game dig_v0 --players 4 --option scents=true --features expert --moves 1e8
dig-envs fuzz --replay fuzz-dig_v0-17.json
"""


def main(arguments: list[str]) -> int:
    """Fuzz a game or replay a failure, and print what came of it. Returns the exit code."""
    given = parser().parse_args(arguments)
    if bool(given.game) == bool(given.replay):
        raise ArgumentError("name a game with --game, or a failure's file with --replay")
    if given.replay:
        return _replay(given.replay)
    if not given.folder.is_dir():
        raise ArgumentError(f"there is no folder {given.folder}; see --folder")
    from dig_envs.training.show.console import show
    from dig_envs.training.studies import fuzz

    game = dig_envs.game_of(given.game)
    report = fuzz.run(game, _whole(given.moves), given.seed, given.features, **game_options(given))
    show(table(report))
    if report.failure:
        path = report.failure.write(given.folder)
        show(f"FAILED: {report.failure.what}\n{report.failure.scene}\nReplay: dig-envs fuzz --replay {path}")
        return FAILED
    if report.stopped:
        raise KeyboardInterrupt
    return 0


def _replay(path: Path) -> int:
    """Play a failure again, and print whether it is still there."""
    from dig_envs.training.show.console import show
    from dig_envs.training.studies import fuzz

    failure = fuzz.replay(path)
    if failure is None:
        show("This game is sound now.")
        return 0
    show(f"FAILED: {failure.what}\n{failure.scene}")
    return FAILED


def table(report: "Report") -> "Table":
    """Tabulate a run: a row for each configuration, with the truncated shares, for each way of playing, and for all."""
    from dig_envs.training.show.tables import new_table

    ways = list(dict.fromkeys(row.play for row in report.rows))
    right = ("moves", "games", "moves/s", *(f"truncated: {way}" for way in ways))
    title = f"{report.game}: {report.moves:,} moves" + (", stopped" if report.stopped else "")
    found = new_table(title, ("configuration",), right)
    for name in dict.fromkeys(row.configuration for row in report.rows):
        rows = [row for row in report.rows if row.configuration == name]
        found.add_row(name, *_totals(rows), *(_truncated(rows, way) for way in ways))
    found.add_section()
    for way in ways:
        found.add_row(f"all, {way}", *_totals([row for row in report.rows if row.play == way]))
    found.add_row("all", *_totals(report.rows), style="bold")
    return found


def _totals(rows: "list[Row]") -> tuple[str, str, str]:
    moves, games, seconds = sum(row.moves for row in rows), sum(row.games for row in rows), sum(row.seconds for row in rows)
    return f"{moves:,}", f"{games:,}", f"{moves / seconds:,.0f}" if seconds else ""


def _truncated(rows: "list[Row]", way: str) -> str:
    games = sum(row.games for row in rows if row.play == way)
    return f"{sum(row.truncated for row in rows if row.play == way) / games:.2%}" if games else ""


def _whole(moves: float) -> int:
    """Return a number of moves as it is meant, 1e8 too."""
    if not 1 <= moves < 2**63 or moves != int(moves):
        raise ArgumentError(f"--moves is a whole number of 1 or more, such as 1e6, not {moves:g}")
    return int(moves)


def parser() -> Parser:
    """Make the parser of the arguments."""
    found = Parser("fuzz", __doc__, EXAMPLES)
    add_game(found, required=False)
    add_options(found)
    found.add_argument("--moves", type=float, default=1e6, metavar="N", help="how many, in all (default: 1e6)")
    found.add_argument("--features", metavar="SET", help="a feature set whose floats are checked too")
    found.add_argument("--seed", type=int, default=0, metavar="S", help="of the first games (default: 0)")
    found.add_argument(
        "--folder", type=Path, default=Path(), metavar="PATH", help="where a failure's file goes (default: here)"
    )
    found.add_argument("--replay", type=Path, metavar="FILE", help="play the game of a failure's file again")
    return found
