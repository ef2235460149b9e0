"""Training runs: they repeat and resume exactly, average weights, shape rewards, and beat random."""

import json
import threading

import numpy as np
import pytest
import torch as th

from dig_envs.adapters.sb3 import DigVecEnv
from dig_envs.agents import learned
from dig_envs.core.errors import ArgumentError, ModelError
from dig_envs.training import arena, dqn, ppo
from dig_envs.training.environment.potentials import potentials_of
from dig_envs.training.environment.shaping import Shaping
from dig_envs.training.run.weight_average import PolyakAverage
from tests.support.catalogue import CASES, last_of_each_game
from tests.support.model_archives import contents
from tests.support.tiny_training import (
    MIXED_PPO,
    SELF_PLAY_PPO,
    TINY_DQN,
    TINY_PPO,
    VARIED_PPO,
    changed,
    keep_checkpoints,
    same,
    weights,
)

TINY = [(ppo, TINY_PPO), (ppo, VARIED_PPO), (ppo, SELF_PLAY_PPO), (ppo, MIXED_PPO), (dqn, TINY_DQN)]
each = pytest.mark.parametrize(("algorithm", "config"), TINY, ids=["ppo", "varied ppo", "self-play", "several sizes", "dqn"])
EASIER = {  # options with which a short training beats random
    "dig_v0": {"max_turns": 24},
    "dig_dig_v0": {"max_turns": 500},
    "lets_dig_for_treasure_v0": {"num_players": 2, "reward": "score"},
    "two_bit_bandits_v0": {"num_players": 2, "length": "easy", "max_turns": 100},
    "digging_bandits_v0": {"max_turns": 200},
}
FURTHER = {  # further settings for this, by algorithm and game
    ("PPO", "lets_dig_for_treasure_v0"): {"steps": 196_608},
    ("PPO", "two_bit_bandits_v0"): {"skip_forced": True, "shaped": True},
    ("PPO", "digging_bandits_v0"): {"steps": 131_072, "skip_forced": True},
    ("DQN", "lets_dig_for_treasure_v0"): {"steps": 96_000, "shaped": True},
    ("DQN", "two_bit_bandits_v0"): {"steps": 96_000, "skip_forced": True, "shaped": True, "n_step": 10, "gamma": 0.98},
    ("DQN", "digging_bandits_v0"): {"steps": 128_000, "skip_forced": True},
}
ONE_A_GAME = [  # `make test` trains for the fastest game, `make test-long` for the others
    pytest.param(case, marks=[] if case.game == "dig_v0" else pytest.mark.long, id=case.game)
    for case in last_of_each_game(CASES)
]
SHARES = {"digging_bandits_v0": (0.54, 0.5)}  # the greedy bot wins 80 % of the games there


@each
def test_the_same_seed_gives_the_same_weights_and_touches_no_global_generator(algorithm, config, tmp_path):
    before = np.random.get_state()[1].copy(), th.get_rng_state(), th.get_num_threads()
    runs = [
        weights(algorithm.train(changed(config, seed=seed, folder=str(tmp_path / name)), progress=False).model)
        for seed, name in ((3, "a"), (3, "b"), (4, "c"))
    ]
    assert same(runs[0], runs[1]) and not same(runs[0], runs[2])
    assert (np.random.get_state()[1] == before[0]).all() and th.equal(th.get_rng_state(), before[1])
    assert th.get_num_threads() == before[2]


@each
def test_a_resumed_run_equals_an_uninterrupted_run(algorithm, config, tmp_path, monkeypatch):
    config = changed(config, snapshot_every=512, folder=str(tmp_path / "whole"))
    monkeypatch.setattr("dig_envs.training.run.pool_training.REVIEW_EVERY", 256)
    kept = keep_checkpoints(monkeypatch, tmp_path)
    whole = algorithm.train(config, progress=False)
    half = min(kept, key=lambda path: abs(int(path.stem) - whole.steps // 2))
    assert whole.steps // 4 < int(half.stem) < whole.steps and learned.read_card(half).game == config.game
    resumed = algorithm.train(changed(config, folder=str(tmp_path / "resumed")), progress=False, resume=half)
    assert resumed.steps == whole.steps and same(weights(whole.model), weights(resumed.model))
    assert json.loads(contents(half)["run.json"])["snapshots_taken"] > 0 or config.every_seat


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("two_bit_bandits_v0", {"num_players": 1, "max_turns": 15}),
        ("two_bit_bandits_v0", {"num_players": 2, "reward": "score", "max_turns": 15}),
        ("lets_dig_for_treasure_v0", {"num_players": 3, "reward": "score"}),
        ("dig_v0", {"max_turns": 12}),
    ],
)
def test_shaped_rewards_add_up_to_the_reward(game, options):
    """Over a game, shaped rewards add up to the reward at the end minus the potential at the first decision."""

    def start(env):
        return np.stack([4.0 * env.batch.rewards_if_ended, np.zeros(32)])

    envs = [DigVecEnv(game, 32, seed=5, opponents="greedy", illegal="raise", **options) for _ in range(2)]
    shapings = [Shaping(envs[0], 4.0, "standings"), Shaping(envs[1], 4.0, None)]
    generator = np.random.default_rng(1)
    counted = 0
    for env in shapings:
        env.reset()
    sums = start(envs[0])
    for _ in range(600):
        actions = np.where(envs[0].action_masks(), generator.random((32, envs[0].action_space.n)), -1.0).argmax(axis=1)
        points = envs[0].batch.rewards_if_ended
        (_, shaped, dones, _), (_, final, done_too, _) = [env.step(actions) for env in shapings]
        sums += [shaped, final]
        assert (dones == done_too).all() and not final[~dones].any()
        assert shaped[~dones] == pytest.approx(4.0 * (envs[0].batch.rewards_if_ended - points)[~dones], abs=1e-5)
        assert final[dones] == pytest.approx(4.0 * envs[1].batch.learner_rewards[dones], abs=1e-5)
        assert sums[0, dones] == pytest.approx(sums[1, dones], abs=1e-4)
        counted += dones.sum()
        sums[:, dones] = start(envs[0])[:, dones]
    assert counted > 32


