"""Write the tables of the pages from code and data: `python -m website.fill [FOLDER ...]`; a test compares.

Each FOLDER is the output of `dig-envs study seeds`, whose data are added to the data of the pages.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from dig_envs.core.catalogue import game_of, games
from website import command_table, exact_page, hyperparameters, learning_curves
from website.game_tables import filled, page_of, tables_of


def tables() -> dict[Path, dict[str, str]]:
    """Return the tables of each page by the names of their markers."""
    pages = {page_of(game): tables_of(game) | learning_curves.tables_of(game) for game in map(game_of, games())}
    return {
        **{page: own for page, own in pages.items() if page.exists()},  # no page for a game of another package
        Path("docs/commands.md"): command_table.tables(),
        Path("docs/exact.md"): exact_page.tables(),
        Path("docs/training/hyperparameters.md"): hyperparameters.tables(),
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Add the data of the folders, and write the tables."""
    parser = argparse.ArgumentParser(
        "python -m website.fill", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", metavar="FOLDER", type=Path, nargs="*", help="output of dig-envs study seeds")
    for folder in parser.parse_args(arguments).folders:
        learning_curves.add(folder)
    for page, own in tables().items():
        page.write_text(filled(page.read_text("utf-8"), own), "utf-8")
        print(page, file=sys.stderr)


if __name__ == "__main__":
    main()
