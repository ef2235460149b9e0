"""Measure a learner against fixed opponents while it trains, and keep the best of its models.

All measurements of a run play the same deals, so that what differs between them is the learner. The **best** model is that of
the measurement with the highest smoothed strength: the mean over the opponents of the win shares, and over this and the two
measurements before it. A single one of a few hundred games is too uncertain: the best of twenty would be the luckiest.
"""

import itertools
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from dig_envs import agents
from dig_envs.core.agent import Agent
from dig_envs.core.arguments import whole_number
from dig_envs.core.errors import ArgumentError
from dig_envs.training.arena.players import participants
from dig_envs.training.run.config import GamesConfig
from dig_envs.training.run.folder import PROGRESS
from dig_envs.training.run.measurement import Measurement, measure, measurement_from, par_of
from dig_envs.utils.files import replace

if TYPE_CHECKING:
    from dig_envs.training.run.measurement import Measurement
from dig_envs.training.show.charts import LINES, SOFT, axis_labels, frame_steps, one_panel, write_figure

SMOOTHED = 3
SHARE_OF_RUN, LEAST_STEPS = 0.05, 16_384  # between two measurements, unless `evaluate_every` says
MOST_PLAYED = 0.5  # decisions of all seats in measurements for each step of training: about a twentieth of its time
BEST = "best.zip"


@dataclass(frozen=True)
class Best:
    """The best model of a run.

    Attributes:
        model: its file.
        measurement: what it won when it was kept. As the best of several it was lucky too: rate it on other deals.
    """

    model: Path
    measurement: Measurement


class Monitor:
    """Measures the strength of a run's learner now and then.

    Args:
        config: the settings of the run.
        folder: where `progress.jsonl`, a line for each measurement, and the best model `best.zip` go.

    Attributes:
        measurements: so far, in order.
        due: at how many steps the next is made.
    """

    def __init__(self, config: GamesConfig, folder: Path):
        self.config, self.folder = config, folder
        self.game = config.played
        self.options = self.game.parse_options(**config.options)
        self.opponents = participants(self.game, config.evaluate_against or agents.names(self.game))
        self.every = config.evaluate_every or max(LEAST_STEPS, round(SHARE_OF_RUN * config.steps))
        self.measurements: list[Measurement] = []
        self.due = self.every
        self._kept = b""

    def is_due(self, steps: int) -> bool:
        """Tell whether it is time to measure."""
        return self.config.evaluate_games > 0 and steps >= self.due

    def is_behind(self, steps: int) -> bool:
        """Tell whether a run that ends here would end with a model that was not measured, though earlier ones were."""
        return bool(self.measurements) and self.measurements[-1].steps < steps

    def look_at(self, agent: Agent, steps: int, save: Callable[[Path], Any]) -> Measurement:
        """Let the agent play, write down what it wins, and have it saved if it is the best so far.

        Args:
            agent: the learner as it now plays.
            steps: decisions that it has learned from.
            save: writes its model into a file.
        """
        shares, played = measure(self.game, self.options, agent, self.opponents, self.config.evaluate_games)
        newest = Measurement(steps, self.config.evaluate_games, shares)
        self.measurements.append(newest)
        self.due = steps + self.every
        if not self.config.evaluate_every:
            self.due = max(self.due, steps + round(played / MOST_PLAYED))
        if self.best is newest:
            save(self.best_file)
            self._kept = self.best_file.read_bytes()
        self._write()
        return newest

    @property
    def best_file(self) -> Path:
        """The file of the best model."""
        return self.folder / BEST

    @property
    def best_model(self) -> "Best | None":
        """The file of the best model, with its measurement; None if nothing was measured."""
        return None if self.best is None else Best(self.best_file, self.best)

    @property
    def best(self) -> Measurement | None:
        """The measurement of the best model; None before the first."""
        return best_of(self.measurements)

    # --- files

    def _write(self) -> None:
        path = self.folder / PROGRESS
        lines = [json.dumps(measurement.as_dict()) + "\n" for measurement in self.measurements]
        try:
            replace(path, "".join(lines).encode())
        except OSError as error:
            raise ArgumentError(f"{path} can't be written: {error.strerror}") from error

    def draw(self) -> Path | None:
        """Draw the learning curve, and return its file; None where nothing was measured."""

        if self.best is None:
            return None
        title = f"{self.config.algorithm}: {self.game.id}, {self.options.num_players} players"
        return draw_progress(self.measurements, self.best, title, par_of(self.options), self.folder / "curve.png")

    def as_json(self) -> dict[str, Any]:
        """Return what a checkpoint keeps of it, as JSON can write it."""
        return {"due": self.due, "measurements": [measurement.as_dict() for measurement in self.measurements]}

    def files(self) -> dict[str, bytes]:
        """Return what else a checkpoint keeps, by name: the best model, so that it goes where the checkpoint goes."""
        return {BEST: self._kept} if self.measurements else {}

    def restore(self, stored: Any, files: Mapping[str, bytes]) -> None:
        """Go on from what another process had measured.

        Args:
            stored: what its `as_json` gave.
            files: of the checkpoint, by name.

        Raises:
            LookupError, TypeError, ValueError: it is nothing such.
        """
        self.due = whole_number("due", stored["due"], least=0)
        self.measurements = [measurement_from(found) for found in stored["measurements"]]
        if self.measurements:
            self._kept = files[BEST]
            replace(self.best_file, self._kept)
            self._write()


def best_of(measurements: Sequence[Measurement]) -> Measurement | None:
    """Return the measurement of the best model: the earliest with the highest smoothed strength; None of none."""
    if not measurements:
        return None
    alike = [found for found in measurements if found.is_like(measurements[-1])]
    strengths = [found.strength for found in alike]
    smoothed = [np.mean(strengths[max(0, place + 1 - SMOOTHED) : place + 1]) for place in range(len(alike))]
    return alike[int(np.argmax(smoothed))]


def draw_progress(
    measurements: "Sequence[Measurement]", best: "Measurement", title: str, par: float | None, path: Path
) -> Path:
    """Draw what a learner won in the course of its training into a file, with 95 % intervals, and return its path.

    Args:
        measurements: in order; those of other opponents than the last one's are left out.
        best: the one whose model was kept.
        title: of the chart.
        par: the share that an equal wins; None where scores are drawn.
        path: the file.

    Raises:
        ArgumentError: as `draw_arena`.
    """
    figure, axes = one_panel(path)
    alike = [found for found in measurements if found.is_like(measurements[-1])]
    steps, scale = [found.steps for found in alike], 1 if par is None else 100
    names = list(measurements[-1].shares)
    for name, label, colour in zip(names, axis_labels(names), itertools.cycle(LINES), strict=False):
        shares = (
            scale * np.array([[getattr(found.shares[name], part) for part in ("value", "low", "high")] for found in alike]).T
        )
        axes.plot(steps, shares[0], "o-", color=colour, markersize=3, linewidth=1.6, label=label.replace("$", r"\$"))
        if np.isfinite(shares).all():
            axes.fill_between(steps, shares[1], shares[2], color=colour, alpha=0.15, linewidth=0)
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
