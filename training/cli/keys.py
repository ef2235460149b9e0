"""Read single keys from the terminal, without echo and without waiting for Enter; it is as before afterwards."""

import os
import re
import select
import signal
import sys
import threading
from types import FrameType, TracebackType
from typing import Any, Self

from dig_envs.training.process.interrupts import Stopped

KEY = re.compile(rb"\x1b[\[O][0-9;]*[A-Za-z~]|\x1b|[\x00-\x7f]|[\x80-\xff]+")
NAMES = {b"C": "right", b"D": "left", b"A": "up", b"B": "down", b"H": "home", b"F": "end"}


def available() -> bool:
    """Tell whether keys can be read: both ends are a terminal, on a system that knows such modes."""
    try:
        import termios  # noqa: F401
    except ImportError:
        return False
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


class Keys:
    """The keys of the terminal, for the time of a `with` block. Ctrl-C stays what it is, and SIGTERM raises `Stopped`."""

    def __enter__(self) -> Self:
        import termios

        self._file = sys.stdin.fileno()
        self._before = termios.tcgetattr(self._file)
        self._waiting: list[str] = []
        self._handlers: dict[int, Any] = {}
        if threading.current_thread() is threading.main_thread():
            self._handlers = {
                signal.SIGTERM: signal.getsignal(signal.SIGTERM),
                signal.SIGCONT: signal.getsignal(signal.SIGCONT),
            }
            signal.signal(signal.SIGTERM, _stop)
            signal.signal(signal.SIGCONT, self._take_over)
        self._take_over()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        import termios

        termios.tcsetattr(self._file, termios.TCSADRAIN, self._before)
        for number, handler in self._handlers.items():
            signal.signal(number, handler)

    def _take_over(self, number: int = 0, frame: FrameType | None = None) -> None:
        """Switch the terminal to single keys without echo; again when a stopped process goes on."""
        import tty

        tty.setcbreak(self._file)

    def read(self, seconds: float | None) -> str:
        """Return the next key, or an empty text if none is pressed within so many seconds; with None wait for one.

        The end of input counts as "q".

        Keys that are no letter have names: "left", "right", "up", "down", "home", "end", "enter", "space".
        """
        if not self._waiting:
            ready, _, _ = select.select([self._file], [], [], seconds)
            if ready:
                self._waiting = keys_in(os.read(self._file, 1024))
        return self._waiting.pop(0) if self._waiting else ""


def keys_in(typed: bytes) -> list[str]:
    """Return the keys that a terminal sends so.

    >>> keys_in(b" \\x1b[Cq"), keys_in(b"")
    (['space', 'right', 'q'], ['q'])
    """
    return [_name(key) for key in KEY.findall(typed)] if typed else ["q"]


def _name(key: bytes) -> str:
    if key.startswith(b"\x1b") and len(key) > 1:
        return NAMES.get(key[-1:], "unknown")
    return {b" ": "space", b"\r": "enter", b"\n": "enter", b"\x04": "q"}.get(key, key.decode("ascii", "replace").lower())


def _stop(number: int, frame: FrameType | None) -> None:
    raise Stopped(number)
