"""Train once with each of several seeds, to see how much of a result is luck.

>>> from dig_envs.training import ppo
>>> from dig_envs.training.studies import seeds
>>> result = seeds.run("ppo", ppo.Config(steps=2_000_000), [0, 1, 2])      # doctest: +SKIP
>>> result.chart                                                           # doctest: +SKIP
PosixPath('runs/seeds-ppo-dig_v0/seeds.png')
"""

import dataclasses
import itertools
import json
import shlex
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from rich.table import Table

from dig_envs.core.arguments import whole_number
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import ArgumentError
from dig_envs.core.game import Game
from dig_envs.training.process.interrupts import stop_message
from dig_envs.training.process.machine import this_machine
from dig_envs.training.run.config import GamesConfig, TrainingConfig
from dig_envs.training.run.folder import clear
from dig_envs.training.run.measurement import Measurement, measurement_from, par_of
from dig_envs.training.run.monitor import PROGRESS
from dig_envs.training.run.settings import as_json
from dig_envs.training.show.charts import LINES, axis_labels, frame_steps, one_panel, write_figure
from dig_envs.training.show.tables import new_table, shown
from dig_envs.training.studies.history import argument_of, command_of
from dig_envs.utils.files import read_bounded, replace

FILE, CHART = "seeds.json", "seeds.png"
MAX_DATA = 1 << 26  # bytes of a file


