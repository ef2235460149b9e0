"""The algorithms of one file each: their trajectories keep seats apart, and each of them learns."""

import dataclasses
import json
import sys
from types import SimpleNamespace

import numpy as np
import pytest
import torch

import dig_envs
from dig_envs import exact, game_of
from dig_envs.core.batch import Batch
from dig_envs.training.one_file import dqn, harness, mmd, nfsp, ppo, r_nad
from dig_envs.training.process.torch_state import isolated, threads_of_torch

MODULES = {module.__name__.rpartition(".")[2]: module for module in (ppo, mmd, nfsp, r_nad, dqn)}
FEW = {"num_tables": 16, "steps": 600, "hidden": 16, "measure_every": 300}
GAMES = ("dig_dig_v0", "dig_v0", "lets_dig_for_treasure_v0")


@pytest.fixture(autouse=True)
def one_thread():
    with threads_of_torch(1):
        yield


def silent(line):
    pass


def tables_of(module, num_tables=8, **settings):
    return Batch(game_of("dig_dig_v0"), module.Settings(**settings).options, num_tables, seed=3, skip_forced=True)


def rollout_of(tables, steps):
    """Fill a rollout with the play of a network of random weights, which is returned too."""
    generator = torch.Generator().manual_seed(1)
    network = ppo.Network(harness.inputs_of(tables).shape[1], tables.game.num_actions, 16, generator)
    rollout = ppo.Rollout.empty(tables, steps)
    ppo.play(tables, network, rollout, generator)
    return rollout, network


def next_decisions(rollout):
    """Yield (step, table, the seat's next step or None, the rewards up to there, whether the game ended first), one by one."""
    steps, tables = rollout.seats.shape
    for step in range(steps):
        for table in range(tables):
            seat, reward = rollout.seats[step, table], 0.0
            for later in range(step, steps):
                if later > step and rollout.seats[later, table] == seat:
                    yield step, table, later, reward, False
                    break
                reward += rollout.rewards[later, table, seat]
                if rollout.ends[later, table]:
                    yield step, table, None, reward, True
                    break
            else:
                yield step, table, None, reward, False


@pytest.mark.parametrize("name", MODULES)
def test_a_short_run_gives_a_curve_and_is_repeatable(name):
    module = MODULES[name]
    settings = module.Settings(**FEW, **({"learning_starts": 64} if name in ("dqn", "nfsp") else {}))
    result, again = (module.train(settings, silent) for _ in range(2))
    points = result["curve"]
    assert points[0]["steps"] == 0 and points[-1]["steps"] >= settings.steps and len(points) == 3
    assert all(0 <= point["exploitability"] <= 1 for point in points)
    assert result["exploitability"] == points[-1]["exploitability"] != points[0]["exploitability"]
    assert [point["exploitability"] for point in again["curve"]] == [point["exploitability"] for point in points]
    other = module.train(dataclasses.replace(settings, seed=2), silent)
    assert other["exploitability"] != result["exploitability"]


@pytest.mark.parametrize("name", MODULES)
def test_the_command_writes_the_result(name, tmp_path, monkeypatch, capsys):
    words = [
        f"--{key.replace('_', '-')}={value}" for key, value in {**FEW, "steps": 64, "game": "dig_v0", "reward": "score"}.items()
    ]
    monkeypatch.setattr(sys, "argv", ["one_file", *words, "--output", str(tmp_path / "new" / "result.json")])
    with isolated(0, 1):  # `main` sets threads and precision of the process
        harness.run(MODULES[name].train, MODULES[name].Settings, MODULES[name].__doc__)
    result = json.loads((tmp_path / "new" / "result.json").read_text())
    assert result["settings"]["game"] == "dig_v0" and len(result["curve"]) == 2
    assert capsys.readouterr().out.count("exploitability") == 2


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("variant", ["tiny", "tiny3"])
def test_every_game_and_table_size_runs(game, variant):
    result = ppo.train(ppo.Settings(game=game, variant=variant, num_tables=16, num_steps=16, steps=256, hidden=8), silent)
    assert result["curve"][-1]["steps"] == 256


