"""Number the 126 hands of up to four bones, and tabulate their contents and the changes between them.

| table | contents |
|---|---|
| `COUNT[hand, colour]`, `BONES_IN[hand]` | the number of bones of a colour, and of all colours |
| `KINDS[hand]`, `KIND[hand, k]` | the number of colours, and the k-th colour |
| `WITH[hand, colour]`, `WITHOUT[hand, colour]` | the hand with one more bone of a colour, or one less |
| `REST[hand, colour]` | the hand without all bones of a colour |
"""

from itertools import combinations_with_replacement

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.dig.components import HAND_LIMIT, NUM_BONES, NUM_COLOURS
from dig_envs.dig.rules import colour_of

EMPTY = 0
COLOURS = range(NUM_COLOURS)
HANDS = [colours for size in range(HAND_LIMIT + 2) for colours in combinations_with_replacement(COLOURS, size)]
NUMBER = {colours: number for number, colours in enumerate(HANDS)}


def changed(hand, colour, by):
    """Return the number of the hand with `by` more bones of a colour; EMPTY if no such hand exists."""
    counts = [hand.count(other) + (by if other == colour else 0) for other in COLOURS]
    return NUMBER.get(tuple(other for other in COLOURS for _ in range(counts[other])), EMPTY) if min(counts) >= 0 else EMPTY


def table_of(numbers):
    """Return a table of uint8, which is small and needs no checks for negative indices."""
    return np.array(numbers, np.uint8)


COUNT = table_of([[hand.count(colour) for colour in COLOURS] for hand in HANDS])
BONES_IN = table_of(COUNT.sum(axis=1))
KINDS = table_of((COUNT > 0).sum(axis=1))
KIND = table_of(np.argsort(COUNT == 0, axis=1, kind="stable"))
WITH = table_of([[changed(hand, colour, 1) for colour in COLOURS] for hand in HANDS])
WITHOUT = table_of([[changed(hand, colour, -1) for colour in COLOURS] for hand in HANDS])
REST = table_of([[changed(hand, colour, -hand.count(colour)) for colour in COLOURS] for hand in HANDS])


@compiled
def hand_of(seat):
    """Return the number of a seat's hand."""
    hand = np.uint8(EMPTY)
    for bone in range(NUM_BONES):
        for _ in range(seat.hand[bone]):
            hand = WITH[hand, colour_of(bone)]
    return hand
