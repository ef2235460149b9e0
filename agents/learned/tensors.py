"""Tensors as bytes in the format of safetensors, which holds no code and whose reader checks all types and sizes."""

import json
from collections.abc import Mapping
from typing import Any

import torch as th
from safetensors import SafetensorError
from safetensors.numpy import load, save

LENGTH = 8  # bytes of the length of the header
REFERENCE = "__tensor__"  # the key of an object in JSON that stands for a tensor
FAULTS = (SafetensorError, KeyError, TypeError, OverflowError, RecursionError)


def pack_named(tensors: Mapping[str, th.Tensor], description: str) -> bytes:
    """Convert named tensors and a description in JSON to bytes."""
    arrays = {name: tensor.detach().cpu().contiguous().numpy() for name, tensor in tensors.items()}
    return save(arrays, {"description": description})


def unpack_named(content: bytes) -> tuple[dict[str, th.Tensor], str]:
    """Convert the bytes of `pack_named` back.

    Raises:
        ValueError: the bytes are damaged.
    """
    try:
        tensors = {name: th.from_numpy(array) for name, array in load(content).items()}
        header = content[LENGTH : LENGTH + int.from_bytes(content[:LENGTH], "little")]
        return tensors, json.loads(header)["__metadata__"]["description"]
    except FAULTS as error:
        raise ValueError(f"its tensors are damaged: {error!r}") from error


def pack(value: Any) -> bytes:
    """Convert lists and dicts of tensors and plain values to bytes."""
    tensors: dict[str, th.Tensor] = {}

    def stored(tensor: th.Tensor) -> dict[str, str]:
        name = str(len(tensors))
        tensors[name] = tensor
        return {REFERENCE: name}

    description = json.dumps(value, default=stored)
    return pack_named(tensors, description)


def unpack(content: bytes) -> Any:
    """Convert the bytes of `pack` back; tuples become lists, and the keys of dicts become text.

    Raises:
        ValueError: the bytes are damaged.
    """
    tensors, description = unpack_named(content)
    try:
        return json.loads(description, object_hook=lambda item: tensors[item[REFERENCE]] if REFERENCE in item else item)
    except FAULTS as error:
        raise ValueError(f"its tensors are damaged: {error!r}") from error
