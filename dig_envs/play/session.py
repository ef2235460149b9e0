"""Run a table for several viewers at once: one decision at a time, agents in a thread, and word of every change."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from dig_envs.core.errors import ArgumentError, DigEnvsError
from dig_envs.play.store import Saved, Store
from dig_envs.play.table import Track
from dig_envs.play.view import about, moment_id, moment_message

HEARTBEAT = 15.0  # seconds without news after which a stream says that it is still there
MOST_STREAMS = 8  # of one viewer at once


class Session:
    """A table that is played over the network. All its methods run in one event loop.

    Attributes:
        trouble: why agents no longer move; empty if they do.
    """

    def __init__(self, saved: Saved, store: Store):
        self.saved, self.store, self.table = saved, store, saved.table
        self.trouble = ""
        self._turn = asyncio.Lock()
        self._news = asyncio.Event()
        self._closed = False
        self._streams: dict[int, int] = {}
        self._agents: asyncio.Task | None = None

    @property
    def viewers(self) -> list[int]:
        """The people's seats, and PUBLIC."""
        return list(self.table.tracks)

    async def act(self, seat: int, moment: str, action: int) -> None:
        """Carry out a person's decision, made at the moment of that name."""
        async with self._turn:
            number = self._number(seat, moment)
            self.table.act(seat, number, action)
            self._changed()
        self.wake()

    async def undo(self, seat: int) -> None:
        """Take back a person's last decision."""
        async with self._turn:
            self.table.undo(seat)
            self._changed()
        self.wake()

    async def hint(self, seat: int, adviser: str) -> str:
        """Return what an agent would do, in words."""
        async with self._turn:
            try:
                return await asyncio.to_thread(self.table.hint, seat, adviser)
            except DigEnvsError:
                raise
            except Exception as error:  # agents are anybody's code
                raise ArgumentError(f"{adviser} failed: {type(error).__name__}: {error}") from error

    def _number(self, seat: int, moment: str) -> int:
        """Return the number of the newest moment if it has that name, else -1."""
        last = self.table.track(seat).last
        return last.number if moment == moment_id(self.table, last) else -1

    # --- agents

    def wake(self) -> None:
        """Have agents move, if one must and none is at it."""
        if self.table.agent_to_move and not self._closed and (self._agents is None or self._agents.done()):
            self._agents = asyncio.create_task(self._play_agents())

    async def _play_agents(self) -> None:
        try:
            while self.table.agent_to_move and not self._closed:
                async with self._turn:
                    if self.table.agent_to_move:  # a move may have been taken back meanwhile
                        action = await asyncio.to_thread(self.table.chosen)
                        self.table.carry_out(action)
                        self.trouble = ""
                        self._changed()
        except Exception as error:  # agents are anybody's code
            kind = "" if isinstance(error, DigEnvsError) else f"{type(error).__name__}: "
            self.trouble = f"agents have stopped: {kind}{error}"
            self._tell()

    def _changed(self) -> None:
        try:
            self.store.keep(self.saved)
        finally:
            self._tell()

    def _tell(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    # --- streams

    def may_stream(self, viewer: int) -> bool:
        """Return whether a viewer may open another stream."""
        return self._streams.get(viewer, 0) < MOST_STREAMS

    async def stream(self, viewer: int, after: str = "") -> AsyncIterator[tuple[str, dict[str, Any]]]:
        """Yield what a viewer is sent, kind by kind: "about" once, then moments, and "still" where there is no news.

        Args:
            viewer: a person's seat, or PUBLIC.
            after: the name of the last moment that the viewer has; all that it has missed is sent one by one.
        """
        self._streams[viewer] = self._streams.get(viewer, 0) + 1
        try:
            yield "about", about(self.table, viewer)
            number, known = _resume(self.table.epoch, self.table.track(viewer), after)
            epoch, trouble = self.table.epoch, ""
            while not self._closed:
                news = self._news
                if epoch != self.table.epoch:
                    epoch, (number, known) = self.table.epoch, _resume(self.table.epoch, self.table.track(viewer), "")
                track = self.table.track(viewer)
                for moment in track.after(number):
                    yield "moment", moment_message(self.table, track, moment, known)
                    number, known = moment.number, moment.told
                    if epoch != self.table.epoch:
                        break
                if self.trouble != trouble:
                    trouble = self.trouble
                    yield "trouble", {"words": trouble}
                if news is self._news:
                    try:
                        await asyncio.wait_for(news.wait(), HEARTBEAT)
                    except TimeoutError:
                        yield "still", {}
        finally:
            self._streams[viewer] -= 1

    def end_streams(self) -> None:
        """End all streams; agents make no further moves."""
        self._closed = True
        self._tell()

    async def close(self) -> None:
        """End all streams, and let the agent at work finish."""
        self.end_streams()
        if self._agents is not None:
            await asyncio.gather(self._agents, return_exceptions=True)


def _resume(epoch: int, track: Track, after: str) -> tuple[int, int]:
    """Return the number of the last moment that a viewer has, and how many lines of the log."""
    for moment in track.recent:
        if after == f"{epoch}-{moment.number}":
            return moment.number, moment.told
    return track.last.number - 1, 0
