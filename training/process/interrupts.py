"""Stop a training run where it can go on later: between two rollouts, when a signal has asked for it."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Stopped(KeyboardInterrupt):
    """A run was told to stop. The message says how to go on with it.

    Attributes:
        number: of the signal.
    """

    def __init__(self, number: int, message: str = ""):
        super().__init__(message)
        self.number = number

    @property
    def exit_code(self) -> int:
        """The exit code that says by which signal a process was ended."""
        return 128 + self.number


class StopRequest:
    """Remembers that a run was told to stop.

    Attributes:
        number: of the signal that said so; 0 as long as none has.
    """

    number = 0

    def receive(self, number: int, frame: FrameType | None) -> None:
        """Take in a signal. The second one does not wait for the end of a rollout.

        Raises:
            Stopped: it is the second.
        """
        if self.number:
            raise Stopped(number)
        self.number = number


@contextmanager
def stop_requests() -> Iterator[StopRequest]:
    """Turn SIGINT (Ctrl-C) and SIGTERM into a request for the time of a `with` block.

    Signals that were ignored stay so. Outside the main thread, which alone gets signals, there are no requests.
    """
    request = StopRequest()
    if threading.current_thread() is not threading.main_thread():
        yield request
        return
    before = {number: signal.getsignal(number) for number in SIGNALS}
    before = {number: handler for number, handler in before.items() if handler not in (signal.SIG_IGN, None)}
    for number in before:
        signal.signal(number, request.receive)
    try:
        yield request
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
