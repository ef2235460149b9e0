"""A batch deals, steps and ends its games as it says; results hang on seeds alone."""

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
from dig_envs.core.engine.sparse_rows import BITS, FIELD, sections, starts_of
from dig_envs.core.errors import ArgumentError
from tests.support.catalogue import CASES, Case
from tests.support.play import MixedPlay, batch_of, most_decisions, random_actions, with_states
from tests.support.uncompiled import plain_batch

EVERY_CASE = pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
EVERY_CASE_WITH_OTHERS = pytest.mark.parametrize("case", [case for case in CASES if not case.solo], ids=lambda case: case.id)


def short(case: Case, turns: int = 12) -> Case:
    """The case with games of a few turns, if it has a turn limit."""
    return case.shortened(turns)


def lowest(masks: np.ndarray) -> np.ndarray:
    return masks.argmax(axis=1)


class Lowest(Agent):
    """A Python agent that takes the lowest legal action, and keeps what it was asked."""

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
        for name in ("_states", "_desks", "_finals", "_observations", "masks"):
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
def test_reset_goes_on_with_each_tables_own_stream(case):
    first, second = (batch_of(case, 3, seed=9) for _ in range(2))
    deals = [first.states.tobytes()]
    for _ in range(3):
        first.reset()
        second.step(lowest(second.masks))  # what was played in between makes no difference
        second.reset()
        assert first.states.tobytes() == second.states.tobytes()
        deals.append(first.states.tobytes())
    assert len(set(deals)) == 4
    first.reset(9)
    assert first.states.tobytes() == deals[0]


@pytest.mark.parametrize("seed", [0, 2**63 - 1])
def test_seeds_at_the_limits_are_taken(seed):
    batch = dig_envs.batch("dig_v0", num_tables=3, seed=seed)
    assert batch.seeds.min() >= 0 and len(set(batch.seeds.tolist())) == 3


# --- ends


@EVERY_CASE
def test_a_finished_game_is_dealt_anew_and_its_end_kept(case):
    """Beside a twin that does not deal again: the same ends, then the first decision of the next game."""
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
def test_an_end_is_told_once_and_its_table_then_rests(case):
    batch = batch_of(short(case), 30, seed=4, deal_again=False)
    told = np.zeros(30, int)
    for _ in range(most_decisions(batch)):
        batch.step(np.where(batch.players < 0, -1, lowest(batch.masks)))
        told += batch.dones
        assert not batch.rewards[~batch.dones].any()
    assert (told == 1).all()
    batch.deal([2, 5], [70, 71])
    assert np.flatnonzero(batch.players >= 0).tolist() == [2, 5] and not batch.dones.any()
    assert batch.states[5].tobytes() == batch_of(short(case), 1, seed=71).states[0].tobytes()


def test_truncation_and_end_are_told_apart():
    batch = batch_of(CASES[0], 400, seed=5)
    play = MixedPlay(batch, 5)
    kinds = Counter()
    for _ in range(700):
        batch.step(play.actions(batch))
        kinds.update(batch.truncations[batch.dones].tolist())
    assert kinds[True] > 20 and kinds[False] > 20


# --- opponents inside


def learning(case: Case, pool: list[Opponent], learner, num_tables: int = 60, seed: int = 2, **arguments) -> Batch:
    game = game_of(case.game)
    options = game.parse_options(**case.options)
    return Batch(game, options, num_tables, seed, opponents=pool, learner=learner, **arguments)


@EVERY_CASE_WITH_OTHERS
@pytest.mark.parametrize("learner", [0, "random"])
def test_the_learner_alone_is_asked_and_its_rewards_are_its_own(case, learner):
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
        who = batch.last_opponents[done]
        assert (who[np.arange(len(who)), seats[done]] == -1).all() and ((who >= 0).sum(axis=1) == batch.num_players - 1).all()
    assert (set(batch.learner_seats.tolist()) == {0}) == (learner == 0)


def test_opponents_are_drawn_by_their_shares_and_seats_evenly():
    bots = [agents.make("random", game="dig_v0", noise=noise) for noise in (0.0, 0.5, 1.0)]
    pool = [Opponent(bot, share) for bot, share in zip(bots, (3.0, 1.0, 0.0), strict=True)]
    batch = learning(Case("dig_v0", {"num_players": 3}), pool, "random", num_tables=4000)
    drawn = Counter(batch._desks["opponents"][:, :3].ravel().tolist())
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
        states = np.zeros(n, batch.game.state)  # with nothing but what it was shown: that is what it observes
        states["table"] = decisions.tables
        states["seats"][np.arange(n), decisions.players] = decisions.seats
        assert (batch.observe_states(states)[np.arange(n), decisions.players] == decisions.observations).all()


@EVERY_CASE
def test_seated_agents_play_whole_games_alone(case):
    """All seats by the same Python agent or by the caller: the same games."""
    batch = batch_of(short(case), 20, deal_again=False)
    batch.seat_agents([Lowest()], np.zeros((20, batch.num_players), int))
    batch.deal(np.arange(20), np.arange(20) + 50)
    assert batch.dones.all() and (batch.players == -1).all()
    caller = batch_of(short(case), 20, seed=50, deal_again=False)
    while (caller.players >= 0).any():
        caller.step(np.where(caller.players < 0, -1, lowest(caller.masks)))
    assert (batch.points == caller.points).all() and batch.states.tobytes() == caller.states.tobytes()


