"""Test model files: play, cards, and the rejection of models that do not fit a game."""

import dataclasses
import json
import re
import zipfile

import numpy as np
import pytest
import torch as th
from gymnasium import spaces
from sb3_contrib import MaskablePPO

from dig_envs import agents
from dig_envs.adapters.sb3 import DigVecEnv
from dig_envs.agents import learned
from dig_envs.agents.learned import LearnedAgent
from dig_envs.core.batch import Batch
from dig_envs.core.compiler import compiled
from dig_envs.core.errors import ModelError, UnknownFeaturesError
from dig_envs.core.layout import Block, Kind, Layout
from dig_envs.training import arena, ppo
from tests.support.model_archives import contents, packed
from tests.support.tiny_features import CHANGED_LAYOUT, PLACES, Provider
from tests.support.tiny_training import DIG, TINY_PPO, changed


@pytest.fixture(scope="module")
def model_file(tmp_path_factory):
    return ppo.train(changed(TINY_PPO, steps=512, folder=str(tmp_path_factory.mktemp("model"))), progress=False).model


def play(agent, **options):
    batch = Batch(DIG, DIG.parse_options(**options), 32, seed=2, deal_again=False)
    batch.seat_agents([agent], np.zeros((32, batch.num_players), int))
    batch.deal(np.arange(32), np.arange(32))
    return batch.points.copy()


@pytest.mark.parametrize(("shortcut", "ways"), [(False, 1), (True, DIG.num_actions)])
def test_a_shortcut_gives_each_action_direct_weights(shortcut, ways, tmp_path):
    """With one hidden unit all scores move along one direction; with a shortcut they move independently."""
    model = ppo.train(changed(TINY_PPO, layers=(1,), shortcut=shortcut, folder=str(tmp_path)), progress=False).model
    agent = agents.make(model, game=DIG)
    scores = agent.scores(np.random.default_rng(0).random((64, agent.inputs), np.float32))
    assert np.linalg.matrix_rank(scores - scores.mean(axis=0), tol=1e-6) == ways  # above rounding errors


@pytest.mark.parametrize("form", [{}, {"shortcut": True}, {"network": "rows"}], ids=["mlp", "shortcut", "rows"])
def test_a_model_plays_like_stable_baselines(form, tmp_path):
    file = ppo.train(changed(TINY_PPO, steps=512, **form, folder=str(tmp_path)), progress=False).model
    agent = agents.make(file, game="dig_v0", deterministic=True)
    model = MaskablePPO.load(file, device="cpu")
    batch = Batch(DIG, DIG.parse_options(), 64, seed=1)
    chosen = np.where(batch.masks == 1, agent.scores(batch.observations), -np.inf).argmax(axis=1)
    assert (chosen == model.predict(batch.observations, deterministic=True, action_masks=batch.masks)[0]).all()


def test_stochastic_play_repeats_with_its_seed_and_follows_the_probabilities(model_file):
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

    drawn = np.bincount(LearnedAgent("stochastic", layers).act(Decisions), minlength=3) / 20_000
    assert drawn == pytest.approx([2 / 7, 0, 5 / 7], abs=0.015)
    assert set(LearnedAgent("deterministic", layers, deterministic=True).act(Decisions)) == {2}


def test_fingerprints_of_models_and_ways_of_playing_differ(model_file, tmp_path):
    other = ppo.train(changed(TINY_PPO, steps=512, seed=9, folder=str(tmp_path)), progress=False).model
    prints = [
        agents.make(model_file, game="dig_v0").fingerprint,
        agents.make(model_file, game="dig_v0", deterministic=True).fingerprint,
        agents.make(other, game="dig_v0").fingerprint,
    ]
    assert len(set(prints)) == 3 and agents.make(model_file, game="dig_v0").fingerprint == prints[0]


def test_a_model_plays_as_its_card_states(tmp_path):
    config = changed(TINY_PPO, steps=512, play="deterministic", folder=str(tmp_path))
    agent = agents.make(ppo.train(config, progress=False).model, game="dig_v0")
    assert agent.deterministic and not agents.make(tmp_path / "model.zip", game="dig_v0", deterministic=False).deterministic


