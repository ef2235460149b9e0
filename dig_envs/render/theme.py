"""Draw what the pictures of all games share: colours, the heading, the players' panels."""

from dig_envs.render.svg import Svg
from dig_envs.render.view import View
from dig_envs.utils.text import shortened

WIDTH = 1000
MARGIN = 20
HEADING = 64  # height
TITLE_LETTER = 17  # about the width of a letter
LETTER = 0.56  # of other letters, to the size of one
LAST_WIDTH = 230  # width of the last action
LARGE, SMALL = 19, 13  # letters of the status
NAME, SMALLEST_NAME = 17, 11  # letters of a player's name

PAPER = "#f6f1e4"
INK = "#2d2a26"
FAINT_INK = "#8a8071"
RULE = "#ddd3bd"
CARD = "#fffdf7"
CARD_BACK = "#b68d62"
CARD_BACK_EDGE = "#8c6742"
GRASS = "#a9c97f"
GRASS_EDGE = "#86a95d"
PATH = "#c3dc9c"
EARTH = "#8a6544"
EARTH_DARK = "#4d3726"
GOLD = "#e3a008"

# Chosen to stay apart for colour-blind eyes too (`tests/games/test_colours.py`); pictures add a letter wherever a colour matters.
COLOUR = {
    "red": "#d13f3f",
    "orange": "#f08c1e",
    "yellow": "#f2c230",
    "green": "#2f8f4e",
    "blue": "#2d6cc9",
    "purple": "#612696",
}
# Fur and ink of the players, none of them a colour of the cards.
PLAYERS = (
    ("#3b3a40", "#ffffff"),
    ("#f7e8c8", "#2d2a26"),
    ("#9c6237", "#ffffff"),
    ("#aab4bf", "#2d2a26"),
    ("#cf9fa0", "#2d2a26"),
    ("#5f7f7a", "#ffffff"),
)


def heading(svg: Svg, view: View, status: str) -> None:
    """Draw the page and a heading: the game, what it waits for or how it ended, the clock and the last action."""
    svg.rect(0, 0, svg.width, svg.height, fill=PAPER)
    svg.text(MARGIN, 43, view.game.title, 34, fill=INK)
    left, right = MARGIN + TITLE_LETTER * len(view.game.title), svg.width - LAST_WIDTH
    middle = max(svg.width / 2, (left + right) / 2)
    room = 2 * min(middle - left, right - middle)
    for y, line, size in _status_lines(view.result or status, room):
        svg.text(middle, y, line, size, text_anchor="middle", fill=INK)
    svg.text(svg.width - MARGIN, 29, view.clock, 15, text_anchor="end", fill=INK)
    last = view.last or ""
    size = min(15.0, max(11.0, _size(last, LAST_WIDTH - MARGIN)))
    words = shortened(last, int((LAST_WIDTH - MARGIN) / size / LETTER))
    svg.text(svg.width - MARGIN, 51, words, size, text_anchor="end", fill=FAINT_INK)


def _size(words: str, room: float) -> float:
    """Return the size of letters at which words are so wide."""
    return room / LETTER / max(1, len(words))


def _status_lines(words: str, room: float) -> list[tuple[float, str, float]]:
    """Return the base line, the words and the size of each line: one, with smaller letters where it is long, or two."""
    size = _size(words, room)
    if size >= SMALL:
        return [(39, words, min(LARGE, size))]
    letters = int(room / SMALL / LETTER)
    first, rest = _in_two(words, letters)
    return [(31, first, SMALL), (48, shortened(rest, letters), SMALL)]


def _in_two(words: str, letters: int) -> tuple[str, str]:
    """Break words between two of them, so that the first line has at most so many letters."""
    at = words.rfind(" ", 0, letters + 1)
    at = letters if at < letters // 2 else at
    return words[:at].rstrip(), words[at:].lstrip()


def panel(
    svg: Svg, view: View, seat: int, box: tuple[float, float, float, float], active: bool, figure: object | None = None
) -> None:
    """Draw a player's panel (x, y, width, height): frame, name and a figure, by default its points; the game draws the rest."""
    x, y, width, height = box
    edge = {"stroke": GOLD, "stroke_width": 4} if active else {"stroke": RULE, "stroke_width": 2}
    svg.rect(x, y, width, height, rx=12, fill=CARD, **edge)
    words = f"{view.points[seat]:g}" if figure is None else f"{figure}"
    _draw_name(svg, x + 54, y + 28, view.name(seat), width - 78 - 17 * max(len(words), 2))
    svg.text(x + width - 16, y + 38, words, 30, text_anchor="end", fill=INK)
    if seat == view.seat:
        svg.text(x + 54, y + 47, "you", 13, fill=FAINT_INK)


def _draw_name(svg: Svg, x: float, y: float, name: str, room: float) -> None:
    """Write a name on a base line, with smaller letters where it is long, and above it in two lines where it is longer."""
    size = min(NAME, _size(name, room))
    if size >= SMALLEST_NAME:
        svg.text(x, y, name, size, fill=INK)
        return
    letters = int(room / SMALLEST_NAME / LETTER)
    first, rest = _in_two(name, letters)
    svg.text(x, y - 8, first, SMALLEST_NAME, fill=INK)
    svg.text(x, y + 4, shortened(rest, letters), SMALLEST_NAME, fill=INK)


def badge(svg: Svg, x: float, y: float, r: float, fill: str, words: object, ink: str = "#ffffff") -> None:
    """Draw a disc with one or two letters or digits on it."""
    svg.circle(x, y, r, fill=fill, stroke="#ffffff", stroke_width=r / 9)
    size = 1.2 if len(str(words)) < 2 else 1.0
    svg.text(x, y + r * 0.35 * size, words, r * size, text_anchor="middle", fill=ink)


def pips(svg: Svg, x: float, y: float, filled: int, total: int) -> None:
    """Draw small discs, of which some are filled, such as actions left."""
    for k in range(total):
        svg.circle(x + 16 * k, y, 6, fill=GOLD if k < filled else "none", stroke=GOLD, stroke_width=2)
