"""Shapes that the pictures of all games share: heading, players' panels, badges."""

from typing import NamedTuple

from dig_envs.render.palette import FAINT_INK, GOLD, GRASS, GRASS_EDGE, INK, PANEL, PAPER, RULE, ink_on
from dig_envs.render.svg import Svg
from dig_envs.render.view import View
from dig_envs.utils.text import shortened

WIDTH = 1000
MARGIN = 20
HEADING = 64  # height
TITLE_LETTER = 17  # approximate width of a letter of the title
LETTER = 0.56  # approximate width of a letter, in units of its font size
LAST_WIDTH = 230  # width of the last action
LARGE, SMALL = 19, 13  # font sizes of the status
NAME, MIN_NAME = 17, 11  # font sizes of a player's name


def heading(svg: Svg, view: View, status: str) -> None:
    """Draw the background and the heading: title, status or result, progress and last action.

    A picture of all parts is for a page, which has its own heading: the picture begins below.
    """
    svg.rect(0, 0, svg.width, svg.height, fill=PAPER)
    if svg.all_parts:
        svg.top = HEADING - 4
        return
    svg.text(MARGIN, 43, view.game.title, 34, fill=INK)
    left, right = MARGIN + TITLE_LETTER * len(view.game.title), svg.width - LAST_WIDTH
    middle = max(svg.width / 2, (left + right) / 2)
    for y, line, size in _status_lines(view.result or status, 2 * min(middle - left, right - middle)):
        svg.text(middle, y, line, size, text_anchor="middle", fill=INK)
    for y, words, ink in ((29, view.clock, INK), (51, view.last or "", FAINT_INK)):
        size = min(15.0, max(11.0, _size(words, LAST_WIDTH - MARGIN)))
        words = shortened(words, int((LAST_WIDTH - MARGIN) / size / LETTER))
        svg.text(svg.width - MARGIN, y, words, size, text_anchor="end", fill=ink)


def ground(svg: Svg, top: float, height: float, fill: str = GRASS, edge: str = GRASS_EDGE) -> None:
    """Draw the ground on which the table's cards lie, from the left margin to the right one."""
    svg.rect(MARGIN, top, WIDTH - 2 * MARGIN, height, rx=18, fill=fill, stroke=edge, stroke_width=2)


def _size(words: str, width: float) -> float:
    """Return the font size at which words have a given width."""
    return width / LETTER / max(1, len(words))


def _status_lines(words: str, width: float) -> list[tuple[float, str, float]]:
    """Return baseline, words and font size of each line. Long words get a smaller font, and very long words two lines."""
    size = _size(words, width)
    if size >= SMALL:
        return [(39, words, min(LARGE, size))]
    letters = int(width / SMALL / LETTER)
    first, rest = _in_two(words, letters)
    return [(31, first, SMALL), (48, shortened(rest, letters), SMALL)]


def _in_two(words: str, letters: int) -> tuple[str, str]:
    """Break a text at a space into a first line of at most `letters` letters and the rest."""
    at = words.rfind(" ", 0, letters + 1)
    at = letters if at < letters // 2 else at
    return words[:at].rstrip(), words[at:].lstrip()


def panel_span(view: View, seat: int) -> tuple[float, float]:
    """Return the left edge and the width of a player's panel. All panels stand side by side."""
    players = view.options.num_players
    width = (WIDTH - 2 * MARGIN - 12 * (players - 1)) / players
    return MARGIN + (width + 12) * seat, width


def panel(
    svg: Svg, view: View, seat: int, box: tuple[float, float, float, float], active: bool, figure: object | None = None
) -> None:
    """Draw a player's panel: frame, name and a figure, by default the points. The game draws the rest.

    Args:
        box: x, y, width, height.
        active: whether the player must decide, which is marked.
    """
    x, y, width, height = box
    edge = {"stroke": GOLD, "stroke_width": 4} if active else {"stroke": RULE, "stroke_width": 2}
    svg.rect(x, y, width, height, rx=12, fill=PANEL, **edge)
    words = f"{view.points[seat]:g}" if figure is None else f"{figure}"
    _draw_name(svg, x + 54, y + 28, view.name(seat), width - 78 - 17 * max(len(words), 2))
    svg.text(x + width - 16, y + 38, words, 30, text_anchor="end", fill=INK)
    if seat == view.seat:
        svg.text(x + 54, y + 47, "you", 13, fill=FAINT_INK)


def _draw_name(svg: Svg, x: float, y: float, name: str, width: float) -> None:
    """Write a name on a baseline. A long name gets a smaller font, and a very long name two lines."""
    size = min(NAME, _size(name, width))
    if size >= MIN_NAME:
        svg.text(x, y, name, size, fill=INK)
        return
    letters = int(width / MIN_NAME / LETTER)
    first, rest = _in_two(name, letters)
    svg.text(x, y - 8, first, MIN_NAME, fill=INK)
    svg.text(x, y + 4, shortened(rest, letters), MIN_NAME, fill=INK)


class Grid(NamedTuple):
    """A grid of equal cells: the number of columns, the scale of a cell, and the steps from cell to cell."""

    columns: int
    scale: float
    step: float
    line: float


def grid(cells: int, box: tuple[float, float], cell: tuple[float, float], largest: float = 1.5) -> Grid:
    """Return the grid in which cells are as large as a box of some width and height allows.

    Args:
        cell: width and height of a cell at scale 1.
        largest: the largest scale.
    """
    width, height = box
    fits = [
        (min(largest, width / columns / cell[0], height / -(-max(1, cells) // columns) / cell[1]), columns)
        for columns in range(2, 20)
    ]
    scale, columns = max(fits)
    return Grid(columns, scale, min(width / columns, cell[0] * scale * 1.1), cell[1] * scale)


def badge(svg: Svg, x: float, y: float, r: float, fill: str, words: object, ink: str | None = None) -> None:
    """Draw a disc with one or two characters on it, by default in the readable one of white and black."""
    svg.circle(x, y, r, fill=fill, stroke="#ffffff", stroke_width=r / 9)
    size = 1.2 if len(str(words)) < 2 else 1.0
    svg.text(x, y + r * 0.35 * size, words, r * size, text_anchor="middle", fill=ink or ink_on(fill))


def pips(svg: Svg, x: float, y: float, filled: int, total: int) -> None:
    """Draw a row of small discs, the first `filled` of them filled, such as for actions left."""
    for k in range(total):
        svg.circle(x + 16 * k, y, 6, fill=GOLD if k < filled else "none", stroke=GOLD, stroke_width=2)
