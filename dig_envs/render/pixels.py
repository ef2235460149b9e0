"""Turn SVG into pixels: resvg draws a PNG file, and pygame decodes it."""

import io
import os
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from dig_envs.utils.libraries import load


def load_pygame() -> ModuleType:
    """Import pygame without its greeting.

    Raises:
        MissingLibraryError: pygame is not installed.
    """
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    return load("pygame")


def png_of(svg: str, zoom: float = 1.0) -> bytes:
    """Draw an SVG document as the bytes of a PNG file, with `zoom` pixels per unit."""
    return load("resvg_py").svg_to_bytes(svg_string=svg, zoom=zoom, **_fonts())


def pixels_of(svg: str, zoom: float = 1.0) -> np.ndarray:
    """Draw an SVG document as pixels: uint8 (height, width, 3)."""
    pygame = load_pygame()
    surface = pygame.image.load(io.BytesIO(png_of(svg, zoom)), "picture.png")
    width, height = surface.get_size()
    return np.frombuffer(pygame.image.tobytes(surface, "RGB"), np.uint8).reshape(height, width, 3).copy()


@cache
def _fonts() -> dict[str, Any]:
    """Return the arguments for the font that comes with pygame, so that pictures are the same on every machine."""
    file = Path(str(load_pygame().__file__)).parent / "freesansbold.ttf"
    if not file.exists():
        return {}
    return {"font_files": [str(file)], "skip_system_fonts": True, "font_family": "FreeSans", "sans_serif_family": "FreeSans"}
