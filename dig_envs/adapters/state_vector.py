"""Flatten a whole state into one vector, for centralised critics."""

import numpy as np
from gymnasium import spaces

from dig_envs.core.rng import RNG


def state_vector(state: np.ndarray) -> np.ndarray:
    """Flatten a state (a structured array of shape (1,)), secrets included, generator left out, into float32 numbers."""
    return np.concatenate([part.astype(np.float32) for part in _numbers(state)])


def state_vector_space(state: np.ndarray) -> spaces.Box:
    """Return the space of these vectors: each number between the limits of its field."""
    limits = [(np.iinfo(part.dtype), part.size) for part in _numbers(state)]
    low = np.concatenate([np.full(size, limit.min, np.float32) for limit, size in limits])
    high = np.concatenate([np.full(size, limit.max, np.float32) for limit, size in limits])
    return spaces.Box(low, high, dtype=np.float32)


def _numbers(record: np.ndarray) -> list[np.ndarray]:
    """List the fields of a structured array, flat, without generators."""
    if record.dtype.names is None:
        return [record.reshape(-1)]
    names = [name for name in record.dtype.names if record.dtype[name] != RNG]
    return [part for name in names for part in _numbers(record[name])]
