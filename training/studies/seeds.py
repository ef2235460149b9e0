"""Train once with each of several seeds: how much of what a run wins is luck.

>>> from dig_envs.training import ppo
 from dig_envs.training.studies import seeds
>>> found = seeds.run("ppo", ppo.Config(steps=2_000_000), [0, 1, 2])       # doctest: +SKIP
>>> found.chart                                                             # doctest: +SKIP
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
from typing import TYPE_CHECKING, Any

import numpy as np

from dig_envs.core.arguments import whole_number
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import ArgumentError
from dig_envs.core.game import Game
from dig_envs.training.process.machine import this_machine
from dig_envs.training.run.config import GamesConfig, TrainingConfig
from dig_envs.training.run.measurement import Measurement, measurement_from, par_of
from dig_envs.training.run.monitor import PROGRESS
from dig_envs.training.run.settings import as_json
from dig_envs.training.show.tables import new_table, shown
from dig_envs.training.studies.history import argument_of, commands_of
from dig_envs.utils.files import read_bounded, replace

if TYPE_CHECKING:
    from dig_envs.training.run.measurement import Measurement
from dig_envs.training.show.charts import LINES, axis_labels, frame_steps, one_panel, write_figure

if TYPE_CHECKING:
    from rich.table import Table

FILE, CHART = "seeds.json", "seeds.png"
MOST_DATA = 1 << 26


@dataclass(frozen=True)
class SeedRun:
    """A run with one of the seeds.

    Attributes:
        seed: of the run.
        seconds, processor_seconds: that it took, measurements included.
        measurements: of the learner on the way, in order; a clone is measured at its end alone.
        evaluation: of the model at the end, against all bots on deals that training has not seen; None if nothing was played.
    """

    seed: int
    seconds: float
    processor_seconds: float
    measurements: list[Measurement]
    evaluation: Measurement | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return the run as plain data."""
        measurements = [found.as_dict() for found in self.measurements]
        return {**vars(self), "measurements": measurements, "evaluation": self.evaluation and self.evaluation.as_dict()}


@dataclass(frozen=True)
class Seeds:
    """Runs that differ in their seeds alone.

    Attributes:
        command: that trains with the first seed.
        machine: that they ran on.
        runs: by seed, in the order in which they were asked for.
        par: what an equal wins; None where one plays alone.
        before: commands that trained the models which the runs begin with, but for agents that come with the package.
        chart: the picture of all curves and their spread; None where nothing was measured on the way.
    """

    command: str
    machine: str
    runs: list[SeedRun]
    par: float | None
    before: list[str] = dataclasses.field(default_factory=list)
    chart: Path | None = None

    @property
    def algorithm(self) -> str:
        """The name of the algorithm, such as "PPO"."""
        return argument_of(self.command, "--algo").upper()

    @property
    def game(self) -> Game:
        """The game that was learned."""
        return game_of(argument_of(self.command, "--game"))

    @property
    def agent(self) -> str:
        """The name of the agent that the runs train, such as "ppo", "gains" or "ppo_features"."""
        gains = "--targets gains" in self.command
        return ("gains" if gains else self.algorithm.lower()) + ("_features" if "--features" in self.command else "")

    @property
    def what(self) -> str:
        """The training in words, such as "PPO" or "PPO with the features `expert`"."""
        named = {"CLONE": "Cloning", "EXIT": "Expert iteration"}.get(self.algorithm, self.algorithm)
        gains = " what actions gain" if self.agent.startswith("gains") else ""
        features = f" with the features `{argument_of(self.command, '--features')}`" if "--features" in self.command else ""
        return named + gains + features

    @property
    def has_curves(self) -> bool:
        """Whether the runs have learning curves: measurements that were made while they trained."""
        return all(run.measurements for run in self.runs)

    @property
    def title(self) -> str:
        """The title of the chart."""
        return f"{self.what.replace('`', '')}: {self.game.id}, {len(self.runs)} seeds"

    @property
    def command_of_all(self) -> str:
        """The command that trains with all the seeds."""
        program, _, *settings = _without_seed(self.command)
        numbers = ",".join(str(run.seed) for run in self.runs)
        return shlex.join([program, "seeds", "--seeds", numbers, *settings])

    def as_dict(self) -> dict[str, Any]:
        """Return the runs as plain data."""
        runs = [run.as_dict() for run in self.runs]
        return {"before": self.before, "command": self.command, "machine": self.machine, "par": self.par, "runs": runs}

    @property
    def ends(self) -> list[Measurement]:
        """What each learner won at its end: the evaluations or, where a run has none, the last measurements on the way."""
        evaluations = [run.evaluation for run in self.runs if run.evaluation]
        return evaluations if len(evaluations) == len(self.runs) else [run.measurements[-1] for run in self.runs]

    def last(self, opponent: str) -> np.ndarray:
        """Return what each run's learner won of an opponent at its end: float64 (seeds,)."""
        return np.array([end.shares[opponent].value for end in self.ends])

    def table(self) -> "Table":
        """Tabulate what the learners won at the end: their mean, and the least and most of any seed."""
        title = f"At the end of {len(self.runs)} runs, on {self.machine}"
        table = new_table(title, ("against",), ("mean", "lowest", "highest", "minutes", "processor minutes"))
        minutes = [
            f"{np.mean([getattr(run, kind) for run in self.runs]) / 60:.1f}" for kind in ("seconds", "processor_seconds")
        ]
        form = "{:,.1f}" if self.par is None else "{:.1%}"
        for opponent in self.ends[0].shares:
            won = self.last(opponent)
            table.add_row(shown(opponent), *(form.format(share) for share in (won.mean(), won.min(), won.max())), *minutes)
        return table