# --- rows of observations that are cleared in part


def assert_rows_hold_nothing_stale(batch: Batch) -> None:
    """Every row is what a fresh encoding of its state gives, and holds nothing beyond what it is said to hold."""
    asked = np.flatnonzero(batch.players >= 0)
    seen = batch.observe_states(batch._states[asked])[np.arange(len(asked)), batch.players[asked]]
    assert batch.observations[asked].tobytes() == seen.tobytes()
    assert not batch.observations[batch.players < 0].any()
    starts = starts_of(batch.game.encode)
    for k, (start, end) in enumerate(zip(starts, [*starts[1:], batch.num_facts], strict=False)):
        extents = batch._desks["extents"] >> (BITS * k) & FIELD
        beyond = np.arange(start, min(end, batch.num_facts)) >= extents[:, None]
        assert not batch._observations[:, start:end][beyond].any()


@EVERY_CASE
@pytest.mark.parametrize("deal_again", [True, False])
def test_no_float_of_an_earlier_observation_stays(case, deal_again):
    """After steps, deals of some tables, forfeits, copies, restores and states of other tables."""
    batch = batch_of(short(case), 40, seed=11, deal_again=deal_again)
    play, generator = MixedPlay(batch, 11), np.random.default_rng(11)
    earlier = [batch.snapshot()]
    for step in range(160):
        actions = play.actions(batch)
        kind = step % 8
        if kind == 1 and deal_again:  # else a forfeited game would stay, which no snapshot may hold
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
        assert_rows_hold_nothing_stale(batch)
    if deal_again:
        batch = batch_of(short(case), 40, seed=12)
        for _ in range(40):
            batch.random_steps(7)
            assert_rows_hold_nothing_stale(batch)


@EVERY_CASE
def test_no_float_stays_in_plain_python(case, monkeypatch):
    batch = plain_batch(short(case, 3), monkeypatch, seed=2)
    for _ in range(12):
        batch.step(np.where(batch.players < 0, -1, batch.masks.argmax(axis=1)))
        assert_rows_hold_nothing_stale(batch)
        assert batch.observations[batch.players >= 0].any(axis=1).all()


def test_observations_are_read_only():
    batch = dig_envs.batch("dig_v0", num_tables=2, seed=1)
    with pytest.raises(ValueError, match="read-only"):
        batch.observations[0, 0] = 1.0
    for twin in (batch.clone(), pickle.loads(pickle.dumps(batch))):
        twin.step(lowest(twin.masks))
        assert not twin.observations.flags.writeable and twin._observations.flags.writeable


def test_sections_rise_and_fit():
    for starts in ((), (5, 5), (9, 5), (-1,), (1, 2, 3, 4, 5), (FIELD,)):
        with pytest.raises(ArgumentError, match="in rising order"):
            sections(*starts)


# --- agents that are no longer needed


def test_agents_are_forgotten_once_no_table_and_no_entry_needs_them():
    first, second = Lowest(), Lowest()
    batch = learning(Case("dig_v0"), [Opponent(first)], learner=0, num_tables=3)
    batch.set_opponents([Opponent(second)])
    assert batch.agents == [first, second]  # the games under way are the first one's
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


def test_those_who_stay_are_numbered_anew():
    """Games under way go on with who plays in them, whoever else is forgotten: as they do where nobody is."""
    game = game_of("dig_v0")
    pool = [Opponent(agents.make(name, game=game, noise=0.1)) for name in agents.names(game)]
    pool = [pool[0], Opponent(Lowest()), *pool[1:], Opponent(Lowest())]
    kept, changed = (learning(Case("dig_v0", {"num_players": 4}), pool, learner=0, deal_again=False) for _ in range(2))
    generator = np.random.default_rng(0)
    for step in range(30):
        actions = random_actions(kept.masks, generator)
        kept.step(actions)
        changed.step(actions)
        changed.set_opponents([pool[step % 5], Opponent(Lowest()), pool[-1 - step % 5]])
        assert (kept.states == changed.states).all() and len(changed.agents) <= 6
    changed.seat_agents([agents.make("expert", game=game)], np.zeros((60, 4), int))
    changed.set_opponents([pool[1]])
    assert [agent.name for agent in changed.agents] == ["expert", "lowest"]


def test_a_refused_pool_or_seating_leaves_no_agent_behind():
    batch = learning(Case("dig_v0"), [Opponent(Lowest())], learner=0, num_tables=2)
    before = list(batch.agents), batch.snapshot()
    other = agents.make("greedy", game="dig_dig_v0")
    with pytest.raises(ArgumentError, match="plays dig_dig_v0"):
        batch.set_opponents([Opponent(Lowest()), Opponent(other)])
    with pytest.raises(ArgumentError, match="plays dig_dig_v0"):
        batch.seat_agents([Lowest(), other], np.zeros((2, 2), int))
    assert (list(batch.agents), batch.snapshot()) == before
