"""Settings of training: errors are found before anything is written, and settings name the run."""

import dataclasses

import numpy as np
import pytest
import torch as th

from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import ArgumentError, DigEnvsError
from dig_envs.training import arena, clone, dqn, ppo
from dig_envs.training.process.device import device_of
from dig_envs.training.process.torch_state import PRECISIONS, isolated, products_in, rounds_factors
from dig_envs.training.run.config import run_name
from dig_envs.training.run.settings import checked
from tests.support.tiny_features import PLACES
from tests.support.tiny_training import TINY_CLONE, TINY_DQN, TINY_LEAGUE, TINY_PPO, changed


@pytest.mark.parametrize(
    "changes",
    [
        {"game": "dgi_v0"},
        {"opponents": ("gready",)},
        {"play": "worst"},
        {"features": "expret"},
        {"options": {"scent": True}},
        {"device": "gpu"},
        {"precision": "half"},
        {"evaluate_against": ("gready",)},
        {"evaluate_games": -1},
        {"self_play": True, "opponents": ("greedy",)},
    ],
)
def test_wrong_settings_are_refused(changes, tmp_path):
    with pytest.raises(DigEnvsError):
        ppo.train(changed(TINY_PPO, folder=str(tmp_path / "run"), **changes), progress=False)
    assert not (tmp_path / "run").exists()


WHOLE_NUMBERS = (0, -1, 1.5, True, "2", None)
NUMBERS = (-1.0, float("nan"), float("inf"), True, "1", None)
WRONG = [
    *[(ppo, name, value) for name in ("n_steps", "batch_size", "n_epochs", "kl_steps") for value in WHOLE_NUMBERS],
    *[(ppo, name, value) for name in ("learning_rate", "clip_range", "reward_scale") for value in (0.0, *NUMBERS)],
    *[(ppo, name, value) for name in ("gamma", "gae_lambda") for value in (2.0, *NUMBERS)],
    *[(ppo, "ent_coef", value) for value in NUMBERS],
    *[(ppo, "layers", value) for value in ((0,), (8, -1), (8.0,), 8)],
    *[(ppo, "noise_levels", value) for value in ((0.5, 1.5), (float("nan"),), 0.5)],
    *[(ppo, name, 0) for name in ("steps", "num_envs", "threads", "snapshot_every", "checkpoint_every")],
    *[(ppo, name, -1) for name in ("seed", "games", "snapshots")],
    *[(ppo, name, value) for name, value in {"games": 10**10, "threads": 10**10, "polyak": 1.0}.items()],
    *[(dqn, name, 0) for name in ("num_envs", "buffer_size", "batch_size", "update_every", "n_step")],
    *[(dqn, name, value) for name in ("exploration", "exploration_end", "gamma") for value in (3.0, *NUMBERS)],
    *[(dqn, "tau", value) for value in (0.0, 2.0, *NUMBERS)],
    (dqn, "return_limit", 0.0),
    (dqn, "learning_rate", 0.0),
    (dqn, "learning_starts", -1),
    (dqn, "layers", (0,)),
]


@pytest.mark.parametrize(("algorithm", "name", "value"), WRONG)
def test_a_number_out_of_range_is_named_before_anything_happens(algorithm, name, value, tmp_path):
    config = changed(TINY_PPO if algorithm is ppo else TINY_DQN, folder=str(tmp_path / "run"), **{name: value})
    with pytest.raises(ArgumentError, match=rf"{name} must be a .*number.*, not "):
        algorithm.train(config, progress=False, resume=tmp_path / "missing.zip")
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("game", 7, "game must be a string or a Game, not 7"),
        ("options", [1], r"options must be a dict, not \[1\]"),
        ("features", 0.5, "features must be a string or a FeatureSet"),
        ("opponents", "greedy", "opponents must be a tuple of at most 1000 names, not 'greedy'"),
        ("opponents", (7,), "each of opponents must be a string, not 7"),
        ("noise_levels", "x", "noise_levels must be a tuple of at most 1000 numbers, not 'x'"),
        ("noise_levels", ("x",), "each of noise_levels must be a number from 0 to 1, not 'x'"),
        ("noise_levels", (0.5,) * 1_001, "noise_levels must be a tuple of at most 1000 numbers"),
        ("skip_forced", "yes", "skip_forced must be True or False, not 'yes'"),
        ("shaped", 1, "shaped must be True or False, not 1"),
        ("shortcut", None, "shortcut must be True or False, not None"),
        ("play", 1, "play must be a string, not 1"),
        ("folder", 7, "folder must be a string, not 7"),
        ("start", ["a.zip"], "start must be a string, not"),
    ],
)
def test_a_setting_of_another_type_is_named(name, value, said):
    with pytest.raises(ArgumentError, match=said):
        changed(TINY_PPO, **{name: value}).validated()


