"""Replace the random generator of a state by a tape of chosen outcomes, so that chance events become explicit.

The rules draw with `draw_below`. In the enumeration, `read_outcome` takes its place and reads the next outcome from the tape.
If the tape has ended, it notes the number of possible outcomes, and the enumeration branches over them. The tape lies in the
generator's record:

| field | holds |
|---|---|
| `key[0]` | the outcomes chosen so far, digits to the base 64, each raised by 1 |
| `key[1]` | 0; the number of outcomes of the first draw after the end of the tape; or `UNKNOWN` |
| `drawn[0]` | the number of outcomes read |
"""

import numpy as np

from dig_envs.core.compiler import compiled

BITS = np.uint64(6)  # of one digit
DIGIT = np.uint64(63)
MAX_OUTCOMES = 63
MAX_DRAWS = 10
UNKNOWN = 1 << 20  # a draw whose outcomes cannot be listed
ZERO = np.uint64(0)
ONE = np.uint64(1)


@compiled
def rewind(rng, tape):
    """Write a tape into a generator, to be read from its start."""
    rng.key[0] = tape
    rng.key[1] = ZERO
    for stream in range(len(rng.drawn)):
        rng.drawn[stream] = ZERO


@compiled
def extended(tape, count, outcome):
    """Return a tape of `count` outcomes, uint64, with one more outcome."""
    return tape | (np.uint64(outcome + 1) << (BITS * np.uint64(count)))


@compiled
def read_outcome(rng, stream, bound):
    """Return the next outcome of the tape, or note `bound` and return 0."""
    if bound <= 1 or rng.key[1] != ZERO:
        return np.int64(0)
    digit = np.uint64(0)
    if rng.drawn[0] < np.uint64(MAX_DRAWS):
        digit = (np.uint64(rng.key[0]) >> (BITS * np.uint64(rng.drawn[0]))) & DIGIT
    if digit == ZERO:
        rng.key[1] = np.uint64(bound if bound <= MAX_OUTCOMES and rng.drawn[0] < np.uint64(MAX_DRAWS) else UNKNOWN)
        return np.int64(0)
    rng.drawn[0] += ONE
    return np.int64(digit) - 1


@compiled
def refuse_word(rng, stream):
    """Note that the rules draw a word of 32 bits, whose outcomes cannot be listed."""
    rng.key[1] = np.uint64(UNKNOWN)
    return ZERO


@compiled
def refuse_shuffle(cards, count, rng, stream):
    """Note that the rules shuffle cards, whose orders cannot be listed."""
    rng.key[1] = np.uint64(UNKNOWN)


BINDINGS = {"draw_below": read_outcome, "draw_word": refuse_word, "shuffle": refuse_shuffle}
