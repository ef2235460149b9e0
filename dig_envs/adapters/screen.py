"""Draw states for the adapters."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np

from dig_envs.core.batch import Batch
from dig_envs.core.errors import ArgumentError, nearest
from dig_envs.core.game import Game, Options

if TYPE_CHECKING:
    from dig_envs.render import View

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
        from dig_envs.render import draw_pixels, draw_text

        view = self._view(state, seat, names, last)
        if self.mode == "ansi":
            return draw_text(view)
        if self.mode == "rgb_array":
            return draw_pixels(view)
        self._open().show(draw_pixels(view), FPS)
        return None

    def picture(
        self, state: np.ndarray, seat: int | None, names: Sequence[str], last: tuple[int, int] | None = None
    ) -> str | None:
        """Draw a state, given as to `show`, as an SVG document, whatever the mode; None where the game has no drawing."""
        from dig_envs.render import draw_svg

        return draw_svg(self._view(state, seat, names, last)) if self.game.drawing else None

    def show_learner(self, batch: Batch, table: int, last: int | None = None) -> Any:
        """Show one table of a batch as its learner sees it, with the learner's own last action."""
        return self.show(*_as_learner(batch, table, last))

    def picture_learner(self, batch: Batch, table: int, last: int | None = None) -> str | None:
        """Draw one table of a batch likewise as an SVG document; None where the game has no drawing."""
        return self.picture(*_as_learner(batch, table, last))

    def _view(self, state: np.ndarray, seat: int | None, names: Sequence[str], last: tuple[int, int] | None) -> "View":
        from dig_envs.render import View

        words = None if last is None else f"{names[last[0]]}: {self.game.actions.name(last[1])}"
        return View(self.game, self.options, state, seat, tuple(names), words)

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


def _as_learner(batch: Batch, table: int, last: int | None) -> tuple[np.ndarray, int, list[str], tuple[int, int] | None]:
    """Return what a screen is given of a table: the state, the learner's seat, the names, and the learner's last action."""
    learner = int(batch.learner_seats[table])
    names = ["learner" if seat == learner else f"player_{seat}" for seat in range(batch.num_players)]
    return batch.states[table : table + 1], learner, names, None if last is None else (learner, last)
