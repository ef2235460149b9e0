"""Random numbers match published test vectors, are uniform and independent, and agree in compiled code and plain Python."""

from collections import Counter

import numpy as np
import pytest

from dig_envs.core.compiler import Specialiser, compiled
from dig_envs.core.compiler.checked_views import view
from dig_envs.core.compiler.working_memory import compiled_stack_arrays
from dig_envs.core.rng import (
    RNG,
    Domain,
    Stream,
    draw_below,
    draw_legal,
    draw_seed,
    draw_unit,
    draw_word,
    philox,
    seed_generator,
    shuffle,
)

ALL_ONES = 0xFFFFFFFF
PI = [0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344, 0xA4093822, 0x299F31D0]

# Known answers of philox4x32-10 from Random123: counter, key, result.
KNOWN_ANSWERS = [
    ([0] * 4, [0] * 2, [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]),
    ([ALL_ONES] * 4, [ALL_ONES] * 2, [0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD]),
    (PI[:4], PI[4:], [0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1]),
]


@compiled
def many_below(rng, stream, bound, out):
    for k in range(len(out)):
        out[k] = draw_below(rng, stream, bound)


@compiled
def many_words(rng, stream, out):
    for k in range(len(out)):
        out[k] = draw_word(rng, stream)


@compiled
def philox_into(words, out):
    block = philox(words[4], words[5], words[0], words[1], words[2], words[3])
    for k in range(4):
        out[k] = block[k]


@compiled
def shuffle_all(cards, rng, stream):
    shuffle(cards, len(cards), rng, stream)


@compiled
def shuffle_one_by_one(cards, rng, stream):
    for last in range(len(cards) - 1, 0, -1):
        other = draw_below(rng, stream, last + 1)
        cards[last], cards[other] = cards[other], cards[last]


KERNELS = Specialiser("tests.rng", compiled_stack_arrays())


def generator(seed: int, domain: int = Domain.GAME) -> np.ndarray:
    rng = np.zeros(1, RNG)
    seed_generator(view(rng)[0], seed, domain)
    return rng


@pytest.mark.parametrize(("counter", "key", "expected"), KNOWN_ANSWERS)
def test_philox_matches_the_published_vectors(counter, key, expected):
    words = [np.uint64(word) for word in counter + key]
    assert [int(word) for word in philox(words[4], words[5], *words[:4])] == expected
    out = np.zeros(4, np.uint64)
    KERNELS.kernel(philox_into)(np.array(words, np.uint64), out)
    assert out.tolist() == expected


@pytest.mark.rule("C-10")
@pytest.mark.parametrize("bound", [1, 2, 5, 25, 1000, 3 << 30])
def test_compiled_and_plain_draws_agree(bound):
    plain, fast = generator(4), generator(4)
    out = np.zeros(50, np.int64)
    KERNELS.kernel(many_below)(fast[0], np.int64(Stream.DICE), np.int64(bound), out)
    assert out.tolist() == [draw_below(view(plain)[0], Stream.DICE, bound) for _ in range(50)]
    assert plain.tobytes() == fast.tobytes()


@pytest.mark.parametrize("bound", [2, 3, 6, 25, 200])
def test_bounded_draws_are_uniform(bound):
    out = np.zeros(200_000, np.int64)
    KERNELS.kernel(many_below)(generator(bound)[0], np.int64(Stream.DEAL), np.int64(bound), out)
    counts = np.bincount(out, minlength=bound)
    expected = len(out) / bound
    chi_squared = ((counts - expected) ** 2 / expected).sum()
    assert len(counts) == bound
    assert abs(chi_squared - (bound - 1)) < 4.5 * np.sqrt(2 * (bound - 1))


def test_a_bound_that_does_not_divide_the_words_is_not_biased():
    """With a bound of 3 * 2**30 and 2**32 words, the first third would be twice as likely without rejection."""
    out = np.zeros(60_000, np.int64)
    KERNELS.kernel(many_below)(generator(8)[0], np.int64(Stream.DEAL), np.int64(3 << 30), out)
    thirds = np.bincount(out >> 30, minlength=3)
    assert len(thirds) == 3 and np.abs(thirds - 20_000).max() < 5 * np.sqrt(20_000)
    assert abs((out % 3 == 0).mean() - 1 / 3) < 0.01


