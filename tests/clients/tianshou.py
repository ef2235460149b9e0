"""Test that Tianshou's collectors and DQN play the games with legal actions only, for one seat and for all seats."""

import numpy as np
import pytest
import torch
from tianshou.algorithm.multiagent.marl import MultiAgentOffPolicyAlgorithm
from tianshou.algorithm.random import MARLRandomDiscreteMaskedOffPolicyAlgorithm
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, PettingZooEnv

import dig_envs
from tests.clients import script

GAME = "dig_dig_v0"
snippet = script("clients/tianshou_dqn.py")


@pytest.fixture(autouse=True)
def illegal_actions_raise(monkeypatch):
    monkeypatch.setattr(dig_envs, "env", dig_envs.raw_env)


def test_the_script_trains_on_one_seat_and_on_all_seats(capsys):
    np.random.seed(1)
    torch.manual_seed(1)
    snippet.main(["--game", GAME, "--steps", "400", "--games", "8"])
    said = capsys.readouterr().out
    assert "dqn_of_one_seat: " in said and "dqn_against_random: " in said


def test_random_play_of_all_seats_is_legal_and_rewards_each_seat():
    env = snippet.every_seat(GAME)
    players = [MARLRandomDiscreteMaskedOffPolicyAlgorithm(env.action_space) for _ in env.agents]
    algorithm, memory = MultiAgentOffPolicyAlgorithm(algorithms=players, env=env), VectorReplayBuffer(5000, 2)
    collector = Collector(algorithm, DummyVectorEnv([lambda: snippet.every_seat(GAME)] * 2), memory)
    collector.reset()
    returns = collector.collect(n_episode=6).returns
    assert returns.shape == (6, 2) and (returns.sum(axis=1) == 0).all() and (np.abs(returns) == 1).all()
    kept = memory[:]
    assert kept.obs.mask[np.arange(len(kept)), kept.act].all()


def test_tianshou_gets_the_observations_and_masks_of_the_game():
    env, plain = snippet.every_seat(GAME), dig_envs.env(GAME)
    seen, _ = env.reset(seed=5)
    plain.reset(seed=5)
    for _ in range(20):
        expected = plain.last()[0]
        assert seen["agent_id"] == plain.agent_selection and (seen["obs"] == expected["observation"]).all()
        assert (np.array(seen["mask"]) == expected["action_mask"]).all()
        action = int(np.argmax(seen["mask"]))
        seen = env.step(action)[0]
        plain.step(action)


def test_without_a_mask_in_the_observation_tianshou_allows_all_actions():
    """The documentation page warns of this."""
    seen, _ = PettingZooEnv(dig_envs.env(GAME, mask_in="info")).reset()
    assert all(seen["mask"])
