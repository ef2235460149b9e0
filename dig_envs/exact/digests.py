"""Compute 64-bit digests of records, and find them in hash tables with open addressing.

In 10 million digests, two are equal by chance with a probability of 3 in a million.
"""

import numpy as np

from dig_envs.core.compiler import compiled, inlined

ZERO = np.uint64(0)
ONE = np.uint64(1)
FACTOR_1 = np.uint64(0x9E3779B97F4A7C15)  # odd constants with many set bits
FACTOR_2 = np.uint64(0xC2B2AE3D27D4EB4F)
SHIFT_1 = np.uint64(29)
SHIFT_2 = np.uint64(32)
WORD = 8  # bytes


@inlined
def mix(digest, word):
    """Return the digest of a sequence that grows by one word (uint64)."""
    digest = (digest ^ word) * FACTOR_1
    digest ^= digest >> SHIFT_1
    digest *= FACTOR_2
    return digest ^ (digest >> SHIFT_2)


@compiled
def mix_bytes(digest, row, start, count):
    """Return the digest of a sequence that grows by row[start : start + count] (uint8)."""
    for at in range(start, start + count, WORD):
        word = ZERO
        for k in range(min(WORD, start + count - at)):
            word |= np.uint64(row[at + k]) << np.uint64(8 * k)
        digest = mix(digest, word)
    return digest


@compiled
def slot_of(keys, key):
    """Return the slot of a key, or the free slot for it. `keys` has a power of two as its length; 0 marks a free slot."""
    last = np.uint64(len(keys) - 1)
    slot = key & last
    while keys[np.int64(slot)] != ZERO and keys[np.int64(slot)] != key:
        slot = (slot + ONE) & last
    return np.int64(slot)


@compiled
def insert_all(keys, numbers, larger_keys, larger_numbers):
    """Copy the entries of a hash table into a larger, empty one."""
    for old in range(len(keys)):
        if keys[old] != ZERO:
            slot = slot_of(larger_keys, keys[old])
            larger_keys[slot] = keys[old]
            larger_numbers[slot] = numbers[old]


@compiled
def write_digests(rows, digests):
    """Write the digest of each row of `rows` (uint8) into `digests` (uint64)."""
    for row in range(len(rows)):
        digests[row] = mix_bytes(FACTOR_2, rows[row], 0, rows.shape[1])
