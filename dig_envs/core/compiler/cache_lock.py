"""Let one process at a time compile a game, so that the others find its machine code on disk.

The lock is the system's own, on an open file: it ends with the process that holds it, however that ends. The file is empty
and stays; only its lock counts.
"""

import os
import sys
import time
from pathlib import Path

PATIENCE = 300.0
"""So many seconds a process waits for another before it compiles by itself: the other may have been stopped on the way."""
PAUSE = 0.05

if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> bool:
        """Lock an open file, unless another process has; tell whether that went."""
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _unlock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _lock(handle: int) -> bool:
        """Try to lock an open file; return False if another process holds it. A disk without locks excludes nobody."""
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True
        return True

    def _unlock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_UN)  # closing would leave it to a child that was forked meanwhile


class CodeLock:
    """A lock between processes, on a file of this name. Threads of one process need another one."""

    def __init__(self, path: Path):
        self._path = path
        self._handle: int | None = None

    def acquire(self, patience: float = PATIENCE) -> bool:
        """Wait until no other process holds the lock, and hold it.

        Without a file to lock, as on a full or read-only disk, and at the end of the patience, go on without.

        Args:
            patience: seconds.

        Returns:
            Whether another process held it.
        """
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
        try:
            handle = os.open(self._path, flags, 0o600)
        except OSError:
            return False
        deadline = time.monotonic() + patience
        waited = False
        try:
            while not _lock(handle):
                waited = True
                if time.monotonic() > deadline:
                    os.close(handle)
                    return True
                time.sleep(PAUSE)
        except BaseException:  # an interrupt
            os.close(handle)
            raise
        self._handle = handle
        return waited

    def release(self) -> None:
        """Let the next process go on, if the lock is held."""
        handle, self._handle = self._handle, None
        if handle is not None:
            try:
                _unlock(handle)
            except OSError:
                pass
            finally:
                os.close(handle)
