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


def tables(study: "TextStudy", price: tuple[float, float] | None = None) -> "list[Table]":
    """Return a table each of strength, positions, exploitability and cost; those without rows are left out.

    Args:
        study: the study.
        price: the money for a million tokens in and a million tokens out.
    """
    return [_table(*part) for part in _parts(study, price) if part[2]]


def write(study: "TextStudy", folder: Path, price: tuple[float, float] | None = None) -> None:
    """Write `results.json`, `games.csv`, `answers.csv`, `transcripts.jsonl` and `summary.md`."""
    folder.mkdir(parents=True, exist_ok=True)
    games = [["anchor", "deal", "seats", "win_share", "margin"]]
    games += [[row.anchor, row.deal, " ".join(map(str, row.seats)), row.win_share, row.margin] for row in study.games]
    answers = [["condition", "position", "action", "refusal", "regret"]]
    answers += [[row.condition, row.position, row.action or "", row.refusal or "", row.regret] for row in study.answers]
    talks = [{"condition": row.condition, "position": row.position, "messages": row.messages} for row in study.answers]
    files = {
        "results.json": json.dumps(study.as_dict(), indent=1) + "\n",
        "games.csv": _csv(games),
        "answers.csv": _csv(answers),
        "transcripts.jsonl": "".join(json.dumps(talk) + "\n" for talk in talks),
        "summary.md": summary(study, price),
    }
    for name, words in files.items():
        replace(folder / name, words.encode("utf-8", "replace"))


def summary(study: "TextStudy", price: tuple[float, float] | None = None) -> str:
    """Return the tables as Markdown."""
    parts = [f"# {study.model}: {study.game}, {study.version}", budget_line(study.budget)]
    for title, columns, rows in _parts(study, price):
        if rows:
            lines = [columns, ["---"] * len(columns), *rows]
            parts += [f"## {title}", "\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in line)} |" for line in lines)]
    return "\n\n".join(parts) + "\n"


def budget_line(needed: "Budget") -> str:
    """Say what narrow intervals need."""
    return (
        f"An interval of ±5 points of win share takes {needed.deals:,} deals ({needed.games:,} games) against one anchor, "
        f"and ±0.01 of regret {needed.decisions:,} decisions."
    )


Part = tuple[str, list[str], list[list[str]]]  # title, columns, rows


def _parts(study: "TextStudy", price: tuple[float, float] | None) -> list[Part]:
    name = study.model
    strength = [
        [row.anchor, f"{row.games:,}", share_with_interval(row.win_share), _number(row.margin, 2), *_at_random(row.usage)]
        for row in study.strength
    ]
    positions = [
        [row.name, f"{row.usage.decisions:,}", share_with_interval(row.legal), _kinds(row.refusals), _number(row.regret),
         "" if row.difference is None else _number(row.difference)]
        for row in study.conditions
    ]  # fmt: skip
    exploitability = [
        [variant, *(" / ".join(f"{value:+.3f}" for value in values) for values in (row.values, row.best_response_values)),
         f"{row.nash_conv:.4f}"]
        for variant, row in study.exact.items()
    ]  # fmt: skip
    used = [(f"against {row.anchor}", row.usage) for row in study.strength] + [
        (row.name, row.usage) for row in study.conditions
    ]
    costs = [[where, *_cost(usage, price)] for where, usage in used if usage.prompt_tokens or usage.seconds]
    money = ["money"] if price else []
    return [
        (f"{name} against anchors", ["anchor", "games", "win share", "margin", "decisions at random"], strength),
        (f"{name} at fixed positions", ["text", "decisions", "legal at first", "refused", "regret", "difference"], positions),
        (f"{name} in all seats of a variant", ["variant", "values", "best responses", "NashConv"], exploitability),
        ("Cost of a decision", ["", "tokens in", "tokens out", "seconds", *money], costs),
    ]


def _table(title: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> "Table":
    table = new_table(title, tuple(columns[:1]), tuple(columns[1:]))
    for first, *rest in rows:
        table.add_row(shown(first), *rest)
    return table


def _number(estimate: Estimate, digits: int = 3) -> str:
    return f"{estimate.value:+.{digits}f} ({estimate.low:+.{digits}f} to {estimate.high:+.{digits}f})"


def _at_random(usage: Any) -> list[str]:
    return [f"{usage.random_actions / max(usage.decisions, 1):.1%}"]


def _kinds(refusals: dict[str, int]) -> str:
    return ", ".join(f"{count:,} {kind}" for kind, count in sorted(refusals.items())) or "0"


def _cost(usage: Any, price: tuple[float, float] | None) -> list[str]:
    decisions, tokens = max(usage.decisions, 1), (usage.prompt_tokens, usage.completion_tokens)
    money = (
        [f"{sum(count * each for count, each in zip(tokens, price, strict=True)) / MILLION / decisions:.6f}"] if price else []
    )
    return [*(f"{count / decisions:,.0f}" for count in tokens), f"{usage.seconds / decisions:.2f}", *money]


def _csv(rows: list[list[Any]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()
