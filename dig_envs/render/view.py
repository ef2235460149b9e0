"""Describe one moment of a game for drawing, with all cards shown or as one viewer sees it."""

from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

import numpy as np

from dig_envs.core.engine import engine_of
from dig_envs.core.game import NOBODY, End, Game, Options
from dig_envs.render.frozen import frozen
from dig_envs.utils.text import printable, shortened

PUBLIC = -2  # the viewer that sees public information only; used in place of a seat


class Shape(StrEnum):
    """The shape of a picture: 1000 units wide for a screen, or 320 units wide for a phone."""

    WIDE = "wide"
    NARROW = "narrow"


@cache
def drawing_of(game: Game) -> ModuleType:
    """Return a game's drawing module, with the functions `svg(view)` and `text(view)`; without one, `render/plain.py`."""
    return import_module(game.drawing or "dig_envs.render.plain")


def package_of(game: Game) -> str:
    """Return the name of the package of the game's drawing module; "" if the game has no drawing."""
    return game.drawing.rpartition(".")[0]


@cache
def module_of(game: Game, name: str) -> ModuleType | None:
    """Return the module with this name in the package of the game's drawing module; None if there is no such module."""
    name = f"{package_of(game)}.{name}"
    return import_module(name) if game.drawing and find_spec(name) else None


@dataclass(frozen=True)
class View:
    """One moment of a game.

    Attributes:
        game, options: the game and its options.
        state: structured array (1,) of the game's state record.
        seat: the viewer. The picture shows what this seat knows, with PUBLIC what everybody knows, and with None everything.
        names: the seats' names; a missing name is shown as `player_0`, `player_1`…
        last: the last action in words, as the viewer knows it.
        all_parts: whether pictures name all their parts, which a page can explain, or only those that actions concern.
    """

    game: Game
    options: Options
    state: np.ndarray = field(repr=False)
    seat: int | None = None
    names: tuple[str, ...] = ()
    last: str | None = None
    all_parts: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", tuple(printable(str(name)) for name in self.names))
        object.__setattr__(self, "last", None if self.last is None else printable(self.last))

    @property
    def drawing(self) -> ModuleType:
        """The game's drawing module, with the functions `svg(view)` and `text(view)`."""
        return drawing_of(self.game)

    def picture(self, shape: Shape) -> str:
        """Draw the table as an SVG document. Without a module `narrow_drawing`, a game has the wide picture alone."""
        narrow = module_of(self.game, "narrow_drawing") if shape == Shape.NARROW else None
        return (narrow or self.drawing).svg(self)

    @cached_property
    def record(self) -> Any:
        """The state as plain Python objects. Rule functions that change nothing accept its parts."""
        return frozen(self.state.reshape(()))

    @cached_property
    def known(self) -> Any:
        """The state as the viewer knows it, as plain Python objects. The game's `forget` sets the values of unknown fields."""
        if self.seat is None:
            return self.record
        assert self.game.known_state is not None and self.game.forget is not None
        record = self.game.state
        blank, known = np.ndarray((2, 1), record, bytearray(2 * record.itemsize))  # many times faster than `np.zeros`
        player = NOBODY if self.seat == PUBLIC else self.seat
        engine_of(self.game).know_states(self.state, np.array([player]), blank, known)
        return frozen(known.reshape(()))

    @cached_property
    def table(self) -> Any:
        return self.record.table

    @property
    def running(self) -> bool:
        return self.table.end == End.RUNNING

    def is_active(self, seat: int) -> bool:
        """Return whether the game is running and this seat has the turn."""
        return self.running and seat == self.table.active

    @cached_property
    def points(self) -> tuple[float, ...]:
        """Each seat's points in this moment."""
        out: Any = [0.0] * self.options.num_players
        self.game.standings(self.table, self.record.seats, out)
        return tuple(map(float, out))

    @property
    def measure(self) -> str:
        """The unit of `figures`: `MEASURE` of the drawing module, or "points"."""
        return getattr(self.drawing, "MEASURE", "points")

    @cached_property
    def figures(self) -> tuple[str, ...]:
        """Each seat's figure in the standings, as the viewer knows it.

        The drawing module's function `figures(view)` returns them. Without it they are the points if all cards are shown, else
        empty.
        """
        if hasattr(self.drawing, "figures"):
            return tuple(self.drawing.figures(self))
        return tuple(f"{points:g}" for points in self.points) if self.seat is None else ("",) * self.options.num_players

    def headline(self, limit: int = 60) -> str:
        """Return the first line of a table's text: game, progress, and the last action, shortened to `limit` characters."""
        return " · ".join(filter(None, (self.game.title, self.clock, shortened(self.last or "", limit))))

    def name(self, seat: int) -> str:
        return self.names[seat] if seat < len(self.names) else f"player_{seat}"

    @property
    def clock(self) -> str:
        """The progress of a running game in words, from `progress` of its module `wording`; otherwise the turn."""
        progress = getattr(module_of(self.game, "wording"), "progress", None)
        return progress(self) if progress and self.running else f"turn {self.table.turn + 1}"

    @property
    def result(self) -> str:
        """How the game ended and the winners, or one player's points, in words; empty while the game is running."""
        if self.running:
            return ""
        how = "Game over" if self.table.end == End.OVER else "Turn limit reached"
        best = max(self.points)
        points = f"{round(best, 3):.10g} points"
        if len(self.points) == 1:
            return f"{how}: {points}"
        winners = [self.name(seat) for seat, own in enumerate(self.points) if own == best]
        scored = f" with {points}" if "score" in self.options.rewards else ""
        if len(winners) == 1:
            return f"{how}: {winners[0]} wins{scored}"
        return f"{how}: {', '.join(winners[:-1])} and {winners[-1]} share the win{scored}"

    def _repr_svg_(self) -> str:
        """Return the picture for a notebook."""
        return self.drawing.svg(self)
