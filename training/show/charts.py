"""The parts that all charts share: figures, axes, colours and files."""

import io
from pathlib import Path
from typing import Any

import numpy as np

from dig_envs.core.errors import ArgumentError, nearest
from dig_envs.utils.files import replace
from dig_envs.utils.libraries import load
from dig_envs.utils.text import printable, shortened

FORMATS = ("pdf", "png", "svg")
MAX_NAME = 40  # characters of a name
BELOW = 24  # characters of a slanted name below an axis
TITLE = 66  # characters of a line of a title
INK, SOFT, ACCENT = "#2f2a24", "#8a8178", "#b5651d"
LINES = (ACCENT, "#3d7a8c", "#6b8e23", "#8c4f7d", "#2f2a24")


def check_chart_path(path: Path) -> None:
    """Raise ArgumentError if the ending of the file is not one of `FORMATS`."""
    kind = path.suffix.lower().lstrip(".")
    if kind not in FORMATS:
        raise ArgumentError(f'a chart cannot be drawn into "{path}"; {nearest(kind, FORMATS, "file endings")}')


def one_panel(path: Path) -> tuple[Any, Any]:
    """Make a figure with one pair of axes.

    Raises:
        ArgumentError: the ending of the file is not one of `FORMATS`.
    """
    Figure = load("matplotlib.figure").Figure

    check_chart_path(path)
    figure = Figure(figsize=(6.0, 3.8), layout="constrained")
    return figure, figure.subplots()


def frame(axes: Any, title: str, across: str, up: str) -> None:
    """Write the title and the labels of the axes, and draw the grid."""
    axes.set_xlabel(across, color=SOFT)
    axes.set_ylabel(up, color=SOFT)
    axes.set_title(title, color=INK, fontweight="bold", fontsize=10)
    axes.grid(color="#e8e2d9")
    axes.set_axisbelow(True)
    plain_frame(axes)


def frame_steps(axes: Any, title: str, par: float | None) -> None:
    """Draw the axes of learning curves over steps.

    The range of win shares ends at multiples of 10 %, because in some games all shares are close to par.

    Args:
        axes: the axes, after the curves.
        title: the title of the chart.
        par: the win share of an equally strong agent, at a dashed line; None if the curves show scores.
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
    return load("matplotlib.ticker").MaxNLocator(nbins=5, integer=True)


def write_figure(figure: Any, path: Path) -> None:
    """Write a figure into a file; after an error, the file is unchanged."""
    image = io.BytesIO()
    try:
        figure.savefig(image, dpi=160, format=path.suffix.lower().lstrip("."), bbox_inches="tight", pad_inches=0.1)
        replace(path, image.getvalue())
    except OSError as error:
        raise ArgumentError(f"{path} cannot be written: {error.strerror}") from error


def axis_labels(names: list[str], longest: int = MAX_NAME) -> list[str]:
    """Return names that are printable and short enough for an axis."""
    return [shortened(printable(name), longest) for name in names]


def plain_frame(axes: Any) -> None:
    axes.tick_params(length=0, labelcolor=INK)
    for side in axes.spines.values():
        side.set_visible(False)
