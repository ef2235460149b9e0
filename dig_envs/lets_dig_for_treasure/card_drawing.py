"""Draw the cards of Let's Dig for Treasure as SVG, 50 wide and 66 high, around the middle of their upper edge."""

from dig_envs.lets_dig_for_treasure.components import CARDS, When
from dig_envs.render.palette import CARD, CARD_BACK, CARD_BACK_EDGE, CARD_INK
from dig_envs.render.svg import Svg

WIDTH, HEIGHT = 50, 66

# The edge of a card shows when its effect happens.
EDGE = {
    When.NEVER: "#8a6544",
    When.DUG: "#b3312e",
    When.SCORED: "#2d6cc9",
    When.IN_PILE: "#8f6208",
    When.END: "#28804a",
}
WORM = (
    '<path d="M-12 6C-8-6-3-6 0 2S8 10 12-4" fill="none" stroke="#d77f8c" stroke-width="6" stroke-linecap="round"/>'
    '<circle cx="11" cy="-5" r="1.2"/>'
)

# By the name of the card: a short name, and an emblem of about 30 by 30 around (0, 0).
FACES = {
    "Dirt": (
        "Dirt",
        '<path d="M-14 9Q-9-4-3 0Q3-11 8-1Q13 0 14 9Z" fill="#7a5533"/><circle cx="-3" cy="5" r="1.5" fill="#b58a5e"/>',
    ),
    "Worms": ("Worms", WORM),
    "Evil Skeleton": (
        "Skeleton",
        '<g fill="#fff" stroke="#2d2a26" stroke-width="1.3">'
        '<path d="M-11-3A11 11 0 0 1 11-3Q11 4 6 6V12H-6V6Q-11 4-11-3Z"/></g>'
        '<circle cx="-4.5" cy="-2" r="3" fill="#b3312e"/><circle cx="4.5" cy="-2" r="3" fill="#b3312e"/>'
        '<path d="M-2 7V12M2 7V12" stroke="#2d2a26" stroke-width="1.2"/>',
    ),
    "Boatman's Coins": (
        "Coins",
        '<circle cx="-5" cy="4" r="7" fill="#f0c33c" stroke="#a8791a" stroke-width="1.5"/>'
        '<circle cx="5" cy="-3" r="7" fill="#f0c33c" stroke="#a8791a" stroke-width="1.5"/>',
    ),
    "Gingerbread Cookies": (
        "Cookies",
        '<g fill="#b8773a" stroke="#7a4a1e"><circle cy="-8" r="6"/><rect x="-5" y="-3" width="10" height="12" rx="4"/>'
        '<rect x="-13" y="-2" width="26" height="5" rx="2.5"/></g><circle cy="2" r="1.3" fill="#fff"/>'
        '<circle cy="6" r="1.3" fill="#fff"/>',
    ),
    "Milk": (
        "Milk",
        '<path d="M-7-4L-4-11H4L7-4V14H-7Z" fill="#fff" stroke="#5f8fbf" stroke-width="1.5"/>'
        '<rect x="-7" y="1" width="14" height="6" fill="#7fb2e0"/>',
    ),
    "Sewer Line": (
        "Sewer",
        '<path d="M-14-6H2V-12H8V2H-14Z" fill="#7d8a7a"/><path d="M2 4H8V12Q5 16 2 12Z" fill="#7f9a2b"/>',
    ),
    "Wedding Ring": (
        "Ring",
        '<circle cy="4" r="9" fill="none" stroke="#d9a520" stroke-width="3.5"/><path d="M-5-8H5L0-2Z" fill="#7fc6e8"/>',
    ),
    "Sleepy Gravedigger": (
        "Digger",
        '<path d="M-2-15H2V3H-2Z" fill="#7a4a26"/><path d="M-7 3H7V9Q7 15 0 17Q-7 15-7 9Z" fill="#8b96a0"/>',
    ),
    "Loyal Dog": (
        "Dog",
        '<path d="M-9-8Q0-14 9-8V5Q5 12 0 12Q-5 12-9 5Z" fill="#c98d4f"/>'
        '<path d="M-9-9L-15 3L-9 4ZM9-9L15 3L9 4Z" fill="#7a4a26"/><circle cx="-4" cy="-2" r="1.6"/>'
        '<circle cx="4" cy="-2" r="1.6"/><ellipse cy="5" rx="3" ry="2.2"/>',
    ),
    "Treasure Map": (
        "Map",
        '<path d="M-14-9L-5-12L5-9L14-12V9L5 12L-5 9L-14 12Z" fill="#efdcae" stroke="#a5834b"/>'
        '<path d="M-9 5Q-4-6 3 1" fill="none" stroke="#8a5a2a" stroke-width="1.6" stroke-dasharray="3 2"/>'
        '<path d="M4-3L10 3M10-3L4 3" stroke="#b3312e" stroke-width="2.2"/>',
    ),
    "Crown of the Lich Lord": (
        "Crown",
        '<path d="M-13 10V-7L-6 0L0-11L6 0L13-7V10Z" fill="#e3b32a" stroke="#94701a"/><circle cy="4" r="2.5" fill="#7a3fb0"/>',
    ),
    "Cursed Family Heirloom": (
        "Heirloom",
        '<path d="M-5-13H5L3-7Q12-2 9 8L6 13H-6L-9 8Q-12-2-3-7Z" fill="#7a5aa8" stroke="#46306b"/>'
        '<path d="M-5 2L0 6L5 2" fill="none" stroke="#e6d36a" stroke-width="2"/>',
    ),
    "Radioactive Waste": (
        "Waste",
        '<circle r="13" fill="#f2d12e"/>'
        '<path d="M0 0L-6.5-11A13 13 0 0 1 6.5-11ZM0 0L13 0A13 13 0 0 1 6.5 11ZM0 0L-6.5 11A13 13 0 0 1-13 0Z" fill="#2d2a26"/>'
        '<circle r="3" fill="#f2d12e"/>',
    ),
    "Treasure Chest": (
        "Chest",
        '<path d="M-13-2Q-13-11 0-11Q13-11 13-2Z" fill="#8a5426"/>'
        '<rect x="-13" y="-1" width="26" height="12" fill="#a5682f"/>'
        '<rect x="-3" y="-4" width="6" height="8" fill="#e3b32a"/>',
    ),
    "Leprechaun's Gold": (
        "Gold",
        '<path d="M-12-2H12Q12 12 0 12Q-12 12-12-2Z" fill="#2d2a26"/><ellipse cy="-3" rx="12" ry="5" fill="#f0c33c"/>',
    ),
    "Ark of the Covenant": (
        "Ark",
        '<rect x="-12" y="-2" width="24" height="12" fill="#d9a520" stroke="#8f6a12"/>'
        '<path d="M-14 4H14" stroke="#8f6a12" stroke-width="2"/>'
        '<path d="M-9-3Q-9-12-1-5M9-3Q9-12 1-5" fill="none" stroke="#d9a520" stroke-width="3"/>',
    ),
    "Pirate Hat": (
        "Hat",
        '<path d="M-15 6Q-12-12 0-12Q12-12 15 6Q0-1-15 6Z" fill="#2d2a26"/><circle cy="-4" r="3.2" fill="#fff"/>'
        '<path d="M-5 2L5-1M5 2L-5-1" stroke="#fff" stroke-width="1.5"/>',
    ),
    "Pirate Sword": (
        "Sword",
        '<g transform="rotate(40)"><path d="M-1.8 6V-14L0-17L1.8-14V6Z" fill="#b9c3cc"/>'
        '<path d="M-7 6H7V9H-7ZM-1.8 9H1.8V16H-1.8Z" fill="#7a4a26"/></g>',
    ),
    "New Kid": (
        "New Kid",
        '<circle cy="-4" r="8" fill="#f2c49a"/><path d="M-9-5Q-8-14 0-14Q9-14 9-6L14-5H-2Z" fill="#d13f3f"/>'
        '<path d="M-10 14Q-9 5 0 5Q9 5 10 14Z" fill="#2d6cc9"/>',
    ),
    "Board Games!": (
        "Games",
        '<rect x="-11" y="-11" width="22" height="22" rx="4" fill="#fff" stroke="#2d2a26" stroke-width="1.6"/>'
        '<circle cx="-5" cy="-5" r="2.2"/><circle cx="5" cy="5" r="2.2"/><circle cx="5" cy="-5" r="2.2"/>'
        '<circle cx="-5" cy="5" r="2.2"/><circle r="2.2"/>',
    ),
    "Lottery Ticket": (
        "Ticket",
        '<path d="M-14-8H14V-3A3 3 0 0 0 14 3V8H-14V3A3 3 0 0 0-14-3Z" fill="#f3e6a2" stroke="#a5834b"/>'
        '<path d="M-7-3H7M-7 2H3" stroke="#2f8f4e" stroke-width="2"/>',
    ),
    "Skwirmz the Worm God": (
        "Skwirmz",
        '<circle r="13" fill="#f2c230"/>'
        '<path d="M-12 6C-8-6-3-6 0 2S8 10 12-4" fill="none" stroke="#d77f8c" stroke-width="6" stroke-linecap="round"/>'
        '<circle cx="11" cy="-5" r="1.2"/><path d="M6-14L8-9L13-10L10-6" fill="#d13f3f"/>',
    ),
    "Wedding Dress": (
        "Dress",
        '<path d="M-5-13L0-9L5-13L4-3L12 14H-12L-4-3Z" fill="#fff" stroke="#b9a6c9" stroke-width="1.5"/>',
    ),
    "Land Mine": (
        "Mine",
        '<path d="M-12 8Q-12-5 0-5Q12-5 12 8Z" fill="#5b6b3a"/><rect x="-3" y="-10" width="6" height="6" fill="#b3312e"/>'
        '<rect x="-15" y="7" width="30" height="4" fill="#3d4a26"/>',
    ),
    "Narco Drug Stash": (
        "Stash",
        '<rect x="-12" y="-7" width="24" height="16" rx="2" fill="#e9e4d8" stroke="#8a8071"/>'
        '<path d="M-12 1H12M0-7V9" stroke="#b08a4a" stroke-width="3"/>',
    ),
}


