"""The cover of 2-Bit Bandits: two Good Guys face two Shamandillos."""

from dig_envs.render.cover import landscape
from dig_envs.render.palette import DESERT, PLAYERS
from dig_envs.two_bit_bandits.components import MINIONS, Pickup, Shamandillo
from dig_envs.two_bit_bandits.emblems import draw_boss, draw_encounter, draw_good_guy, draw_pickup


def svg() -> str:
    """Return the cover as an SVG document."""
    picture = landscape("#8fc3d8", DESERT)
    for seat, x in ((0, 52), (2, 108)):
        draw_good_guy(picture, x, 104, seat, PLAYERS[seat][0], 2.2)
    draw_boss(picture, 196, 96, Shamandillo.EL_DIABLO, 2.3)
    draw_boss(picture, 254, 104, Shamandillo.SLICK, 2.3)
    draw_encounter(picture, 150, 60, MINIONS[0], 1.5)
    for kind, x in ((Pickup.STAR, 60), (Pickup.FIREBALL, 120), (Pickup.HORSESHOE, 180), (Pickup.ROOT_BEER, 240)):
        draw_pickup(picture, x, 162, kind, 0.9)
    return picture.document()
