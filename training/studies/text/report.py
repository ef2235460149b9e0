"""Tables of a study of texts, and its files: results, games, answers, transcripts and a summary."""

import csv
import io
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dig_envs.training.arena.ratings import Estimate, share_with_interval
from dig_envs.training.show.tables import new_table, shown
from dig_envs.utils.files import replace

if TYPE_CHECKING:
    from rich.table import Table

    from dig_envs.training.studies.text.budget import Budget
    from dig_envs.training.studies.text.study import TextStudy

MILLION = 1_000_000
VALUES = ("values", "best_response_values")
Price = tuple[float, float]  # money for a million tokens in and out
Part = tuple[str, list[str], list[list[str]]]  # title, columns, rows


def tables(study: "TextStudy", price: Price | None = None) -> "list[Table]":
    """Return a table each of strength, positions, exploitability and cost; those without rows are left out.

    Args:
        study: the study.
        price: the money for a million tokens in and a million tokens out.
    """
    filled = [part for part in parts(study.as_dict(), price) if part[2]]
    return [_table(f"{name_of(study.model)}: {title}", columns, rows) for title, columns, rows in filled]


def write(study: "TextStudy", folder: Path, price: Price | None = None) -> None:
    """Write `results.json`, `games.csv`, `answers.csv`, `transcripts.jsonl` and `summary.md`."""
    folder.mkdir(parents=True, exist_ok=True)
    games: list[list[Any]] = [["anchor", "deal", "seats", "win_share", "margin"]]
    games += [[row.anchor, row.deal, " ".join(map(str, row.seats)), row.win_share, row.margin] for row in study.games]
    answers: list[list[Any]] = [["condition", "position", "action", "refusal", "regret"]]
    answers += [[row.condition, row.position, row.action or "", row.refusal or "", row.regret] for row in study.answers]
    talks = [{"condition": row.condition, "position": row.position, "messages": row.messages} for row in study.answers]
    files = {
        "results.json": json.dumps(study.as_dict(), indent=1, allow_nan=False) + "\n",
        "games.csv": _csv(games),
        "answers.csv": _csv(answers),
        "transcripts.jsonl": "".join(json.dumps(talk) + "\n" for talk in talks),
        "summary.md": summary(study, price),
    }
    for name, words in files.items():
        replace(folder / name, words.encode("utf-8", "replace"))


def summary(study: "TextStudy", price: Price | None = None) -> str:
    """Return the tables as Markdown."""
    text = [f"# {study.model}: {study.game}, {study.version}", budget_line(study.budget)]
    for title, columns, rows in parts(study.as_dict(), price):
        if rows:
            lines = [columns, ["---"] * len(columns), *rows]
            table = "\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in line)} |" for line in lines)
            text += [f"## {title}", table]
    return "\n\n".join(text) + "\n"


def budget_line(needed: "Budget") -> str:
    """Say what narrow intervals need."""
    words = f"An interval of ±5 points of win share takes {needed.deals:,} deals ({needed.games:,} games) against one anchor"
    return words + (f", and ±0.01 of regret {needed.decisions:,} decisions." if needed.decisions else ".")


def parts(figures: dict[str, Any], price: Price | None = None) -> list[Part]:
    """Return title, columns and rows of each table, from the figures of `TextStudy.as_dict`."""
    strength = [
        [
            row["anchor"],
            f"{row['games']:,}",
            share_with_interval(Estimate(**row["win_share"])),
            _number(row["margin"], 2),
            _at_random(row["usage"]),
        ]
        for row in figures["strength"]
    ]
    positions = [
        [row["name"], f"{row['usage']['decisions']:,}", share_with_interval(Estimate(**row["legal"])), _kinds(row["refusals"]),
         _at_random(row["usage"]), _number(row["regret"]), _number(row["difference"])]
        for row in figures["conditions"]
    ]  # fmt: skip
    variants = [
        [row["variant"], *(" / ".join(f"{round(value, 3) + 0.0:.3f}" for value in row[kind]) for kind in VALUES),
         f"{row['nash_conv']:.4f}", _at_random(row["usage"])]
        for row in figures["exact"]
    ]  # fmt: skip
    used = [(f"against {row['anchor']}", row["usage"]) for row in figures["strength"]]
    used += [(row["name"], row["usage"]) for row in figures["conditions"]]
    used += [(row["variant"], row["usage"]) for row in figures["exact"]]
    costs = [[where, *_cost(usage, price)] for where, usage in used if usage["prompt_tokens"]]
    money = ["money"] if price else []
    return [
        ("games against anchors", ["anchor", "games", "win share", "margin", "at random"], strength),
        ("fixed positions", ["text", "decisions", "legal at first", "refused", "at random", "regret", "difference"], positions),
        ("all seats of a variant", ["variant", "values", "best responses", "NashConv", "at random"], variants),
        ("cost of a decision", ["where", "tokens in", "tokens out", "seconds", *money], costs),
    ]


def name_of(model: str) -> str:
    """Return the name of a player without the address and the settings of a server."""
    return model.partition("@http")[0]


def _table(title: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> "Table":
    table = new_table(title, tuple(columns[:1]), tuple(columns[1:]))
    for first, *rest in rows:
        table.add_row(shown(first), *rest)
    return table


def _number(estimate: dict[str, float] | None, digits: int = 3) -> str:
    """Return a mean with half its interval, which values that all agree do not show."""
    if estimate is None:
        return ""
    half = "?" if estimate["high"] is None else f"{estimate['high'] - estimate['value']:.{digits}f}"
    return f"{round(estimate['value'], digits) + 0.0:.{digits}f} ± {half}"


def _at_random(usage: dict[str, Any]) -> str:
    return f"{usage['random_actions'] / max(usage['decisions'], 1):.1%}"


def _kinds(refusals: dict[str, int]) -> str:
    """List the kinds of refused first answers with their numbers."""
    return ", ".join(f"{count:,} {kind}" for kind, count in sorted(refusals.items())) or "0"


def _cost(usage: dict[str, Any], price: Price | None) -> list[str]:
    decisions, tokens = max(usage["decisions"], 1), (usage["prompt_tokens"], usage["completion_tokens"])
    money = (
        [f"{sum(count * each for count, each in zip(tokens, price, strict=True)) / MILLION / decisions:.6f}"] if price else []
    )
    return [*(f"{count / decisions:,.0f}" for count in tokens), f"{usage['seconds'] / decisions:.1f}", *money]


def _csv(rows: list[list[Any]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()
