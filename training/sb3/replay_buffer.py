"""Take a replay buffer of Stable-Baselines3 apart for a checkpoint, which is written every minute, and fill one again.

Observations are most of it, most of their floats are 0, and most of the next observations stand in the next row as well: what
is left out makes a checkpoint several times as fast.
"""

import math
from typing import Any

import numpy as np
import torch as th

from dig_envs.core.arguments import whole_number

WHOLE = ("actions", "rewards", "dones", "timeouts")


def contents(buffer: Any) -> dict[str, Any]:
    """Return the filled part of a replay buffer as tensors; nothing if there is none."""
    if buffer is None:
        return {}
    filled = buffer.size()
    observations, following = buffer.observations[:filled], buffer.next_observations[:filled]
    known = np.zeros(following.shape[:2], bool)
    known[:-1] = (following[:-1] == observations[1:]).all(axis=-1)
    return {
        "position": buffer.pos,
        "full": buffer.full,
        "observations": without_zeros(observations),
        "known": th.from_numpy(np.packbits(known)),
        "others": without_zeros(following[~known]),
        **{name: th.from_numpy(getattr(buffer, name)[:filled]) for name in WHOLE},
    }


def restore(buffer: Any, stored: dict[str, Any]) -> None:
    """Fill a replay buffer with what another of its size held.

    Raises:
        ValueError: the other had another size, or held what no table gives.
    """
    if buffer is None:
        return
    position = whole_number("position", stored["position"], 0, buffer.buffer_size - 1)
    filled = buffer.buffer_size if stored["full"] is True else position
    for name in WHOLE:
        memory, kept = getattr(buffer, name)[:filled], stored[name].numpy()
        if kept.shape != memory.shape or kept.dtype != memory.dtype or not np.isfinite(kept).all():
            raise ValueError(f"its remembered {name} do not fit")
        if name == "actions" and kept.size and not 0 <= kept.min() <= kept.max() < buffer.action_space.n:
            raise ValueError("it remembers actions that there are not")
        memory[...] = kept
    observations, following = buffer.observations[:filled], buffer.next_observations[:filled]
    observations[...] = with_zeros(stored["observations"], observations)
    known = _bits(stored["known"], following.shape[:2])
    following[~known] = with_zeros(stored["others"], following[~known])
    rows, tables = known.nonzero()
    following[rows, tables] = observations[rows + 1, tables]
    buffer.pos, buffer.full = position, stored["full"] is True


def without_zeros(array: np.ndarray) -> dict[str, th.Tensor]:
    """Return the floats of an array that are not 0, and a bit for each float that says whether it is one of them."""
    mask = array != 0
    return {"mask": th.from_numpy(np.packbits(mask)), "values": th.from_numpy(array[mask])}


def with_zeros(stored: dict[str, th.Tensor], like: np.ndarray) -> np.ndarray:
    """Return the array that `without_zeros` was given, which had the shape of `like`."""
    mask, values = _bits(stored["mask"], like.shape), stored["values"].numpy()
    if values.dtype != like.dtype or values.shape != (mask.sum(),) or not np.isfinite(values).all():
        raise ValueError("its remembered observations do not fit")
    array = np.zeros(like.shape, like.dtype)
    array[mask] = values
    return array


def _bits(stored: th.Tensor, shape: tuple[int, ...]) -> np.ndarray:
    """Return packed bits as an array of truth values of this shape."""
    count, packed = math.prod(shape), stored.numpy()
    if packed.dtype != np.uint8 or packed.shape != (-(-count // 8),):
        raise ValueError("its remembered observations do not fit")
    return np.unpackbits(packed, count=count).astype(bool).reshape(shape)