def test_networks_are_on_a_gpu_if_torch_finds_one(monkeypatch):
    monkeypatch.setattr("torch.cuda.is_available", lambda: False)
    assert device_of("auto") == device_of("cpu") == "cpu"
    with pytest.raises(ArgumentError, match="torch finds no GPU here"):
        changed(TINY_PPO, device="cuda").validated()
    monkeypatch.setattr("torch.cuda.is_available", lambda: True)
    assert device_of("auto") == device_of("cuda") == "cuda" and device_of("cpu") == "cpu"


def test_settings_are_a_config():
    with pytest.raises(ArgumentError, match="the settings are a Config"):
        ppo.train({"steps": 5}, progress=False)


def test_a_folder_can_be_a_path(tmp_path):
    assert changed(TINY_PPO, folder=tmp_path).validated().folder == str(tmp_path)


@pytest.mark.parametrize("config", [TINY_PPO, TINY_DQN, TINY_CLONE, TINY_LEAGUE], ids=["ppo", "dqn", "clone", "league"])
def test_every_number_has_limits(config):
    for item in dataclasses.fields(config):
        if item.type in (int, float, tuple[int, ...], tuple[float, ...]):
            assert item.metadata["limits"], item.name


def test_numbers_of_numpy_become_plain_ones():
    config = checked(changed(TINY_PPO, seed=np.int64(3), gamma=np.float32(1.0), layers=[np.int32(8)]))
    assert config == changed(TINY_PPO, seed=3, gamma=1.0, layers=(8,))
    assert [type(value) for value in (config.seed, config.gamma, *config.layers)] == [int, float, int]


def test_no_minibatch_is_a_single_decision(tmp_path):
    with pytest.raises(ArgumentError, match="batch_size 73 leaves a last minibatch with one of 512"):
        ppo.train(changed(TINY_PPO, batch_size=73, folder=str(tmp_path / "run")), progress=False)
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("config", "name"),
    [
        (ppo.Config(), "ppo-dig_v0-0"),
        (dqn.Config(game="dig_dig_v0", seed=7), "dqn-dig_dig_v0-7"),
        (ppo.Config(game="two_bit_bandits_v0", options={"num_players": 1}), "ppo-two_bit_bandits_v0-players=1-0"),
        (ppo.Config(game="two_bit_bandits_v0", options={"num_players": 2}), "ppo-two_bit_bandits_v0-0"),
        (
            ppo.Config(game="two_bit_bandits_v0", options={"cards": "my/own cards.toml", "length": "easy", "num_players": 3}),
            "ppo-two_bit_bandits_v0-players=3-length=easy-cards=my_own_cards.toml-0",
        ),
        (ppo.Config(options={"scents": True, "max_turns": None}), "ppo-dig_v0-scents=true-0"),
        (ppo.Config(options={"num_players": 3}, features="expert"), "ppo-dig_v0-players=3-features=expert-0"),
        (ppo.Config(game=game_of("dig_v0"), features=PLACES), "ppo-dig_v0-features=places-0"),
        (clone.Config(seed=2), "clone-dig_v0-2"),
    ],
)
def test_a_run_has_a_folder_of_its_own(config, name):
    assert run_name(config) == name


def test_a_run_sets_its_precision_and_restores_it():
    words = {"single": "highest" if rounds_factors() or th.cuda.is_available() else "medium", "bfloat16": "medium"}
    assert words.keys() == set(PRECISIONS)
    for precision, word in words.items():
        with isolated(0, 1, precision):
            assert th.get_float32_matmul_precision() == word
        assert th.get_float32_matmul_precision() == "highest"


def test_single_precision_is_left_to_mkl_where_onednn_would_round(monkeypatch):
    monkeypatch.setattr("dig_envs.training.process.torch_state.rounds_factors", lambda: True)
    assert (products_in("single"), products_in("bfloat16")) == ("highest", "medium")


@pytest.mark.parametrize("size", [1, 7, 64, 602, 2048])
def test_single_precision_never_rounds_factors(size):
    """This holds for each library: 1 + 2^-12 would be 1 in bfloat16."""
    rows, weights = th.full((size, 602), 1 + 2**-12), th.full((128, 602), 1 + 2**-12)
    with isolated(0, 1, "single"):
        forward, backward = rows @ weights.T, rows.T @ rows[:, :128]
    exact = (1 + 2**-12) ** 2
    assert float((forward / 602 - exact).abs().max()) < 2**-16
    assert float((backward / size - exact).abs().max()) < 2**-16


@pytest.mark.parametrize("threads", [1, 3])
def test_a_run_is_evaluated_with_its_threads_and_restores_their_number(threads, tmp_path, monkeypatch):
    asked, before = [], th.get_num_threads()
    play = arena.run
    monkeypatch.setattr(
        arena, "run", lambda *args, **settings: (asked.append(th.get_num_threads()), play(*args, **settings))[1]
    )
    ppo.train(changed(TINY_PPO, threads=threads, games=4, folder=str(tmp_path)), progress=False)
    assert asked and set(asked) == {threads}
    assert th.get_num_threads() == before
