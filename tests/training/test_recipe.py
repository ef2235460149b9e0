"""Recipes: a clone of a teacher, then PPO, with the settings of the game's file."""

import dataclasses
import json
import re

import pytest

import dig_envs
from dig_envs.agents import learned
from dig_envs.core.errors import ArgumentError
from dig_envs.training import clone, recipe
from dig_envs.training.cli import main
from dig_envs.training.process.interrupts import Stopped
from dig_envs.training.recipe import Recipe
from tests.support.tiny_training import TINY_CLONE, TINY_PPO, changed, same, weights

TINY = Recipe({name: getattr(TINY_CLONE, name) for name in ("teacher", "decisions", "epochs", "kept", "batch_size")}, {})


def tiny(folder, **changes):
    return changed(TINY_PPO, folder=str(folder), seed=3, **changes)


def test_every_game_has_a_recipe_of_its_own():
    assert sorted(path.stem for path in recipe.FOLDER.glob("*.toml")) == sorted([*dig_envs.games(), recipe.QUICK])
    for game in dig_envs.games():
        config, own = recipe.config_for(game).validated(), recipe.recipe_of(game)
        assert config.opponents == ("expert",) and config.steps == own.ppo["steps"]
        assert own != recipe.recipe_of(game, recipe.QUICK)
        copied = clone.Config(game=game, options=config.options, network=config.network, layers=config.layers, **own.clone)
        assert copied.validated().teacher.startswith(("expert", "search"))


def test_given_settings_replace_those_of_the_file():
    config = recipe.config_for("dig_v0", seed=4, players=(3, 2), options={"scents": True})
    assert (config.seed, config.network, config.players) == (4, "rows", (3, 2))
    assert config.options == {"reward": "score", "scents": True}


def test_ppo_trains_the_copy_of_the_same_network_and_game(tmp_path):
    config = tiny(tmp_path / "run", options={"num_players": 3})
    result = recipe.train(config, progress=False, recipe=TINY)
    copied = tmp_path / "run" / recipe.CLONE / "model.zip"
    cards = [learned.read_card(path) for path in (copied, result.model)]
    assert all(card.options["num_players"] == 3 for card in cards)
    again = recipe.train(changed(config, folder=str(tmp_path / "from"), start=str(copied)), progress=False)
    assert same(weights(result.model), weights(again.model)) and not (tmp_path / "from" / recipe.CLONE).exists()
    with pytest.raises(ArgumentError, match="already has a run"):
        recipe.train(config, progress=False, recipe=TINY)
    resumed = recipe.train(changed(config, steps=2 * config.steps), progress=False, resume=result.checkpoint)
    assert resumed.steps == 2 * config.steps


def test_the_same_command_starts_again_after_an_interrupt_of_the_copy(tmp_path, monkeypatch):
    real = clone.train

    def stopped(config, progress):
        real(config, progress)
        raise Stopped(2, "stopped after 1 round; continue with: …")

    monkeypatch.setattr(clone, "train", stopped)
    with pytest.raises(Stopped, match="give the same command again"):
        recipe.train(tiny(tmp_path), progress=False, recipe=TINY)
    monkeypatch.setattr(clone, "train", real)
    assert recipe.train(tiny(tmp_path), progress=False, recipe=TINY).model.exists()


def test_the_start_says_what_the_recipe_has_reached(capsys, tmp_path, monkeypatch):
    points = [{"minutes": 4.6, "steps": 800_000, "win_shares": {"greedy": 0.614, "expert": 0.2}}]
    (tmp_path / recipe.MEASURED).write_text(json.dumps({"dig_v0": {"points": points}}))
    monkeypatch.setattr(recipe, "FOLDER", tmp_path)
    assert recipe.expectation("dig_v0").splitlines()[1] == "  after   5 minutes: 61% against greedy, 20% against expert"
    assert recipe.expectation("dig_dig_v0") == "The recipe of Dig Dig: a clone, then PPO."


@pytest.mark.parametrize(
    ("words", "expected"),
    [(["dig_v0", "--seed", "2"], "recipe"), (["dig_v0", "--algo", "ppo"], "ppo"), (["--config", "self_play"], "ppo")],
)
def test_a_command_without_an_algorithm_runs_the_recipe(words, expected, monkeypatch):
    called = []
    for name in ("recipe", "ppo.algorithm"):
        monkeypatch.setattr(f"dig_envs.training.{name}.train", lambda config, resume, name=name: called.append((name, config)))
    with pytest.raises(AttributeError):  # of the result, which is None
        main.main(["train", *words])
    [(name, config)] = called
    assert name.partition(".")[0] == expected
    if expected == "recipe":
        assert config == dataclasses.replace(recipe.config_for("dig_v0"), seed=2)


def test_measured_win_shares_are_of_todays_recipes():
    data = json.loads((recipe.FOLDER / recipe.MEASURED).read_text("utf-8"))
    for game, one in data.items():
        minutes = [point["minutes"] for point in one["points"]]
        assert minutes == sorted(minutes) and re.search(r"\d+ cores", one["machine"])
        assert all(0 <= share <= 1 for point in one["points"] for share in point["win_shares"].values())
        assert game in dig_envs.games()
