"""Run a kernel on slices of the tables in several threads.

Kernels let go of the interpreter lock, and every table has its own generators: results do not depend on the number of
threads. Workers are plain daemon threads that wait for a job; a forked child has none of its parent's, and starts its own.
"""

import os
import threading
from _thread import allocate_lock
from collections.abc import Callable
from functools import partial

import numpy as np

PART_AT_LEAST = 64  # tables; with fewer a thread costs more than it brings


class Worker:
    """A thread that runs one job at a time."""

    def __init__(self) -> None:
        self._job: Callable[[], object] = lambda: None
        self._error: BaseException | None = None
        self._given, self._done = allocate_lock(), allocate_lock()
        self._given.acquire()
        self._done.acquire()
        threading.Thread(target=self._serve, name="dig-envs", daemon=True).start()

    def start(self, job: Callable[[], object]) -> None:
        self._job = job
        self._given.release()

    def wait(self) -> None:
        """Wait until the job is done; raises what it raised."""
        self._done.acquire()
        error, self._error, self._job = self._error, None, lambda: None
        if error:
            raise error

    def _serve(self) -> None:
        while True:
            self._given.acquire()
            try:
                self._job()
            except BaseException as error:
                self._error = error
            self._done.release()


_workers: list[Worker] = []
_workers_process = 0
_launch = threading.Lock()


def run_in_parts(num_threads: int, kernel: Callable, split: tuple[np.ndarray, ...], rest: tuple) -> None:
    """Call `kernel(*split, *rest)` on slices of the arrays in `split`, one slice a thread.

    One launch at a time uses the workers; another thread's launch meanwhile runs by itself.
    """
    parts = min(num_threads, len(split[0]) // PART_AT_LEAST)
    if parts <= 1 or not _launch.acquire(blocking=False):
        kernel(*split, *rest)
        return
    try:
        edges = [len(split[0]) * part // parts for part in range(parts + 1)]
        slices = [[array[edges[part] : edges[part + 1]] for array in split] for part in range(parts)]
        workers = _workers_for(parts - 1)
        for worker, part in zip(workers, slices[1:], strict=True):
            worker.start(partial(kernel, *part, *rest))
        try:
            kernel(*slices[0], *rest)
        finally:
            for worker in workers:
                worker.wait()
    finally:
        _launch.release()


def _workers_for(count: int) -> list[Worker]:
    global _workers_process
    if _workers_process != os.getpid():
        _workers.clear()
        _workers_process = os.getpid()
    while len(_workers) < count:
        _workers.append(Worker())
    return _workers[:count]


def _after_fork() -> None:
    global _launch
    _launch = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
