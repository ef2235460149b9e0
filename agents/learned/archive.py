"""Read the zip files of models and checkpoints from untrusted sources.

Sizes are bounded whatever a zip states about itself, and every fault is a `ModelError`.
"""

import hashlib
import os
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader
from typing import Any

from dig_envs.core.errors import ModelError
from dig_envs.utils.files import open_bounded
from dig_envs.utils.text import printable

MAX_BYTES = 1 << 36  # of a whole file, packed or unpacked; checkpoints with large replay buffers have the most
MAX_NETWORK = 1 << 32  # of one file inside, except in checkpoints
MAX_PACKING = 100  # bytes of weights for a packed byte; weights that were trained have less than 2
SMALL = 1 << 24  # bytes of one file that may be packed better, such as weights of zeros
MAX_READ = 1 << 22  # bytes of one call; the zip module reads the list of contents with one call
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # other methods may unpack more bytes than a call asks for
FAULTS = (OSError, EOFError, RuntimeError, ValueError, OverflowError, struct.error, zlib.error, zipfile.BadZipFile)


class Archive:
    """An open zip file.

    Attributes:
        path: its path, for messages.
        names: the names of the files inside.
    """

    def __init__(self, path: str, file: BufferedReader):
        self.path, self._file = path, file
        self._zip = zipfile.ZipFile(_BoundedReads(file))  # type: ignore[arg-type]
        self._sizes = {item.filename: item.file_size for item in self._zip.infolist()}
        self._packed = {item.filename: item.compress_size for item in self._zip.infolist()}
        if any(item.compress_type not in METHODS for item in self._zip.infolist()):
            raise zipfile.BadZipFile("its compression method is not supported")
        if (size := sum(item.file_size for item in self._zip.infolist())) > MAX_BYTES:
            raise zipfile.BadZipFile(f"its files have {size:,} bytes")

    @property
    def names(self) -> list[str]:
        return list(self._sizes)

    def read(self, name: str, max_bytes: int | None = None) -> bytes:
        """Return the content of a file inside.

        Raises:
            ModelError: the file is missing, damaged, or larger than `max_bytes`. With None, the file is a network: larger than
                `MAX_NETWORK`, or packed better than weights can be.
        """
        if name not in self._sizes:
            raise ModelError(f"model {self.path} has no {name}")
        size = self._sizes[name]
        if size > (max_bytes or MAX_NETWORK):
            raise ModelError(f"model {self.path} is damaged: its {printable(name)} has {size:,} bytes")
        packed = self._packed[name]
        if max_bytes is None and size > max(SMALL, MAX_PACKING * packed):
            raise ModelError(f"model {self.path} is damaged: its {printable(name)} has {size:,} bytes, packed in {packed:,}")
        with model_errors(self.path), self._zip.open(name) as file:
            content = b"".join(iter(lambda: file.read(MAX_READ), b""))
            if len(content) != size:
                raise zipfile.BadZipFile(f"{printable(name)} is truncated")
        return content

    def read_all(self) -> dict[str, bytes]:
        """Return the contents of all files inside, by name.

        Raises:
            ModelError: see `read`.
        """
        return {name: self.read(name, MAX_BYTES) for name in self._sizes}

    def digest(self) -> str:
        """Return a digest of the whole file."""
        with model_errors(self.path):
            self._file.seek(0)
            return hashlib.file_digest(self._file, "sha256").hexdigest()[:16]


@contextmanager
def open_archive(path: str | os.PathLike) -> Iterator[Archive]:
    """Open a model file or a checkpoint.

    Raises:
        ModelError: the file is missing or is not a zip.
    """
    if not isinstance(path, str | os.PathLike):
        raise ModelError(f"the path of a model is a string or a path, not {path!r}")
    name = printable(os.fsdecode(path))
    with model_errors(name):
        file = open_bounded(path, MAX_BYTES)
    with file:
        with model_errors(name):
            archive = Archive(name, file)
        yield archive


@contextmanager
def model_errors(path: str) -> Iterator[None]:
    """Raise the errors of a missing or damaged file as ModelError."""
    try:
        yield
    except ModelError:
        raise
    except FileNotFoundError as error:
        raise ModelError(f"there is no model {path}") from error
    except FAULTS as error:
        reason = getattr(error, "strerror", None) or str(error) or repr(error)
        raise ModelError(f"cannot use model {path}: {printable(reason)}") from error


class _BoundedReads:
    """Limits the bytes of one read, so that a zip's list of contents cannot fill the memory."""

    def __init__(self, file: BufferedReader):
        self._file = file

    def read(self, size: int = -1) -> bytes:
        if size > MAX_READ:
            raise zipfile.BadZipFile(f"its list of contents has {size:,} bytes")
        return self._file.read(size if size >= 0 else MAX_READ)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)
