"""Let one thread at a time into an object.

Compiled code lets go of the interpreter lock, so two calls of one batch or environment in two threads would step the same
tables at once, which may write anywhere in memory. Waiting in line would hide the mistake and play another game each time:
it is an error.
"""

import functools
from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, TypeVar

from dig_envs.core.errors import BusyError

P = ParamSpec("P")
R = TypeVar("R")


def exclusive(method: Callable[Concatenate[Any, P], R]) -> Callable[Concatenate[Any, P], R]:
    """Refuse a call of a method while another thread is in one of the same object, which holds an `RLock` as `_busy`.

    >>> from threading import RLock
    >>> class Door:
    ...     def __init__(self):
    ...         self._busy = RLock()
    ...     @exclusive
    ...     def open(self):
    ...         return "open"
    >>> Door().open()
    'open'
    """

    @functools.wraps(method)
    def guarded(self: Any, *args: P.args, **kwargs: P.kwargs) -> R:
        busy = self._busy
        if not busy.acquire(False):
            raise BusyError(
                f"another thread is in a call of this {type(self).__name__}: give each thread its own (clone()), or take turns"
            )
        try:
            return method(self, *args, **kwargs)
        finally:
            busy.release()

    return guarded
