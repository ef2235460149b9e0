"""Draw random numbers from a generator inside the state: Philox4x32-10 (Salmon et al. 2011, "Parallel random numbers: as easy
as 1, 2, 3").

A generator (`RNG`) is a record with a key and one counter per stream. Each draw encrypts the stream's counter with the key, so
streams are independent: a roll of the dice does not change the next shuffle. Words have 32 bits and are stored as uint64, so
that no product overflows, and compiled code and plain Python agree.
"""

from enum import IntEnum
from typing import Any, TypeAlias

import numpy as np

from dig_envs.core.compiler import compiled, inlined
from dig_envs.core.compiler.working_memory import stack_uint64s


class Stream(IntEnum):
    """The independent streams of one generator."""

    DEAL = 0
    RESHUFFLE = 1
    DICE = 2
    PLAY = 3


class Domain(IntEnum):
    """The purpose of a generator. Generators of one seed in different domains are independent. A bot has BOT + its seat."""

    GAME = 0
    SEATING = 1
    NEXT_GAMES = 2
    REDEAL = 3
    BOT = 16


STREAMS = len(Stream)
RNG = np.dtype([("key", "u8", (2,)), ("drawn", "u8", (STREAMS,))])
Generator: TypeAlias = Any  # a record of the type RNG
Integer: TypeAlias = int | np.integer

LOW = np.uint64(0xFFFFFFFF)
WORD = np.uint64(32)
ONE = np.uint64(1)
ZERO = np.uint64(0)
TWO_32 = np.uint64(1 << 32)
MULTIPLIER_0 = np.uint64(0xD2511F53)
MULTIPLIER_1 = np.uint64(0xCD9E8D57)
WEYL_0 = np.uint64(0x9E3779B9)
WEYL_1 = np.uint64(0xBB67AE85)
ROUNDS = 10


@inlined  # callers use one of the four words; not inlined, the compiler computes all four with slow vector products
def philox(key_0, key_1, counter_0, counter_1, counter_2, counter_3):
    """Return the Philox block of a key (two words) and a counter (four words): four 32-bit words, each as uint64."""
    for _ in range(ROUNDS):
        product_0 = MULTIPLIER_0 * counter_0
        product_1 = MULTIPLIER_1 * counter_2
        counter_0 = (product_1 >> WORD) ^ counter_1 ^ key_0
        counter_1 = product_1 & LOW
        counter_2 = (product_0 >> WORD) ^ counter_3 ^ key_1
        counter_3 = product_0 & LOW
        key_0 = (key_0 + WEYL_0) & LOW
        key_1 = (key_1 + WEYL_1) & LOW
    return counter_0, counter_1, counter_2, counter_3


@compiled
def seed_generator(rng: Generator, seed: Integer, domain: Integer) -> None:
    """Initialise a generator record from a seed (0 to 2**64 - 1) and a `Domain`."""
    whole = np.uint64(seed)
    mixed = philox(whole & LOW, whole >> WORD, np.uint64(domain), ZERO, ZERO, ONE)
    rng.key[0] = mixed[0]
    rng.key[1] = mixed[1]
    for stream in range(STREAMS):
        rng.drawn[stream] = ZERO


@compiled
def draw_word(rng: Generator, stream: Integer) -> np.uint64:
    """Draw a 32-bit word, as uint64."""
    drawn = np.uint64(rng.drawn[stream])
    rng.drawn[stream] = drawn + ONE
    block = philox(np.uint64(rng.key[0]), np.uint64(rng.key[1]), drawn & LOW, drawn >> WORD, np.uint64(stream), ZERO)
    return block[0]


@compiled
def draw_below(rng: Generator, stream: Integer, bound: Integer) -> np.int64:
    """Draw an integer from 0 to bound - 1 uniformly (Lemire 2019, "Fast random integer generation in an interval")."""
    limit = np.uint64(bound)
    product = draw_word(rng, stream) * limit
    if product & LOW < limit:
        threshold = (TWO_32 - limit) % limit
        while product & LOW < threshold:
            product = draw_word(rng, stream) * limit
    return np.int64(product >> WORD)


