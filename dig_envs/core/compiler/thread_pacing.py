"""Decide how many rows compiled code does at once, and in how many threads: as many as pay.

Results do not depend on the number of threads, for every table has its own generators. What a row takes is known from the
calls so far. The crew of threads (`crew.py`) is one a process; a forked child has none of its parent's, and starts its own.
"""

import atexit
import os
import threading
from collections.abc import Callable
from functools import cache
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np

from dig_envs.core.compiler import thread_team as members
from dig_envs.core.compiler.atomics import atomics, held_lock, lock_addresses, release
from dig_envs.core.compiler.compile import Specialiser, bounds_checked, uncompiled

AT_ONCE = 0.2  # seconds of compiled code, after which Python may see to an interrupt
FIRST_ROWS = 64  # of work of which nothing is known yet
FORGETTING = 0.9  # of what earlier calls took, with each call
WORTH_A_THREAD = 20e-6  # seconds of work
TRIALS = 3  # calls on one thread, and as many on several, that decide about the next
ROUND = 256  # calls
MOST = 256  # threads

Kernel = Callable[..., int]
ALONE = (np.zeros(0, np.int64), 1)  # the last arguments of a kernel that this thread runs alone


def usable_cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Pace:
    """What a row takes that one kernel does, and whether several threads pay.

    Args:
        num_threads: at most so many threads; as many as there are cores if None.
    """

    def __init__(self, num_threads: int | None = None):
        self._asked = num_threads
        most = min(usable_cores(), MOST)
        self.num_threads = 1 if bounds_checked() or uncompiled() else min(num_threads or most, most)
        self._seconds = self._rows = 0.0
        self._row = AT_ONCE / FIRST_ROWS  # seconds, as far as is known
        self._loaded = False
        self._turn = 0
        self._splits = True
        self._trials: tuple[list[float], list[float]] = ([], [])  # seconds a row on one thread, and on several

    def __reduce__(self) -> tuple:
        """Leave out what was learnt, which belongs to one machine."""
        return Pace, (self._asked,)

    def run(self, kernel: Kernel, rows: tuple[np.ndarray, ...], rest: tuple = ()) -> int:
        """Call `kernel(*rows, *rest, crew, threads)`, in portions where all take long; returns the sum of its results."""
        count = len(rows[0])
        if count * self._row <= AT_ONCE:
            return self.timed(kernel, count, *rows, *rest)
        found = first = 0
        while first < count:
            last = first + self.rows_at_once()
            part = [array[first:last] for array in rows]
            found += self.timed(kernel, len(part[0]), *part, *rest)
            first = last
        return found

    def timed(self, kernel: Kernel, rows: int, *arguments: Any) -> int:
        """Call `kernel(*arguments, crew, threads)`, which does so many rows, with as many threads as pay, and learn from it."""
        if self._rows and self.num_threads > 1 and rows * self._row >= 2 * WORTH_A_THREAD:
            return self._shared(kernel, rows, *arguments)
        start = perf_counter()
        found = kernel(*arguments, *ALONE)
        if self._loaded:  # the first call compiles, or loads machine code
            self._learn(perf_counter() - start, rows)
        self._loaded = True
        return found

    def rows_at_once(self) -> int:
        """Return how many rows take no longer than compiled code may run."""
        return max(1, int(AT_ONCE / self._row))

    def _shared(self, kernel: Kernel, rows: int, *arguments: Any) -> int:
        """Call a kernel on one thread or several, as trials tell."""
        on_trial = self._turn < 2 * TRIALS
        splits = self._turn >= TRIALS if on_trial else self._splits
        threads = min(self.num_threads, int(rows * self._row / WORTH_A_THREAD)) if splits else 1
        crew = crew_of(threads) if splits else ALONE[0]
        start = perf_counter()
        found = kernel(*arguments, crew, threads)
        seconds = perf_counter() - start
        if not splits or seconds > rows * self._row:
            self._learn(seconds, rows)
        self._next_turn(seconds / rows if on_trial else None, splits)
        return found

    def _learn(self, seconds: float, rows: int) -> None:
        self._seconds = self._seconds * FORGETTING + seconds
        self._rows = self._rows * FORGETTING + rows
        self._row = max(self._seconds / self._rows, 1e-12)

    def _next_turn(self, trial: float | None, splits: bool) -> None:
        """Count a call that several threads may be worth; after the trials, decide."""
        self._turn = (self._turn + 1) % ROUND
        if trial is not None:
            self._trials[splits].append(trial)
            if self._turn == 2 * TRIALS and all(self._trials):
                alone, shared = map(median, self._trials)
                self._splits = shared < alone
                self._trials = ([], [])


_crew = np.zeros(0, np.int64)
_started: list[threading.Thread] = []
_starting = threading.Lock()


def crew_of(threads: int) -> np.ndarray:
    """Return the words of this process's crew, which counts at least so many threads with the caller."""
    global _crew
    with _starting:
        if not len(_crew):
            _crew = np.zeros(members.MEMBERS + MOST * members.LINE, np.int64)
            _crew[members.ACQUIRE], _crew[members.RELEASE] = lock_addresses()
            _crew[members.MEMBERS + members.LOCK] = held_lock()
        while len(_started) < threads - 1:
            me = len(_started) + 1
            _crew[members.MEMBERS + me * members.LINE + members.LOCK] = held_lock()
            thread = threading.Thread(target=_serve(), args=(_crew, me), name="dig-envs", daemon=True)
            thread.start()
            _started.append(thread)
    return _crew


@cache
def _serve() -> Any:
    return Specialiser("crew", atomics(), allocating=False).kernel(members.serve)


@atexit.register
def _dismiss() -> None:
    """Stop the crew before the machine code that it runs is gone."""
    for k, thread in enumerate(_started, 1):
        words = _crew[members.MEMBERS + k * members.LINE :]
        _crew[members.STOP] = 1
        if words[members.ASLEEP]:  # who is about to sleep looks at STOP
            words[members.ASLEEP] = 0
            release(int(words[members.LOCK]))
        thread.join(1.0)


def _after_fork() -> None:
    global _crew, _starting
    _crew = np.zeros(0, np.int64)
    _started.clear()
    _starting = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
