"""Training: the pool, the three masks of DQN, runs that repeat and resume exactly, and agents that beat random."""

import dataclasses
import json
import shutil
import zipfile
from pathlib import Path

import numpy as np
import pytest
import torch as th
from gymnasium import spaces
from sb3_contrib import MaskablePPO

import agents
from agents import learned
from agents.learned import LearnedAgent
from dig_envs.adapters.sb3 import DigVecEnv
from dig_envs.core.agent import Decisions
from dig_envs.core.batch import Batch
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import ArgumentError, DigEnvsError, ModelError
from tests.catalogue import CASES
from training import arena, checkpoint, cli, dqn, ppo, solo
from training.averaging import Average
from training.earnings import Earnings
from training.pool import FLOOR, Entry, Pool, graded_pool, policy_of
from training.run import run_name
from training.settings import checked

DIG = game_of("dig_v0")
TINY_PPO = ppo.Config(
    steps=2_048, num_envs=16, n_steps=32, batch_size=128, layers=(16,), threads=1, games=0, checkpoint_every=1_024
)
TINY_DQN = dqn.Config(
    steps=2_048, num_envs=16, learning_starts=256, batch_size=64, layers=(16,), threads=1, games=0, buffer_size=4_096,
    checkpoint_every=1_024, target_every=512,
)  # fmt: skip


def settled(config, **changes):
    """The configuration, with some of it changed."""
    return type(config)(**{**vars(config), **changes})


TAUGHT_PPO = settled(
    TINY_PPO, teacher="greedy", lessons=2_048, average=0.9, shortcut=True, earned=True, reward_scale=4.0, skip_forced=True
)
TINY = [(ppo, TINY_PPO), (ppo, TAUGHT_PPO), (dqn, TINY_DQN)]
each = pytest.mark.parametrize(("algorithm", "config"), TINY, ids=["ppo", "taught ppo", "dqn"])
EASIER = {  # options with which a short training shows
    "dig_v0": {"max_turns": 24},
    "dig_dig_v0": {"max_turns": 500},
    "lets_dig_for_treasure_v0": {"num_players": 2, "reward": "score"},
    "two_bit_bandits_v0": {"num_players": 2, "length": "easy", "max_turns": 100},
    "digging_bandits_v0": {"max_turns": 200},
}
LONGER = {"lets_dig_for_treasure_v0": 1.5, "two_bit_bandits_v0": 1.5, "digging_bandits_v0": 2}  # times as many steps
CHOICES_ALONE = ("digging_bandits_v0",)  # where a third of the decisions is forced
SHARES = {"digging_bandits_v0": (0.54, 0.5)}  # the greedy bot itself wins 80 % there


def weights(path):
    with zipfile.ZipFile(path) as archive, archive.open("policy.pth") as file:
        return th.load(file, weights_only=True)


def same(one, other):
    return all(th.equal(one[name], other[name]) for name in one)


# --- the pool


def test_the_pool_prefers_opponents_that_are_equals():
    random = agents.make("random", game=DIG)
    pool = Pool([Entry(random, share) for share in (0.0, 0.1, 0.5, 0.9, 1.0)])
    beaten, weak, equal, strong, hopeless = pool.weights()
    assert equal == 1.0 and weak == pytest.approx(strong) and equal > weak > beaten == hopeless == FLOOR
    assert [opponent.share for opponent in pool.opponents()] == pool.weights().tolist()


def test_a_name_that_says_its_noise_is_in_the_pool_with_that_alone():
    pool = graded_pool(DIG, ["greedy@0.3", "greedy@0", "expert"], grades=(0.5,), snapshots=0)
    assert [(entry.agent.name, entry.agent.noise) for entry in pool.entries] == [
        ("greedy", 0.3),
        ("greedy", 0.0),
        ("expert", 0.5),
    ]


def test_the_pool_starts_near_random_and_knows_every_grade():
    pool = graded_pool(DIG, ["random", "greedy"], grades=(0.5, 0.0), snapshots=0)
    assert [entry.label for entry in pool.entries] == ["random", "greedy@0.5", "greedy"]
    assert [entry.agent.noise for entry in pool.entries] == [0.0, 0.5, 0.0]
    assert pool.weights().tolist() == [1.0, FLOOR, FLOOR]


