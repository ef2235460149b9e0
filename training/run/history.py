"""Read how a model was trained, command lines, seed and steps, from the checkpoint in the folder of its run."""

import dataclasses
import os
import shlex
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dig_envs.agents.trained import registry
from dig_envs.core.agent_names import split_label
from dig_envs.core.errors import ModelError
from dig_envs.training.run import checkpoint
from dig_envs.training.run.folder import BEST, CHECKPOINT, MODEL
from dig_envs.training.run.measurement import measurement_from
from dig_envs.training.run.monitor import best_of
from dig_envs.training.run.next_steps import option_words

EARLIER = ("start", "teacher")  # settings that may name a trained model
ALWAYS = ("seed", "steps")  # settings that a command contains even if they have their default values
CLONES = ("CLONE", "EXIT")  # algorithms that write `MODEL` alone
MOST_RUNS = 20  # in a chain of runs that start from each other


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
        ModelError: the folder has no checkpoint, or the checkpoint is damaged. The checkpoint of an earlier version does not
            contain the origin of the model from which its run started: then this model is missing.
    """
    path = Path(model)
    file = path.with_name(CHECKPOINT)
    with _readable(file):
        run = run_of(file)
        commands, steps = tuple(commands_of(run)), _steps(run, path.name == BEST)
        return History(str(run["algorithm"]), commands, int(run["config"]["seed"]), steps)


@contextmanager
def _readable(file: Path) -> Iterator[None]:
    """Raise ModelError if a checkpoint does not contain what the `with` block reads."""
    try:
        yield
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise ModelError(f"{file} does not say how its model was trained: {error!r}") from error


def run_of(file: Path, most: int = MOST_RUNS) -> dict[str, Any]:
    """Return the run of a checkpoint: "algorithm", "config" with the folder, "origins" and counters."""
    run = checkpoint.read_run(file)
    config = {**run["config"], "folder": str(_in_runs(file.parent))}
    return {**run, "config": config, "origins": run["origins"] if "origins" in run else origins(config, most)}


def _steps(run: Mapping[str, Any], best: bool) -> int:
    """Return the number of decisions from which the last or the best model of a run learned."""
    measurements = [measurement_from(found) for found in run.get("monitor", {}).get("measurements", [])]
    if measurements:
        measurement = best_of(measurements) if best else measurements[-1]
        assert measurement is not None
        return measurement.steps
    return int(run["steps"] if "steps" in run else run["config"]["steps"])


def origins(config: Mapping[str, Any], most: int = MOST_RUNS) -> dict[str, Any]:
    """Return how the models were trained from which a run starts or learns, as JSON by the name of the setting.

    A run stores its origins in its checkpoint, since an agent or a file may be replaced later.

    Args:
        config: the run's settings, as `dig_envs.training.run.settings.as_json` returns them.
        most: the largest number of runs in a chain.

    Raises:
        ModelError: a model and the checkpoint beside it are both missing, or the checkpoint is damaged.
    """
    agents = {name: split_label(str(config.get(name, "")))[1] for name in EARLIER}
    models = {
        name: registry.model_file(agent, config["game"]) for name, agent in agents.items() if not agent.startswith("search:")
    }
    return {name: _origin(path, config["game"], most - 1) for name, path in models.items() if path.suffix == ".zip"}


def _origin(model: Path, game: str, most: int) -> dict[str, Any]:
    """Return the commands of a shipped agent or the run of another model, and the file in `runs` to which they write."""
    if model.resolve().parent == registry.folder_of(game).resolve():
        card = registry.card_of(model.stem, game)
        name = MODEL if card.algorithm in CLONES else BEST
        return {"commands": card.commands, "file": str(Path(argument_of(card.commands[-1], "--folder")) / name)}
    origin: dict[str, Any] = {"file": str(_in_runs(model.parent) / model.name)}
    file = model.with_name(CHECKPOINT)
    if most and file.is_file():
        with _readable(file):
            run = run_of(file, most)
            origin["run"] = {name: run[name] for name in ("algorithm", "config", "origins")}
    elif not model.is_file():
        raise ModelError(f"{model}, with which the training began, is missing: change to the folder in which the training ran")
    return origin


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


def argument_of(command: str, flag: str) -> str:
    """Return the word after a flag in a command line, which must contain the flag."""
    words = shlex.split(command)
    return words[words.index(flag) + 1]


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


def _in_runs(folder: Path) -> Path:
    """Return the folder in `runs` to which the commands write, for a run in any folder.

    `dig-envs study seeds` names the folder of a run by its seed; the result then has the name of the parent folder too.
    """
    folder = folder.resolve()
    return Path("runs") / (f"{folder.parent.name}-{folder.name}" if folder.name.isdigit() else folder.name)


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
