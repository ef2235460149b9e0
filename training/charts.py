"""Draw charts: an arena's ratings and win shares, a search's strength by budget, a training's by steps, a league's ratings."""

import io
import itertools
import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from dig_envs.core.errors import ArgumentError, nearest
from dig_envs.files import replace
from dig_envs.libraries import load
from dig_envs.text import printable, shortened

if TYPE_CHECKING:
    from training.curve import Point
    from training.generations.standings import Standings
    from training.measurement import Measurement
    from training.outcome import ArenaResult
    from training.ratings import Estimate
    from training.seeds import Seeds

FORMATS = ("pdf", "png", "svg")
LONGEST = 40  # characters of a name
BELOW = 24  # of one that stands aslant below
TITLE = 66  # of a line above a curve
INK, SOFT, ACCENT = "#2f2a24", "#8a8178", "#b5651d"
LINES = (ACCENT, "#3d7a8c", "#6b8e23", "#8c4f7d", "#2f2a24")


def check_chart_path(path: Path) -> None:
    """Raise ArgumentError if a chart can't have this file's ending."""
    kind = path.suffix.lower().lstrip(".")
    if kind not in FORMATS:
        raise ArgumentError(f'a chart can\'t be drawn into "{path}"; {nearest(kind, FORMATS, "file endings")}')


def draw_arena(result: "ArenaResult", path: Path) -> Path:
    """Draw this run into a file, and return its path. Folders are made as needed.

    Raises:
        ArgumentError: the file's ending is none of FORMATS, or the file can't be written.
    """
    Figure = load("matplotlib.figure").Figure

    check_chart_path(path)
    agents = [row.agent for row in result.ratings]
    figure = Figure(figsize=(5.4 + 0.75 * len(agents), 1.7 + 0.5 * len(agents)), layout="constrained")
    ratings, shares = figure.subplots(1, 2, width_ratios=[1.15, 1])
    figure.suptitle(f"{result.game}, {result.num_players} players", color=INK, fontweight="bold")
    _draw_ratings(ratings, result)
    _draw_shares(shares, result, agents)
    _write(figure, path)
    return path


def draw_curve(points: "Sequence[Point]", title: str, par: float, path: Path) -> Path:
    """Draw win shares by budget into a file, with 95 % intervals and the share of equals, and return its path.

    Raises:
        ArgumentError: as `draw_arena`.
    """
    figure, axes = _one_panel(path)
    budgets = [point.budget for point in points]
    shares = 100 * np.array([[point.win_share.value, point.win_share.low, point.win_share.high] for point in points]).T
    axes.axhline(100 * par, color=SOFT, linestyle="--", linewidth=1)
    axes.annotate("equals", (budgets[-1], 100 * par), (0, 3), textcoords="offset points", ha="right", fontsize=8, color=SOFT)
    whiskers = np.abs(shares[1:] - shares[0])
    axes.errorbar(budgets, shares[0], yerr=whiskers, fmt="o-", color=ACCENT, capsize=3, markersize=6, linewidth=1.6)
    for point, share in zip(points, shares[0], strict=True):
        label = f"{share:.0f} %\n{point.milliseconds:.3g} ms"
        axes.annotate(label, (point.budget, share), (8, -4), textcoords="offset points", fontsize=8, color=INK, va="top")
    axes.set_xscale("log")
    axes.set_xticks(budgets, [f"{budget:,}" for budget in budgets], parse_math=False)
    axes.minorticks_off()
    axes.margins(x=0.12, y=0.25)
    _frame(axes, "\n".join(textwrap.wrap(title, TITLE)), "playouts a decision", "win share, %")
    _write(figure, path)
    return path


