"""The history of a game for one viewer: a log of actions and their results in words, and the recent moments."""

import copy
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from dig_envs.core.game import Game
from dig_envs.render.tense import in_the_past
from dig_envs.render.view import View
from dig_envs.render.wording import wording_of
from dig_envs.utils.text import printable

MAX_MOMENTS = 64  # recent moments of a viewer that can be shown again


@dataclass(frozen=True)
class LogLine:
    """One line of a viewer's log: an action and its results.

    Attributes:
        seat: the seat that acted; None for results without an action.
        words: the action and its results in the past tense, as the viewer knows them.
        turn: the turn, from 1.
    """

    seat: int | None
    words: str
    turn: int

    def text(self, viewer: int, names: Sequence[str]) -> str:
        """Return the words, with the name of the seat that acted in front ("you" for the viewer)."""
        if self.seat is None:
            return self.words
        return f"{'you' if self.seat == viewer else names[self.seat]}: {self.words}"


@dataclass(frozen=True)
class ViewerMoment:
    """One moment of the game that a viewer is shown.

    Attributes:
        number: position among the viewer's moments, from 0.
        state: the whole state, secrets included; shown only through a `View` of the viewer.
        mover: the seat that must decide, which the viewer may know; NOBODY after the end.
        mask: the legal actions if the viewer is the mover, else None.
        log_length: number of lines in the viewer's log at this moment.
    """

    number: int
    state: np.ndarray = field(repr=False)
    mover: int
    mask: np.ndarray | None = field(repr=False)
    log_length: int


class ViewerHistory:
    """The log and the recent moments of one viewer.

    Args:
        viewer: a seat, or PUBLIC.
        game: the game.

    Attributes:
        viewer: the viewer.
        log: all lines.
        moments: the newest moments, at most MAX_MOMENTS.
        answered: number of the last moment at which the viewer acted; -1 for none.
    """

    def __init__(self, viewer: int, game: Game):
        self.viewer = viewer
        self.log: list[LogLine] = []
        self.moments: deque[ViewerMoment] = deque(maxlen=MAX_MOMENTS)
        self.answered = -1
        self._game = game
        self._newest: View | None = None  # the view of the latest moment, whose parts are already computed

    @property
    def _wording(self) -> Any:  # not stored: modules cannot be pickled
        return wording_of(self._game)

    @property
    def latest(self) -> ViewerMoment:
        return self.moments[-1]

    def after(self, number: int) -> list[ViewerMoment]:
        """Return the moments after a moment's number; only the latest if moments in between are lost."""
        if number < self.moments[0].number - 1 or number > self.latest.number:
            return [self.latest]
        return [moment for moment in self.moments if moment.number > number]

    def copy(self) -> "ViewerHistory":
        """Return an independent copy."""
        twin = copy.copy(self)
        twin.log, twin.moments = list(self.log), self.moments.copy()
        return twin

    def hear(self, before: View, mover: int, action: int) -> None:
        """Add an action to the log, as the viewer hears it.

        Args:
            before: the viewer's view of the moment before the action.
        """
        words = (self._wording.ACTIONS.label if self.viewer == mover else self._wording.ACTIONS.heard)(before, action)
        if words is not None:
            self.log.append(LogLine(mover, in_the_past(printable(words)), before.table.turn + 1))
        if self.viewer == mover:
            self.answered = self.latest.number

    def see(self, view: View, mover: int, mask: np.ndarray) -> None:
        """Add the present moment and its changes, if the viewer may be shown this moment.

        Args:
            view: the viewer's view of the moment.
            mask: the legal actions of the mover.
        """
        if not self._wording.may_be_shown(view):
            return
        number = 0
        if self.moments:
            self._log_change(self._latest_view(view), view)
            number = self.latest.number + 1
        own = mask.copy() if self.viewer == mover else None
        self._newest = view
        self.moments.append(ViewerMoment(number, view.state, mover, own, len(self.log)))

    def _latest_view(self, view: View) -> View:
        newest = self._newest
        return newest if newest and newest.state is self.latest.state else replace(view, state=self.latest.state)

    def _log_change(self, before: View, after: View) -> None:
        """Add the visible changes since the latest moment to the last line of the log, or as a new line."""
        new_lines = self.log[self.latest.log_length :]
        mover = new_lines[-1].seat if new_lines else None
        describe = getattr(self._wording, "describe_change", None)
        words = printable(", ".join(describe(before, after, mover))) if describe else ""
        if words and new_lines:
            self.log[-1] = replace(new_lines[-1], words=f"{new_lines[-1].words}: {words}")
        elif words:
            self.log.append(LogLine(None, words, before.table.turn + 1))
