"""Read and write the data of the strength page, and write the page and its pictures from the data."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from dig_envs.agents.measured import FILE as RATINGS
from dig_envs.core.agent_names import AgentRating
from dig_envs.core.errors import ArgumentError
from dig_envs.training.arena.ratings import Estimate, Pair
from dig_envs.utils.files import read_bounded, replace
from maintenance.strength.exploits import EXPLOITS, read_exploits
from maintenance.strength.page import IMAGES, draw, page_of
from maintenance.strength.playing import Budget
from maintenance.strength.summary import AgentSummary, Summary

DATA, PAGE = "data/strength.json", "strength.md"
MAX_DATA = 1 << 26  # bytes of the data
DIGITS = 5
ESTIMATES = ("win_share", "last_share", "score_margin")


def write(folder: Path, summaries: Sequence[Summary], machine: str, drawn: Sequence[Summary]) -> None:
    """Write data, page and pictures.

    Args:
        folder: the folder of the pages.
        summaries: all summaries.
        machine: the machine on which the speeds were measured.
        drawn: the summaries whose pictures are drawn.

    Raises:
        ArgumentError: a file cannot be written.
    """
    ordered = sorted(summaries, key=lambda summary: (summary.game, summary.num_players))
    content = {"machine": machine, "summaries": [_rounded(asdict(summary)) for summary in ordered]}
    try:
        replace(folder / DATA, (json.dumps(content, indent=1) + "\n").encode())
        replace(folder / PAGE, page_of(*read(folder / DATA), read_exploits(folder / EXPLOITS)).encode())
    except OSError as error:
        raise ArgumentError(f"{folder} cannot be written: {error.strerror}") from error
    draw(drawn, folder / IMAGES)


def write_ratings(summaries: Sequence[Summary]) -> None:
    """Write the ratings that are part of the package."""
    replace(RATINGS, ratings_text(summaries).encode())


def ratings_text(summaries: Sequence[Summary]) -> str:
    """Return the ratings of the package as JSON: an `AgentRating` by game, number of players and agent."""
    ratings: dict[str, dict[int, dict[str, AgentRating]]] = {}
    for summary in summaries:
        ratings.setdefault(summary.game, {})[summary.num_players] = {row.name: _rating(summary, row) for row in summary.rows}
    return json.dumps(ratings, indent=0) + "\n"


def _rating(summary: Summary, row: AgentSummary) -> AgentRating:
    rating, pair = row.rating, summary.against_strongest(row.name)
    share = (pair.win_share.value, pair.win_share.low, pair.win_share.high) if pair else (None, None, None)
    return AgentRating(row.about, rating.value, rating.low, rating.high, summary.strongest, *share)


def read(path: Path) -> tuple[list[Summary], str]:
    """Return the summaries of a file of data, and the machine of the speeds; no summaries if there is no file.

    Raises:
        ArgumentError: the file has other content.
    """
    if not path.exists():
        return [], ""
    try:
        content = json.loads(read_bounded(path, MAX_DATA))
        return [_summary_from(plain) for plain in content["summaries"]], str(content["machine"])
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise ArgumentError(f"{path} holds no strengths: {error!r}") from error


def _rounded(value: Any) -> Any:
    """Return plain data with all floats rounded."""
    if isinstance(value, float):
        return round(value, DIGITS if abs(value) < 10 else 1)
    if isinstance(value, dict):
        return {key: _rounded(item) for key, item in value.items()}
    return [_rounded(item) for item in value] if isinstance(value, list | tuple) else value


def _summary_from(plain: dict[str, Any]) -> Summary:
    rows = tuple(AgentSummary(**{**row, "rating": Estimate(**row["rating"])}) for row in plain["rows"])
    pairs = tuple(Pair(**{**pair, **{name: Estimate(**pair[name]) for name in ESTIMATES}}) for pair in plain["pairs"])
    return Summary(**{**plain, "rows": rows, "pairs": pairs, "budget": Budget(**plain["budget"])})
