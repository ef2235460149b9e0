"""The benchmark: two stages in small variants, full games, runs that are not repeated, and refused protocols."""

import dataclasses
import json

import numpy as np
import pytest

from dig_envs.core.errors import ArgumentError, DigEnvsError
from dig_envs.training.arena.ratings import Estimate, mean_of_seeds
from dig_envs.training.cli.main import main
from dig_envs.training.studies import benchmark, benchmark_full
from dig_envs.training.studies.benchmark import VariantRun
from dig_envs.training.studies.benchmark_full import METHODS, FullJob, FullRun
from dig_envs.training.studies.benchmark_protocol import RANGES, Protocol, VariantJob

CELL = {"games": ("dig_dig_v0",), "variants": ("tiny",)}
SMALL = Protocol(**CELL, algorithms=("ppo", "dqn"), draws=2, seeds=2, final_seeds=2, steps=64, full_games=())
FULL = Protocol(games=(), full_games=("dig_v0", "dig_dig_v0"), full_seeds=2, full_steps=256, response_steps=32)


@pytest.fixture
def trained(monkeypatch):
    """Replace trainings by a number that depends on the job, and list the jobs."""
    jobs = []

    def train(job):
        jobs.append(job)
        value = 0.1 * (2 - job.draw) + 0.001 * (job.seed % 10)
        return VariantRun(job, benchmark.settings_of(job), [(0, 0.0, 0.3), (job.steps, 1.5, value)])

    monkeypatch.setattr(benchmark, "train", train)
    return jobs


@pytest.fixture
def trained_in_full_games(monkeypatch):
    """Replace the trainings of the full games by numbers that depend on the seed, and list the jobs."""
    jobs = []

    def train(job):
        jobs.append(job)
        share = Estimate(0.4 + 0.1 * job.seed, 0.3, 0.6)
        response = share if job.response_steps else None
        settings = {method: benchmark_full.settings_of(job, method) for method in METHODS}
        return [FullRun(job, method, settings[method], {"2": share, "4": share.rest}, response, 1.5) for method in METHODS]

    monkeypatch.setattr(benchmark_full, "train", train)
    return jobs


def test_the_best_draw_gets_new_seeds(tmp_path, trained):
    found = benchmark.run(SMALL, tmp_path / "runs.json", progress=False)
    assert len(trained) == len(set(trained)) == 2 * (2 * 2 + 2)
    first, second = found.results()
    assert (first.algorithm, second.algorithm) == ("ppo", "dqn") and first.draw == 1
    assert [run.job.seed for run in first.runs] == [1000, 1001] and first.exploitability.value == pytest.approx(0.1005)
    assert first.exploitability.low <= 0.1005 <= first.exploitability.high and first.seconds == 1.5
    assert found.seconds == pytest.approx(1.5 * 12) and [table.row_count for table in found.tables()] == [4]
    (reference,) = found.references
    assert reference.uniform == pytest.approx(0.3397, abs=1e-4) and 0 <= reference.cfr_plus < 1e-4


def test_finished_runs_are_skipped_and_a_longer_protocol_adds_runs(tmp_path, trained):
    file = tmp_path / "runs.json"
    benchmark.run(SMALL, file, progress=False)
    trained.clear()
    again = benchmark.run(SMALL, file, progress=False)
    assert not trained and benchmark.read(file) == again
    longer = benchmark.run(dataclasses.replace(SMALL, final_seeds=3), file, progress=False)
    assert [job.seed for job in trained] == [1002, 1002] and len(longer.results()[0].runs) == 3


def test_an_interrupted_benchmark_keeps_its_runs(tmp_path, monkeypatch, trained):
    train, file = benchmark.train, tmp_path / "runs.json"

    def interrupted(job):
        if len(trained) == 3:
            raise KeyboardInterrupt
        return train(job)

    monkeypatch.setattr(benchmark, "train", interrupted)
    with pytest.raises(KeyboardInterrupt):
        benchmark.run(SMALL, file, progress=False)
    stored = benchmark.read(file)
    assert len(stored.runs) == 3 and stored.results() == []


def test_full_games_have_all_methods_with_all_seeds(tmp_path, trained_in_full_games):
    file = tmp_path / "runs.json"
    found = benchmark.run(FULL, file, progress=False)
    assert [(job.game, job.seed, job.response_steps) for job in trained_in_full_games] == [
        ("dig_v0", 0, 32), ("dig_v0", 1, 0), ("dig_dig_v0", 0, 32), ("dig_dig_v0", 1, 0),
    ]  # fmt: skip
    assert [(each.game, each.method) for each in found.full_results()] == [
        (game, method) for game in FULL.full_games for method in METHODS
    ]
    first = found.full_results()[0]
    assert first.shares["2"].value == pytest.approx(0.45) and first.shares["4"].value == pytest.approx(0.55)
    assert first.best_response.value == pytest.approx(0.4) and first.seconds == 1.5
    trained_in_full_games.clear()
    assert benchmark.run(FULL, file, progress=False) == found == benchmark.read(file) and not trained_in_full_games
    more = benchmark.run(dataclasses.replace(FULL, full_seeds=3), file, progress=False)
    assert [job.seed for job in trained_in_full_games] == [2, 2] and len(more.full_results()[0].runs) == 3
    assert [table.row_count for table in more.tables()] == [2 * len(METHODS)]


