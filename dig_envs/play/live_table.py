"""Run a table for several viewers at the same time. Agents think in a thread; everything else runs in one event loop."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from dig_envs.core.errors import ArgumentError, DigEnvsError
from dig_envs.play.messages import about_message, moment_id, moment_message
from dig_envs.play.store import SavedGame, Store
from dig_envs.play.table import ViewerHistory

HEARTBEAT = 15.0  # seconds without news after which a stream sends an empty event
MAX_STREAMS = 8  # open at the same time for one viewer


class LiveTable:
    """A table that is played over the network, one action at a time.

    Attributes:
        trouble: why the agents have stopped; empty if they play.
    """

    def __init__(self, saved: SavedGame, store: Store):
        self.saved, self.store, self.table = saved, store, saved.table
        self.trouble = ""
        self._turn = asyncio.Lock()
        self._news = asyncio.Event()
        self._closed = False
        self._num_streams: dict[int, int] = {}
        self._agents: asyncio.Task | None = None

    @property
    def viewers(self) -> list[int]:
        """The people's seats, and PUBLIC."""
        return list(self.table.histories)

    async def act(self, seat: int, moment: str, action: int) -> None:
        """Carry out a person's action, chosen at the moment with this id."""
        async with self._turn:
            latest = self.table.histories[seat].latest
            self.table.act(seat, latest.number if moment == moment_id(self.table, latest) else -1, action)
            self._save_and_notify()
        self.wake_agents()

    async def undo(self, seat: int) -> None:
        """Undo a person's last action."""
        async with self._turn:
            self.table.undo(seat)
            self._save_and_notify()
        self.wake_agents()

    async def hint(self, seat: int, adviser: str) -> str:
        """Return an agent's choice for a person's decision, in words."""
        async with self._turn:
            try:
                return await asyncio.to_thread(self.table.hint, seat, adviser)
            except DigEnvsError:
                raise
            except Exception as error:  # an agent is arbitrary code
                raise ArgumentError(f"{adviser} failed: {type(error).__name__}: {error}") from error

    # --- agents

    def wake_agents(self) -> None:
        """Start the agents' task if an agent must decide and no task is running."""
        if self.table.agent_to_move and not self._closed and (self._agents is None or self._agents.done()):
            self._agents = asyncio.create_task(self._play_agents())

    async def _play_agents(self) -> None:
        try:
            while self.table.agent_to_move and not self._closed:
                async with self._turn:
                    if self.table.agent_to_move:  # an undo may have come first
                        self.table.play_agent(await asyncio.to_thread(self.table.agent_choice))
                        self.trouble = ""
                        self._save_and_notify()
        except Exception as error:  # an agent is arbitrary code
            kind = "" if isinstance(error, DigEnvsError) else f"{type(error).__name__}: "
            self.trouble = f"the agents have stopped: {kind}{error}"
            self._notify()

    def _save_and_notify(self) -> None:
        try:
            self.store.save(self.saved)
        finally:
            self._notify()

    def _notify(self) -> None:
        """Wake all streams."""
        self._news.set()
        self._news = asyncio.Event()

    # --- streams

    def may_stream(self, viewer: int) -> bool:
        """Return whether a viewer may open another stream."""
        return self._num_streams.get(viewer, 0) < MAX_STREAMS

    async def stream(self, viewer: int, after: str = "") -> AsyncIterator[tuple[str, dict[str, Any]]]:
        """Yield a viewer's events as pairs (kind, message): "about" once, then "moment", "trouble" and "heartbeat".

        Args:
            viewer: a person's seat, or PUBLIC.
            after: the id of the last moment that the viewer has. Later moments are sent one by one.
        """
        self._num_streams[viewer] = self._num_streams.get(viewer, 0) + 1
        try:
            yield "about", about_message(self.table, viewer)
            number, known_lines = _position_after(self.table.epoch, self.table.histories[viewer], after)
            epoch, trouble = self.table.epoch, ""
            while not self._closed:
                news = self._news
                if epoch != self.table.epoch:
                    epoch = self.table.epoch
                    number, known_lines = _position_after(epoch, self.table.histories[viewer], "")
                history = self.table.histories[viewer]
                for moment in history.after(number):
                    yield "moment", moment_message(self.table, history, moment, known_lines)
                    number, known_lines = moment.number, moment.log_length
                    if epoch != self.table.epoch:
                        break
                if self.trouble != trouble:
                    trouble = self.trouble
                    yield "trouble", {"words": trouble}
                if news is self._news:
                    try:
                        await asyncio.wait_for(news.wait(), HEARTBEAT)
                    except TimeoutError:
                        yield "heartbeat", {}
        finally:
            self._num_streams[viewer] -= 1

    def end_streams(self) -> None:
        """End all streams and stop the agents after their current action."""
        self._closed = True
        self._notify()

    async def close(self) -> None:
        """End all streams and wait for the agents' task."""
        self.end_streams()
        if self._agents is not None:
            await asyncio.gather(self._agents, return_exceptions=True)


def _position_after(epoch: int, history: ViewerHistory, after: str) -> tuple[int, int]:
    """Return the number of the last moment and the number of log lines that a viewer has.

    An unknown id counts as a viewer that lacks only the latest moment, but the whole log.
    """
    for moment in history.moments:
        if after == f"{epoch}-{moment.number}":
            return moment.number, moment.log_length
    return history.latest.number - 1, 0
