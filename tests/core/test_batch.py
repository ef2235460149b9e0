"""A batch deals, steps and ends games as documented, and its results depend only on seeds."""

import pickle
import random
from collections import Counter

import numpy as np
import pytest

import dig_envs
from dig_envs import agents
from dig_envs.core.agent import Agent, Decisions, Opponent
from dig_envs.core.batch import Batch
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import ArgumentError
from tests.support.catalogue import CASES, Case, mark_long_except_one
from tests.support.play import MixedPlay, batch_of, most_decisions, random_actions, with_states
from tests.support.uncompiled import plain_batch

EVERY_CASE = pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
EVERY_CASE_WITH_OTHERS = pytest.mark.parametrize("case", [case for case in CASES if not case.solo], ids=lambda case: case.id)


def short(case: Case, turns: int = 12) -> Case:
    """Return the case with a turn limit of a few turns, if its game has one."""
    return case.shortened(turns)


def lowest(masks: np.ndarray) -> np.ndarray:
    return masks.argmax(axis=1)


class Lowest(Agent):
    """A Python agent that takes the lowest legal action and stores its decisions."""

    name = "lowest"

    def __init__(self) -> None:
        self.asked: list[Decisions] = []

    def act(self, decisions: Decisions) -> np.ndarray:
        self.asked.append(decisions)
        return lowest(decisions.masks)


# --- seeds


@EVERY_CASE
@pytest.mark.rule("C-10")
def test_table_i_plays_the_game_of_seed_plus_i(case):
    batch = batch_of(case, 5, seed=100)
    singles = [batch_of(case, 1, seed=100 + i) for i in range(5)]
    assert batch.seeds.tolist() == [100, 101, 102, 103, 104]
    for _ in range(60):
        for i, single in enumerate(singles):
            assert single.states[0].tobytes() == batch.states[i].tobytes()
            assert (single.observations[0] == batch.observations[i]).all()
            single.step(lowest(single.masks))
        batch.step(lowest(batch.masks))
    assert batch.seeds.tolist() == [single.seeds[0] for single in singles]


@EVERY_CASE
def test_results_do_not_depend_on_the_number_of_threads(case):
    one, two = (batch_of(short(case), 200, seed=7, num_threads=threads) for threads in (1, 2))
    generator = np.random.default_rng(0)
    for _ in range(80):
        actions = random_actions(one.masks, generator)
        one.step(actions)
        two.step(actions)
        for name in ("_states", "_statuses", "_finals", "_observations", "masks"):
            assert getattr(one, name).tobytes() == getattr(two, name).tobytes()


@EVERY_CASE
def test_the_global_generators_are_not_touched(case):
    before = random.getstate(), repr(np.random.get_state())
    batch = batch_of(short(case), 8, seed=None)
    play = MixedPlay(batch, 1)
    for _ in range(50):
        batch.step(play.actions(batch))
    batch.reset()
    assert (random.getstate(), repr(np.random.get_state())) == before


def test_without_a_seed_each_batch_draws_its_own():
    deals = [dig_envs.batch("dig_v0", num_tables=1).states.tobytes() for _ in range(3)]
    assert len(set(deals)) == 3


@EVERY_CASE
def test_reset_without_a_seed_deals_the_next_game_of_each_tables_stream(case):
    first, second = (batch_of(case, 3, seed=9) for _ in range(2))
    deals = [first.states.tobytes()]
    for _ in range(3):
        first.reset()
        second.step(lowest(second.masks))  # the actions in between make no difference
        second.reset()
        assert first.states.tobytes() == second.states.tobytes()
        deals.append(first.states.tobytes())
    assert len(set(deals)) == 4
    first.reset(9)
    assert first.states.tobytes() == deals[0]


@pytest.mark.parametrize("seed", [0, 2**63 - 1])
def test_the_lowest_and_highest_seed_are_valid(seed):
    batch = dig_envs.batch("dig_v0", num_tables=3, seed=seed)
    assert batch.seeds.min() >= 0 and len(set(batch.seeds.tolist())) == 3


