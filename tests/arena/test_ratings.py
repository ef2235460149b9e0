"""Win shares, score margins and ratings: known values, and intervals with the stated coverage."""

import numpy as np
import pytest

from dig_envs.training.arena.ratings import ELO_MEAN, ELO_PER_UNIT, Duel, mean_by_deal, ratings, wilson, win_share

Z_95 = 1.959964


def deals_of(generator, share, num_deals, games=2, agreement=0.0):
    """Return win shares by deal; `agreement` is the probability that all games of a deal have the same result."""
    won = generator.random((num_deals, games)) < share
    same = generator.random(num_deals) < agreement
    won[same] = won[same, :1]
    return won.mean(axis=1)


def duel(a, b, shares, games=2):
    deals = np.arange(len(shares))
    return Duel(
        a,
        b,
        deals,
        np.full(len(shares), games),
        np.asarray(shares, float),
        1.0 - np.asarray(shares, float),
        np.zeros(len(shares)),
    )


def round_robin(generator, strengths, num_deals=150, agreement=0.0):
    """Return duels of agents; the odds of a pair are the ratio of their strengths."""
    pairs = [(a, b) for a in range(len(strengths)) for b in range(a + 1, len(strengths))]
    share = [strengths[a] / (strengths[a] + strengths[b]) for a, b in pairs]
    return [duel(a, b, deals_of(generator, p, num_deals, 2, agreement)) for (a, b), p in zip(pairs, share, strict=True)]


def test_wilson_gives_the_published_intervals():
    """Newcombe 1998, table I, method 3."""
    assert wilson(81 / 263, 263, Z_95) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson(0 / 20, 20, Z_95) == pytest.approx((0.0, 0.1611), abs=5e-5)
    assert wilson(1 / 29, 29, Z_95) == pytest.approx((0.0061, 0.1718), abs=5e-5)


@pytest.mark.parametrize("share", [0.02, 0.3, 0.5, 0.97])
@pytest.mark.parametrize("agreement", [0.0, 0.8])
def test_intervals_of_win_shares_hold_the_truth(share, agreement):
    generator = np.random.default_rng(1)
    found = [win_share(deals_of(generator, share, 300, 4, agreement)) for _ in range(300)]
    assert 0.92 <= np.mean([estimate.low <= share <= estimate.high for estimate in found]) <= 0.985


def test_games_of_a_deal_that_end_alike_count_once():
    shares = deals_of(np.random.default_rng(2), 0.6, 500, games=8, agreement=1.0)
    found = win_share(shares)
    assert (found.low, found.high) == pytest.approx(wilson(found.value, 500, Z_95), abs=2e-3)


def test_deals_whose_games_balance_out_count_more():
    """The better seat mostly wins, and duplicate deals remove that luck."""
    shares = np.where(np.random.default_rng(3).random(500) < 0.1, 1.0, 0.5)
    found = win_share(shares)
    low, high = wilson(found.value, 1000, Z_95)
    assert found.high - found.low < (high - low) / 2


def test_a_clean_sweep_stays_in_doubt():
    found = win_share(np.ones(100))
    assert (found.value, found.high) == (1.0, 1.0)
    assert 0.95 < found.low < 0.97
    assert win_share(np.zeros(100)).high == pytest.approx(1 - found.low)


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_one_deal_says_almost_nothing(share):
    found = win_share(np.array([share]))
    assert found.low <= share <= found.high
    assert found.high - found.low > 0.75


def test_intervals_of_score_margins_hold_the_truth():
    generator = np.random.default_rng(4)
    found = [mean_by_deal(generator.normal(3.0, 10.0, 12)) for _ in range(500)]
    assert 0.92 <= np.mean([estimate.low <= 3.0 <= estimate.high for estimate in found]) <= 0.98
    assert mean_by_deal(np.array([5.0])).high == np.inf


def elo(strengths):
    return ELO_MEAN + 400 * (np.log10(strengths) - np.log10(strengths).mean())


def test_ratings_recover_known_strengths():
    strengths = np.array([1.0, 2.0, 10.0, 40.0])
    found = ratings(round_robin(np.random.default_rng(5), strengths, num_deals=4000), 4)
    assert [rating.value for rating in found] == pytest.approx(elo(strengths), abs=12)
    assert np.mean([rating.value for rating in found]) == pytest.approx(ELO_MEAN)


@pytest.mark.parametrize("agreement", [0.0, 0.9])
def test_intervals_of_ratings_hold_the_truth(agreement):
    strengths = np.array([1.0, 3.0, 5.0])
    generator = np.random.default_rng(6)
    held = []
    for _ in range(60):
        found = ratings(round_robin(generator, strengths, 150, agreement), 3, replicates=100)
        held += [rating.low <= truth <= rating.high for rating, truth in zip(found, elo(strengths), strict=True)]
    assert 0.89 <= np.mean(held) <= 0.99


def test_an_agent_that_wins_every_game_has_a_finite_rating_in_doubt():
    strong, weak = ratings([duel(0, 1, np.ones(200))], 2)
    assert 1500 < strong.value < 2500
    assert strong.high - strong.low > 100
    assert weak.value == pytest.approx(2 * ELO_MEAN - strong.value)
    assert strong.low > weak.high


def test_agents_that_never_met_are_rated_through_others():
    found = ratings([duel(0, 1, np.full(200, 0.75)), duel(1, 2, np.full(200, 0.75))], 3)
    assert found[0].value - found[2].value == pytest.approx(2 * 400 * np.log10(3), rel=0.03)


def test_the_bootstrap_is_reproducible():
    duels = round_robin(np.random.default_rng(7), np.array([1.0, 2.0]))
    assert ratings(duels, 2, seed=1) == ratings(duels, 2, seed=1)
    assert ratings(duels, 2, seed=1) != ratings(duels, 2, seed=2)


@pytest.mark.parametrize("share", [0.5, 2 / 3])
def test_deals_that_all_agree_count_as_one_game_each(share):
    """As in Wilson's interval of the win share; a bootstrap over equal deals would give no width."""
    deals = 900
    agreeing = np.full(deals, share)
    duel = Duel(0, 1, np.arange(deals), np.full(deals, 2), agreeing, agreeing, agreeing)
    first = ratings([duel], 2)[0]
    odds = ELO_PER_UNIT / np.sqrt(deals * share * (1 - share))  # standard error of the difference of two ratings
    assert first.low < first.value < first.high
    assert first.high - first.low == pytest.approx(2 * 1.96 * odds / 2, rel=0.15)
