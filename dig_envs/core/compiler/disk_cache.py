"""Keep machine code on disk: one file for each function, under a name that carries the hash of all it was made from."""

import contextlib
import glob
import hashlib
import os
import pickle
import sys
import types
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import mkstemp
from typing import Any

from dig_envs.core.compiler.cache_folders import code_folders, read_code
from dig_envs.core.compiler.cache_lock import CodeLock
from dig_envs.core.compiler.compile_notice import CompilingNotice

DIGEST = hashlib.sha256().digest_size


class CodeFiles:
    """Machine code on disk, in place of Numba's numbered files: one file for each signature and processor, with a checksum."""

    def __init__(self, folders: Sequence[Path], name: str, key: str):
        self._folders, self._name, self._key = folders, name, key

    def _file_name(self, index: Any) -> str:
        return f"{self._name}-{self._key}-{hashlib.sha256(repr(index).encode()).hexdigest()[:12]}.code"

    def load(self, index: Any) -> Any:
        """Read what was saved, or None; a damaged file counts as none."""
        for folder in self._folders:
            with contextlib.suppress(OSError):
                whole = read_code(folder / self._file_name(index))
                body = whole[DIGEST:]
                if hashlib.sha256(body).digest() == whole[:DIGEST]:
                    return pickle.loads(body)
        return None

    def save(self, index: Any, data: Any) -> None:
        """Write whole or not at all, whoever else writes the same; and remove the files of earlier keys."""
        from numba.core.serialize import dumps

        body = dumps(data)
        folder = self._folders[-1]
        handle, unfinished = mkstemp(dir=folder, prefix=f"{self._name}-{self._key}-")
        try:
            with open(handle, "wb") as file:
                file.write(hashlib.sha256(body).digest() + body)
            os.replace(unfinished, folder / self._file_name(index))
        except OSError:
            os.unlink(unfinished)
            raise
        for old in folder.glob(f"{glob.escape(self._name)}-*"):
            if not old.name.startswith(f"{self._name}-{self._key}"):
                old.unlink(missing_ok=True)


def keyed_cache(function: Callable, name: str, key: str) -> Any:
    """Make Numba's cache of one function, over `CodeFiles`. Without a safe folder nothing is cached.

    Whoever compiles calls `let_go()` afterwards, even where that failed: other processes may be waiting.
    """
    from numba.core.caching import CompileResultCacheImpl, FunctionCache, NullCache

    class NoCache(NullCache):
        def let_go(self) -> None:
            pass

    name = f"{name}-py{sys.version_info[0]}{sys.version_info[1]}"
    folders = code_folders()
    if not folders:
        return NoCache()
    place = os.fspath(folders[-1])
    game = name.split(".")[0]

    class KeyedCache(FunctionCache):
        def __init__(self) -> None:
            self._name, self._py_func, self._cache_path = name, function, place
            self._impl = object.__new__(CompileResultCacheImpl)
            self._impl._locator = types.SimpleNamespace(ensure_cache_path=lambda: None, _py_file=place)
            self._impl._lineno = 0
            self._cache_file = CodeFiles(folders, name, key)
            self._lock = CodeLock(folders[-1] / f"{game}.lock")
            self._notice = CompilingNotice(folders[-1], game)
            self.enable()

        def load_overload(self, sig: Any, target_context: Any) -> Any:
            found = self._found(sig, target_context)
            if found is None:
                self._lock.acquire()
                found = self._found(sig, target_context)
            if found is None:
                self._notice.begin()
            return found

        def _found(self, sig: Any, target_context: Any) -> Any:
            """Load what was saved. Code whose module can't be imported by its name, as of a bot in a file, counts as none."""
            with contextlib.suppress(ImportError):
                return super().load_overload(sig, target_context)

        def save_overload(self, sig: Any, data: Any) -> None:
            with contextlib.suppress(OSError):  # a full or read-only disk costs time, not the run
                super().save_overload(sig, data)

        def let_go(self) -> None:
            self._notice.end()
            self._lock.release()

    return KeyedCache()
