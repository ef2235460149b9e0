"""`dispatch` makes one compiled function of a table of functions by kind."""

from enum import IntEnum

import numpy as np
import pytest

from dig_envs.core.compiler import compiled
from dig_envs.core.compiler.compile import Specialiser, source_hash
from dig_envs.core.compiler.dispatch import dispatch


class Kind(IntEnum):
    ADD = 0
    DOUBLE = 1
    NEITHER = 2


@compiled
def add(values, at):
    return values[at] + 1


@compiled
def double(values, at):
    return values[at] * 2


@compiled
def nothing(values, at):
    return values[at] - values[at]


@compiled
def swapped(at, values):
    return values[at]


FUNCTIONS = {Kind.ADD: add, Kind.DOUBLE: double}
chosen = dispatch("chosen", FUNCTIONS, otherwise=nothing)


@compiled
def chosen_of(kind, values, at):
    return chosen(kind, values, at)


def test_the_function_of_the_kind_is_called_compiled_and_uncompiled():
    kernel = Specialiser("dispatch").kernel(chosen_of)
    values = np.array([5, 7])
    for kind, expected in ((Kind.ADD, 8), (Kind.DOUBLE, 14), (Kind.NEITHER, 0)):
        assert chosen(kind, values, 1) == kernel(int(kind), values, 1) == expected


def test_machine_code_and_fingerprint_depend_on_the_table():
    other = dispatch("chosen", {Kind.ADD: double, Kind.DOUBLE: add}, otherwise=nothing)
    assert Specialiser("dispatch").key(chosen) != Specialiser("dispatch").key(other)
    assert source_hash(chosen) != source_hash(other)


def test_functions_with_other_parameters_or_without_the_mark_are_refused():
    with pytest.raises(ValueError, match=r"swapped must be @compiled and have the parameters \(values, at\)"):
        dispatch("chosen", {Kind.ADD: swapped}, otherwise=nothing)
    with pytest.raises(ValueError, match="must be @compiled"):
        dispatch("chosen", {Kind.ADD: lambda values, at: 0}, otherwise=nothing)