# --- ends


@EVERY_CASE
def test_after_an_end_the_next_game_is_dealt_and_the_results_remain(case):
    """Compared with a batch that does not deal again: the same ends, then the first decision of the next game."""
    again, once = (batch_of(short(case), 40, seed=3, deal_again=deal_again) for deal_again in (True, False))
    while (once.players >= 0).all():
        actions = lowest(once.masks)
        once.step(actions)
        again.step(actions)
    done = once.dones
    assert (again.dones == done).all() and (again.truncations == once.truncations).all()
    assert (again.rewards == once.rewards).all() and (again.points == once.points).all()
    assert (again.final_observations == once.final_observations).all()
    assert (once.final_observations == once.observe_states(once.states[done])).all()
    assert (once.players[done] == -1).all() and not once.masks[done].any() and not once.observations[done].any()
    assert (again.players >= 0).all() and (again.states["table"]["turn"][done] == 0).all()
    assert (again.last_steps[done] == once.last_steps[done]).all() and (once.last_steps[done] > 0).all()


@EVERY_CASE
def test_without_the_next_game_an_end_is_reported_once(case):
    batch = batch_of(short(case), 30, seed=4, deal_again=False)
    reported = np.zeros(30, int)
    for _ in range(most_decisions(batch)):
        batch.step(np.where(batch.players < 0, -1, lowest(batch.masks)))
        reported += batch.dones
        assert not batch.rewards[~batch.dones].any()
    assert (reported == 1).all()
    batch.deal([2, 5], [70, 71])
    assert np.flatnonzero(batch.players >= 0).tolist() == [2, 5] and not batch.dones.any()
    assert batch.states[5].tobytes() == batch_of(short(case), 1, seed=71).states[0].tobytes()


def test_truncations_and_other_ends_are_distinguished():
    batch = batch_of(CASES[0], 400, seed=5)
    play = MixedPlay(batch, 5)
    kinds = Counter()
    for _ in range(700):
        batch.step(play.actions(batch))
        kinds.update(batch.truncations[batch.dones].tolist())
    assert kinds[True] > 20 and kinds[False] > 20


# --- opponents


def learning(case: Case, pool: list[Opponent], learner, num_tables: int = 60, seed: int = 2, **arguments) -> Batch:
    game = game_of(case.game)
    options = game.parse_options(**case.options)
    return Batch(game, options, num_tables, seed, opponents=pool, learner=learner, **arguments)


@EVERY_CASE_WITH_OTHERS
@pytest.mark.parametrize("learner", [0, "random"])
def test_only_the_learner_decides_and_gets_its_own_rewards(case, learner):
    bot = agents.make("random", game=case.game)
    batch = learning(short(case), [Opponent(bot, 1.0), Opponent(Lowest(), 1.0)], learner)
    generator = np.random.default_rng(0)
    ended = 0
    while ended <= 60:
        seats = batch.learner_seats.copy()
        assert (batch.players == seats).all()
        batch.step(random_actions(batch.masks, generator))
        done = batch.dones
        ended += done.sum()
        rows = np.arange(batch.num_tables)
        assert (batch.learner_rewards == batch.rewards[rows, batch.last_learner_seats]).all()
        assert (batch.last_learner_seats[done] == seats[done]).all()
        opponents = batch.last_opponents[done]
        assert (opponents[np.arange(len(opponents)), seats[done]] == -1).all()
        assert ((opponents >= 0).sum(axis=1) == batch.num_players - 1).all()
    assert (set(batch.learner_seats.tolist()) == {0}) == (learner == 0)


