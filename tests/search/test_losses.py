"""The losses of chosen actions: a first comparison finds the best action, and new playouts price the loss."""

import numpy as np
import pytest

from dig_envs import agents
from dig_envs.agents.search.losses import LossEstimator
from dig_envs.core.playing import PlayedGame


def decision_of(seed: int):
    """Return the first decision with several legal actions of a game of DIG after some moves."""
    greedy = agents.make("greedy", game="dig_v0")
    played = PlayedGame(greedy.game, {"max_turns": 12}, [greedy, greedy], seed)
    while played.made < 10 or played.batch.masks[0].sum() < 3:
        played.decide()
    return played.waiting(np.random.default_rng(seed))


def compared_at(seed: int, samples: int = 60):
    """Return an estimator, and the comparison of each legal action of `decision_of` with all others."""
    decision = decision_of(seed)
    estimator = LossEstimator(decision.game, samples)
    legal = np.flatnonzero(decision.masks[0]).tolist()
    return estimator, {action: estimator.compare(decision_of(seed), action) for action in legal}


@pytest.mark.parametrize("seed", [1, 2])
def test_all_choices_are_compared_with_one_best_action(seed):
    _, found = compared_at(seed)
    legal = list(found)
    (best,) = {compared.best for compared in found.values()}
    assert found[best].gain == (0.0, 0.0)
    names = decision_of(seed).game.actions
    for action, compared in found.items():
        values = {candidate.action: candidate.value for candidate in compared.candidates}
        assert values.keys() == {names.name(other) for other in legal} and compared.chosen == action
        assert compared.candidates == found[best].candidates, "the same playouts"
        assert compared.value == values[names.name(action)]
        assert compared.gain.value == pytest.approx(values[names.name(best)] - compared.value)


def test_a_large_loss_is_certain_and_its_price_has_new_random_numbers():
    estimator, found = compared_at(1)
    compared = max(found.values(), key=lambda each: each.gain.value)
    decision = decision_of(1)
    prices = [estimator.price(decision, compared.chosen, compared.best, 10) for _ in range(2)]
    assert prices[0] != prices[1] and prices[0].value != compared.gain.value
    for price in prices:
        assert 0.0 < price.low < price.value < price.high
        assert price.value == pytest.approx(price.best - price.chosen)


def test_more_losses_together_have_wider_intervals():
    estimator, found = compared_at(2)
    compared = max(found.values(), key=lambda each: each.gain.value)
    alone, together = (estimator.price(decision_of(2), compared.chosen, compared.best, number) for number in (1, 10))
    assert alone.value == together.value and together.low < alone.low and together.high > alone.high


def test_equal_actions_have_no_certain_loss():
    """At the deal of Let's Dig for Treasure nothing is known of any stack, so all stacks are equal."""
    greedy = agents.make("greedy", game="lets_dig_for_treasure_v0")
    decision = PlayedGame(greedy.game, {}, [greedy, greedy], 5).waiting()
    legal = np.flatnonzero(decision.masks[0]).tolist()
    estimator = LossEstimator(greedy.game, samples=20, pairs=200)
    assert len(legal) == 3
    for seed in range(20):
        decision.generator = np.random.default_rng(seed)
        compared = estimator.compare(decision, legal[seed % 3])
        if compared.best != compared.chosen:
            assert estimator.price(decision, compared.chosen, compared.best, 10).low <= 0.0
