"""Let one process at a time compile a function, so that the others load its machine code from disk.

The lock is the operating system's lock of an open, empty file. The system releases it when the process ends or crashes.
"""

import os
import sys
import time
from pathlib import Path

LOCK_SECONDS = 300.0  # seconds to wait for another process, which may have been suspended, before compiling without the lock
PAUSE = 0.05  # seconds between two attempts
NOTICE = 10.0  # seconds of waiting before a notice
_in_vain: set[Path] = set()  # locks for which this process has lost its patience

if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> bool:
        """Try to lock an open file; return False if another process holds the lock."""
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
        """Try to lock an open file; return False if another process holds the lock. On a disk without locks, return True."""
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True
        return True

    def _unlock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_UN)  # closing is not enough: a forked child has the file open too


class CodeLock:
    """A lock between processes, on the file `path`. It does not exclude threads of one process."""

    def __init__(self, path: Path):
        self._path = path
        self._handle: int | None = None

    def acquire(self, patience: float = LOCK_SECONDS) -> bool:
        """Acquire the lock, and return whether another process held it.

        If the file cannot be opened, as on a full or read-only disk, or after `patience` seconds, return without the lock.
        After `patience` seconds in vain, this process does not wait for this lock again.
        """
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
        try:
            handle = os.open(self._path, flags, 0o600)
        except OSError:
            return False
        start = time.monotonic()
        waited = noticed = False
        try:
            while not _lock(handle):
                waited = True
                passed = time.monotonic() - start
                if passed > patience or self._path in _in_vain:
                    _in_vain.add(self._path)
                    os.close(handle)
                    return True
                if passed > NOTICE and not noticed:
                    noticed = True
                    text = f"waiting for another process that compiles {self._path.stem} (at most {patience:g} seconds)"
                    print(f"dig-envs: {text}", file=sys.stderr, flush=True)
                time.sleep(PAUSE)
        except BaseException:  # an interrupt
            os.close(handle)
            raise
        self._handle = handle
        return waited

    def release(self) -> None:
        """Release the lock, if this object holds it."""
        handle, self._handle = self._handle, None
        if handle is not None:
            try:
                _unlock(handle)
            except OSError:
                pass
            finally:
                os.close(handle)