def test_an_error_names_a_missing_or_damaged_model(model_file, tmp_path):
    whole = model_file.read_bytes()
    files = {"empty.zip": b"", "text.zip": b"no zip", "cut.zip": whole[: len(whole) // 2], "flipped.zip": flip(model_file)}
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    packed({"data": b"{}"}, tmp_path / "plain.zip")
    packed({learned.CARD: b'{"game": "dig_v0"}'}, tmp_path / "card.zip")
    for name in ("missing.zip", "plain.zip", "card.zip", *files):
        with pytest.raises(ModelError, match=name):
            agents.make(tmp_path / name, game="dig_v0")


def flip(path):
    """Return the file's content with one changed byte in the policy."""
    with zipfile.ZipFile(path) as archive:
        start = archive.getinfo("policy.safetensors").header_offset
    content = bytearray(path.read_bytes())
    content[start + 500] ^= 0xFF
    return bytes(content)


def test_a_model_of_another_game_or_other_options_is_rejected(model_file, tmp_path):
    files = contents(model_file)
    other = packed({**files, learned.CARD: files[learned.CARD].replace(b"dig_v0", b"dog_v0")}, tmp_path / "other.zip")
    with pytest.raises(ModelError, match="dog_v0"):
        agents.make(other, game="dig_v0")
    with pytest.raises(ModelError, match="was trained on another observation of dig_v0: block `"):
        play(agents.make(model_file, game="dig_v0"), scents=True)
    with pytest.raises(ModelError, match="trained on observations"):
        unknown = LearnedAgent("no card", agents.make(model_file, game="dig_v0").layers)
        play(unknown, scents=True)


def test_only_known_kinds_of_models_are_saved(tmp_path):
    from stable_baselines3 import A2C

    env = DigVecEnv("dig_v0", 2, seed=0)
    with pytest.raises(ModelError, match="MaskablePPO"):
        learned.save(A2C("MlpPolicy", env), tmp_path / "model.zip", DIG, env.batch.options)
    assert list(tmp_path.iterdir()) == [] and isinstance(env.action_space, spaces.Discrete)


# --- observations and features


@compiled
def crowded(table, seat, player, out):
    """Write other values into the blocks of `PLACES`."""
    out[0] = 1.0 - table.num_players / 4.0


@pytest.fixture(scope="module")
def featured_file(tmp_path_factory):
    folder = tmp_path_factory.mktemp("featured")
    config = changed(TINY_PPO, features=PLACES, steps=512, folder=str(folder))
    return ppo.train(config, progress=False).model


def offer_places(monkeypatch):
    """Install a provider of the feature set `places`."""

    class Entry:
        def load(self):
            return Provider()

    monkeypatch.setattr("dig_envs.core.feature_names.entry_points", lambda group: [Entry()])


def test_a_model_appends_its_features_to_the_facts(featured_file):
    agent = learned.load(featured_file, DIG, deterministic=True, features=PLACES)
    model = MaskablePPO.load(featured_file, device="cpu")
    batch = Batch(DIG, DIG.parse_options(), 64, seed=1, features=PLACES)
    assert agent.inputs == batch.layout.size == batch.num_facts + 5
    chosen = model.predict(batch.observations, deterministic=True, action_masks=batch.masks)[0]
    assert (agent.act(batch.decisions()) == chosen).all()
    assert len({tuple(row) for row in batch.observations[:, batch.num_facts :]}) > 1


def test_features_are_found_by_the_name_in_the_card(featured_file, monkeypatch):
    with pytest.raises(UnknownFeaturesError, match='no features "places"'):
        agents.make(featured_file, game="dig_v0")
    offer_places(monkeypatch)
    assert agents.make(featured_file, game="dig_v0").features is PLACES
    assert play(agents.make(featured_file, game="dig_v0")).shape == (32, 2)


def test_the_card_describes_the_observation(model_file, featured_file):
    plain, featured = learned.read_card(model_file), learned.read_card(featured_file)
    assert list(plain.layout) == list(featured.layout) == [block.name for block in DIG.layout(DIG.parse_options())]
    assert (plain.features, plain.features_layout) == (None, {})
    assert (featured.features, list(featured.features_layout)) == ("places", ["crowd", "me"])
    assert (plain.features_version, featured.features_version) == (0, PLACES.version)
    assert plain.game == "dig_v0" and plain.play == "stochastic" and plain.options["num_players"] == 2


def with_layout(change):
    """Return DIG with another observation, whose blocks `change` makes from the present blocks."""
    return dataclasses.replace(DIG, layout=lambda options: Layout(*change(list(DIG.layout(options)))))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda blocks: [dataclasses.replace(blocks[0], meaning="something else / 7"), *blocks[1:]], "`{0}` differs"),
        (lambda blocks: [dataclasses.replace(blocks[0], shape=(1, *blocks[0].shape)), *blocks[1:]], "`{0}` differs"),
        (lambda blocks: [dataclasses.replace(blocks[0], kind=Kind.FEATURE), *blocks[1:]], "`{0}` differs"),
        (lambda blocks: blocks[1:], "`{0}` is gone"),
        (lambda blocks: [*blocks, Block("more", (2,), "more")], "`more` is new"),
        (lambda blocks: [blocks[1], blocks[0], *blocks[2:]], "`{0}` has moved"),
    ],
    ids=["scale", "shape", "kind", "gone", "new", "order"],
)
def test_an_error_names_the_first_block_that_differs(change, said, model_file):
    first = DIG.layout(DIG.parse_options()).blocks[0].name
    wanted = f"was trained on another observation of dig_v0: block {said.format(first)}"
    with pytest.raises(ModelError, match=re.escape(wanted)):
        learned.load(model_file, with_layout(change))


