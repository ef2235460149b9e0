"""Train by the recipe of a game: clone a teacher, then train the clone by PPO. `dig-envs train GAME` runs it.

`training/configs/recipes` has the settings of both trainings for each game. The settings of a run are those of PPO; the clone
gets the same game, network and seed. With `--start` PPO trains that model, without a clone. The file's settings replace the
defaults that the help shows.

>>> from dig_envs.training import recipe
>>> result = recipe.train(recipe.config_for("dig_v0", steps=500_000))       # doctest: +SKIP
"""

import dataclasses
import json
import os
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dig_envs.core.catalogue import game_of
from dig_envs.core.game import Game
from dig_envs.training import clone, ppo
from dig_envs.training.process.interrupts import stop_message
from dig_envs.training.run.config_files import SHIPPED, with_given
from dig_envs.training.run.folder import check_free, clear, folder_of
from dig_envs.training.sb3.start_from import StartConfig

if TYPE_CHECKING:
    from dig_envs.training.run.evaluate import Result

Config = ppo.Config
FOLDER, QUICK, MEASURED = SHIPPED / "recipes", "quick", "measured.json"
CLONE = "clone"  # the folder of the clone in the folder of a run
SHARED = tuple(item.name for item in dataclasses.fields(StartConfig) if item.name not in ("opponents", "noise_levels", "play"))
EXAMPLES = """
dig-envs train dig_v0
dig-envs train dig_v0 --minutes 10 --seed 1
dig-envs train dig_dig_v0 --players 3 --steps 3000000
"""


@dataclass(frozen=True)
class Recipe:
    """Holds the settings of both trainings that differ from the defaults of `clone.Config` and `ppo.Config`.

    Attributes:
        clone: settings of the clone, by name.
        ppo: settings of PPO, by name.
    """

    clone: dict[str, Any]
    ppo: dict[str, Any]


def recipe_of(game: str | Game, name: str = "") -> Recipe:
    """Return the recipe of a game.

    Args:
        name: "quick" for the recipe of about a minute, which games without a file of their own get anyway.
    """
    path = FOLDER / f"{name or game_of(game).id}.toml"
    return Recipe(**tomllib.loads((path if path.exists() else FOLDER / f"{QUICK}.toml").read_text("utf-8")))


def config_for(game: str | Game = Config.game, name: str = "", **given: Any) -> Config:
    """Return the settings of PPO in a recipe, with given settings instead of those of the file."""
    return with_given(Config(**{"game": game, **recipe_of(game, name).ppo}), given)


def train(
    config: Config | None = None, progress: bool = True, resume: str | os.PathLike | None = None, recipe: Recipe | None = None
) -> "Result":
    """Clone the teacher, train the clone by PPO, save and evaluate the model.

    Args:
        config: the settings of PPO; None for `config_for()`.
        progress: show a progress bar on stderr, and before it what the recipe has reached.
        resume: a checkpoint of PPO.
        recipe: None for the recipe of the game.

    Raises:
        DigEnvsError, Stopped: as of `ppo.train`.
    """
    config = config or config_for()
    if resume is None and not config.start:
        config = dataclasses.replace(config, start=str(clone_teacher(config, progress, recipe)))
    return ppo.train(config, progress, resume)


def clone_teacher(config: Config, progress: bool = True, recipe: Recipe | None = None) -> Path:
    """Clone the teacher into a subfolder of the run's folder, and return the model's file. Arguments are as for `train`."""
    folder = folder_of(config.validated())
    check_free(folder)
    clear(folder / CLONE)  # of an interrupted run
    if progress and recipe is None:
        print(expectation(config.game), file=sys.stderr)
    shared = {name: getattr(config, name) for name in SHARED}
    shared |= {"games": 0, "reward_scale": config.reward_scale, "folder": str(folder / CLONE)}
    own = (recipe or recipe_of(config.game)).clone
    with stop_message("stopped before the training by PPO: give the same command again"):
        return clone.train(clone.Config(**shared | own), progress).model


def measured(game: str | Game) -> list[dict[str, Any]]:
    """Return the win shares that the recipe of a game had reached, by minutes of one core; empty for an unmeasured recipe."""
    return json.loads((FOLDER / MEASURED).read_text("utf-8")).get(game_of(game).id, {}).get("points", [])


def expectation(game: str | Game) -> str:
    """Describe the recipe of a game and, for a measured recipe, its win shares after each number of minutes, as text."""
    text, points = f"The recipe of {game_of(game).title}: a clone, then PPO.", measured(game)
    if points:
        text += " Measured on one core, with two players:"
    for point in points:
        shares = ", ".join(f"{share:.0%} against {bot}" for bot, share in point["win_shares"].items())
        text += f"\n  after {point['minutes']:>3.0f} minutes: {shares}"
    return text