def test_opponents_are_drawn_by_their_shares_and_seats_uniformly():
    bots = [agents.make("random", game="dig_v0", noise=noise) for noise in (0.0, 0.5, 1.0)]
    pool = [Opponent(bot, share) for bot, share in zip(bots, (3.0, 1.0, 0.0), strict=True)]
    batch = learning(Case("dig_v0", {"num_players": 3}), pool, "random", num_tables=4000)
    drawn = Counter(batch._statuses["opponents"][:, :3].ravel().tolist())
    assert abs(drawn[0] / 8000 - 0.75) < 0.03 and drawn[2] == 0 and drawn[-1] == 4000
    assert min(Counter(batch.learner_seats.tolist()).values()) > 1200


@EVERY_CASE_WITH_OTHERS
def test_a_python_agent_sees_the_decisions_of_its_seat(case):
    agent = Lowest()
    batch = learning(case, [Opponent(agent)], learner=0, num_tables=10)
    for _ in range(12):
        batch.step(lowest(batch.masks))
    assert len(agent.asked) >= 10
    for decisions in agent.asked:
        n = len(decisions)
        assert decisions.observations.shape == (n, batch.layout.size) and decisions.masks.shape == (n, batch.game.num_actions)
        assert decisions.masks.any(axis=1).all() and (decisions.players != 0).all()
        states = np.zeros(n, batch.game.state)  # filled only with the records that the agent was given
        states["table"] = decisions.tables
        states["seats"][np.arange(n), decisions.players] = decisions.seats
        assert (batch.observe_states(states)[np.arange(n), decisions.players] == decisions.observations).all()


@EVERY_CASE
def test_seated_agents_play_whole_games_alone(case):
    """The games are those in which the caller makes the same decisions."""
    batch = batch_of(short(case), 20, deal_again=False)
    batch.seat_agents([Lowest()], np.zeros((20, batch.num_players), int))
    batch.deal(np.arange(20), np.arange(20) + 50)
    assert batch.dones.all() and (batch.players == -1).all()
    caller = batch_of(short(case), 20, seed=50, deal_again=False)
    while (caller.players >= 0).any():
        caller.step(np.where(caller.players < 0, -1, lowest(caller.masks)))
    assert (batch.points == caller.points).all() and batch.states.tobytes() == caller.states.tobytes()


# --- rows of observations


def assert_rows_are_fresh(batch: Batch) -> None:
    """Assert that every row equals a fresh encoding of its state."""
    running = np.flatnonzero(batch.players >= 0)
    fresh = batch.observe_states(batch._states[running])[np.arange(len(running)), batch.players[running]]
    assert batch.observations[running].tobytes() == fresh.tobytes()
    assert not batch.observations[batch.players < 0].any()


@pytest.mark.parametrize("case", mark_long_except_one(CASES), ids=lambda case: case.id)
@pytest.mark.parametrize("deal_again", [True, False])
def test_no_float_of_an_earlier_observation_remains(case, deal_again):
    """Not even after deals of some tables, forfeits, copies, restored snapshots and exchanged states."""
    batch = batch_of(short(case), 40, seed=11, deal_again=deal_again)
    play, generator = MixedPlay(batch, 11), np.random.default_rng(11)
    earlier = [batch.snapshot()]
    for step in range(160):
        actions = play.actions(batch)
        kind = step % 8
        if kind == 1 and deal_again:  # otherwise a forfeited game would remain, which no snapshot allows
            actions[::9] = np.where(batch.players[::9] < 0, -1, batch.masks[::9].argmin(axis=1))
            batch.step_or_forfeit(actions)
        elif kind == 3:
            batch.deal_next(generator.choice(40, 5, replace=False))
        elif kind == 5:
            batch.deal(generator.choice(40, 5, replace=False), generator.integers(0, 99, 5))
        elif kind == 7 and step % 3 == 0:
            earlier.append(batch.snapshot())
            batch = batch.clone() if step % 2 else pickle.loads(pickle.dumps(batch))
            batch.restore(earlier[generator.integers(len(earlier))])
        elif kind == 7:
            batch = with_states(batch, batch.states[generator.permutation(40)])
        else:
            batch.step(actions)
        assert_rows_are_fresh(batch)
    if deal_again:
        batch = batch_of(short(case), 40, seed=12)
        for _ in range(40):
            batch.random_steps(7)
            assert_rows_are_fresh(batch)


