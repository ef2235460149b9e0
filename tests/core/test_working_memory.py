"""Working memory of compiled code."""

import numpy as np

from dig_envs.core.compiler import Specialiser, compiled
from dig_envs.core.compiler.working_memory import compiled_stack_arrays, scratch

PAIR = np.dtype([("first", "i8"), ("second", "i8")])


@compiled
def fill(pair, number):
    pair.first = pair.second = number


@compiled
def sum_after_more_work(pair, number):
    """Write into memory of the same size before the argument is read."""
    more = scratch(1, PAIR)
    fill(more[0], number)
    return pair.first + pair.second


@compiled
def sums(numbers, out):
    for k in range(len(numbers)):
        pairs = scratch(1, PAIR)
        out[k] = pairs[0].first
        fill(pairs[0], numbers[k])
        out[k] += sum_after_more_work(pairs[0], -1)


def test_a_record_outlives_the_last_use_of_its_array_and_begins_with_zeros():
    out = np.zeros(3, np.int64)
    Specialiser("tests.memory", compiled_stack_arrays(), allocating=False).kernel(sums)(np.array([1, 2, 3]), out)
    assert out.tolist() == [2, 4, 6]
    uncompiled = np.zeros(3, np.int64)
    sums(np.array([1, 2, 3]), uncompiled)
    assert uncompiled.tolist() == [2, 4, 6]
