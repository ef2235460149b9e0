"""Turn signals into requests to stop, so that a run stops between two rollouts and can continue later."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Stopped(KeyboardInterrupt):
    """A signal has stopped a run. The message says how to continue.

    Attributes:
        number: the number of the signal.
    """

    def __init__(self, number: int, message: str = ""):
        super().__init__(message)
        self.number = number

    @property
    def exit_code(self) -> int:
        """The exit code of a process that this signal ends."""
        return 128 + self.number


class StopRequest:
    """Stores whether a signal has asked a run to stop.

    Attributes:
        number: the number of the signal; 0 before the first.
    """

    number = 0

    def receive(self, number: int, frame: FrameType | None) -> None:
        """Handle a signal.

        Raises:
            Stopped: the signal is the second, which does not wait for the end of a rollout.
        """
        if self.number:
            raise Stopped(number)
        self.number = number


@contextmanager
def stop_message(message: str) -> Iterator[None]:
    """Replace the message of `Stopped` for the duration of a `with` block; a second signal has no message.

    Raises:
        Stopped: a signal stopped the run in the block.
    """
    try:
        yield
    except Stopped as stopped:
        raise Stopped(stopped.number, message if str(stopped) else "") from None


@contextmanager
def stop_requests() -> Iterator[StopRequest]:
    """Turn SIGINT (Ctrl-C) and SIGTERM into a request to stop for the duration of a `with` block.

    Ignored signals stay ignored. Other threads than the main thread get no signals, and so no requests.
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
