"""Test the presentation of searches in tables, explanations, replays and commands."""

import io
import json
import re
from dataclasses import replace

import numpy as np
import pytest
import torch as th
from rich.console import Console
from torch import nn

import dig_envs
from dig_envs import agents
from dig_envs.agents.learned import LearnedAgent
from dig_envs.agents.search import Analysis, analyse, make_search
from dig_envs.agents.search.analysis import ActionAnalysis, Mean, mean_of
from dig_envs.agents.search.settings import METHODS
from dig_envs.core.agent import Agent, Candidate, Decisions, Explanation
from dig_envs.core.catalogue import game_of
from dig_envs.core.playing import PlayedGame
from dig_envs.render import View, draw_text
from dig_envs.render.replay import MAX_CANDIDATES, record_game
from dig_envs.training.cli import main
from tests.support.catalogue import Case
from tests.support.replay_pages import data_of
from tests.support.searches import again, middle_decisions

GAME = "dig_v0"
HOSTILE = "\x1b[2J[bold]</script><b>"
each_game = pytest.mark.parametrize("game", dig_envs.games())
each_method = pytest.mark.parametrize("method", METHODS)


def written(analysis: Analysis) -> str:
    file = io.StringIO()
    Console(file=file, width=160).print(analysis)
    return file.getvalue()


# --- the figures


@each_game
@each_method
def test_an_analysis_contains_the_results_of_the_search(game, method):
    decisions, _ = middle_decisions(Case(game), count=6)
    search = make_search(game_of(game), method=method, playouts=24)
    found = search.search(again(decisions))
    analyses = analyse(search, again(decisions))
    assert len(analyses) == len(decisions)
    for analysis, record, mask in zip(analyses, found, decisions.masks, strict=True):
        assert sorted(row.action for row in analysis.rows) == np.flatnonzero(mask).tolist()
        assert analysis.chosen.action == record["action"] and [row.chosen for row in analysis.rows].count(True) == 1
        assert sum(row.visits for row in analysis.rows) == record["playouts"]
        assert analysis.forced == (mask.sum() == 1) == (record["playouts"] == 0)
        for row in analysis.rows:
            assert row.visits == record["visits"][row.action] and row.name == game_of(game).actions.name(row.action)
            assert (row.value is None) == (row.visits == 0)
            assert row.value is None or row.value.value * row.visits == pytest.approx(record["values"][row.action])
            assert row.gain is None or (method == "improve" and not row.by_base)
    assert any(not analysis.forced for analysis in analyses)


@each_method
def test_values_and_their_squares_are_of_the_same_playouts(method):
    """With two players a reward is -1, 0 or 1, so the sum of squares counts the decided playouts."""
    decisions, _ = middle_decisions(Case(GAME))
    found = make_search(game_of(GAME), method=method, playouts=40, turns=0, margin=0.0).search(decisions)
    decided = found["value_squares"]
    assert (decided == decided.round()).all() and (decided <= found["visits"]).all() and (decided > 0).any()
    assert (np.abs(found["values"]) <= decided).all() and ((decided - found["values"]) % 2 == 0).all()


def test_a_gain_is_the_difference_of_the_values_in_the_same_playouts():
    decisions, _ = middle_decisions(Case(GAME))
    analyses = analyse(make_search(game_of(GAME), playouts=60), decisions)
    finalists = [(row, one.by_base) for one in analyses for row in one.rows if row.gain and row.visits == one.by_base.visits]
    assert len(finalists) > 3
    for row, base in finalists:
        assert row.gain.value == pytest.approx(row.value.value - base.value.value)


def test_intervals_cover_95_percent():
    draws = np.random.default_rng(1).normal(0.3, 2.0, (400, 500))
    means = [mean_of(row.sum(), (row * row).sum(), len(row)) for row in draws]
    assert means[0].error == pytest.approx(draws[0].std() / np.sqrt(500), rel=0.01)
    assert 0.92 < np.mean([mean.low < 0.3 < mean.high for mean in means]) < 0.98
    few = mean_of(3.0, 3.0, 3)
    assert few.value == 1.0 and few.low < 0.5, "three equal playouts leave uncertainty"