@compiled
def draw_unit(rng: Generator, stream: Integer) -> np.float64:
    """Draw a float in [0, 1) uniformly; it is a multiple of 2**-32."""
    return np.float64(draw_word(rng, stream)) / 4294967296.0


@compiled
def draw_seed(rng: Generator, stream: Integer) -> np.int64:
    """Draw a seed for another generator, from 0 to 2**63 - 1."""
    high = draw_word(rng, stream)
    return np.int64(((high << WORD) | draw_word(rng, stream)) >> ONE)


BLOCK = 8  # actions that draw_legal counts in one step
FOUR_BYTES = np.uint64(0x01010101)  # times a word of four bytes: the fourth byte is their sum
FOURTH_BYTE = np.uint64(24)


@compiled
def draw_legal(mask: np.ndarray, rng: Generator) -> np.int64:
    """Draw a legal action of `mask` (int8) uniformly, from the stream PLAY."""
    chosen = draw_below(rng, Stream.PLAY, np.int64(count_legal(mask)))
    block = np.int64(0)
    seen = np.int64(0)
    while block + BLOCK < len(mask):
        here = legal_in_block(mask, block)
        if seen + here > chosen:
            break
        seen += here
        block += BLOCK
    action = block
    # without a branch, which the processor could not predict
    for at in range(block, min(block + BLOCK, len(mask))):  # type: ignore[call-overload]
        seen += mask[np.uint64(at)]
        action += seen <= chosen
    return action


@inlined
def count_legal(mask: np.ndarray) -> np.int32:
    """Return the number of legal actions of `mask`, int32. The loop is compiled to vector instructions."""
    count = np.int32(0)
    for action in range(len(mask)):
        count = np.int32(count + mask[action])
    return count


@inlined
def legal_in_block(mask, block):
    """Return the number of legal actions in mask[block : block + BLOCK], which the compiler reads as one 64-bit word."""
    word = np.uint64(0)
    for at in range(BLOCK):
        word |= np.uint64(np.uint8(mask[np.uint64(block + at)])) << np.uint64(8 * at)
    pairs = (word + (word >> WORD)) & LOW
    return np.int64((pairs * FOUR_BYTES >> FOURTH_BYTE) & np.uint64(2 * BLOCK - 1))


AHEAD = 8  # words that shuffle computes together; that takes little longer than one word


@compiled
def shuffle(cards: np.ndarray, count: Integer, rng: Generator, stream: Integer) -> None:
    """Shuffle cards[:count] in place (Fisher and Yates). The numbers are those that `draw_below` would draw."""
    words = stack_uint64s(AHEAD)
    used = AHEAD
    for last in range(count - 1, 0, -1):
        if used == AHEAD:
            peek_words(rng, stream, words)
            used = 0
        limit = np.uint64(last + 1)
        product = words[used] * limit
        if product & LOW < limit:  # rare: the word may be rejected, which moves the counter
            other = draw_below(rng, stream, last + 1)
            used = AHEAD
        else:
            other = np.int64(product >> WORD)
            rng.drawn[stream] += ONE
            used += 1
        card = cards[last]
        cards[last] = cards[other]
        cards[other] = card


@compiled
def peek_words(rng, stream, out):
    """Write the next `AHEAD` words of a stream into `out` without advancing its counter."""
    key_0, key_1, drawn = np.uint64(rng.key[0]) & LOW, np.uint64(rng.key[1]) & LOW, np.uint64(rng.drawn[stream])
    for k in range(AHEAD):
        counter = drawn + np.uint64(k)
        out[k] = philox(key_0, key_1, counter & LOW, counter >> WORD, np.uint64(stream), ZERO)[0]
