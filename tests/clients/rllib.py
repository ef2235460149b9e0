"""Test that RLlib's adapters accept the environments, and that its masking module trains with legal actions only."""

import numpy as np
import pytest
from ray.rllib.env.multi_agent_env_runner import MultiAgentEnvRunner
from ray.rllib.env.wrappers.pettingzoo_env import ParallelPettingZooEnv, PettingZooEnv

import dig_envs
from tests.clients import script

GAME = "dig_dig_v0"
tutorial = script("tutorials/rllib_ppo.py")


@pytest.fixture(autouse=True)
def illegal_actions_raise(monkeypatch):
    monkeypatch.setattr(dig_envs, "env", dig_envs.raw_env)


@pytest.mark.parametrize("key", ["observation", "observations"])
def test_random_play_is_legal_and_rewards_every_seat(key):
    env = PettingZooEnv(dig_envs.env(GAME, observation_key=key))
    seen, _ = env.reset(seed=3)
    generator, total = np.random.default_rng(3), dict.fromkeys(env.possible_agents, 0.0)
    over = False
    while not over:
        ((agent, shown),) = seen.items()
        assert shown in env.observation_spaces[agent] and list(shown) == [key, "action_mask"]
        seen, rewards, terminateds, truncateds, _ = env.step({agent: generator.choice(shown["action_mask"].nonzero()[0])})
        for agent, reward in rewards.items():
            total[agent] += reward
        over = terminateds["__all__"] or truncateds["__all__"]
    assert set(seen) == set(env.possible_agents) and sorted(total.values()) == [-1, 1]


def test_rllib_accepts_the_parallel_environment():
    env = ParallelPettingZooEnv(dig_envs.parallel_env(GAME))
    seen, _ = env.reset(seed=3)
    over = False
    while not over:
        actions = {agent: int(shown["action_mask"].argmax()) for agent, shown in seen.items()}
        seen, rewards, terminateds, truncateds, _ = env.step(actions)
        over = terminateds["__all__"] or truncateds["__all__"]
    assert len(rewards) == 2 and sum(rewards.values()) == 0


def test_the_masking_module_plays_legal_actions():
    runner = MultiAgentEnvRunner(config=tutorial.configuration(64, game=GAME, num_players=2))
    episodes = runner.sample(num_episodes=2, random_actions=False)
    runner.stop()
    for episode in episodes:
        for single in episode.agent_episodes.values():
            actions = single.get_actions()
            masks = single.get_observations()["action_mask"]
            assert len(actions) > 5 and masks[np.arange(len(actions)), actions].all()
        assert sum(single.get_return() for single in episode.agent_episodes.values()) == 0


def test_the_tutorial_trains_and_its_agent_is_rated(capsys, monkeypatch):
    few = ["--game", GAME, "--iterations", "1", "--batch-size", "256", "--games", "4"]
    monkeypatch.setattr("sys.argv", ["rllib_ppo.py", *few])
    tutorial.main()
    said = capsys.readouterr().out
    assert "256 decisions" in said and "against random:" in said