@pytest.mark.parametrize("variant", ["tiny", "tiny3"])
def test_advantages_follow_the_decisions_of_each_seat(variant):
    tables = tables_of(ppo, variant=variant)
    rollout, network = rollout_of(tables, 20)
    found, returns, closed = ppo.advantages_of(tables, network, rollout, 0.9)
    with torch.no_grad():
        values = network.value(rollout.observations).numpy()
        last = network.value(torch.as_tensor(harness.inputs_of(tables))).numpy()
    expected = np.zeros_like(values)
    for step, table, later, reward, ended in reversed(list(next_decisions(rollout))):
        to_move = later is None and not ended and tables.players[table] == rollout.seats[step, table]
        assert closed[step, table] == (later is not None or ended or to_move)
        if later is not None:
            expected[step, table] = reward + values[later, table] - values[step, table] + 0.9 * expected[later, table]
        elif ended or to_move:
            expected[step, table] = reward + (0.0 if ended else last[table]) - values[step, table]
    np.testing.assert_allclose(found, expected, atol=1e-5)
    np.testing.assert_allclose(returns, expected + values, atol=1e-5)
    assert rollout.ends.any() and not closed.all()


def test_v_trace_without_regularisation_gives_the_returns_of_each_seat():
    tables = tables_of(r_nad)
    rollout, network = rollout_of(tables, 20)
    with torch.no_grad():
        log_policy = network.log_policy(rollout.observations, rollout.masks).numpy()
        values = network.value(rollout.observations).numpy()
        last = tables.players.astype(int), network.value(torch.as_tensor(harness.inputs_of(tables))).numpy()
    found = r_nad.v_trace(r_nad.Settings(eta=0.0), rollout, values, last, log_policy, np.zeros_like(log_policy))
    expected = np.zeros_like(values)
    for step, table, later, reward, ended in reversed(list(next_decisions(rollout))):
        to_move = later is None and not ended and last[0][table] == rollout.seats[step, table]
        assert found.closed[step, table] == (later is not None or ended or to_move)
        following = expected[later, table] if later is not None else last[1][table] if to_move else 0.0
        expected[step, table] = reward + following
    np.testing.assert_allclose(found.values[found.closed], expected[found.closed], atol=1e-4)
    chosen = (*np.indices(values.shape), rollout.actions.numpy())
    surplus = (expected - values) / np.exp(log_policy[chosen])
    np.testing.assert_allclose(
        (found.action_values[chosen] - values)[found.closed], surplus[found.closed], rtol=1e-3, atol=1e-3
    )


def test_v_trace_charges_a_seat_and_pays_the_other():
    """One game of two decisions: seat 0, then seat 1, whose rewards are 1 and -1."""
    rewards = np.array([[[0.0, 0.0]], [[1.0, -1.0]]])
    rollout = SimpleNamespace(
        actions=torch.zeros(2, 1, dtype=torch.long), log_policies=torch.log(torch.full((2, 1, 2), 0.5)),
        seats=np.array([[0], [1]]), rewards=rewards, ends=np.array([[False], [True]]),
    )  # fmt: skip
    log_policy = np.log(np.full((2, 1, 2), 0.5, np.float32))
    log_ratio = np.log(np.array([[[2.0, 1.0]], [[4.0, 1.0]]], np.float32))
    settings, values = r_nad.Settings(eta=0.1), np.zeros((2, 1), np.float32)
    last = np.array([0]), np.zeros(1, np.float32)
    found = r_nad.v_trace(settings, rollout, values, last, log_policy, log_ratio)
    fines = 0.1 * 0.5 * np.log([2.0, 4.0])
    np.testing.assert_allclose(found.values[:, 0], [1 - fines[0] + fines[1], -1 - fines[1]], atol=1e-6)
    np.testing.assert_allclose(found.action_values[1, 0], [-2 - 0.1 * np.log(4.0), 0.0], atol=1e-6)
    np.testing.assert_allclose(found.action_values[0, 0], [2 * (1 + fines[1]) - 0.1 * np.log(2.0), 0.0], atol=1e-6)


