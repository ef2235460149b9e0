"""Draw the covers of games, which stand for them in a list: 300 by 180 units, with the same colours on all pages."""

from dig_envs.core.game import Game
from dig_envs.render.palette import CARD_INK, EARTH, EARTH_DARK
from dig_envs.render.svg import Svg
from dig_envs.render.view import module_of

WIDTH, HEIGHT = 300, 180


def cover_of(game: Game) -> str:
    """Return a game's cover as SVG: that of its module `cover`, or its title."""
    module = module_of(game, "cover")
    if module is not None:
        return module.svg()
    picture = landscape("#d9c7a3", EARTH)
    picture.text(WIDTH / 2, 84, game.title, 26, text_anchor="middle", fill=CARD_INK)
    return picture.document()


def landscape(sky: str, ground: str) -> Svg:
    """Return a picture with the sky, and the ground below y = 110."""
    picture = Svg(WIDTH, HEIGHT)
    picture.rect(0, 0, WIDTH, HEIGHT, fill=sky)
    picture.path(f"M0 118Q75 96 150 112T{WIDTH} 106V{HEIGHT}H0Z", fill=ground)
    picture.path(f"M0 158Q90 146 170 156T{WIDTH} 150V{HEIGHT}H0Z", fill=EARTH_DARK)
    return picture
