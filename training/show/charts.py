"""Draw charts: an arena's ratings and win shares, a search's strength by budget, a training's by steps, a league's ratings."""

import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from dig_envs.core.errors import ArgumentError, nearest
from dig_envs.utils.files import replace
from dig_envs.utils.libraries import load
from dig_envs.utils.text import printable, shortened

if TYPE_CHECKING:
    pass

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


def one_panel(path: Path) -> tuple[Any, Any]:
    """Make a figure with one pair of axes, for a file that can be drawn into."""
    Figure = load("matplotlib.figure").Figure

    check_chart_path(path)
    figure = Figure(figsize=(6.0, 3.8), layout="constrained")
    return figure, figure.subplots()


def frame(axes: Any, title: str, across: str, up: str) -> None:
    """Write a chart's title and what its axes are, and draw its grid."""
    axes.set_xlabel(across, color=SOFT)
    axes.set_ylabel(up, color=SOFT)
    axes.set_title(title, color=INK, fontweight="bold", fontsize=10)
    axes.grid(color="#e8e2d9")
    axes.set_axisbelow(True)
    plain_frame(axes)


def frame_steps(axes: Any, title: str, par: float | None) -> None:
    """Draw the axes of learning curves over steps, and a dashed line at `par`, the win share of an equal; None for scores.

    Win shares are shown from one multiple of 10 to another: in some games all of them are close to par.
    """
    if par is not None:
        axes.axhline(100 * par, color=SOFT, linestyle="--", linewidth=1)
        low, high = axes.dataLim.intervaly
        axes.set_ylim(max(0, 10 * np.floor((low - 1) / 10)), min(100, 10 * np.ceil((high + 1) / 10)))
    axes.xaxis.set_major_formatter(lambda value, place: f"{value:,.0f}")
    axes.xaxis.set_major_locator(few_ticks())
    axes.legend(frameon=False, fontsize=8, labelcolor=INK)
    frame(axes, title, "steps", "score" if par is None else "win share, %")


def few_ticks() -> Any:
    MaxNLocator = load("matplotlib.ticker").MaxNLocator

    return MaxNLocator(nbins=5, integer=True)


def write_figure(figure: Any, path: Path) -> None:
    """Write a figure into a file, whole or not at all."""
    image = io.BytesIO()
    try:
        figure.savefig(image, dpi=160, format=path.suffix.lower().lstrip("."), bbox_inches="tight", pad_inches=0.1)
        replace(path, image.getvalue())
    except OSError as error:
        raise ArgumentError(f"{path} can't be written: {error.strerror}") from error


def axis_labels(names: list[str], longest: int = LONGEST) -> list[str]:
    """Return names as they are written at an axis."""
    return [shortened(printable(name), longest) for name in names]


def plain_frame(axes: Any) -> None:
    axes.tick_params(length=0, labelcolor=INK)
    for side in axes.spines.values():
        side.set_visible(False)
