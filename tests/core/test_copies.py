"""A copy by deepcopy, pickle, clone or snapshot is independent, and continues as the original would."""

import copy
import pickle

import numpy as np
import pytest

from dig_envs import agents
from dig_envs.core.agent import Decisions, Opponent
from dig_envs.core.batch import Batch
from dig_envs.core.catalogue import game_of
from dig_envs.core.engine.record_arrays import copy_field, copy_records, copy_rows
from tests.support.catalogue import CASES, Case, mark_long_except_two
from tests.support.play import MixedPlay, batch_of, random_actions

EVERY_CASE = pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
SHOWN = ("_states", "_statuses", "_observations", "masks")


def restored(batch: Batch) -> Batch:
    """A batch of another seed, restored from a snapshot."""
    other = batch_of(Case(batch.game.id, vars(batch.options)), batch.num_tables, seed=999)
    other.restore(batch.snapshot())
    return other


WAYS = [copy.deepcopy, lambda batch: pickle.loads(pickle.dumps(batch)), Batch.clone, restored]


def content(batch: Batch) -> list[bytes]:
    return [*(getattr(batch, name).tobytes() for name in SHOWN), batch._finals[batch.dones].tobytes()]


@pytest.mark.parametrize("case", mark_long_except_two(CASES), ids=lambda case: case.id)
def test_copies_do_not_affect_each_other(case):
    """At every decision, each legal action is played on a different copy."""
    batch = batch_of(case.shortened(15), 1, seed=6)
    play = MixedPlay(batch, 6)
    for step in range(70):
        legal = np.flatnonzero(batch.masks[0])
        copies = [WAYS[(step + k) % len(WAYS)](batch) for k in range(len(legal))]
        before = content(batch)
        assert all(content(twin) == before for twin in copies)
        for k, (action, twin) in enumerate(zip(legal, copies, strict=True)):
            twin.step(np.array([action]))
            assert content(twin)[0] != before[0]
            assert content(batch) == before
            assert all(content(other) == before for other in copies[k + 1 :])
        batch.step(play.actions(batch))


@pytest.mark.parametrize("case", mark_long_except_two(CASES), ids=lambda case: case.id)
@pytest.mark.parametrize("way", WAYS, ids=["deepcopy", "pickle", "clone", "restore"])
def test_a_copy_continues_identically_through_the_next_games(case, way):
    batch = batch_of(case.shortened(10), 8, seed=8)
    play = MixedPlay(batch, 8)
    for _ in range(17):
        batch.step(play.actions(batch))
    twin = way(batch)
    ended = 0
    while ended <= batch.num_tables:
        assert content(twin) == content(batch)
        assert (twin.rewards == batch.rewards).all() and (twin.dones == batch.dones).all()
        actions = play.actions(batch)
        batch.step(actions)
        twin.step(actions)
        ended += batch.dones.sum()
    batch.reset()
    twin.reset()
    assert content(twin) == content(batch)


@EVERY_CASE
def test_a_copy_with_opponents_continues_identically(case):
    """Also the random numbers of bots and of the pool are the same."""
    game = game_of(case.game)
    options = game.parse_options(**(case if "max_turns" in case.options else case.shortened(20)).options)
    pool = [Opponent(agents.make(name, game=game, noise=0.2)) for name in agents.names(game)[:2]]
    batch, other = (Batch(game, options, 20, seed, opponents=pool, learner="random") for seed in (1, 2))
    generator = np.random.default_rng(0)
    for _ in range(9):
        batch.step(random_actions(batch.masks, generator))
    other.restore(batch.snapshot())
    copies = [copy.deepcopy(batch), pickle.loads(pickle.dumps(batch)), other]
    for _ in range(30):
        actions = random_actions(batch.masks, generator)
        batch.step(actions)
        for twin in copies:
            twin.step(actions)
            assert content(twin) == content(batch)
            assert (twin.last_opponents == batch.last_opponents).all()


@pytest.mark.parametrize("game", sorted({case.game for case in CASES}))
def test_a_game_is_copied_as_itself(game):
    found = game_of(game)
    assert copy.deepcopy(found) is found and pickle.loads(pickle.dumps(found)) is found


def test_a_snapshot_may_have_rewards_above_1():
    """The reward `score` is divided by a constant of the game that is no bound."""
    game, generator = game_of("two_bit_bandits_v0"), np.random.default_rng(0)
    greedy, pool = agents.make("greedy", game=game), [Opponent(agents.make("random", game=game))]
    batch, twin = (Batch(game, game.parse_options(reward="score"), 16, seed, opponents=pool) for seed in (1, 2))
    while (np.abs(batch.rewards) <= 1).all():
        shown = batch.observations[:, : batch.num_facts]
        batch.step(greedy.act(Decisions.of(game, batch.states, batch.players, shown, batch.masks, generator)))
    twin.restore(batch.snapshot())
    assert np.abs(twin.rewards).max() > 1 and content(twin) == content(batch)


def test_copied_records_have_the_same_bytes():
    states = batch_of(CASES[0], 5, seed=3).states
    whole, some = copy_records(states), copy_rows(states, np.array([4, 0, 4]))
    assert whole.tobytes() == states.tobytes() and some.tobytes() == states[[4, 0, 4]].tobytes()
    assert copy_field(states, "table").tobytes() == states["table"].tobytes()
    seats = np.array([0, 1, 0, 1, 0])
    assert copy_field(states, "seats", seats).tobytes() == states["seats"][range(5), seats].tobytes()
    for found in (whole, some, copy_field(states, "table")):
        assert not np.shares_memory(found, states)
    assert copy_records(states[::2].reshape(3, 1)).shape == (3, 1)
    assert copy_records(states[::2]).tobytes() == states[::2].tobytes()
