"""Test that observations and masks do not leak hidden information: a redeal for a seat leaves both unchanged."""

import numpy as np
import pytest

from tests.support.catalogue import CASES, CASES_WITH_FEATURES, VARIANTS, Case, mark_long_except_one, mark_long_except_two
from tests.support.play import MixedPlay, batch_of, broken, most_decisions, redealt, with_states

TABLES = 48
STEPS = 400
LOOK_EVERY = 9
SEEDS = np.arange(TABLES)
REDEALT = [*mark_long_except_two(CASES), *mark_long_except_one(CASES_WITH_FEATURES), *mark_long_except_one(VARIANTS)]
ONE_A_GAME = pytest.mark.parametrize("case", mark_long_except_one(CASES), ids=lambda case: case.id)


def positions(case: Case, seed: int):
    """Yield a batch in mixed play at every ninth decision."""
    batch = batch_of(case, TABLES, seed)
    play = MixedPlay(batch, seed)
    for step in range(STEPS):
        if step % LOOK_EVERY == 0:
            yield batch
        batch.step(play.actions(batch))


@pytest.mark.rule("C-4", "C-6")
@pytest.mark.parametrize("case", REDEALT, ids=lambda case: case.id)
def test_observations_and_masks_do_not_change_in_a_redeal(case):
    """Redeal twice for each seat. The seat's observation, and its mask if it is the mover, stay the same.

    Redeals keep the invariants, differ between seeds if anything is hidden, and have equal bytes for equal seeds.
    """
    hidden = 0
    for step, batch in enumerate(positions(case, seed=31)):
        states = batch.states
        seen = batch.observe_states(states)
        for player in range(batch.num_players):
            first, again, second = (redealt(batch, states, player, SEEDS + seed) for seed in (step, step, step + 999))
            assert first.tobytes() == again.tobytes()
            hidden += sum(one.tobytes() != other.tobytes() for one, other in zip(first["seats"], second["seats"], strict=True))
            for states_dealt in (first, second):
                assert not broken(batch, states_dealt).any()
                assert (batch.observe_states(states_dealt)[:, player] == seen[:, player]).all()
                twin = with_states(batch, states_dealt)
                asked = batch.players == player
                assert ((twin.players == player) == asked).all()
                assert (twin.masks[asked] == batch.masks[asked]).all()
                same = twin.players == batch.players
                assert (same | batch.game.window_open(states["table"])).all(), "the mover is hidden only in a window"
    assert hidden > 0 or batch.num_players == 1, "no redeal differs from another"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_redeal_changes_hidden_information(case):
    """After the deal, two redeals differ from each other, and a redeal from the true state, even without random generators."""
    batch = batch_of(case, 64, seed=5)
    for player in range(batch.num_players):
        deals = [redealt(batch, batch.states, player, np.arange(64) + 1000 * k) for k in range(2)]
        for deal in deals:
            deal["secret"]["rng"] = np.zeros((), deal["secret"]["rng"].dtype)
        assert sum(one.tobytes() == other.tobytes() for one, other in zip(*deals, strict=True)) == 0
        assert sum(one.tobytes() == true.tobytes() for one, true in zip(deals[0], batch.states, strict=True)) == 0


@pytest.mark.parametrize("case", mark_long_except_two(CASES), ids=lambda case: case.id)
def test_a_redeal_does_not_depend_on_hidden_information(case):
    """True states with the same information for a seat give equal redeals: only table, seat and seed count."""
    for batch in list(positions(case, seed=41))[::12]:
        for player in range(batch.num_players):
            other_truth = redealt(batch, batch.states, player, SEEDS)
            again, same = (redealt(batch, truth, player, SEEDS + 77) for truth in (batch.states, other_truth))
            assert again.tobytes() == same.tobytes()


@ONE_A_GAME
def test_redealt_games_can_be_played_to_their_end(case):
    batch = batch_of(case, TABLES, seed=43, deal_again=False)
    play = MixedPlay(batch, 43)
    for _ in range(60):
        batch.step(play.actions(batch))
    twin = with_states(batch, redealt(batch, batch.states, 0, SEEDS))
    ended = twin.players < 0
    for _ in range(most_decisions(batch)):
        assert not broken(twin, twin._states).any()
        if ended.all():
            break
        twin.step(play.actions(twin))
        ended |= twin.dones
    assert ended.all()
