"""The folder of a run: refuse a folder that already has a run, and lock the folder against a second process."""

import errno
import os
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from dig_envs.core.errors import ArgumentError
from dig_envs.training.run.config import TrainingConfig, run_name

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

CHECKPOINT, MODEL, BEST, PROGRESS = FILES = "checkpoint.zip", "model.zip", "best.zip", "progress.jsonl"
LOCK = "run.lock"  # exists while a run is active
BUSY = (errno.EAGAIN, errno.EACCES)  # errors of a lock that another process holds


def folder_of(config: TrainingConfig) -> Path:
    """Return the folder that the settings name, or the default `runs/ALGORITHM-GAME-SEED`."""
    return Path(config.folder or f"runs/{run_name(config)}")


def check_free(folder: Path) -> None:
    """Refuse a folder that already has a run.

    Raises:
        ArgumentError: the folder has a checkpoint, a model or measurements.
    """
    if files := [name for name in FILES if os.path.exists(folder / name)]:
        resume = f"continue it with --resume {shlex.quote(str(folder / CHECKPOINT))}, or " if CHECKPOINT in files else ""
        raise ArgumentError(f"{folder} already has a run ({', '.join(files)}): {resume}give another --folder")


def clear(folder: Path) -> None:
    """Remove the files of an earlier run, so that another run can begin in its folder.

    Raises:
        ArgumentError: as of `locked`.
    """
    with locked(folder):
        for name in FILES:
            (folder / name).unlink(missing_ok=True)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Make a folder, and lock it for the duration of a `with` block.

    The operating system releases the lock when the process ends, also after a crash.

    Raises:
        ArgumentError: another run holds the lock, or the folder cannot be written.
    """
    path = folder / LOCK
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = path.open("ab")
    except OSError as error:
        raise ArgumentError(f"the folder {folder} cannot be written: {error.strerror}") from error
    except ValueError as error:  # a NUL character
        raise ArgumentError(f"no folder can have the name {str(folder)!r}: {error}") from error
    with file:
        if not _lock(file, path):
            raise ArgumentError(f"another process trains in {folder}: wait until it ends, or give another --folder")
        try:
            yield
        finally:
            with suppress(OSError):  # Windows removes no open file
                path.unlink()


def _lock(file: BinaryIO, path: Path) -> bool:
    """Lock an open file; return whether this process holds the lock. File systems without locks allow any process."""
    try:
        if sys.platform == "win32":
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return os.path.samestat(os.fstat(file.fileno()), path.stat())  # the last holder may have removed this file
    except OSError as error:
        return error.errno not in (*BUSY, errno.ENOENT)
