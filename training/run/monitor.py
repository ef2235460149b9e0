"""Measure a learner against fixed opponents during its training, and save the best model.

All measurements of a run play the same deals: only the learner differs. The **best** model has the highest smoothed strength:
the mean win share over the opponents, averaged over its measurement and the two before. A single measurement of a few hundred
games is too uncertain: the best of twenty would be the luckiest.
"""

import itertools
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from dig_envs import exact
from dig_envs.core.agent import Agent
from dig_envs.core.agent_names import default_agents
from dig_envs.core.arguments import whole_number
from dig_envs.core.errors import ArgumentError
from dig_envs.training.arena.players import labelled_agents
from dig_envs.training.arena.ratings import Estimate
from dig_envs.training.run.config import GamesConfig
from dig_envs.training.run.folder import BEST, PROGRESS
from dig_envs.training.run.measurement import Measurement, measure, measurement_from, par_of
from dig_envs.training.show.charts import INK, LINES, SOFT, axis_labels, frame_steps, one_panel, write_figure
from dig_envs.utils.files import replace

SMOOTHED = 3  # measurements
SHARE_OF_RUN, MIN_STEPS = 0.05, 16_384  # between two measurements, unless `evaluate_every` is given
MAX_PLAYED = 0.5  # decisions in measurements for each step of the training, which take about a twentieth of its time


@dataclass(frozen=True)
class Best:
    """The best model of a run.

    Attributes:
        model: the file.
        measurement: its win shares when it was saved. The best of several is also lucky: rate the model on other deals.
    """

    model: Path
    measurement: Measurement


class Monitor:
    """Measures a run's learner, writes the measurements and saves the best model.

    Args:
        config: the settings of the run.
        folder: the folder for `progress.jsonl`, with one line for each measurement, and for the best model `best.zip`.

    Attributes:
        measurements: all measurements so far, in order.
        due: the number of steps at which the next measurement is due.
    """

    def __init__(self, config: GamesConfig, folder: Path):
        self.config, self.folder = config, folder
        self.game = config.played
        self.options = self.game.parse_options(**config.options)
        self.opponents = labelled_agents(self.game, config.evaluate_against or default_agents(self.game))
        self.every = config.evaluate_every or max(MIN_STEPS, round(SHARE_OF_RUN * config.steps))
        self.measurements: list[Measurement] = []
        self.due = self.every
        self._best_content = b""

    def is_due(self, steps: int) -> bool:
        """Return whether a measurement is due."""
        return self.config.evaluate_games > 0 and steps >= self.due

    def is_due_at_end(self, steps: int) -> bool:
        """Return whether the run has measurements, but none of the model at its end."""
        return bool(self.measurements) and self.measurements[-1].steps < steps

    def measure(self, agent: Agent, steps: int, save: Callable[[Path], Any]) -> Measurement:
        """Measure the win shares of an agent, write them down, and save its model if it is the best so far.

        Args:
            agent: plays as the learner at this point of its training.
            steps: decisions of the learner so far.
            save: writes the model of the agent into a file.
        """
        shares: dict[str, Estimate] = {}
        played = 0
        for size in self.config.sizes:
            options = self.game.parse_options(**size)
            measured, decisions = measure(self.game, options, agent, self.opponents, self.config.evaluate_games)
            shares |= {self.config.label(name, options.num_players): share for name, share in measured.items()}
            played += decisions
        newest = Measurement(steps, self.config.evaluate_games, shares, self._exploitability(agent))
        self.measurements.append(newest)
        self.due = steps + self.every
        if not self.config.evaluate_every:
            self.due = max(self.due, steps + round(played / MAX_PLAYED))
        if self.best is newest:
            save(self.best_file)
            self._best_content = self.best_file.read_bytes()
        self._write()
        return newest

    def _exploitability(self, agent: Agent) -> float | None:
        """Return the exact exploitability of an agent in the variant `exact`; None without such a variant."""
        if not self.config.exact:
            return None
        form = exact.sequence_form(self.game, self.config.parse_variant(self.config.exact))
        return exact.measure(form, agent).exploitability

    @property
    def best_file(self) -> Path:
        """The file of the best model."""
        return self.folder / BEST

    @property
    def best_model(self) -> Best | None:
        """The best model with its measurement; None if nothing was measured."""
        return None if self.best is None else Best(self.best_file, self.best)

    @property
    def best(self) -> Measurement | None:
        """The measurement of the best model; None if nothing was measured."""
        return best_of(self.measurements)

    # --- files

    def _write(self) -> None:
        path = self.folder / PROGRESS
        lines = [json.dumps(measurement.as_dict()) + "\n" for measurement in self.measurements]
        try:
            replace(path, "".join(lines).encode())
        except OSError as error:
            raise ArgumentError(f"{path} cannot be written: {error.strerror}") from error

    def draw(self) -> Path | None:
        """Draw the learning curve, and return its file; None if nothing was measured."""
        if self.best is None:
            return None
        numbers = self.config.players or (self.options.num_players,)
        title = f"{self.config.algorithm}: {self.game.id}, {', '.join(map(str, numbers))} players"
        return draw_progress(self.measurements, self.best, title, par_of(self.options), self.folder / "curve.png")

    def as_json(self) -> dict[str, Any]:
        """Return the counters that a checkpoint stores as JSON."""
        return {"due": self.due, "measurements": [measurement.as_dict() for measurement in self.measurements]}

    def files(self) -> dict[str, bytes]:
        """Return the best model as a file of a checkpoint: a run that resumes in another folder needs the model there."""
        return {BEST: self._best_content} if self.measurements else {}

    def restore(self, stored: Any, files: Mapping[str, bytes]) -> None:
        """Continue from the counters and files of a checkpoint.

        Args:
            stored: the counters from `as_json`.
            files: the files of the checkpoint by name.

        Raises:
            LookupError, TypeError, ValueError: they are not valid.
        """
        self.due = whole_number("due", stored["due"], minimum=0)
        self.measurements = [measurement_from(values) for values in stored["measurements"]]
        if self.measurements:
            self._best_content = files[BEST]
            replace(self.best_file, self._best_content)
            self._write()


