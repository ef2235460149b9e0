"""Train by the recipes of games, and write what they reach in how many minutes: `python -m maintenance.recipes [GAME ...]`.

Writes `training/configs/recipes/measured.json` after each game, and draws `docs/images/recipes.png` from it. Minutes are of
processor time, so other processes do not change them. An interrupted training counts as far as it came.
"""

import argparse
import dataclasses
import json
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from dig_envs.core.catalogue import game_of, games
from dig_envs.training import ppo, recipe
from dig_envs.training.process.interrupts import Stopped
from dig_envs.training.process.machine import this_machine
from dig_envs.training.run import evaluate
from dig_envs.training.run.folder import PROGRESS
from dig_envs.training.run.measurement import Measurement, measurement_from
from dig_envs.training.show.charts import LINES, SOFT, frame, write_figure
from dig_envs.utils.files import replace
from dig_envs.utils.libraries import load

DATA, PICTURE = recipe.FOLDER / recipe.MEASURED, Path("docs/images/recipes.png")
GAMES, EVERY = 400, 250_000  # games of each measurement against each bot, and steps between two measurements
COLUMNS = 3  # of the picture


def points_of(game: str, folder: Path, steps: int, minutes: float) -> list[dict[str, Any]]:
    """Train, and return the win shares by minutes.

    Args:
        steps: decisions of PPO that its schedules are made for; 0 for those of the recipe.
        minutes: limit of the time of PPO; 0 for none.
    """
    config = recipe.config_for(game, folder=str(folder), games=0, evaluate_games=GAMES, evaluate_every=EVERY, minutes=minutes)
    config = dataclasses.replace(config, steps=steps or config.steps)
    start = time.process_time()
    cloned = recipe.clone_teacher(config)
    cloning = time.process_time() - start
    shares = evaluate.win_shares(cloned, ppo.Config(game=game, options=config.options, games=GAMES), progress=True)
    start = time.process_time()
    with suppress(Stopped):
        ppo.train(dataclasses.replace(config, start=str(cloned)))
    training = time.process_time() - start
    progress = folder / PROGRESS
    lines = progress.read_text("utf-8").splitlines() if progress.exists() else []
    measured = [measurement_from(json.loads(line)) for line in lines]
    times = [(cloning + training * one.steps / measured[-1].steps) / 60 for one in measured]
    return [_point(Measurement(0, GAMES, shares), cloning / 60), *map(_point, measured, times)]


def _point(measured: Measurement, minutes: float) -> dict[str, Any]:
    shares = {bot: round(share.value, 3) for bot, share in measured.shares.items()}
    return {"minutes": round(minutes, 1), "steps": measured.steps, "win_shares": shares}


def draw(data: dict[str, Any]) -> None:
    """Draw the win shares against each bot over minutes, in one panel for each game of the data file."""
    rows = -(-len(data) // COLUMNS)
    figure = load("matplotlib.figure").Figure(figsize=(3.0 * COLUMNS, 2.8 * rows), layout="constrained")
    for place, (game, one) in enumerate(data.items(), 1):
        axes = figure.add_subplot(rows, COLUMNS, place)
        minutes = [point["minutes"] for point in one["points"]]
        for bot, colour in zip(one["points"][0]["win_shares"], LINES, strict=False):
            shares = [100 * point["win_shares"][bot] for point in one["points"]]
            axes.plot(minutes, shares, "o-", markersize=3, color=colour, label=bot)
        axes.axhline(50, color=SOFT, linestyle="--", linewidth=1)
        axes.set_xlim(left=0)
        axes.set_ylim(0, 100)
        frame(axes, game_of(game).title, "minutes of one core", "win share, %")
    figure.axes[0].legend(frameon=False, fontsize=8)
    write_figure(figure, PICTURE)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        "python -m maintenance.recipes", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", default=games(), metavar="GAME", help="all games if none is given")
    parser.add_argument("--minutes", type=float, default=0.0, metavar="M", help="limit of the time of PPO (no limit)")
    parser.add_argument("--steps", type=int, default=0, metavar="N", help="decisions of PPO (those of the recipe)")
    parser.add_argument("--folder", type=Path, default=Path("runs/recipes"), help="the folder of the runs (%(default)s)")
    given = parser.parse_args(arguments)
    for game in given.games:
        points = points_of(game, given.folder / game, given.steps, given.minutes)
        data = json.loads(DATA.read_text("utf-8")) | {game: {"machine": this_machine(), "points": points}}
        replace(DATA, (json.dumps(dict(sorted(data.items())), indent=1) + "\n").encode())
        draw(data)


if __name__ == "__main__":
    main()
