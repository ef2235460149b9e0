"""Measure how fast games run, next to PettingZoo's connect_four_v3 where it is installed.

- `GAME` alone: one game in every form.
- `--all`: every game in one form. Random play runs in compiled code, at 1,024 tables on one thread. The table has ratios to
  connect_four_v3 in the same run, the bytes that a step writes, and the time that memset takes to write them.
- `--threads`: stepping and sampling on one thread, and on the number of threads that the batch chooses, at 64 to 16,384 tables.
- `--search`: playouts and moves per second on one thread, by random, greedy and expert play, and the time of a decision of the
  default search.

`--threads` and `--search` measure all games, or GAME alone.
"""

import sys
from contextlib import redirect_stdout
from typing import TYPE_CHECKING, Any

import dig_envs
from dig_envs.core.errors import ArgumentError
from dig_envs.training.cli.arguments import Parser, add_game, add_json

if TYPE_CHECKING:
    from rich.table import Table

    from dig_envs.training.speed.one_game import FormSpeeds
    from dig_envs.training.speed.rates import Rate

EXAMPLES = """
dig-envs speed dig_v0
dig-envs speed dig_v0 --json
dig-envs speed --all
dig-envs speed --all --json
dig-envs speed --threads
dig-envs speed dig_v0 --threads --json
dig-envs speed --search
dig-envs speed dig_v0 --search --json
"""


def main(arguments: list[str]) -> None:
    """Measure, and print a table or one JSON object."""
    given = make_parser().parse_args(arguments)
    if given.threads + given.search + given.all > 1:
        raise ArgumentError("choose one of --all, --threads and --search")
    if not (given.threads or given.search) and bool(given.game) == given.all:
        raise ArgumentError("name one game, as in dig-envs speed dig_v0, or measure all games with --all")
    games = [dig_envs.game_of(given.game).id] if given.game else []
    from dig_envs.training.show.console import print_result
    from dig_envs.training.speed import all_games, one_game, search, threads

    modules: dict[str, Any] = {"threads": threads, "search": search, "all": all_games}
    chosen = next((module for name, module in modules.items() if getattr(given, name)), None)
    shown: list[Any]
    with redirect_stdout(sys.stderr):
        if chosen is None:
            speeds = one_game.run(games[0])
            measured, shown = speeds.as_dict(), [_table(speeds), *_start_times(speeds)]
        else:
            measured = chosen.run(games)
            shown = chosen.tables(measured)
    print_result(given.json, measured, *shown)


def make_parser() -> Parser:
    parser = Parser("dig-envs speed", __doc__, EXAMPLES)
    add_game(parser, required=False)
    parser.add_argument("--all", action="store_true", help="measure all games, in one table")
    parser.add_argument("--threads", action="store_true", help="measure the gain of several threads, for all games or one")
    parser.add_argument("--search", action="store_true", help="measure playouts and searches, for all games or one")
    add_json(parser)
    return parser


def _table(speeds: "FormSpeeds") -> "Table":
    from dig_envs.training.show.tables import new_table

    base = speeds.connect_four
    columns = ("median", "best", "against connect_four_v3") if base else ("median", "best")
    table = new_table(f"{speeds.game}: agent steps per second", ("loop", "tables", "threads"), columns)

    def add(loop: str, tables: int, threads: int, rate: "Rate") -> None:
        cells = [f"{rate.median:,.0f}", f"{rate.best:,.0f}"] + ([f"{rate.against(base):,.1f} times"] if base else [])
        table.add_row(loop, f"{tables:,}", str(threads), *cells)

    for loop, rates in (("compiled random play", speeds.random_loop), ("batch.step", speeds.batch_step)):
        for tables, by_threads in rates.items():
            for threads, rate in by_threads.items():
                add(loop, tables, threads, rate)
    add("env.last, env.step", 1, 1, speeds.aec)
    if base:
        add("connect_four_v3", 1, 1, base)
    return table


def _start_times(speeds: "FormSpeeds") -> list[str]:
    return [
        f"import dig_envs: {speeds.import_seconds:.2f} s",
        f"import to first step: {speeds.compile_seconds:.2f} s compiling, {speeds.load_seconds:.2f} s in later processes",
    ]
