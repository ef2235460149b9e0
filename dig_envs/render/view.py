"""Describe what a picture shows: one moment of a game, as one seat or everybody's cards are seen."""

from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np

from dig_envs.core.compiler.checked_views import view as checked
from dig_envs.core.game import End, Game, Options
from dig_envs.utils.text import printable, shortened

PUBLIC = -2  # in the place of a seat: whoever sees what everybody may see


def drawing_of(game: Game) -> ModuleType:
    """Return a game's drawing module: `svg(view)` and `text(view)`, and what else `View` looks for in it."""
    return import_module(game.drawing)


@dataclass(frozen=True)
class View:
    """One moment of a game, to be drawn.

    Attributes:
        game, options: what is played.
        state: structured array (1,) of the game's state record.
        seat: through whose eyes; the picture then shows what that seat knows. PUBLIC shows what everybody may know, None the
            whole table openly.
        names: the seats' names, in order; `player_0`, `player_1`… where they are missing.
        last: the last action in words, as far as the viewer may know it.
    """

    game: Game
    options: Options
    state: np.ndarray = field(repr=False)
    seat: int | None = None
    names: tuple[str, ...] = ()
    last: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", tuple(printable(str(name)) for name in self.names))
        object.__setattr__(self, "last", None if self.last is None else printable(self.last))

    @property
    def drawing(self) -> ModuleType:
        """The game's drawing module: `svg(view)` and `text(view)`."""
        return drawing_of(self.game)

    @cached_property
    def record(self) -> Any:
        """The state as a checked record, whose numbers are Python's own. Rule functions take its parts."""
        return checked(self.state.reshape(()))

    @property
    def table(self) -> Any:
        return self.record.table

    @property
    def running(self) -> bool:
        return self.table.end == End.RUNNING

    @cached_property
    def points(self) -> tuple[float, ...]:
        """Each seat's result, as the game stands."""
        out = np.zeros(self.options.num_players)
        self.game.standings(self.table, self.record.seats, out)
        return tuple(out.tolist())

    @property
    def measure(self) -> str:
        """What standings show of the game: the drawing module's `MEASURE`, or points."""
        return getattr(self.drawing, "MEASURE", "points")

    @property
    def figures(self) -> tuple[str, ...]:
        """Each seat's figure in the standings, as the viewer may know it: what the drawing module's `figures` says, or points.

        Without that function only those who see the whole table are shown points.
        """
        if hasattr(self.drawing, "figures"):
            return tuple(self.drawing.figures(self))
        return tuple(f"{points:g}" for points in self.points) if self.seat is None else ("",) * self.options.num_players

    def headline(self, room: int = 60) -> str:
        """Return the first line of a table's text: game, clock, and the last action in at most so many characters."""
        return " · ".join(filter(None, (self.game.title, self.clock, shortened(self.last or "", room))))

    def name(self, seat: int) -> str:
        """Return the name of a seat."""
        return self.names[seat] if seat < len(self.names) else f"player_{seat}"

    @property
    def clock(self) -> str:
        """The progress of the game, in words."""
        turn, limit = self.table.turn + 1, self.table.max_turns
        return f"turn {min(turn, limit)} of {limit}" if limit else f"turn {turn}"

    @property
    def result(self) -> str:
        """The winners, in words; empty while the game goes on."""
        if self.running:
            return ""
        how = "Game over" if self.table.end == End.OVER else "Turn limit reached"
        best = max(self.points)
        winners = [self.name(seat) for seat, points in enumerate(self.points) if points == best]
        scored = f" with {round(best, 3):.10g} points" if "score" in self.options.rewards else ""
        if len(winners) == 1:
            return f"{how}: {winners[0]} wins{scored}"
        return f"{how}: {', '.join(winners[:-1])} and {winners[-1]} share the win{scored}"

    def _repr_svg_(self) -> str:
        """Return the picture as notebooks show it."""
        return self.drawing.svg(self)
