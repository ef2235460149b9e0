"""The cover of Digging Bandits: two bandits, a town and the GOLD under the desert."""

from dig_envs.digging_bandits.card_drawing import draw_piece
from dig_envs.digging_bandits.components import Card
from dig_envs.digging_bandits.emblems import draw_emblem, draw_houses
from dig_envs.render.cover import landscape
from dig_envs.render.palette import PLAYERS, SAND


def svg() -> str:
    """Return the cover as an SVG document."""
    picture = landscape("#f0b98a", SAND)
    picture.circle(238, 46, 26, fill="#f9e2a0")
    picture.path("M0 118L40 60H74L96 108Z", fill="#c98a5c")
    for town, x in enumerate((120, 168)):
        with picture.group(transform=f"translate({x} 92) scale(1.3)"):
            draw_houses(picture, 0, 0, town)
    for x, seat in ((76, 0), (226, 2)):
        with picture.group(transform=f"translate({x} 120) scale(2.3)"):
            draw_piece(picture, 0, 0, PLAYERS[seat], seat)
    for kind, x in ((Card.GOLD, 150), (Card.SHOVEL, 112), (Card.TNT, 190)):
        draw_emblem(picture, x, 154, kind, 1.5)
    return picture.document()
