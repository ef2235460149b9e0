"""Check and draw the seeds of games: integers from 0 to 2**63 - 1."""

import secrets
from typing import Any

import numpy as np

from dig_envs.core.arguments import whole_number

SEED_LIMIT = 1 << 63


def checked_seed(seed: Any) -> int:
    """Return a seed as an int; raise ArgumentError if it is no integer from 0 to 2**63 - 1."""
    return whole_number("a seed", seed)


def random_seed() -> int:
    """Draw a seed of 63 bits from the operating system, which nobody can find by trying all seeds."""
    return secrets.randbits(63)


def seeds_from(seed: Any, count: int) -> np.ndarray:
    """Return `count` consecutive seeds from `seed` on, int64 (count,); 0 follows 2**63 - 1."""
    rising = np.uint64(checked_seed(seed)) + np.arange(count, dtype=np.uint64)
    return (rising % np.uint64(SEED_LIMIT)).astype(np.int64)
