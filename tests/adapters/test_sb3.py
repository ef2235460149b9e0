"""The Stable-Baselines3 adapter: a VecEnv with the results of a batch in SB3's format."""

import sys
import warnings
from pathlib import Path
from types import ModuleType
from typing import ClassVar

import numpy as np
import pytest
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy as evaluate_with_masks
from stable_baselines3.common.evaluation import evaluate_policy
from stable_baselines3.common.vec_env import VecMonitor, VecVideoRecorder
from stable_baselines3.common.vec_env.base_vec_env import tile_images

from dig_envs import agents
from dig_envs.adapters.gymnasium import SeatEnv
from dig_envs.adapters.opponents import parse_opponents
from dig_envs.adapters.renderer import FPS
from dig_envs.adapters.sb3 import DigVecEnv
from dig_envs.core.agent import Opponent
from dig_envs.core.batch import Batch
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import ArgumentError, IllegalActionError, OptionError, UnknownAgentError
from tests.support.catalogue import CASES
from tests.support.play import random_actions, unchanged

TABLES = 16
STEPS = 400
every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)


def legal(env, generator):
    return random_actions(env.env_method("action_masks"), generator)


@every_case
def test_results_are_those_of_the_batch(case):
    game = game_of(case.game)
    env = DigVecEnv(case.game, TABLES, seed=5, opponents="random", **case.options)
    pool = [Opponent(agents.make("random", game=game))]
    batch = Batch(game, game.parse_options(**case.options), TABLES, seed=5, opponents=pool, learner="random")
    assert (env.reset() == batch.observations).all()
    generator, ended = np.random.default_rng(0), 0
    for _ in range(STEPS):
        assert (env.env_method("action_masks") == (batch.masks == 1)).all()
        actions = legal(env, generator)
        observations, rewards, dones, infos = env.step(actions)
        batch.step(actions)
        assert (observations == batch.observations).all() and env.observation_space.shape == observations.shape[1:]
        assert rewards.dtype == np.float32 and (rewards == batch.learner_rewards.astype(np.float32)).all()
        assert dones.dtype == bool and (dones == batch.dones).all()
        for row, table in enumerate(np.flatnonzero(dones)):
            seat, info = batch.last_learner_seats[table], infos[table]
            assert (info["terminal_observation"] == batch.final_observations[row, seat]).all()
            assert info["TimeLimit.truncated"] is False and info["turn_limit"] == batch.truncations[table]
            assert info["seat"] == seat and info["opponents"] == batch.last_opponents[table].tolist()
        assert all(info == {} for info in np.array(infos)[~dones])
        ended += dones.sum()
    assert ended > 0


@every_case
def test_skipping_forced_decisions_does_not_change_games(case):
    """A policy that depends on observations only gets the same choices and the same ends."""

    def play(skip_forced, choices=300):
        env = DigVecEnv(case.game, 1, seed=5, opponents="greedy", skip_forced=skip_forced, **case.options)
        observation, mask, seen, ends, forced = env.reset()[0], env.action_masks()[0], [], [], 0
        while len(seen) < choices:
            if mask.sum() > 1:
                seen.append(observation)
            forced += mask.sum() == 1
            weights = np.random.default_rng(int(1e6 * observation.sum())).random(len(mask))
            observations, rewards, dones, _ = env.step([np.where(mask, weights, -1.0).argmax()])
            observation, mask = observations[0], env.action_masks()[0]
            if dones[0]:
                ends.append((len(seen), rewards[0]))
        assert not (skip_forced and forced)
        return np.stack(seen), ends

    (choices, ends), (same_choices, same_ends) = play(True), play(False)
    assert (choices == same_choices).all()
    assert ends[: len(same_ends)] == same_ends[: len(ends)]


def test_table_i_plays_the_game_of_seed_plus_i():
    env = DigVecEnv("dig_v0", TABLES, seed=40)
    alone = DigVecEnv("dig_v0", 1, seed=43)
    assert (env.reset()[3] == alone.reset()[0]).all()
    env.seed(7)
    first = env.reset()
    further = env.reset()
    assert (first != further).any()
    env.seed(7)
    assert (env.reset() == first).all()
    assert (env.reset() == further).all()


@pytest.mark.parametrize("skip_forced", [False, True])
def test_the_first_games_have_the_seeds_even_if_games_end_before_the_learner_decides(skip_forced):
    env = DigVecEnv("dig_v0", TABLES, seed=40, max_turns=1, skip_forced=skip_forced)
    first = env.reset()
    env.seed(40)
    assert (env.reset() == first).all()


