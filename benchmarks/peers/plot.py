"""Draw the results of a session: observed steps and observed floats per second, on logarithmic axes."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.peers.report import rate

COLOURS = ("#b5651d", "#3d7a8c", "#6b8e23", "#8c4f7d", "#2f2a24", "#a08c3d", "#7d3c3c")
BAR = 0.36  # half of the height of a bar, in rows
SECOND = 0.45  # opacity of the bars of more threads


def draw(results: dict[str, Any], titles: dict[str, str], path: Path) -> None:
    """Draw a bar for each subject and number of threads, the fastest at the top; this needs the extra `train`."""
    from matplotlib.figure import Figure

    threads = results["threads"]
    first = f"steps_{threads[0]}"
    rows = sorted((row for row in results["rows"] if rate(row, first)), key=lambda row: row["figures"][first]["rate"])
    names = list(titles)
    colours = [COLOURS[names.index(row["peer"]) % len(COLOURS)] for row in rows]
    figure = Figure(figsize=(12, 1.6 + 0.26 * len(rows)), layout="constrained")
    steps, numbers = figure.subplots(1, 2, sharey=True)
    figure.suptitle(f"Random play, observed ({results['machine']})", fontsize=10)
    labels = [f"{titles[row['peer']]}: {row['game']} ({row['form']})" for row in rows]
    _bars(steps, [[rate(row, f"steps_{count}") or 0.0 for row in rows] for count in threads], colours)
    _bars(numbers, [[row["figures"][first]["rate"] * row["floats"] for row in rows]], colours)
    steps.set_yticks(range(len(rows)), labels, fontsize=8)
    shades = ", ".join(f"{count}" for count in threads)
    steps.set_xlabel(f"steps per second, by threads ({shades}: strong to pale)" if len(threads) > 1 else "steps per second")
    numbers.set_xlabel(f"floats observed per second, {threads[0]} thread{'s' * (threads[0] > 1)}")
    figure.savefig(path)


def _bars(axes: Any, series: Sequence[Sequence[float]], colours: Sequence[str]) -> None:
    height = 2 * BAR / len(series)
    for number, widths in enumerate(series):
        places = [k + BAR - height * (number + 0.5) for k in range(len(widths))]
        axes.barh(places, widths, height, color=colours, alpha=1.0 if number == 0 else SECOND)
    axes.set_xscale("log")
    axes.grid(axis="x", alpha=0.3)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
