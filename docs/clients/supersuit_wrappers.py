"""SuperSuit's wrappers: stacked observations of a seat, and a vector environment with one row for each seat of each table.

`python supersuit_wrappers.py`. Requires `pip install supersuit`.
"""

import numpy as np
import supersuit

import dig_envs


def stacked(game: str, moments: int):
    """Make an environment that stacks the last observations of the deciding seat, in half precision."""
    env = dig_envs.env(game, mask_in="info")
    return supersuit.dtype_v0(supersuit.frame_stack_v1(env, moments), np.float16)


def play(env, seed: int) -> dict[str, float]:
    """Play one game at random; return the reward of each seat."""
    env.reset(seed=seed)
    total = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        assert observation in env.observation_space(agent)
        total[agent] += reward
        env.step(None if terminated or truncated else env.action_space(agent).sample(info["action_mask"]))
    return total


def seats_as_rows(game: str, tables: int):
    """Make a vector environment with one row for each seat of each table. It deals a new game after each end."""
    seats = supersuit.pettingzoo_env_to_vec_env_v1(dig_envs.parallel_env(game, mask_in="info"))
    return supersuit.concat_vec_envs_v1(seats, tables)


def step_rows(env, steps: int, seed: int) -> int:
    """Play at random; return the number of rows in which a game ended."""
    _, infos = env.reset(seed=seed)
    ended = 0
    for _ in range(steps):
        # The mask of a waiting seat is all 0: its row draws action 0, which is not played.
        actions = np.array([env.action_space.sample(info["action_mask"]) for info in infos])
        _, _, terminations, truncations, infos = env.step(actions)
        ended += int((terminations | truncations).sum())
    return ended


def main() -> None:
    env = stacked("dig_dig_v0", moments=4)
    print(f"{env.observation_space('player_0').shape} floats are observed; rewards of a game: {play(env, seed=1)}")
    rows = seats_as_rows("dig_dig_v0", tables=3)
    print(f"{rows.num_envs} rows, in which {step_rows(rows, steps=300, seed=1)} games ended after 300 steps")


if __name__ == "__main__":
    main()