def test_results_move_the_win_share_of_those_who_played():
    random = agents.make("random", game=DIG)
    pool = Pool([Entry(random, 0.5), Entry(random, 0.5), Entry(random, 0.5)])
    opponents = np.array([[-1, 0], [1, -1]] * 500)
    pool.record(opponents, np.array([1.0, -1.0] * 500))
    assert pool.entries[0].win_share > 0.95 and pool.entries[1].win_share < 0.05 and pool.entries[2].win_share == 0.5
    pool.record(opponents, np.zeros(1000))
    assert pool.entries[0].win_share == pytest.approx(0.5, abs=0.05)


def test_the_oldest_snapshot_makes_room():
    pool = Pool([Entry(agents.make("random", game=DIG), 0.5)], snapshots=2)
    layers = [th.nn.Sequential(th.nn.Linear(3, 2)) for _ in range(3)]
    for each in layers:
        pool.add_snapshot(each)
    assert pool.snapshot_layers() == [layers[2], layers[1]] and len(pool.entries) == 3


# --- the three masks of DQN


def dqn_model(**changes):
    env = DigVecEnv("dig_v0", 8, seed=0, illegal="raise")
    config = settled(TINY_DQN, num_envs=8, **changes)
    return dqn.build(config, env)


def observations_of(model):
    return model.env.reset()


def masks_of(model, observations):
    return observations[:, -model.action_space.n :] == 1


def test_dqn_explores_legal_actions_only_and_all_of_them():
    model = dqn_model()
    observations = observations_of(model)
    masks, seen = masks_of(model, observations), np.zeros((8, model.action_space.n), bool)
    model.exploration_rate = 1.0
    for _ in range(300):
        seen[np.arange(8), model.predict(observations)[0]] = True
    assert (seen == masks).all()
    model._last_obs = observations
    warm_up = np.array([model._sample_action(learning_starts=100)[0] for _ in range(100)])
    assert masks[np.arange(8), warm_up].all()


def test_dqn_chooses_the_best_legal_action():
    model = dqn_model()
    observations = observations_of(model)
    masks = masks_of(model, observations)
    illegal = int((~masks).all(axis=0).argmax())
    assert not masks[:, illegal].any()
    last = model.policy.q_net.q_net[-1]
    with th.no_grad():
        last.bias[illegal] = 1_000.0
    chosen, _ = model.predict(observations, deterministic=True)
    unmasked = th.nn.Sequential(*model.policy.q_net.q_net)(th.from_numpy(observations[:, : -masks.shape[1]])).detach().numpy()
    assert (unmasked.argmax(axis=1) == illegal).all()
    assert (chosen == np.where(masks, unmasked, -np.inf).argmax(axis=1)).all()


def test_dqn_bootstraps_from_legal_actions_of_the_next_state():
    """With a target network that values one action at 1,000, only where that action is legal next does the target rise."""
    model = dqn_model(n_step=1, gamma=1.0, learning_starts=10_000)
    model.learn(8_192)
    replay = model.replay_buffer
    batch = replay._get_samples(np.arange(replay.size()))
    legal = batch.next_observations[:, -model.action_space.n :].numpy() == 1
    running = batch.dones.numpy().ravel() == 0
    rare = int(np.where(legal[running].any(axis=0), legal[running].mean(axis=0), 1.0).argmin())
    with th.no_grad():
        for layer in model.q_net_target.q_net:
            for values in layer.parameters():
                values.zero_()
        model.q_net_target.q_net[-1].bias[rare] = 1_000.0
        best = model.q_net_target(batch.next_observations).max(dim=1).values.numpy()
    assert 0 < legal[running, rare].mean() < 1
    assert (best[running] == np.where(legal[running, rare], 1_000.0, 0.0)).all()
    assert not legal[~running].any() and np.isfinite(best).all()


def test_the_replay_buffer_holds_what_was_seen_and_the_masks_of_it():
    model = dqn_model(n_step=1)
    model.learn(800)
    replay = model.replay_buffer
    actions = replay.actions[: replay.pos, :, 0]
    masks = replay.observations[: replay.pos, :, -model.action_space.n :]
    assert np.take_along_axis(masks, actions[..., None], axis=2).all()
    follows = replay.dones[: replay.pos - 1] == 0
    assert (replay.next_observations[: replay.pos - 1][follows] == replay.observations[1 : replay.pos][follows]).all()


# --- runs


