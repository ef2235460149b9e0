"""Choose the number of rows per call and the number of threads for compiled loops, from measured times.

Results do not depend on the number of threads, because every table has its own generators. A process has one team of threads
(`thread_team.py`). A forked child process starts its own.
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

from dig_envs.core.compiler import thread_team
from dig_envs.core.compiler.atomics import atomics, held_lock, lock_addresses, release
from dig_envs.core.compiler.compile import Specialiser, bounds_checked, uncompiled

MAX_SECONDS = 0.2  # of compiled code in one call; between calls Python handles an interrupt
FIRST_ROWS = 64  # rows of the first call, before a time is known
DECAY = 0.9  # of the weight of earlier calls, with each call
SECONDS_PER_THREAD = 20e-6  # of work that justify one thread
TRIALS = 3  # calls on one thread, then calls on several, that decide about the rest of a round
ROUND = 256  # calls between two trials
MAX_THREADS = 256

Kernel = Callable[..., int]
ONE_THREAD = (np.zeros(0, np.int64), 1)  # the last arguments of a kernel, `team, threads`, for one thread


def usable_cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class ThreadTuner:
    """Measures one kernel's time per row, and picks the rows per call and the number of threads.

    Args:
        num_threads: the largest number of threads; None for the number of cores.
    """

    def __init__(self, num_threads: int | None = None):
        self._asked = num_threads
        most = min(usable_cores(), MAX_THREADS)
        self.num_threads = 1 if bounds_checked() or uncompiled() else min(num_threads or most, most)
        self._seconds = self._rows = 0.0  # decaying sums over the calls
        self._seconds_per_row = MAX_SECONDS / FIRST_ROWS
        self._loaded = False
        self._calls = 0  # in this round
        self._parallel = True
        self._trials: tuple[list[float], list[float]] = ([], [])  # seconds per row on one thread, and on several

    def __reduce__(self) -> tuple:
        """Pickle without the measured times, which belong to one machine."""
        return ThreadTuner, (self._asked,)

    def run(self, kernel: Kernel, rows: tuple[np.ndarray, ...], rest: tuple = ()) -> int:
        """Call `kernel(*rows, *rest, team, threads)` and return its result.

        If the call would take longer than `MAX_SECONDS`, the rows are split over several calls, whose results are added.

        Args:
            kernel: the compiled loop.
            rows: arrays (n, ...), which are split along their first axis.
            rest: further arguments.
        """
        count = len(rows[0])
        if not count:
            return 0
        if count * self._seconds_per_row <= MAX_SECONDS:
            return self.call(kernel, count, *rows, *rest)
        result = first = 0
        while first < count:
            last = first + self.max_rows()
            part = [array[first:last] for array in rows]
            result += self.call(kernel, len(part[0]), *part, *rest)
            first = last
        return result

    def call(self, kernel: Kernel, rows: int, *arguments: Any) -> int:
        """Call `kernel(*arguments, team, threads)`, which processes `rows` rows, and measure its time."""
        if self._rows and self.num_threads > 1 and rows * self._seconds_per_row >= 2 * SECONDS_PER_THREAD:
            return self._call_in_parallel(kernel, rows, *arguments)
        start = perf_counter()
        result = kernel(*arguments, *ONE_THREAD)
        if self._loaded:  # the first call compiles or loads machine code
            self._measure(perf_counter() - start, rows)
        self._loaded = True
        return result

    def max_rows(self) -> int:
        """Return the number of rows that take `MAX_SECONDS`."""
        return max(1, int(MAX_SECONDS / self._seconds_per_row))

    def _call_in_parallel(self, kernel: Kernel, rows: int, *arguments: Any) -> int:
        """Call a kernel on one thread or several, whichever was faster in the last trial."""
        on_trial = self._calls < 2 * TRIALS
        parallel = self._calls >= TRIALS if on_trial else self._parallel
        threads = min(self.num_threads, int(rows * self._seconds_per_row / SECONDS_PER_THREAD)) if parallel else 1
        team = team_of(threads) if parallel else ONE_THREAD[0]
        start = perf_counter()
        result = kernel(*arguments, team, threads)
        seconds = perf_counter() - start
        if not parallel or seconds > rows * self._seconds_per_row:
            self._measure(seconds, rows)
        self._calls = (self._calls + 1) % ROUND
        if on_trial:
            self._trials[parallel].append(seconds / rows)
            if self._calls == 2 * TRIALS and all(self._trials):
                alone, together = map(median, self._trials)
                self._parallel = together < alone
                self._trials = ([], [])
        return result

    def _measure(self, seconds: float, rows: int) -> None:
        self._seconds = self._seconds * DECAY + seconds
        self._rows = self._rows * DECAY + rows
        self._seconds_per_row = max(self._seconds / self._rows, 1e-12)


_team = np.zeros(0, np.int64)
_started: list[threading.Thread] = []
_starting = threading.Lock()


def team_of(threads: int) -> np.ndarray:
    """Return the shared array of this process's team, int64, with at least `threads` threads including the caller."""
    global _team
    with _starting:
        if not len(_team):
            _team = np.zeros(thread_team.WORKERS + MAX_THREADS * thread_team.LINE, np.int64)
            _team[thread_team.ACQUIRE], _team[thread_team.RELEASE] = lock_addresses()
            _team[thread_team.WORKERS + thread_team.LOCK] = held_lock()
        while len(_started) < threads - 1:
            worker = len(_started) + 1
            _team[thread_team.WORKERS + worker * thread_team.LINE + thread_team.LOCK] = held_lock()
            thread = threading.Thread(target=_worker_loop(), args=(_team, worker), name="dig-envs", daemon=True)
            thread.start()
            _started.append(thread)
    return _team


@cache
def _worker_loop() -> Any:
    return Specialiser("team", atomics(), allocating=False).kernel(thread_team.worker_loop)


@atexit.register
def _stop_team() -> None:
    """Stop the threads before their machine code is freed."""
    for worker, thread in enumerate(_started, 1):
        own = _team[thread_team.WORKERS + worker * thread_team.LINE :]
        _team[thread_team.STOP] = 1
        if own[thread_team.ASLEEP]:  # a thread that is about to sleep reads STOP once more
            own[thread_team.ASLEEP] = 0
            release(int(own[thread_team.LOCK]))
        thread.join(1.0)


def _after_fork() -> None:
    global _team, _starting
    _team = np.zeros(0, np.int64)
    _started.clear()
    _starting = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
