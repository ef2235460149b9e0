"""The benchmark that solves small decks of Let's Dig for Treasure agrees with brute force over all orders of the cards."""

import numpy as np
import pytest

from benchmarks import lets_dig_best_response as benchmark
from dig_envs import agents
from dig_envs.core.engine import engine_of
from tests.support.exact import Exact, belief_of


@pytest.mark.long
def test_values_of_a_deck_of_six_are_those_of_brute_force():
    deck = benchmark.DECKS[2]
    solver = benchmark.Solver(deck)
    expert, one_step_better, best = solver.win_shares()
    assert expert.mean() == pytest.approx(0.5)  # the two seats are alike
    assert (expert <= one_step_better + 1e-9).all() and (one_step_better <= best + 1e-9).all()

    state = solver.states(solver.first_positions()[:1])
    state["secret"]["cards"].reshape(benchmark.STACKS, -1)[:, :2] = np.repeat(benchmark.KINDS, deck).reshape(-1, 2)
    broken = np.zeros(1, np.int64)
    engine_of(benchmark.GAME).check_states(state, broken)
    assert broken[0] == 0
    worlds, _ = belief_of(benchmark.GAME, state, 0)
    weights = np.ones(len(worlds))
    assert len(worlds) == 360  # six cards, two of them alike
    exact = Exact(benchmark.GAME, agents.make("expert", game=benchmark.GAME.id), 0)
    assert max(exact.best_responses(worlds, weights).values()) == pytest.approx(2 * best[0] - 1)
    assert exact.one_step(worlds, weights)[int(solver.layers[0].expert[0])] == pytest.approx(2 * expert[0] - 1)
