"""Test requirements of third-party libraries on constructors and `reset`, in all adapters."""

import re
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from pettingzoo.test import parallel_api_test

import dig_envs
from dig_envs import agents, dig_v0
from dig_envs.adapters.gymnasium import SeatEnv
from dig_envs.adapters.gymnasium_vector import SeatVectorEnv
from dig_envs.adapters.sb3 import DigVecEnv
from dig_envs.core.errors import DigEnvsError
from tests.support.play import random_actions

ROOT = Path(__file__).resolve().parents[2]
# The libraries of `make test-clients`.
CLIENTS = ["agilerl", "cuda", "kaggle", "mcp", "rllib", "supersuit", "textarena", "tianshou", "torchrl", "trl", "verifiers"]
LAST_SEED = 2**63 - 1
CONSTRUCTORS = {
    "env": lambda **options: dig_envs.env("dig_v0", **options),
    "raw_env": lambda **options: dig_envs.raw_env("dig_v0", **options),
    "parallel_env": lambda **options: dig_envs.parallel_env("dig_v0", **options),
    "dig_v0.env": dig_v0.env,
    "dig_v0.parallel_env": dig_v0.parallel_env,
    "batch": lambda **options: dig_envs.batch("dig_v0", num_tables=3, **options),
    "SeatEnv": lambda **options: SeatEnv("dig_v0", **options),
    "make": lambda **options: gymnasium.make("dig_envs/Dig-v0", **options),
    "SeatVectorEnv": lambda **options: SeatVectorEnv("dig_v0", 3, **options),
    "make_vec": lambda **options: gymnasium.make_vec("dig_envs/Dig-v0", num_envs=3, **options),
    "make_vec sync": lambda **options: gymnasium.make_vec("dig_envs/Dig-v0", 3, vectorization_mode="sync", **options),
    "DigVecEnv": lambda **options: DigVecEnv("dig_v0", 3, **options),
}
every_constructor = pytest.mark.parametrize("make", CONSTRUCTORS.values(), ids=CONSTRUCTORS)


@every_constructor
def test_an_unknown_keyword_raises_a_type_error_with_pythons_message(make):
    """TorchRL tries the keyword `frameskip` and recognises the error by this message."""
    with pytest.raises(DigEnvsError, match="unexpected keyword argument 'frameskip'") as caught:
        make(frameskip=1)
    assert isinstance(caught.value, TypeError)


@pytest.mark.parametrize("name", ["greedy", "search", "model.zip", "mybot.py:bot"])
def test_an_unknown_argument_of_an_agent_raises_a_type_error(name):
    with pytest.raises(TypeError, match="unexpected keyword argument 'nose'") as caught:
        agents.make(name, game="dig_v0", nose=0.1)
    assert isinstance(caught.value, DigEnvsError)


def first_observation(env, seed: int) -> np.ndarray:
    """Return the first observation of the first table after a reset with this seed."""
    if isinstance(env, DigVecEnv):
        env.seed(seed)
        return env.reset()[0]
    found = env.reset(seed=seed)
    if isinstance(found, tuple):
        observation = found[0]["player_0"]["observation"] if isinstance(found[0], dict) else found[0]
    else:
        observation = env.observations if hasattr(env, "observations") else env.observe("player_0")["observation"]
    return (observation if observation.ndim == 1 else observation[0]).copy()


@every_constructor
def test_the_largest_seed_works_like_any_other(make):
    env = make()
    last = LAST_SEED - getattr(env, "num_envs", 1) + 1  # the environments of a vector have consecutive seeds
    first = first_observation(env, last)
    assert (first_observation(env, 0) != first).any() and (first_observation(make(), last) == first).all()


def test_the_parallel_environment_passes_pettingzoos_test():
    parallel_api_test(dig_envs.parallel_env("dig_v0", max_turns=10), num_cycles=60)


def test_the_parallel_environment_plays_the_same_game_for_a_seed():
    env, parallel, generator = dig_v0.env(), dig_v0.parallel_env(), np.random.default_rng(0)
    env.reset(seed=3)
    seen, _ = parallel.reset(seed=3)
    active = next(agent for agent in parallel.agents if seen[agent]["action_mask"].any())
    while parallel.agents:
        assert active == env.agent_selection
        mine, theirs = env.observe(active), seen[active]
        assert (mine["observation"] == theirs["observation"]).all() and (mine["action_mask"] == theirs["action_mask"]).all()
        action = random_actions(mine["action_mask"][None], generator)[0]
        env.step(action)
        seen, rewards, _, _, infos = parallel.step({active: action})
        active = infos["player_0"].get("active_agent", env.agent_selection)
    assert rewards == env.rewards and sum(map(abs, rewards.values())) > 0


def test_dict_observations_of_pettingzoo_have_the_chosen_keys():
    env = dig_envs.env("dig_v0", observation_key="observations")
    env.reset(seed=1)
    assert list(env.last()[0]) == ["observations", "action_mask"] and env.last()[0] in env.observation_space("player_0")
    with pytest.raises(DigEnvsError, match='need mask_in="observation"'):
        dig_envs.env("dig_v0", mask_in="info", observation_key="observations")


def test_every_library_has_a_test_a_requirements_file_a_page_and_a_job():
    folder, makefile, jobs = ROOT / "tests" / "clients", ROOT / "Makefile", ROOT / ".github" / "workflows" / "tests.yml"
    assert sorted(file.stem for file in folder.glob("*.py") if not file.stem.startswith(("__", "test_"))) == CLIENTS
    assert sorted(file.stem for file in (folder / "requirements").glob("*.txt")) == CLIENTS
    assert sorted(re.search(r"^CLIENTS \?= (.*)$", makefile.read_text("utf-8"), re.M)[1].split()) == CLIENTS
    assert sorted(re.search(r"client: \[(.*)\]", jobs.read_text("utf-8"))[1].split(", ")) == CLIENTS
    pages = [ROOT / "docs" / ("tutorials" if name == "rllib" else "clients") / f"{name}.md" for name in CLIENTS]
    texts = [page.read_text("utf-8") for page in pages]
    assert all(f"make test-clients CLIENTS={name}" in text for name, text in zip(CLIENTS, texts, strict=True))


@pytest.mark.parametrize("name", CLIENTS)
def test_all_scripts_of_a_librarys_page_are_tested(name):
    page = next((ROOT / "docs").glob(f"*/{name}.md"))
    shown = re.findall(r"^\[[\w.]+\]\(([\w.]+\.py)\)$", page.read_text("utf-8"), re.M)
    tested = re.findall(r'script\("(.*?)"\)', (ROOT / "tests" / "clients" / f"{name}.py").read_text("utf-8"))
    assert shown and sorted(f"{page.parent.name}/{file}" for file in shown) == sorted(tested)