def words(seed: int, stream: int, count: int, domain: int = Domain.GAME) -> list[int]:
    out = np.zeros(count, np.uint64)
    KERNELS.kernel(many_words)(generator(seed, domain)[0], np.int64(stream), out)
    return out.tolist()


def test_streams_seeds_and_domains_share_no_numbers():
    sequences = [words(seed, stream, 200, domain) for seed in (0, 1, 2**62) for stream in Stream for domain in Domain]
    drawn = Counter(word for sequence in sequences for word in sequence)
    assert len(sequences) == 3 * len(Stream) * len(Domain)
    assert sum(count - 1 for count in drawn.values()) <= 2  # of 12,000 words of 32 bits, hardly any are equal by chance


def test_draws_of_one_stream_do_not_shift_another():
    first, second = view(generator(3))[0], view(generator(3))[0]
    for _ in range(10):
        draw_word(second, Stream.DICE)
    assert [draw_word(first, Stream.DEAL) for _ in range(5)] == [draw_word(second, Stream.DEAL) for _ in range(5)]


def test_streams_are_not_correlated():
    bits = [np.unpackbits(np.array(words(5, stream, 2000), np.uint32).view(np.uint8)) for stream in Stream]
    for one in range(len(bits)):
        assert abs(bits[one].mean() - 0.5) < 0.01
        for other in range(one):
            assert abs((bits[one] == bits[other]).mean() - 0.5) < 0.01


def test_counters_continue_beyond_32_bits():
    rng = view(generator(6))[0]
    rng.drawn[Stream.DEAL] = ALL_ONES
    crossing = [int(draw_word(rng, Stream.DEAL)) for _ in range(2)]
    assert rng.drawn[Stream.DEAL] == ALL_ONES + 2
    fresh = view(generator(6))[0]
    assert crossing[1] not in [int(draw_word(fresh, Stream.DEAL)) for _ in range(3)]


def test_seeds_of_64_bits_are_all_different():
    seeds = [0, 1, 2**31, 2**32 - 1, 2**32, 2**63 - 1, 2**64 - 1]
    assert len({tuple(generator(seed)["key"][0].tolist()) for seed in seeds}) == len(seeds)


def test_units_and_seeds_are_in_range():
    rng = view(generator(9))[0]
    units = [draw_unit(rng, Stream.PLAY) for _ in range(2000)]
    assert 0.0 <= min(units) < 0.01 and 0.99 < max(units) < 1.0
    seeds = [draw_seed(rng, Stream.PLAY) for _ in range(200)]
    assert min(seeds) >= 0 and max(seeds) < 2**63 and max(seeds) > 2**60 and len(set(seeds)) == 200


def test_random_legal_actions_cover_exactly_the_mask():
    rng = view(generator(10))[0]
    mask = view(np.array([0, 1, 0, 1, 1, 0], np.int8))
    drawn = Counter(int(draw_legal(mask, rng)) for _ in range(3000))
    assert sorted(drawn) == [1, 3, 4] and min(drawn.values()) > 900


def test_a_shuffle_gives_every_order_with_equal_probability():
    rng = view(generator(11))[0]
    orders = Counter()
    for _ in range(2400):
        cards = [0, 1, 2, 3]
        shuffle(cards, 4, rng, Stream.RESHUFFLE)
        orders[tuple(cards)] += 1
    assert len(orders) == 24 and min(orders.values()) > 60 and max(orders.values()) < 145


@pytest.mark.rule("C-10")
@pytest.mark.parametrize("count", [2, 8, 9, 10, 120, 300_000])  # with 300,000 cards, some words are rejected
def test_a_shuffle_equals_one_with_single_draws(count):
    together, one_by_one, expected, cards = generator(5), generator(5), np.arange(count), np.arange(count)
    KERNELS.kernel(shuffle_one_by_one)(expected, one_by_one[0], np.int64(Stream.DEAL))
    KERNELS.kernel(shuffle_all)(cards, together[0], np.int64(Stream.DEAL))
    assert cards.tolist() == expected.tolist() and together.tobytes() == one_by_one.tobytes()
    if count == 300_000:
        assert together["drawn"][0, Stream.DEAL] >= count  # some words were rejected
    else:
        plain, shuffled = generator(5), np.arange(count)
        shuffle(view(shuffled), count, view(plain)[0], Stream.DEAL)
        assert shuffled.tolist() == expected.tolist() and plain.tobytes() == together.tobytes()
