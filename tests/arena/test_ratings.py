"""Win shares, score margins and ratings: known values, and intervals with the stated coverage."""

import itertools

import numpy as np
import pytest
from scipy import stats

from dig_envs.training.arena import duplicate
from dig_envs.training.arena.ratings import (
    ELO_MEAN,
    ELO_PER_UNIT,
    Duel,
    bradley_terry,
    mean_by_deal,
    ratings,
    student_quantile,
    wilson,
    win_share,
)

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


@pytest.mark.parametrize("num_deals", [2, 5, 300])
@pytest.mark.parametrize("share", [0.02, 0.3, 0.5, 0.97])
@pytest.mark.parametrize("agreement", [0.0, 0.8])
def test_intervals_of_win_shares_hold_the_truth(share, agreement, num_deals):
    generator = np.random.default_rng(1)
    found = [win_share(deals_of(generator, share, num_deals, 4, agreement)) for _ in range(300)]
    assert 0.92 <= np.mean([estimate.low <= share <= estimate.high for estimate in found]) <= (0.985 if num_deals == 300 else 1)


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
    for equal in ([5.0], [5.0, 5.0]):
        assert (mean_by_deal(np.array(equal)).low, mean_by_deal(np.array(equal)).high) == (-np.inf, np.inf)


def elo(strengths):
    return ELO_MEAN + 400 * (np.log10(strengths) - np.log10(strengths).mean())


def test_ratings_recover_known_strengths():
    strengths = np.array([1.0, 2.0, 10.0, 40.0])
    found = ratings(round_robin(np.random.default_rng(5), strengths, num_deals=4000), 4)
    assert [rating.value for rating in found] == pytest.approx(elo(strengths), abs=12)
    assert np.mean([rating.value for rating in found]) == pytest.approx(ELO_MEAN)


def seated_wins(generator, strengths, a, b, num_deals, num_players, agreement):
    """Play deals with one seat against the rest; a seat wins by the strength of its agent. Return a's shares by deal."""
    sets = np.array(duplicate.seatings(num_players, one_vs_rest=True))
    players = np.where(sets == duplicate.A, a, b)
    luck = np.log(strengths)[players] + generator.gumbel(size=(num_deals, *sets.shape))
    won = (sets == duplicate.A)[np.arange(len(sets)), luck.argmax(axis=2)]
    same = generator.random(num_deals) < agreement
    won[same] = won[same, :1]
    return won.mean(axis=1), len(sets)


def limits_of(strengths, num_players):
    """Return the ratings that the fit converges to with the number of deals, from the expected shares of each pair."""
    wins = np.zeros((len(strengths), len(strengths)))
    for seating in duplicate.seatings(num_players, one_vs_rest=True):
        seats = seating.count(duplicate.A)
        own, others = seats * strengths[:, None], (num_players - seats) * strengths
        wins += own / (own + others)
    np.fill_diagonal(wins, 0.0)
    return bradley_terry(wins)


def coverage(strengths, num_deals, num_players=2, agreement=0.0, repetitions=1000):
    """Return the share of ratings whose interval holds the limit."""
    strengths, generator, held = np.array(strengths, float), np.random.default_rng(6), []
    limits = limits_of(strengths, num_players)
    for _ in range(repetitions):
        duels = []
        for a, b in itertools.combinations(range(len(strengths)), 2):
            shares, games = seated_wins(generator, strengths, a, b, num_deals, num_players, agreement)
            duels.append(duel(a, b, shares, games))
        found = ratings(duels, len(strengths))
        held += [rating.low <= limit <= rating.high for rating, limit in zip(found, limits, strict=True)]
    return np.mean(held)


@pytest.mark.parametrize(("num_deals", "num_players", "agreement"), [(2, 4, 0.0), (10, 4, 0.0), (30, 2, 0.0), (100, 2, 1.0)])
def test_intervals_of_ratings_hold_the_truth(num_deals, num_players, agreement):
    """Quick form of the next test."""
    most = 0.985 if num_deals >= 10 else 1.0
    assert 0.915 <= coverage([1, 3, 5], num_deals, num_players, agreement, repetitions=100) <= most


