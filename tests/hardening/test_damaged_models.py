"""Damaged and forged models and checkpoints are refused with ModelError or play legally. None runs code."""

import io
import json
import pickle
import struct
import warnings
import zipfile

import numpy as np
import pytest
import torch as th
from safetensors.torch import save

from dig_envs import agents
from dig_envs.agents import learned
from dig_envs.agents.learned import tensors
from dig_envs.agents.learned.archive import open_archive
from dig_envs.agents.learned.model_card import CARD
from dig_envs.agents.learned.model_file import POLICY, VALUE, WEIGHTS
from dig_envs.core.batch import Batch
from dig_envs.core.errors import DigEnvsError, ModelError, UnknownFeaturesError
from dig_envs.training import dqn, ppo
from dig_envs.training.run import checkpoint
from tests.support import mutations
from tests.support.model_archives import contents, packed
from tests.support.tiny_training import DIG, TINY_DQN, TINY_PPO, VARIED_PPO, changed


@pytest.fixture(scope="module")
def model_file(tmp_path_factory):
    folder = tmp_path_factory.mktemp("model")
    return ppo.train(changed(TINY_PPO, steps=512, shortcut=True, folder=str(folder)), progress=False).model


@pytest.fixture(scope="module", params=["mlp", "rows"])
def either_file(request, tmp_path_factory, model_file):
    if request.param == "mlp":
        return model_file
    folder = tmp_path_factory.mktemp("rows")
    return ppo.train(changed(TINY_PPO, steps=512, network="rows", folder=str(folder)), progress=False).model


@pytest.fixture(scope="module")
def decisions():
    batch = Batch(DIG, DIG.parse_options(), 8, seed=1)
    return batch.decisions()


def is_refused_or_plays(path, decisions, refusals=ModelError):
    """Return whether a model is accepted. An accepted model must choose legal actions."""
    try:
        agent = learned.load(path, DIG)
        agent.check(DIG.parse_options())
        actions = agent.act(decisions)
    except refusals:
        return False
    assert actions.shape == (8,) and decisions.masks[np.arange(8), actions].all()
    return True


@pytest.mark.parametrize("count", [300, pytest.param(2_000, marks=pytest.mark.long)])
def test_a_model_of_damaged_bytes_is_refused_or_plays(count, model_file, decisions, tmp_path):
    generator, whole = np.random.default_rng(count), model_file.read_bytes()
    path = tmp_path / "model.zip"
    played = 0
    for _ in range(count):
        path.write_bytes(mutations.of_bytes(whole, generator))
        played += is_refused_or_plays(path, decisions)
    assert played < count


@pytest.mark.parametrize("count", [250, pytest.param(2_000, marks=pytest.mark.long)])
def test_a_model_of_damaged_content_is_refused_or_plays(count, either_file, decisions, tmp_path):
    """The zip file is valid, but the card, the tensors or their descriptions are not."""
    generator, files = np.random.default_rng(count), contents(either_file)
    played = 0
    for _ in range(count):
        part = CARD if generator.random() < 0.4 else generator.choice([POLICY, VALUE])
        damage = mutations.of_json if part == CARD else generator.choice([mutations.of_tensors, of_description])
        path = packed({**files, part: damage(files[part], generator)}, tmp_path / "model.zip")
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            played += is_refused_or_plays(path, decisions, (ModelError, UnknownFeaturesError))
    assert 0 < played < count / 2


def with_card(files, **fields):
    return {**files, CARD: json.dumps({**json.loads(files[CARD]), **fields}).encode()}


def of_description(content, generator):
    """Packed networks with a damaged description."""
    weights, description = tensors.unpack_named(content)
    return tensors.pack_named(weights, mutations.of_json(description, generator).decode())


def with_network(files, change, part=POLICY):
    """The files with a changed description and changed weights of a network."""
    weights, description = tensors.unpack_named(files[part])
    network, weights = change(json.loads(description), weights)
    return {**files, part: tensors.pack_named(weights, json.dumps(network))}


def with_description(files, part=POLICY, **fields):
    return with_network(files, lambda network, weights: ({**network, **fields}, weights), part)


def with_weights(files, change, part=POLICY):
    """The files with changed first weights."""

    def changed_first(network, weights):
        name = next(iter(weights))
        return network, {**weights, name: change(weights[name])}

    return with_network(files, changed_first, part)


def filled(value):
    def change(weight):
        weight.view(-1)[0] = value
        return weight

    return change


def mlp(inputs, outputs):
    network = learned.build(learned.Architecture("mlp", inputs, outputs, (4,)))
    return json.loads(network.architecture.as_json()), network.state_dict()