@each
def test_the_same_seed_gives_the_same_weights_and_touches_no_global_generator(algorithm, config, tmp_path):
    before = np.random.get_state()[1].copy(), th.get_rng_state(), th.get_num_threads()
    runs = [
        weights(algorithm.train(settled(config, seed=seed, folder=str(tmp_path / name)), progress=False).model)
        for seed, name in ((3, "a"), (3, "b"), (4, "c"))
    ]
    assert same(runs[0], runs[1]) and not same(runs[0], runs[2])
    assert (np.random.get_state()[1] == before[0]).all() and th.equal(th.get_rng_state(), before[1])
    assert th.get_num_threads() == before[2]


@each
def test_a_resumed_run_is_the_run_that_was_not_left(algorithm, config, tmp_path, monkeypatch):
    config = settled(config, snapshot_every=512, folder=str(tmp_path / "whole"))
    monkeypatch.setattr("training.run.REVIEW_EVERY", 256)
    save, kept = checkpoint.save, []

    def save_and_keep(training, path):
        save(training, path)
        kept.append(shutil.copy(path, tmp_path / f"{training.model.num_timesteps}.zip"))

    monkeypatch.setattr(checkpoint, "save", save_and_keep)
    whole = algorithm.train(config, progress=False)
    assert kept[0].name == "1024.zip" and learned.read_card(kept[0]).game == config.game
    resumed = algorithm.train(settled(config, folder=str(tmp_path / "resumed")), progress=False, resume=kept[0])
    assert resumed.steps == whole.steps and same(weights(whole.model), weights(resumed.model))
    with zipfile.ZipFile(kept[0]) as archive:
        assert json.loads(archive.read("run.json"))["snapshots_taken"] > 0


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("two_bit_bandits_v0", {"num_players": 1, "max_turns": 15}),
        ("two_bit_bandits_v0", {"num_players": 2, "reward": "score", "max_turns": 15}),
        ("lets_dig_for_treasure_v0", {"num_players": 3, "reward": "score"}),
        ("dig_v0", {"max_turns": 12}),
    ],
)
def test_what_is_earned_adds_up_to_the_reward(game, options):
    """The same games pay at each decision or at the end: in all as much but for what its first decision finds."""

    def start(env):
        return np.stack([4.0 * env.batch.standing_rewards, np.zeros(32)])

    envs = [DigVecEnv(game, 32, seed=5, opponents="greedy", illegal="raise", **options) for _ in range(2)]
    paid = [Earnings(envs[0], 4.0, at_once=True), Earnings(envs[1], 4.0, at_once=False)]
    generator = np.random.default_rng(1)
    counted = 0
    for env in paid:
        env.reset()
    sums = start(envs[0])
    for _ in range(600):
        actions = np.where(envs[0].action_masks(), generator.random((32, envs[0].action_space.n)), -1.0).argmax(axis=1)
        points = envs[0].batch.standing_rewards
        (_, earned, dones, _), (_, final, done_too, _) = [env.step(actions) for env in paid]
        sums += [earned, final]
        assert (dones == done_too).all() and not final[~dones].any()
        assert earned[~dones] == pytest.approx(4.0 * (envs[0].batch.standing_rewards - points)[~dones], abs=1e-5)
        assert final[dones] == pytest.approx(4.0 * envs[1].batch.learner_rewards[dones], abs=1e-5)
        assert sums[0, dones] == pytest.approx(sums[1, dones], abs=1e-4)
        counted += dones.sum()
        sums[:, dones] = start(envs[0])[:, dones]
    assert counted > 32


def test_a_mean_of_weights_moves_to_the_present_ones_and_leaves_them_in_place():
    network = th.nn.Linear(1, 1, bias=False)
    average = Average(network, keep=0.75)
    for weight in (1.0, 5.0):
        network.load_state_dict({"weight": th.tensor([[weight]])})
        average.fold()
    with average.in_place():
        assert network.weight.item() == 2.0
    assert network.weight.item() == 5.0


def test_the_saved_agent_plays_the_mean_and_the_checkpoint_goes_on_from_the_last_weights(tmp_path):
    last = ppo.train(settled(TINY_PPO, folder=str(tmp_path / "last")), progress=False).model
    mean = ppo.train(settled(TINY_PPO, average=0.9, folder=str(tmp_path / "mean")), progress=False).model
    assert not same(weights(last), weights(mean))
    assert same(weights(last), weights(mean.with_name("checkpoint.zip")))