def test_methods_differ_in_what_they_are_named_for():
    job = FullJob("dig_v0", 3, 64, 32)
    settings = {method: benchmark_full.settings_of(job, method) for method in METHODS}
    assert [name for name, value in settings["ppo"].items() if settings["ppo_table_critic"][name] != value] == ["critic"]
    assert settings["ppo_self_play"]["self_play"] and settings["ppo"]["players"] == [2, 4] and settings["dqn"]["steps"] == 64
    assert all(each["seed"] == 3 and each["layers"] == [256, 256] for each in settings.values())


@pytest.mark.long
def test_a_method_of_the_full_games_trains(tmp_path, monkeypatch):
    methods = {name: METHODS[name] for name in ("clone", "ppo")}
    monkeypatch.setattr(benchmark_full, "METHODS", methods)
    monkeypatch.setattr(benchmark_full, "EVALUATION_GAMES", 40)
    protocol = dataclasses.replace(FULL, full_games=("dig_dig_v0",), full_seeds=1)
    found = benchmark.run(protocol, tmp_path / "runs.json", progress=False)
    assert benchmark.read(tmp_path / "runs.json") == found
    for result in found.full_results():
        assert set(result.shares) == {"2", "4"} and all(0 <= share.value <= 1 for share in result.shares.values())
        assert 0.2 < result.best_response.value < 0.8 and result.seconds > 0


def test_draws_differ_and_the_first_is_the_files_own():
    jobs = [VariantJob("mmd", "dig_dig_v0", "tiny", draw, 0, 64) for draw in range(8)]
    assert jobs[0].settings == {} and len({json.dumps(job.settings) for job in jobs}) == 8
    assert jobs[3].settings == dataclasses.replace(jobs[3], game="dig_v0", seed=5).settings
    assert all(value in RANGES["mmd"][name] for name, value in jobs[3].settings.items())


@pytest.mark.parametrize("seeds", [2, 3, 10])
def test_intervals_over_seeds_hold_the_mean(seeds):
    found = [mean_of_seeds(values) for values in np.random.default_rng(1).normal(0.5, 0.1, (1000, seeds))]
    assert 0.93 <= np.mean([estimate.low <= 0.5 <= estimate.high for estimate in found]) <= 0.97


def test_the_command_trains_and_prints(tmp_path, capsys):
    words = ["benchmark", "--games", "dig_dig_v0", "--variants", "tiny", "--algorithms", "ppo", "--draws", "1", "--seeds", "1"]
    words += ["--final-seeds", "1", "--steps", "64", "--full-games", ""]
    words += ["--file", str(tmp_path / "runs.json")]
    assert main(["study", *words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert len(found["runs"]) == 2 and found["runs"][0]["settings"]["clip"] > 0
    assert [point[0] for point in found["runs"][0]["curve"]] == [0, 4096]
    assert main(words) == 0
    assert "CFR+" in capsys.readouterr().out


@pytest.mark.long
def test_processes_give_the_same_runs(tmp_path):
    protocol = dataclasses.replace(SMALL, draws=1, seeds=1, final_seeds=1)
    one, two = (benchmark.run(protocol, tmp_path / f"{count}.json", count, progress=False) for count in (1, 2))
    values = [{run.job: run.exploitability for run in found.runs} for found in (one, two)]
    assert values[0] == values[1]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"algorithms": ("pppo",)}, 'no algorithm "pppo"; did you mean "ppo"'),
        ({"games": ("digging_bandits_v0",)}, "no small variant"),
        ({"variants": ("full",)}, 'no small variant "full"'),
        ({"variants": ("tinny",)}, 'did you mean "tiny"'),
        ({"draws": 0}, "draws"),
        ({"steps": 0}, "steps"),
        ({"full_games": ("dig_v1",)}, 'no settings for the full game "dig_v1"; did you mean "dig_v0"'),
    ],
)
def test_wrong_protocols_are_refused(changes, message, tmp_path):
    with pytest.raises(DigEnvsError, match=message):
        benchmark.run(dataclasses.replace(SMALL, **changes), tmp_path / "runs.json", progress=False)


def test_files_that_are_damaged_or_have_other_settings_are_refused(tmp_path, trained):
    file = tmp_path / "runs.json"
    benchmark.run(SMALL, file, progress=False)
    file.write_text(file.read_text().replace('"hidden": 128', '"hidden": 64'))
    with pytest.raises(ArgumentError, match="other settings"):
        benchmark.run(SMALL, file, progress=False)
    file.write_text('{"runs": 3}')
    with pytest.raises(ArgumentError, match="cannot be read"):
        benchmark.run(SMALL, file, progress=False)
