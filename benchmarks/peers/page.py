"""Write the results of a session into the documentation: `python -m benchmarks.peers.page`.

The session is a `peers.json` with measurements of all peers. The command copies it to docs/data, draws docs/images/peers.svg,
and writes the tables of docs/peers.md.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.peers import report
from benchmarks.peers.environments import ROOT, TITLES, PeerError
from benchmarks.peers.plot import draw
from website.game_tables import filled

DATA = ROOT / "docs/data/peers.json"
PLOT = ROOT / "docs/images/peers.svg"
PAGE = ROOT / "docs/peers.md"
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


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the page."""
    parser = argparse.ArgumentParser(
        "python -m benchmarks.peers.page", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("session", type=Path, nargs="?", default=Path("build/peers/peers.json"), help="results of a session")
    given = parser.parse_args(arguments)
    written = given.session.read_text()
    results = json.loads(written)
    try:
        new = tables(results)
    except PeerError as error:
        parser.error(f"{given.session}: {error}")
    DATA.write_text(written)
    draw(results, TITLES, PLOT)
    PAGE.write_text(filled(PAGE.read_text(), new))
    print(f"written: {PAGE.relative_to(ROOT)}")


def tables(results: dict[str, Any]) -> dict[str, str]:
    """Build the tables of the page by name: "speed" has the selected rows and columns, "peers" all.

    Raises:
        PeerError: the session lacks a selected row or column.
    """
    _, everything = report.markdown(results, TITLES).split("\n\n", 1)
    rows = {(row["peer"], row["game"], row["form"]): row for row in results["rows"] if "error" not in row}
    missing = [" ".join(key) for key in SELECTED if key not in rows]
    missing += [column for column in COLUMNS.values() if column not in report.header(results["threads"])]
    if missing:
        raise PeerError(f"this session lacks {', '.join(missing)}; measure all with python -m benchmarks.peers")
    names = ["", *COLUMNS]
    selected = [names, ["---"] * len(names), *(_cells(rows[key], results["threads"]) for key in SELECTED)]
    return {"peers": everything.rstrip("\n"), "speed": "\n".join(map(report.line, selected))}


def _cells(row: dict[str, Any], threads: Sequence[int]) -> list[str]:
    """Return the cells of a row of the first table."""
    cells = dict(zip(report.header(threads), report.cells(row, threads, TITLES), strict=True))
    title = f"**{cells['peer']}**" if row["peer"] == "ours" else cells["peer"]
    return [f"{title} `{cells['game']}`", *(cells[column] for column in COLUMNS.values())]


if __name__ == "__main__":
    main()
