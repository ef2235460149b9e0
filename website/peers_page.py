"""Write the tables of `docs/peers.md` from docs/data/peers.json, and draw its picture."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.peers import report
from benchmarks.peers.environments import TITLES
from benchmarks.peers.plot import draw
from dig_envs.core.errors import ArgumentError

DATA = Path("docs/data/peers.json")
PLOT = Path("docs/images/peers.svg")
SELECTED = (  # rows of the first table, by peer, game and form
    ("ours", "dig_v0", "batch"),
    ("ours", "dig_dig_v0", "batch"),
    ("ours", "lets_dig_for_treasure_v0", "batch"),
    ("ours", "two_bit_bandits_v0", "batch"),
    ("ours", "digging_bandits_v0", "batch"),
    ("pgx", "connect_four", "JAX"),
    ("pgx", "backgammon", "JAX"),
    ("pufferlib", "tripletriad", "C"),
    ("openspiel", "connect_four", "C++ from Python"),
    ("openspiel", "gin_rummy", "C++ from Python"),
    ("openspiel", "hearts", "C++ from Python"),
    ("ours", "dig_v0", "AEC"),
    ("rlcard", "gin-rummy", "Python"),
    ("pettingzoo", "connect_four_v3", "AEC"),
)
COLUMNS = {  # columns of the first table, with their names in the second
    "form": "form",
    "floats observed": "floats observed",
    "steps/s, 1 thread": "steps/s, 1 thread",
    "2 threads": "steps/s, 2 threads",
    "copy of a game, µs": "clone µs",
    "playouts/s": "playouts/s",
    "decisions in one": "decisions per playout",
    "PPO steps/s": "PPO steps/s",
}


def add(session: Path) -> None:
    """Copy the `peers.json` of a session with measurements of all peers into the documentation, and draw its picture.

    Raises:
        ArgumentError: the session lacks a selected row or column.
    """
    written = session.read_text()
    results = json.loads(written)
    tables_of(results)
    DATA.write_text(written)
    draw(results, TITLES, PLOT)


def tables() -> dict[str, str]:
    """Return the tables of the data by the names of their markers."""
    return tables_of(json.loads(DATA.read_text()))


def tables_of(results: dict[str, Any]) -> dict[str, str]:
    """Build the tables of a session: "speed" has the selected rows and columns, "peers" all.

    Raises:
        ArgumentError: the session lacks a selected row or column.
    """
    _, everything = report.markdown(results, TITLES).split("\n\n", 1)
    rows = {(row["peer"], row["game"], row["form"]): row for row in results["rows"] if "error" not in row}
    missing = [" ".join(key) for key in SELECTED if key not in rows]
    missing += [column for column in COLUMNS.values() if column not in report.header(results["threads"])]
    if missing:
        raise ArgumentError(f"this session lacks {', '.join(missing)}; measure all with python -m benchmarks.peers")
    names = ["", *COLUMNS]
    selected = [names, ["---"] * len(names), *(_cells(rows[key], results["threads"]) for key in SELECTED)]
    return {"peers": everything.rstrip("\n"), "speed": "\n".join(map(report.line, selected))}


def _cells(row: dict[str, Any], threads: Sequence[int]) -> list[str]:
    """Return the cells of a row of the first table."""
    cells = dict(zip(report.header(threads), report.cells(row, threads, TITLES), strict=True))
    title = f"**{cells['peer']}**" if row["peer"] == "ours" else cells["peer"]
    return [f"{title} `{cells['game']}`", *(cells[column] for column in COLUMNS.values())]
