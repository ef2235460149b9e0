"""Draw the moving picture of the README and of the home page: the beginning of a game between bots.

`python -m website.moving_picture` writes `docs/images/moving.webp`, and `moving.png` for readers who prefer no motion.
They are the same on every machine: the game has a seed, and the package contains the font.
"""

import io
import sys
from pathlib import Path

from PIL import Image

from dig_envs import agents
from dig_envs.core.catalogue import game_of
from dig_envs.render.pixels import png_of
from dig_envs.render.replay import Frame, record_game

GAME, PLAYERS, SEED = "dig_v0", ("expert", "greedy", "expert"), 11
MOMENTS = 60  # from the start of the game
STILL = 31  # the moment of the still picture
WIDTH = 760  # pixels
COLOURS = 128  # sufficient for flat shapes, with a third of the bytes
MOMENT, LAST_MOMENT = 650, 3000  # milliseconds
FOLDER = Path("docs/images")


def main() -> None:
    """Play the game and write both pictures."""
    game = game_of(GAME)
    replay = record_game(game, {}, [agents.make(name, game=game) for name in PLAYERS], SEED, MOMENTS)
    pictures = with_few_colours([picture_of(frame) for frame in replay.frames])
    pictures[STILL].save(FOLDER / "moving.png", optimize=True)
    write([picture.convert("RGB") for picture in pictures], FOLDER / "moving.webp")


def picture_of(frame: Frame) -> Image.Image:
    """Draw a moment, `WIDTH` pixels wide."""
    picture = Image.open(io.BytesIO(png_of(frame.svg, 2.0))).convert("RGB")
    return picture.resize((WIDTH, round(picture.height * WIDTH / picture.width)), Image.Resampling.LANCZOS)


def with_few_colours(pictures: list[Image.Image]) -> list[Image.Image]:
    """Reduce all pictures to the palette of one of them, so that unchanged parts have the same pixels."""
    palette = pictures[STILL].quantize(COLOURS)
    return [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures]


def write(pictures: list[Image.Image], file: Path) -> None:
    """Write the moments as one animated picture that repeats."""
    durations = [MOMENT] * (len(pictures) - 1) + [LAST_MOMENT]
    first, *others = pictures
    first.save(file, save_all=True, append_images=others, duration=durations, loop=0, lossless=True, method=4)
    print(f"{file}: {len(pictures)} moments, {first.size}, {file.stat().st_size:,} bytes", file=sys.stderr)


if __name__ == "__main__":
    main()
