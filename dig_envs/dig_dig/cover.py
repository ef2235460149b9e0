"""The cover of Dig Dig: a mole in its hole under a fan of cards."""

from dig_envs.dig_dig import drawing
from dig_envs.dig_dig.card_drawing import draw_card
from dig_envs.dig_dig.components import Card
from dig_envs.render.cover import landscape
from dig_envs.render.palette import EARTH, EARTH_DARK, GRASS


def svg() -> str:
    """Return the cover as an SVG document."""
    picture = landscape("#e6dcf0", GRASS)
    picture.ellipse(150, 146, 96, 26, fill=EARTH)
    picture.ellipse(150, 150, 84, 21, fill=EARTH_DARK)
    for k, kind in enumerate((2, 6, Card.LIMBO, Card.BOOM)):
        with picture.group(transform=f"translate({48 + 68 * k} {18 + 8 * abs(k - 1.5):g}) rotate({-12 + 8 * k})"):
            draw_card(picture, 0, 0, kind, 1.1)
    drawing.draw_mole(picture, 150, 134, 2, 2.7)
    return picture.document()
