"""The cover of DIG: two dogs between the doghouse, a bone and a bowl."""

from dig_envs.dig import drawing
from dig_envs.render.cover import landscape
from dig_envs.render.palette import GRASS


def svg() -> str:
    """Return the cover as an SVG document."""
    picture = landscape("#cfe4ee", GRASS)
    with picture.group(transform="translate(62 36) scale(1.1)"):
        drawing.draw_doghouse(picture, 0, 0)
    for x, y, seat in ((150, 118, 0), (214, 128, 2)):
        drawing.draw_dog(picture, x, y, seat, False, 2.4)
    with picture.group(transform="translate(262 66)"):
        drawing.draw_bowl(picture, 0, 0, 1, 5)
    with picture.group(transform="translate(110 164) scale(1.5)"):
        drawing.draw_bone(picture, 0, 0, 0)
    return picture.document()
