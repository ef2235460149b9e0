"""Find how the starting model and the teacher of a run were trained; checkpoints store the result as "origins".

An agent of the package or a file may be replaced later, so the origins are found when the run begins.
"""

import shlex
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from dig_envs.agents.trained import registry
from dig_envs.core.agent_names import split_label
from dig_envs.core.errors import ModelError
from dig_envs.training.run import checkpoint
from dig_envs.training.run.folder import BEST, CHECKPOINT, MODEL

EARLIER = ("start", "teacher")  # settings that may name a trained model
CLONES = ("CLONE", "EXIT")  # algorithms that write `MODEL` alone
MAX_RUNS = 20  # in a chain of runs that start from each other


def origins(config: Mapping[str, Any], max_runs: int = MAX_RUNS) -> dict[str, Any]:
    """Return how the models were trained from which a run starts or learns, as JSON by the name of the setting.

    Args:
        config: the run's settings, as `dig_envs.training.run.settings.as_json` returns them.
        max_runs: the largest number of runs in a chain.

    Raises:
        ModelError: a model and the checkpoint beside it are both missing, or the checkpoint is damaged.
    """
    agents = {name: split_label(str(config.get(name, "")))[1] for name in EARLIER}
    trained = {name: agent for name, agent in agents.items() if not agent.startswith("search:")}
    models = {name: registry.model_file(agent, config["game"]) for name, agent in trained.items()}
    return {name: _origin(path, config["game"], max_runs - 1) for name, path in models.items() if path.suffix == ".zip"}


def _origin(model: Path, game: str, max_runs: int) -> dict[str, Any]:
    """Return the training of a model, as commands or as a run, and the file that this training writes."""
    if model.resolve().parent == registry.folder_of(game).resolve():
        card = registry.card_of(model.stem, game)
        name = MODEL if card.algorithm in CLONES else BEST
        return {"commands": card.commands, "file": str(Path(argument_of(card.commands[-1], "--folder")) / name)}
    origin: dict[str, Any] = {"file": str(_in_runs(model.parent) / model.name)}
    file = model.with_name(CHECKPOINT)
    if max_runs and file.is_file():
        with readable(file):
            run = run_of(file, max_runs)
            origin["run"] = {name: run[name] for name in ("algorithm", "config", "origins")}
    elif not model.is_file():
        raise ModelError(f"{model}, with which the training began, is missing: change to the folder in which the training ran")
    return origin


def run_of(file: Path, max_runs: int = MAX_RUNS) -> dict[str, Any]:
    """Return the run of a checkpoint: "algorithm", "config" with the folder, "origins" and counters."""
    run = checkpoint.read_run(file)
    config = {**run["config"], "folder": str(_in_runs(file.parent))}
    return {**run, "config": config, "origins": run["origins"] if "origins" in run else origins(config, max_runs)}


@contextmanager
def readable(file: Path) -> Iterator[None]:
    """Raise ModelError if a checkpoint does not contain what the `with` block reads."""
    try:
        yield
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise ModelError(f"{file} does not say how its model was trained: {error!r}") from error


def _in_runs(folder: Path) -> Path:
    """Return the path `runs/NAME` by which recorded commands refer to the folder of a run.

    `dig-envs study seeds` names the folder of a run by its seed; the result then has the name of the parent folder too.
    """
    folder = folder.resolve()
    return Path("runs") / (f"{folder.parent.name}-{folder.name}" if folder.name.isdigit() else folder.name)


def argument_of(command: str, flag: str) -> str:
    """Return the word after a flag in a command line, which must contain the flag."""
    words = shlex.split(command)
    return words[words.index(flag) + 1]
