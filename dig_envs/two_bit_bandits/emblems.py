"""Emblems of 2-Bit Bandits as SVG markup, about 30 by 30 around (0, 0), by the names of `components.py`."""

from dig_envs.render.palette import INK
from dig_envs.render.svg import Svg
from dig_envs.two_bit_bandits.components import MINIONS, PICKUP_NAMES, SHAMANDILLOS

ENCOUNTERS = {
    "barrel": '<path d="M-9-12H9Q14 0 9 12H-9Q-14 0-9-12Z" fill="#a5682f" stroke="#5d3716" stroke-width="1.5"/>'
    '<path d="M-11-6H11M-11 6H11" stroke="#5d3716" stroke-width="2.5"/>',
    "heart": '<path d="M0 12C-18 0-14-13-6-13Q0-13 0-7Q0-13 6-13C14-13 18 0 0 12Z" fill="#c93434"/>',
    "bomb": '<circle cx="-1" cy="3" r="10.5" fill="#2d2a26"/><path d="M5-6Q8-13 13-11" fill="none" stroke="#8a6544" '
    'stroke-width="2.5"/><circle cx="13" cy="-11" r="3.2" fill="#f08c1e"/><circle cx="-5" cy="-1" r="2.5" fill="#8b8780"/>',
    "spikes": '<path d="M-14 11L-10-9L-5 11L0-13L5 11L10-9L14 11Z" fill="#77808a" stroke="#40474e" stroke-width="1.3"/>',
}
EYES = '<circle cx="-4" cy="{y}" r="2.6" fill="#fff"/><circle cx="4" cy="{y}" r="2.6" fill="#fff"/>' + (
    '<circle cx="-3.6" cy="{y}" r="1.2"/><circle cx="3.6" cy="{y}" r="1.2"/>'
)
MINION_MARKUP = (
    # Beezard: a striped lizard with wings
    '<g fill="#d6e6f2" stroke="#7d96a8"><ellipse cx="-9" cy="-7" rx="6" ry="4.5" transform="rotate(30 -9 -7)"/>'
    '<ellipse cx="9" cy="-7" rx="6" ry="4.5" transform="rotate(-30 9 -7)"/></g>'
    '<path d="M-7 13Q-11 0-7-8Q0-16 7-8Q11 0 7 13Z" fill="#f2c230" stroke="#2d2a26"/>'
    '<path d="M-8.5 2H8.5M-8 7.5H8" stroke="#2d2a26" stroke-width="3"/>' + EYES.format(y=-5),
    # Dune Bug
    '<path d="M-13 2L-8 0M-13 9L-8 6M13 2L8 0M13 9L8 6M-4-9L-8-14M4-9L8-14" stroke="#2d2a26" stroke-width="2"/>'
    '<ellipse cy="3" rx="10" ry="10" fill="#8f4f9c" stroke="#2d2a26"/><path d="M0-6V13" stroke="#2d2a26"/>'
    '<circle cy="-7" r="5.5" fill="#2d2a26"/><circle cx="-2" cy="-8" r="1.4" fill="#fff"/>'
    '<circle cx="2" cy="-8" r="1.4" fill="#fff"/>',
    # Dust Devil
    '<path d="M-13-11H13M-10-6H11M-8-1H8M-5 4H6M-3 9H3M-1 13H1" stroke="#9b7440" stroke-width="4" stroke-linecap="round"/>'
    + EYES.format(y=-8),
    # Fireantula
    '<path d="M-7 0L-14-6M-8 3H-15M-7 6L-13 12M7 0L14-6M8 3H15M7 6L13 12" stroke="#2d2a26" stroke-width="2"/>'
    '<circle cy="4" r="8.5" fill="#d9480f" stroke="#2d2a26"/><path d="M0-13Q6-8 3-4H-3Q-6-7 0-13Z" fill="#f08c1e"/>'
    + EYES.format(y=3),
    # Golem
    '<rect x="-10" y="-11" width="20" height="15" rx="3" fill="#8d8f92" stroke="#2d2a26"/>'
    '<rect x="-13" y="5" width="26" height="9" rx="3" fill="#75777a" stroke="#2d2a26"/>'
    '<path d="M-5-2H5" stroke="#2d2a26" stroke-width="2"/>' + EYES.format(y=-6),
    # Prickly Bear
    '<path d="M-9-10L-6-15L-3-11L0-16L3-11L6-15L9-10L14-6L10-2L14 3L9 6L8 13H-8L-9 6L-14 3L-10-2L-14-6Z" fill="#3c8a4b" '
    'stroke="#1f4f2a"/><ellipse cy="4" rx="5" ry="4" fill="#cfe3b8"/><circle cy="2.5" r="1.6"/>' + EYES.format(y=-4),
    # Reaper
    '<path d="M-10 14Q-12-14 0-14Q12-14 10 14Z" fill="#3a3344"/><ellipse cy="-3" rx="6" ry="7" fill="#f3eee2"/>'
    '<circle cx="-2.5" cy="-4" r="1.8"/><circle cx="2.5" cy="-4" r="1.8"/><path d="M-2 1H2" stroke="#2d2a26"/>'
    '<path d="M12 14V-13Q4-14 2-9" fill="none" stroke="#8a6544" stroke-width="2"/>',
)
PICKUP_MARKUP = (
    # Feather
    '<path d="M-9 13L8-10" stroke="#8a6544" stroke-width="2"/>'
    '<path d="M-6 9Q-10-4 10-14Q12 2-6 9Z" fill="#4f8fd6" stroke="#234f86"/>',
    # Breathing Potion
    '<path d="M-4-13H4V-5Q12 0 9 9Q7 13 0 13Q-7 13-9 9Q-12 0-4-5Z" fill="#bfe3ee" stroke="#3a6f80"/>'
    '<path d="M-9 4H9Q10 12 0 12Q-10 12-9 4Z" fill="#28a0b8"/><circle cx="3" cy="0" r="1.5" fill="#fff"/>',
    # Slice of Pie
    '<path d="M-13 9L11-7Q14 2 11 9Z" fill="#d9974a" stroke="#8a5426"/><path d="M-10 5L11-9Q14-3 12 0L-4 5Z" fill="#b3313f"/>',
    # Fireball
    '<path d="M0-15Q11-7 9 3Q8 13 0 13Q-9 13-9 4Q-9-2-4-6Q-3-1 0-2Q3-6 0-15Z" fill="#e8590c"/>'
    '<path d="M0 0Q6 5 4 9Q3 12 0 12Q-4 12-4 8Q-4 4 0 0Z" fill="#f2c230"/>',
    # Adobe Mask
    '<path d="M-11-12H11V0Q10 12 0 14Q-10 12-11 0Z" fill="#c97b4a" stroke="#6d3a1c"/>'
    '<rect x="-7" y="-5" width="5" height="4" fill="#2d2a26"/><rect x="2" y="-5" width="5" height="4" fill="#2d2a26"/>'
    '<path d="M-5 6H5" stroke="#2d2a26" stroke-width="2.5"/>',
    # Lucky Horseshoe
    '<path d="M-7 11Q-14-12 0-12Q14-12 7 11" fill="none" stroke="#77808a" stroke-width="6"/>'
    '<path d="M-8 4L-7.9 4.1M8 4L7.9 4.1M-7-4L-6.9-4M7-4L6.9-4" stroke="#fff" stroke-width="2.4" stroke-linecap="round"/>',
    # Doom Amulet
    '<path d="M-11-13Q0 4 11-13" fill="none" stroke="#b08a2a" stroke-width="2.5"/>'
    '<circle cy="4" r="9" fill="#6a3fa0" stroke="#b08a2a" stroke-width="2.5"/><circle cy="4" r="3" fill="#e8b8ff"/>',
    # Mug of Root Beer
    '<path d="M-10-6H6V13H-10Z" fill="#8a4a1e" stroke="#4d2a10"/>'
    '<path d="M6-2H12V8H6" fill="none" stroke="#4d2a10" stroke-width="3"/>'
    '<path d="M-11-6Q-11-13-4-11Q0-15 4-11Q9-11 7-6Z" fill="#fff8e6" stroke="#c9b487"/>',
    # Sheriff Star
    '<path d="M0-15L4-5L14-5L6 2L9 13L0 6L-9 13L-6 2L-14-5L-4-5Z" fill="#f2c230" stroke="#8f6a12" stroke-width="1.5"/>',
    # Warped Tuba
    '<path d="M-12-13Q0-9 2-13V4Q2 10-3 10Q-8 10-8 4" fill="none" stroke="#c99a1e" stroke-width="4"/>'
    '<path d="M2-12Q10-10 14-15V0Q10-5 2-4Z" fill="#e3b32a" stroke="#8f6a12"/>',
)
SNOUT = (  # an armadillo's head: bands of the shell, ears, face
    '<path d="M-15 6Q-15-13 0-13Q15-13 15 6Z" fill="{shell}" stroke="#2d2a26"/>'
    '<path d="M-9-9Q-4 0-8 6M0-13V6M9-9Q4 0 8 6" fill="none" stroke="#2d2a26"/>'
    '<path d="M-9 1L-6-5L-3 0M9 1L6-5L3 0" fill="#d9a79c" stroke="#2d2a26"/>'
    '<path d="M-8 3Q0-4 8 3Q6 12 0 14Q-6 12-8 3Z" fill="#d8c0a4" stroke="#2d2a26"/><circle cy="11.5" r="1.7"/>'
    '<circle cx="-3" cy="5" r="1.5"/><circle cx="3" cy="5" r="1.5"/>'
)
BOSS_MARKUP = (
    # Dusty: a sandy shell and a scarf
    SNOUT.format(shell="#cdb27a") + '<path d="M-9 13H9L4 16H-4Z" fill="#8a6544"/>',
    # El Diablo: horns
    SNOUT.format(shell="#c93434") + '<path d="M-11-8L-14-16L-5-11ZM11-8L14-16L5-11Z" fill="#2d2a26"/>',
    # Rocky: a shell of stones
    SNOUT.format(shell="#8d8f92") + '<path d="M-12-4L-9-8L-5-5ZM5-8L9-5L11-9Z" fill="#5d6064"/>',
    # Santa Ana: a hat with a feather
    SNOUT.format(shell="#2d6cc9")
    + '<path d="M-12-9Q0-17 12-9Q0-12-12-9Z" fill="#2d2a26"/><path d="M2-12Q8-18 11-15Q8-12 2-12Z" fill="#fff"/>',
    # Slick: a hat and a moustache
    SNOUT.format(shell="#3c4046") + '<path d="M-7-10V-16H7V-10H11V-8H-11V-10Z" fill="#612696"/>'
    '<path d="M-6 9Q-3 6 0 9Q3 6 6 9" fill="none" stroke="#2d2a26" stroke-width="1.8"/>',
    # Smokey: smoke
    SNOUT.format(shell="#77808a")
    + '<g fill="#e6e6e6" stroke="#77808a"><circle cx="-8" cy="-12" r="3.5"/><circle cx="-3" cy="-15" r="3"/>'
    '<circle cx="9" cy="-11" r="3"/></g>',
    # Snake Eyes: a die
    SNOUT.format(shell="#28804a") + '<rect x="-5" y="-15" width="10" height="8" rx="1.5" fill="#fff" stroke="#2d2a26"/>'
    '<circle cx="-2" cy="-11" r="1.2"/><circle cx="2" cy="-11" r="1.2"/>',
)
HAT = '<path d="M-15-3Q-7-6-7-8Q-6-15 0-13Q6-15 7-8Q7-6 15-3Q0 3-15-3Z"/>'
FACE = '<circle cy="2" r="9" fill="#eec39a" stroke="#2d2a26"/>' + (
    '<g fill="#2d2a26"><circle cx="-3" cy="2" r="1.3"/><circle cx="3" cy="2" r="1.3"/></g>'
)
GOOD_GUY_MARKUP = (
    # Pancho Vanilla: a moustache
    FACE + '<path d="M-6 7Q-3 3 0 5.5Q3 3 6 7Q0 8-6 7Z" fill="#2d2a26"/>' + HAT,
    # Calamity Janet: plaits
    '<path d="M-9 2Q-13 8-10 14M9 2Q13 8 10 14" fill="none" stroke="#a5541e" stroke-width="4"/>'
    + FACE + '<path d="M-3 6.5Q0 9 3 6.5" fill="none" stroke="#a3303a" stroke-width="1.8"/>' + HAT,
    # Lone Star: a star on the hat, a scarf
    FACE + '<path d="M-8 6H8L4 13H-4Z" fill="#2d6cc9"/>' + HAT
    + '<path d="M0-12L1.3-9H4L2-7L2.6-4.5L0-6L-2.6-4.5L-2-7L-4-9H-1.3Z" fill="#f2c230"/>',
    # Prospector Pete: a beard
    FACE + '<path d="M-9 4Q0 5 9 4Q8 15 0 16Q-8 15-9 4Z" fill="#f3eee2" stroke="#8a8071"/>' + HAT,
)  # fmt: skip
STRUCK = '<path d="M-13-13L13 13M13-13L-13 13" stroke="#ffffff" stroke-width="6"/>' + (
    '<path d="M-13-13L13 13M13-13L-13 13" stroke="#c93434" stroke-width="3.5"/>'
)


