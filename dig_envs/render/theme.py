"""Draw what the pictures of all games share: colours, the heading, the players' panels."""

from dig_envs.render.svg import Svg, shortened
from dig_envs.render.view import View

WIDTH = 1000
MARGIN = 20
HEADING = 64  # height
TITLE_LETTER, STATUS_LETTER = 17, 9.3  # about the width of a letter
LAST_WIDTH = 230  # width of the last action

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

# Chosen to stay apart in lightness too, for colour-blind eyes; pictures add a letter wherever a colour matters.
COLOUR = {
    "red": "#d13f3f",
    "orange": "#f08c1e",
    "yellow": "#f2c230",
    "green": "#2f8f4e",
    "blue": "#2d6cc9",
    "purple": "#8a4fbf",
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
    middle, letters = max(svg.width / 2, (left + right) / 2), min(52, int((right - left) / STATUS_LETTER))
    svg.text(middle, 39, shortened(view.result or status, letters), 19, text_anchor="middle", fill=INK)
    svg.text(svg.width - MARGIN, 29, view.clock, 15, text_anchor="end", fill=INK)
    svg.text(svg.width - MARGIN, 51, shortened(view.last or "", 28), 15, text_anchor="end", fill=FAINT_INK)


def panel(
    svg: Svg, view: View, seat: int, box: tuple[float, float, float, float], active: bool, figure: object | None = None
) -> None:
    """Draw a player's panel (x, y, width, height): frame, name and a figure, by default its points; the game draws the rest."""
    x, y, width, height = box
    edge = {"stroke": GOLD, "stroke_width": 4} if active else {"stroke": RULE, "stroke_width": 2}
    svg.rect(x, y, width, height, rx=12, fill=CARD, **edge)
    svg.text(x + 54, y + 28, shortened(view.name(seat), int((width - 110) / 9.5)), 17, fill=INK)
    words = f"{view.points[seat]:g}" if figure is None else figure
    svg.text(x + width - 16, y + 38, words, 30, text_anchor="end", fill=INK)
    if seat == view.seat:
        svg.text(x + 54, y + 47, "you", 13, fill=FAINT_INK)


def badge(svg: Svg, x: float, y: float, r: float, fill: str, words: object, ink: str = "#ffffff") -> None:
    """Draw a disc with one or two letters or digits on it."""
    svg.circle(x, y, r, fill=fill, stroke="#ffffff", stroke_width=r / 9)
    size = 1.2 if len(str(words)) < 2 else 1.0
    svg.text(x, y + r * 0.35 * size, words, r * size, text_anchor="middle", fill=ink)


def pips(svg: Svg, x: float, y: float, filled: int, total: int) -> None:
    """Draw small discs, of which some are filled, such as actions left."""
    for k in range(total):
        svg.circle(x + 16 * k, y, 6, fill=GOLD if k < filled else "none", stroke=GOLD, stroke_width=2)
