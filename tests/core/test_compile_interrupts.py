"""An interrupt that arrives while functions are compiled is raised, also from callbacks of LLVM."""

import signal
import sys

import numpy as np
import pytest
from llvmlite.binding import ExecutionEngine

from dig_envs.core.compiler import Specialiser, compiled


@compiled
def entry(number):
    return number + 1


COMPILE = {
    "kernel": lambda specialiser: specialiser.kernel(entry)(np.int64(1)),
    "callback": lambda specialiser: specialiser.callback(entry).ctypes(1),
}


@pytest.mark.parametrize("compile", COMPILE.values(), ids=COMPILE)
@pytest.mark.parametrize("calls", [1, 2], ids=["before code generation", "after code generation"])
def test_an_interrupt_in_a_callback_of_llvm_is_raised(compile, calls, monkeypatch, empty_cache, capsys):
    find, remaining, handler = ExecutionEngine._find_module_ptr, [calls], signal.getsignal(signal.SIGINT)

    def interrupted(engine, address):
        """Called by both callbacks: the first asks for machine code, the second delivers it."""
        remaining[0] -= 1
        if not remaining[0]:
            signal.raise_signal(signal.SIGINT)
        return find(engine, address)

    monkeypatch.setattr(ExecutionEngine, "_find_module_ptr", interrupted)
    hook = sys.unraisablehook
    signal.signal(signal.SIGINT, signal.default_int_handler)  # workers of pytest-xdist ignore interrupts
    try:
        with pytest.raises(KeyboardInterrupt):
            compile(Specialiser("tests.interrupts"))
    finally:
        signal.signal(signal.SIGINT, handler)
    assert remaining[0] <= 0 and sys.unraisablehook is hook
    assert compile(Specialiser("tests.interrupts")) == 2
    assert "ignored" not in capsys.readouterr().err
