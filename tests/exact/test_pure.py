"""The search for the least exploitable deterministic policy, in matching pennies, in a variant and through the command."""

import json

import numpy as np
import pytest

from dig_envs import exact
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import ArgumentError
from dig_envs.exact.evaluation import behaviour_of, best_responses, uniform_plans, values_of
from dig_envs.exact.pure import most_probable
from dig_envs.exact.sequence_form import SeatForm, SequenceForm, Size
from dig_envs.training.cli.main import main
from dig_envs.training.studies.exact import PURE, SOLVED, run

GAME = game_of("dig_dig_v0")
SMALL = exact.sequence_form(GAME, GAME.parse_options(variant="small"))


def matching_pennies() -> SequenceForm:
    """Each seat chooses one of two sides in secret; seat 0 wins if the sides are equal, twice as much with the second."""
    seat = SeatForm(
        *(np.array(values, kind) for values, kind in (([0], "i4"), ([1, 3], "i4"), ([0], "i4"), ([-1, 0, 1], "i2")))
    )
    ends = np.array([(1, 1), (1, 2), (2, 1), (2, 2)], np.int32)
    rewards = np.array([1.0, -1.0, -1.0, 2.0])
    return SequenceForm(
        GAME, GAME.parse_options(), (seat, seat), np.zeros((1, 1), np.uint8), ends, np.ones(4), np.ones(4),
        np.stack([rewards, -rewards], 1), Size(1, 4, 2, 0, 2, 0.0),
    )  # fmt: skip


def nash_conv(form: SequenceForm, plans: list) -> float:
    return float((best_responses(form, plans).values - values_of(form, plans)).sum())


def test_no_deterministic_policy_is_good_at_matching_pennies():
    form = matching_pennies()
    equilibrium = [np.array([1.0, 0.6, 0.4])] * 2
    assert nash_conv(form, equilibrium) == pytest.approx(0.0)
    plans = exact.least_exploitable(form, equilibrium)
    assert [plan.tolist() for plan in plans] == [[1.0, 1.0, 0.0], [1.0, 1.0, 0.0]]
    assert nash_conv(form, plans) == pytest.approx(2.0)  # seat 0 can lose 1 with each side, seat 1 loses 1 or 2


def test_the_most_probable_action_of_each_information_set_is_played():
    generator = np.random.default_rng(1)
    for seat, part in enumerate(SMALL.seats):
        uniform = uniform_plans(SMALL)[seat]
        plan = uniform * generator.random(len(uniform))
        behaviour = behaviour_of(SMALL, seat, plan)
        chosen = behaviour_of(SMALL, seat, most_probable(SMALL, seat, plan))
        reached = np.flatnonzero(most_probable(SMALL, seat, plan)[part.parents] > 0)
        assert len(reached) > 20
        for number in reached:
            own = slice(part.firsts[number], part.firsts[number + 1])
            assert chosen[own].argmax() == behaviour[own].argmax() and sorted(set(chosen[own])) in ([0.0, 1.0], [1.0])


def test_rounds_of_fictitious_play_find_a_less_exploitable_policy():
    solution = exact.solve(GAME, variant="small", target=1e-3).policy.plans
    first = [most_probable(SMALL, seat, plan) for seat, plan in enumerate(solution)]
    plans = exact.least_exploitable(SMALL, solution, rounds=20)
    assert all(set(np.unique(plan)) == {0.0, 1.0} for plan in plans)
    assert nash_conv(SMALL, solution) < nash_conv(SMALL, plans) <= nash_conv(SMALL, first) < 0.1


def test_the_command_adds_the_pure_solution(capsys):
    assert main(["exact", "lets_dig_for_treasure_v0", "--variant", "tiny", "--solve", "--pure", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["agents"]
    assert [row["agent"] for row in rows] == [PURE, SOLVED] and rows[0]["exploitability"] == pytest.approx(0.0)


@pytest.mark.parametrize("settings", [{"variant": "tiny"}, {"variant": "tiny3", "num_players": 3, "solve": True}])
def test_a_pure_solution_needs_the_solution_for_two(settings):
    with pytest.raises(ArgumentError, match="needs solve, and a variant for two players"):
        run("dig_dig_v0", ["greedy"], pure=True, progress=False, **settings)