def test_lessons_bring_the_policy_to_its_teachers_moves(tmp_path):
    config = settled(TINY_PPO, steps=16_384, layers=(64,), learning_rate=3e-3)
    lone = ppo.train(settled(config, folder=str(tmp_path / "lone")), progress=False).model
    taught = ppo.train(settled(config, teacher="greedy", folder=str(tmp_path / "taught")), progress=False).model
    assert agreement(taught, "greedy") > 0.5 > 0.3 > agreement(lone, "greedy")


def agreement(model, bot):
    """How often a model makes a bot's move in the games that they play."""
    batch = Batch(DIG, DIG.parse_options(), 256, seed=9)
    model, bot = agents.make(str(model), game=DIG), agents.make(bot, game=DIG)
    generator, same_moves = np.random.default_rng(0), []
    for _ in range(40):
        decisions = Decisions.of(DIG, batch.states, batch.players, batch.observations, batch.masks, generator)
        moves = bot.act(decisions)
        same_moves.append((moves == model.act(decisions)).mean())
        batch.step(moves)
    return np.mean(same_moves)


@pytest.mark.parametrize("case", {case.game: case for case in CASES}.values(), ids=lambda case: case.game)
@pytest.mark.parametrize(
    ("algorithm", "settings"),
    [(ppo, {"steps": 65_536, "num_envs": 128, "n_steps": 32, "batch_size": 512}), (dqn, {"steps": 64_000})],
    ids=["ppo", "dqn"],
)
def test_a_short_training_beats_random(case, algorithm, settings, tmp_path):
    """At least 65 % of 400 games, and the interval's lower end above 60 %, if the game is no gamble."""
    options = {**case.options, **EASIER.get(case.game, {})}
    settings = {**settings, "steps": int(settings["steps"] * LONGER.get(case.game, 1))}
    config = algorithm.Config(
        game=case.game, options=options, opponents=("random",), threads=1, games=0, folder=str(tmp_path),
        skip_forced=case.game in CHOICES_ALONE, **settings,
    )  # fmt: skip
    model = algorithm.train(config, progress=False).model
    share = arena.run(case.game, [str(model), "random"], games=400, seed=10**6, progress=False, **options).pairs[0].win_share
    least, above = SHARES.get(case.game, (0.65, 0.6))
    assert share.value >= least and share.low > above


# --- models


@pytest.fixture(scope="module")
def model_file(tmp_path_factory):
    return ppo.train(settled(TINY_PPO, steps=512, folder=str(tmp_path_factory.mktemp("model"))), progress=False).model


def play(agent, **options):
    batch = Batch(DIG, DIG.parse_options(**options), 32, seed=2, deal_again=False)
    batch.seat_agents([agent], np.zeros((32, batch.num_players), int))
    batch.deal(np.arange(32), np.arange(32))
    return batch.points.copy()


@pytest.mark.parametrize(("shortcut", "ways"), [(False, 1), (True, DIG.num_actions)])
def test_a_shortcut_shows_the_actions_the_observation(shortcut, ways, tmp_path):
    """One hidden unit moves all scores one way; past it, observations move each by itself."""
    model = ppo.train(settled(TINY_PPO, layers=(1,), shortcut=shortcut, folder=str(tmp_path)), progress=False).model
    agent = agents.make(model, game=DIG)
    scores = agent.scores(np.random.default_rng(0).random((64, agent.inputs), np.float32))
    assert np.linalg.matrix_rank(scores - scores.mean(axis=0)) == ways


@pytest.mark.parametrize("shortcut", [False, True])
def test_a_model_plays_what_stable_baselines_would(shortcut, tmp_path):
    file = ppo.train(settled(TINY_PPO, steps=512, shortcut=shortcut, folder=str(tmp_path)), progress=False).model
    agent = agents.make(file, game="dig_v0", deterministic=True)
    model = MaskablePPO.load(file, device="cpu")
    batch = Batch(DIG, DIG.parse_options(), 64, seed=1)
    chosen = np.where(batch.masks == 1, agent.scores(batch.observations), -np.inf).argmax(axis=1)
    assert (chosen == model.predict(batch.observations, deterministic=True, action_masks=batch.masks)[0]).all()