def test_a_decision_in_the_replay_refers_to_the_next_of_its_seat():
    tables = tables_of(dqn, num_tables=4)
    replay = dqn.ReplayBuffer(tables, 4 * 40)
    rows, log = np.arange(4), SimpleNamespace(seats=[], rewards=[], ends=[])
    for _ in range(40):
        log.seats.append(tables.players.astype(int))
        replay.add(tables, tables.sample())
        log.rewards.append(tables.rewards.copy())
        log.ends.append(tables.dones.copy())
    rollout = SimpleNamespace(**{name: np.array(part) for name, part in vars(log).items()})
    for step, table, later, reward, ended in next_decisions(rollout):
        place = 4 * step + table
        assert replay.closed[place] == (later is not None or ended)
        if replay.closed[place]:
            assert replay.successors[place] == (-1 if later is None else 4 * later + table)
            assert replay.rewards[place] == np.float32(reward)
    replay.add(tables, tables.sample())
    assert replay.filled == 160 and replay.next == 4, "the oldest decisions are replaced"
    assert (replay.closed[rows] == tables.dones).all()
    assert replay.closed[replay.sample(100, np.random.default_rng(1))].all()


def test_the_reservoir_keeps_a_uniform_sample():
    tables = tables_of(nfsp)
    reservoir, generator = nfsp.Reservoir(tables, 500), np.random.default_rng(1)
    observations = np.zeros((100, reservoir.observations.shape[1]), np.float32)
    masks = np.ones((100, tables.game.num_actions), np.int8)
    for first in range(0, 5_000, 100):
        reservoir.add(observations, masks, first + np.arange(100), generator)
    assert reservoir.seen == 5_000 and len(np.unique(reservoir.actions)) == 500
    assert 2_200 < reservoir.actions.mean() < 2_800
    assert reservoir.sample(10, generator).max() < 500


def test_networks_see_the_observation_and_the_seat():
    tables = tables_of(ppo, variant="tiny3")
    for _ in range(20):
        inputs = harness.inputs_of(tables)
        np.testing.assert_array_equal(inputs[:, : tables.layout.size], tables.observations)
        np.testing.assert_array_equal(inputs[:, tables.layout.size :].argmax(axis=1), tables.players)
        assert (inputs[:, tables.layout.size :].sum(axis=1) == 1).all()
        tables.step(tables.sample())
    assert max(game_of(game).max_players for game in dig_envs.games()) == harness.MAX_PLAYERS


def test_a_fixed_magnet_is_uniform_and_a_moving_one_follows():
    tables = tables_of(mmd)
    rollout, network = rollout_of(tables, 8)
    with torch.no_grad():
        policy = network.log_policy(rollout.observations, rollout.masks).flatten(0, 1)
        uniform = torch.log(rollout.masks / rollout.masks.sum(-1, keepdim=True)).flatten(0, 1).clamp(min=-1e8)
    entropy = -(policy.exp() * policy).sum(-1)
    expected = torch.log(rollout.masks.sum(-1).flatten()) - entropy
    torch.testing.assert_close(mmd.divergence(policy, uniform), expected, atol=1e-4, rtol=0)
    assert not mmd.divergence(policy, policy).any()


def test_a_full_game_is_measured_against_bots():
    result = ppo.train(ppo.Settings(variant="full", num_tables=16, num_steps=16, steps=256, hidden=8), silent)
    assert len(result["curve"]) == 2
    assert 1 > result["wins against random"] > result["wins against greedy"] > result["wins against expert"] >= 0


@pytest.mark.long
@pytest.mark.parametrize("name", MODULES)
def test_each_algorithm_learns(name):
    module = MODULES[name]
    result = module.train(module.Settings(steps=250_000), silent)
    uniform = exact.exploitability("dig_dig_v0", "random", variant="tiny").exploitability
    assert result["exploitability"] < uniform / 2, result["curve"]