def run(algorithm: str, config: TrainingConfig, seeds: Sequence[int], progress: bool = True) -> Seeds:
    """Train with each seed, one after the other, and draw the curves. Seeds that the folder already holds are not repeated.

    Args:
        algorithm: "ppo", "dqn", "clone" or "exit".
        config: all other settings. Its folder gets `seeds.json`, `seeds.png` and a folder of each run; if none is given, it is
            `runs/seeds-ALGORITHM-GAME`.
        seeds: different whole numbers.
        progress: show progress bars on stderr.

    Raises:
        DigEnvsError: a setting is wrong, nothing would be measured, or the folder holds runs with other settings.
    """
    from dig_envs.training.algorithms import module_of

    numbers = [whole_number("each of seeds", seed, 0) for seed in seeds]
    if not numbers or len(set(numbers)) < len(numbers):
        raise ArgumentError(f"seeds are different whole numbers, such as 0, 1, 2, not {list(seeds)}")
    module, folder = module_of(algorithm), Path(config.folder or f"runs/seeds-{algorithm}-{config.played.id}")
    config = dataclasses.replace(config, seed=numbers[0], folder="").validated()
    if isinstance(config, GamesConfig) and not config.evaluate_games:
        raise ArgumentError("evaluate_games=0 measures nothing: there would be no curve to draw")
    if not isinstance(config, GamesConfig) and not config.games:
        raise ArgumentError("games=0 measures nothing: there would be nothing to compare")
    par = par_of(config.played.parse_options(**config.options))
    *before, command = commands_of(algorithm, as_json(config), beyond=False)
    found = Seeds(command, this_machine(), [], par, before)
    known = _known(folder / FILE, command)
    for seed in numbers:
        if seed not in known:
            known[seed] = _train(module, dataclasses.replace(config, seed=seed, folder=str(folder / str(seed))), progress)
            kept = dataclasses.replace(found, runs=[*known.values()])  # with seeds that were not asked for this time
            replace(folder / FILE, json.dumps(kept.as_dict(), indent=1).encode())
    found.runs.extend(known[seed] for seed in numbers)
    return dataclasses.replace(found, chart=draw_seeds(found, folder / CHART) if found.has_curves else None)


