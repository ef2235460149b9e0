"""Print a notice while a game is compiled, once for each game and version of the code."""

import hashlib
import platform
import sys
import threading
from functools import cache
from importlib.metadata import version
from pathlib import Path

from dig_envs.core.compiler.cache_folders import PACKAGE

PATIENCE = 1.5  # seconds of compiling before the notice
_noticed: set[str] = set()


class CompilingNotice:
    """The notice for one game. A marker file in the cache folder records that it was printed.

    Args:
        folder: the folder of the machine code.
        game: the game's id.
    """

    def __init__(self, folder: Path, game: str):
        self._folder, self._game = folder, game
        self._timer: threading.Timer | None = None

    def begin(self) -> None:
        """Print the notice after `PATIENCE` seconds, unless `end` is called before."""
        self._timer = threading.Timer(PATIENCE, self.show)
        self._timer.daemon = True
        self._timer.start()

    def end(self) -> None:
        if self._timer:
            self._timer.cancel()

    def show(self) -> None:
        """Print the notice, unless it was printed before."""
        if self._game in _noticed:
            return
        _noticed.add(self._game)
        if self._leave_mark():
            print(f"dig-envs: compiling {self._game} (once; later processes load it from disk)", file=sys.stderr, flush=True)

    def _leave_mark(self) -> bool:
        """Make the marker file and remove those of other versions; return False if it exists already."""
        mark = self._folder / f"{self._game}.{_code_version()}.told"
        try:
            mark.touch(mode=0o600, exist_ok=False)
            for old in self._folder.glob(f"{self._game}.*.told"):
                if old != mark:
                    old.unlink(missing_ok=True)
        except FileExistsError:
            return False
        except OSError:  # a full or read-only disk: the next process compiles again
            pass
        return True


@cache
def _code_version() -> str:
    """Hash everything that the machine code of all games depends on: this package, the compiler and the processor."""
    digest = hashlib.sha256(repr((version("numba"), version("numpy"), sys.version_info[:2], platform.machine())).encode())
    for file in sorted(PACKAGE.rglob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:12]
