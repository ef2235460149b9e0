"""Store tensors as bytes that are safe to read from untrusted sources: they hold no code, and all sizes are checked.

`torch.load` has a mode without code, but trusts the sizes in a file and reads past its end. Here, a header in JSON holds the
structure (lists and dicts of tensors and plain values) and the type and shape of each tensor; the numbers follow in order.
"""

import json
import math
from typing import Any

import numpy as np
import torch as th

MAGIC = b"dig-envs tensors 1\n"
LENGTH = 8  # bytes of the length of the header
TYPES = ("float16", "float32", "float64", "int64", "uint8")
MAX_HEADER = 1 << 24  # bytes


def pack(value: Any) -> bytes:
    """Convert a tensor, or a list or dict of tensors and plain values, to bytes."""
    tensors: list[np.ndarray] = []
    outline = _outline(value, tensors)
    header = json.dumps({"value": outline, "tensors": [[str(array.dtype), array.shape] for array in tensors]}).encode()
    return b"".join([MAGIC, len(header).to_bytes(LENGTH, "little"), header, *(array.tobytes() for array in tensors)])


def unpack(content: bytes) -> Any:
    """Convert the bytes of `pack` back; tuples become lists.

    Raises:
        ValueError: the bytes are damaged.
    """
    start = len(MAGIC) + LENGTH
    if not content.startswith(MAGIC) or len(content) < start:
        raise ValueError("the bytes do not hold tensors")
    length = int.from_bytes(content[len(MAGIC) : start], "little")
    if length > min(MAX_HEADER, len(content) - start):
        raise ValueError("the tensors are truncated")
    try:
        header = json.loads(content[start : start + length])
        tensors = _tensors(header["tensors"], content, start + length)
        return _filled(header["value"], tensors)
    except (KeyError, TypeError, IndexError, AttributeError, OverflowError, RecursionError) as error:
        raise ValueError(f"the header of the tensors is damaged: {error!r}") from error


def _outline(value: Any, tensors: list[np.ndarray]) -> Any:
    """Convert a value to JSON's types. Tensors become indices into `tensors`; dicts become pairs, as keys may be numbers."""
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
    raise ValueError(f"the tensors have an unknown kind of value: {kind!r}")


def _tensors(listed: list, content: bytes, start: int) -> list[th.Tensor]:
    found = []
    for name, shape in listed:
        if name not in TYPES or not all(type(size) is int and size >= 0 for size in shape):
            raise ValueError(f"a tensor has an invalid type or shape: {name!r}, {shape!r}")
        kind, count = np.dtype(name), math.prod(shape)
        end = start + count * kind.itemsize
        if end > len(content):
            raise ValueError("the tensors are truncated")
        array = np.frombuffer(content, kind, count, start) if count else np.empty(0, kind)
        found.append(th.from_numpy(array.reshape(shape).copy()))
        start = end
    if start != len(content):
        raise ValueError("extra bytes follow the tensors")
    return found
