"""Draw cards, dice and pieces of Digging Bandits as SVG."""

from dig_envs.digging_bandits.components import BACK_OF, CHARACTERS, KIND_NAMES, Back
from dig_envs.digging_bandits.emblems import draw_emblem
from dig_envs.render.palette import CARD, CARD_INK, COLOUR, INK, ink_on
from dig_envs.render.svg import Svg

WIDTH, HEIGHT = 48, 66
BACK_PAINT = {Back.LAND: "#7b5aa6", Back.DIG: "#2d6cc9", Back.DRAW: "#a4513a", Back.DOODAD: "#c99a1e"}
LAND_PAINT = {"gold": "#f2c230", "ground": "#b48a5a", "stone": "#9aa0a6", "tech": "#4fb0be", "dynamite": "#f0857b"}
WANTED = "#fbe9c8"
UNKNOWN, GOLD_PERHAPS = -1, -2  # kinds of slabs that the viewer does not know

# The lines of text on a card, at most three.
LINES = {
    "mining site": ("mining", "site"),
    "wheelbarrow": ("wheel-", "barrow"),
    "pickaxe": ("pick-", "axe"),
    "bandit's block": ("bandit's", "block"),
    "card cache": ("card", "cache"),
    "double-time": ("double-", "time"),
    "golden guide": ("golden", "guide"),
    "money magnet": ("money", "magnet"),
    "ouija oracle": ("ouija", "oracle"),
    "private plot": ("private", "plot"),
    "saving spoon": ("saving", "spoon"),
    "western warp": ("western", "warp"),
    "gambling": ("gamb-", "ling"),
    "hideout cabin": ("hideout", "cabin"),
    "shuffle draw deck": ("shuffle", "draw", "deck"),
    "tip cart": ("tip", "cart"),
    "train heist": ("train", "heist"),
    "dynamite": ("dyna-", "mite"),
}
PIPS = {1: [(0, 0)], 2: [(-1, -1), (1, 1)], 3: [(-1, -1), (0, 0), (1, 1)], 4: [(-1, -1), (1, 1), (-1, 1), (1, -1)]}
PIPS[5] = [*PIPS[4], (0, 0)]
PIPS[6] = [*PIPS[4], (-1, 0), (1, 0)]


def words_on(kind: int) -> tuple[str, ...]:
    """Return the lines of text on the face of a card, one to three."""
    name = KIND_NAMES[kind]
    for character in CHARACTERS:
        if name.endswith(character):
            return ("wanted", character.split()[0])
    return LINES.get(name, (name,))


def draw_card(picture: Svg, x: float, y: float, kind: int, scale: float = 1) -> None:
    """Draw a card face up: emblem, name, and an edge in the colour of its back. (x, y) is the middle of its upper edge."""
    paint = BACK_PAINT[Back(int(BACK_OF[kind]))]
    with picture.group(transform=f"translate({x:g} {y:g}) scale({scale:g})"):
        picture.rect(-WIDTH / 2, 0, WIDTH, HEIGHT, rx=6, fill=CARD, stroke=paint, stroke_width=2.5)
        lines = words_on(kind)
        draw_emblem(picture, 0, 22 if len(lines) < 3 else 16, kind, 1 if len(lines) < 2 else 0.85)
        for k, line in enumerate(lines):
            picture.text(0, 60 - 11 * (len(lines) - 1 - k), line, 10.5, WIDTH - 9, text_anchor="middle", fill=CARD_INK)


def draw_back(picture: Svg, x: float, y: float, back: int, scale: float = 1) -> None:
    """Draw a card face down. (x, y) is the middle of its upper edge."""
    with picture.group(transform=f"translate({x:g} {y:g}) scale({scale:g})"):
        picture.rect(-WIDTH / 2, 0, WIDTH, HEIGHT, rx=6, fill=BACK_PAINT[Back(back)], stroke="#ffffff", stroke_width=2)
        picture.rect(-WIDTH / 2 + 3.5, 3.5, WIDTH - 7, HEIGHT - 7, rx=4, fill="none", stroke="#ffffff", stroke_width=1.2)
        picture.text(0, 38, Back(back).name.lower(), 11, WIDTH - 12, text_anchor="middle", fill=ink_on(BACK_PAINT[Back(back)]))


def draw_land(picture: Svg, x: float, y: float, kind: int) -> None:
    """Draw a Land card of a stack as a slab with a letter. (x, y) is its upper left corner.

    Args:
        kind: the kind of card; UNKNOWN for one that the viewer does not know, GOLD_PERHAPS if it may be the GOLD.
    """
    if kind < 0:
        fill, letter = BACK_PAINT[Back.LAND], "?" * (kind == GOLD_PERHAPS)
    else:
        name = KIND_NAMES[kind]
        fill, letter = LAND_PAINT.get(name, WANTED), "W" if "wanted" in name else "" if name == "ground" else name[0].upper()
    picture.rect(x, y, 30, 11, rx=3, fill=fill, stroke=CARD_INK, stroke_width=1)
    picture.text(x + 15, y + 9.2, letter, 9.5, text_anchor="middle", fill=ink_on(fill))


def draw_die(picture: Svg, x: float, y: float, value: int) -> None:
    picture.rect(x - 18, y - 18, 36, 36, rx=7, fill="#fffdf7", stroke=INK, stroke_width=2)
    for dx, dy in PIPS[value]:
        picture.circle(x + 9 * dx, y + 9 * dy, 3.6, fill=COLOUR["red"])


def draw_piece(picture: Svg, x: float, y: float, paint: tuple[str, str], number: int) -> None:
    """Draw a bandit with a hat and the number of its seat."""
    fill, ink = paint
    ends = {"stroke": INK, "stroke_width": 1.4}
    picture.path(f"M{x - 11:g} {y + 16:g} q0 -20 11 -20 q11 0 11 20 z", fill=fill, **ends)
    picture.circle(x, y - 6, 7, fill="#f0c9a0", **ends)
    picture.path(f"M{x - 13:g} {y - 8:g} h26 q-3 -5 -7 -5 l-2 -6 h-8 l-2 6 q-4 0 -7 5 z", fill=fill, **ends)
    picture.text(x, y + 12, number, 12, text_anchor="middle", fill=ink)
