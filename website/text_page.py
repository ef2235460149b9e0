"""Write the tables of `docs/language-model-benchmark.md` from docs/data/text.json."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from dig_envs.core.catalogue import game_of
from dig_envs.training.arena.ratings import Estimate
from dig_envs.utils.files import replace
from website.game_tables import table

DATA = Path("docs/data/text.json")
FOUND = "results.json"  # of `dig-envs study text`
REGRET = Path("docs/data/regret.jsonl")  # of `python -m benchmarks.regret`


def add(folders: Iterable[Path]) -> None:
    """Add results of `dig-envs study text` to the data; a result replaces an earlier one of the same game and model."""
    results = {(row["game"], row["model"]): row for row in read()}
    for folder in folders:
        row = json.loads((folder / FOUND).read_text("utf-8"))
        results[row["game"], row["model"]] = row
    replace(DATA, (json.dumps(list(results.values()), indent=1) + "\n").encode())


def read() -> list[dict[str, Any]]:
    """Return the results, in the order in which they were added."""
    return json.loads(DATA.read_text("utf-8")) if DATA.exists() else []


def tables() -> dict[str, str]:
    """Return the tables of the data by the names of their markers."""
    rows = sorted(read(), key=lambda row: game_of(row["game"]).title)
    return {
        "strength": table(("game", "player", "anchor", "games", "win share", "at random"), _strength(rows)),
        "positions": table(("game", "player", "text", "decisions", "legal at first", "regret", "difference"), _positions(rows)),
        "exploitability": table(("game", "player", "variant", "NashConv"), _exact(rows)),
        "cost": table(("game", "player", "tokens in", "tokens out", "seconds"), _costs(rows)),
        "budget": table(("game", "±5 points of win share", "±0.01 of regret"), _budgets(rows)),
        "regret": table(("game", "agents", "rank correlation", "decisions", "games"), _correlations()),
    }


def _strength(rows: list[dict]) -> list[list[str]]:
    return [
        [*_names(row), each["anchor"], f"{each['games']:,}", _percent(each["win_share"]), f"{_at_random(each['usage']):.1%}"]
        for row in rows
        for each in row["strength"]
    ]


def _positions(rows: list[dict]) -> list[list[str]]:
    return [
        [*_names(row), each["name"], f"{each['usage']['decisions']:,}", _percent(each["legal"]), _signed(each["regret"]),
         _signed(each["difference"]) if each["difference"] else ""]
        for row in rows
        for each in row["conditions"]
    ]  # fmt: skip


def _exact(rows: list[dict]) -> list[list[str]]:
    return [[*_names(row), variant, f"{each['nash_conv']:.4f}"] for row in rows for variant, each in row["exact"].items()]


def _costs(rows: list[dict]) -> list[list[str]]:
    """Return the cost of a decision under the first condition, of models that count tokens."""
    first = [(row, row["conditions"][0]["usage"]) for row in rows if row["conditions"]]
    return [
        [*_names(row), *(f"{used[kind] / used['decisions']:,.0f}" for kind in ("prompt_tokens", "completion_tokens")),
         f"{used['seconds'] / used['decisions']:.1f}"]
        for row, used in first
        if used["prompt_tokens"]
    ]  # fmt: skip


def _budgets(rows: list[dict]) -> list[list[str]]:
    needed = {row["game"]: row["budget"] for row in rows if row["budget"]["decisions"]}
    return [
        [game_of(name).title, f"{each['games']:,} games of {each['deals']:,} deals", f"{each['decisions']:,} decisions"]
        for name, each in needed.items()
    ]


def _correlations() -> list[list[str]]:
    rows = map(json.loads, REGRET.read_text("utf-8").splitlines())
    return [
        [game_of(row["game"]).title, f"{len(row['agents'])}", f"{row['rank_correlation']:.2f}", f"{row['decisions']:,}",
         f"{row['games']:,}"]
        for row in rows
    ]  # fmt: skip


def _names(row: dict) -> tuple[str, str]:
    return game_of(row["game"]).title, row["model"].partition("@http")[0]


def _at_random(usage: dict) -> float:
    return usage["random_actions"] / max(usage["decisions"], 1)


def _percent(share: dict) -> str:
    return f"{100 * share['value']:.1f} % ({100 * share['low']:.1f} to {100 * share['high']:.1f})"


def _signed(estimate: dict) -> str:
    found = Estimate(**estimate)
    return f"{found.value:+.3f} ({found.low:+.3f} to {found.high:+.3f})"
