"""An algorithm without Stable-Baselines3 trains in a run: a tiny policy gradient that this module defines."""

import dataclasses
import io
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
import torch as th
from torch import nn

from dig_envs import agents
from dig_envs.agents import learned
from dig_envs.core.errors import ModelError
from dig_envs.training import arena
from dig_envs.training.run import checkpoint, pool_training
from dig_envs.training.run.config import RunConfig
from dig_envs.training.run.pool_training import PoolTraining
from dig_envs.training.run.run import Run
from dig_envs.training.run.settings import setting
from tests.support.tiny_features import PLACES
from tests.support.tiny_training import changed, same, weights

ROLLOUT = 32


@dataclass(frozen=True)
class Config(RunConfig):
    """Settings of the learner."""

    algorithm = "REINFORCE"

    learning_rate: float = setting(3e-3, "of Adam", above=0)


TINY = Config(
    steps=4_096,
    num_envs=32,
    games=0,
    checkpoint_every=2_048,
    snapshot_every=1_024,
    polyak=0.5,
    options={"max_turns": 24},
)


class Reinforce:
    """REINFORCE (Williams 1992): the later rewards of a rollout make a decision more or less likely."""

    kind, activation = "Sequential", "ReLU"

    def __init__(self, config, tables, folder):
        self.tables = tables
        floats, actions = tables.observation_space.shape[0], int(tables.action_space.n)
        self.network = nn.Sequential(nn.Linear(floats, 32), nn.ReLU(), nn.Linear(32, actions))
        self.optimiser = th.optim.Adam(self.network.parameters(), config.learning_rate)
        self.steps = 0
        self.logged = {}

    def learn(self, until, watcher):
        batch = self.tables.batch
        while self.steps < until:
            watcher.on_rollout_start()
            likelihoods, rewards = [], []
            for _ in range(ROLLOUT):
                scores = self.network(th.from_numpy(batch.observations.copy()))
                chances = th.distributions.Categorical(logits=scores.masked_fill(th.from_numpy(batch.masks) == 0, -1e8))
                actions = chances.sample()
                likelihoods.append(chances.log_prob(actions))
                rewards.append(th.from_numpy(self.tables.step(actions.numpy())[1]))
                self.steps += batch.num_tables
                watcher.on_step()
            watcher.on_rollout_end()
            returns = th.stack(rewards).flip(0).cumsum(0).flip(0)
            loss = -(th.stack(likelihoods) * (returns - returns.mean())).mean()
            self.optimiser.zero_grad()
            loss.backward()
            self.optimiser.step()

    def record(self, name, value):
        self.logged[name] = value

    def model_files(self):
        return {"policy.pth": as_bytes(self.network.state_dict())}

    def memory_files(self):
        return {"steps.json": json.dumps(self.steps).encode(), "adam.pt": as_bytes(self.optimiser.state_dict())}

    def restore(self, files):
        self.network.load_state_dict(th.load(io.BytesIO(files["policy.pth"]), weights_only=True))
        self.optimiser.load_state_dict(th.load(io.BytesIO(files["adam.pt"]), weights_only=True))
        self.steps = json.loads(files["steps.json"])


def as_bytes(value):
    file = io.BytesIO()
    th.save(value, file)
    return file.getvalue()


def train(config, folder, resume=None):
    return pool_training.train(changed(config, folder=str(folder)), Reinforce, progress=False, resume=resume)


def test_a_custom_learner_trains_and_its_model_plays(tmp_path):
    before = th.get_rng_state()
    result = train(changed(TINY, games=20, opponents=("random",)), tmp_path)
    assert result.steps == TINY.steps and list(result.win_shares) == agents.names("dig_v0")
    card = learned.read_card(result.model)
    assert (card.algorithm, card.activation, card.play) == ("Sequential", "ReLU", "stochastic")
    played = arena.run("dig_v0", [str(result.model), "random"], games=20, progress=False, max_turns=24)
    assert played.pairs[0].games == 20
    assert th.equal(before, th.get_rng_state())


def test_its_run_resumes_exactly(tmp_path):
    whole = train(changed(TINY, steps=8_192), tmp_path / "whole")
    half = train(TINY, tmp_path / "half")
    resumed = train(changed(TINY, steps=8_192), tmp_path / "resumed", resume=half.model.with_name("checkpoint.zip"))
    assert same(weights(whole.model), weights(resumed.model))
    assert checkpoint.config_of(half.model.with_name("checkpoint.zip"), Config) == TINY


def test_the_training_updates_pool_average_and_checkpoint(tmp_path, monkeypatch):
    monkeypatch.setattr("dig_envs.training.run.pool_training.REVIEW_EVERY", 1_024)
    config = changed(TINY, opponents=("random",), folder=str(tmp_path), steps=6_000)
    kept = PoolTraining(Run(config), Reinforce)
    kept.learn()
    assert kept.pool.taken > 0 and len(kept.pool.snapshot_layers()) == 2
    assert kept.learner.logged["pool/random"] != 0.5 != kept.pool.members[0].win_share
    assert (tmp_path / "checkpoint.zip").exists() and kept.average.weights


def test_it_sees_features_and_its_snapshots_do(tmp_path, monkeypatch):
    monkeypatch.setattr("dig_envs.training.run.pool_training.REVIEW_EVERY", 1_024)
    config = changed(TINY, features=PLACES, opponents=("random",), folder=str(tmp_path))
    kept = PoolTraining(Run(config), Reinforce)
    facts = kept.game.layout(kept.batch.options).size
    assert kept.learner.network[0].in_features == facts + 5
    kept.learn()
    assert kept.pool.members[-1].agent.features is PLACES and kept.pool.taken
    model = learned.load(kept.save_model(), "dig_v0", features=PLACES)
    assert arena.run("dig_v0", [model, "random"], games=8, progress=False, max_turns=24).pairs[0].games == 8


def test_a_checkpoint_of_another_algorithm_is_refused(tmp_path):
    path = train(TINY, tmp_path).model.with_name("checkpoint.zip")
    from dig_envs.training import ppo

    with pytest.raises(ModelError, match="is a checkpoint of REINFORCE, not of PPO"):
        ppo.train(ppo.Config(folder=str(tmp_path / "other")), progress=False, resume=path)
    assert not (tmp_path / "other").exists()


@pytest.mark.long
def test_an_uninstalled_game_is_trained_and_evaluated(tmp_path):
    """A `Game` object replaces the id; this game is not installed."""
    game = dataclasses.replace(TINY.played, id="my_dig_v0")
    result = train(changed(TINY, game=game, steps=2_048, games=4), tmp_path)
    assert list(result.win_shares) == ["random"] and learned.read_card(result.model).game == "my_dig_v0"
    agent = learned.load(result.model, game)
    assert agent.check(game.parse_options()) is None
    assert arena.run(game, [agent, "random"], games=4, progress=False, max_turns=24).game == "my_dig_v0"
    assert (
        Path(tmp_path / "checkpoint.zip").exists() and np.isfinite(agent.scores(np.zeros((1, agent.inputs), np.float32))).all()
    )