OBSERVED = DIG.layout(DIG.parse_options()).size
FORGED = {
    "NaN": lambda files: with_weights(files, filled(float("nan"))),
    "infinite": lambda files: with_weights(files, filled(float("inf"))),
    "one output": lambda files: with_network(files, lambda *_: mlp(OBSERVED, 1)),
    "fewer inputs": lambda files: with_network(files, lambda *_: mlp(OBSERVED - 1, DIG.num_actions)),
    "no weights": lambda files: with_network(files, lambda network, _: (network, {})),
    "doubles": lambda files: with_weights(files, lambda weight: weight.double()),
    "weights of another size": lambda files: with_weights(files, lambda weight: weight[1:].clone()),
    "more weights": lambda files: with_network(files, lambda network, weights: (network, {**weights, "more": th.zeros(1)})),
    "other layers": lambda files: with_description(files, layers=[8]),
    "huge layers": lambda files: with_description(files, layers=[1 << 20, 1 << 20, 1 << 20]),
    "layers beyond measure": lambda files: with_description(files, layers=[10**30]),
    "layers as a text": lambda files: with_description(files, layers="16"),
    "another kind of network": lambda files: with_description(files, network="exec"),
    "another activation": lambda files: with_description(files, activation="exec"),
    "rows of nothing": lambda files: with_description(files, network="rows", shortcut=False, groups=[]),
    "rows outside": lambda files: with_description(
        files, network="rows", shortcut=False, groups=[{"name": "x", "inputs": [[10**9]], "actions": [[0]], "ordered": True}]
    ),
    "rows as a text": lambda files: with_description(files, network="rows", shortcut=False, groups="rows"),
    "more in the description": lambda files: with_description(files, more=1),
    "a description that is none": lambda files: with_network(files, lambda _, weights: ([], weights)),
    "a description that is no JSON": lambda files: {**files, POLICY: tensors.pack_named({}, "layers")},
    "a deep description": lambda files: {**files, POLICY: tensors.pack_named({}, "[" * 100_000)},
    "no description": lambda files: {**files, POLICY: save({"1.weight": th.zeros(1)})},
    "unknown types": lambda files: {**files, POLICY: save({"1.weight": th.zeros(1, dtype=th.bfloat16)}, {"description": "{}"})},
    "no policy": lambda files: {name: content for name, content in files.items() if name != POLICY},
    "a value that is not finite": lambda files: with_weights(files, filled(float("nan")), VALUE),
    "two values": lambda files: with_network(files, lambda *_: mlp(OBSERVED, 2), VALUE),
    "a value of fewer inputs": lambda files: with_network(files, lambda *_: mlp(OBSERVED - 1, 1), VALUE),
    "a value as a pickle": lambda files: {**files, VALUE: files[WEIGHTS]},
    "format as a text": lambda files: with_card(files, format="2"),
    "format 2": lambda files: with_card(files, format=2),
    "no scale": lambda files: with_card(files, reward_scale=0),
    "shaped as a number": lambda files: with_card(files, shaped=1),
    "pickle": lambda files: {**files, POLICY: files[WEIGHTS]},
    "play X": lambda files: with_card(files, play="X"),
    "game as a number": lambda files: with_card(files, game=7),
    "options as a list": lambda files: with_card(files, options=[1]),
    "features as a dict": lambda files: with_card(files, features={}),
    "activation": lambda files: with_card(files, activation="exec"),
    "algorithm": lambda files: with_card(files, algorithm=["MaskablePPO"]),
    "layout": lambda files: with_card(files, layout={"a": 1}),
    "escape": lambda files: with_card(files, game="\x1b[2Jdig_v0"),
    "card as a list": lambda files: {**files, CARD: b"[]"},
    "card as a number": lambda files: {**files, CARD: b"7"},
    "deep card": lambda files: {**files, CARD: b"[" * 100_000},
    "large card": lambda files: {**files, CARD: b" " * (1 << 21)},
}


@pytest.mark.parametrize("forge", FORGED.values(), ids=FORGED)
def test_a_forged_model_is_refused(forge, either_file, tmp_path):
    path = packed(forge(contents(either_file)), tmp_path / "forged.zip")
    with pytest.raises(ModelError, match=r"forged\.zip") as caught:
        agents.make(path, game=DIG)
    assert str(caught.value).isprintable()


