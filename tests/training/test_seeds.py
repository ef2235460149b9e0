"""Runs that differ in their seeds alone: curves and spread, skipped runs, and refused settings."""

import dataclasses
import json
import signal

import pytest

from dig_envs.core.errors import ArgumentError
from dig_envs.training import clone, ppo
from dig_envs.training.cli import main
from dig_envs.training.process.interrupts import Stopped
from dig_envs.training.studies import seeds
from dig_envs.training.studies.history import history_of
from tests.support.tiny_training import TINY_PPO, changed

SETTINGS = {"game": "dig_v0", "steps": 1_024, "evaluate_every": 512, "evaluate_games": 4, "games": 0}


def test_each_seed_is_a_run_of_its_own_and_none_is_repeated(tmp_path):
    config = changed(TINY_PPO, **SETTINGS, folder=str(tmp_path / "spread"))
    two = seeds.run("ppo", config, [0, 1], progress=False)
    alone = ppo.train(changed(config, seed=1, folder=str(tmp_path / "alone")), progress=False)
    assert [run.seed for run in two.runs] == [0, 1] and two.runs[1].seconds > 0
    lines = alone.model.with_name("progress.jsonl").read_text().splitlines()
    assert [found.as_dict() for found in two.runs[1].measurements] == [json.loads(line) for line in lines]
    assert "--folder runs/spread-1" in history_of(two.chart.parent / "1" / "model.zip")[0]
    assert two.chart.read_bytes().startswith(b"\x89PNG") and two.table().row_count == 3
    model = tmp_path / "spread" / "1" / "model.zip"
    before = model.stat().st_mtime_ns
    three = seeds.run("ppo", config, [2, 1], progress=False)
    assert model.stat().st_mtime_ns == before and three.runs[1] == two.runs[1]
    assert seeds.run("ppo", config, [0], progress=False).runs == two.runs[:1], "the file keeps runs that a call did not name"
    assert (tmp_path / "spread" / "0" / "model.zip").stat().st_mtime_ns < before
    with pytest.raises(ArgumentError, match="has runs with other settings"):
        seeds.run("ppo", changed(config, learning_rate=1e-3), [0], progress=False)


def test_what_a_model_wins_at_the_end_is_kept(tmp_path):
    config = changed(TINY_PPO, **{**SETTINGS, "games": 8}, folder=str(tmp_path / "spread"))
    found = seeds.run("ppo", config, [0], progress=False)
    (run,) = found.runs
    assert run.evaluation.games == 8 and set(run.evaluation.shares) > {"random", "greedy"}
    assert run.evaluation == ppo.train(changed(config, folder=str(tmp_path / "alone")), progress=False).as_measurement(8)
    assert seeds.read(tmp_path / "spread" / "seeds.json").runs == found.runs
    assert found.final_measurements == [run.evaluation] and found.table().row_count == len(run.evaluation.shares)
    early = dataclasses.replace(found, runs=[run, dataclasses.replace(run, evaluation=None)])
    assert early.final_measurements == [run.measurements[-1]] * 2, "one run without evaluation: measurements are compared"


def test_the_values_of_another_algorithms_settings_are_no_games(capsys):
    words = ["--algo", "clone", "--teacher", "expert", "--game", "dig_v0", "--decisions", "0"]
    assert main.main(["study", "seeds", *words]) == 2
    assert "decisions" in capsys.readouterr().err


def test_a_stopped_seed_begins_again(tmp_path, monkeypatch):
    def stopped(*given):
        raise Stopped(signal.SIGINT, "stopped after 0 steps; continue with: dig-envs train")

    monkeypatch.setattr(ppo.algorithm, "train", stopped)
    with pytest.raises(Stopped, match="stopped; seed 3 begins again with the same command"):
        seeds.run("ppo", changed(TINY_PPO, **SETTINGS, folder=str(tmp_path)), [3], progress=False)


def test_clones_are_compared_at_their_end(tmp_path):
    config = clone.Config(game="dig_v0", decisions=600, epochs=1, layers=(8,), games=8, folder=str(tmp_path / "clones"))
    found = seeds.run("clone", config, [3, 4], progress=False)
    assert [run.measurements for run in found.runs] == [[], []] and found.chart is None
    assert found.final_measurements == [run.evaluation for run in found.runs] and found.final_measurements[0].games == 8
    assert found.table().row_count == len(found.final_measurements[0].shares)
    assert seeds.read(tmp_path / "clones" / "seeds.json").runs == found.runs
    with pytest.raises(ArgumentError, match="nothing to compare"):
        seeds.run("clone", changed(config, games=0), [0], progress=False)


@pytest.mark.parametrize(
    ("numbers", "settings", "message"),
    [
        ([], {}, "seeds are different whole numbers"),
        ([1, 1], {}, "seeds are different whole numbers"),
        ([-1], {}, "each of seeds"),
        ([0], {"evaluate_games": 0}, "there is no curve"),
        ([0], {"evaluate_games": 4, "steps": -1}, "steps"),
    ],
)
def test_seeds_that_make_no_curve_are_refused(numbers, settings, message, tmp_path):
    with pytest.raises(ArgumentError, match=message):
        seeds.run("ppo", changed(TINY_PPO, **settings, folder=str(tmp_path / "none")), numbers, progress=False)
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize(("words", "message"), [(["--seed", "3"], "needs --seeds"), (["--seeds", "x"], "are whole numbers")])
def test_the_command_says_what_seeds_are(words, message, capsys):
    for command in (["study", "seeds"], ["seeds"]):
        assert main.main([*command, *words]) == 2
        error = capsys.readouterr().err
        assert error.startswith("dig-envs study seeds: ") and message in error


def test_files_with_the_game_as_an_option_are_read_and_continued(tmp_path):
    config = changed(TINY_PPO, **SETTINGS, folder=str(tmp_path))
    found = seeds.run("ppo", config, [0], progress=False)
    stored = json.loads((tmp_path / "seeds.json").read_text())
    assert stored["command"].startswith("dig-envs train dig_v0 --algo ppo --seed 0")
    stored["command"] = stored["command"].replace("train dig_v0 --algo ppo", "train --algo ppo --game dig_v0")
    (tmp_path / "seeds.json").write_text(json.dumps(stored))
    assert seeds.read(tmp_path / "seeds.json").command == found.command and found.game.id == "dig_v0"
    assert found.study_command.startswith("dig-envs study seeds dig_v0 --seeds 0 --algo ppo --steps 1024")
    assert seeds.run("ppo", config, [0], progress=False).runs == found.runs


def test_a_damaged_file_of_runs_is_named(tmp_path):
    (tmp_path / "seeds.json").write_text("{")
    with pytest.raises(ArgumentError, match="delete it, or name another"):
        seeds.run("ppo", changed(TINY_PPO, **SETTINGS, folder=str(tmp_path)), [0], progress=False)
