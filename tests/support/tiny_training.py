"""Tiny settings of all algorithms, and functions that read and compare weights."""

import dataclasses
import shutil
import zipfile
from pathlib import Path

import torch as th

from dig_envs.core.catalogue import game_of
from dig_envs.training import clone, dqn, league, ppo
from dig_envs.training.clone import expert_iteration
from dig_envs.training.run.make_tables import pool_for, tables_for
from dig_envs.training.run.run import Run

DIG = game_of("dig_v0")
TINY_PPO = ppo.Config(
    steps=2_048, num_envs=16, n_steps=32, batch_size=128, layers=(16,), threads=1, games=0, evaluate_games=0,
    checkpoint_every=1_024,
)  # fmt: skip
TINY_DQN = dqn.Config(
    steps=2_048, num_envs=16, learning_starts=256, batch_size=64, layers=(16,), threads=1, games=0, evaluate_games=0,
    buffer_size=4_096, checkpoint_every=1_024, tau=0.02,
)  # fmt: skip

TINY_LEAGUE = league.Config(
    steps=2_048, num_envs=16, n_steps=32, batch_size=128, layers=(16,), threads=1, games=0, evaluate_games=0,
    checkpoint_every=512, snapshot_every=1_024, snapshots=2, league_games=6, opponents=("random", "greedy"),
    options={"max_turns": 12},
)  # fmt: skip
TINY_CLONE = clone.Config(teacher="greedy", decisions=6_000, epochs=2, kept=8_000, batch_size=128, layers=(16,), games=0)
TINY_EXIT = expert_iteration.Config(
    teacher="search:playouts=2", decisions=150, rounds=2, epochs=2, kept=2_000, batch_size=64, layers=(16,), games=0,
    held_out=0.5, num_envs=4, options={"max_turns": 8},
)  # fmt: skip


def changed(config, **changes):
    """Return settings with some fields changed."""
    return dataclasses.replace(config, **changes)


VARIED_PPO = changed(TINY_PPO, polyak=0.9, shortcut=True, shaped=True, reward_scale=4.0, skip_forced=True)
MIXED_PPO = changed(TINY_PPO, players=(2, 3, 4), critic="table", self_play=True, magnet="average")
SELF_PLAY_PPO = changed(TINY_PPO, self_play=True, shaped=True, options={"num_players": 3})


def tables_of(config):
    """Return the tables of a run with these settings."""
    config = config.validated()
    return tables_for(config, pool_for(config))


def weights(path):
    """Return the weights of a model file by name."""
    with zipfile.ZipFile(path) as archive, archive.open("policy.pth") as file:
        return th.load(file, weights_only=True)


def same(one, other):
    """Return whether two sets of weights are exactly equal."""
    return all(th.equal(one[name], other[name]) for name in one)


def keep_checkpoints(monkeypatch, folder) -> list[Path]:
    """Copy each checkpoint of later runs to a folder, named by its steps. The list gets the copies."""
    save, kept = Run.save_checkpoint, []

    def save_and_keep(run, training):
        path = save(run, training)
        kept.append(shutil.copy(path, folder / f"{training.learner.steps}.zip"))
        return path

    monkeypatch.setattr(Run, "save_checkpoint", save_and_keep)
    return kept
