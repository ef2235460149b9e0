"""Read how a model was trained, its command line and its steps, from the checkpoint in the folder of its run."""

import dataclasses
import os
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dig_envs.core.errors import ModelError
from dig_envs.training.run import checkpoint
from dig_envs.training.run.folder import BEST, CHECKPOINT, FILES
from dig_envs.training.run.measurement import measurement_from
from dig_envs.training.run.monitor import best_of
from dig_envs.training.run.next_steps import option_words
from dig_envs.training.run.settings import flag_of

ALWAYS = ("seed", "steps")  # settings that a command contains even if they have their default values


def history_of(model: str | os.PathLike) -> tuple[str, int]:
    """Return the command that trained a model, and the steps of the training up to this model.

    The command names the model from which the training started. Steps are decisions of the learner; for a clone, steps of
    gradient descent.

    Args:
        model: the model's file, in the folder of its run.

    Raises:
        ModelError: the model is not the last or the best of its run, or the checkpoint is missing or damaged.
    """
    path = Path(model)
    file = path.with_name(CHECKPOINT)
    if path.name not in FILES:
        raise ModelError(f"{path} is not the last or the best model of its run, so the number of its steps is unknown")
    run = checkpoint.read_run(file)
    try:
        config = {**run["config"], "folder": _in_runs(file.parent)}
        return command_of(run["algorithm"], config), _steps(run, path.name == BEST)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise ModelError(f"{file} does not say how its model was trained: {error!r}") from error


def _steps(run: Mapping[str, Any], best: bool) -> int:
    """Return the number of decisions from which the last or the best model of a run learned."""
    measurements = [measurement_from(values) for values in run.get("monitor", {}).get("measurements", [])]
    if measurements:
        measurement = best_of(measurements) if best else measurements[-1]
        assert measurement is not None
        return measurement.steps
    return int(run["steps"] if "steps" in run else run["config"]["steps"])


def command_of(algorithm: str, config: Mapping[str, Any]) -> str:
    """Return the command line of a run, which contains the settings that differ from the defaults.

    Args:
        algorithm: the run's algorithm.
        config: the run's settings, as `dig_envs.training.run.settings.as_json` returns them.

    >>> command_of("PPO", {"game": "dig_v0", "seed": 3, "steps": 9, "layers": [64, 64], "polyak": 0.0, "self_play": True})
    'dig-envs train dig_v0 --algo ppo --seed 3 --steps 9 --layers 64,64 --self-play'
    >>> command_of("PPO", {"game": "dig_v0", "options": {"num_players": 2, "scents": True}, "players": [2, 3]})
    'dig-envs train dig_v0 --algo ppo --option scents=true --players 2,3'
    """
    from dig_envs.training.algorithms import module_of

    defaults = {item.name: item.default for item in dataclasses.fields(module_of(algorithm.lower()).Config)}
    words = ["dig-envs", "train", config["game"], "--algo", algorithm.lower()]
    names = [*(name for name in ALWAYS if name in config), *(name for name in config if name not in ("game", *ALWAYS))]
    for name in names:
        value: Any = tuple(config[name]) if isinstance(config[name], list) else config[name]
        if name == "options":  # `players` also gives the number of seats
            words += option_words({key: one for key, one in value.items() if key != "num_players" or not config.get("players")})
        elif name in ALWAYS or value != defaults.get(name):
            words += setting_words(name, value)
    return shlex.join(words)


def _in_runs(folder: Path) -> str:
    """Return the path `runs/NAME` by which recorded commands refer to the folder of a run.

    `dig-envs study seeds` names the folder of a run by its seed; the result then has the name of the parent folder too.
    """
    folder = folder.resolve()
    return f"runs/{folder.parent.name}-{folder.name}" if folder.name.isdigit() else f"runs/{folder.name}"


def argument_of(command: str, flag: str) -> str | None:
    """Return the word after a flag in a command line; None if the command has no such flag."""
    words = shlex.split(command)
    return words[words.index(flag) + 1] if flag in words else None


def setting_words(name: str, value: Any) -> list[str]:
    """Return the words of the command line that set a field of a settings dataclass.

    >>> setting_words("num_envs", 64), setting_words("layers", (64, 64)), setting_words("shaped", False)
    (['--num-envs', '64'], ['--layers', '64,64'], ['--no-shaped'])
    """
    flag = flag_of(name)
    if isinstance(value, bool):
        return [flag if value else f"--no-{flag.removeprefix('--')}"]
    return [flag, ",".join(map(str, value)) if isinstance(value, tuple) else str(value)]
