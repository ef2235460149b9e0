"""Emblems of the cards of Digging Bandits as SVG markup, about 30 by 30 around (0, 0), and the four towns."""

from dig_envs.digging_bandits.components import CHARACTERS, KINDS, Card
from dig_envs.render.svg import Svg

EDGE = 'stroke="#2d2a26" stroke-width="1.2"'
WOOD, STEEL, GOLD = "#8a5426", "#8b96a0", "#f2c230"
HORSE = f'<path d="M-12 12V2L-14-4L-7-10L-4-7Q4-4 11-5L14 2L12 12H9V4H-4V12Z" fill="#9c6237" {EDGE}/>'
FACE = f'<circle cy="3" r="8" fill="#f0c9a0" {EDGE}/><circle cx="-3" cy="2" r="1.2"/><circle cx="3" cy="2" r="1.2"/>'
HAT = f'M-14-2Q-7-5-7-8Q-5-14 0-12Q5-14 7-8Q7-5 14-2Q0 3-14-2Z" {EDGE}/>'
STAR = '<path d="M0-6L1.6-2L6-2L2.5 .8L4 5L0 2.500L-4 5L-2.5 .8L-6-2L-1.6-2Z" fill="#f2c230" stroke="#8f6a12" stroke-width=".7"'
WANTED_HATS = ("#3b3a40", "#e8d6ac", "#9c6237", "#a34a68")  # by character
EMBLEMS: dict[int, str] = {
    Card.GOLD: f'<g fill="{GOLD}" stroke="#8f6a12"><path d="M-15 10L-11 2H-1L3 10ZM-3 10L1 2H11L15 10ZM-9 1L-5-7H5L9 1Z"/></g>',
    Card.SHOVEL: f'<g transform="rotate(35)"><path d="M-1.8-15H1.800V3H-1.800ZM-5-16H5V-13H-5Z" fill="{WOOD}"/>'
    f'<path d="M-6 2H6V10Q4 15 0 16Q-4 15-6 10Z" fill="{STEEL}" {EDGE}/></g>',
    Card.PICKAXE: f'<g transform="rotate(35)"><path d="M-1.8-10H1.800V16H-1.800Z" fill="{WOOD}"/>'
    f'<path d="M-15-5Q0-17 15-5Q0-10-15-5Z" fill="{STEEL}" {EDGE}/></g>',
    Card.WHEELBARROW: f'<path d="M-15-6H11L6 5H-8Z" fill="#b3312e" {EDGE}/><path d="M9-4L15-8M-8 5L-12 12M4 5L9 12" '
    f'stroke="{WOOD}" stroke-width="2.5"/><circle cx="-4" cy="9" r="5" fill="#555" {EDGE}/>',
    Card.MINING_SITE: f'<path d="M-14 13L-4-13H4L14 13H9L5 2H-5L-9 13Z" fill="{WOOD}" {EDGE}/>'
    f'<path d="M-8 2H8M-11 12L7-3M11 12L-7-3" stroke="{WOOD}" stroke-width="2"/>'
    f'<circle cy="-13" r="3" fill="{STEEL}" {EDGE}/>',
    Card.BRIDGE: f'<path d="M-15 4Q0-12 15 4V9Q0-5-15 9Z" fill="#b8773a" {EDGE}/><path d="M-10 3V-6M0-1V-9M10 3V-6" '
    f'stroke="{WOOD}" stroke-width="2"/><path d="M-14-4Q0-14 14-4" fill="none" stroke="{WOOD}" stroke-width="1.5"/>'
    '<path d="M-14 13Q-7 9 0 13T14 13" fill="none" stroke="#2d6cc9" stroke-width="2.5"/>',
    Card.COIN: f'<circle r="12" fill="{GOLD}" stroke="#8f6a12" stroke-width="2"/>'
    '<circle r="8.5" fill="none" stroke="#8f6a12"/>'
    '<path d="M3-4Q-4-6-4-2.500Q-4 0 0 0Q4 0 4 2.500Q4 6-4 4M0-7V7" fill="none" stroke="#8f6a12" stroke-width="2"/>',
    Card.COWBOY: FACE + f'<path fill="#8a5426" d="{HAT}<path d="M-8 7L0 10L8 7L4 14H-4Z" fill="#c93434"/>',
    Card.LASSO: '<ellipse cx="2" cy="-5" rx="11" ry="7" fill="none" stroke="#b08a4a" stroke-width="3"/>'
    '<path d="M-8-1Q-14 6-6 9Q2 12-2 15" fill="none" stroke="#b08a4a" stroke-width="3"/>',
    Card.OUTLAW: FACE + '<path d="M-8 2.500H8V6Q4 13 0 13Q-4 13-8 6Z" fill="#2d2a26"/>' + f'<path fill="#2d2a26" d="{HAT}',
    Card.SHERIFF: '<g transform="scale(2.5)">' + STAR + "/></g>",
    Card.TNT: f'<g fill="#c93434" {EDGE}><rect x="-12" y="-4" width="7" height="17"/>'
    '<rect x="-4" y="-4" width="7" height="17"/>'
    '<rect x="4" y="-4" width="7" height="17"/></g><rect x="-13" y="2" width="25" height="4" fill="#2d2a26"/>'
    '<path d="M0-4Q2-11 8-10" fill="none" stroke="#8a6544" stroke-width="2"/>'
    '<circle cx="9" cy="-10" r="3.5" fill="#f08c1e"/>',
    Card.TRADE: '<path d="M-14-6H6V-11L14-3L6 4V-1H-14ZM14 7H-6V2L-14 9" fill="#28804a"/>'
    '<path d="M14 11H-6V15L-14 9L-6 3V7H14Z" fill="#2d6cc9"/>',
    Card.BLOCK: f'<path d="M-12-11L0-14L12-11V0Q10 10 0 14Q-10 10-12 0Z" fill="#2d6cc9" {EDGE}/>'
    '<path d="M-6-1L-1 4L7-6" fill="none" stroke="#fff" stroke-width="3.5"/>',
    Card.CACHE: f'<g fill="#fff" {EDGE}><rect x="-12" y="-9" width="14" height="20" rx="2" transform="rotate(-14)"/>'
    '<rect x="-6" y="-11" width="14" height="20" rx="2"/>'
    '<rect x="0" y="-9" width="14" height="20" rx="2" transform="rotate(14)"/></g>',
    Card.DOUBLE_TIME: f'<circle r="12" fill="#fff" {EDGE}/>'
    '<path d="M0-8V0L6 4" fill="none" stroke="#2d2a26" stroke-width="2.5"/>'
    '<path d="M-14-8Q-9-16 0-15L-2-12M14 8Q9 16 0 15L2 12" fill="none" stroke="#c93434" stroke-width="2"/>',
    Card.GUIDE: f'<circle cx="-3" cy="-3" r="9" fill="#dff0f7" stroke="{GOLD}" stroke-width="3.5"/>'
    '<path d="M4 4L13 13" stroke="#8f6a12" stroke-width="5" stroke-linecap="round"/>'
    '<path d="M-8-2H2M-8-6H0" stroke="#7b5aa6" stroke-width="2"/>',
    Card.MAGNET: f'<path d="M-11-12H-4V2Q-4 6 0 6Q4 6 4 2V-12H11V3Q10 13 0 13Q-10 13-11 3Z" fill="#c93434" {EDGE}/>'
    '<path d="M-11-12H-4V-7H-11ZM4-12H11V-7H4Z" fill="#dfe3e6"/>',
    Card.ORACLE: f'<path d="M-14 0Q0-15 14 0Q0 15-14 0Z" fill="#efe2c0" {EDGE}/><circle r="6" fill="#7b5aa6"/>'
    '<circle r="2.5"/>',
    Card.PLOT: f'<path d="M-14 12V3L-7-1L0 3V12M0 12V3L7-1L14 3V12" fill="#e8d6ac" {EDGE}/>'
    f'<path d="M-15 8H15" stroke="{WOOD}" '
    'stroke-width="3"/><path d="M-1-2V-15L10-11L1-7" fill="#c93434"/>',
    Card.SPOON: f'<g transform="rotate(35)"><ellipse cy="-8" rx="6" ry="8" fill="#c9d0d6" {EDGE}/>'
    f'<path d="M-1.8 0H1.800L2.5 16H-2.500Z" fill="#c9d0d6" {EDGE}/></g>',
    Card.WARP: '<path d="M0 0Q4-4 6 1Q6 8-2 8Q-11 7-10-2Q-8-13 4-12Q15-9 13 4" fill="none" stroke="#7b5aa6" stroke-width="4"/>',
    Card.DUEL: f'<g fill="#555" {EDGE}><path d="M-14-10L4-1L1 4L-13-5ZM1 4L6 13H1L-3 2Z"/>'
    '<path d="M14-10L-4-1L-1 4L13-5ZM-1 4L-6 13H-1L3 2Z"/></g>',
    Card.GAMBLING: f'<g fill="#fff" {EDGE}><rect x="-13" y="-11" width="15" height="15" rx="3" transform="rotate(-12)"/>'
    '<rect x="-1" y="-2" width="15" height="15" rx="3" transform="rotate(10)"/>'
    '</g><circle cx="-7" cy="-3" r="2" fill="#c93434"/>'
    '<circle cx="3" cy="3" r="1.8"/><circle cx="8" cy="9" r="1.8"/>',
    Card.HIDEOUT: f'<path d="M-11-2H11V12H-11Z" fill="#9c6237" {EDGE}/><path d="M-15-1L-6-12H6L15-1Z" fill="#6c3f1e"/>'
    '<path d="M-3 12V3H3V12Z" fill="#2d2a26"/>',
    Card.SHUFFLE: '<path d="M-14-6H-6L4 8H8V3L15 9L8 15V11H3L-7-3H-14ZM-14 8H-7L-4 4M1-3L4-6H8V-11L15-5L8 1V-3H5" '
    'fill="#a4513a" stroke="#a4513a"/>',
    Card.TIP_CART: f'<g transform="rotate(-24)"><path d="M-14-8H10L6 4H-10Z" fill="#8b96a0" {EDGE}/></g>'
    f'<circle cx="-6" cy="10" r="4" fill="#555" {EDGE}/><circle cx="6" cy="6" r="4" fill="#555" {EDGE}/>'
    '<path d="M-15 4L-12 12H-15Z" fill="#7a5533"/>',
    Card.HEIST: f'<path d="M-14 7V-5H2V-11H11V7Z" fill="#2d2a26"/><path d="M-12-5V-12H-8V-5Z" fill="#2d2a26"/>'
    f'<rect x="4" y="-8" width="5" height="5" fill="#dff0f7"/><g fill="#b3312e" {EDGE}><circle cx="-9" cy="10" r="4.5"/>'
    '<circle cx="1" cy="10" r="4.5"/><circle cx="10" cy="10" r="3.5"/></g>',
    Card.DYNAMITE: f'<rect x="-5" y="-7" width="10" height="20" rx="2" fill="#c93434" {EDGE}/>'
    '<path d="M-5-1H5M-5 7H5" stroke="#fff" '
    'stroke-width="2"/><path d="M0-7Q1-14 7-13" fill="none" stroke="#8a6544" stroke-width="2"/>'
    '<path d="M8-18L9-14L13-13L9-11L8-7L6-11L3-13L7-14Z" fill="#f08c1e"/>',
    Card.GROUND: '<path d="M-15 10Q-10-4-3 0Q3-11 8-1Q14 0 15 10Z" fill="#8a6544"/>'
    '<circle cx="-5" cy="6" r="1.6" fill="#c9a67c"/>'
    '<circle cx="5" cy="5" r="1.6" fill="#c9a67c"/>',
    Card.STONE: f'<path d="M-14 9L-11-4L-3-10L7-8L14 2L12 10Z" fill="#9aa0a6" {EDGE}/><path d="M-3-10L0 0L-6 9M0 0L14 2" '
    'fill="none" stroke="#6f757b" stroke-width="1.3"/>',
    Card.TECH: f'<g fill="#3d9aa8" {EDGE}><path d="M-3-14H3L4-10L8-8L12-10L14-5L11-2V2L14 5L12 10L8 8L4 10L3 14H-3L-4 10L-8 8'
    'L-12 10L-14 5L-11 2V-2L-14-5L-12-10L-8-8L-4-10Z"/></g><circle r="4.5" fill="#fffdf7"/>',
    **{
        first + number: f'<path d="M-12-14H12V14H-12Z" fill="#f3e2b5" stroke="#a5834b"/><g transform="scale(.85)">{FACE}'
        f'<path fill="{hat}" d="{HAT}</g>'
        for first in (Card.LAND_WANTED, Card.DRAW_WANTED)
        for number, hat in enumerate(WANTED_HATS)
    },
}
assert set(EMBLEMS) == set(range(KINDS)) and len(WANTED_HATS) == len(CHARACTERS)

