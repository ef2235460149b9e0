"""What adapters share: how a subject is described, how it is measured, and the loop that answers requests.

An adapter runs as `python -m benchmarks.peers.adapters.NAME [GAME ...]` in its peer's environment, so this file needs the
standard library alone. It first prints one line that describes its subjects. Then it reads requests, one a line, such as
`{"subject": 0, "measure": "steps", "seconds": 0.25, "threads": 1}`, and answers each with a line: `{"figures": {...}}`, or
`{"error": "..."}`. It ends with its input. Whatever else a library prints goes to stderr.

| measure | figures |
|---|---|
| `steps` | `rate`: decisions a second of random legal play, observation and legal actions made at each; resets count |
| `moves` | `rate`: the same without observations |
| `clone` | `rate`: copies of a game's state a second |
| `playouts` | `rate`: random games a second from copies of positions in mid-game; `decisions`: their mean length |
| `ppo` | `rate`: decisions of the learner a second, of collecting and learning together |
"""

import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import Any

MEASURES = ("steps", "moves", "clone", "playouts", "ppo")
POSITIONS = 64
GAMES = 50  # that tell how many decisions a game has
PPO_ENVIRONMENTS, PPO_STEPS, PPO_MINIBATCHES, PPO_EPOCHS = 64, 32, 4, 4  # of each PPO, with two layers of 64 and one thread
Figures = dict[str, float]
Measure = Callable[[float, int], Figures]


@dataclass
class Subject:
    """A game in one form of one peer.

    Attributes:
        game: its name there.
        form: how it is driven, such as "C++ from Python".
        floats: how many numbers an observation has.
        bytes: how large observation and mask are together.
        decisions: a random game has so many on average, those of all seats (None: unknown).
        tables: how many games are stepped at once.
        parallel: how several cores are used: "threads" by the library itself, else "processes", side by side.
        measures: functions of seconds and threads; what is missing can't be measured.
        remark: what a reader must know to compare the figures.
    """

    game: str
    form: str
    floats: int
    bytes: int
    decisions: float | None
    measures: Mapping[str, Measure] = field(repr=False)
    tables: int = 1
    parallel: str = "processes"
    remark: str = ""

    def description(self) -> dict[str, Any]:
        """Return the attributes for the first line, the measures by name."""
        return {**vars(self), "measures": [name for name in MEASURES if name in self.measures]}


def rate(once: Callable[[], int], seconds: float) -> float:
    """Call until the time is over, at least once; `once` returns how much it did. Returns that a second."""
    done, start = 0, time.perf_counter()
    while True:
        done += once()
        if (spent := time.perf_counter() - start) >= seconds:
            return done / spent


def timed(once: Callable[[], int]) -> Measure:
    """Make a measure of one rate, on one thread."""
    return lambda seconds, threads: {"rate": rate(once, seconds)}


def playouts(play_out: Callable[[int], float]) -> Measure:
    """Make the measure of playouts; `play_out(k)` plays out position k of POSITIONS, and returns its decisions."""
    played = [0]

    def measure(seconds: float, threads: int) -> Figures:
        decisions, first = 0.0, played[0]

        def once() -> int:
            nonlocal decisions
            decisions += play_out(played[0] % POSITIONS)
            played[0] += 1
            return 1

        return {"rate": rate(once, seconds), "decisions": decisions / (played[0] - first)}

    return measure


def take_cores(count: int) -> None:
    """Let all threads of this process run on so many of the cores that it was given, where the system can."""
    if not hasattr(os, "sched_setaffinity"):
        return
    cores = sorted(GIVEN_CORES)[:count]
    for thread in os.listdir("/proc/self/task"):
        try:
            os.sched_setaffinity(int(thread), cores)
        except ProcessLookupError:
            continue  # it has ended


GIVEN_CORES = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()


def serve(distribution: str, games: Iterable[str], make: Callable[[str], Subject], wanted: Sequence[str] = ()) -> None:
    """Describe the subjects, and answer requests until there are none.

    Args:
        distribution: the peer's, whose version is told.
        games: those that are measured by default.
        make: makes the subject of a game; if it raises, the game is described by the error.
        wanted: those that are measured instead, whichever `make` knows.
    """
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    subjects: list[Subject | None] = []
    described: list[dict[str, Any]] = []
    for game in wanted or games:
        try:
            subject = make(game)
            subjects.append(subject)
            described.append(subject.description())
        except Exception as error:
            subjects.append(None)
            described.append({"game": game, "error": told(error)})
    print(json.dumps({"version": version(distribution), "subjects": described}), file=answers)
    for line in sys.stdin:
        print(json.dumps(_answer(subjects, json.loads(line))), file=answers)


def _answer(subjects: Sequence[Subject | None], request: dict[str, Any]) -> dict[str, Any]:
    try:
        subject = subjects[request["subject"]]
        assert subject is not None, "it could not be made"
        return {"figures": subject.measures[request["measure"]](request["seconds"], request["threads"])}
    except Exception as error:
        return {"error": told(error)}


def told(error: Exception) -> str:
    """Return an error as one line."""
    return f"{type(error).__name__}: {error}".splitlines()[0][:300]
