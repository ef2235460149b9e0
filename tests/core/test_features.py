"""Feature sets append floats to the facts in every adapter, and the samples of their page in the docs run."""

import copy
import pickle
import re
from pathlib import Path

import gymnasium
import numpy as np
import pytest

import dig_envs
from dig_envs.adapters.sb3 import DigVecEnv
from dig_envs.core.agent import Agent, Opponent
from dig_envs.core.batch import Batch
from dig_envs.core.compiler import compiled
from dig_envs.core.errors import ArgumentError, OptionError, SnapshotError, UnknownFeaturesError
from dig_envs.core.feature_names import offered_features
from dig_envs.core.features import FeatureSet, append_features
from dig_envs.core.layout import Block, Kind, Layout

PAGE = Path(__file__).resolve().parents[2] / "docs" / "write-your-own-features.md"
SAMPLES = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), re.S | re.M)
DIG = dig_envs.game_of("dig_v0")
SIZE = 3


def three_floats(options):
    if options.num_players == 4:
        raise OptionError("the features three take num_players up to 3")
    return Layout(Block("who", (2,), "my seat / 4, my hand / 3", Kind.FEATURE), Block("one", (1,), "always 1", Kind.FEATURE))


@compiled
def encode_three(table, seat, player, out):
    out[0] = player / 4
    out[1] = table.hand_size[player] / 3
    out[2] = out[2] + 1.0  # 2 if the row had not been zeroed


THREE = FeatureSet("three", "three floats for tests", DIG, three_floats, encode_three)


def expected(batch: Batch, players: np.ndarray) -> np.ndarray:
    """The floats of `THREE`, computed from the whole states."""
    hands = batch.states["table"]["hand_size"][np.arange(batch.num_tables), players]
    return np.stack([players / 4, hands / 3, np.ones(batch.num_tables)], axis=1).astype(np.float32)


def play(batch: Batch, steps: int, seed: int = 0) -> None:
    generator = np.random.default_rng(seed)
    for _ in range(steps):
        batch.step((batch.masks * (0.01 + generator.random(batch.masks.shape))).argmax(axis=1))


@pytest.mark.parametrize("number", range(len(SAMPLES)))
def test_the_samples_of_the_page_run(number):
    exec(compile(SAMPLES[number], str(PAGE), "exec"), {"__name__": __name__})


def test_features_follow_the_facts_and_change_nothing_else():
    plain, batch = (dig_envs.batch("dig_v0", num_tables=64, seed=3, features=features) for features in (None, THREE))
    size = plain.layout.size
    assert batch.layout.size == size + SIZE and batch.num_facts == size
    assert [block.name for block in batch.layout][-2:] == ["who", "one"]
    for step in range(150):
        assert (batch.observations[:, :size] == plain.observations).all()
        assert (batch.observations[:, size:] == expected(batch, batch.players)).all()
        play(plain, 1, step)
        play(batch, 1, step)
    assert (batch.states == plain.states).all()
    batch.random_steps(20)
    assert (batch.observations[:, size:] == expected(batch, batch.players)).all()
    assert (batch.observe_states(batch.states)[:, 1, size:] == expected(batch, np.ones(64, np.int64))).all()


def test_the_number_of_threads_does_not_change_features():
    one, two = (dig_envs.batch("dig_v0", num_tables=256, seed=3, features=THREE, num_threads=count) for count in (1, 2))
    for batch in (one, two):
        play(batch, 40)
    assert (one.observations == two.observations).all()


def test_plain_python_computes_the_same_features(monkeypatch):
    from dig_envs.core.engine import Engine

    batch = dig_envs.batch("dig_v0", num_tables=4, seed=3, features=THREE)
    play(batch, 30)
    monkeypatch.setenv("DIG_ENVS_UNCOMPILED", "1")
    plain = Engine(DIG)
    out = np.zeros((4, batch.layout.size), np.float32)
    plain.encode_seats(batch.states, batch.players.astype(np.int64), plain.features([encode_three], SIZE), batch.num_facts, out)
    assert (out == batch.observations).all()


def test_every_adapter_has_features():
    size = DIG.layout(DIG.options()).size + SIZE
    zoo = dig_envs.env("dig_v0", features=THREE)
    zoo.reset(seed=1)
    assert zoo.observation_space("player_0")["observation"].shape == (size,)
    assert all(zoo.observe(agent)["observation"][-1] == 1.0 for agent in zoo.agents)
    assert (zoo.last()[0]["observation"][-SIZE:-1] == [int(zoo.agent_selection[-1]) / 4, 0.0]).all()
    raw = dig_envs.raw_env("dig_v0", features=THREE, mask_in="info")
    raw.reset(seed=1)
    assert raw.observe("player_1").shape == (size,)
    single = gymnasium.make("dig_envs/Dig-v0", features=THREE)
    assert single.observation_space.contains(single.reset(seed=1)[0]) and single.observation_space.shape == (size,)
    several = gymnasium.make_vec("dig_envs/Dig-v0", num_envs=3, vectorization_mode="vector_entry_point", features=THREE)
    assert several.reset(seed=1)[0].shape == (3, size)
    learner = DigVecEnv("dig_v0", 4, seed=1, features=THREE)
    assert learner.reset().shape == (4, size) and learner.observation_space.shape == (size,)