@pytest.mark.parametrize("case", mark_long_except_one(CASES), ids=lambda case: case.id)
def test_no_float_of_an_earlier_observation_remains_in_plain_python(case, monkeypatch):
    batch = plain_batch(short(case, 3), monkeypatch, seed=2)
    for _ in range(12):
        batch.step(np.where(batch.players < 0, -1, batch.masks.argmax(axis=1)))
        assert_rows_are_fresh(batch)
        assert batch.observations[batch.players >= 0].any(axis=1).all()


def test_observations_are_read_only():
    batch = dig_envs.batch("dig_v0", num_tables=2, seed=1)
    with pytest.raises(ValueError, match="read-only"):
        batch.observations[0, 0] = 1.0
    for copy in (batch.clone(), pickle.loads(pickle.dumps(batch))):
        copy.step(lowest(copy.masks))
        assert not copy.observations.flags.writeable and copy._observations.flags.writeable


# --- agents that are no longer needed


def test_agents_without_a_seat_or_an_entry_of_the_pool_are_dropped():
    first, second = Lowest(), Lowest()
    batch = learning(Case("dig_v0"), [Opponent(first)], learner=0, num_tables=3)
    batch.set_opponents([Opponent(second)])
    assert batch.agents == [first, second]  # the running games are played by the first one
    for _ in range(50):
        batch.set_opponents([Opponent(Lowest()), Opponent(agents.make("greedy", game="dig_v0"))])
    assert len(batch.agents) == 3 and batch.agents[0] is first
    asked = len(first.asked)
    for _ in range(4):
        batch.step(lowest(batch.masks))
    assert len(first.asked) > asked and not second.asked
    batch.set_opponents([Opponent(second)])
    batch.reset()
    assert batch.agents == [second]


def test_dropping_agents_renumbers_the_others():
    """Running games keep their agents when other agents are dropped: they are the games of a batch that drops none."""
    game = game_of("dig_v0")
    pool = [Opponent(agents.make(name, game=game, noise=0.1)) for name in agents.names(game)]
    pool = [pool[0], Opponent(Lowest()), *pool[1:], Opponent(Lowest())]
    unchanged, changed = (learning(Case("dig_v0", {"num_players": 4}), pool, learner=0, deal_again=False) for _ in range(2))
    generator = np.random.default_rng(0)
    for step in range(30):
        actions = random_actions(unchanged.masks, generator)
        unchanged.step(actions)
        changed.step(actions)
        changed.set_opponents([pool[step % 5], Opponent(Lowest()), pool[-1 - step % 5]])
        assert (unchanged.states == changed.states).all() and len(changed.agents) <= 6
    changed.set_opponents([Opponent(agents.make("expert", game=game))])
    changed.reset()
    changed.set_opponents([pool[1]])
    assert [agent.name for agent in changed.agents] == ["expert", "lowest"]


def test_a_refused_pool_or_seating_changes_no_agent():
    batch = learning(Case("dig_v0"), [Opponent(Lowest())], learner=0, num_tables=2)
    before = list(batch.agents), batch.snapshot()
    other = agents.make("greedy", game="dig_dig_v0")
    with pytest.raises(ArgumentError, match="plays dig_dig_v0"):
        batch.set_opponents([Opponent(Lowest()), Opponent(other)])
    with pytest.raises(ArgumentError, match="use set_opponents"):
        batch.seat_agents([Lowest()], np.array([[-1, 0], [0, -1]]))
    assert (list(batch.agents), batch.snapshot()) == before


def test_a_batch_without_a_learner_draws_no_opponents():
    batch = dig_envs.batch("dig_v0", num_tables=2, seed=1)
    with pytest.raises(ArgumentError, match="use seat_agents"):
        batch.set_opponents([Opponent(Lowest())])
    assert not batch.agents
