"""The curve of a search: one arena a budget, on the same deals, as a table, as JSON and as a picture."""

import json

import pytest

from dig_envs.core.errors import ArgumentError
from dig_envs.training.cli.main import main
from dig_envs.training.studies import curve

SHORT = {"max_turns": 12}


def test_each_budget_is_one_point():
    points = curve.run("dig_dig_v0", [4, 8], games=4, progress=False, **SHORT)
    assert [(point.budget, point.games) for point in points] == [(4, 4), (8, 4)]
    assert all(point.milliseconds > 0 and point.win_share.low <= point.win_share.high for point in points)


def test_with_more_players_the_search_sits_alone():
    (point,) = curve.run("dig_dig_v0", [4], num_players=3, games=6, progress=False, **SHORT)
    assert point.games == 6


def test_a_curve_needs_budgets_and_an_opponent():
    with pytest.raises(ArgumentError, match="a curve needs budgets"):
        curve.run("dig_dig_v0", [])
    with pytest.raises(ArgumentError, match="num_players in a curve"):
        curve.run("two_bit_bandits_v0", [4], num_players=1)


def test_the_command_prints_and_draws(tmp_path, capsys):
    words = ["curve", "--game", "dig_dig_v0", "--budgets", "4,8", "--games", "4", "--option", "max_turns=12"]
    chart = tmp_path / "curve.svg"
    assert main([*words, "--chart", str(chart)]) == 0 and b"<svg" in chart.read_bytes()
    assert "ms a decision" in capsys.readouterr().out
    assert main([*words, "--json"]) == 0
    assert [point["budget"] for point in json.loads(capsys.readouterr().out)["points"]] == [4, 8]
    assert main([*words, "--budgets", "many"]) == 2
    assert "--budgets are whole numbers" in capsys.readouterr().err
