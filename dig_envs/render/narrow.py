"""Shapes that the narrow pictures of all games share: a column of 320 units, the width of a small phone, that grows downward.

At that width a unit is a CSS pixel: text has at least 11 units, and parts that actions concern have at least 44 units.
"""

from collections.abc import Iterable, Sequence

from dig_envs.render.palette import FAINT_INK, GOLD, INK, PANEL, PAPER, RULE
from dig_envs.render.svg import Svg
from dig_envs.render.theme import LETTER, panel
from dig_envs.render.view import View
from dig_envs.utils.text import shortened

WIDTH = 320
MARGIN = 8
INNER = WIDTH - 2 * MARGIN
TAP = 44  # least width and height of a part that can be tapped
TEXT = 13  # font size
SMALL = 12
GAP = 8  # between panels
HEAD = 52  # height of a player's name and figure
CHIP = 24  # height


class NarrowPicture:
    """A narrow picture. `bottom` is the lower edge of what has been drawn.

    Args:
        view: the moment to draw.
    """

    def __init__(self, view: View):
        self.view = view
        self.svg = Svg(WIDTH, 0, all_parts=True)
        self.bottom = 2.0

    def write(self, words: str, size: float = TEXT, fill: str = INK, left: float = MARGIN, width: float = INNER) -> None:
        """Write words below what has been drawn, in as many lines as they need."""
        for line in lines_of(words, size, width):
            self.bottom += size + 4
            self.svg.text(left, self.bottom, line, size, fill=fill)

    def chips(self, chips: Iterable[tuple[str, str]], left: float = MARGIN, width: float = INNER) -> None:
        """Draw pairs (part, words) as labels in rows, each label a part of the picture."""
        for row in _chip_rows(chips, width):
            x, top = left, self.bottom + 4
            for part, words in row:
                size = _chip_width(words)
                with self.svg.part(part, x, top, size, CHIP):
                    self.svg.rect(x, top, size, CHIP, rx=6, fill=PANEL, stroke=RULE, stroke_width=1.5)
                    self.svg.text(x + size / 2, top + 16.5, words, SMALL, size - 8, text_anchor="middle", fill=INK)
                x += size + 4
            self.bottom = top + CHIP

    def player(self, seat: int, height: float, active: bool, figure: object | None = None) -> float:
        """Draw the frame, name and figure of a player below what has been drawn, and return the frame's upper edge."""
        top = self.bottom + GAP
        panel(self.svg, self.view, seat, (MARGIN, top, INNER, height), active, figure)
        self.bottom = top + height
        return top

    def line(self, seat: int, active: bool, facts: str, figure: object) -> float:
        """Draw a player as one line below what has been drawn: name, figure and facts. Return the line's upper edge."""
        top, left = self.bottom + GAP / 2, MARGIN + 46
        edge = {"stroke": GOLD, "stroke_width": 4} if active else {"stroke": RULE, "stroke_width": 1.5}
        self.svg.rect(MARGIN, top, INNER, TAP, rx=10, fill=PANEL, **edge)
        size = 22 if len(f"{figure}") < 6 else 15
        room = INNER - 62 - text_width(f"{figure}", size)
        self.svg.text(left, top + 18, shortened(self.view.name(seat), int(room / 14 / LETTER)), 14, fill=INK)
        facts = shortened(facts, int((INNER - 54) / SMALL / LETTER * 1.06))
        self.svg.text(left, top + 36, facts, SMALL, INNER - 54, fill=FAINT_INK)
        self.svg.text(WIDTH - MARGIN - 10, top + 21, figure, size, text_anchor="end", fill=INK)
        self.bottom = top + TAP
        return top

    def document(self) -> str:
        """Return the finished document."""
        self.svg.height = round(self.bottom + MARGIN)
        back = Svg(WIDTH, self.svg.height)
        back.rect(0, 0, WIDTH, self.svg.height, fill=PAPER)
        self.svg.lines = back.lines + self.svg.lines
        return self.svg.document()


def chips_height(chips: Iterable[tuple[str, str]], width: float = INNER) -> float:
    """Return the height that `NarrowPicture.chips` needs."""
    return (CHIP + 4) * len(_chip_rows(chips, width))


def _chip_rows(chips: Iterable[tuple[str, str]], width: float) -> list[list[tuple[str, str]]]:
    """Distribute labels over rows."""
    rows: list[list[tuple[str, str]]] = []
    free = 0.0
    for part, words in chips:
        size = _chip_width(words)
        if not rows or size > free:
            rows.append([])
            free = width
        rows[-1].append((part, words))
        free -= size + 4
    return rows


def _chip_width(words: str) -> float:
    return text_width(words, SMALL) + 12


def seats_in_order(view: View) -> list[int]:
    """Return all seats clockwise, the viewer's first."""
    first = view.seat if view.seat is not None and view.seat >= 0 else 0
    return [(first + k) % view.options.num_players for k in range(view.options.num_players)]


def text_width(words: str, size: float) -> float:
    """Return the approximate width of a text."""
    return LETTER * size * len(words)


def lines_of(words: str, size: float, width: float) -> list[str]:
    """Break words at spaces into lines that fit a width; a longer word is shortened."""
    limit = max(1, int(width / size / LETTER))
    lines = [""]
    for word in words.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > limit:
            lines.append("")
        lines[-1] = f"{lines[-1]} {shortened(word, limit)}".lstrip()
    return [line for line in lines if line]


def number_of_rows(items: Sequence[object], columns: int) -> int:
    """Return the number of rows of a grid."""
    return -(-len(items) // columns)
