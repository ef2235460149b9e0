"""Numba's internal modules may change with any version, so the package uses few of them, each for a reason."""

import re
from pathlib import Path

import numpy as np
import pytest

import dig_envs
from dig_envs.core.compiler import Specialiser, compiled

INTERNAL = re.compile(r"from numba\.((?:core|np|cuda\.dispatcher)(?:\.\w+)*) import (\w+)")
REASONS = {
    "core.cgutils": "memory on the stack, and LLVM's own functions; documented for extensions",
    "core.caching": "Numba calls its cache through this class",
    "core.serialize": "pickles machine code as Numba's own cache does",
    "core.ccallback": "C functions with a cache: `numba.cfunc` compiles before a cache can be given",
    "core.compiler_lock": "one thread compiles at a time",
    "core.codegen": "callees stop before the optimisation, which halves the time to compile; the next three too",
    "core.ir": "the statements whose indices are unsigned",
    "core.compiler": "documented for custom pipelines",
    "core.compiler_machinery": "documented for custom pipelines",
    "core.typed_passes": "the pass after which the pipeline stops",
    "cuda.dispatcher": "turns kernels of a GPU into data for the cache",
    "np.arrayobj": "arrays over memory at an address",
}


def test_internal_modules_of_numba_are_these():
    files = Path(dig_envs.__file__).parent.rglob("*.py")
    used = {
        f"{module}.{name}" if module == "core" else module
        for file in files
        for module, name in INTERNAL.findall(file.read_text())
    }
    assert used == REASONS.keys()


@compiled
def cell(cells, at):
    return cells[at]


@compiled
def pair(cells, at):
    return cells[at, at + 1]


@compiled
def read(cells, square, at, found):
    found[0] = cell(cells, at)
    found[1] = pair(square, at)


def test_a_negative_index_does_not_count_from_the_end():
    """The compiled callee reads the memory before the array, which here belongs to a larger array."""
    whole, found = np.arange(10), np.zeros(2, np.int64)
    Specialiser("test_numba").kernel(read)(whole[5:], whole[3:9].reshape(2, 3), -1, found)
    assert found.tolist() == [4, 0]  # from the end: 9 and 6
    Specialiser("test_numba").kernel(read)(whole[5:], whole[3:9].reshape(2, 3), 1, found)
    assert found.tolist() == [6, 8]


def test_with_bounds_checks_a_negative_index_is_an_error(monkeypatch):
    monkeypatch.setenv("DIG_ENVS_BOUNDS_CHECK", "1")
    with pytest.raises(IndexError):
        Specialiser("test_numba").kernel(read)(np.arange(5), np.zeros((2, 3), np.int64), -1, np.zeros(2, np.int64))
