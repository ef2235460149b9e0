"""Write the tables of `docs/language-model-benchmark.md` from docs/data/text.json."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from dig_envs.core.catalogue import game_of
from dig_envs.core.game import FULL
from dig_envs.training.studies.text import report
from dig_envs.utils.files import replace
from website.game_tables import table

DATA = Path("docs/data/text.json")
FOUND = "results.json"  # of `dig-envs study text`
REGRET = Path("docs/data/regret.jsonl")  # of `python -m benchmarks.regret`


def add(folders: Iterable[Path]) -> None:
    """Add results of `dig-envs study text` to the data; a result replaces that of the same game, options and model."""
    results = {_key(row): row for row in read()}
    for folder in folders:
        row = json.loads((folder / FOUND).read_text("utf-8"))
        results[_key(row)] = row
    replace(DATA, (json.dumps(list(results.values()), indent=1) + "\n").encode())


def _key(row: dict[str, Any]) -> str:
    return json.dumps([row["game"], row["model"], row["options"]])


def read() -> list[dict[str, Any]]:
    """Return the results, in the order in which they were added."""
    return json.loads(DATA.read_text("utf-8")) if DATA.exists() else []


def tables() -> dict[str, str]:
    """Return the tables of the data by the names of their markers."""
    results = sorted(read(), key=lambda row: game_of(row["game"]).title)
    reported = [(row, report.parts(row)) for row in results]
    by_kind = {}
    for number, marker in enumerate(("strength", "positions", "exploitability", "cost")):
        columns = reported[0][1][number][1] if reported else []
        rows = [[*_about(row), *cells] for row, parts in reported for cells in parts[number][2]]
        by_kind[marker] = table(("game", "player", *columns), rows)
    return {
        **by_kind,
        "budget": table(("game", "±5 points of win share", "±0.01 of regret"), _budgets(results)),
        "regret": table(("game", "agents", "rank correlation", "decisions", "games"), _correlations()),
    }


def _about(row: dict[str, Any]) -> tuple[str, str]:
    variant = row["options"].get("variant", FULL)
    title = game_of(row["game"]).title
    return title if variant == FULL else f"{title}, {variant}", report.name_of(row["model"])


def _budgets(rows: list[dict]) -> list[list[str]]:
    needed = {_about(row)[0]: row["budget"] for row in rows if row["budget"]["decisions"]}
    return [
        [name, f"{each['games']:,} games of {each['deals']:,} deals", f"{each['decisions']:,} decisions"]
        for name, each in needed.items()
    ]


def _correlations() -> list[list[str]]:
    rows = map(json.loads, REGRET.read_text("utf-8").splitlines()) if REGRET.exists() else []
    return [
        [game_of(row["game"]).title, f"{len(row['agents'])}", f"{row['rank_correlation']:.2f}", _count(row["decisions"]),
         _count(row["games"])]
        for row in rows
    ]  # fmt: skip


def _count(number: int | None) -> str:
    return "-" if number is None else f"{number:,}"
