"""Write what a session found into the documentation: `python -m benchmarks.peers.page`.

It takes `peers.json` of a session in which all peers were measured, keeps it in docs/data, draws docs/images/peers.svg, and
writes the tables of docs/peers.md and of the README.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.peers.environments import PEERS, ROOT
from benchmarks.peers.plot import draw
from benchmarks.peers.report import line, markdown, rate, shown

TITLES = {peer.name: peer.title for peer in PEERS}
DATA = ROOT / "docs/data/peers.json"
PLOT = ROOT / "docs/images/peers.svg"
PAGE = ROOT / "docs/peers.md"
README = ROOT / "README.md"
END = "<!-- end -->"
CHOSEN = (  # of the README, by peer, game and form
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
HEADER = (
    "",
    "form",
    "floats observed",
    "steps/s, 1 thread",
    "2 threads",
    "copy of a game, µs",
    "playouts/s",
    "decisions in one",
    "PPO steps/s",
)


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the pages."""
    parser = argparse.ArgumentParser(
        "python -m benchmarks.peers.page", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("session", type=Path, nargs="?", default=Path("build/peers/peers.json"), help="what was found")
    found = json.loads(parser.parse_args(arguments).session.read_text())
    DATA.write_text(json.dumps(found, indent=1) + "\n")
    draw(found, TITLES, PLOT)
    for path in (PAGE, README):
        path.write_text(filled(path.read_text(), found))
        print(f"written: {path.relative_to(ROOT)}")


def filled(text: str, found: dict[str, Any]) -> str:
    """Return a page with its tables as the session found them; they stand between marks that name them."""
    for name, table in (("peers", everything(found)), ("speed", chosen(found))):
        mark = f"<!-- {name}, written by `python -m benchmarks.peers.page` -->\n"
        before, marked, after = text.partition(mark)
        if marked:
            text = f"{before}{mark}\n{table}\n{END}{after.partition(END)[2]}"
    return text


def everything(found: dict[str, Any]) -> str:
    """Return the table of the session, without its heading."""
    return markdown(found, TITLES).split("\n\n", 1)[1]


def chosen(found: dict[str, Any]) -> str:
    """Return the README's table: some rows, and of each some columns."""
    rows = {(row["peer"], row["game"], row["form"]): row for row in found["rows"]}
    lines = [line(HEADER), line(["---"] * len(HEADER))]
    return "\n".join([*lines, *(line(_cells(rows[key])) for key in CHOSEN)]) + "\n"


def _cells(row: dict[str, Any]) -> list[str]:
    clone = rate(row, "clone")
    title = TITLES[row["peer"]]
    name = f"{f'**{title}**' if row['peer'] == 'ours' else title} `{row['game']}`"
    figures = [rate(row, "steps_1"), rate(row, "steps_2"), clone and 1e6 / clone, rate(row, "playouts")]
    decisions = row["figures"].get("playouts", {}).get("decisions")
    return [shown(cell) for cell in (name, row["form"], row["floats"], *figures, decisions, rate(row, "ppo"))]


if __name__ == "__main__":
    main()
