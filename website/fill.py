"""Write the generated parts of the pages from code and data: `python -m website.fill`; tests compare.

New data are copied into docs/data first, and their pictures are drawn.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from dig_envs.core.catalogue import game_of, games
from website import (
    benchmark_page,
    command_table,
    exact_page,
    hyperparameters,
    learning_curves,
    peers_page,
    recipes_page,
    strength_bars,
    text_page,
)
from website.game_tables import filled, page_of, tables_of


def tables() -> dict[Path, dict[str, str]]:
    """Return the tables of each page by the names of their markers."""
    pages = {page_of(game): tables_of(game) | learning_curves.tables_of(game) for game in map(game_of, games())}
    return {
        **{page: own for page, own in pages.items() if page.exists()},  # no page for a game of another package
        Path("docs/benchmark.md"): benchmark_page.tables(),
        Path("docs/commands.md"): command_table.tables(),
        Path("docs/exact.md"): exact_page.tables(),
        Path("docs/language-model-benchmark.md"): text_page.tables(),
        Path("docs/peers.md"): peers_page.tables(),
        Path("docs/training/hyperparameters.md"): hyperparameters.tables(),
        Path("docs/training/index.md"): recipes_page.tables(),
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Add new data, and write the tables and the bars of the README."""
    parser = argparse.ArgumentParser(
        "python -m website.fill", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seeds", metavar="FOLDER", type=Path, nargs="*", default=[], help="output of dig-envs study seeds")
    parser.add_argument("--benchmark", metavar="FILE", type=Path, help="output of dig-envs study benchmark")
    parser.add_argument("--peers", metavar="FILE", type=Path, help="build/peers/peers.json of python -m benchmarks.peers")
    parser.add_argument("--text", metavar="FOLDER", type=Path, nargs="*", default=[], help="output of dig-envs study text")
    given = parser.parse_args(arguments)
    for folder in given.seeds:
        learning_curves.add(folder)
    if given.benchmark:
        benchmark_page.add(given.benchmark)
    if given.text:
        text_page.add(given.text)
    if given.peers:
        peers_page.add(given.peers)
    for page, own in tables().items():
        page.write_text(filled(page.read_text("utf-8"), own), "utf-8")
        print(page, file=sys.stderr)
    strength = json.loads(strength_bars.DATA.read_text("utf-8"))
    strength_bars.PICTURE.write_text(strength_bars.drawn(strength_bars.bars(strength)), "utf-8")


if __name__ == "__main__":
    main()
