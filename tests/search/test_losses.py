"""The losses of chosen actions, by two comparisons."""

import numpy as np
import pytest

from dig_envs import agents
from dig_envs.agents.search.losses import loss_of
from dig_envs.core.playing import PlayedGame


def decision_of(seed: int):
    """Return the first decision with several legal actions of a game of DIG after some moves."""
    greedy = agents.make("greedy", game="dig_v0")
    played = PlayedGame(greedy.game, {"max_turns": 12}, [greedy, greedy], seed)
    while played.made < 10 or played.batch.masks[0].sum() < 3:
        played.decide()
    return played.waiting(np.random.default_rng(seed))


def losses_at(seed: int):
    """Return a search, and the loss of each legal action of `decision_of`."""
    search = agents.make("search:method=improve:margin=0:playouts=300", game="dig_v0")
    legal = np.flatnonzero(decision_of(seed).masks[0]).tolist()
    return search, {action: loss_of(search, decision_of(seed), action) for action in legal}


@pytest.mark.parametrize("seed", [1, 2])
def test_the_best_action_loses_nothing_and_losses_are_gains_of_the_best(seed):
    search, found = losses_at(seed)
    legal = list(found)
    (best,) = {loss.best for loss in found.values()}
    assert found[best].loss.value == 0.0 == found[best].loss.error and not found[best].is_certain
    for action, loss in found.items():
        assert {candidate.action for candidate in loss.candidates} == {search.game.actions.name(other) for other in legal}
        assert loss.chosen == action and loss.loss.low <= loss.loss.value <= loss.loss.high <= 4.0
        assert loss.candidates == found[best].candidates, "the same comparisons"


def test_a_large_loss_is_certain():
    _, found = losses_at(1)
    largest = max(found.values(), key=lambda loss: loss.loss.value)
    assert largest.is_certain and largest.chosen != largest.best
