"""Read regular files of bounded size, and replace files in one atomic step.

Use `read_bounded` for files from other people. It refuses large files, and pipes and devices, which may have no end.
"""

import errno
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BufferedReader
from pathlib import Path
from typing import Any, BinaryIO

NONBLOCKING = getattr(os, "O_NONBLOCK", 0)  # otherwise opening a pipe waits for a writer
BINARY = getattr(os, "O_BINARY", 0)


def open_bounded(path: str | os.PathLike, max_bytes: int) -> BufferedReader:
    """Open a regular file of at most `max_bytes` bytes for reading.

    Raises:
        OSError: the file is missing, no regular file, or larger; `strerror` says which.
    """
    file = _open(path, os.O_RDONLY | NONBLOCKING, "rb")
    try:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "it is not a regular file", path)
        if status.st_size > max_bytes:
            raise OSError(errno.EFBIG, f"it has {status.st_size:,} bytes, and at most {max_bytes:,} are read", path)
    except OSError:
        file.close()
        raise
    return file


def read_bounded(path: str | os.PathLike, max_bytes: int) -> bytes:
    """Return the content of a regular file of at most `max_bytes` bytes.

    Raises:
        OSError: as for `open_bounded`.
    """
    with open_bounded(path, max_bytes) as file:
        return file.read(max_bytes)


@contextmanager
def replacing(path: str | os.PathLike) -> Iterator[BinaryIO]:
    """Open a temporary file that replaces `path` at the end of the `with` block. After an exception, `path` is unchanged.

    The new content is flushed to the disk before it replaces the old file. Missing folders are created.

    Raises:
        OSError: the file cannot be written.
    """
    path = Path(path)
    part = path.parent / f"{path.name}.{secrets.token_hex(4)}.part"
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with _open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except BaseException:
        if part.exists():
            part.unlink()
        raise


def replace(path: str | os.PathLike, content: bytes) -> None:
    """Write a file in one atomic step: afterwards it has the whole new content, or after an exception the old one.

    Raises:
        OSError: the file cannot be written.
    """
    with replacing(path) as file:
        file.write(content)


def check_replaceable(path: str | os.PathLike) -> None:
    """Check that `replace` can write a file, without changing the file.

    Raises:
        OSError: the file cannot be written.
    """
    if Path(path).is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
    with suppress(InterruptedError), replacing(path):
        raise InterruptedError  # so that nothing is replaced


def _open(path: str | os.PathLike, flags: int, mode: str) -> Any:
    try:
        return os.fdopen(os.open(path, flags | BINARY, 0o666), mode)
    except ValueError as error:  # the name has a NUL character, or one that the file system cannot encode
        raise OSError(errno.EINVAL, f"no file can have this name: {error}", repr(path)) from error