def test_no_pickle_is_read(model_file, tmp_path, monkeypatch):
    class Evil:
        def __reduce__(self):
            return pytest.fail, ("a pickle was executed",)

    files = contents(model_file)
    evil = {name: pickle.dumps(Evil()) for name in files if name not in (CARD, POLICY, VALUE)}
    path = packed({**files, **evil}, tmp_path / "evil.zip")
    monkeypatch.setattr(th, "load", lambda *_, **__: pytest.fail("a pickle was read"))
    assert agents.make(path, game=DIG).fingerprint != agents.make(model_file, game=DIG).fingerprint
    with pytest.raises(ModelError):
        agents.make(packed({**files, POLICY: pickle.dumps(Evil())}, path), game=DIG)


def test_a_zip_bomb_is_refused(model_file, tmp_path, monkeypatch):
    files = {**contents(model_file), POLICY: b"\0" * (1 << 26)}
    bomb = packed(files, tmp_path / "bomb.zip", compression=zipfile.ZIP_DEFLATED)
    assert bomb.stat().st_size < 1 << 20
    with pytest.raises(
        ModelError, match=r"bomb\.zip is damaged: its policy\.safetensors has 67,108,864 bytes, packed in [\d,]+$"
    ):
        agents.make(bomb, game=DIG)
    with monkeypatch.context() as limited:
        limited.setattr("dig_envs.agents.learned.archive.MAX_NETWORK", (1 << 26) - 1)
        with pytest.raises(ModelError, match=r"model .*bomb\.zip is damaged: its policy\.safetensors has 67,108,864 bytes"):
            agents.make(bomb, game=DIG)
    monkeypatch.setattr("dig_envs.agents.learned.archive.MAX_BYTES", 1 << 26)
    for name in (CARD, checkpoint.RUN):
        with pytest.raises(ModelError, match=r"bomb\.zip: its files have 67,[\d,]+ bytes"):
            checkpoint.read(packed({**files, name: b"{}"}, bomb, compression=zipfile.ZIP_DEFLATED))
    lzma = packed(contents(model_file), tmp_path / "lzma.zip", compression=zipfile.ZIP_LZMA)
    with pytest.raises(ModelError, match="its compression method is not supported"):
        agents.make(lzma, game=DIG)


def test_a_zip_with_a_wrong_size_is_refused(model_file, tmp_path):
    whole = model_file.read_bytes()
    with open_archive(model_file) as archive:
        size = len(archive.read(POLICY))
    for said in (size - 1, size + 1, 10 * size, 2**32 - 2):
        path = tmp_path / "lies.zip"
        path.write_bytes(whole.replace(struct.pack("<II", size, size), struct.pack("<II", size, said)))
        assert path.read_bytes() != whole
        with pytest.raises(ModelError, match=r"lies\.zip"):
            agents.make(path, game=DIG)


def test_a_zip_with_too_many_files_is_refused(model_file, tmp_path):
    many = {**contents(model_file), **{f"{number:0200}": b"" for number in range(20_000)}}
    with pytest.raises(ModelError, match="its list of contents has"):
        agents.make(packed(many, tmp_path / "many.zip"), game=DIG)


def test_an_encrypted_model_is_refused(model_file, tmp_path):
    content = bytearray(model_file.read_bytes())
    with zipfile.ZipFile(io.BytesIO(bytes(content))) as archive:
        start = archive.start_dir
    while content[start : start + 4] == b"PK\x01\x02":
        content[start + 8] |= 1
        name, extra, comment = struct.unpack("<HHH", content[start + 28 : start + 34])
        start += 46 + name + extra + comment
    (tmp_path / "secret.zip").write_bytes(content)
    with pytest.raises(ModelError, match=r"secret\.zip"):
        agents.make(tmp_path / "secret.zip", game=DIG)


@pytest.mark.parametrize("name", [5, None, 1.5, ["model.zip"], b"model.zip"])
def test_values_that_are_no_paths_are_refused(name):
    for read in (learned.read_card, lambda path: learned.load(path, DIG), checkpoint.read):
        with pytest.raises(ModelError, match="the path of a model is a string or a path"):
            read(name)


def test_a_diverged_network_is_not_saved(either_file, tmp_path):
    files, network = contents(either_file), agents.make(either_file, game=DIG).layers.architecture
    state = th.load(io.BytesIO(files[WEIGHTS]), weights_only=True)
    next(weight for name, weight in state.items() if name.startswith("mlp_extractor.policy_net."))[0] = float("nan")
    file = io.BytesIO()
    th.save(state, file)
    with pytest.raises(ModelError, match="not finite: the training has diverged"):
        diverged = {**files, WEIGHTS: file.getvalue()}
        learned.write(tmp_path / "model.zip", learned.read_card(either_file), diverged, network)
    assert list(tmp_path.iterdir()) == []


# --- tensors


