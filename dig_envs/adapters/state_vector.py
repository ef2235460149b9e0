"""Convert a whole state to one vector, for centralised critics."""

import numpy as np
from gymnasium import spaces

from dig_envs.core.rng import RNG


def state_vector(state: np.ndarray) -> np.ndarray:
    """Convert a state, a structured array (1,), to a float32 vector with all secrets but without random generators."""
    return np.concatenate([part.astype(np.float32) for part in _numbers(state)])


def state_vector_space(state: np.ndarray) -> spaces.Box:
    """Return the space of state vectors. The bounds of each number are those of its integer type."""
    limits = [(np.iinfo(part.dtype), part.size) for part in _numbers(state)]
    low = np.concatenate([np.full(size, limit.min, np.float32) for limit, size in limits])
    high = np.concatenate([np.full(size, limit.max, np.float32) for limit, size in limits])
    return spaces.Box(low, high, dtype=np.float32)


def _numbers(record: np.ndarray) -> list[np.ndarray]:
    """List the fields of a structured array as flat arrays, without random generators."""
    if record.dtype.names is None:
        return [record.reshape(-1)]
    names = [name for name in record.dtype.names if record.dtype[name] != RNG]
    return [part for name in names for part in _numbers(record[name])]
