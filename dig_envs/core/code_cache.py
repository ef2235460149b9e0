"""Keep machine code on disk: one file for each function, under a name that carries the hash of all it was made from."""

import contextlib
import glob
import hashlib
import os
import pickle
import sys
import threading
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).resolve().parent.parent
DIGEST = hashlib.sha256().digest_size


def cache_directory() -> Path:
    """Return the folder of machine code: `DIG_ENVS_CACHE_DIR`, else one beside the package, else in the user's cache folder."""
    if chosen := os.environ.get("DIG_ENVS_CACHE_DIR"):
        return Path(chosen)
    beside = PACKAGE / "__pycache__"
    if os.access(beside if beside.exists() else PACKAGE, os.W_OK):
        return beside / "machine_code"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "dig-envs"


class CodeFiles:
    """Machine code on disk, in place of Numba's numbered files: one file for each signature and processor, with a checksum."""

    def __init__(self, folder: Path, name: str, key: str):
        self._folder, self._name, self._key = folder, name, key

    def _path(self, index: Any) -> Path:
        return self._folder / f"{self._name}-{self._key}-{hashlib.sha256(repr(index).encode()).hexdigest()[:12]}.code"

    def load(self, index: Any) -> Any:
        """Read what was saved, or None; a damaged file counts as none."""
        try:
            whole = self._path(index).read_bytes()
        except OSError:
            return None
        body = whole[DIGEST:]
        return pickle.loads(body) if hashlib.sha256(body).digest() == whole[:DIGEST] else None

    def save(self, index: Any, data: Any) -> None:
        """Write whole or not at all, whoever else writes the same; and remove the files of earlier keys."""
        from numba.core.serialize import dumps

        body = dumps(data)
        path = self._path(index)
        unfinished = path.with_suffix(f".{os.getpid()}")
        unfinished.write_bytes(hashlib.sha256(body).digest() + body)
        unfinished.replace(path)
        for old in self._folder.glob(f"{glob.escape(self._name)}-*"):
            if not old.name.startswith(f"{self._name}-{self._key}"):
                old.unlink(missing_ok=True)


def keyed_cache(function: Callable, name: str, key: str) -> Any:
    """Make Numba's cache of one function, over `CodeFiles`. Without a folder to write to nothing is cached."""
    from numba.core.caching import CompileResultCacheImpl, FunctionCache, NullCache

    folder = cache_directory()
    name = f"{name}-py{sys.version_info[0]}{sys.version_info[1]}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        writable = os.access(folder, os.W_OK)
    except OSError:
        writable = False
    if not writable:
        return NullCache()

    class KeyedCache(FunctionCache):
        def __init__(self) -> None:
            self._name, self._py_func, self._cache_path = name, function, str(folder)
            self._impl = object.__new__(CompileResultCacheImpl)
            self._impl._locator = types.SimpleNamespace(ensure_cache_path=lambda: None, _py_file=str(folder))
            self._impl._lineno = 0
            self._cache_file = CodeFiles(folder, name, key)
            self._notice: threading.Timer | None = None
            self.enable()

        def load_overload(self, sig: Any, target_context: Any) -> Any:
            found = super().load_overload(sig, target_context)
            if found is None:
                self._notice = threading.Timer(1.5, _say_compiling, [name.split(".")[0]])
                self._notice.daemon = True
                self._notice.start()
            return found

        def save_overload(self, sig: Any, data: Any) -> None:
            if self._notice:
                self._notice.cancel()
            with contextlib.suppress(OSError):  # a full disk costs time, not the run
                super().save_overload(sig, data)

    return KeyedCache()


_told: set[str] = set()


def _say_compiling(what: str) -> None:
    if what not in _told:
        _told.add(what)
        print(f"dig-envs: compiling {what} (once; later processes load it from disk)", file=sys.stderr, flush=True)
