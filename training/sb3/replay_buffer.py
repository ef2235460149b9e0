"""Store a replay buffer of Stable-Baselines3 in a checkpoint, and restore it.

Most of a replay buffer are observations, most of their floats are 0, and most next observations are also in the next row.
Without these a checkpoint, which is written every minute, is several times as fast.
"""

import math
from typing import Any

import numpy as np
import torch as th

from dig_envs.core.arguments import whole_number

ARRAYS = ("actions", "rewards", "dones", "timeouts")


def contents(buffer: Any) -> dict[str, Any]:
    """Return the filled part of a replay buffer as tensors; an empty dict if `buffer` is None."""
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
        **{name: th.from_numpy(getattr(buffer, name)[:filled]) for name in ARRAYS},
    }


def restore(buffer: Any, stored: dict[str, Any]) -> None:
    """Fill a replay buffer with the tensors of `contents`.

    Raises:
        ValueError: the tensors come from a buffer of another size, or have invalid values.
    """
    if buffer is None:
        return
    position = whole_number("position", stored["position"], 0, buffer.buffer_size - 1)
    filled = buffer.buffer_size if stored["full"] is True else position
    for name in ARRAYS:
        array, saved = getattr(buffer, name)[:filled], stored[name].numpy()
        if saved.shape != array.shape or saved.dtype != array.dtype or not np.isfinite(saved).all():
            raise ValueError(f"the {name} of its replay buffer do not fit")
        if name == "actions" and saved.size and not 0 <= saved.min() <= saved.max() < buffer.action_space.n:
            raise ValueError("its replay buffer has unknown actions")
        array[...] = saved
    observations, following = buffer.observations[:filled], buffer.next_observations[:filled]
    observations[...] = with_zeros(stored["observations"], observations)
    known = _bits(stored["known"], following.shape[:2])
    following[~known] = with_zeros(stored["others"], following[~known])
    rows, tables = known.nonzero()
    following[rows, tables] = observations[rows + 1, tables]
    buffer.pos, buffer.full = position, stored["full"] is True


def without_zeros(array: np.ndarray) -> dict[str, th.Tensor]:
    """Return the floats of an array that are not 0, and a bit for each float that marks them."""
    mask = array != 0
    return {"mask": th.from_numpy(np.packbits(mask)), "values": th.from_numpy(array[mask])}


def with_zeros(stored: dict[str, th.Tensor], like: np.ndarray) -> np.ndarray:
    """Return the array from the result of `without_zeros`, with the shape and type of `like`."""
    mask, values = _bits(stored["mask"], like.shape), stored["values"].numpy()
    if values.dtype != like.dtype or values.shape != (mask.sum(),) or not np.isfinite(values).all():
        raise ValueError("the observations of its replay buffer do not fit")
    array = np.zeros(like.shape, like.dtype)
    array[mask] = values
    return array


def _bits(stored: th.Tensor, shape: tuple[int, ...]) -> np.ndarray:
    """Unpack bits into a bool array of a given shape."""
    count, packed = math.prod(shape), stored.numpy()
    if packed.dtype != np.uint8 or packed.shape != (-(-count // 8),):
        raise ValueError("the observations of its replay buffer do not fit")
    return np.unpackbits(packed, count=count).astype(bool).reshape(shape)
