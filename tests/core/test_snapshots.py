"""Snapshots of batches: agents are found by name, forfeits survive, and indices outside their arrays are refused."""

import numpy as np
import pytest

from dig_envs import agents
from dig_envs.core.agent import Opponent
from dig_envs.core.batch import Batch
from dig_envs.core.batch.batch_snapshot import _arrays, _header
from dig_envs.core.batch.snapshot_bytes import pack
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import SnapshotError
from tests.support.catalogue import CASES, Case
from tests.support.play import First, batch_of, broken, random_actions, unchanged

GAMES = {case.game: case for case in CASES if not case.solo}  # one case per game


def learner_batch(case: Case) -> Batch:
    game = game_of(case.game)
    pool = [Opponent(agents.make("greedy@0.2", game=game)), Opponent(First(), 0.5), Opponent(agents.make("random", game=game))]
    return batch_of(case, 3, seed=3, opponents=pool, learner="random")


def content(batch: Batch) -> list:
    names = ("_states", "_statuses", "_pool", "_finals", "_observations", "masks")
    return [getattr(batch, name).tobytes() for name in names] + [str(batch._generator.bit_generator.state), list(batch.agents)]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("controllers", 3),
        ("controllers", -2),
        ("controllers", 2**15 - 1),
        ("opponents", 3),
        ("learner", 2),
        ("learner", -1),
        ("last_learner", -1),
        ("last_opponents", -2),
    ],
)
def test_an_index_outside_its_array_is_refused(field, value):
    batch = learner_batch(Case("dig_v0"))
    generator = batch._generator.bit_generator.state
    header = {**_header(batch), "agents": [agent.fingerprint for agent in batch.agents], "generator": generator}
    arrays = _arrays(batch)
    assert pack(header, arrays) == batch.snapshot()
    arrays["statuses"][field] = value
    with unchanged(lambda: content(batch)), pytest.raises(SnapshotError, match=f"{field} is {value}, not from"):
        batch.restore(pack(header, arrays))


def test_agents_are_found_by_name_in_any_order():
    game = game_of("dig_v0")
    pool = [Opponent(agents.make(name, game=game)) for name in ("random", "greedy", "expert")]
    batch = batch_of(Case("dig_v0"), 30, seed=1, opponents=pool, learner=0)
    other = batch_of(Case("dig_v0"), 30, seed=2, opponents=pool[::-1], learner=0)
    assert [agent.name for agent in other.agents] == ["expert", "greedy", "random"]
    other.restore(batch.snapshot())
    generator = np.random.default_rng(0)
    for _ in range(60):
        assert (other.states == batch.states).all()
        actions = random_actions(batch.masks, generator)
        for each in (batch, other):
            each.step(actions)


def test_snapshots_of_different_seatings_can_alternate():
    batch = batch_of(Case("dig_v0"), 2, seed=1)
    before = batch.snapshot()
    batch.seat_agents([agents.make("greedy", game="dig_v0"), First()], np.array([[-1, 0], [1, -1]]))
    after = batch.snapshot()
    for snapshot in (before, after, before, after):
        batch.restore(snapshot)
        batch.step(random_actions(batch.masks, np.random.default_rng(0)))
        assert not broken(batch, batch.states).any()


def test_an_unknown_agent_is_refused_by_name():
    batch, other = learner_batch(Case("dig_v0")), learner_batch(Case("dig_v0"))
    other.set_opponents([Opponent(agents.make("expert", game="dig_v0"))] * 3)
    other.reset(1)
    with pytest.raises(SnapshotError, match=r'has the agent "greedy:0:.*which this batch lacks'):
        other.restore(batch.snapshot())


@pytest.mark.parametrize("case", GAMES.values(), ids=str)
def test_a_forfeit_survives_a_snapshot(case):
    """In the last step, also if the game is not followed by another."""
    for deal_again in (True, False):
        batch = batch_of(case, 4, seed=1, deal_again=deal_again)
        for _ in range(9):
            batch.step(random_actions(batch.masks, np.random.default_rng(0)))
        actions = random_actions(batch.masks, np.random.default_rng(0))
        actions[1] = batch.masks[1].argmin()
        assert batch.step_or_forfeit(actions).tolist() == [False, True, False, False]
        twin = batch_of(case, 4, seed=9, deal_again=deal_again)
        twin.restore(batch.snapshot())
        assert content(twin)[:2] == content(batch)[:2] and (twin.rewards == batch.rewards).all()
        assert (twin.final_observations == batch.final_observations).all()


def test_a_snapshot_after_random_steps_is_accepted():
    batch = batch_of(Case("dig_v0", {"max_turns": 5}), 50, seed=1)
    for steps in range(1, 40):
        batch.random_steps(steps)
        assert not batch.rewards[~batch.dones].any() and not batch.truncations[~batch.dones].any()
        before = content(batch)
        batch.restore(batch.snapshot())
        assert content(batch)[:2] == before[:2]