def _train(module: Any, config: TrainingConfig, progress: bool) -> SeedRun:
    """Train with one seed, and keep what was measured on the way and at the end."""
    began, worked = time.perf_counter(), time.process_time()
    result = module.train(config, progress)
    seconds, processor_seconds = time.perf_counter() - began, time.process_time() - worked
    measurements = _on_the_way(config) if isinstance(config, GamesConfig) else []  # clones are measured at their end alone
    evaluation = result.as_measurement(config.games)
    return SeedRun(config.seed, round(seconds, 1), round(processor_seconds, 1), measurements, evaluation)


def _on_the_way(config: Any) -> list[Measurement]:
    """Read the measurements that a run made while it trained."""
    path = Path(config.folder) / PROGRESS
    if not path.exists():
        raise ArgumentError(f"nothing was measured in {config.steps} steps: give more steps, or a shorter evaluate_every")
    return [measurement_from(json.loads(line)) for line in path.read_text().splitlines()]


def _run_from(found: Any) -> SeedRun:
    """Return the run that `SeedRun.as_dict` has written; files of earlier versions have no evaluation.

    Raises:
        LookupError, TypeError, ValueError: it is none.
    """
    evaluation = found.get("evaluation")
    measurements = [*map(measurement_from, found["measurements"])]
    return SeedRun(**{**found, "measurements": measurements, "evaluation": evaluation and measurement_from(evaluation)})


def read(path: Path) -> Seeds:
    """Read the file `seeds.json` that `run` leaves; `chart` is None.

    Raises:
        ArgumentError: it can't be read.
    """
    try:
        stored = json.loads(read_bounded(path, MOST_DATA))
        return Seeds(**{**stored, "runs": [*map(_run_from, stored["runs"])]})
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise ArgumentError(f"{path} can't be read ({error!r}): delete it, or name another --folder") from error


def _known(path: Path, command: str) -> dict[int, SeedRun]:
    """Return the runs that a file holds, by seed; none where there is no file yet.

    Raises:
        ArgumentError: they are of other settings, or the file can't be read.
    """
    if not path.exists():
        return {}
    stored = read(path)
    if _without_seed(stored.command) != _without_seed(command):
        raise ArgumentError(f"{path} holds runs of other settings ({stored.command}): name another --folder")
    return {run.seed: run for run in stored.runs}


def _without_seed(command: str) -> list[str]:
    words = shlex.split(command)
    at = words.index("--seed")
    return words[:at] + words[at + 2 :]


def draw_seeds(seeds: "Seeds", path: Path) -> Path:
    """Draw the learning curves of runs that differ in their seeds into a file, and return its path.

    A line is the mean over the seeds, a band goes from the lowest to the highest of them, thin lines are single runs.

    Args:
        seeds: the runs; steps that not all of them have measured are left out.
        path: the file.

    Raises:
        ArgumentError: as `draw_arena`.
    """
    figure, axes = one_panel(path)
    by_step = [{found.steps: found for found in run.measurements} for run in seeds.runs]
    steps = sorted(set.intersection(*map(set, by_step)))
    names, scale = list(seeds.runs[0].measurements[-1].shares), 1 if seeds.par is None else 100
    for name, label, colour in zip(names, axis_labels(names), itertools.cycle(LINES), strict=False):
        won = scale * np.array([[run[step].shares[name].value for step in steps] for run in by_step])
        axes.plot(steps, won.T, color=colour, linewidth=0.6, alpha=0.6)
        axes.plot(steps, won.mean(axis=0), "o-", color=colour, markersize=3, linewidth=1.8, label=label.replace("$", r"\$"))
        axes.fill_between(steps, won.min(axis=0), won.max(axis=0), color=colour, alpha=0.15, linewidth=0)
    frame_steps(axes, seeds.title, seeds.par)
    write_figure(figure, path)
    return path
