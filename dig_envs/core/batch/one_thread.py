"""Let only one thread at a time call the methods of an object.

Compiled code releases the interpreter lock, so two threads could step the same tables at the same time and corrupt memory. A
second thread gets an error instead of waiting, because the order of the calls, and so the games, would be random.
"""

import functools
from collections.abc import Callable
from typing import Any, TypeVar, cast

from dig_envs.core.errors import BusyError

M = TypeVar("M", bound=Callable[..., Any])


def exclusive(method: M) -> M:
    """Make a method raise BusyError while another thread runs such a method of the same object.

    The object must have an `RLock` as its attribute `_busy`.

    >>> from threading import RLock
    >>> class Counter:
    ...     def __init__(self):
    ...         self._busy, self.count = RLock(), 0
    ...     @exclusive
    ...     def add(self):
    ...         self.count += 1
    ...         return self.count
    >>> Counter().add()
    1
    """

    @functools.wraps(method)
    def guarded(self: Any, *args: Any, **kwargs: Any) -> Any:
        busy = self._busy
        if not busy.acquire(False):
            raise busy_error(self)
        try:
            return method(self, *args, **kwargs)
        finally:
            busy.release()

    return cast(M, guarded)


def busy_error(used: Any) -> BusyError:
    """Return the error of a call to an object that another thread is using."""
    return BusyError(
        f"another thread is using this {type(used).__name__}: give each thread its own copy (clone()), or take turns"
    )