@pytest.mark.parametrize(
    "value",
    [
        [],
        {"a": None, "3": [True, 1, 0.1, "x"], "b": {"c": []}},
        [th.arange(6.0).reshape(2, 3), th.zeros(0, 4), th.tensor(7), th.tensor([1, 255], dtype=th.uint8)],
        {"slice": th.arange(12.0).reshape(3, 4)[:, 1:3], "double": th.tensor([1e300], dtype=th.float64)},
    ],
)
def test_packed_tensors_are_unpacked_unchanged(value):
    def equal(one, other):
        if isinstance(one, th.Tensor):
            return one.dtype == other.dtype and th.equal(one, other)
        if isinstance(one, dict):
            return one.keys() == other.keys() and all(equal(one[key], other[key]) for key in one)
        if isinstance(one, list):
            return len(one) == len(other) and all(map(equal, one, other))
        return type(one) is type(other) and one == other

    assert equal(tensors.unpack(tensors.pack(value)), value)


def test_damaged_tensors_are_refused_or_read():
    generator = np.random.default_rng(0)
    whole = tensors.pack({"a": [th.arange(40.0), th.zeros(2, 3)], "b": {"c": 0.5}})
    for damage in (mutations.of_bytes, mutations.of_tensors):
        for _ in range(2_000):
            try:
                tensors.unpack(damage(whole, generator))
            except ValueError:
                continue


# --- checkpoints


@pytest.fixture(scope="module", params=[(ppo, VARIED_PPO), (dqn, TINY_DQN)], ids=["ppo", "dqn"])
def saved(request, tmp_path_factory):
    """An algorithm, its settings and the files of a checkpoint with snapshots."""
    algorithm, config = request.param
    config = changed(config, steps=1_024, snapshot_every=512, noise_levels=(0.5,), folder=str(tmp_path_factory.mktemp("saved")))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("dig_envs.training.run.pool_training.REVIEW_EVERY", 256)
        model = algorithm.train(config, progress=False).model
    return algorithm, config, contents(model.with_name("checkpoint.zip"))


@pytest.mark.long
def test_a_damaged_checkpoint_is_refused_or_continues(saved, tmp_path):
    algorithm, config, files = saved
    generator = np.random.default_rng(1)
    config = changed(config, steps=1_536, folder=str(tmp_path / "run"))
    damages = {name: mutations.of_tensors for name in files if name.endswith(".safetensors") and name != POLICY}
    damages |= dict.fromkeys((checkpoint.RUN, "counters.json"), mutations.of_json)
    refused = 0
    for _ in range(160):
        name = list(damages)[generator.integers(len(damages))]
        path = packed({**files, name: damages[name](files[name], generator)}, tmp_path / "checkpoint.zip")
        try:
            algorithm.train(config, progress=False, resume=path)
        except DigEnvsError:
            refused += 1
    assert 0 < refused < 160


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("config", []),
        ("config", {"game": 1}),
        ("due", {"review": "x", "snapshot": 1, "checkpoint": 1}),
        ("due", []),
        ("snapshots_taken", 10**9),
        ("win_shares", [float("nan")] * 3),
        ("win_shares", 7),
        ("algorithm", {}),
    ],
)
def test_a_forged_run_is_refused(field, value, saved, tmp_path):
    algorithm, config, files = saved
    run = {**json.loads(files[checkpoint.RUN]), field: value}
    path = packed({**files, checkpoint.RUN: json.dumps(run).encode()}, tmp_path / "forged.zip")
    with pytest.raises(ModelError, match=r"forged\.zip"):
        algorithm.train(changed(config, steps=1_536, folder=str(tmp_path / "run")), progress=False, resume=path)


def test_a_forged_memory_is_refused(saved, tmp_path):
    algorithm, config, files = saved
    if algorithm is ppo:
        pytest.skip("PPO has no replay buffer")
    memory = tensors.unpack(files["replay.safetensors"])
    forgeries = {
        "actions": memory["actions"] + DIG.num_actions,
        "rewards": memory["rewards"] * float("nan"),
        "position": config.buffer_size,
        "dones": memory["dones"][:-1].clone(),
        "known": memory["known"] | 255,
        "others": memory["observations"],
        "observations": {**memory["observations"], "values": memory["observations"]["values"] * float("nan")},
    }
    for name, value in forgeries.items():
        content = tensors.pack({**memory, name: value})
        path = packed({**files, "replay.safetensors": content}, tmp_path / "forged.zip")
        with pytest.raises(ModelError, match=r"forged\.zip"):
            algorithm.train(changed(config, steps=1_536, folder=str(tmp_path / "run")), progress=False, resume=path)