def draw_progress(
    measurements: "Sequence[Measurement]", best: "Measurement", title: str, par: float | None, path: Path
) -> Path:
    """Draw what a learner won in the course of its training into a file, with 95 % intervals, and return its path.

    Args:
        measurements: in order; those of other opponents than the last one's are left out.
        best: the one whose model was kept.
        title: of the chart.
        par: the share that an equal wins; None where scores are drawn.
        path: the file.

    Raises:
        ArgumentError: as `draw_arena`.
    """
    figure, axes = _one_panel(path)
    alike = [found for found in measurements if found.is_like(measurements[-1])]
    steps, scale = [found.steps for found in alike], 1 if par is None else 100
    names = list(measurements[-1].shares)
    for name, label, colour in zip(names, _labels(names), itertools.cycle(LINES), strict=False):
        shares = (
            scale * np.array([[getattr(found.shares[name], part) for part in ("value", "low", "high")] for found in alike]).T
        )
        axes.plot(steps, shares[0], "o-", color=colour, markersize=3, linewidth=1.6, label=label.replace("$", r"\$"))
        if np.isfinite(shares).all():
            axes.fill_between(steps, shares[1], shares[2], color=colour, alpha=0.15, linewidth=0)
    axes.axvline(best.steps, color=SOFT, linestyle=":", linewidth=1)
    axes.annotate(
        "best",
        (best.steps, 1),
        (3, -10),
        xycoords=("data", "axes fraction"),
        textcoords="offset points",
        fontsize=8,
        color=SOFT,
    )
    _frame_steps(axes, title, par)
    _write(figure, path)
    return path


def draw_seeds(seeds: "Seeds", path: Path) -> Path:
    """Draw the learning curves of runs that differ in their seeds into a file, and return its path.

    A line is the mean over the seeds, a band goes from the lowest to the highest of them, thin lines are single runs.

    Args:
        seeds: the runs; steps that not all of them have measured are left out.
        path: the file.

    Raises:
        ArgumentError: as `draw_arena`.
    """
    figure, axes = _one_panel(path)
    by_step = [{found.steps: found for found in run.measurements} for run in seeds.runs]
    steps = sorted(set.intersection(*map(set, by_step)))
    names, scale = list(seeds.runs[0].measurements[-1].shares), 1 if seeds.par is None else 100
    for name, label, colour in zip(names, _labels(names), itertools.cycle(LINES), strict=False):
        won = scale * np.array([[run[step].shares[name].value for step in steps] for run in by_step])
        axes.plot(steps, won.T, color=colour, linewidth=0.6, alpha=0.6)
        axes.plot(steps, won.mean(axis=0), "o-", color=colour, markersize=3, linewidth=1.8, label=label.replace("$", r"\$"))
        axes.fill_between(steps, won.min(axis=0), won.max(axis=0), color=colour, alpha=0.15, linewidth=0)
    _frame_steps(axes, seeds.title, seeds.par)
    _write(figure, path)
    return path


def draw_league(standings: "Standings", ratings: "Mapping[str, Estimate]", title: str, path: Path) -> Path:
    """Draw the ratings of a league's generations into a file, with 95 % intervals; other members are lines across.

    Args:
        standings: a ring is a generation that was not let in.
        ratings: what `standings.ratings` gives.
        title: of the chart.
        path: the file, which is returned.

    Raises:
        ArgumentError: as `draw_arena`.
    """
    figure, axes = _one_panel(path)
    count = len(standings.generations)
    names = list(ratings)
    numbers = np.arange(count)
    rated = np.array([[ratings[name].value, ratings[name].low, ratings[name].high] for name in names[:count]]).T
    admitted = np.array([found.admitted for found in standings.generations])
    axes.errorbar(numbers, rated[0], yerr=np.abs(rated[1:] - rated[0]), fmt="-", color=ACCENT, capsize=3, linewidth=1.6)
    axes.scatter(numbers, rated[0], 30, np.where(admitted, ACCENT, "white"), edgecolors=ACCENT, zorder=3)
    for name, label in zip(names[count:], _labels(names[count:]), strict=True):
        axes.axhline(ratings[name].value, color=SOFT, linestyle="--", linewidth=1)
        place = (0.01, ratings[name].value)
        style: dict[str, Any] = {"textcoords": "offset points", "fontsize": 8, "color": SOFT, "parse_math": False}
        axes.annotate(label, place, (0, 2), xycoords=("axes fraction", "data"), **style)
    axes.xaxis.set_major_locator(_few_ticks())
    _frame(axes, title, "generation", "rating on Elo's scale")
    _write(figure, path)
    return path


def _one_panel(path: Path) -> tuple[Any, Any]:
    """Make a figure with one pair of axes, for a file that can be drawn into."""
    Figure = load("matplotlib.figure").Figure

    check_chart_path(path)
    figure = Figure(figsize=(6.0, 3.8), layout="constrained")
    return figure, figure.subplots()