def best_of(measurements: Sequence[Measurement]) -> Measurement | None:
    """Return the earliest comparable measurement with the highest smoothed strength; None without measurements."""
    if not measurements:
        return None
    alike = comparable(measurements)
    strengths = [measurement.strength for measurement in alike]
    smoothed = [np.mean(strengths[max(0, k + 1 - SMOOTHED) : k + 1]) for k in range(len(alike))]
    return alike[int(np.argmax(smoothed))]


def comparable(measurements: Sequence[Measurement]) -> list[Measurement]:
    """Return the latest measurements that were made with the same settings as the last one, in order."""
    alike = list(itertools.takewhile(measurements[-1].is_like, reversed(measurements)))
    return alike[::-1]


def draw_progress(measurements: Sequence[Measurement], best: Measurement, title: str, par: float | None, path: Path) -> Path:
    """Draw the win shares of a learner over its training with 95 % intervals, and return the path of the chart.

    Args:
        measurements: in order; only those that are `comparable` to the last one are drawn.
        best: the measurement of the best model.
        title: the title of the chart.
        par: the win share of an equal player; None if scores are drawn.
        path: the file of the chart.

    Raises:
        ArgumentError: as `draw_arena`.
    """
    figure, axes = one_panel(path)
    alike = comparable(measurements)
    steps, scale = [each.steps for each in alike], 1 if par is None else 100
    names = list(measurements[-1].shares)
    for name, label, colour in zip(names, axis_labels(names), itertools.cycle(LINES), strict=False):
        shares = scale * np.array([[getattr(each.shares[name], part) for part in ("value", "low", "high")] for each in alike]).T
        axes.plot(steps, shares[0], "o-", color=colour, markersize=3, linewidth=1.6, label=label.replace("$", r"\$"))
        if np.isfinite(shares).all():
            axes.fill_between(steps, shares[1], shares[2], color=colour, alpha=0.15, linewidth=0)
    if measurements[-1].exploitability is not None:
        draw_exploitability_curve(axes, alike)
    axes.axvline(best.steps, color=SOFT, linestyle=":", linewidth=1)
    axes.annotate(
        "best",
        (best.steps, 1),
        (3, -10),
        xycoords=("data", "axes fraction"),
        textcoords="offset points",
        fontsize=8,
        color=SOFT,
    )
    frame_steps(axes, title, par)
    write_figure(figure, path)
    return path


def draw_exploitability_curve(axes: Any, measurements: Sequence[Measurement]) -> None:
    """Draw the exact exploitability of a learner over its training, with an axis of its own on the right."""
    measured = [(each.steps, each.exploitability) for each in measurements if each.exploitability is not None]
    right = axes.twinx()
    right.plot(*zip(*measured, strict=True), "s--", color=INK, markersize=3, linewidth=1.2)
    right.set_ylim(0, 1.2 * max(value for _, value in measured))
    right.set_ylabel("exact exploitability (dashed)", fontsize=9, color=INK)
    for side in ("top", "left", "bottom"):
        right.spines[side].set_visible(False)
