"""Tensors as bytes that hold nothing else: no code, and no size that the bytes do not have.

`torch.load` can be kept from running code, but takes the sizes that a file names on trust and then reads past its end. Here a
header in JSON tells the structure (lists and dicts of tensors and plain values) and every tensor's type and shape; the
numbers follow it one after the other.
"""

import json
import math
from typing import Any

import numpy as np
import torch as th

MAGIC = b"dig-envs tensors 1\n"
LENGTH = 8  # bytes of the number that says how long the header is
TYPES = ("float16", "float32", "float64", "int64", "uint8")
MOST_HEADER = 1 << 24


def pack(value: Any) -> bytes:
    """Return tensors, or lists and dicts of them and of plain values, as bytes."""
    tensors: list[np.ndarray] = []
    outline = _outline(value, tensors)
    header = json.dumps({"value": outline, "tensors": [[str(array.dtype), array.shape] for array in tensors]}).encode()
    return b"".join([MAGIC, len(header).to_bytes(LENGTH, "little"), header, *(array.tobytes() for array in tensors)])


def unpack(content: bytes) -> Any:
    """Return what `pack` was given; tuples as lists.

    Raises:
        ValueError: the bytes are no such thing.
    """
    start = len(MAGIC) + LENGTH
    if not content.startswith(MAGIC) or len(content) < start:
        raise ValueError("these bytes are no tensors")
    length = int.from_bytes(content[len(MAGIC) : start], "little")
    if length > min(MOST_HEADER, len(content) - start):
        raise ValueError("these tensors are cut off")
    try:
        header = json.loads(content[start : start + length])
        tensors = _tensors(header["tensors"], content, start + length)
        return _filled(header["value"], tensors)
    except (KeyError, TypeError, IndexError, AttributeError, OverflowError, RecursionError) as error:
        raise ValueError(f"the header of these tensors is damaged: {error!r}") from error


def _outline(value: Any, tensors: list[np.ndarray]) -> Any:
    """Write a value as JSON can, with tensors as numbers in a list; dicts as pairs, for their keys may be numbers."""
    if isinstance(value, th.Tensor):
        tensors.append(value.detach().cpu().contiguous().numpy())
        return {"tensor": len(tensors) - 1}
    if isinstance(value, dict):
        return {"dict": [[key, _outline(item, tensors)] for key, item in value.items()]}
    if isinstance(value, list | tuple):
        return {"list": [_outline(item, tensors) for item in value]}
    return {"plain": value}


def _filled(outline: Any, tensors: list[th.Tensor]) -> Any:
    ((kind, inside),) = outline.items()
    if kind == "tensor":
        return tensors[inside]
    if kind == "dict":
        return {key: _filled(item, tensors) for key, item in inside}
    if kind == "list":
        return [_filled(item, tensors) for item in inside]
    if kind == "plain" and (inside is None or isinstance(inside, bool | int | float | str)):
        return inside
    raise ValueError(f"nothing of these tensors is a {kind!r}")


def _tensors(listed: list, content: bytes, start: int) -> list[th.Tensor]:
    found = []
    for name, shape in listed:
        if name not in TYPES or not all(type(size) is int and size >= 0 for size in shape):
            raise ValueError(f"no tensor is {name!r} with the shape {shape!r}")
        kind, count = np.dtype(name), math.prod(shape)
        end = start + count * kind.itemsize
        if end > len(content):
            raise ValueError("these tensors are cut off")
        array = np.frombuffer(content, kind, count, start) if count else np.empty(0, kind)
        found.append(th.from_numpy(array.reshape(shape).copy()))
        start = end
    if start != len(content):
        raise ValueError("there is more than these tensors")
    return found
