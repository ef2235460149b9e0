"""The colours of all pictures, on a light page and on a dark page."""

# Words and surfaces of the table. `DARK` has another colour for each on a dark page.
PAPER = "#f6f1e4"
INK = "#2b2824"
FAINT_INK = "#625949"
GOLD_INK = "#7d5200"
RED_INK = "#8f1d1d"
PANEL = "#fffefa"
INSET = "#efe7d5"
RULE = "#ddd3bd"
GRASS = "#a9c97f"
GRASS_EDGE = "#86a95d"
PATH = "#c3dc9c"
SAND = "#ecd9ac"
SAND_EDGE = "#cdb27a"
TRAIL = "#dcc48c"
DESERT = "#e3c383"
DESERT_EDGE = "#c9a662"
TILE = "#f1dcae"
DARK = {
    PAPER: "#1d1b18",
    INK: "#f1eadc",
    FAINT_INK: "#c3b8a6",
    GOLD_INK: "#f2be4a",
    RED_INK: "#ffb0a3",
    PANEL: "#2a2723",
    INSET: "#3a352e",
    RULE: "#4f483e",
    GRASS: "#3c552e",
    GRASS_EDGE: "#5f7d46",
    PATH: "#4f6b3b",
    SAND: "#463b28",
    SAND_EDGE: "#77664a",
    TRAIL: "#5a4d35",
    DESERT: "#3b3222",
    DESERT_EDGE: "#6b5a3d",
    TILE: "#5b4b31",
}

# Cards, pieces and dice, which have the same colours on a dark page.
CARD = "#fffdf7"
CARD_INK = "#2d2a26"
CARD_BACK = "#b68d62"
CARD_BACK_EDGE = "#8c6742"
CARD_BACK_MARK = "#d9bd97"
EARTH = "#8a6544"
EARTH_DARK = "#4d3726"
GOLD = "#e3a008"
SPOTLIGHT = "#fff3c4"  # behind the piece of the player who must decide

# Distinct with colour blindness too (`tests/games/test_colours.py`). Where a colour matters, pictures also show a letter.
COLOUR = {
    "red": "#c93434",
    "orange": "#f08c1e",
    "yellow": "#f2c230",
    "green": "#28804a",
    "blue": "#2d6cc9",
    "purple": "#612696",
}
# Fill and text colour of each player, distinct from the colours of the cards.
PLAYERS = (
    ("#3b3a40", "#ffffff"),
    ("#f7e8c8", "#2d2a26"),
    ("#9c6237", "#ffffff"),
    ("#aab4bf", "#2d2a26"),
    ("#cf9fa0", "#2d2a26"),
    ("#54746f", "#ffffff"),
)


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour such as "#d13f3f" (WCAG 2), from 0 for black to 1 for white."""
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours (WCAG 2), from 1 to 21."""
    darker, brighter = sorted((luminance(one), luminance(other)))
    return (brighter + 0.05) / (darker + 0.05)


def ink_on(fill: str) -> str:
    """Return white or the dark ink of cards, whichever can be read better on a colour."""
    return max("#ffffff", CARD_INK, key=lambda ink: contrast(ink, fill))


def in_dark(svg: str) -> str:
    """Repaint a picture for a dark page, as `dark_style` does."""
    for light, dark in DARK.items():
        svg = svg.replace(f'"{light}"', f'"{dark}"')
    return svg


def dark_style() -> str:
    """Return CSS rules that repaint the pictures in a dark page."""
    rules = [f'svg [{use}="{light}"] {{ {use}: {dark}; }}' for light, dark in DARK.items() for use in ("fill", "stroke")]
    return "\n".join(["@media (prefers-color-scheme: dark) {", *rules, "}"]) + "\n"
