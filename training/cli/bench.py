"""Measure how fast games are played, side by side with PettingZoo's connect_four_v3 where that is installed.

With `--game` one game is measured in every form. With `--all` every game is measured in one form: compiled random play at 1,024
tables on one thread, as a ratio to connect_four_v3 in the same run, with the bytes that a step writes and how long memset takes
for as many. With `--threads` stepping and sampling are measured on one thread and on as many as the batch chooses, from 64 to
16,384 tables: all games, or the one that `--game` names. With `--search` playouts and moves a second on one thread are
measured, by random, greedy and expert play, and what a decision of the default search takes: all games, or one.
"""

import json
import sys
from contextlib import redirect_stdout
from typing import TYPE_CHECKING

import dig_envs
from dig_envs.core.errors import ArgumentError
from dig_envs.training.cli.arguments import Parser, add_game

if TYPE_CHECKING:
    from dig_envs.training.bench.one_game import Bench, Rate

EXAMPLES = """
dig-envs bench --game dig_v0
dig-envs bench --game dig_v0 --json
dig-envs bench --all
dig-envs bench --all --json
dig-envs bench --threads
dig-envs bench --threads --game dig_v0 --json
dig-envs bench --search
dig-envs bench --search --game dig_v0 --json
"""


def main(arguments: list[str]) -> None:
    """Measure, and print a table or one JSON object."""
    given = parser().parse_args(arguments)
    if given.threads + given.search + given.all > 1:
        raise ArgumentError("choose one of --all, --threads and --search")
    if given.threads:
        return _threads(given.game, given.json)
    if given.search:
        return _search(given.game, given.json)
    if bool(given.game) == given.all:
        raise ArgumentError("name one game with --game, or measure them --all")
    if given.all:
        return _all(given.json)
    dig_envs.game_of(given.game)
    from dig_envs.training.bench import one_game

    with redirect_stdout(sys.stderr):
        measured = one_game.run(given.game)
    if given.json:
        print(json.dumps(measured.as_dict()))
    else:
        _show(measured)


def _all(as_json: bool) -> None:
    """Measure all games, and print a table or one JSON object."""
    from dig_envs.training.bench import all_games
    from dig_envs.training.show.console import show

    with redirect_stdout(sys.stderr):
        rows = all_games.run()
    if as_json:
        print(json.dumps(all_games.as_dict(rows)))
    else:
        show(all_games.table(rows))


def _threads(game: str | None, as_json: bool) -> None:
    """Measure what threads bring, and print a table or one JSON object."""
    games = [dig_envs.game_of(game).id] if game else ()
    from dig_envs.training.bench import threads as bench_threads
    from dig_envs.training.show.console import show

    with redirect_stdout(sys.stderr):
        rows = bench_threads.run(games)
    if as_json:
        print(json.dumps({"threads": [row.as_dict() for row in rows]}))
    else:
        show(bench_threads.table(rows))


def _search(game: str | None, as_json: bool) -> None:
    """Measure playouts and searches, and print a table or one JSON object."""
    games = [dig_envs.game_of(game).id] if game else ()
    from dig_envs.training.bench import search
    from dig_envs.training.show.console import show

    with redirect_stdout(sys.stderr):
        rows = search.run(games)
    if as_json:
        print(json.dumps(search.as_dict(rows)))
    else:
        show(search.table(rows))


def parser() -> Parser:
    """Make the parser of the arguments."""
    found = Parser("bench", __doc__, EXAMPLES)
    add_game(found, required=False)
    found.add_argument("--all", action="store_true", help="measure all games, in one table")
    found.add_argument("--threads", action="store_true", help="measure what threads bring, for all games or one")
    found.add_argument("--search", action="store_true", help="measure playouts and searches, for all games or one")
    found.add_argument("--json", action="store_true", help="print one JSON object, and nothing else")
    return found


def _show(measured: "Bench") -> None:
    from dig_envs.training.show.console import show
    from dig_envs.training.show.tables import new_table

    base = measured.connect_four
    columns = ("median", "best", "against connect_four_v3") if base else ("median", "best")
    table = new_table(f"{measured.game}: agent steps a second", ("what", "tables", "threads"), columns)

    def add(what: str, tables: int, threads: int, rate: "Rate") -> None:
        cells = [f"{rate.median:,.0f}", f"{rate.best:,.0f}"] + ([f"{rate.against(base):,.1f} times"] if base else [])
        table.add_row(what, f"{tables:,}", str(threads), *cells)

    for what, rates in (("compiled random play", measured.random_loop), ("batch.step", measured.batch_step)):
        for tables, by_threads in rates.items():
            for threads, rate in by_threads.items():
                add(what, tables, threads, rate)
    add("env.last, env.step", 1, 1, measured.aec)
    if base:
        add("connect_four_v3", 1, 1, base)
    show(
        table,
        f"import dig_envs: {measured.import_seconds:.2f} s",
        f"import to first step: {measured.compile_seconds:.2f} s compiling, {measured.load_seconds:.2f} s in later processes",
    )
