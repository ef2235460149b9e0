"""Raise interrupts that arrive in callbacks of the compiler, from which Python cannot raise an exception."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def interrupts_raised() -> Iterator[None]:
    """Raise a KeyboardInterrupt that a callback in the `with` block lost, at the end of the block.

    LLVM calls Python to store machine code. An exception in such a callback goes to `sys.unraisablehook`, and LLVM continues.
    """
    lost: list[BaseException] = []
    report, thread = sys.unraisablehook, threading.get_ident()

    def keep(unraisable: "sys.UnraisableHookArgs") -> None:
        if isinstance(unraisable.exc_value, KeyboardInterrupt) and threading.get_ident() == thread:
            lost.append(unraisable.exc_value)
        else:
            report(unraisable)

    sys.unraisablehook = keep
    try:
        yield
    finally:
        sys.unraisablehook = report
        if lost:
            raise lost[0]
