"""Draw states for the adapters."""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np

from dig_envs.core.batch import Batch
from dig_envs.core.errors import ArgumentError, nearest
from dig_envs.core.game import Game, Options

RENDER_MODES = ("ansi", "rgb_array", "human")
FPS = 2


class Screen:
    """Draws states of one game in a render mode. Copies open windows of their own."""

    def __init__(self, mode: str | None, game: Game, options: Options):
        if mode is not None and not (isinstance(mode, str) and mode in RENDER_MODES):
            raise ArgumentError(f"render_mode can't be {mode!r}; {nearest(mode, RENDER_MODES, 'modes, beside None')}")
        self.mode = mode
        self.game = game
        self.options = options
        self._window: Any = None

    def show(
        self, state: np.ndarray, seat: int | None, names: Sequence[str], last: tuple[int, int] | None = None
    ) -> str | np.ndarray | None:
        """Draw a state (structured array, shape (1,)) as text or uint8 pixels (height, width, 3), or show it in the window.

        Args:
            state, seat, names: as `View` takes them.
            last: the seat and the number of the last action that the viewer may know, to be shown beside the state.
        """
        if self.mode is None:
            gymnasium.logger.warn(f"render() without a render mode draws nothing; modes: {', '.join(RENDER_MODES)}")
            return None
        from dig_envs.render import View, draw_pixels, draw_text

        words = None if last is None else f"{names[last[0]]}: {self.game.actions.name(last[1])}"
        view = View(self.game, self.options, state, seat, tuple(names), words)
        if self.mode == "ansi":
            return draw_text(view)
        if self.mode == "rgb_array":
            return draw_pixels(view)
        self._open().show(draw_pixels(view), FPS)
        return None

    def show_learner(self, batch: Batch, table: int, last: int | None = None) -> Any:
        """Show one table of a batch as its learner sees it, with the learner's own last action."""
        learner = int(batch.learner_seats[table])
        names = ["learner" if seat == learner else f"player_{seat}" for seat in range(batch.num_players)]
        return self.show(batch.states[table : table + 1], learner, names, None if last is None else (learner, last))

    def _open(self) -> Any:
        from dig_envs.render.window import Window

        if self._window is None:
            self._window = Window(self.game.title)
        return self._window

    def close(self) -> None:
        """Close the window, if one is open."""
        if self._window is not None:
            self._window.close()
            self._window = None

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "_window": None}
