"""The curve of a search: one duel per budget on the same deals, as a table, as JSON and as a picture."""

import itertools
import json

import pytest

import dig_envs
from dig_envs import agents
from dig_envs.core.errors import ArgumentError
from dig_envs.training import arena
from dig_envs.training.arena import duplicate
from dig_envs.training.cli.main import main
from dig_envs.training.speed.search import positions
from dig_envs.training.studies import curve

SHORT = {"max_turns": 12}


def test_each_budget_is_one_point():
    points = curve.run("dig_dig_v0", [4, 8], games=4, progress=False, **SHORT)
    assert [(point.budget, point.games) for point in points] == [(4, 4), (8, 4)]
    for point in points:
        agents = [f"search:playouts={point.budget}", "expert"]
        (pair,) = arena.run("dig_dig_v0", agents, games=4, progress=False, **SHORT).pairs
        assert point.win_share == pair.win_share


def test_milliseconds_are_the_mean_time_of_decisions_with_a_choice(monkeypatch):
    monkeypatch.setattr(curve, "perf_counter", itertools.count().__next__)  # each call of the agent takes a second
    timed, made = curve.Timed(agents.make("random", game="dig_dig_v0")), 0
    decisions, _ = positions(dig_envs.game_of("dig_dig_v0"), count=8)
    for forced in (0, 3):
        decisions.masks[:forced] *= decisions.masks[:forced].cumsum(axis=1) == 1  # one legal action
        timed.act(decisions)
        made += 8 - forced
    assert timed.milliseconds == 1000 * 2 / made


def test_times_do_not_include_compilation(monkeypatch):
    """Before an agent is measured, the same search has played a deal."""
    played = []
    play = duplicate.play_one_vs_rest
    monkeypatch.setattr(duplicate, "play_one_vs_rest", lambda *given: (played.append(given[2]), play(*given))[1])
    curve.run("dig_dig_v0", [8, 4], games=2, progress=False, **SHORT)
    assert [isinstance(agent, curve.Timed) for agent in played] == [False, True, True]
    assert played[0] is played[2].agent, "the fastest search"


def test_with_more_players_the_search_has_one_seat():
    (point,) = curve.run("dig_dig_v0", [4], num_players=3, games=6, progress=False, **SHORT)
    assert point.games == 6


def test_a_curve_needs_budgets_and_an_opponent():
    with pytest.raises(ArgumentError, match="a curve needs budgets"):
        curve.run("dig_dig_v0", [])
    with pytest.raises(ArgumentError, match="num_players in a curve"):
        curve.run("two_bit_bandits_v0", [4], num_players=1)


def test_the_command_prints_and_draws(tmp_path, capsys):
    words = ["study", "curve", "dig_dig_v0", "--budgets", "4,8", "--games", "4", "--option", "max_turns=12"]
    chart = tmp_path / "curve.svg"
    assert main([*words, "--chart", str(chart)]) == 0 and b"<svg" in chart.read_bytes()
    assert "ms per decision" in capsys.readouterr().out
    assert main([*words, "--json"]) == 0
    assert [point["budget"] for point in json.loads(capsys.readouterr().out)["points"]] == [4, 8]
    assert main([*words, "--budgets", "many"]) == 2
    assert "--budgets are whole numbers" in capsys.readouterr().err


def test_the_line_at_par_counts_teams_and_the_chart_is_checked_first(tmp_path, monkeypatch, capsys):
    drawn = []
    monkeypatch.setattr(curve, "draw_curve", lambda points, title, par, path: drawn.append(par))
    words = ["study", "curve", "dig_v0", "--budgets", "2", "--games", "6", "--option", "max_turns=4"]
    teams = ["study", "curve", "lets_dig_for_treasure_v0", "--players", "4", "--option", "teams=true", *words[3:7]]
    assert main([*words, "--players", "3", "--chart", str(tmp_path / "three.svg")]) == 0
    assert main([*teams, "--chart", str(tmp_path / "teams.svg")]) == 0 and drawn == [1 / 3, 1 / 2]
    (tmp_path / "file").write_bytes(b"")
    assert main([*words, "--chart", str(tmp_path / "file" / "curve.svg")]) == 2 and len(drawn) == 2
    assert "--chart" in capsys.readouterr().err


def test_ctrl_c_keeps_the_budgets_that_have_ended(monkeypatch, capsys):
    play, played = duplicate.play_one_vs_rest, []

    def interrupted(*given):
        played.append(given)
        if len(played) == 3:  # the first call compiles
            raise KeyboardInterrupt
        return play(*given)

    monkeypatch.setattr(duplicate, "play_one_vs_rest", interrupted)
    words = ["dig_dig_v0", "--games", "4", "--option", "max_turns=12"]
    assert main(["study", "curve", *words, "--budgets", "4,8,16", "--json"]) == 130
    shown = capsys.readouterr()
    assert [point["budget"] for point in json.loads(shown.out)["points"]] == [4]
    assert shown.err.endswith(
        "dig-envs study curve dig_dig_v0 --games 4 --option max_turns=12 --budgets 4,8,16 --json --budgets 8,16\n"
    )
