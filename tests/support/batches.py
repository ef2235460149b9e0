"""Compare batches, and run a test for every case."""

import pytest

from tests.support.catalogue import CASES

ARRAYS = ("_states", "_statuses", "_finals", "_observations", "masks")
EVERY_CASE = pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)


def assert_same(one, other):
    """Check that two batches have equal arrays."""
    for name in ARRAYS:
        assert getattr(one, name).tobytes() == getattr(other, name).tobytes()
