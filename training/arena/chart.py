"""Draw an arena's ratings and win shares."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from dig_envs.training.show.charts import ACCENT, BELOW, INK, SOFT, axis_labels, check_chart_path, plain_frame, write_figure
from dig_envs.utils.libraries import load

if TYPE_CHECKING:
    from dig_envs.training.arena.result import ArenaResult


def draw_arena(result: "ArenaResult", path: Path) -> Path:
    """Draw the ratings and the win shares of a run into a file, and return its path. Missing folders are made.

    Raises:
        ArgumentError: the file's ending is not one of `charts.FORMATS`, or the file cannot be written.
    """
    Figure = load("matplotlib.figure").Figure

    check_chart_path(path)
    agents = [row.agent for row in result.ratings]
    figure = Figure(figsize=(5.4 + 0.75 * len(agents), 1.7 + 0.5 * len(agents)), layout="constrained")
    ratings, shares = figure.subplots(1, 2, width_ratios=[1.15, 1])
    figure.suptitle(f"{result.game}, {result.num_players} players", color=INK, fontweight="bold")
    _draw_ratings(ratings, result)
    _draw_shares(shares, result, agents)
    write_figure(figure, path)
    return path


def _draw_ratings(axes: Any, result: "ArenaResult") -> None:
    rows = np.arange(len(result.ratings))
    values = np.array([[row.rating.value, row.rating.low, row.rating.high] for row in result.ratings]).T
    whiskers = np.abs(values[1:] - values[0])
    axes.errorbar(values[0], rows, xerr=whiskers, fmt="o", color=ACCENT, ecolor=ACCENT, capsize=3, markersize=7, linewidth=2)
    for row, value in zip(rows, values[0], strict=True):
        axes.annotate(f"{value:.0f}", (value, row), (0, 7), textcoords="offset points", ha="center", fontsize=9, color=INK)
    axes.set_yticks(rows, axis_labels([row.agent for row in result.ratings]), parse_math=False)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.margins(x=0.12)
    axes.set_xlabel("rating on Elo's scale\n(95 % intervals)", color=SOFT)
    axes.grid(axis="x", color="#e8e2d9")
    axes.set_axisbelow(True)
    plain_frame(axes)


def _draw_shares(axes: Any, result: "ArenaResult", agents: list[str]) -> None:
    shares = np.full((len(agents), len(agents)), np.nan)
    halves = np.zeros_like(shares)
    for pair in result.pairs:
        a, b = agents.index(pair.a), agents.index(pair.b)
        shares[a, b], halves[a, b] = pair.win_share.value, (pair.win_share.high - pair.win_share.low) / 2
        if not result.one_vs_rest:
            shares[b, a], halves[b, a] = 1 - shares[a, b], halves[a, b]
    colours = share_colours(result)
    axes.imshow(shares, cmap="BrBG", norm=colours, aspect="auto")
    for row, column in zip(*np.nonzero(np.isfinite(shares)), strict=True):
        share = shares[row, column]
        text = f"{share:.0%}\n±{100 * halves[row, column]:.1f}"
        dark = abs(colours(share) - 0.5) > 0.35
        axes.text(column, row, text, ha="center", va="center", fontsize=8, color="white" if dark else INK)
    ticks = np.arange(len(agents))
    axes.set_xticks(ticks, axis_labels(agents, BELOW), rotation=30, ha="right", rotation_mode="anchor", parse_math=False)
    axes.set_yticks(ticks, axis_labels(agents) if len(agents) > 8 else [""] * len(agents), parse_math=False)
    others = (
        f"at tables of the column's agent\n(par is {par_of_result(result):.0%})" if result.one_vs_rest else "against the column"
    )
    axes.set_xlabel(f"win share of the row\n{others}", color=SOFT)
    plain_frame(axes)


def par_of_result(result: "ArenaResult") -> float:
    """Return par: the win share of equally strong agents."""
    return 1 / result.num_players if result.one_vs_rest else 0.5


def share_colours(result: "ArenaResult") -> Any:
    """Return the colour scale of win shares, whose pale middle is at par."""
    return load("matplotlib.colors").TwoSlopeNorm(par_of_result(result), 0, 1)