@each_method
def test_the_base_bots_own_choice_is_marked(method):
    decisions, _ = middle_decisions(Case(GAME))
    search = make_search(game_of(GAME), method=method, playouts=12, base="greedy")
    greedy = agents.make("greedy", game=GAME).act(again(decisions))
    analyses = analyse(search, again(decisions))
    assert [analysis.by_base.action for analysis in analyses] == greedy.tolist()
    assert {analysis.base for analysis in analyses} == {"greedy"}


# --- tables


def row(name: str, **changes) -> ActionAnalysis:
    return replace(ActionAnalysis(0, name, 40, 0.4, Mean(0.25, 0.1), Mean(-0.125, 0.0625), False, False), **changes)


def test_tables_show_every_figure_and_no_markup():
    rows = (row("dig", chosen=True), row("end", gain=None, by_base=True), row("move 1", value=None, gain=None, visits=0))
    analysis = Analysis(f"title {HOSTILE}", "search", HOSTILE, rows)
    text, page = written(analysis), analysis._repr_html_()
    for words in ("dig", "end", "move 1", "40 %", "0.250", "0.054 to 0.446", "-0.125", "-0.247 to -0.003", "search"):
        assert words in text and words in page, words
    assert "\x1b" not in text + page and "[bold]</script>" in text
    assert "<b>" not in page and "</script>" not in page and page.count("<svg") == 2
    gainless = replace(analysis, rows=(row("dig", gain=None, chosen=True, by_base=True),))
    assert "gain" not in written(gainless) + gainless._repr_html_()


def test_a_forced_action_has_a_table():
    forced = Analysis("search: the only legal action", "search", "expert", (row("end", visits=0, value=None, gain=None),))
    assert "end" in written(forced) and "end" in forced._repr_html_()
    assert forced.explanation().candidates == ()


# --- explain


@each_game
def test_a_search_explains_its_actions(game):
    decisions, _ = middle_decisions(Case(game), count=6)
    search = make_search(game_of(game), playouts=12)
    actions = search.act(again(decisions))
    left = decisions.generator.integers(1 << 40)
    told = search.explain(again(decisions))
    assert [explanation.action for explanation in told] == actions.tolist()
    assert left == decisions.generator.integers(1 << 40), "both use the same random numbers"
    for explanation, mask in zip(told, decisions.masks, strict=True):
        names = {candidate.action for candidate in explanation.candidates}
        assert names == (set(decisions.game.actions.legal(mask)) if mask.sum() > 1 else set())
        assert not names or sum(candidate.share for candidate in explanation.candidates) == pytest.approx(1.0)


@pytest.mark.parametrize("margin", [0.0, 0.2])
def test_values_for_people_are_rewards_without_a_margin(margin):
    decisions, _ = middle_decisions(Case(GAME), count=4)
    search = make_search(game_of(GAME), playouts=24, method="improve", margin=margin)
    analyses = analyse(search, again(decisions))
    for analysis, explanation in zip(analyses, search.explain(again(decisions)), strict=True):
        values = {row.name: row.value.value for row in analysis.rows if row.value}
        for candidate in explanation.candidates:
            assert candidate.value == (values.get(candidate.action) if margin == 0.0 else None)


@pytest.mark.parametrize("deterministic", [False, True])
def test_a_network_explains_its_actions_by_probabilities(deterministic):
    decisions, _ = middle_decisions(Case(GAME))
    th.manual_seed(3)
    layers = nn.Sequential(nn.Linear(decisions.observations.shape[1], decisions.game.num_actions))
    agent = LearnedAgent("network", layers, deterministic)
    actions = agent.act(again(decisions))
    told = agent.explain(again(decisions))
    assert [explanation.action for explanation in told] == actions.tolist()
    scores = agent.scores(decisions.observations)
    for explanation, mask, score in zip(told, decisions.masks, scores, strict=True):
        expected = th.softmax(th.from_numpy(score[mask == 1]), 0).numpy()
        assert [candidate.action for candidate in explanation.candidates] == decisions.game.actions.legal(mask)
        assert [candidate.share for candidate in explanation.candidates] == pytest.approx(expected, rel=1e-4)


def test_bots_explain_nothing():
    decisions, _ = middle_decisions(Case(GAME), count=2)
    assert agents.make("expert", game=GAME).explain(decisions) is None


# --- replays


class Silent(Agent):
    """Plays like another agent, without explanations."""

    def __init__(self, agent: Agent):
        self.name = agent.name
        self.act = agent.act