def _frame(axes: Any, title: str, across: str, up: str) -> None:
    """Write a chart's title and what its axes are, and draw its grid."""
    axes.set_xlabel(across, color=SOFT)
    axes.set_ylabel(up, color=SOFT)
    axes.set_title(title, color=INK, fontweight="bold", fontsize=10)
    axes.grid(color="#e8e2d9")
    axes.set_axisbelow(True)
    _plain_frame(axes)


def _frame_steps(axes: Any, title: str, par: float | None) -> None:
    """Draw the axes of learning curves over steps, and a dashed line at `par`, the win share of an equal; None for scores.

    Win shares are shown from one multiple of 10 to another: in some games all of them are close to par.
    """
    if par is not None:
        axes.axhline(100 * par, color=SOFT, linestyle="--", linewidth=1)
        low, high = axes.dataLim.intervaly
        axes.set_ylim(max(0, 10 * np.floor((low - 1) / 10)), min(100, 10 * np.ceil((high + 1) / 10)))
    axes.xaxis.set_major_formatter(lambda value, place: f"{value:,.0f}")
    axes.xaxis.set_major_locator(_few_ticks())
    axes.legend(frameon=False, fontsize=8, labelcolor=INK)
    _frame(axes, title, "steps", "score" if par is None else "win share, %")


def _few_ticks() -> Any:
    MaxNLocator = load("matplotlib.ticker").MaxNLocator

    return MaxNLocator(nbins=5, integer=True)


def _write(figure: Any, path: Path) -> None:
    """Write a figure into a file, whole or not at all."""
    image = io.BytesIO()
    try:
        figure.savefig(image, dpi=160, format=path.suffix.lower().lstrip("."), bbox_inches="tight", pad_inches=0.1)
        replace(path, image.getvalue())
    except OSError as error:
        raise ArgumentError(f"{path} can't be written: {error.strerror}") from error


def _draw_ratings(axes: Any, result: "ArenaResult") -> None:
    rows = np.arange(len(result.ratings))
    values = np.array([[row.rating.value, row.rating.low, row.rating.high] for row in result.ratings]).T
    whiskers = np.abs(values[1:] - values[0])
    axes.errorbar(values[0], rows, xerr=whiskers, fmt="o", color=ACCENT, ecolor=ACCENT, capsize=3, markersize=7, linewidth=2)
    for row, value in zip(rows, values[0], strict=True):
        axes.annotate(f"{value:.0f}", (value, row), (0, 7), textcoords="offset points", ha="center", fontsize=9, color=INK)
    axes.set_yticks(rows, _labels([row.agent for row in result.ratings]), parse_math=False)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.margins(x=0.12)
    axes.set_xlabel("rating on Elo's scale\n(95 % intervals)", color=SOFT)
    axes.grid(axis="x", color="#e8e2d9")
    axes.set_axisbelow(True)
    _plain_frame(axes)


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
    axes.set_xticks(ticks, _labels(agents, BELOW), rotation=30, ha="right", rotation_mode="anchor", parse_math=False)
    axes.set_yticks(ticks, _labels(agents) if len(agents) > 8 else [""] * len(agents), parse_math=False)
    others = f"among the column's\n(equals have {par_of(result):.0%})" if result.one_vs_rest else "against the column"
    axes.set_xlabel(f"win share of the row\n{others}", color=SOFT)
    _plain_frame(axes)


def par_of(result: "ArenaResult") -> float:
    """Return par: the win share of agents that play alike."""
    return 1 / result.num_players if result.one_vs_rest else 0.5


def share_colours(result: "ArenaResult") -> Any:
    """Return the colour scale of win shares, whose pale middle stands at par."""
    TwoSlopeNorm = load("matplotlib.colors").TwoSlopeNorm

    return TwoSlopeNorm(par_of(result), 0, 1)


def _labels(names: list[str], longest: int = LONGEST) -> list[str]:
    """Return names as they are written at an axis."""
    return [shortened(printable(name), longest) for name in names]


def _plain_frame(axes: Any) -> None:
    axes.tick_params(length=0, labelcolor=INK)
    for side in axes.spines.values():
        side.set_visible(False)
