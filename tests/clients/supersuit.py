"""Test that SuperSuit's wrappers play the games with legal actions only, and keep observations and rewards."""

import gymnasium
import numpy as np
import pytest
import supersuit
from pettingzoo.test import parallel_api_test

import dig_envs
from dig_envs.core.errors import IllegalActionError
from tests.clients import script

GAME = "dig_dig_v0"
snippet = script("clients/supersuit_wrappers.py")
WRAPPERS = {
    "agent_indicator": supersuit.agent_indicator_v0,
    "clip_reward": supersuit.clip_reward_v0,
    "delay_observations": lambda env: supersuit.delay_observations_v0(env, 2),
    "dtype": lambda env: supersuit.dtype_v0(env, np.float64),
    "flatten": supersuit.flatten_v0,
    "frame_stack": lambda env: supersuit.frame_stack_v1(env, 3),
    "max_observation": lambda env: supersuit.max_observation_v0(env, 2),
    "normalize_obs": lambda env: supersuit.normalize_obs_v0(supersuit.dtype_v0(env, np.float32), -1, 1),
    "observation_lambda": lambda env: supersuit.observation_lambda_v0(env, lambda seen, space: 1 - seen),
    "pad_action_space": supersuit.pad_action_space_v0,
    "pad_observations": supersuit.pad_observations_v0,
    "reshape": lambda env: supersuit.reshape_v0(env, (*env.observation_space("player_0").shape, 1)),
}
every_wrapper = pytest.mark.parametrize("wrap", WRAPPERS.values(), ids=WRAPPERS)


def rewards_of_a_random_game(env) -> dict[str, float]:
    """Play one game with fixed random seeds, and return the reward of each seat."""
    env.reset(seed=3)
    generator, total = np.random.default_rng(5), {}
    for agent in env.agent_iter():
        observation, total[agent], terminated, truncated, info = env.last()
        assert observation in env.observation_space(agent)
        env.step(None if terminated or truncated else generator.choice(info["action_mask"].nonzero()[0]))
    return total


def test_the_script_runs(capsys, monkeypatch):
    monkeypatch.setattr(dig_envs, "env", dig_envs.raw_env)  # an illegal action raises
    snippet.main()
    assert "(1520,) floats" in (said := capsys.readouterr().out) and "6 rows" in said


@every_wrapper
def test_a_wrapped_game_has_the_same_rewards(wrap):
    plain, wrapped = (dig_envs.raw_env(GAME, mask_in="info") for _ in range(2))
    rewards = rewards_of_a_random_game(plain)
    assert rewards_of_a_random_game(wrap(wrapped)) == rewards and sorted(rewards.values()) == [-1, 1]


@every_wrapper
def test_a_wrapped_parallel_environment_passes_pettingzoos_test(wrap):
    parallel_api_test(wrap(dig_envs.parallel_env(GAME, mask_in="info", max_turns=4)), num_cycles=20)


def test_a_frame_stack_ends_with_the_current_observation():
    env, stack = (dig_envs.raw_env(GAME, mask_in="info") for _ in range(2))
    stack = supersuit.frame_stack_v1(stack, 2)
    for one in (env, stack):
        one.reset(seed=7)
    size, before = env.observation_space("player_0").shape[0], dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter(12):
        seen, _, _, _, info = env.last()
        stacked = stack.last()[0]
        assert (stacked[:size] == before[agent]).all() and (stacked[size:] == seen).all()
        before[agent], action = seen, int(info["action_mask"].argmax())
        env.step(action)
        stack.step(action)


def test_rows_are_the_seats_of_tables_and_new_games_start_automatically():
    rows, parallel = snippet.seats_as_rows(GAME, 2), dig_envs.parallel_env(GAME, mask_in="info")
    observations, infos = rows.reset(seed=4)
    seen, _ = parallel.reset(seed=5)  # the seed of the second table
    rows.action_space.seed(1)
    ended = 0
    for _ in range(600):
        actions = np.array([rows.action_space.sample(info["action_mask"]) for info in infos])
        observations, rewards, terminations, _, infos = rows.step(actions)
        if not ended:
            seen, gains, ends, _, _ = parallel.step(dict(zip(parallel.possible_agents, actions[2:], strict=True)))
            assert list(gains.values()) == rewards[2:].tolist() and list(ends.values()) == terminations[2:].tolist()
            if not terminations[2]:
                assert (observations[2] == seen["player_0"]).all() and (observations[3] == seen["player_1"]).all()
        ended += int(terminations[2])
    assert ended > 1
    assert sum(info["action_mask"].any() for info in infos) == 2  # one seat decides at each table


def test_the_gymnasium_adapter_can_be_wrapped():
    env = gymnasium.make("dig_envs/DigDig-v0", illegal="raise")
    env = supersuit.frame_stack_v1(supersuit.dtype_v0(env, np.float16), 3)
    observation, info = env.reset(seed=1)
    over = False
    while not over:
        assert observation in env.observation_space
        observation, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
        over = terminated or truncated
    assert reward in (-1, 1)


def test_wrappers_that_the_page_warns_of_fail():
    with pytest.raises(AssertionError, match="only allowed for Box"):
        supersuit.frame_stack_v1(dig_envs.env(GAME), 2)  # observations are dicts that contain the mask
    env = supersuit.sticky_actions_v0(dig_envs.raw_env(GAME, mask_in="info"), 0.9)
    with pytest.raises(IllegalActionError):
        for seed in range(20):
            snippet.play(env, seed)
