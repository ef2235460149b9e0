"""Tell how a model was trained: the command lines, the seed and the steps, from the checkpoint that stands beside it."""

import dataclasses
import os
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dig_envs.agents.trained import registry
from dig_envs.core.errors import ModelError
from dig_envs.training.run import checkpoint
from dig_envs.training.run.measurement import measurement_from
from dig_envs.training.run.monitor import BEST, best_of
from dig_envs.training.run.next_steps import option_words

CHECKPOINT = "checkpoint.zip"
EARLIER = ("start", "teacher")  # settings that may name a model which was trained before
ALWAYS = ("game", "seed", "steps")  # settings that a command names even where they are the defaults
CLONES = ("CLONE", "EXIT")  # which leave one model
LAST = "model.zip"
MOST_RUNS = 20  # of which each began with the one before


@dataclass(frozen=True)
class History:
    """How a model was trained.

    Attributes:
        algorithm: of its last training, such as "PPO".
        commands: that trained it, in order: those of the models that it began with first.
        seed: of the last training.
        steps: decisions of the learner in the last training, up to this model; of a clone, steps of gradient descent.
    """

    algorithm: str
    commands: tuple[str, ...]
    seed: int
    steps: int


def history_of(model: str | os.PathLike) -> History:
    """Read how a model was trained.

    Args:
        model: its file, in the folder of its run.

    Raises:
        ModelError: no checkpoint of the run is beside it, or it is damaged; or the model that it started from is not there,
            so that the commands before can't be known.
    """
    path = Path(model)
    run = checkpoint.read_run(path.with_name(CHECKPOINT))
    try:
        config = dict(run["config"])
        _check_start(str(config.get("start", "")), config["game"])
        return History(str(run["algorithm"]), tuple(_commands(path)), int(config["seed"]), _steps(run, path.name == BEST))
    except (LookupError, TypeError, ValueError) as error:
        raise ModelError(f"{path.with_name(CHECKPOINT)} does not tell how {path.name} was trained: {error!r}") from error


def _check_start(model: str, game: str) -> None:
    """Raise an error unless the model that a run started from, or the checkpoint beside it, is there."""
    path = registry.model_file(model, game)
    if model and not path.is_file() and not path.with_name(CHECKPOINT).is_file():
        raise ModelError(f"{path}, which the training started from, is not there: go to the folder that it was started in")


def _steps(run: Mapping[str, Any], best: bool) -> int:
    """Return the decisions that a model at the end of a run, or its best one, had learned from."""
    measurements = [measurement_from(found) for found in run.get("monitor", {}).get("measurements", [])]
    if measurements:
        found = best_of(measurements) if best else measurements[-1]
        assert found is not None
        return found.steps
    return int(run["steps"] if "steps" in run else run["config"]["steps"])


def _commands(model: Path, most: int = MOST_RUNS, beyond: bool = True) -> list[str]:
    """Return the commands that led to a model, as far as checkpoints beside it and beside earlier models tell."""
    file = model.with_name(CHECKPOINT)
    if not most or not file.is_file():
        return []
    run = checkpoint.read_run(file)
    return commands_of(str(run["algorithm"]), {**run["config"], "folder": str(_in_runs(model.parent))}, most, beyond)


def commands_of(algorithm: str, config: Mapping[str, Any], most: int = MOST_RUNS, beyond: bool = True) -> list[str]:
    """Return the commands that lead to a run, in order: those of the models that it begins with or learns from, and its own.

    Args:
        algorithm: of the run.
        config: its settings, as `dig_envs.training.run.settings.as_json` gives them.
        most: how many runs there may be, each of which began with the one before.
        beyond: whether to go back beyond agents that come with the package, which a command can name.
    """
    before: list[str] = []
    here: dict[str, str] = {}
    for name in EARLIER:
        commands, path = _earlier(config["game"], str(config.get(name, "")), most - 1, beyond)
        before += commands
        here |= {name: path} if path else {}
    return [*before, command_of(algorithm, {**config, **here})]


def _earlier(game: str, model: str, most: int, beyond: bool) -> tuple[Sequence[str], str]:
    """Return the commands that trained the model which a setting names, and the file that they leave; nothing for a bot."""
    path = registry.model_file(model, game)
    comes_trained = path.resolve().parent == registry.folder_of(game).resolve()
    if path.suffix != ".zip" or (comes_trained and not beyond):
        return (), ""
    if comes_trained:
        card = registry.card_of(path.stem, game)
        folder = Path(argument_of(card.commands[-1], "--folder"))
        return card.commands, str(folder / (LAST if card.algorithm in CLONES else BEST))
    return _commands(path, most, beyond), str(_in_runs(path.parent) / path.name)


def argument_of(command: str, flag: str) -> str:
    """Return the word that follows a flag in a command line; the flag has to be there."""
    words = shlex.split(command)
    return words[words.index(flag) + 1]


def _in_runs(folder: Path) -> Path:
    """Return the folder of that name in which the commands leave a run, wherever it was left.

    A run of `dig-envs seeds` stands in a folder that is called as its seed: that of all seeds gives it a name.
    """
    found = folder.resolve()
    return Path("runs") / (f"{found.parent.name}-{found.name}" if found.name.isdigit() else found.name)


def command_of(algorithm: str, config: Mapping[str, Any]) -> str:
    """Return the command line of a run: the settings that are not the defaults, as `dig_envs.training.run.settings.as_json` gives them.

    >>> command_of("PPO", {"game": "dig_v0", "seed": 3, "steps": 9, "layers": [64, 64], "polyak": 0.0, "self_play": True})
    'dig-envs train --algo ppo --game dig_v0 --seed 3 --steps 9 --layers 64,64 --self-play'
    """
    from dig_envs.training.algorithms import module_of

    defaults = {item.name: item.default for item in dataclasses.fields(module_of(algorithm.lower()).Config)}
    words = ["dig-envs", "train", "--algo", algorithm.lower()]
    for name in sorted(config, key=lambda name: (name not in ALWAYS, ALWAYS.index(name) if name in ALWAYS else 0)):
        value: Any = tuple(config[name]) if isinstance(config[name], list) else config[name]
        if name == "options":
            words += option_words(value)
        elif name in ALWAYS or (value != defaults.get(name)):
            words += _words(f"--{name.replace('_', '-')}", value)
    return shlex.join(words)


def _words(flag: str, value: Any) -> list[str]:
    if isinstance(value, bool):
        return [flag if value else f"--no-{flag.removeprefix('--')}"]
    return [flag, ",".join(map(str, value)) if isinstance(value, tuple) else str(value)]