@pytest.mark.parametrize(("num_deals", "most"), [(2, 1.0), (10, 0.985), (30, 0.97), (100, 0.97), (500, 0.97)])
def test_the_exact_coverage_for_two_agents_whose_deals_are_won_or_lost(num_deals, most):
    """The number of won deals is binomial, so that no simulation is needed."""
    held, limit = 0.0, elo(np.array([1.0, 3.0]))[0]
    for won in range(num_deals + 1):
        rating = ratings([duel(0, 1, np.arange(num_deals) < won)], 2)[0]
        held += stats.binom.pmf(won, num_deals, 0.25) * (rating.low <= limit <= rating.high)
    assert 0.93 <= held <= most


@pytest.mark.long
@pytest.mark.parametrize("strengths", [(1, 3, 5), (1, 2, 4, 8)])
@pytest.mark.parametrize(("num_players", "agreement"), [(2, 0.0), (2, 1.0), (4, 0.0)])
@pytest.mark.parametrize("num_deals", [2, 5, 30, 500])
def test_intervals_of_ratings_have_the_coverage_that_they_state(strengths, num_players, agreement, num_deals):
    """A few deals have too few possible results for 95 %: their intervals hold the truth more often."""
    coarse = num_deals < 10
    assert 0.93 <= coverage(strengths, num_deals, num_players, agreement) <= (1.0 if coarse else 0.97)


@pytest.mark.parametrize("games", [2, 8])
@pytest.mark.parametrize(("share", "deals"), [(1 / 3, 2), (0.55, 8), (0.5, 1), (1.0, 2), (0.0, 500)])
def test_intervals_of_deals_that_all_agree_lie_around_the_rating(share, deals, games):
    first, second = ratings([duel(0, 1, np.full(deals, share), games)], 2)
    assert first.high - first.value == pytest.approx(first.value - first.low) and first.high - first.low > 10
    assert second.value == pytest.approx(2 * ELO_MEAN - first.value)


def test_an_agent_with_few_deals_among_well_known_agents_is_in_doubt():
    """Its interval has the width that its own deals give, with Student's quantile at their number."""
    generator = np.random.default_rng(8)
    known = duel(0, 1, deals_of(generator, 0.5, 500))
    found = ratings([known, duel(0, 2, [1.0, 0.5, 1.0]), duel(1, 2, [0.5, 1.0, 1.0])], 3)
    widths = [rating.high - rating.low for rating in found]
    assert widths[2] > 300 and widths[2] > 1.5 * max(widths[:2])


@pytest.mark.parametrize("freedom", [1.0, 1.3, 2.0, 7.5, 60.0, 200.0, 201.0, 1e4, np.inf])
def test_students_quantile(freedom):
    assert student_quantile(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), rel=1e-8)


def test_an_agent_that_wins_every_game_has_a_finite_rating_in_doubt():
    strong, weak = ratings([duel(0, 1, np.ones(200))], 2)
    assert 1500 < strong.value < 2500
    assert strong.high - strong.low > 100
    assert weak.value == pytest.approx(2 * ELO_MEAN - strong.value)
    assert strong.low > weak.high


def test_agents_that_never_met_are_rated_through_others():
    found = ratings([duel(0, 1, np.full(200, 0.75)), duel(1, 2, np.full(200, 0.75))], 3)
    assert found[0].value - found[2].value == pytest.approx(2 * 400 * np.log10(3), rel=0.03)


@pytest.mark.parametrize("share", [0.5, 2 / 3])
def test_deals_that_all_agree_count_as_one_game_each(share):
    """As in Wilson's interval of the win share; the spread of equal deals would give no width."""
    deals = 900
    agreeing = np.full(deals, share)
    duel = Duel(0, 1, np.arange(deals), np.full(deals, 2), agreeing, agreeing, agreeing)
    first = ratings([duel], 2)[0]
    odds = ELO_PER_UNIT / np.sqrt(deals * share * (1 - share))  # standard error of the difference of two ratings
    assert first.low < first.value < first.high
    assert first.high - first.low == pytest.approx(2 * 1.96 * odds / 2, rel=0.15)
