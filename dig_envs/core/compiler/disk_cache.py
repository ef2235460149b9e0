"""Store machine code on disk. The name of a function's file contains a hash of everything that the code was made from."""

import contextlib
import glob
import hashlib
import os
import pickle
import sys
import types
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from dig_envs.core.compiler.cache_folders import code_folders, read_code, writing_code
from dig_envs.core.compiler.cache_lock import CodeLock
from dig_envs.core.compiler.compile_notice import CompilingNotice

DIGEST = hashlib.sha256().digest_size


class CodeFiles:
    """The files of one function's machine code: one for each signature and processor, each with a checksum.

    It replaces the cache files of Numba.
    """

    def __init__(self, folders: Sequence[Path], name: str, key: str):
        self._folders, self._name, self._key = folders, name, key

    def _file_name(self, index: Any) -> str:
        return f"{self._name}-{self._key}-{hashlib.sha256(repr(index).encode()).hexdigest()[:12]}.code"

    def exist(self) -> bool:
        """Return whether code of any signature and processor is saved."""
        pattern = f"{glob.escape(self._name)}-{self._key}-*.code"
        return any(next(folder.glob(pattern), None) for folder in self._folders)

    def load(self, index: Any) -> Any:
        """Return the saved data; None if there is no file or the file is damaged."""
        for folder in self._folders:
            with contextlib.suppress(OSError):
                whole = read_code(folder / self._file_name(index))
                body = whole[DIGEST:]
                if hashlib.sha256(body).digest() == whole[:DIGEST]:
                    return pickle.loads(body)
        return None

    def save(self, index: Any, data: Any) -> None:
        """Save data in one atomic step, and remove the files of other keys."""
        from numba.core.serialize import dumps

        body = dumps(data)
        with writing_code(self._folders[-1] / self._file_name(index), f"{self._name}-", self._key) as file:
            file.write(hashlib.sha256(body).digest() + body)


def keyed_cache(function: Callable, name: str, key: str, codec: Any) -> Any:
    """Make the object that Numba uses as a function's cache. Without a usable folder, it caches nothing.

    The caller must call its method `release()` after compiling, even after an error, because other processes may wait.

    Args:
        function: the function.
        name: the function's name in the cache; it begins with the game's id.
        key: the hash of everything that the machine code depends on.
        codec: Numba's class that turns compiled code into data for a file, and back.
    """
    from numba.core.caching import FunctionCache, NullCache

    name = f"{name}-py{sys.version_info[0]}{sys.version_info[1]}"
    game = name.split(".")[0]

    class NoCache(NullCache):
        _notice = CompilingNotice(None, game, function.__name__)

        def is_missing(self) -> bool:
            return False

        def load_overload(self, sig: Any, target_context: Any) -> None:
            self._notice.begin()

        def release(self) -> None:
            self._notice.end()

    folders = code_folders()
    if not folders:
        return NoCache()
    place = os.fspath(folders[-1])

    class KeyedCache(FunctionCache):
        def __init__(self) -> None:
            self._name, self._py_func, self._cache_path = name, function, place
            self._impl = object.__new__(codec)
            self._impl._locator = types.SimpleNamespace(ensure_cache_path=lambda: None, _py_file=place)
            self._impl._lineno = 0
            self._cache_file = CodeFiles(folders, name, key)
            self._lock = CodeLock(folders[-1] / f"{name}.lock")
            self._notice = CompilingNotice(folders[-1], game, function.__name__)
            self.enable()

        def is_missing(self) -> bool:
            """Return whether another process can compile and save the function for this one."""
            return not self._cache_file.exist()

        def load_overload(self, sig: Any, target_context: Any) -> Any:
            overload = self._load(sig, target_context)
            if overload is None:
                self._lock.acquire()
                overload = self._load(sig, target_context)
            if overload is None:
                self._notice.begin()
            return overload

        def _load(self, sig: Any, target_context: Any) -> Any:
            """Load saved code; None if there is none, or if its module cannot be imported, as that of a bot in a file."""
            with contextlib.suppress(ImportError):
                return super().load_overload(sig, target_context)

        def save_overload(self, sig: Any, data: Any) -> None:
            with contextlib.suppress(OSError):  # a full or read-only disk costs time, not the run
                super().save_overload(sig, data)

        def release(self) -> None:
            self._notice.end()
            self._lock.release()

    return KeyedCache()
