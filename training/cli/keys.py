"""Read single keys from the terminal, without echo and without waiting for Enter; restore the terminal afterwards."""

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


def can_read_keys() -> bool:
    """Return whether stdin and stdout are a terminal, on a system with `termios`."""
    try:
        import termios  # noqa: F401
    except ImportError:
        return False
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


class Keys:
    """The keys of the terminal, during a `with` block. Ctrl-C still interrupts, and SIGTERM raises `Stopped`."""

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
            signal.signal(signal.SIGCONT, self._enter_key_mode)
        self._enter_key_mode()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        import termios

        termios.tcsetattr(self._file, termios.TCSADRAIN, self._before)
        for number, handler in self._handlers.items():
            signal.signal(number, handler)

    def _enter_key_mode(self, number: int = 0, frame: FrameType | None = None) -> None:
        """Switch the terminal to single keys without echo; SIGCONT, which continues a stopped process, calls this again."""
        import tty

        tty.setcbreak(self._file)

    def read(self, seconds: float | None) -> str:
        """Return the next key.

        Keys that are not letters have names: "left", "right", "up", "down", "home", "end", "enter", "space". The end of the
        input counts as "q".

        Args:
            seconds: how long to wait; None waits without a limit. After that time the result is an empty text.
        """
        if not self._waiting:
            ready, _, _ = select.select([self._file], [], [], seconds)
            if ready:
                self._waiting = parse_keys(os.read(self._file, 1024))
        return self._waiting.pop(0) if self._waiting else ""


def parse_keys(typed: bytes) -> list[str]:
    """Return the names of the keys that a terminal sent as these bytes.

    >>> parse_keys(b" \\x1b[Cq"), parse_keys(b"")
    (['space', 'right', 'q'], ['q'])
    """
    return [_name(key) for key in KEY.findall(typed)] if typed else ["q"]


def _name(key: bytes) -> str:
    if key.startswith(b"\x1b") and len(key) > 1:
        return NAMES.get(key[-1:], "unknown")
    return {b" ": "space", b"\r": "enter", b"\n": "enter", b"\x04": "q"}.get(key, key.decode("ascii", "replace").lower())


def _stop(number: int, frame: FrameType | None) -> None:
    raise Stopped(number)