class Talkative(Agent):
    """Explains its actions with many candidates, strange names and strange numbers."""

    name = "talkative"

    def act(self, decisions: Decisions) -> np.ndarray:
        return decisions.masks.argmax(axis=1)

    def explain(self, decisions: Decisions) -> list[Explanation]:
        action = int(self.act(decisions)[0])
        odd = [Candidate(f"{HOSTILE} {k}", float("nan"), np.int64(k), float("inf"), HOSTILE * 100) for k in range(500)]
        return [Explanation(action, (*odd, Candidate(decisions.game.actions.name(action))))]


def test_a_replay_contains_explanations():
    search, expert = make_search(game_of(GAME), playouts=16), agents.make("expert", game=GAME)
    told = record_game(GAME, {}, [search, expert], seed=7, limit=14)
    silent = record_game(GAME, {}, [Silent(search), expert], seed=7, limit=14)
    assert [frame.action for frame in told.frames] == [frame.action for frame in silent.frames]
    assert not any(frame.candidates for frame in silent.frames)
    considered = data_of(told.page())["considered"]
    assert any(considered)
    for frame, shown in zip(told.frames, considered, strict=True):
        assert frame.player == 0 or not frame.candidates
        assert bool(shown) == bool(frame.candidates)
        if shown:
            assert frame.action in [row[0] for row in shown["candidates"]]
            assert len(shown["candidates"]) + shown["more"] == len(frame.candidates)
            shares = [row[1] for row in shown["candidates"]]
            assert shares == sorted(shares, reverse=True)
    assert len(told.page()) - len(silent.page()) < 600 * len(told.frames)


def test_strange_explanations_cannot_break_the_page():
    replay = record_game(GAME, {}, [Talkative(), Talkative()], seed=7, limit=4)
    page = replay.page()
    data = json.loads(re.search(r'type="application/json">(.*?)</script>', page, re.S).group(1), parse_constant=pytest.fail)
    assert "\x1b" not in page and page.count("</script>") == 2
    for frame, shown in zip(replay.frames[1:], data["considered"][1:], strict=True):
        assert len(shown["candidates"]) == MAX_CANDIDATES and shown["more"] == 501 - MAX_CANDIDATES
        assert frame.action in [row[0] for row in shown["candidates"]]
    silent = record_game(GAME, {}, [Silent(Talkative())] * 2, seed=7, limit=4).page()
    assert len(page) - len(silent) < 2000 * len(replay.frames)


# --- the command

COMMAND = ["analyse", "--game", GAME, "--seed", "7"]


def test_the_command_shows_the_seats_table_and_the_actions(capsys):
    arguments = [*COMMAND, "--decision", "12", "--search", "search:playouts=40"]
    assert main.main(arguments) == 0
    out = capsys.readouterr().out
    played = PlayedGame(game_of(GAME), {}, [agents.make("expert", game=GAME)] * 2, seed=7)
    for _ in range(11):
        played.decide()
    view = View(played.batch.game, played.batch.options, played.batch.states, played.player, played.names)
    assert draw_text(view) in out and draw_text(replace(view, seat=None)) not in out
    assert f"Decision 12, as {played.names[played.player]} (player_{played.player}) sees it." in out
    table = out[out.index("Decision 12") :]
    assert all(f" {name} " in table for name in game_of(GAME).actions.legal(played.batch.masks[0]))
    assert "search" in table and "expert" in table and "gain on expert" in table
    assert main.main(arguments) == 0
    assert capsys.readouterr().out == out, "the same seed gives the same analysis"


def test_the_command_takes_agents_and_players(capsys):
    arguments = ["analyse", "--game", "dig_dig_v0", "--seed", "3", "--decision", "4", "--players", "3"]
    assert main.main([*arguments, "--agents", "random,greedy", "--search", "search:playouts=30"]) == 0
    out = capsys.readouterr().out
    assert "random 2" in out and "30 playouts by greedy, ismcts" in out and "gain" not in out


def test_the_command_states_the_number_of_decisions(capsys):
    replay = record_game(GAME, {}, [agents.make("expert", game=GAME)] * 2, seed=7)
    last = len(replay.frames) - 1
    assert main.main([*COMMAND, "--decision", str(last), "--search", "search:playouts=8"]) == 0
    capsys.readouterr()
    assert main.main([*COMMAND, "--decision", str(last + 1)]) == 2
    said = f"the game of seed 7 has {last} decisions; --decision is from 1 to {last}, not {last + 1}"
    assert said in capsys.readouterr().err
