"""Compile each part of a game's rules once, to a C function that all kernels of the game call.

Kernels read the addresses of the parts from an array, so a kernel can be compiled before them.

If several parts are missing on disk, a second process compiles them in the opposite order (`second_process.py`).
"""

import hashlib
import os
import sys
from collections.abc import Callable, Collection, Mapping
from subprocess import DEVNULL, Popen
from threading import Lock
from typing import Any, NamedTuple

import numpy as np

from dig_envs.core.catalogue import is_installed
from dig_envs.core.compiler import Specialiser, thread_tuner
from dig_envs.core.compiler.cache_folders import PACKAGE, code_folders
from dig_envs.core.compiler.cache_lock import CodeLock
from dig_envs.core.engine import c_functions as c
from dig_envs.core.game import Game


class RulePart(NamedTuple):
    """A part of the rules: the entry of its C function, and the call that replaces it in kernels."""

    entry: Callable
    call: Callable


PARTS = {  # in the order of the indices in `c_functions.py`
    "deal": RulePart(c.enter_deal, c.call_deal),
    "legal": RulePart(c.enter_legal, c.call_legal),
    "write_observation": RulePart(c.enter_observation, c.call_observation),
    "redeal": RulePart(c.enter_redeal, c.call_redeal),
    "check": RulePart(c.enter_check, c.call_check),
    "apply": RulePart(c.enter_apply, c.call_apply),  # the largest part: last here, and first in the second process
}
NEEDED_TO_PLAY = ("deal", "legal", "write_observation", "apply")
SECOND_PROCESS = "dig_envs.core.engine.second_process"


class RuleParts:
    """Compiles or loads the parts of one game's rules, each before the first call of a kernel that needs it.

    Args:
        game: the game.
        specialiser: compiles the parts.
        symbol: the symbol of the array of the parts' addresses, int64 (6,).
    """

    def __init__(self, game: Game, specialiser: Specialiser, symbol: str):
        self.symbol = symbol
        self._game = game
        self._specialiser = specialiser
        self._functions: dict[str, Any] = {}
        self._addresses = np.zeros(len(PARTS), np.int64)
        self._second_guard = Lock()
        self._second: tuple[Popen, CodeLock] | None = None  # the second process, and the lock that is held while it runs

    def prepare(self, names: Collection[str]) -> None:
        """Name the addresses for a kernel that is compiled or loaded next. Before the first deal, start a second process."""
        from llvmlite.binding import add_symbol

        add_symbol(self.symbol, self._addresses.ctypes.data)
        if "deal" in names and not self._functions:
            self._start_second_process()

    def load(self, names: Collection[str]) -> None:
        """Compile or load parts, and wait for those that another process compiles."""
        for index, (name, part) in enumerate(PARTS.items()):
            if name in names and name not in self._functions:
                self._functions[name] = self._specialiser.callback(part.entry)
                self._addresses[index] = self._functions[name].address
        if self._functions.keys() >= set(NEEDED_TO_PLAY):
            self._stop_second_process()

    def _stop_second_process(self) -> None:
        """Stop the second process if it runs. Several threads may call this at the same time."""
        with self._second_guard:
            second, self._second = self._second, None
        if second:
            process, lock = second
            process.terminate()
            process.wait()
            lock.release()

    def _start_second_process(self) -> None:
        """Let a second process compile missing parts while this one compiles a kernel, if the game is installed."""
        missing = [name for name in NEEDED_TO_PLAY if self._specialiser.is_missing(PARTS[name].entry)]
        python = None if getattr(sys, "frozen", False) else sys.executable  # the executable of a frozen program is no Python
        if len(missing) < 2 or thread_tuner.usable_cores() < 2 or not python or not is_installed(self._game):
            return
        lock = CodeLock(code_folders()[-1] / f"{self._game.id}.second_process.lock")
        if lock.acquire(patience=0.0):  # of many processes that begin together, one starts a second process
            return
        command = [python, "-m", SECOND_PROCESS, self._game.id, *reversed(missing)]
        environment = {**os.environ, "DIG_ENVS_CACHE_DIR": os.fspath(code_folders()[-1])}
        try:
            self._second = (
                Popen(command, cwd=PACKAGE.parent, env=environment, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL),
                lock,
            )
        except OSError:  # without a usable interpreter, this process compiles all parts
            lock.release()


_known: dict[str, RuleParts] = {}  # by symbol: kernels keep the addresses of the arrays


def parts_of(game: Game, bindings: Mapping[str, Any]) -> RuleParts:
    """Return the parts of a game's rules. Games with the same rules share them.

    Args:
        game: the game.
        bindings: the game's functions and constants by name.
    """
    specialiser = Specialiser(game.id, bindings, allocating=False)
    digest = hashlib.sha256("".join(specialiser.key(part.entry) for part in PARTS.values()).encode()).hexdigest()[:16]
    symbol = f"{game.id}_rules_{digest}"
    return _known.setdefault(symbol, RuleParts(game, specialiser, symbol))