def test_without_a_seed_games_differ_and_the_global_generator_is_untouched():
    before = np.random.get_state()[1].copy()
    one, other = DigVecEnv("dig_v0", TABLES), DigVecEnv("dig_v0", TABLES)
    assert (one.reset() != other.reset()).any()
    one.seed()
    assert (np.random.get_state()[1] == before).all()


def test_returned_arrays_do_not_change_later():
    env = VecMonitor(DigVecEnv("dig_v0", TABLES, seed=1))
    observations, masks = env.reset(), env.env_method("action_masks")
    kept = observations.copy(), masks.copy()
    generator = np.random.default_rng(0)
    for _ in range(5):
        env.step(legal(env, generator))
    assert (observations == kept[0]).all() and (masks == kept[1]).all()


def test_masks_are_found_and_selected_by_indices():
    env = DigVecEnv("dig_v0", TABLES, seed=1)
    assert env.has_attr("action_masks") and not env.has_attr("no_such_thing")
    masks = env.env_method("action_masks")
    assert masks.shape == (TABLES, env.action_space.n) and masks.dtype == bool
    assert (env.env_method("action_masks", indices=[3, 1]) == masks[[3, 1]]).all()
    assert env.get_attr("render_mode", indices=0) == [None]
    assert env.get_attr("spec", indices=[0, 1]) == [None, None]
    with pytest.raises(AttributeError, match="action_masks"):
        env.env_method("action_mask")


@every_case
def test_an_illegal_action_ends_the_game_with_the_last_place(case):
    env = DigVecEnv(case.game, TABLES, seed=1, **case.options)
    before, dealt = env.reset(), env.batch.states[:3]
    actions = legal(env, np.random.default_rng(0))
    actions[:3] = (~env.env_method("action_masks")[:3]).argmax(axis=1)
    _, rewards, dones, infos = env.step(actions)
    assert dones[:3].all() and (rewards[:3] == np.float32(env.batch.options.forfeit_reward)).all()
    assert [info.get("illegal_action") for info in infos[:3]] == [True] * 3
    assert infos[0]["terminal_observation"].shape == before[0].shape
    assert (env.batch.states[:3] != dealt).all() and env.env_method("action_masks").any(axis=1).all(), "the next game is dealt"
    assert case.solo or np.allclose(env.batch.rewards[:3].sum(axis=1), 0)


@pytest.mark.rule("C-8")
@pytest.mark.parametrize("case", [case for case in CASES if not case.solo], ids=lambda case: case.id)
def test_partners_lose_with_a_forfeit_and_the_others_share_the_loss(case):
    env = DigVecEnv(case.game, TABLES, seed=1, illegal="end", **case.options)
    env.reset()
    losers = env.batch.players.astype(int)
    options = env.batch.options
    env.step((~env.env_method("action_masks")).argmax(axis=1))
    for loser, rewards in zip(losers, env.batch.rewards, strict=True):
        partners = [(loser + 2) % 4] if case.options.get("teams") else []
        losing = [p in (loser, *partners) for p in range(options.num_players)]
        assert (rewards[losing] == options.forfeit_reward).all()
        assert np.allclose(rewards[~np.array(losing)], -options.forfeit_reward * sum(losing) / (len(losing) - sum(losing)))


@pytest.mark.parametrize("make", [lambda: SeatEnv("dig_v0"), lambda: DigVecEnv("dig_v0", 4, seed=1)], ids=["gymnasium", "sb3"])
def test_an_evaluation_without_masks_warns_once_and_names_what_to_call(make):
    env = make()
    model = MaskablePPO("MlpPolicy", env, n_steps=8, batch_size=8, seed=0)
    with pytest.warns(UserWarning, match=r"choose actions by action_masks.*sb3_contrib.common.maskable") as found:
        for _ in range(2):
            evaluate_policy(model, env, n_eval_episodes=20, deterministic=False, warn=False)
    assert len(found) == 1
    env = make()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        evaluate_with_masks(model, env, n_eval_episodes=4, deterministic=False, warn=False)


def test_illegal_actions_before_the_first_reset_end_the_games():
    env = DigVecEnv("dig_v0", 4, seed=1)
    _, rewards, dones, _ = env.step(env.action_masks().argmin(axis=1))
    assert (rewards == -1.0).all() and dones.all()