@pytest.mark.long
@pytest.mark.parametrize("options", [{}, {"num_players": 4, "teams": True}], ids=str)
def test_rewards_are_shaped_by_expected_rewards(options):
    """Over a game, shaped rewards add up to the reward minus the expected reward at the learner's first decision."""
    env = DigVecEnv("digging_bandits_v0", 32, seed=5, opponents="greedy", illegal="raise", quick_play=True, **options)
    shaping, generator, counted = Shaping(env, 2.0, "estimate"), np.random.default_rng(1), 0
    shaping.reset()

    def expected():
        return 2.0 * potentials_of(env.batch, "estimate")[np.arange(32), env.batch.learner_seats]

    sums = expected()
    assert (np.abs(sums) < 2.0).all() and sums.std() > 0
    while counted < 40:
        actions = np.where(env.action_masks(), generator.random((32, env.action_space.n)), -1.0).argmax(axis=1)
        _, rewards, dones, _ = shaping.step(actions)
        sums += rewards
        assert sums[~dones] == pytest.approx(expected()[~dones], abs=1e-4)
        assert sums[dones] == pytest.approx(2.0 * env.batch.learner_rewards[dones], abs=1e-4)
        sums[dones] = expected()[dones]
        counted += dones.sum()


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"potential": "estimat", "shaped": True}, 'did you mean "estimate"'),
        (
            {"potential": "estimate", "shaped": True, "game": "lets_dig_for_treasure_v0"},
            "lets_dig_for_treasure_v0 has no estimate",
        ),
        ({"potential": "estimate", "game": "digging_bandits_v0"}, "give --shaped"),
    ],
)
def test_an_impossible_potential_is_refused(settings, message):
    with pytest.raises(ArgumentError, match=message):
        ppo.Config(**settings).validated()


def test_a_resumption_with_other_opponents_says_so(tmp_path):
    ppo.train(changed(TINY_PPO, opponents=("random", "greedy"), folder=str(tmp_path / "run")), progress=False)
    other = changed(TINY_PPO, opponents=("random",), steps=4_096, folder=str(tmp_path / "other"))
    with pytest.raises(ModelError, match="written with other opponents; resume with the same opponents and noise levels"):
        ppo.train(other, progress=False, resume=tmp_path / "run" / "checkpoint.zip")


def test_a_run_leaves_no_thread_behind(tmp_path):
    """TensorBoard writes in a thread of its own."""
    before = set(threading.enumerate())
    ppo.train(changed(TINY_PPO, folder=str(tmp_path / "run")), progress=False)
    assert not {thread for thread in set(threading.enumerate()) - before if thread.name != "dig-envs"}
    assert list((tmp_path / "run").rglob("events.out.tfevents*"))


def test_a_polyak_average_moves_to_the_present_weights_and_leaves_them_in_place():
    network = th.nn.Linear(1, 1, bias=False)
    average = PolyakAverage(network, keep=0.75)
    for weight in (1.0, 5.0):
        network.load_state_dict({"weight": th.tensor([[weight]])})
        average.update()
    with average.in_place():
        assert network.weight.item() == 2.0
    assert network.weight.item() == 5.0


def test_the_saved_agent_plays_the_average_and_the_checkpoint_has_the_last_weights(tmp_path):
    last = ppo.train(changed(TINY_PPO, folder=str(tmp_path / "last")), progress=False).model
    mean = ppo.train(changed(TINY_PPO, polyak=0.9, folder=str(tmp_path / "mean")), progress=False).model
    assert not same(weights(last), weights(mean))
    assert same(weights(last), weights(mean.with_name("checkpoint.zip")))


@pytest.mark.parametrize("case", ONE_A_GAME)
@pytest.mark.parametrize(
    ("algorithm", "settings"),
    [
        pytest.param(ppo, {"steps": 65_536, "num_envs": 128, "n_steps": 32, "batch_size": 512}, id="ppo"),
        pytest.param(dqn, {"steps": 64_000}, id="dqn", marks=pytest.mark.long),
    ],
)
def test_a_short_training_beats_random(case, algorithm, settings, tmp_path):
    """It wins at least 65 % of 400 games, with the interval above 60 %; less in Digging Bandits, which has more luck."""
    options = {**case.options, **EASIER.get(case.game, {})}
    settings = {**settings, **FURTHER.get((algorithm.Config.algorithm, case.game), {})}
    config = algorithm.Config(
        game=case.game, options=options, opponents=("random",), threads=1, games=0, folder=str(tmp_path), **settings
    )  # fmt: skip
    model = algorithm.train(config, progress=False).model
    share = arena.run(case.game, [str(model), "random"], games=400, seed=10**6, progress=False, **options).pairs[0].win_share
    least, above = SHARES.get(case.game, (0.65, 0.6))
    assert share.value >= least and share.low > above
