"""The data of the page of exact exploitability are those of the code."""

from pathlib import Path

import pytest

from dig_envs import agents, exact
from dig_envs.agents import trained
from dig_envs.core.catalogue import game_of, games
from dig_envs.core.game import FULL
from dig_envs.training.studies.exact import PURE, SOLVED
from maintenance.exact import DATA, SEARCH, read

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def found():
    assert Path.cwd() == ROOT, "run the tests in the root of the repository"
    return {each.name: each for each in read()[1]}


def test_all_variants_and_agents_are_measured(found):
    variants = {(game, name) for game in games() for name in game_of(game).options.variants if name != FULL}
    assert found.keys() == variants and (ROOT / DATA).is_file()
    for (game, _), each in found.items():
        solved = [agents.EQUILIBRIUM, PURE, SOLVED] if len(each.information_sets) == 2 else []
        assert [row.agent for row in each.rows] == [*agents.names(game), SEARCH, *trained.names(game), *solved]


@pytest.mark.parametrize("game", sorted({game for game in games() if game_of(game).options.variants}))
def test_the_numbers_are_those_of_the_code(game, found):
    each = found[game, "tiny"]
    for row in each.rows[:2]:
        now = exact.exploitability(game, row.agent, variant="tiny", **each.options)
        assert now.nash_conv == pytest.approx(row.nash_conv, abs=1e-9)
        assert now.finished == pytest.approx(row.finished, abs=1e-9)
    assert sum(each.information_sets) == now.information_sets
    form = exact.sequence_form(now.responses.form.game, now.options)
    assert each.megabytes == pytest.approx(form.nbytes / 1e6)


def test_the_solutions_of_long_variants_end_by_the_rules(found):
    long = [each for each in found.values() if each.variant.endswith("_long")]
    assert len(long) == 3 and all(each.rows[-1].agent == SOLVED and each.rows[-1].finished >= 0.9 for each in long)


def test_an_equilibrium_of_each_game_of_two_is_measured(found):
    for (_, variant), each in found.items():
        row = each.rows[-1]
        if row.agent == SOLVED and variant != "mid":
            assert row.nash_conv < 1e-4
            others = [other for other in each.rows[:-1] if other.agent not in (SEARCH, agents.EQUILIBRIUM, PURE)]
            assert all(other.nash_conv > row.nash_conv for other in others)
