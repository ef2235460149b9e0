"""Checkpoints: a model file with all that its run needs to go on as if it had not stopped.

Beside the model: settings and counters, the pool's results and snapshots, the running mean of the weights, the tables with the
games under way, the states of the generators, and what an off-policy learner remembers.
"""

import dataclasses
import io
import json
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import torch as th

from agents import learned
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import ModelError
from training.pool import policy_of
from training.settings import from_json

if TYPE_CHECKING:
    from training.run import Training

RUN, GENERATORS, SNAPSHOTS, TABLES, REPLAY = "run.json", "generators.pt", "snapshots.pt", "tables.bin", "replay.npz"
AVERAGE = "average.pt"
COUNTERS = ("num_timesteps", "_n_updates", "_n_calls", "_episode_num", "_current_progress_remaining", "exploration_rate")
FIXED = ("options", "num_envs", "layers", "shortcut", "buffer_size")  # what stays from the first step to the last
REMEMBERED = ("observations", "next_observations", "actions", "rewards", "dones", "timeouts")


def save(training: "Training", path: Path) -> None:
    """Write a checkpoint of a run."""
    pool, batch = training.pool, training.env.batch
    run = {
        "config": dataclasses.asdict(training.config),
        "counters": {name: getattr(training.model, name) for name in COUNTERS if hasattr(training.model, name)},
        "due": training.due,
        "win_shares": [entry.win_share for entry in pool.entries],
        "snapshots_taken": pool.taken,
    }
    extras = {
        RUN: json.dumps(run, indent=1).encode(),
        GENERATORS: _generators(),
        SNAPSHOTS: _torch_bytes([layers.state_dict() for layers in pool.snapshot_layers()]),
        AVERAGE: _torch_bytes(training.average.weights),
        TABLES: batch.snapshot(),
        REPLAY: _memory(getattr(training.model, "replay_buffer", None)),
    }
    learned.save(training.model, path, batch.game, batch.options, extras, training.config.play)


def restore(training: "Training", path: str | Path) -> None:
    """Take a run that was just set up to where a checkpoint was written.

    Raises:
        ModelError: the file is missing, damaged, no checkpoint, or of other settings.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            files = {name: archive.read(name) for name in (RUN, GENERATORS, SNAPSHOTS, AVERAGE, TABLES, REPLAY)}
        training.model.set_parameters(str(path), exact_match=True)
        run = json.loads(files[RUN])
        vars(training.model).update(run["counters"])
        training.due = run["due"]
        _restore_pool(training, run, files[SNAPSHOTS])
        training.average.weights = _torch_value(files[AVERAGE])
        _restore_tables(training, files[TABLES])
        _restore_memory(getattr(training.model, "replay_buffer", None), files[REPLAY])
        _restore_generators(files[GENERATORS])
    except (KeyError, ValueError, RuntimeError, OSError, zipfile.BadZipFile) as error:
        raise ModelError(f"can't resume from {path}, which is no checkpoint of these settings: {error}") from error


def check(path: str | Path, algorithm: str, game: str = "") -> None:
    """Refuse a file that this algorithm, and if given this game, has no use for.

    Raises:
        ModelError: the file is missing, damaged, no checkpoint, or of another algorithm or game.
    """
    card = learned.read_card(path)
    with zipfile.ZipFile(path) as archive:
        if RUN not in archive.namelist():
            beside = Path(path).with_name("checkpoint.zip")
            raise ModelError(f"{path} is a model, which can be played but not resumed: the checkpoint beside it is {beside}")
    found = card.algorithm.removeprefix("Maskable").removeprefix("Masked")
    if found != algorithm:
        raise ModelError(f"{path} is a checkpoint of {found}, not of {algorithm}: go on with --algo {found.lower()}")
    if game and card.game != game:
        raise ModelError(f"{path} is a checkpoint of {card.game}, not of {game}")


def check_settings(path: str | Path, config: Any) -> None:
    """Refuse a file that is no checkpoint of this algorithm and game, or whose run had another network, tables or memory.

    Raises:
        ModelError: it is one; the message names what differs, and its value there.
    """
    check(path, config.algorithm, config.game)
    before, game = _saved_config(path, type(config)), game_of(config.game)
    same_game = game.parse_options(**before.options).identity == game.parse_options(**config.options).identity
    for name in FIXED:
        was, now = getattr(before, name, None), getattr(config, name, None)
        if was != now and not (name == "options" and same_game):
            raise ModelError(f"{path} was trained with {name} {was}, not {now}: that can't change on the way")


def config_of(path: str | Path, config: Any) -> Any:
    """The settings of the run that wrote a checkpoint.

    Raises:
        ModelError: the file is missing, damaged, or no checkpoint of this algorithm.
    """
    check(path, config.algorithm)
    return _saved_config(path, config)


def _saved_config(path: str | Path, config: Any) -> Any:
    try:
        with zipfile.ZipFile(path) as archive:
            return from_json(config, json.loads(archive.read(RUN))["config"])
    except (KeyError, ValueError, zipfile.BadZipFile) as error:
        raise ModelError(f"{path} is no checkpoint to resume from: {error}") from error


def _restore_pool(training: "Training", run: dict[str, Any], snapshots: bytes) -> None:
    pool = training.pool
    for weights in _torch_value(snapshots):
        layers = policy_of(training.model)
        layers.load_state_dict(weights)
        pool.add_snapshot(layers, type(training.model).__name__ in learned.GREEDY)
    pool.taken = run["snapshots_taken"]
    for entry, win_share in zip(pool.entries, run["win_shares"], strict=True):
        entry.win_share = win_share
    training.env.set_opponents(pool.opponents())


def _restore_tables(training: "Training", tables: bytes) -> None:
    """Put the games under way back, and tell the learner what it sees there."""
    model, batch = training.model, training.env.batch
    batch.restore(tables)
    with_masks = getattr(model.env, "with_masks", lambda observations: observations)
    model._last_obs = with_masks(batch.observations.copy())
    model._last_episode_starts = np.zeros(batch.num_tables, bool)


def _memory(buffer: Any) -> bytes:
    """What an off-policy learner remembers; nothing of any other."""
    if buffer is None:
        return b""
    file = io.BytesIO()
    arrays = {name: getattr(buffer, name)[: buffer.size()] for name in REMEMBERED}
    np.savez_compressed(file, position=np.array([buffer.pos, buffer.full]), **arrays)
    return file.getvalue()


def _restore_memory(buffer: Any, stored: bytes) -> None:
    if buffer is None:
        return
    with np.load(io.BytesIO(stored), allow_pickle=False) as arrays:
        buffer.pos, buffer.full = int(arrays["position"][0]), bool(arrays["position"][1])
        for name in REMEMBERED:
            getattr(buffer, name)[: buffer.size()] = arrays[name]


def _generators() -> bytes:
    """The states of torch's and NumPy's global generators, which Stable-Baselines3 draws from."""
    name, words, *rest = np.random.get_state()
    return _torch_bytes({"torch": th.get_rng_state(), "numpy": [name, np.asarray(words).tolist(), *rest]})


def _restore_generators(stored: bytes) -> None:
    states = _torch_value(stored)
    name, words, *rest = states["numpy"]
    np.random.set_state((name, np.array(words, np.uint32), *rest))
    th.set_rng_state(states["torch"])


def _torch_bytes(value: Any) -> bytes:
    file = io.BytesIO()
    th.save(value, file)
    return file.getvalue()


def _torch_value(stored: bytes) -> Any:
    return th.load(io.BytesIO(stored), weights_only=True)
