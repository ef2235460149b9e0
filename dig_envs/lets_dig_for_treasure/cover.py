"""The cover of Let's Dig for Treasure: a spade in a heap of earth, treasures and dangers."""

from dig_envs.lets_dig_for_treasure.card_drawing import FACES
from dig_envs.lets_dig_for_treasure.drawing import SPADE
from dig_envs.render.cover import landscape
from dig_envs.render.palette import EARTH

AROUND = (
    ("Treasure Chest", 88, 132, 2.4), ("Evil Skeleton", 222, 134, 2.0), ("Crown of the Lich Lord", 52, 64, 1.7),
    ("Boatman's Coins", 250, 68, 1.7), ("Worms", 168, 158, 1.7),
)  # fmt: skip


def svg() -> str:
    """Return the cover as an SVG document."""
    picture = landscape("#f3dfb6", "#9fbf74")
    picture.path("M96 150Q150 60 206 150Z", fill=EARTH)
    picture.use("spade", SPADE, 150, 70, 3.2, fill="#8b96a0")
    for name, x, y, scale in AROUND:
        label, markup = FACES[name]
        picture.use(label.lower(), markup, x, y, scale)
    return picture.document()
