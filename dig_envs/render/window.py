"""Show pictures in a window for `render_mode="human"`."""

from typing import Any

import numpy as np

from dig_envs.render.pixels import load_pygame


class Window:
    """A window that opens with the first picture. Once it has been closed, it stays closed.

    Attributes:
        closed: whether the window was closed by its button or by `close`.
    """

    def __init__(self, title: str = "dig-envs"):
        self.title = title
        self.closed = False
        self._surface: Any = None
        self._clock: Any = None

    def show(self, pixels: np.ndarray, fps: float = 0) -> None:
        """Show a picture, uint8 (height, width, 3), at most `fps` pictures per second; 0 sets no limit.

        Raises:
            MissingLibraryError: `dig-envs[render]` is not installed.
        """
        if self.closed:
            return
        pygame = load_pygame()
        height, width = pixels.shape[:2]
        if self._surface is None or self._surface.get_size() != (width, height):
            self._open(pygame, width, height)
        picture = pygame.image.frombuffer(np.ascontiguousarray(pixels).tobytes(), (width, height), "RGB")
        self._surface.blit(picture, (0, 0))
        pygame.display.flip()
        if any(event.type == pygame.QUIT for event in pygame.event.get()):
            self.close()
        elif fps:
            self._clock.tick(fps)

    def _open(self, pygame: Any, width: int, height: int) -> None:
        pygame.display.init()
        pygame.display.set_caption(self.title)
        self._surface = pygame.display.set_mode((width, height))
        self._clock = pygame.time.Clock()

    def close(self) -> None:
        """Close the window, if one is open."""
        self.closed = True
        if self._surface is not None:
            self._surface = None
            load_pygame().display.quit()
