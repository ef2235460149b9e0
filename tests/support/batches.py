"""Compare two batches."""

import pytest

from tests.support.catalogue import CASES

ARRAYS = ("_states", "_statuses", "_finals", "_observations", "masks")
EVERY_CASE = pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)


def assert_same(one, other):
    for name in ARRAYS:
        assert getattr(one, name).tobytes() == getattr(other, name).tobytes()
