"""The tables of one server: find them by their links, add further ones, and start rematches."""

import asyncio
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

from dig_envs.core.game import NOBODY, Game
from dig_envs.core.seeds import random_seed
from dig_envs.play.branching import Retry, branch
from dig_envs.play.lessons import TaughtLesson
from dig_envs.play.live_table import LiveTable, in_thread
from dig_envs.play.review import LossEstimator
from dig_envs.play.store import SavedGame, Store
from dig_envs.play.table import Table
from dig_envs.play.tokens import new_key, token_of, viewer_with_token
from dig_envs.render.view import PUBLIC

LESSON_IDLE = 1800.0  # seconds after which the table of a lesson that nobody has open is dropped


class LiveTables:
    """All tables of a server.

    Args:
        store: the store that saves their games.
        estimator, study: as for `LiveTable`.
        prepare: is called with each table whose game is saved, before anybody plays.

    Attributes:
        tables: the tables, the oldest first.
    """

    def __init__(
        self,
        store: Store,
        estimator: Callable[[Game], LossEstimator] | None = None,
        study: Path | None = None,
        prepare: Callable[[Table], object] = lambda table: None,
    ):
        self.store, self.estimator, self.study, self.prepare = store, estimator, study, prepare
        self.tables: list[LiveTable] = []
        self._setting_up = threading.Lock()
        self._rematches: dict[tuple[LiveTable, int, bool], asyncio.Task[LiveTable]] = {}

    def add(self, saved: SavedGame, host: int | None = None, retry: Retry | None = None, known_deal: bool = False) -> LiveTable:
        """Serve a saved game.

        Args:
            saved: the game.
            host: the seat that may open the lobby, by default the first person's; NOBODY for no seat.
            retry, known_deal: as for `LiveTable`.
        """
        live = LiveTable(saved, self.store, self.estimator, host, self.study, retry, known_deal)
        self.tables.append(live)
        self.prepare(live.table)
        return live

    async def set_up(self, make: Callable[[], Table], host: int | None, known_deal: bool = False) -> LiveTable:
        """Make a table in a thread, as its rules may have to be compiled. Save and serve it."""
        live = self.add(self.store.add(await in_thread(make, self._setting_up)), host, known_deal=known_deal)
        live.wake_agents()
        return live

    def find(self, token: str) -> tuple[LiveTable, int] | None:
        """Return the table and the viewer of a token; None if there is none."""
        for live in self.tables:
            viewer = viewer_with_token(live.saved.key, live.viewers, token)
            if viewer is not None:
                return live, viewer
        return None

    async def rematch(self, live: LiveTable, seat: int, swap: bool) -> str:
        """Start a further game of the same participants, once for each end and kind. Tell all viewers of the table.

        Args:
            live: the table, whose game is over.
            seat: the seat of the person who asks.
            swap: deal the same cards, and move every participant one seat on; else deal new cards to the same seats.

        Returns:
            the path of the person's link to the new table.

        Raises:
            OrderError: the game is not over.
        """
        live.check_over()
        key = live, live.table.epoch, swap  # after an undo the game may end again
        if key not in self._rematches or self._failed(key):
            host = None if live.host is None else seat_after(live.table, live.host, swap)
            self._rematches[key] = asyncio.create_task(self.set_up(partial(next_table, live.table, swap), host, swap))
        following = await asyncio.shield(self._rematches[key])
        words = "the same deal with swapped seats" if swap else "a rematch"
        for viewer in live.viewers:
            message = {"path": path_of(following, seat_after(live.table, viewer, swap)), "words": words}
            live.send(viewer, "next", {**message, "by": live.table.names[seat]})
        return path_of(following, seat_after(live.table, seat, swap))

    async def branch(self, live: LiveTable, seat: int, moment: int, agent: str) -> str:
        """Start a further game from a moment of a finished one; see `branching.branch`. Return the path of the person's link.

        Raises:
            OrderError: the game is not over, or was over at the moment.
            ArgumentError: there is no such moment or agent.
        """
        live.check_over()
        table, retry = await in_thread(partial(branch, live.table, seat, moment, agent), self._setting_up)
        branched = self.add(self.store.add(table), seat if seat == live.host else NOBODY, retry, known_deal=True)
        branched.wake_agents()
        return path_of(branched, seat)

    async def teach(self, game: Game, number: int) -> LiveTable:
        """Set up the table of a lesson, which is not saved. Drop those that people have left.

        Raises:
            ArgumentError: the game has no such lesson.
        """
        lesson = await in_thread(partial(TaughtLesson, game, number), self._setting_up)
        self.tables[:] = [live for live in self.tables if live.lesson is None or live.presence.idle_seconds < LESSON_IDLE]
        self.tables.append(LiveTable(SavedGame(0, lesson.table, new_key(), 0, 0), None, lesson=lesson))
        return self.tables[-1]

    def _failed(self, key: tuple[LiveTable, int, bool]) -> bool:
        task = self._rematches[key]
        return task.done() and task.exception() is not None

    def wake_agents(self) -> None:
        """Let the agents of all tables play."""
        for live in self.tables:
            live.wake_agents()

    def end_streams(self) -> None:
        """End the streams and the agents' tasks of all tables."""
        for live in self.tables:
            live.end_streams()


def path_of(live: LiveTable, viewer: int) -> str:
    """Return the path of a viewer's link."""
    return f"/t/{token_of(live.saved.key, viewer)}"


def seat_after(table: Table, viewer: int, swap: bool) -> int:
    """Return a viewer's seat in the next game."""
    return (viewer + 1) % len(table.participants) if swap and viewer != PUBLIC else viewer


def next_table(table: Table, swap: bool) -> Table:
    """Deal a further game to the participants of a table; with `swap` the same deal, with everybody one seat further."""
    participants = list(table.participants)
    if swap:
        participants = [participants[-1], *participants[:-1]]
    return Table(table.game, table.given_options, table.seed if swap else random_seed(), participants)
