"""Test that AgileRL trains on vector environments and plays parallel environments with legal actions only."""

import numpy as np
import pytest
import torch
from agilerl.algorithms import DQN, IPPO
from agilerl.components.replay_buffer import ReplayBuffer
from agilerl.training.train_off_policy import train_off_policy
from agilerl.vector.pz_async_vec_env import AsyncPettingZooVecEnv

import dig_envs
from tests.clients import script
from tests.support.play import random_actions

GAME = "dig_dig_v0"
snippet = script("clients/agilerl_ppo.py")


@pytest.fixture(autouse=True)
def seeded():
    np.random.seed(1)
    torch.manual_seed(1)


def test_the_script_trains_ppo(capsys):
    snippet.main(["--game", GAME, "--steps", "512", "--num-tables", "16", "--batch-size", "256"])
    assert capsys.readouterr().out.endswith("a game against random\n")


def test_ppo_learns_with_legal_actions_only():
    env = snippet.tables(GAME, 8)
    agent = snippet.learner(env, 64)
    before = [weight.clone() for weight in agent.actor.parameters()]
    snippet.train(env, agent, 64)
    kept = agent.rollout_buffer.buffer
    masks, actions = kept["action_masks"].reshape(-1, env.single_action_space.n), kept["actions"].reshape(-1).long()
    assert masks[torch.arange(len(actions)), actions].all() and not masks.all()
    assert any((weight != was).any() for weight, was in zip(agent.actor.parameters(), before, strict=True))


def test_dqn_trains_with_legal_actions_only():
    env = snippet.tables(GAME, 8)
    agent = DQN(env.single_observation_space, env.single_action_space, learn_step=8, gamma=1.0)
    memory = ReplayBuffer(1000)
    agents, _ = train_off_policy(
        env, "dig-envs", "DQN", [agent], memory, max_steps=400, evo_steps=400, eval_steps=50, verbose=False
    )
    assert len(memory) >= 400 and agents[0].steps >= 400


def test_agilerls_vector_environment_plays_all_seats_of_a_parallel_environment():
    env = AsyncPettingZooVecEnv([lambda: dig_envs.parallel_env(GAME, mask_in="info")] * 2)
    generator, nonzero_rewards = np.random.default_rng(1), []
    _, infos = env.reset(seed=1)
    for _ in range(400):
        masks = {agent: infos[agent]["action_mask"] for agent in env.agents}
        assert sum(mask.any(axis=1).astype(int) for mask in masks.values()).tolist() == [1, 1]  # one seat decides
        _, rewards, _, _, infos = env.step({agent: random_actions(mask, generator) for agent, mask in masks.items()})
        nonzero_rewards += [reward for reward in np.nan_to_num(rewards["player_0"]) if reward]
    env.close()
    assert nonzero_rewards and set(nonzero_rewards) <= {1, -1}


def test_ippo_raises_an_error_on_masks():
    """AgileRL compares arrays with None. The documentation page warns of this error."""
    env = AsyncPettingZooVecEnv([lambda: dig_envs.parallel_env(GAME, mask_in="info")])
    spaces = [[space(agent) for agent in env.agents] for space in (env.single_observation_space, env.single_action_space)]
    observations, infos = env.reset(seed=1)
    with pytest.raises(ValueError, match="truth value of an array"):
        IPPO(*spaces, agent_ids=env.agents).get_action(observations, infos=infos)
    env.close()
