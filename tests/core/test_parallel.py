"""`parallel` makes a kernel for several threads of a loop over rows."""

import numpy as np
import pytest

from dig_envs.core.compiler import Specialiser, parallel
from dig_envs.core.compiler.atomics import atomics
from dig_envs.core.compiler.parallel import WHOLE_SEGMENTS
from dig_envs.core.compiler.thread_tuner import ONE_THREAD, team_of

ROWS = 1000


@parallel("len(values)", 4)
def double(first, last, values, results):
    """Write the doubled values, and return how many there are."""
    for k in range(first, last):
        results[k] = 2 * values[k]
    return last - first


@parallel("len(values)", WHOLE_SEGMENTS)
def mark_segments(first, last, values):
    """Write the size of its segment into each value."""
    for k in range(first, last):
        values[k] = last - first
    return 1


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_all_rows_are_processed_once_and_results_are_added(threads):
    kernel = Specialiser("tests.parallel", atomics(), allocating=False).kernel(double)
    values, results = np.arange(ROWS), np.zeros(ROWS, np.int64)
    team = ONE_THREAD if threads == 1 else (team_of(threads), threads)
    assert kernel(values, results, *team) == ROWS
    assert (results == 2 * values).all()


def test_whole_segments_are_not_split():
    kernel = Specialiser("tests.parallel", atomics(), allocating=False).kernel(mark_segments)
    values = np.zeros(ROWS, np.int64)
    assert kernel(values, team_of(2), 2) == 2
    assert (values == ROWS // 2).all()


def test_a_kernel_is_a_plain_function_with_the_docstring_of_its_loop():
    values, results = np.arange(3), np.zeros(3, np.int64)
    assert double(values, results, *ONE_THREAD) == 3
    assert (results == [0, 2, 4]).all()
    assert double.__doc__ == "Write the doubled values, and return how many there are."
    assert double.__module__ == __name__
