"""A window for `render_mode="human"`."""

from typing import Any

import numpy as np

from dig_envs.render.libraries import load


class Window:
    """Shows pictures, one after another. Opens with the first; once its close button is pressed it stays closed.

    Attributes:
        closed: the close button was pressed, or `close` called.
    """

    def __init__(self, title: str = "dig-envs"):
        self.title = title
        self.closed = False
        self._surface: Any = None
        self._clock: Any = None

    def show(self, pixels: np.ndarray, fps: float = 0) -> None:
        """Show a picture, uint8 (height, width, 3), no sooner than 1/fps seconds after the last; 0 does not wait.

        Raises:
            MissingLibraryError: `dig-envs[render]` is not installed.
        """
        if self.closed:
            return
        pygame = load("pygame")
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
            load("pygame").display.quit()
