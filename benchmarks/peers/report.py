"""Write the results of a session as JSON and as a table in Markdown."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

NONE = "–"
EXPLAINED = """
Steps: decisions per second of random legal play, with the observation and the legal actions of the deciding seat, resets
included; *without observation*: the same without observations. Several threads are threads of the library if it has them
(*threads*), or independent processes whose rates add up (*processes*). *Clone*: a copy of one game. *Playouts*: random games
from copies of positions in mid-game. *PPO*: decisions of the learner per second, learning included:
sb3-contrib's MaskablePPO for our games, OpenSpiel's PPO for its `connect_four`. Floats per
second are steps on one thread times the floats of an observation; games per second are steps divided by the decisions of a
random game.
"""
COLUMNS = (
    "peer",
    "game",
    "form",
    "tables",
    "floats observed",
    "bytes with mask",
    "decisions per game",
)
FIGURES = (
    "by",
    "floats/s",
    "games/s",
    "steps/s without observation",
    "clone µs",
    "playouts/s",
    "decisions per playout",
    "PPO steps/s",
)


def write(results: dict[str, Any], titles: dict[str, str], folder: Path) -> None:
    """Write `peers.json` and `peers.md` into a folder, which is made if it does not exist."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "peers.json").write_text(json.dumps(results, indent=1) + "\n")
    (folder / "peers.md").write_text(markdown(results, titles))


def markdown(results: dict[str, Any], titles: dict[str, str]) -> str:
    """Return the table with remarks and failures below it, as Markdown."""
    threads = results["threads"]
    names = header(threads)
    title = "# Side by side with peers"
    lines = [f"{title}\n\n{results['machine']}; {results['turns']} turns of {results['seconds']} s, medians.\n"]
    lines += [line(names), line(["---"] * len(names))]
    lines += [line(cells(row, threads, titles)) for row in results["rows"] if "error" not in row]
    lines += [EXPLAINED, *_notes(results, titles)]
    return "\n".join(lines) + "\n"


def header(threads: Sequence[int]) -> list[str]:
    """Return the names of the table's columns."""
    return [*COLUMNS, *(f"steps/s, {count} thread{'s' * (count > 1)}" for count in threads), *FIGURES]


def cells(row: dict[str, Any], threads: Sequence[int], titles: dict[str, str]) -> list[str]:
    """Return the cells of a subject; missing values are dashes."""
    steps = [rate(row, f"steps_{count}") for count in threads]
    decisions, first = row["decisions"], steps[0]
    clone = rate(row, "clone")
    about = [titles[row["peer"]], row["game"], row["form"], row["tables"], row["floats"], row["bytes"], decisions]
    figures = [
        *steps,
        row["parallel"],
        first and first * row["floats"],
        first and decisions and first / decisions,
        rate(row, "moves"),
        clone and 1e6 / clone,
        rate(row, "playouts"),
        row["figures"].get("playouts", {}).get("decisions"),
        rate(row, "ppo"),
    ]
    return [shown(cell) for cell in (*about, *figures)]


def rate(row: dict[str, Any], key: str) -> float | None:
    """Return a rate per second; None without a measurement."""
    return row["figures"].get(key, {}).get("rate")


def shown(cell: Any) -> str:
    """Return a cell as text; numbers have at least three significant digits."""
    if cell is None:
        return NONE
    if isinstance(cell, str):
        return cell
    if isinstance(cell, int) or cell >= 100:
        return f"{cell:,.0f}"
    return f"{cell:.3g}"


def line(parts: Sequence[str]) -> str:
    """Return a row of a table in Markdown."""
    return f"| {' | '.join(parts)} |"


def _notes(results: dict[str, Any], titles: dict[str, str]) -> list[str]:
    notes = [f"{titles[name]} {version}." for name, version in results["versions"].items()]
    remarks: dict[tuple[str, str], list[str]] = {}
    for row in results["rows"]:
        if row.get("remark"):
            remarks.setdefault((row["peer"], row["remark"]), []).append(row["game"])
    notes += [f"{titles[peer]}, {', '.join(games)}: {remark}." for (peer, remark), games in remarks.items()]
    for row in results["rows"]:
        where = f"{titles[row['peer']]}, {row['game']}"
        if "error" in row:
            notes.append(f"{where} was not measured: {row['error']}")
        notes += [f"{where}, {measure}: {error}" for measure, error in row.get("errors", {}).items()]
    notes += [f"{titles[name]} was not measured, or not to the end: {why}" for name, why in results["failures"].items()]
    return [f"- {note}" for note in notes]
