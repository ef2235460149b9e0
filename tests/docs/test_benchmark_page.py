"""The page of the benchmark has the tables of its data, and the data have the settings of the code."""

import dataclasses
from pathlib import Path

import pytest

from dig_envs import exact
from dig_envs.training.studies import benchmark_full
from dig_envs.training.studies.benchmark import FINAL_SEEDS_FROM, read, settings_of
from dig_envs.training.studies.benchmark_protocol import options_of
from website import benchmark_page

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def found():
    assert Path.cwd() == ROOT, "run the tests in the root of the repository"
    return read(benchmark_page.DATA)


def test_the_curves_are_drawn(found):
    for reference, _ in benchmark_page.by_variant(found):
        assert (ROOT / benchmark_page.IMAGES / benchmark_page.picture_of(reference)).is_file()


def test_all_runs_of_the_protocol_are_there(found):
    protocol = found.protocol
    assert len(found.results()) == len(protocol.cells) * len(protocol.algorithms)
    assert len(found.full_results()) == len(protocol.full_games) * len(benchmark_full.METHODS)
    assert {(each.game, each.variant) for each in found.references} >= set(protocol.cells)
    for result in found.results():
        assert [run.job.seed for run in result.runs] == [*range(FINAL_SEEDS_FROM, FINAL_SEEDS_FROM + protocol.final_seeds)]


def test_the_settings_of_the_runs_are_those_of_the_code(found):
    assert all(run.settings == settings_of(run.job) for run in found.runs)
    assert all(run.settings == benchmark_full.settings_of(run.job, run.method) for run in found.full_runs)


def test_results_with_another_expert_are_marked(found):
    game = found.protocol.full_games[0]
    now = benchmark_full.expert_now(game)
    for expert, marked in (("", True), ("of another version", True), (now, False)):
        runs = [dataclasses.replace(run, expert=expert) for run in found.full_runs if run.job.game == game]
        text = benchmark_page.full_table(dataclasses.replace(found, full_runs=[*runs, *others(found, game)]))
        rows = [line for line in text.splitlines() if line.startswith(f"| {benchmark_page.game_of(game).title}")]
        assert len(rows) == len(benchmark_full.METHODS) and all((", earlier version |" in row) == marked for row in rows)


def others(found, game):
    return [run for run in found.full_runs if run.job.game != game]


def test_the_references_are_those_of_the_code(found):
    for each in found.references:
        options = options_of(each.game, each.variant)
        assert exact.exploitability(each.game, "random", **options).exploitability == pytest.approx(each.uniform)
