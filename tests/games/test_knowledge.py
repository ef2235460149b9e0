"""Nothing leaks: whatever a seat can't know is dealt again, and neither its observation nor its mask changes."""

import numpy as np
import pytest

from tests.support.catalogue import CASES, CASES_WITH_FEATURES, Case
from tests.support.play import MixedPlay, batch_of, broken, most_decisions, redealt, with_states

TABLES = 48
STEPS = 400
LOOK_EVERY = 9
SEEDS = np.arange(TABLES)


def positions(case: Case, seed: int):
    """A batch in mixed play, at every ninth decision."""
    batch = batch_of(case, TABLES, seed)
    play = MixedPlay(batch, seed)
    for step in range(STEPS):
        if step % LOOK_EVERY == 0:
            yield batch
        batch.step(play.actions(batch))


@pytest.mark.rule("C-4", "C-6")
@pytest.mark.parametrize("case", [*CASES, *CASES_WITH_FEATURES], ids=lambda case: case.id)
def test_no_seat_sees_what_it_cannot_know(case):
    """The observation of every seat, and the mask of the one that must decide, survive each of two redeals; the redeals
    are sound, differ where something is hidden, and are the same bytes for the same seed."""
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
                assert (same | batch.game.window_open(states["table"])).all(), "only within a window is it hidden who is asked"
    assert hidden > 0 or batch.num_players == 1, "alone there is nobody to hide from"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_redeal_varies_what_is_hidden(case):
    """Early in a game the secrets of two redeals hardly ever agree, generators left out."""
    batch = batch_of(case, 64, seed=5)
    for player in range(batch.num_players):
        deals = [redealt(batch, batch.states, player, np.arange(64) + 1000 * k) for k in range(2)]
        for deal in deals:
            deal["secret"]["rng"] = np.zeros((), deal["secret"]["rng"].dtype)
        assert sum(one.tobytes() == other.tobytes() for one, other in zip(*deals, strict=True)) == 0
        assert sum(one.tobytes() == true.tobytes() for one, true in zip(deals[0], batch.states, strict=True)) == 0


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_redeal_is_blind_to_the_truth(case):
    """Two true states that a seat can't tell apart are redealt alike: only table, seat and seed count."""
    for batch in list(positions(case, seed=41))[::12]:
        for player in range(batch.num_players):
            other_truth = redealt(batch, batch.states, player, SEEDS)
            again, same = (redealt(batch, truth, player, SEEDS + 77) for truth in (batch.states, other_truth))
            assert again.tobytes() == same.tobytes()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
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
