"""Draw the cards of Dig Dig as SVG. A card hangs from the middle of its upper edge, 50 wide and 70 high at scale 1."""

from dig_envs.dig_dig.components import KIND_NAMES, NUMBERS, Card
from dig_envs.render.palette import CARD, CARD_BACK, CARD_BACK_EDGE, CARD_BACK_MARK, CARD_INK, GOLD
from dig_envs.render.svg import Svg

WIDTH, HEIGHT = 50, 70
SMALL = 0.8  # below this scale a card has no small words

# From green for the lowest number to red for the highest.
NUMBER_INK = (
    "#28804a", "#38803a", "#50792c", "#687423", "#80691a", "#935f18", "#a9531b", "#b84624", "#c2382f", "#c72c42",
)  # fmt: skip
POWER_PAINT = {Card.BOOM: "#c8321f", Card.LIMBO: "#2d6cc9", Card.DROP: "#ad5b0c", Card.NINJA: "#2f2b3d"}

BURST = (
    '<path d="M0-20L5-9L15-15L11-4L21 0L11 5L14 15L4 10L0 20L-5 10L-15 15L-11 4L-21 0L-11-5L-14-15L-4-9Z" fill="#ffd44d"/>'
    '<circle r="7" fill="#ff8a2b"/>'
)
BAR = (
    '<path d="M-17-14V16M17-14V16" stroke="#fff" stroke-width="3.5" stroke-linecap="round"/>'
    '<path d="M-20-8H20" stroke="#ffd44d" stroke-width="4.5" stroke-linecap="round"/>'
)
ARROW = '<path d="M-6-18H6V0H16L0 18L-16 0H-6Z" fill="#fff"/>'
MASK = (
    '<circle r="18" fill="#6b5a4a"/><path d="M-18-3Q0-10 18-3V6Q0 0-18 6Z" fill="#0d0b14"/>'
    '<ellipse cx="-7" cy="-1" rx="3.6" ry="2.4" fill="#fff"/><ellipse cx="7" cy="-1" rx="3.6" ry="2.4" fill="#fff"/>'
    '<circle cx="-6" cy="-1" r="1.4"/><circle cx="6" cy="-1" r="1.4"/><ellipse cy="10" rx="4" ry="3" fill="#f0a3a3"/>'
)
ICON = {Card.BOOM: ("burst", BURST), Card.LIMBO: ("bar", BAR), Card.DROP: ("arrow", ARROW), Card.NINJA: ("mask", MASK)}
PAW = (
    '<ellipse cy="5" rx="8" ry="7"/><circle cx="-9" cy="-4" r="3.2"/><circle cx="-3.2" cy="-8" r="3.2"/>'
    '<circle cx="3.2" cy="-8" r="3.2"/><circle cx="9" cy="-4" r="3.2"/>'
)


def draw_card(picture: Svg, x: float, y: float, kind: int, scale: float = 1, fresh: bool = False) -> None:
    """Draw a card face up, with a gold edge if it has just been played."""
    with picture.group(transform=f"translate({x:g} {y:g}) scale({scale:g})"):
        if kind < NUMBERS:
            _draw_number(picture, kind, fresh, scale < SMALL)
        else:
            _draw_power(picture, Card(kind), fresh, scale < SMALL)


def draw_back(picture: Svg, x: float, y: float, kind: int | None = None, scale: float = 1) -> None:
    """Draw a card face down, with a label of its kind if the viewer knows it."""
    with picture.group(transform=f"translate({x:g} {y:g}) scale({scale:g})"):
        picture.rect(-WIDTH / 2, 0, WIDTH, HEIGHT, rx=6, fill=CARD_BACK, stroke=CARD_BACK_EDGE, stroke_width=2)
        if kind is None:
            picture.use("paw", PAW, 0, HEIGHT / 2, fill=CARD_BACK_MARK)
        else:
            picture.rect(-20, 49, 40, 18, rx=4, fill=CARD_BACK_MARK)
            y, size = (64, 16) if kind < NUMBERS else (62, 10.5)
            picture.text(0, y, KIND_NAMES[kind].upper(), size, text_anchor="middle", fill=CARD_INK)


def _edge(colour: str, fresh: bool) -> dict[str, object]:
    return {"stroke": GOLD, "stroke_width": 5} if fresh else {"stroke": colour, "stroke_width": 2}


def _draw_number(picture: Svg, kind: int, fresh: bool, small: bool) -> None:
    ink = NUMBER_INK[kind]
    picture.rect(-WIDTH / 2, 0, WIDTH, HEIGHT, rx=6, fill=CARD, **_edge(ink, fresh))
    if not small:
        picture.text(-20, 16, KIND_NAMES[kind], 13, fill=ink)
    picture.text(0, 49, KIND_NAMES[kind], 34, text_anchor="middle", fill=ink)


def _draw_power(picture: Svg, kind: Card, fresh: bool, small: bool) -> None:
    paint = POWER_PAINT[kind]
    picture.rect(-WIDTH / 2, 0, WIDTH, HEIGHT, rx=6, fill=paint, **_edge("#ffffff", fresh))
    picture.use(*ICON[kind], 0, HEIGHT / 2 if small else 29)
    if small:
        return
    if kind == Card.LIMBO:
        picture.text(0, 44, "≤5", 17, text_anchor="middle", fill="#ffffff")
    picture.text(0, 63, KIND_NAMES[kind].upper(), 11.5, text_anchor="middle", fill="#ffffff")
