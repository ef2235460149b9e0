"""Render states for the adapters."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, get_args

import gymnasium
import numpy as np

from dig_envs.adapters.options import RenderMode
from dig_envs.core.arguments import one_of
from dig_envs.core.batch import Batch
from dig_envs.core.game import Game, Options

if TYPE_CHECKING:
    from dig_envs.render import View

RENDER_MODES = get_args(RenderMode)
FPS = 2


class Renderer:
    """Renders states of one game. A copy opens its own window.

    Args:
        mode: one of `modes`, or None.
        game, options: the game and its options.
        modes: the render modes of the adapter.

    Raises:
        ArgumentError: an unknown render mode.
    """

    def __init__(self, mode: str | None, game: Game, options: Options, modes: Sequence[str] = RENDER_MODES):
        self.mode = None if mode is None else one_of("render_mode", mode, modes)
        self.game = game
        self.options = options
        self._window: Any = None

    def render(
        self, state: np.ndarray, seat: int | None, names: Sequence[str], last: tuple[int, int] | None = None
    ) -> str | np.ndarray | None:
        """Render a state as text or as uint8 pixels (height, width, 3), or show it in the window.

        Args:
            state: structured array (1,).
            seat, names: as for `View`.
            last: seat and action of the last decision, which the viewer may know.
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
        self._open_window().show(draw_pixels(view), FPS)
        return None

    def svg(self, state: np.ndarray, seat: int | None, names: Sequence[str], last: tuple[int, int] | None = None) -> str | None:
        """Draw a state as an SVG document in any mode. Returns None if the game has no drawing."""
        from dig_envs.render import draw_svg

        return draw_svg(self._view(state, seat, names, last)) if self.game.drawing else None

    def render_learner(self, batch: Batch, table: int, last: int | None = None) -> Any:
        """Render a table of a batch as its learner sees it. `last` is the learner's last action."""
        return self.render(*_learner_view(batch, table, last))

    def learner_svg(self, batch: Batch, table: int, last: int | None = None) -> str | None:
        """Draw a table of a batch as its learner sees it. Returns None if the game has no drawing."""
        return self.svg(*_learner_view(batch, table, last))

    def _view(self, state: np.ndarray, seat: int | None, names: Sequence[str], last: tuple[int, int] | None) -> "View":
        from dig_envs.render import View

        words = None if last is None else f"{names[last[0]]}: {self.game.actions.name(last[1])}"
        return View(self.game, self.options, state, seat, tuple(names), words)

    def _open_window(self) -> Any:
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


def _learner_view(batch: Batch, table: int, last: int | None) -> tuple[np.ndarray, int, list[str], tuple[int, int] | None]:
    """Return the arguments of `Renderer.render` for the learner's view of a table."""
    learner = int(batch.learner_seats[table])
    names = ["learner" if seat == learner else f"player_{seat}" for seat in range(batch.num_players)]
    return batch.states[table : table + 1], learner, names, None if last is None else (learner, last)