def draw_encounter(picture: Svg, x: float, y: float, words: str, scale: float) -> None:
    """Draw what is met on a path: a thing, or a minion, with a flame beside an elemental minion."""
    name = words.rstrip("!")
    markup = ENCOUNTERS[name] if name in ENCOUNTERS else MINION_MARKUP[MINIONS.index(name)]
    picture.use(f"met-{name.lower().replace(' ', '-')}", markup, x, y, scale)
    if words.endswith("!"):
        picture.use("pickup-3", PICKUP_MARKUP[PICKUP_NAMES.index("Fireball")], x + 11 * scale, y + 9 * scale, 0.55 * scale)


def draw_pickup(picture: Svg, x: float, y: float, kind: int, scale: float) -> None:
    picture.use(f"pickup-{kind}", PICKUP_MARKUP[kind], x, y, scale)


def draw_boss(picture: Svg, x: float, y: float, boss: int, scale: float, defeated: bool = False) -> None:
    """Draw a Shamandillo, struck out if it is defeated."""
    picture.use(f"boss-{boss}", BOSS_MARKUP[boss], x, y, scale)
    if defeated:
        picture.use("struck", STRUCK, x, y, scale)


def draw_good_guy(picture: Svg, x: float, y: float, seat: int, hat: str, scale: float = 1) -> None:
    """Draw the Good Guy of a seat with a hat in the seat's colour."""
    picture.use(f"good-guy-{seat}", GOOD_GUY_MARKUP[seat], x, y, scale, fill=hat, stroke=INK)


assert len(MINION_MARKUP) == len(MINIONS) and len(PICKUP_MARKUP) == len(PICKUP_NAMES) and len(BOSS_MARKUP) == len(SHAMANDILLOS)