def test_drawn_play_repeats_with_its_seed_and_follows_the_probabilities(model_file):
    agent = agents.make(model_file, game="dig_v0")
    assert (play(agent) == play(agent)).all()
    layers = th.nn.Sequential(th.nn.Linear(2, 3))
    with th.no_grad():
        layers[0].weight.zero_()
        layers[0].bias.copy_(th.log(th.tensor([0.2, 0.3, 0.5])))

    class Decisions:
        observations = np.zeros((20_000, 2), np.float32)
        masks = np.tile(np.array([1, 0, 1], np.int8), (20_000, 1))
        generator = np.random.default_rng(0)

    drawn = np.bincount(LearnedAgent("drawn", layers).act(Decisions), minlength=3) / 20_000
    assert drawn == pytest.approx([2 / 7, 0, 5 / 7], abs=0.015)
    assert set(LearnedAgent("best", layers, deterministic=True).act(Decisions)) == {2}


def test_fingerprints_tell_models_and_ways_of_playing_apart(model_file, tmp_path):
    other = ppo.train(settled(TINY_PPO, steps=512, seed=9, folder=str(tmp_path)), progress=False).model
    prints = [
        agents.make(model_file, game="dig_v0").fingerprint,
        agents.make(model_file, game="dig_v0", deterministic=True).fingerprint,
        agents.make(other, game="dig_v0").fingerprint,
    ]
    assert len(set(prints)) == 3 and agents.make(model_file, game="dig_v0").fingerprint == prints[0]


def test_a_model_plays_as_it_was_saved_to(tmp_path):
    config = settled(TINY_PPO, steps=512, play="best", folder=str(tmp_path))
    agent = agents.make(ppo.train(config, progress=False).model, game="dig_v0")
    assert agent.deterministic and not agents.make(tmp_path / "model.zip", game="dig_v0", deterministic=False).deterministic


