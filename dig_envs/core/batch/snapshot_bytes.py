"""Pack arrays into bytes with a descriptive header and a checksum, and check what a snapshot contains."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from dig_envs.core.errors import SnapshotError
from dig_envs.core.game import Game

MAGIC = b"dig-envs snapshot 4\n"
DIGEST = hashlib.sha256().digest_size


def pack(header: Mapping[str, Any], arrays: Mapping[str, np.ndarray]) -> bytes:
    """Pack a header, which JSON can represent, and arrays into bytes."""
    sizes = {name: array.nbytes for name, array in arrays.items()}
    head = json.dumps({"header": header, "sizes": sizes}, sort_keys=True).encode()
    body = b"".join(np.ascontiguousarray(array).tobytes() for array in arrays.values())
    return with_checksum(MAGIC + len(head).to_bytes(4, "little") + head + body)


def with_checksum(content: bytes) -> bytes:
    """Append a checksum to the content; `without_checksum` verifies and removes it."""
    return content + hashlib.sha256(content).digest()


def without_checksum(data: bytes, minimum: int = 0) -> bytes:
    """Return the content of bytes that end with a checksum.

    Args:
        minimum: the smallest length of the content.

    Raises:
        SnapshotError: the checksum does not match, or the content is too short.
    """
    content = data[:-DIGEST]
    if len(content) < minimum or hashlib.sha256(content).digest() != data[-DIGEST:]:
        raise SnapshotError("this snapshot is damaged: its checksum does not match")
    return content


def check_header(header: Mapping[str, Any], expected: Mapping[str, Any]) -> None:
    """Raise SnapshotError if an entry of the header differs from the expected one."""
    for name, value in expected.items():
        if header.get(name) != value:
            raise SnapshotError(f"this snapshot has {name} {header.get(name)!r:.80}, here it is {value!r:.80}")


def unpack(
    data: bytes, expected: Mapping[str, Any], arrays: Mapping[str, np.ndarray]
) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """Unpack the header and the arrays of a snapshot.

    The values in the arrays are not checked.

    Args:
        data: the snapshot.
        expected: entries that the header must have.
        arrays: arrays of the expected dtypes and shapes, by name.

    Raises:
        SnapshotError: the bytes are damaged or no snapshot, or an entry or array differs from the expected one.
    """
    if not isinstance(data, bytes | bytearray | memoryview):
        raise SnapshotError(f"a snapshot must be bytes, not {type(data).__name__}")
    data = bytes(data)
    if not data.startswith(MAGIC):
        raise SnapshotError("these bytes are not a snapshot of this version of dig-envs")
    start = len(MAGIC) + 4
    without_checksum(data, minimum=start)
    end = start + int.from_bytes(data[len(MAGIC) : start], "little")
    head = json.loads(data[start:end])
    header, sizes = head["header"], head["sizes"]
    check_header(header, expected)
    if sizes != {name: array.nbytes for name, array in arrays.items()} or end + sum(sizes.values()) + DIGEST != len(data):
        raise SnapshotError("this snapshot has other arrays than this version of the game")
    unpacked = {}
    for name, array in arrays.items():
        unpacked[name] = np.frombuffer(data[end : end + array.nbytes], array.dtype).reshape(array.shape).copy()
        end += array.nbytes
    return header, unpacked


def check_ranges(game: Game, states: np.ndarray) -> None:
    """Check that each field of the states, structured (n,), is in its range.

    Raises:
        SnapshotError: a value is outside; the message names the first table and the field.
    """
    outside = game.fields.first_outside(states)
    for row in np.flatnonzero(outside)[:1]:
        raise SnapshotError(f"this snapshot is invalid: table {row} has {game.fields.names()[outside[row] - 1]} out of range")


def refuse_outside(name: str, values: Any, minimum: int, maximum: int) -> None:
    """Raise SnapshotError if a value is not from `minimum` to `maximum`."""
    values = np.asarray(values)
    if (wrong := (values < minimum) | (values > maximum)).any():
        raise SnapshotError(f"this snapshot is invalid: {name} is {values[wrong][0]}, not from {minimum} to {maximum}")
