"""Print a notice while a game is compiled, once for each game and version of the code, or in every process without a cache.

In a terminal, a line that is rewritten each second shows which function is compiled, for how long, and how many are compiled.
"""

import hashlib
import platform
import sys
import threading
from collections import Counter
from functools import cache
from importlib.metadata import version
from pathlib import Path
from time import monotonic

from dig_envs.core.compiler.cache_folders import PACKAGE

NOTICE_SECONDS = 1.5  # seconds of compiling before the notice
NOT_SAVED = "in every process, because no folder for machine code can be written: name one in DIG_ENVS_CACHE_DIR"
WIDTH = 79  # of the line that is rewritten
_noticed: set[str] = set()
_finished: Counter[str] = Counter()  # functions that this process has compiled, by game


def silence(game: str) -> None:
    """Suppress the notice for a game in this process."""
    _noticed.add(game)


class CompilingNotice:
    """The notice for one function of a game. A marker file in the cache folder records that the game's notice was printed.

    Args:
        folder: the folder of the machine code; None if no folder can be used.
        game: the game's id.
        function: the function's name.
    """

    def __init__(self, folder: Path | None, game: str, function: str):
        self._folder, self._game, self._function = folder, game, function
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None

    def begin(self) -> None:
        """Start a timer that prints the notice after `NOTICE_SECONDS`. A call of `end` before that cancels it."""
        self._ended.clear()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def end(self) -> None:
        """The function is compiled: print nothing more. Without `begin`, do nothing."""
        if self._thread:
            self._ended.set()
            self._thread.join()
            self._thread = None
            _finished[self._game] += 1

    def _watch(self) -> None:
        start = monotonic()
        if self._ended.wait(NOTICE_SECONDS):
            return
        self.show()
        if not sys.stderr.isatty():
            return
        while not self._ended.is_set():
            now = f"{self._function} {monotonic() - start:.0f} s"
            self._rewrite(f"dig-envs: {self._game}, functions compiled: {_finished[self._game]}, now {now}")
            self._ended.wait(1.0)
        self._rewrite("")

    def _rewrite(self, text: str) -> None:
        print(f"\r{text[:WIDTH]:{WIDTH}}\r", end="", file=sys.stderr, flush=True)

    def show(self) -> None:
        """Print the notice, unless it was printed before."""
        if self._game in _noticed:
            return
        _noticed.add(self._game)
        try:
            if self._folder is not None and not self._leave_mark(self._folder):
                return
            saved = self._folder is not None
        except OSError:  # a full or read-only disk
            saved = False
        later = "once; later processes load it from disk" if saved else NOT_SAVED
        print(f"dig-envs: compiling {self._game} ({later})", file=sys.stderr, flush=True)

    def _leave_mark(self, folder: Path) -> bool:
        """Make the marker file and remove those of other versions; return False if it exists already."""
        mark = folder / f"{self._game}.{_code_version()}.notice"
        try:
            mark.touch(mode=0o600, exist_ok=False)
        except FileExistsError:
            return False
        for old in folder.glob(f"{self._game}.*.notice"):
            if old != mark:
                old.unlink(missing_ok=True)
        return True


@cache
def _code_version() -> str:
    """Hash everything that the machine code of all games depends on: this package, the compiler and the processor."""
    digest = hashlib.sha256(repr((version("numba"), version("numpy"), sys.version_info[:2], platform.machine())).encode())
    for file in sorted(PACKAGE.rglob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:12]
