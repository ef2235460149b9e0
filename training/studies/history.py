"""Read how a model was trained, command lines, seed and steps, from the checkpoint in the folder of its run."""

import dataclasses
import os
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dig_envs.core.errors import ModelError
from dig_envs.training.run.folder import BEST, CHECKPOINT, FILES
from dig_envs.training.run.measurement import measurement_from
from dig_envs.training.run.monitor import best_of
from dig_envs.training.run.next_steps import option_words
from dig_envs.training.run.origins import readable, run_of

ALWAYS = ("seed", "steps")  # settings that a command contains even if they have their default values


@dataclass(frozen=True)
class History:
    """How a model was trained.

    Attributes:
        algorithm: the algorithm of the last training, such as "PPO".
        commands: the command lines in order: first the trainings of earlier models, then the last training.
        seed: the seed of the last training.
        steps: decisions of the learner in the last training, up to this model; for a clone, steps of gradient descent.
    """

    algorithm: str
    commands: tuple[str, ...]
    seed: int
    steps: int


def history_of(model: str | os.PathLike) -> History:
    """Read how a model was trained.

    Args:
        model: the model's file, in the folder of its run.

    Raises:
        ModelError: the model is not the last or the best of its run; the checkpoint is missing or damaged; or the checkpoint
            is of an earlier version, without origins, and the model from which the run started is missing.
    """
    path = Path(model)
    file = path.with_name(CHECKPOINT)
    if path.name not in FILES:
        raise ModelError(f"{path} is not the last or the best model of its run, so the number of its steps is unknown")
    with readable(file):
        run = run_of(file)
        commands, steps = tuple(commands_of(run)), _steps(run, path.name == BEST)
        return History(str(run["algorithm"]), commands, int(run["config"]["seed"]), steps)


def _steps(run: Mapping[str, Any], best: bool) -> int:
    """Return the number of decisions from which the last or the best model of a run learned."""
    measurements = [measurement_from(found) for found in run.get("monitor", {}).get("measurements", [])]
    if measurements:
        measurement = best_of(measurements) if best else measurements[-1]
        assert measurement is not None
        return measurement.steps
    return int(run["steps"] if "steps" in run else run["config"]["steps"])


def commands_of(run: Mapping[str, Any], beyond: bool = True) -> list[str]:
    """Return the command of a run, after the commands of the models from which it starts or learns.

    Args:
        run: the content of the file `dig_envs.training.run.checkpoint.RUN`: "algorithm", "config" and "origins".
        beyond: include the commands of shipped agents; a command can also name such an agent.
    """
    before: list[str] = []
    files: dict[str, str] = {}
    for name, origin in run["origins"].items():
        if "run" in origin:
            before += commands_of(origin["run"], beyond)
        elif beyond:
            before += origin.get("commands", [])
        if beyond or "commands" not in origin:
            files[name] = origin["file"]
    return [*before, command_of(run["algorithm"], {**run["config"], **files})]


def with_game_first(command: str) -> str:
    """Return a stored command line with the game as its first argument, also if the stored line has `--game`.

    >>> with_game_first("dig-envs train --algo ppo --game dig_v0 --seed 3")
    'dig-envs train dig_v0 --algo ppo --seed 3'
    """
    words = shlex.split(str(command))
    if "--game" in words:
        at = words.index("--game")
        words = [*words[:2], words[at + 1], *words[2:at], *words[at + 2 :]]
    return shlex.join(words)


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


def setting_words(name: str, value: Any) -> list[str]:
    """Return the words of the command line that set a field of a settings dataclass.

    >>> setting_words("num_envs", 64), setting_words("layers", (64, 64)), setting_words("shaped", False)
    (['--num-envs', '64'], ['--layers', '64,64'], ['--no-shaped'])
    """
    flag = f"--{name.replace('_', '-')}"
    if isinstance(value, bool):
        return [flag if value else f"--no-{flag.removeprefix('--')}"]
    return [flag, ",".join(map(str, value)) if isinstance(value, tuple) else str(value)]