def draw_card(picture: Svg, x: float, y: float, kind: int, scale: float = 1, edge: str | None = None) -> None:
    """Draw a card face up: points, emblem, short name; `edge` paints its edge in another colour."""
    card = CARDS[kind]
    label, emblem = FACES[card.name]
    paint = edge or EDGE[card.when]
    with picture.group(transform=f"translate({x:g} {y:g}) scale({scale:g})"):
        picture.rect(-WIDTH / 2, 0, WIDTH, HEIGHT, rx=6, fill=CARD, stroke=paint, stroke_width=5 if edge else 2.6)
        picture.use(label.lower().replace(" ", "-"), emblem, 0, 28, 0.95)
        picture.text(-20, 13, f"{card.points + card.bonus * (not card.points)}", 10.5, fill=EDGE[card.when])
        picture.text(0, 59, label, 10, WIDTH - 8, text_anchor="middle", fill=CARD_INK)


def draw_back(picture: Svg, x: float, y: float, scale: float = 1, mark: str = "") -> None:
    """Draw a card face down, with a mark on it."""
    with picture.group(transform=f"translate({x:g} {y:g}) scale({scale:g})"):
        picture.rect(-WIDTH / 2, 0, WIDTH, HEIGHT, rx=6, fill=CARD_BACK, stroke=CARD_BACK_EDGE, stroke_width=2)
        picture.text(0, 43, mark, 28, text_anchor="middle", fill=CARD_INK)
