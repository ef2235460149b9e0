"""Pack a game or batch into bytes, with a header that says what they are and a checksum over all."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from dig_envs.core.errors import SnapshotError

MAGIC = b"dig-envs snapshot 1\n"
DIGEST = hashlib.sha256().digest_size


def pack(header: Mapping[str, Any], arrays: Mapping[str, np.ndarray]) -> bytes:
    """Pack a JSON-able header and some arrays into bytes."""
    sizes = {name: array.nbytes for name, array in arrays.items()}
    head = json.dumps({"header": header, "sizes": sizes}, sort_keys=True).encode()
    body = b"".join(np.ascontiguousarray(array).tobytes() for array in arrays.values())
    whole = MAGIC + len(head).to_bytes(4, "little") + head + body
    return whole + hashlib.sha256(whole).digest()


def unpack(data: bytes, expected: Mapping[str, Any], arrays: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Unpack new arrays, shaped like `arrays`, from bytes packed with the expected header.

    Raises:
        SnapshotError: not a snapshot, damaged, or of another game, options or version; nothing was changed.
    """
    if not isinstance(data, bytes | bytearray | memoryview):
        raise SnapshotError(f"a snapshot is bytes, not {type(data).__name__}")
    data = bytes(data)
    if not data.startswith(MAGIC):
        raise SnapshotError("these bytes are not a snapshot of dig-envs")
    if len(data) < len(MAGIC) + 4 + DIGEST or hashlib.sha256(data[:-DIGEST]).digest() != data[-DIGEST:]:
        raise SnapshotError("this snapshot is damaged: its checksum does not match")
    start = len(MAGIC) + 4
    end = start + int.from_bytes(data[len(MAGIC) : start], "little")
    head = json.loads(data[start:end])
    for name, value in expected.items():
        if head["header"].get(name) != value:
            raise SnapshotError(f"this snapshot has {name} {head['header'].get(name)!r}, here it is {value!r}")
    if head["sizes"] != {name: array.nbytes for name, array in arrays.items()}:
        raise SnapshotError("this snapshot holds other arrays than this version of the game")
    found = {}
    for name, array in arrays.items():
        found[name] = np.frombuffer(data[end : end + array.nbytes], array.dtype).reshape(array.shape).copy()
        end += array.nbytes
    return found


def generator_words(generator: np.random.Generator) -> np.ndarray:
    """Return the state of a PCG64 generator as uint64 (6,)."""
    state = generator.bit_generator.state
    numbers = (state["state"]["state"], state["state"]["inc"])
    halves = [half for number in numbers for half in (number & (2**64 - 1), number >> 64)]
    return np.array([*halves, state["has_uint32"], state["uinteger"]], np.uint64)


def generator_state(words: np.ndarray) -> dict[str, Any]:
    """Turn what `generator_words` wrote back into a value for `bit_generator.state`."""
    low, high, inc_low, inc_high, has_word, word = (int(number) for number in words)
    return {
        "bit_generator": "PCG64",
        "state": {"state": low | high << 64, "inc": inc_low | inc_high << 64},
        "has_uint32": has_word,
        "uinteger": word,
    }
