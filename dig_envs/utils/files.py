"""Read files that others may have made, within bounds, and replace files at once or not at all.

What is read is a regular file of no more bytes than its kind may have: a pipe or a device, which would never end, is refused.
"""

import contextlib
import errno
import os
import secrets
import stat
from collections.abc import Iterator
from io import BufferedReader
from pathlib import Path
from typing import Any, BinaryIO

WAITLESS = getattr(os, "O_NONBLOCK", 0)  # a pipe that nobody writes to would keep `open` waiting
BINARY = getattr(os, "O_BINARY", 0)


def open_bounded(path: str | os.PathLike, most: int) -> BufferedReader:
    """Open a regular file of at most `most` bytes for reading.

    Raises:
        OSError: it is missing, something else than a file, or larger; `strerror` says so in words.
    """
    file = _open(path, os.O_RDONLY | WAITLESS, "rb")
    try:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "it is not a regular file", path)
        if status.st_size > most:
            raise OSError(errno.EFBIG, f"it has {status.st_size:,} bytes, and at most {most:,} are read", path)
    except OSError:
        file.close()
        raise
    return file


def read_bounded(path: str | os.PathLike, most: int) -> bytes:
    """Read a regular file of at most `most` bytes, even if it grows meanwhile.

    Raises:
        OSError: as of `open_bounded`.
    """
    with open_bounded(path, most) as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise OSError(errno.EFBIG, f"it has more than {most:,} bytes", path)
    return content


@contextlib.contextmanager
def replacing(path: str | os.PathLike) -> Iterator[BinaryIO]:
    """Open a new file that takes the place of `path` when the `with` block ends; after an error everything is as it was.

    The new file is on the disk before it replaces the old one. Folders are made as needed.

    Raises:
        OSError: it can't be written.
    """
    path = _possible(path)
    part = path.parent / f"{path.name}.{secrets.token_hex(4)}.part"
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with _open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    _flush_folder(path.parent)


def replace(path: str | os.PathLike, content: bytes) -> None:
    """Write a file, or replace it once the new one is whole.

    Raises:
        OSError: it can't be written.
    """
    with replacing(path) as file:
        file.write(content)


def _open(path: str | os.PathLike, flags: int, mode: str) -> Any:
    return os.fdopen(os.open(_possible(path), flags | BINARY, 0o666), mode)


def _possible(path: str | os.PathLike) -> Path:
    """Return the path if a file can have it: none has a NUL character, or one that the system can't write."""
    try:
        os.lstat(path)
    except ValueError as error:
        raise OSError(errno.EINVAL, f"no file can have this name: {error}", repr(path)) from error
    except OSError:
        pass  # there is none yet
    return Path(path)


def _flush_folder(folder: Path) -> None:
    """Write the folder's entries to the disk, on systems that can."""
    with contextlib.suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