@dataclass(frozen=True)
class SeedRun:
    """A run with one of the seeds.

    Attributes:
        seed: the run's seed.
        seconds, processor_seconds: the time of the run, measurements included.
        measurements: measurements of the learner during training, in order; clones have none.
        evaluation: the evaluation of the model after training, against all bots on unused deals; None without games.
    """

    seed: int
    seconds: float
    processor_seconds: float
    measurements: list[Measurement]
    evaluation: Measurement | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return the run as plain data."""
        measurements = [measurement.as_dict() for measurement in self.measurements]
        return {**vars(self), "measurements": measurements, "evaluation": self.evaluation and self.evaluation.as_dict()}


@dataclass(frozen=True)
class Seeds:
    """Runs that differ in their seeds alone.

    Attributes:
        command: the command line of the first run.
        machine: the machine of the runs.
        runs: one run per seed, in the order of the seeds in the call.
        par: the win share of an equally strong agent; None for a game of one player.
        chart: the picture of all curves and their spread; None without measurements during training.
    """

    command: str
    machine: str
    runs: list[SeedRun]
    par: float | None
    chart: Path | None = None

    @property
    def algorithm(self) -> str:
        """The name of the algorithm, such as "PPO"."""
        return str(argument_of(self.command, "--algo")).upper()

    @property
    def game(self) -> Game:
        """The game of the runs."""
        return game_of(shlex.split(self.command)[2])

    @property
    def agent(self) -> str:
        """The name of the agent that the runs train, such as "ppo", "gains" or "ppo_features"."""
        gains = "--targets gains" in self.command
        return ("gains" if gains else self.algorithm.lower()) + ("_features" if "--features" in self.command else "")

    @property
    def description(self) -> str:
        """The training in words, such as "PPO" or "PPO with the features `expert`"."""
        named = {"CLONE": "Cloning", "EXIT": "Expert iteration"}.get(self.algorithm, self.algorithm)
        gains = " what actions gain" if self.agent.startswith("gains") else ""
        features = argument_of(self.command, "--features")
        return named + gains + (f" with the features `{features}`" if features else "")

    @property
    def has_curves(self) -> bool:
        """Whether all runs have learning curves, that is measurements during training."""
        return all(run.measurements for run in self.runs)

    @property
    def title(self) -> str:
        """The title of the chart."""
        return f"{self.description.replace('`', '')}: {self.game.id}, {len(self.runs)} seeds"

    @property
    def study_command(self) -> str:
        """The command that trains with all seeds."""
        program, _, game, *settings = _without_seed(self.command)
        numbers = ",".join(str(run.seed) for run in self.runs)
        return shlex.join([program, "study", "seeds", game, "--seeds", numbers, *settings])

    def as_dict(self) -> dict[str, Any]:
        """Return the runs as plain data."""
        runs = [run.as_dict() for run in self.runs]
        return {"command": self.command, "machine": self.machine, "par": self.par, "runs": runs}

    @property
    def final_measurements(self) -> list[Measurement]:
        """The evaluation of each run; if a run has no evaluation, the last measurement of each run."""
        evaluations = [run.evaluation for run in self.runs if run.evaluation]
        return evaluations if len(evaluations) == len(self.runs) else [run.measurements[-1] for run in self.runs]

    def final_shares(self, opponent: str) -> np.ndarray:
        """Return the win share, or in games of one player the score, of each run after training: float64 (seeds,)."""
        return np.array([measurement.shares[opponent].value for measurement in self.final_measurements])

    def table(self) -> Table:
        """Tabulate the results after training: the mean, the lowest and the highest of all seeds."""
        title = f"After training, {len(self.runs)} runs on {self.machine}"
        table = new_table(title, ("against",), ("mean", "lowest", "highest", "minutes", "processor minutes"))
        minutes = [
            f"{np.mean([getattr(run, kind) for run in self.runs]) / 60:.1f}" for kind in ("seconds", "processor_seconds")
        ]
        form = "{:,.1f}" if self.par is None else "{:.1%}"
        for opponent in self.final_measurements[0].shares:
            shares = self.final_shares(opponent)
            table.add_row(shown(opponent), *map(form.format, (shares.mean(), shares.min(), shares.max())), *minutes)
        return table


def run(algorithm: str, config: TrainingConfig, seeds: Sequence[int], progress: bool = True) -> Seeds:
    """Train with each seed, one after the other, and draw the curves. Runs that the folder already has are not repeated.

    Args:
        algorithm: "ppo", "dqn", "clone" or "exit".
        config: all other settings. The folder, by default `runs/seeds-ALGORITHM-GAME`, gets `seeds.json`, `seeds.png` and one
            folder per run.
        seeds: different whole numbers.
        progress: show progress bars on stderr.

    Raises:
        DigEnvsError: a setting is wrong, the settings allow no measurement, or the folder has runs with other settings.
    """
    from dig_envs.training.algorithms import module_of

    numbers = [whole_number("each of seeds", seed, 0) for seed in seeds]
    if not numbers or len(set(numbers)) < len(numbers):
        raise ArgumentError(f"seeds are different whole numbers, such as 0, 1, 2, not {list(seeds)}")
    module, folder = module_of(algorithm), Path(config.folder or f"runs/seeds-{algorithm}-{config.played.id}")
    config = dataclasses.replace(config, seed=numbers[0], folder="").validated()
    if isinstance(config, GamesConfig) and not config.evaluate_games:
        raise ArgumentError("evaluate_games=0 measures nothing: there is no curve to draw")
    if not isinstance(config, GamesConfig) and not config.games:
        raise ArgumentError("games=0 measures nothing: there is nothing to compare")
    par = par_of(config.played.parse_options(**config.options))
    command = command_of(algorithm, as_json(config))
    result = Seeds(command, this_machine(), [], par)
    runs = _stored_runs(folder / FILE, command)
    for seed in numbers:
        if seed not in runs:
            clear(folder / str(seed))  # an interrupted call may have left a part of this run
            runs[seed] = _train(module, dataclasses.replace(config, seed=seed, folder=str(folder / str(seed))), progress)
            stored = dataclasses.replace(result, runs=[*runs.values()])  # also runs of seeds that this call does not name
            replace(folder / FILE, json.dumps(stored.as_dict(), indent=1).encode())
    result.runs.extend(runs[seed] for seed in numbers)
    return dataclasses.replace(result, chart=draw_seeds(result, folder / CHART) if result.has_curves else None)


def _train(module: Any, config: TrainingConfig, progress: bool) -> SeedRun:
    """Train with one seed, and return its measurements and its times."""
    began, worked = time.perf_counter(), time.process_time()
    with stop_message(f"stopped; seed {config.seed} begins again with the same command"):
        result = module.train(config, progress)
    seconds, processor_seconds = time.perf_counter() - began, time.process_time() - worked
    measurements = _measurements(config) if isinstance(config, GamesConfig) else []  # clones have an evaluation alone
    evaluation = result.as_measurement(config.games)
    return SeedRun(config.seed, round(seconds, 1), round(processor_seconds, 1), measurements, evaluation)


def _measurements(config: Any) -> list[Measurement]:
    """Read the measurements during a run."""
    path = Path(config.folder) / PROGRESS
    if not path.exists():
        raise ArgumentError(f"no measurement was made in {config.steps} steps: give more steps, or a smaller evaluate_every")
    return [measurement_from(json.loads(line)) for line in path.read_text().splitlines()]


def _run_from(plain: Any) -> SeedRun:
    """Return the run of plain data that `SeedRun.as_dict` wrote; files of earlier versions have no evaluation.

    Raises:
        LookupError, TypeError, ValueError: the data are not those of a run.
    """
    evaluation = plain.get("evaluation")
    measurements = [*map(measurement_from, plain["measurements"])]
    return SeedRun(**{**plain, "measurements": measurements, "evaluation": evaluation and measurement_from(evaluation)})


def read(path: Path) -> Seeds:
    """Read a file `seeds.json` of `run`; `chart` is None. Commands get the game as their first argument.

    Raises:
        ArgumentError: the file cannot be read.
    """
    try:
        stored = json.loads(read_bounded(path, MAX_DATA))
        stored.pop("before", None)  # of earlier versions
        command = with_game_first(stored["command"])
        return Seeds(**{**stored, "command": command, "runs": [*map(_run_from, stored["runs"])]})
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise ArgumentError(f"{path} cannot be read ({error!r}): delete it, or name another --folder") from error


def with_game_first(command: str) -> str:
    """Return a stored command line with the game as its first argument, also if the stored line has `--game`.

    >>> with_game_first("dig-envs train --algo ppo --game dig_v0 --seed 3")
    'dig-envs train dig_v0 --algo ppo --seed 3'
    """
    words = shlex.split(command)
    if "--game" in words:
        at = words.index("--game")
        words = [*words[:2], words[at + 1], *words[2:at], *words[at + 2 :]]
    return shlex.join(words)


def _stored_runs(path: Path, command: str) -> dict[int, SeedRun]:
    """Return the runs of a file by seed; no runs if there is no file.

    Raises:
        ArgumentError: the runs have other settings, or the file cannot be read.
    """
    if not path.exists():
        return {}
    stored = read(path)
    if _without_seed(stored.command) != _without_seed(command):
        raise ArgumentError(f"{path} has runs with other settings ({stored.command}): name another --folder")
    return {run.seed: run for run in stored.runs}


def _without_seed(command: str) -> list[str]:
    words = shlex.split(command)
    at = words.index("--seed")
    return words[:at] + words[at + 2 :]


def draw_seeds(seeds: Seeds, path: Path) -> Path:
    """Draw the learning curves of several seeds into a file, and return its path.

    Thick lines are means over the seeds, bands range from the lowest to the highest seed, and thin lines are single runs.

    Args:
        seeds: the runs; steps that some runs did not measure are left out.
        path: the file.

    Raises:
        ArgumentError: the file's ending is not one of `charts.FORMATS`, or the file cannot be written.
    """
    figure, axes = one_panel(path)
    by_step = [{measurement.steps: measurement for measurement in run.measurements} for run in seeds.runs]
    steps = sorted(set.intersection(*map(set, by_step)))
    names, scale = list(seeds.runs[0].measurements[-1].shares), 1 if seeds.par is None else 100
    for name, label, colour in zip(names, axis_labels(names), itertools.cycle(LINES), strict=False):
        shares = scale * np.array([[run[step].shares[name].value for step in steps] for run in by_step])
        axes.plot(steps, shares.T, color=colour, linewidth=0.6, alpha=0.6)
        axes.plot(steps, shares.mean(axis=0), "o-", color=colour, markersize=3, linewidth=1.8, label=label.replace("$", r"\$"))
        axes.fill_between(steps, shares.min(axis=0), shares.max(axis=0), color=colour, alpha=0.15, linewidth=0)
    frame_steps(axes, seeds.title, seeds.par)
    write_figure(figure, path)
    return path
