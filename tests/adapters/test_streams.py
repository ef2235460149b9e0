"""Copies of an environment that was never reset draw their own games; the seeds of all adapters are unguessable and alike."""

import copy
import multiprocessing
import os
import pickle

import numpy as np
import pytest

import dig_envs
from dig_envs.adapters.gymnasium import SeatEnv
from dig_envs.adapters.gymnasium_vector import SeatVectorEnv
from dig_envs.adapters.pettingzoo import parallel_env
from dig_envs.adapters.sb3 import DigVecEnv
from dig_envs.core.errors import ArgumentError

ENVIRONMENTS = {
    "aec": lambda: dig_envs.env("dig_v0"),
    "parallel": lambda: parallel_env("dig_v0"),
    "gymnasium": lambda: SeatEnv("dig_v0"),
    "gymnasium vector": lambda: SeatVectorEnv("dig_v0", 2),
    "sb3": lambda: DigVecEnv("dig_v0", 2),
}
every_environment = pytest.mark.parametrize("make", ENVIRONMENTS.values(), ids=ENVIRONMENTS)
WAYS = [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))]


def seeds_of(env) -> list[int]:
    """The seeds of the games at all tables."""
    tables = getattr(env, "_tables", None) or getattr(getattr(env, "unwrapped", env), "_table", None) or env.aec_env._table
    return tables._statuses["seed"].tolist()


@every_environment
@pytest.mark.parametrize("way", WAYS, ids=["deepcopy", "pickle"])
def test_copies_that_were_never_reset_draw_their_own_games(make, way):
    env = make()
    copies = [env, way(env), way(env)]
    for each in copies:
        each.reset()
    seeds = [seed for each in copies for seed in seeds_of(each)]
    assert len(set(seeds)) == len(seeds)
    assert max(seeds) > 2**55  # 63 bits: smaller with a probability below 2**-24


@every_environment
@pytest.mark.parametrize("way", WAYS, ids=["deepcopy", "pickle"])
def test_copies_after_a_reset_continue_the_same_stream(make, way):
    env = make()
    env.reset()
    twin = way(env)
    env.reset()
    twin.reset()
    assert seeds_of(env) == seeds_of(twin)


def report_seeds(env, queue) -> None:
    env.reset()
    queue.put(seeds_of(env))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
@every_environment
def test_forked_environments_that_were_never_reset_draw_their_own_games(make):
    env, context = make(), multiprocessing.get_context("fork")
    queue = context.Queue()
    children = [context.Process(target=report_seeds, args=(env, queue)) for _ in range(2)]
    for child in children:
        child.start()
    found = [queue.get(timeout=60) for _ in children]
    for child in children:
        child.join(60)
    env.reset()
    seeds = [seed for each in [*found, seeds_of(env)] for seed in each]
    assert len(set(seeds)) == len(seeds)


def test_a_given_seed_is_that_of_the_first_games():
    env = DigVecEnv("dig_v0", 2, seed=5)
    twin = copy.deepcopy(env)
    env.reset()
    twin.reset()
    assert seeds_of(env) == seeds_of(twin) == [5, 6]


def test_the_first_reset_of_a_vector_environment_deals_at_all_tables():
    envs = SeatVectorEnv("dig_v0", 3, autoreset_mode="Disabled")
    before = seeds_of(envs)
    _, infos = envs.reset(options={"reset_mask": np.array([True, False, False])})
    assert not set(before) & set(seeds_of(envs)) and infos["_action_mask"].all()


def test_a_first_reset_may_have_seeds_for_some_tables():
    envs = [SeatVectorEnv("dig_v0", 3) for _ in range(2)]
    for each in envs:
        each.reset(seed=[None, 3, None])
    (one, three, other), (unlike, same, _) = map(seeds_of, envs)
    assert three == same == 3 and len({one, other, unlike}) == 3


@every_environment
@pytest.mark.parametrize("seed", [2**63, -1, 1.5, True])
def test_all_adapters_refuse_the_same_seeds(make, seed):
    env = make()
    with pytest.raises(ArgumentError, match=r"a seed must be a whole number from 0 to 2\*\*63 - 1|seed must be a whole number"):
        env.seed(seed) if isinstance(env, DigVecEnv) else env.reset(seed=seed)


def test_supersuits_copies_play_different_games():
    supersuit = pytest.importorskip("supersuit")
    envs = supersuit.gym_vec_env_v0(SeatEnv("dig_v0", mask_in="info"), 4)
    envs.reset()
    seeds = {env.unwrapped._tables.seeds[0] for env in envs.envs}
    assert len(seeds) == 4