def reworded(blocks):
    return [dataclasses.replace(block, meaning=f"in other words: {block.meaning}") for block in blocks]


def test_a_model_plays_after_its_blocks_are_described_in_other_words(model_file):
    agent = learned.load(model_file, with_layout(reworded))
    agent.check(DIG.parse_options())
    assert agent.fingerprint == learned.load(model_file, DIG).fingerprint


def test_features_are_compared_by_version_and_layout(featured_file):
    edited = dataclasses.replace(PLACES, function=crowded)
    assert learned.load(featured_file, DIG, features=edited).features is edited
    said = "was trained with version 1 of the features `places`; the present version is 2"
    with pytest.raises(ModelError, match=said):
        learned.load(featured_file, DIG, features=dataclasses.replace(PLACES, version=2))
    with pytest.raises(ModelError, match="trained with other features `places` of dig_v0: block `crowd` differs"):
        learned.load(featured_file, DIG, features=CHANGED_LAYOUT)


def test_play_rejects_features_that_have_changed(featured_file):
    agent = learned.load(featured_file, DIG, features=PLACES)
    agent.features = CHANGED_LAYOUT
    with pytest.raises(ModelError, match="block `crowd` differs"):
        play(agent)


def test_a_model_without_digests_is_rejected(model_file, tmp_path):
    files = contents(model_file)
    card = {key: value for key, value in json.loads(files[learned.CARD]).items() if "layout" not in key}
    old = packed({**files, learned.CARD: json.dumps(card).encode()}, tmp_path / "old.zip")
    with pytest.raises(ModelError, match=r"is damaged: cannot read its dig-envs\.json"):
        agents.make(old, game="dig_v0")


def test_fingerprints_include_the_features(featured_file):
    agent = learned.load(featured_file, DIG, features=PLACES)
    assert agent.fingerprint.endswith("places:1")


def test_models_with_and_without_features_play_in_the_arena(model_file, featured_file):
    featured = learned.load(featured_file, DIG, features=PLACES)
    result = arena.run(DIG, [featured, str(model_file), "random"], games=8, progress=False)
    assert [pair.games for pair in result.pairs] == [8, 8, 8]
