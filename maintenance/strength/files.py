"""Read and write the data of the strength page, and write the page and its pictures from them."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from dig_envs.core.errors import ArgumentError
from dig_envs.training.arena.ratings import Estimate, Pair
from dig_envs.utils.files import read_bounded, replace
from maintenance.strength.exploits import EXPLOITS, read_exploits
from maintenance.strength.page import IMAGES, draw, page_of
from maintenance.strength.playing import Budget
from maintenance.strength.summary import Row, Summary

DATA, PAGE = "data/strength.json", "strength.md"
MOST_DATA = 1 << 26
DIGITS = 5
ESTIMATES = ("win_share", "last_share", "score_margin")


def write(folder: Path, summaries: Sequence[Summary], machine: str, drawn: Sequence[Summary]) -> None:
    """Write data, page and pictures.

    Args:
        folder: of the pages.
        summaries: all of them.
        machine: what decisions were timed on.
        drawn: those whose pictures are drawn anew.

    Raises:
        ArgumentError: a file can't be written.
    """
    content = {"machine": machine, "summaries": [_plain(asdict(one)) for one in sorted(summaries, key=_place)]}
    try:
        replace(folder / DATA, (json.dumps(content, indent=1) + "\n").encode())
        replace(folder / PAGE, page_of(*read(folder / DATA), read_exploits(folder / EXPLOITS)).encode())
    except OSError as error:
        raise ArgumentError(f"{folder} can't be written: {error.strerror}") from error
    draw(drawn, folder / IMAGES)


def read(path: Path) -> tuple[list[Summary], str]:
    """Return the summaries of a file of data, and what decisions were timed on; none where there is no file yet.

    Raises:
        ArgumentError: the file is something else.
    """
    if not path.exists():
        return [], ""
    try:
        found = json.loads(read_bounded(path, MOST_DATA))
        return [_summary_of(summary) for summary in found["summaries"]], str(found["machine"])
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise ArgumentError(f"{path} holds no strengths: {error!r}") from error


def _place(summary: Summary) -> tuple[str, int]:
    return summary.game, summary.num_players


def _plain(value: Any) -> Any:
    """Return data with numbers of a few digits."""
    if isinstance(value, float):
        return round(value, DIGITS if abs(value) < 10 else 1)
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value


def _summary_of(found: dict[str, Any]) -> Summary:
    rows = tuple(Row(**{**row, "rating": Estimate(**row["rating"])}) for row in found["rows"])
    pairs = tuple(Pair(**{**pair, **{name: Estimate(**pair[name]) for name in ESTIMATES}}) for pair in found["pairs"])
    return Summary(**{**found, "rows": rows, "pairs": pairs, "budget": Budget(**found["budget"])})
