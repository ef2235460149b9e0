"""Test search agents: legal actions, threads, hidden information, settings and strength."""

import numpy as np
import pytest

import dig_envs
from dig_envs import agents
from dig_envs.agents.search import Settings, make_search
from dig_envs.agents.search.settings import METHODS
from dig_envs.core.agent import Bot
from dig_envs.core.catalogue import game_of
from dig_envs.core.engine import engine_of
from dig_envs.core.errors import ArgumentError, UnknownAgentError
from dig_envs.training import arena
from tests.support.catalogue import CASES, Case
from tests.support.searches import again, middle_decisions, of

GAMES = dig_envs.games()
PLAYED = [case for case in CASES if not case.features]
each_game = pytest.mark.parametrize("game", GAMES)
each_method = pytest.mark.parametrize("method", METHODS)


@pytest.mark.parametrize("case", PLAYED, ids=lambda case: case.id)
def test_a_search_is_legal_under_all_options_and_counts_its_playouts(case):
    decisions, _ = middle_decisions(case)
    for method in METHODS:
        search = make_search(game_of(case.game), method=method, playouts=12, num_threads=1)
        found = search.search(again(decisions))
        rows = np.arange(len(decisions))
        assert decisions.masks[rows, found["action"]].all()
        choices = decisions.masks.sum(axis=1) > 1
        assert (found["playouts"][~choices] == 0).all() and (found["visits"].sum(axis=1) == found["playouts"]).all()
        assert not found["visits"][decisions.masks == 0].any()
        assert (found["playouts"][choices] >= 2).all()


@each_game
@each_method
def test_threads_and_portions_change_nothing(game, method):
    decisions, _ = middle_decisions(Case(game), count=24)
    found = []
    for threads in (1, 2):
        search = make_search(game_of(game), method=method, playouts=20, num_threads=threads)
        found += [search.search(again(decisions)) for _ in range(2)]
    search._seconds = 10.0  # one playout per portion
    found.append(search.search(again(decisions)))
    assert all(other.tobytes() == found[0].tobytes() for other in found)


@each_game
@each_method
def test_hidden_information_does_not_matter(game, method):
    """Equal information sets give equal searches, for any hidden state."""
    case = Case(game)
    decisions, states = middle_decisions(case)
    players = decisions.players
    engine = engine_of(game_of(game))
    others = np.zeros_like(states)
    engine.redeal_states(decisions.tables, decisions.seats, players, np.arange(100, 100 + len(players)), others)
    assert (others != states).any() and (others["secret"]["mover"] == players).all()
    imagined = of(case, others, players, decisions.observations, decisions.masks)
    search = make_search(game_of(game), method=method, playouts=16)
    assert search.search(again(decisions)).tobytes() == search.search(imagined).tobytes()


@each_game
def test_searches_depend_on_the_seed(game):
    decisions, _ = middle_decisions(Case(game))
    search = make_search(game_of(game), playouts=16)
    assert search.search(again(decisions))["values"].tolist() != search.search(decisions)["values"].tolist()


@each_game
def test_a_search_plays_in_the_arena(game):
    search = agents.make("search:playouts=8", game=game)
    assert search.settings.playouts == 8 and not isinstance(search, Bot)
    result = arena.run(game, [search, "random"], games=4, progress=False, **short(game))
    assert result.pairs[0].games == 4
    assert search.fingerprint == agents.make("search", game=game, playouts=8).fingerprint
    assert search.fingerprint != agents.make("search", game=game, playouts=9).fingerprint


def short(game: str) -> dict:
    return {"max_turns": 12} if Case(game).limited else {}


def test_a_budget_of_time_limits_playouts():
    decisions, _ = middle_decisions(Case("dig_dig_v0"), count=40)
    few, many = (make_search(game_of("dig_dig_v0"), time=time, num_threads=1) for time in (1.0, 16.0))
    counts = [int(search.search(again(decisions))["playouts"].max()) for search in (few, many)]
    assert 1 <= counts[0] < counts[1]


def test_a_search_beats_its_rollout_bot():
    result = arena.run("dig_dig_v0", ["search:playouts=150", "greedy"], games=60, progress=False)
    assert result.pairs[0].win_share.low > 0.5


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"method": "improv"}, 'did you mean "improve"'),
        ({"playouts": 0}, "playouts of a search must be from 1 to"),
        ({"playouts": 1.5}, "playouts of a search must be an integer"),
        ({"playouts": True}, "playouts of a search must be an integer"),
        ({"time": -1.0}, "time of a search must be from 0.01 to"),
        ({"time": float("nan")}, "time of a search must be from 0.01"),
        ({"time": 5, "playouts": 10}, "one budget: playouts=100, or time=25"),
        ({"time": None, "playouts": None}, "one budget"),
        ({"playout": 7}, "unexpected keyword argument 'playout'; did you mean \"playouts\""),
        ({"z": "much"}, "z of a search must be a number"),
        ({"rollout": 3}, "rollout of a search must be a string"),
        ({"prior": 1.5}, "prior of a search must be from 0 to 1"),
    ],
)
def test_invalid_settings_are_rejected(given, words):
    with pytest.raises(ArgumentError, match=words):
        agents.make("search", game="dig_v0", **given)


def test_a_rollout_agent_must_play_the_game():
    with pytest.raises(UnknownAgentError, match='dig_v0 has no agent "exprt"; did you mean "expert"'):
        agents.make("search", game="dig_v0", rollout="exprt")
    with pytest.raises(ArgumentError, match='invalid settings of a search: "300"; write them as in "search:playouts=300:z=1"'):
        agents.make("search:300", game="dig_v0")
    with pytest.raises(ArgumentError, match='the settings of a search contain "z" twice'):
        agents.make("search:z=1:z=2", game="dig_v0")
    with pytest.raises(ArgumentError, match="the agent search plays dig_v0, not dig_dig_v0"):
        arena.run("dig_dig_v0", [agents.make("search", game="dig_v0"), "greedy"], games=2, progress=False)
    with pytest.raises(ArgumentError, match="only scripted bots take noise"):
        agents.make("search@0.1", game="dig_v0")


def test_settings_have_defaults():
    assert Settings().method == "improve" and Settings(playouts=None, time=25.0).time == 25.0
