"""Read the zips of models and checkpoints as what they are: files that anybody may have made.

Nothing is unpacked that would not fit into memory, whatever a zip says about itself, and every fault is a `ModelError`.
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
from dig_envs.utils.memory import check_memory
from dig_envs.utils.text import printable

MOST_BYTES = 1 << 36  # of a whole file
MOST_AT_ONCE = 1 << 22  # bytes read by one call: a zip's list of contents is read by one
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # the others unpack more at once than they are asked for
FAULTS = (OSError, EOFError, RuntimeError, ValueError, OverflowError, struct.error, zlib.error, zipfile.BadZipFile)


class Archive:
    """A zip that is open for reading.

    Attributes:
        path: as messages name it.
        names: of the files in it.
    """

    def __init__(self, path: str, file: BufferedReader):
        self.path, self._file = path, file
        self._zip = zipfile.ZipFile(_ShortReads(file))  # type: ignore[arg-type]
        self._sizes = {item.filename: item.file_size for item in self._zip.infolist()}
        if any(item.compress_type not in METHODS for item in self._zip.infolist()):
            raise zipfile.BadZipFile("it is compressed in a way that models are not")

    @property
    def names(self) -> list[str]:
        return list(self._sizes)

    def read(self, name: str, most: int | None = None) -> bytes:
        """Return the content of a file in it.

        Raises:
            ModelError: there is none of this name, it is damaged, or larger than `most` bytes or than the memory that is free.
        """
        if name not in self._sizes:
            raise ModelError(f"model {self.path} has no {name}")
        size = self._sizes[name]
        if most is not None and size > most:
            raise ModelError(f"model {self.path} is damaged: its {printable(name)} has {size:,} bytes")
        check_memory(2 * size, f"{printable(name)} of model {self.path}", ModelError)
        with explained(self.path), self._zip.open(name) as file:
            content = b"".join(iter(lambda: file.read(MOST_AT_ONCE), b""))
            if len(content) != size:
                raise zipfile.BadZipFile(f"{printable(name)} is cut off")
        return content

    def read_all(self) -> dict[str, bytes]:
        """Return the contents of all files in it by name.

        Raises:
            ModelError: as of `read`.
        """
        check_memory(2 * sum(self._sizes.values()), f"model {self.path}", ModelError)
        return {name: self.read(name) for name in self._sizes}

    def digest(self) -> str:
        """Return a digest of the whole file."""
        with explained(self.path):
            self._file.seek(0)
            return hashlib.file_digest(self._file, "sha256").hexdigest()[:16]


@contextmanager
def open_archive(path: str | os.PathLike) -> Iterator[Archive]:
    """Open a model file or a checkpoint.

    Raises:
        ModelError: it is missing, or no zip.
    """
    if not isinstance(path, str | os.PathLike):
        raise ModelError(f"a model is the path of a file, not {path!r}")
    name = printable(os.fsdecode(path))
    with explained(name):
        file = open_bounded(path, MOST_BYTES)
    with file:
        with explained(name):
            archive = Archive(name, file)
        yield archive


@contextmanager
def explained(path: str) -> Iterator[None]:
    """Turn whatever a damaged file raises into a ModelError."""
    try:
        yield
    except ModelError:
        raise
    except FileNotFoundError as error:
        raise ModelError(f"there is no model {path}") from error
    except FAULTS as error:
        said = getattr(error, "strerror", None) or str(error) or repr(error)
        raise ModelError(f"model {path} can't be used: {printable(said)}") from error


class _ShortReads:
    """A file of which no call reads much: a zip could else have a list of contents as large as memory."""

    def __init__(self, file: BufferedReader):
        self._file = file

    def read(self, size: int = -1) -> bytes:
        if size > MOST_AT_ONCE:
            raise zipfile.BadZipFile(f"its list of contents has {size:,} bytes")
        return self._file.read(size if size >= 0 else MOST_AT_ONCE)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)
