"""Notebook views of games, environments, game records and arena results, and a slider over a game's moments."""

import dataclasses
import re
import sys
import warnings
from functools import cache
from xml.etree import ElementTree

import gymnasium
import numpy as np
import pytest

import dig_envs
from dig_envs import agents
from dig_envs.core.playing import PlayedGame
from dig_envs.records import GameRecord
from dig_envs.render import View, draw_svg
from dig_envs.render.notebook import slider
from dig_envs.render.replay import Replay, record_game, replay_of
from dig_envs.training import arena
from dig_envs.training.arena.ratings import Estimate, Pair, Rating
from dig_envs.training.arena.result import ArenaResult
from dig_envs.training.show.console import progress_bar
from tests.support.play import First

GAME = "dig_v0"
MARKUP = "<script>alert(1)</script>&'\""


@cache
def played() -> PlayedGame:
    game = dig_envs.game_of(GAME)
    return PlayedGame(game, {"max_turns": 3}, [First(MARKUP), agents.make("random", game=game)], seed=3).to_the_end()


@cache
def replay() -> Replay:
    return replay_of(GameRecord.of(played()))


# --- games and environments


def test_a_game_shows_its_options_actions_and_observation():
    game = dig_envs.game_of(GAME)
    shown = game._repr_html_()
    ElementTree.fromstring(f"<div>{shown}</div>")
    assert "2 to 4 players" in shown and '<td style="text-align: left">scents</td>' in shown
    assert f"{game.num_actions} actions" in shown and "move 1, move 2" in shown
    assert all(f">{block.name}</td>" in shown for block in game.layout(game.parse_options()))


def test_an_environment_shows_its_table_with_the_last_action():
    env = dig_envs.env(GAME, num_players=3)
    assert env._repr_svg_() is None, "there is no table before reset"
    env.reset(seed=7)
    dealt = env._repr_svg_()
    ElementTree.fromstring(dealt)
    player = env.agent_selection
    env.step(0)
    assert f"{player}: move 1" in env._repr_svg_() and f"{player}: move 1" not in dealt


def test_a_learners_environment_shows_the_learners_view():
    env = gymnasium.make("dig_envs/Dig-v0", opponents="random", seat=1).unwrapped
    env.reset(seed=7)
    tables = env._tables
    before, openly = env._repr_svg_(), draw_svg(View(tables.game, tables.options, tables.states))
    assert ">you<" in before
    yard = tables._states["secret"]["yard"]
    yard[0] = yard[0, ::-1].copy()
    assert draw_svg(View(tables.game, tables.options, tables.states)) != openly
    assert env._repr_svg_() == before, "hidden bones do not change the picture"


def test_a_game_without_a_drawing_shows_no_picture():
    undrawn = dataclasses.replace(dig_envs.game_of(GAME), drawing="")
    env = dig_envs.env(undrawn)
    assert env._renderer.svg(np.zeros(1, undrawn.state), None, []) is None


# --- recorded games


def test_a_record_shows_the_replay_of_its_game():
    record = GameRecord.of(played())
    bots = [First(MARKUP), agents.make("random", game=GAME)]
    assert replay() == record_game(GAME, {"max_turns": 3}, bots, seed=3)
    assert record._repr_html_() == replay()._repr_html_()
    assert "<script>alert" not in record._repr_html_()


def test_without_ipywidgets_the_slider_is_the_replay(monkeypatch):
    monkeypatch.setitem(sys.modules, "ipywidgets", None)
    assert slider(replay()) is replay()
    assert slider(GameRecord.of(played())) == replay()


def test_with_ipywidgets_the_slider_shows_each_moment():
    pytest.importorskip("ipywidgets", reason="needs ipywidgets: pip install 'dig-envs[test]'")
    controls, table = slider(GameRecord.of(played())).children
    play, moment = controls.children
    last = len(replay().frames) - 1
    assert (moment.min, moment.value, moment.max, play.max) == (0, 0, last, last)
    assert "<svg " in table.value and "<p>the deal</p>" in table.value
    shown = set()
    for number, frame in enumerate(replay().frames[1:], 1):
        moment.value = number
        assert f"turn {frame.turn}, " in table.value and f": {frame.action}</p>" in table.value
        assert "<script" not in table.value
        shown.add(table.value)
    assert len(shown) == last and replay().result and "Turn limit reached" in table.value
    moment.value = 0
    assert "Turn limit reached" not in table.value


# --- results


def test_a_result_shows_ratings_and_the_shares_of_both_sides():
    result = arena.run(GAME, ["greedy", "random"], games=10, seed=1, progress=False)
    shown = result._repr_html_()
    ElementTree.fromstring(shown)
    (pair,) = result.pairs
    rows = re.findall(r"<tr>(.*?)</tr>", shown)
    assert [re.findall(r">([^<]*)</t[hd]>", row)[1] for row in rows[1:3]] == [row.agent for row in result.ratings]
    assert f"{result.ratings[0].rating.value:.0f}" in rows[1]
    share = pair.win_share
    assert f"{share.value:.1%} ({100 * share.low:.1f}-{100 * share.high:.1f})" in shown
    assert f"{1 - share.value:.1%} ({100 * (1 - share.high):.1f}-{100 * (1 - share.low):.1f})" in shown


def test_one_against_the_rest_shows_each_share_beside_par():
    share, whole = Estimate(0.4, 0.3, 0.5), Estimate(1500.0, 1400.0, 1600.0)
    pairs = [Pair(a, b, 8, share, share, share) for a, b in ((MARKUP, "b"), ("b", MARKUP))]
    ratings = [Rating(MARKUP, whole), Rating("b", whole)]
    shown = ArenaResult(GAME, 4, True, pairs, ratings, ratings, 16)._repr_html_()
    ElementTree.fromstring(shown)
    assert "par is 25%" in shown and shown.count("40.0% (30.0-50.0)") == 2 and "60.0%" not in shown
    assert "<script" not in shown and "&lt;script&gt;" in shown
    backgrounds = re.findall(r"rgba\(([\d, ]+), 0\.11\)", shown)
    assert backgrounds == ["61, 124, 140"] * 2, "the colour of a share above par, at a fifth of its strength"


# --- progress


def test_a_notebook_without_ipywidgets_gets_no_warning_for_each_step(monkeypatch):
    monkeypatch.setattr("rich.console._is_jupyter", lambda: True)
    monkeypatch.setitem(sys.modules, "ipywidgets", None)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with progress_bar("playing", 3) as advance:
            advance(1, "playing (greedy 50%)")