def test_a_missing_or_damaged_model_is_named(model_file, tmp_path):
    whole = model_file.read_bytes()
    files = {"empty.zip": b"", "text.zip": b"no zip", "cut.zip": whole[: len(whole) // 2], "flipped.zip": flip(model_file)}
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    with zipfile.ZipFile(tmp_path / "plain.zip", "w") as archive:
        archive.writestr("data", "{}")
    with zipfile.ZipFile(tmp_path / "card.zip", "w") as archive:
        archive.writestr(learned.CARD, json.dumps({"game": "dig_v0"}))
    for name in ("missing.zip", "plain.zip", "card.zip", *files):
        with pytest.raises(ModelError, match=name):
            agents.make(tmp_path / name, game="dig_v0")


def flip(path):
    """The file's bytes with one of the policy's changed."""
    with zipfile.ZipFile(path) as archive:
        start = archive.getinfo("policy.pth").header_offset
    content = bytearray(path.read_bytes())
    content[start + 500] ^= 0xFF
    return bytes(content)


def test_a_model_of_another_game_or_other_options_is_refused(model_file, tmp_path):
    other = tmp_path / "other.zip"
    with zipfile.ZipFile(model_file) as source, zipfile.ZipFile(other, "w") as target:
        for name in source.namelist():
            content = source.read(name)
            target.writestr(name, content.replace(b"dig_v0", b"dog_v0") if name == learned.CARD else content)
    with pytest.raises(ModelError, match="dog_v0"):
        agents.make(other, game="dig_v0")
    with pytest.raises(ModelError, match="trained on observations"):
        play(agents.make(model_file, game="dig_v0"), scents=True)


# --- bad input


@pytest.mark.parametrize(
    "changes",
    [
        {"game": "dgi_v0"},
        {"steps": 0},
        {"num_envs": 0},
        {"games": -1},
        {"opponents": ("gready",)},
        {"average": 1.0},
        {"teacher": "gready"},
        {"play": "worst"},
        {"reward_scale": 0.0},
        {"reward_scale": float("nan")},
        {"teacher": "greedy", "lessons": 0},
        {"options": {"scent": True}},
    ],
)
def test_wrong_settings_are_refused(changes, tmp_path):
    with pytest.raises(DigEnvsError):
        ppo.train(settled(TINY_PPO, folder=str(tmp_path / "run"), **changes), progress=False)
    assert not (tmp_path / "run").exists()


WHOLE_NUMBERS = (0, -1, 1.5, True, "2", None)
NUMBERS = (-1.0, float("nan"), float("inf"), True, "1", None)
WRONG = [
    *[(ppo, name, value) for name in ("n_steps", "batch_size", "n_epochs", "lessons") for value in WHOLE_NUMBERS],
    *[(ppo, name, value) for name in ("learning_rate", "clip_range", "reward_scale") for value in (0.0, *NUMBERS)],
    *[(ppo, name, value) for name in ("gamma", "gae_lambda") for value in (2.0, *NUMBERS)],
    *[(ppo, "ent_coef", value) for value in NUMBERS],
    *[(ppo, "layers", value) for value in ((0,), (8, -1), (8.0,), 8)],
    *[(ppo, "grades", value) for value in ((0.5, 1.5), (float("nan"),), 0.5)],
    *[(ppo, name, 0) for name in ("steps", "num_envs", "threads", "snapshot_every", "checkpoint_every")],
    *[(ppo, name, -1) for name in ("seed", "games", "snapshots")],
    *[(ppo, name, value) for name, value in {"games": 10**10, "threads": 10**10, "average": 1.0}.items()],
    *[(dqn, name, 0) for name in ("num_envs", "buffer_size", "batch_size", "update_every", "target_every", "n_step")],
    *[(dqn, name, value) for name in ("exploration", "exploration_end", "gamma") for value in (3.0, *NUMBERS)],
    (dqn, "learning_rate", 0.0),
    (dqn, "learning_starts", -1),
    (dqn, "layers", (0,)),
]


@pytest.mark.parametrize(("algorithm", "name", "value"), WRONG)
def test_a_number_out_of_range_is_named_before_anything_happens(algorithm, name, value, tmp_path):
    config = settled(TINY_PPO if algorithm is ppo else TINY_DQN, folder=str(tmp_path / "run"), **{name: value})
    with pytest.raises(ArgumentError, match=rf"{name} is a .*number.*, not "):
        algorithm.train(config, progress=False, resume=tmp_path / "missing.zip")
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("config", [TINY_PPO, TINY_DQN], ids=["ppo", "dqn"])
def test_every_number_has_limits(config):
    for item in dataclasses.fields(config):
        if item.type in (int, float, tuple[int, ...], tuple[float, ...]):
            assert item.metadata["limits"], item.name


def test_numbers_of_numpy_become_plain_ones():
    config = checked(settled(TINY_PPO, seed=np.int64(3), gamma=np.float32(1.0), layers=[np.int32(8)]))
    assert config == settled(TINY_PPO, seed=3, gamma=1.0, layers=(8,))
    assert [type(value) for value in (config.seed, config.gamma, *config.layers)] == [int, float, int]


def test_no_minibatch_is_a_single_decision(tmp_path):
    with pytest.raises(ArgumentError, match="batch_size 73 leaves one of an update's 512"):
        ppo.train(settled(TINY_PPO, batch_size=73, folder=str(tmp_path / "run")), progress=False)
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
    ],
)
def test_a_run_has_a_folder_of_its_own(config, name):
    assert run_name(config) == name


