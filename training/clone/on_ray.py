"""Record the pieces of a cloning run, in this process or on a Ray cluster, one piece on each processor core.

The recorded choices depend only on the piece's setup, size and seed, not on the machine. Consecutive pieces of a round share a
setup, so the cluster records the next pieces while the caller waits for the first.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, Protocol

import dig_envs
from dig_envs.training.clone.recording import RecordingSetup, record
from dig_envs.training.clone.recording_kernel import Choices
from dig_envs.training.process.ray_cluster import Packed, connected, pack, prepare_worker, result_of, task, unpack

POLL_SECONDS = 0.2  # between two checks for an interrupt


class Piece(NamedTuple):
    """A part of a recording.

    Attributes:
        players: the number of players of its games.
        choices, tables, seed: arguments of `dig_envs.training.clone.recording.record`.
    """

    players: int
    choices: int
    tables: int
    seed: int

    def record(self, setup: RecordingSetup, advance: Callable[[int], None] = lambda more: None) -> Choices:
        """Record this part, and return its choices."""
        return record(setup.for_players(self.players), self.choices, self.tables, self.seed, advance)


class Recorder(Protocol):
    """Records pieces."""

    def __call__(self, setup: Callable[[], RecordingSetup], pieces: Sequence[Piece], advance: Callable[[int], None]) -> Choices:
        """Return the choices of the first piece.

        Args:
            setup: makes the setup that all these pieces share.
            pieces: the piece to record, followed by the pieces that later calls will record.
            advance: called repeatedly with the number of further choices. An exception that it raises ends the recording.
        """


def record_here(setup: Callable[[], RecordingSetup], pieces: Sequence[Piece], advance: Callable[[int], None]) -> Choices:
    """Record the first piece in this process."""
    return pieces[0].record(setup(), advance)


@contextmanager
def recorder_at(address: str) -> Iterator[Recorder]:
    """Yield the function that records pieces: on a Ray cluster for the duration of the `with` block, or in this process.

    Args:
        address: as for `dig_envs.training.process.ray_cluster.connected`, which also lists the errors; "" for this process.
    """
    if not address:
        yield record_here
        return
    with connected(address) as ray:
        yield _OnRay(ray)


class _OnRay:
    """Records on the cluster that this process is connected to, one piece on each core."""

    def __init__(self, ray: Any):
        self.ray = ray
        self.cores = max(1, int(ray.cluster_resources().get("CPU", 1)))
        self._record = task(ray, _record)
        self._pending: dict[Piece, Any] = {}
        self._setup: Any = None
        self._last: Piece | None = None  # of the pieces that share the setup

    def __call__(self, setup: Callable[[], RecordingSetup], pieces: Sequence[Piece], advance: Callable[[int], None]) -> Choices:
        if self._last != pieces[-1]:
            made = setup()
            self._pending, self._last = {}, pieces[-1]
            self._setup = self.ray.put(_packed(self.ray, made))
        for piece in pieces[: self.cores]:
            if piece not in self._pending:
                self._pending[piece] = self._record.remote(dig_envs.__version__, self._setup, piece)
        first = self._pending[pieces[0]]
        while not self.ray.wait([first], timeout=POLL_SECONDS)[0]:
            advance(0)
        choices = Choices(*result_of(self.ray, first))
        del self._pending[pieces[0]]
        advance(pieces[0].choices)
        return choices


def _packed(ray: Any, setup: RecordingSetup) -> Packed:
    agents = [setup.teacher, *(player.agent for player in setup.players)]
    names = ", ".join(dict.fromkeys(agent.shown_name for agent in agents))
    return pack(ray, setup, names, _fingerprint(setup))


def _fingerprint(setup: RecordingSetup) -> str:
    return " ".join([setup.teacher.fingerprint, *(player.agent.fingerprint for player in setup.players)])


def _record(version: str, packed: Packed, piece: Piece) -> tuple:
    """Record one piece in a worker process of the cluster, and return the fields of its `Choices`."""
    prepare_worker(version)
    return tuple(piece.record(unpack(packed, _fingerprint)))
