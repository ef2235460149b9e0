"""The shared part of all adapters: descriptions of subjects, measurements, and the loop that answers requests.

An adapter runs as `python -m benchmarks.peers.adapters.NAME [GAME ...]` in its peer's environment, so this file needs the
standard library alone. The adapter first prints one line that describes its subjects. Then it reads requests, one per line,
such as `{"subject": 0, "measure": "steps", "seconds": 0.25, "threads": 1}`, and answers each with a line: `{"figures": {...}}`,
or `{"error": "..."}`. It ends with its input. All other output of a library goes to stderr.

| measure | figures |
|---|---|
| `steps` | `rate`: decisions per second of random legal play, with observation and legal actions, resets included |
| `moves` | `rate`: the same without observations |
| `clone` | `rate`: copies of a game's state per second |
| `playouts` | `rate`: random games per second from copies of positions in mid-game; `decisions`: their mean length |
| `ppo` | `rate`: decisions of the learner per second, of collection and learning together |
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
GAMES = 50  # for the mean number of decisions of a game
PPO_ENVIRONMENTS, PPO_STEPS, PPO_MINIBATCHES, PPO_EPOCHS = 64, 32, 4, 4  # of all PPOs, with two layers of 64 and one thread
Figures = dict[str, float]
Measure = Callable[[float, int], Figures]


@dataclass
class Subject:
    """A game in one form of one peer.

    Attributes:
        game: the game's name in the library.
        form: the form of the interface, such as "C++ from Python".
        floats: the number of floats of an observation.
        bytes: the size of observation and mask together.
        decisions: the mean number of decisions of all seats in a random game; None if unknown.
        tables: the number of games that are stepped together.
        parallel: how several cores are used: "threads" of the library, or "processes" next to each other.
        measures: functions of seconds and threads; other measures are impossible.
        remark: a note that readers need to compare the figures.
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
        """Return the attributes for the first line of output, with the names of the measures."""
        return {**vars(self), "measures": [name for name in MEASURES if name in self.measures]}


def rate(once: Callable[[], int], seconds: float) -> float:
    """Call `once`, which returns an amount of work, until the time is over, at least once; return the amount per second."""
    amount, start = 0, time.perf_counter()
    while True:
        amount += once()
        if (spent := time.perf_counter() - start) >= seconds:
            return amount / spent


def timed(once: Callable[[], int]) -> Measure:
    """Make a measure of a rate, on one thread."""
    return lambda seconds, threads: {"rate": rate(once, seconds)}


def playouts(play_out: Callable[[int], float]) -> Measure:
    """Make the measure of playouts; `play_out(k)` plays out position k of POSITIONS, and returns the number of decisions."""
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
    """Limit all threads of this process to a number of cores, if the system supports that."""
    if not hasattr(os, "sched_setaffinity"):
        return
    cores = sorted(GIVEN_CORES)[:count]
    for thread in os.listdir("/proc/self/task"):
        try:
            os.sched_setaffinity(int(thread), cores)
        except ProcessLookupError:
            continue  # the thread has ended


GIVEN_CORES = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()


def serve(distribution: str, games: Iterable[str], make: Callable[[str], Subject], wanted: Sequence[str] = ()) -> None:
    """Describe the subjects, and answer requests up to the end of the input.

    Args:
        distribution: the peer's distribution, whose version is reported.
        games: the default games.
        make: makes the subject of a game; an exception becomes the description of the game.
        wanted: games to measure instead of the default games.
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
            described.append({"game": game, "error": in_one_line(error)})
    print(json.dumps({"version": version(distribution), "subjects": described}), file=answers)
    for line in sys.stdin:
        print(json.dumps(_answer(subjects, json.loads(line))), file=answers)


def _answer(subjects: Sequence[Subject | None], request: dict[str, Any]) -> dict[str, Any]:
    try:
        subject = subjects[request["subject"]]
        assert subject is not None, "the subject could not be made"
        return {"figures": subject.measures[request["measure"]](request["seconds"], request["threads"])}
    except Exception as error:
        return {"error": in_one_line(error)}


def in_one_line(error: Exception) -> str:
    """Return the type and the first line of an error."""
    return f"{type(error).__name__}: {error}".splitlines()[0][:300]