WALL, ROOF = "#c08d52", "#7c4a24"
TOWNS = (
    # a church
    f'<path d="M-13 13V-1H13V13Z" fill="{WALL}"/><path d="M-16 0L0-8L16 0Z" fill="{ROOF}"/>'
    f'<path d="M-5-5V-14L0-19L5-14V-5Z" fill="{WALL}"/>'
    f'<path d="M0-26V-18M-3-23H3" stroke="{ROOF}" stroke-width="2"/><path d="M-3 13V5Q0 1 3 5V13Z" fill="{ROOF}"/>',
    # a saloon
    f'<rect x="-17" y="-4" width="34" height="17" fill="{WALL}"/>'
    f'<rect x="-15" y="-16" width="30" height="12" fill="#b3312e"/>'
    f'<path d="M-11-10H11" stroke="#fff" stroke-width="3" stroke-dasharray="4 2"/>'
    f'<path d="M-5 13V2H-1V13ZM1 13V2H5V13Z" fill="{ROOF}"/>',
    # a windmill
    f'<path d="M-7 13L-3-8H3L7 13Z" fill="{WALL}"/><path d="M0-10L-12-18M0-10L12-18M0-10L-11 0M0-10L11 0" stroke="{ROOF}" '
    f'stroke-width="4"/><circle cy="-10" r="3" fill="{ROOF}"/>',
    # a bank
    f'<path d="M-17-5L0-17L17-5Z" fill="{ROOF}"/>'
    f'<path d="M-14-4H-9V10H-14ZM-6-4H-1V10H-6ZM2-4H7V10H2ZM10-4H15V10H10Z" fill="{WALL}"/>'
    f'<path d="M-17 10H17V13H-17Z" fill="{ROOF}"/>',
)


def draw_emblem(picture: Svg, x: float, y: float, kind: int, scale: float = 1) -> None:
    picture.use(f"card-{kind}", EMBLEMS[kind], x, y, scale)


def draw_houses(picture: Svg, x: float, y: float, town: int) -> None:
    """Draw the buildings of a town, numbered from 0."""
    picture.use(f"town-{town}", TOWNS[town], x, y)
