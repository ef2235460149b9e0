"""Draw games as text, SVG, pixels, windows and replay pages.

>>> import dig_envs
>>> from dig_envs.render import View, draw_text
>>> batch = dig_envs.batch("dig_v0", num_tables=1, seed=7)
>>> draw_text(View(batch.game, batch.options, batch.states)).splitlines()[0]
'DIG · 20 bones in the yard'

Pixels and windows need `pip install dig-envs[render]` (`resvg_py` and `pygame`), which are imported at the first use.
"""

import numpy as np

from dig_envs.render.view import View

__all__ = ["View", "draw_pixels", "draw_png", "draw_svg", "draw_text"]


def draw_text(view: View) -> str:
    """Draw the table as text: at most 23 lines of 100 columns, for a terminal of 24 lines."""
    return view.drawing.text(view)


def draw_svg(view: View) -> str:
    """Draw the table as an SVG document."""
    return view.drawing.svg(view)


def draw_pixels(view: View, zoom: float = 1.0) -> np.ndarray:
    """Draw the table as pixels: uint8 (height, width, 3). The size depends on the game and its options only.

    Raises:
        MissingLibraryError: `dig-envs[render]` is not installed.
    """
    from dig_envs.render.pixels import pixels_of

    return pixels_of(draw_svg(view), zoom)


def draw_png(view: View, zoom: float = 1.0) -> bytes:
    """Draw the table as the bytes of a PNG file.

    Raises:
        MissingLibraryError: `dig-envs[render]` is not installed.
    """
    from dig_envs.render.pixels import png_of

    return png_of(draw_svg(view), zoom)
