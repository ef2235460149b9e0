"""Count the open streams of each viewer of a table, and say which people are not connected."""

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from dig_envs.render.view import PUBLIC

MAX_STREAMS = 8  # open at the same time for one person
MAX_PUBLIC_STREAMS = 64  # open at the same time for all spectators, who share a link
GRACE = 5.0  # seconds in which a page may open its stream again, as at a reload


class Presence:
    """The open streams of a table.

    Args:
        people: the people's seats.
        changed: called some time after a stream was opened or closed.
    """

    def __init__(self, people: Sequence[int], changed: Callable[[], None]):
        self._people, self._changed = people, changed
        self._num_streams: Counter[int] = Counter()
        self._changed_at = time.monotonic()

    @property
    def absent(self) -> list[int]:
        """The people's seats without an open stream."""
        return [seat for seat in self._people if not self._num_streams[seat]]

    @property
    def idle_seconds(self) -> float:
        """The time since the last stream was closed, or since the table was set up; 0 while a stream is open."""
        return 0.0 if any(self._num_streams.values()) else time.monotonic() - self._changed_at

    def may_stream(self, viewer: int) -> bool:
        """Return whether a viewer may open another stream."""
        return self._num_streams[viewer] < (MAX_PUBLIC_STREAMS if viewer == PUBLIC else MAX_STREAMS)

    @contextlib.contextmanager
    def counted_stream(self, viewer: int) -> Iterator[None]:
        """Count a viewer's stream as open."""
        self._count(viewer, 1)
        try:
            yield
        finally:
            self._count(viewer, -1)

    def _count(self, viewer: int, change: int) -> None:
        self._num_streams[viewer] += change
        self._changed_at = time.monotonic()
        asyncio.get_running_loop().call_later(GRACE, self._changed)