def test_an_illegal_action_raises_on_request_and_changes_nothing():
    env = DigVecEnv("dig_v0", TABLES, seed=1, illegal="raise")
    env.reset()
    actions = legal(env, np.random.default_rng(0))
    actions[5] = (~env.env_method("action_masks")[5]).argmax()
    with unchanged(env.batch.snapshot), pytest.raises(IllegalActionError, match="table 5"):
        env.step(actions)


@pytest.mark.parametrize("actions", [np.full(TABLES, 99), np.full(TABLES, -1), np.zeros(3, int), np.zeros(TABLES)])
def test_invalid_actions_raise_always(actions):
    env = DigVecEnv("dig_v0", TABLES, seed=1, illegal="end")
    env.reset()
    with unchanged(env.batch.snapshot), pytest.raises(IllegalActionError):
        env.step(actions)


def test_new_opponents_play_from_the_next_deal_on():
    env = DigVecEnv("dig_v0", TABLES, seed=1, opponents="random", max_turns=4, seat=0)
    env.reset()
    env.env_method("set_opponents", [("random", 0), ("greedy", 1)])
    generator, seatings = np.random.default_rng(0), []
    for _ in range(40):
        infos = env.step(legal(env, generator))[3]
        seatings.extend(info["opponents"] for info in infos if info)
    assert set(map(tuple, seatings[:TABLES])) >= {(-1, 0)} and set(map(tuple, seatings[-TABLES:])) == {(-1, 1)}


class Clip:
    """Replaces MoviePy's clip in VecVideoRecorder."""

    made: ClassVar[list["Clip"]] = []

    def __init__(self, frames, fps):
        self.frames, self.fps = frames, fps
        self.made.append(self)

    def write_videofile(self, path):
        Path(path).touch()


def test_videos_show_the_learners_view(tmp_path, monkeypatch):
    pytest.importorskip("resvg_py")
    names = ["moviepy", *(f"moviepy.{part}" for part in ("video", "video.io", "video.io.ImageSequenceClip"))]
    for name in names:
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    monkeypatch.setattr(sys.modules[names[-1]], "ImageSequenceClip", Clip, raising=False)
    env = DigVecEnv("dig_v0", 2, seed=1, seat=0, render_mode="rgb_array")
    recorder = VecVideoRecorder(env, str(tmp_path), lambda step: step == 0, video_length=2)
    recorder.reset()
    pictures = env.get_images()
    for _ in range(3):
        recorder.step(legal(env, np.random.default_rng(0)))
    assert [path.suffix for path in tmp_path.iterdir()] == [".mp4"]
    (clip,) = Clip.made
    assert clip.fps == FPS and len(clip.frames) == 3
    assert (clip.frames[0] == tile_images(pictures)).all() and (pictures[0] != pictures[1]).any()
    assert (clip.frames[0] != clip.frames[-1]).any()


def test_without_a_render_mode_there_is_no_picture():
    assert DigVecEnv("dig_v0", 2, seed=1).get_images() == [None, None]
    with pytest.raises(ArgumentError, match="rgb_array"):
        DigVecEnv("dig_v0", 2, render_mode="human")


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"opponents": "gready"}, UnknownAgentError),
        ({"opponents": []}, ArgumentError),
        ({"opponents": [("random", -1)]}, ArgumentError),
        ({"opponents": 7}, ArgumentError),
        ({"opponents": [None]}, ArgumentError),
        ({"seat": 2}, ArgumentError),
        ({"illegal": "ignore"}, ArgumentError),
        ({"num_envs": 0}, ArgumentError),
        ({"seed": -1}, ArgumentError),
        ({"num_player": 2}, OptionError),
        ({"num_players": 9}, OptionError),
    ],
)
def test_wrong_arguments_are_refused(arguments, error):
    with pytest.raises(error):
        DigVecEnv("dig_v0", **{"num_envs": 2, **arguments})


def test_opponents_are_parsed():
    game = game_of("dig_v0")
    random = agents.make("random", game=game)
    assert parse_opponents("random", game) == [Opponent(random)]
    assert parse_opponents(("random", 2), game) == [Opponent(random, 2.0)]
    mixed = parse_opponents(["random", (random, 0.5), Opponent(random, 3.0)], game)
    assert [entry.share for entry in mixed] == [1.0, 0.5, 3.0] and all(entry.agent == random for entry in mixed)
