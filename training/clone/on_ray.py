"""Record the pieces of a cloning, here one after the other or on a Ray cluster, one on each processor core at a time.

What a piece brings follows from its scene, size and seed, so it is the same wherever it is recorded. Pieces that follow each
other in a round have the same scene: those to come are recorded while the first is waited for.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, Protocol

import dig_envs
from dig_envs.training.clone.recording import Scene, record
from dig_envs.training.clone.recording_kernel import Choices
from dig_envs.training.process.ray_cluster import Packed, connected, pack, prepare_worker, result_of, task, unpack

LOOK_EVERY = 0.2  # seconds, between which an interrupt is heard


class Piece(NamedTuple):
    """Games to be recorded: about so many choices, at so many tables, from a seed; see `dig_envs.training.clone.recording.record`."""

    choices: int
    tables: int
    seed: int


class Recorder(Protocol):
    """Records pieces."""

    def __call__(self, scene: Callable[[], Scene], pieces: Sequence[Piece], advance: Callable[[int], None]) -> Choices:
        """Return the choices of the first piece.

        Args:
            scene: makes what all these pieces have in common.
            pieces: the one that is wanted, and those that will be wanted next.
            advance: called again and again with the number of further choices. What it raises ends the recording.
        """


def record_here(scene: Callable[[], Scene], pieces: Sequence[Piece], advance: Callable[[int], None]) -> Choices:
    """Record the first piece in this process."""
    return record(scene(), *pieces[0], advance)


@contextmanager
def recorder_at(address: str) -> Iterator[Recorder]:
    """Yield what records: on the Ray cluster at an address, as of `dig_envs.training.process.ray_cluster.connected`, or without one in this process.

    Raises:
        DigEnvsError: as of `connected`.
    """
    if not address:
        yield record_here
        return
    with connected(address) as ray:
        yield _OnRay(ray)


class _OnRay:
    """Records on the cluster that this process is connected to, as many pieces at once as it has cores."""

    def __init__(self, ray: Any):
        self.ray = ray
        self.cores = max(1, int(ray.cluster_resources().get("CPU", 1)))
        self._record = task(ray, _record)
        self._pending: dict[Piece, Any] = {}
        self._scene: Any = None
        self._last: Piece | None = None  # of those that share the scene

    def __call__(self, scene: Callable[[], Scene], pieces: Sequence[Piece], advance: Callable[[int], None]) -> Choices:
        if self._last != pieces[-1]:
            found = scene()
            self._pending, self._last = {}, pieces[-1]
            self._scene = self.ray.put(_packed(self.ray, found))
        for piece in pieces[: self.cores]:
            if piece not in self._pending:
                self._pending[piece] = self._record.remote(dig_envs.__version__, self._scene, piece)
        wanted = self._pending[pieces[0]]
        while not self.ray.wait([wanted], timeout=LOOK_EVERY)[0]:
            advance(0)
        choices = Choices(*result_of(self.ray, wanted))
        del self._pending[pieces[0]]
        advance(pieces[0].choices)
        return choices


def _packed(ray: Any, scene: Scene) -> Packed:
    agents = [scene.teacher, *(player.agent for player in scene.players)]
    name = ", ".join(dict.fromkeys(agent.shown_name for agent in agents))
    return pack(ray, scene, name, _fingerprint(scene))


def _fingerprint(scene: Scene) -> str:
    return " ".join([scene.teacher.fingerprint, *(player.agent.fingerprint for player in scene.players)])


def _record(version: str, packed: Packed, piece: Piece) -> tuple:
    """Record one piece in a worker process of the cluster, and return its `Choices` as a plain tuple."""
    prepare_worker(version)
    return tuple(record(unpack(packed, _fingerprint), *piece))