def test_copies_have_features_and_snapshots_check_them():
    zoo = dig_envs.env("dig_v0", features=THREE)
    zoo.reset(seed=1)
    for twin in (copy.deepcopy(zoo), pickle.loads(pickle.dumps(zoo))):
        assert (twin.last()[0]["observation"] == zoo.last()[0]["observation"]).all()
    batch = dig_envs.batch("dig_v0", num_tables=4, seed=1, features=THREE)
    for twin in (batch.clone(), pickle.loads(pickle.dumps(batch))):
        play(twin, 10)
        assert (twin.observations[:, -1] == 1.0).all()
    with pytest.raises(SnapshotError, match="features"):
        dig_envs.batch("dig_v0", num_tables=4, seed=1).restore(batch.snapshot())


class Reader(Agent):
    """Plays the first legal action, and stores its observations."""

    name = "reader"

    def act(self, decisions):
        self.seen = decisions.observations
        self.appended = append_features(decisions, THREE, DIG.options())
        self.players = decisions.players
        return decisions.masks.argmax(axis=1)


def test_an_agent_gets_facts_and_appends_its_own_features():
    """Its features do not depend on those of the learner, so agents with different feature sets can play together."""
    reader, facts = Reader(), DIG.layout(DIG.options()).size
    batch = Batch(DIG, DIG.options(), 16, 1, opponents=[Opponent(reader)], learner="random", features=THREE)
    play(batch, 5)
    assert reader.seen.shape[1] == facts
    assert (reader.appended[:, :facts] == reader.seen).all()
    assert (reader.appended[:, facts] == (reader.players / 4).astype(np.float32)).all()


# the version and the weighted mean of the floats in random play; after a change of the floats, increase the version
FLOATS = {
    "dig_dig_v0": (1, 50.742290),
    "dig_v0": (1, 199.343877),
    "digging_bandits_v0": (1, 2.171227),
    "lets_dig_for_treasure_v0": (1, 113.197218),
    "two_bit_bandits_v0": (1, 969.779401),
}


@pytest.mark.parametrize("game", dig_envs.games())
def test_floats_change_with_the_version_alone(game):
    batch, rows = dig_envs.batch(game, num_tables=32, seed=1, features="expert"), []
    for _ in range(20):
        batch.random_steps(10)
        rows.append(batch.observations[:, batch.num_facts :].copy())
    mean = np.concatenate(rows).mean(axis=0, dtype=np.float64)
    assert (batch.features.version, mean @ np.arange(1, len(mean) + 1)) == (
        FLOATS[game][0],
        pytest.approx(FLOATS[game][1], rel=1e-5),
    )


@pytest.mark.parametrize("game", dig_envs.games())
def test_installed_feature_sets_have_only_features(game):
    found = dig_envs.game_of(game)
    for name, provider in offered_features(found).items():
        features = provider.make(name, game=game)
        batch = dig_envs.batch(game, num_tables=8, seed=1, features=name)
        assert all(block.kind is Kind.FEATURE for block in features.layout(batch.options)) and features.sentence
        assert all(block.kind is not Kind.FEATURE for block in found.layout(batch.options))
        batch.random_steps(200)
        assert batch.observations.min() >= 0.0 and batch.observations.max() <= 1.0


def test_invalid_features_are_refused():
    with pytest.raises(UnknownFeaturesError, match='no features "exprt"'):
        dig_envs.batch("two_bit_bandits_v0", num_tables=1, features="exprt")
    with pytest.raises(ArgumentError, match="belong to dig_v0, not to dig_dig_v0"):
        dig_envs.batch("dig_dig_v0", num_tables=1, features=THREE)
    with pytest.raises(ArgumentError, match="a name or a FeatureSet"):
        dig_envs.batch("dig_v0", num_tables=1, features=3)
    with pytest.raises(OptionError, match="up to 3"):
        dig_envs.batch("dig_v0", num_tables=1, num_players=4, features=THREE)
    facts = FeatureSet("facts", "", DIG, lambda options: Layout(Block("who", (3,), "")), encode_three)
    with pytest.raises(ArgumentError, match=r"Kind\.FEATURE"):
        dig_envs.batch("dig_v0", num_tables=1, features=facts)