def test_without_a_folder_a_run_goes_where_its_name_says(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    config = settled(TINY_PPO, steps=512, options={"num_players": 3})
    for _ in range(2):
        assert ppo.train(config, progress=False).model == Path("runs/ppo-dig_v0-players=3-0/model.zip")


def test_only_a_checkpoint_of_these_settings_is_resumed(model_file, tmp_path):
    config = settled(TINY_PPO, folder=str(tmp_path / "run"))
    for path in (tmp_path / "missing.zip", model_file):
        with pytest.raises(ModelError, match=path.name):
            ppo.train(config, progress=False, resume=path)
    for change, said in (({"layers": (8,)}, r"layers \(\d+.*not \(8,\)"), ({"options": {"num_players": 3}}, "options {}")):
        with pytest.raises(ModelError, match=f"was trained with {said}"):
            ppo.train(settled(config, **change), progress=False, resume=model_file.with_name("checkpoint.zip"))
    assert not Path(config.folder).exists(), "refused before a file is written"


@pytest.mark.parametrize(
    ("resumed", "arguments", "said"),
    [
        ("checkpoint.zip", ["--algo", "dqn"], "is a checkpoint of PPO, not of DQN: go on with --algo ppo"),
        ("checkpoint.zip", ["--game", "dig_dig_v0"], "is a checkpoint of dig_v0, not of dig_dig_v0"),
        ("model.zip", [], "is a model, which can be played but not resumed: the checkpoint beside it is"),
        ("model.zip", ["--algo", "dqn"], "is a model"),
    ],
)
def test_what_cannot_be_resumed_is_told_apart(resumed, arguments, said, model_file, tmp_path, capsys):
    path = model_file.with_name(resumed)
    folder = ["--folder", str(tmp_path / "run")]
    assert cli.main(["train", *arguments, "--resume", str(path), "--steps", "4096", *folder]) == 2
    out, err = capsys.readouterr()
    assert out == "" and f"{path} {said}" in err and err.count("\n") == 1
    assert not (tmp_path / "run").exists()


def test_without_an_evaluation_there_is_no_table(tmp_path, capsys):
    arguments = ["--num-envs", "8", "--threads", "1", "--layers", "8", "--games", "0", "--folder", str(tmp_path)]
    assert cli.main(["train", "--steps", "512", *arguments]) == 0
    assert capsys.readouterr().out.replace("\n", "") == f"Model: {tmp_path / 'model.zip'}"


@pytest.mark.parametrize("algorithm", ["ppo", "dqn"])
def test_the_command_line(algorithm, tmp_path, capsys):
    folder = tmp_path / "run"
    arguments = [
        "--num-envs",
        "8",
        "--threads",
        "1",
        "--layers",
        "8,8",
        "--folder",
        str(folder),
        "--games",
        "4",
        "--players",
        "3",
    ]
    assert cli.main(["train", "--algo", algorithm, "--steps", "256", *arguments, "--opponents", "random"]) == 0
    out, _ = capsys.readouterr()
    assert "random" in out and str(folder / "model.zip") in out.replace("\n", "")
    assert learned.read_card(folder / "model.zip").options["num_players"] == 3
    assert cli.main(["train", "--algo", algorithm, "--resume", str(folder / "checkpoint.zip"), "--steps", "512"]) == 0
    assert cli.main(["train", "--algo", algorithm, "--stpes", "256"]) == 2
    assert "--steps" in capsys.readouterr().err


def test_alone_scores_are_compared_on_the_same_deals(tmp_path, capsys):
    arguments = [
        "--num-envs",
        "8",
        "--threads",
        "1",
        "--layers",
        "8",
        "--games",
        "20",
        "--players",
        "1",
        "--option",
        "length=easy",
    ]
    folder = ["--folder", str(tmp_path / "run")]
    assert cli.main(["train", "--game", "two_bit_bandits_v0", "--steps", "512", *arguments, *folder]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    names = [row[1] for row in rows if len(row) > 4]
    assert [name for name in names if name in ("the", "random", "greedy", "expert")] == ["the", "random", "greedy", "expert"]


def test_a_mean_score_is_that_of_the_games():
    options = {"num_players": 1, "length": "easy"}
    found = solo.scores("two_bit_bandits_v0", ["greedy", "greedy", "expert"], games=50, seed=7, progress=False, length="easy")
    game = game_of("two_bit_bandits_v0")
    batch = Batch(game, game.parse_options(**options), 50, seed=0, deal_again=False)
    batch.seat_agents([agents.make("greedy", game=game)], np.zeros((50, 1), int))
    batch.deal(np.arange(50), 7 + np.arange(50))
    assert found["greedy"] == found["greedy#2"] and found["greedy"].value == pytest.approx(batch.points.mean())
    assert found["greedy"].low < found["greedy"].value < found["greedy"].high < found["expert"].low
    with pytest.raises(DigEnvsError, match="num_players"):
        solo.scores("dig_v0", ["greedy"], games=5, progress=False)


def test_only_known_kinds_of_models_are_saved(tmp_path):
    from stable_baselines3 import A2C

    env = DigVecEnv("dig_v0", 2, seed=0)
    with pytest.raises(ModelError, match="MaskablePPO"):
        learned.save(A2C("MlpPolicy", env), tmp_path / "model.zip", DIG, env.batch.options)
    assert list(tmp_path.iterdir()) == [] and isinstance(env.action_space, spaces.Discrete)


def test_a_snapshot_of_the_policy_is_frozen():
    model = ppo.build(TINY_PPO, DigVecEnv("dig_v0", 16, seed=0))
    layers = policy_of(model)
    before = {name: value.clone() for name, value in layers.state_dict().items()}
    model.learn(1_024)
    assert same(before, layers.state_dict()) and not same(before, policy_of(model).state_dict())


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(ArgumentError, match="file"):
        ppo.train(settled(TINY_PPO, folder=str(tmp_path / "file" / "run")), progress=False)
