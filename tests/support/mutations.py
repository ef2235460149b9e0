"""Damage files at random: their bytes, their JSON values, or their tensors."""

import copy
import json

ODD = [
    None, True, -1, 0, 1, 2**31, 10**20, -(10**20), 0.5, float("nan"), float("inf"), "", "x", "X" * 2_000, "\x1b[31m", "\0",
    "{{data}}", "cpu", [], {}, [0], [[]], {"a": 1}, [[[[]]]], "float32", "MaskedDQN", "ReLU", "deterministic",
]  # fmt: skip


def of_bytes(content, generator):
    """Return the bytes with a few bytes changed, or with a part removed, repeated or inserted."""
    damaged = bytearray(content)
    at, length = int(generator.integers(len(content))), int(generator.integers(1, 200))
    match generator.integers(5):
        case 0:
            del damaged[at : at + length]
        case 1:
            damaged[at:at] = damaged[at : at + length]
        case 2:
            damaged[at:at] = generator.bytes(length)
        case 3:
            del damaged[at:]
        case _:
            for place in generator.integers(len(content), size=generator.integers(1, 5)):
                damaged[place] = generator.integers(256)
    return bytes(damaged)


def of_json(content, generator):
    """Return the JSON with one or two values replaced, removed or added."""
    value = json.loads(content)
    path = _paths(value)
    for _ in range(generator.integers(1, 3)):
        holder, key = path[generator.integers(len(path))]
        odd = copy.deepcopy(ODD[generator.integers(len(ODD))])
        try:
            if generator.random() < 0.15:
                del holder[key]
            elif generator.random() < 0.1 and isinstance(holder, dict):
                holder["more"] = odd
            else:
                holder[key] = odd
        except (IndexError, KeyError):
            continue  # the first change removed this place
    return json.dumps(value).encode()


def _paths(value):
    """Return every place in a JSON value, as pairs of a container and a key."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = []
    for key, item in items:
        found += [(value, key), *_paths(item)]
    return found


def of_tensors(content, generator):
    """Return the bytes of safetensors with a damaged header or damaged numbers; the stored length of the header is correct."""
    length = int.from_bytes(content[:8], "little")
    header, body = content[8 : 8 + length], content[8 + length :]
    if generator.random() < 0.6:
        header = of_json(header, generator)
    else:
        body = of_bytes(body, generator) if body else generator.bytes(8)
    return len(header).to_bytes(8, "little") + header + body
