"""Tell the user what takes so long while a game is compiled: once for a game and a version of the code, in any process."""

import hashlib
import platform
import sys
import threading
from functools import cache
from importlib.metadata import version
from pathlib import Path

from dig_envs.core.compiler.cache_folders import PACKAGE

PATIENCE = 1.5
"""So many seconds a user waits without a word."""
_told: set[str] = set()


class CompilingNotice:
    """The notice that a game is compiled. Giving it leaves a file beside the machine code, so that it is not given again.

    Args:
        folder: that the machine code is saved in.
        game: what is compiled.
    """

    def __init__(self, folder: Path, game: str):
        self._folder, self._game = folder, game
        self._timer: threading.Timer | None = None

    def begin(self) -> None:
        """Give the notice soon, unless the compiling has ended by then."""
        self._timer = threading.Timer(PATIENCE, self.give)
        self._timer.daemon = True
        self._timer.start()

    def end(self) -> None:
        """Give no notice any more."""
        if self._timer:
            self._timer.cancel()

    def give(self) -> None:
        """Give the notice now, unless it was given before."""
        if self._game in _told:
            return
        _told.add(self._game)
        if self._leave_mark():
            print(f"dig-envs: compiling {self._game} (once; later processes load it from disk)", file=sys.stderr, flush=True)

    def _leave_mark(self) -> bool:
        """Make the file that says that the notice was given, in place of other versions'; return False if it was there."""
        mark = self._folder / f"{self._game}.{_code_version()}.told"
        try:
            mark.touch(mode=0o600, exist_ok=False)
            for old in self._folder.glob(f"{self._game}.*.told"):
                if old != mark:
                    old.unlink(missing_ok=True)
        except FileExistsError:
            return False
        except OSError:  # a full or read-only disk: then nothing is kept, and the next process compiles anew
            pass
        return True


@cache
def _code_version() -> str:
    """Hash what machine code of all games depends on: this package, the compiler and what it compiles for."""
    digest = hashlib.sha256(repr((version("numba"), version("numpy"), sys.version_info[:2], platform.machine())).encode())
    for file in sorted(PACKAGE.rglob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:12]
