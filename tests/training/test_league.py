"""A league: matchmaking, admission of past selves, files, and runs that continue after a kill."""

import json
import signal
import subprocess
import sys

import numpy as np
import pytest

from dig_envs import agents
from dig_envs.core.errors import ArgumentError, ModelError
from dig_envs.training import league
from dig_envs.training.arena.ratings import Duel
from dig_envs.training.environment.opponent_pool import Pool, PoolMember
from dig_envs.training.league.league import STANDINGS
from dig_envs.training.league.matchmaking import MIN_WEIGHT, LeaguePool, capped, passes_gate, prioritised
from dig_envs.training.league.standings import Generation, Standings, standings_from
from dig_envs.training.run import checkpoint
from tests.support.tiny_training import DIG, TINY_LEAGUE, changed, keep_checkpoints, same, weights

REVIEW = 256  # steps between reviews, less than a generation of the tests


# --- matchmaking


def test_members_that_are_rarely_beaten_are_drawn_most():
    shares = np.array([0.0, 0.5, 0.9, 1.0])
    assert prioritised(shares, 2.0) == pytest.approx([1.0, 0.25, MIN_WEIGHT, MIN_WEIGHT])
    assert prioritised(shares, 1.0) == pytest.approx([1.0, 0.5, 0.1, MIN_WEIGHT])
    assert prioritised(shares, 0.0).tolist() == [1.0] * 4


def test_the_share_of_slow_members_is_capped():
    slow = np.array([False, False, True, True])
    assert capped(np.array([3.0, 1.0, 3.0, 1.0]), slow, 0.2) == pytest.approx([0.6, 0.2, 0.15, 0.05])
    assert capped(np.array([7.0, 1.0, 1.0, 1.0]), slow, 0.2) == pytest.approx([0.7, 0.1, 0.1, 0.1])
    assert capped(np.array([3.0, 1.0]), np.array([True, True]), 0.2) == pytest.approx([0.75, 0.25])


def test_the_pool_of_a_league_ignores_training_games_and_caps_searches():
    names = ("random", "greedy", "search:playouts=8")
    pool = LeaguePool(Pool([PoolMember(agents.make(name, game=DIG), 0.0) for name in names]), power=2.0, search_share=0.1)
    assert pool.weights() == pytest.approx([0.45, 0.45, 0.1])
    pool.members[0].win_share = 0.5
    pool.record(np.array([[-1, 0]] * 500), np.ones(500))
    assert pool.weights() == pytest.approx([0.18, 0.72, 0.1])


@pytest.mark.parametrize(
    ("against", "gate", "expected"),
    [("predecessor", 0.55, True), ("predecessor", 0.56, False), ("league", 0.56, True), ("league", 0.7, False)],
)
def test_the_gate_needs_a_share_against_the_predecessor_or_the_league(against, gate, expected):
    shares = {"greedy": 0.8, "generation 0": 0.6, "generation 2": 0.55}
    assert passes_gate(shares, "generation 2", against, gate) is expected


# --- standings


def duel(share, deals=200):
    generator = np.random.default_rng(1)
    shares = generator.binomial(2, share, deals) / 2
    return Duel(0, 1, np.arange(deals), np.full(deals, 2), shares, 1.0 - shares, 2 * shares - 1.0)


def elo(points):
    return 1 / (1 + 10 ** (-points / 400))


@pytest.fixture
def standings():
    """Three generations, each 100 points above the last, and a bot 50 points above the first; the second is not admitted."""
    return Standings(
        [
            Generation(0, True, {"greedy": duel(elo(-50))}),
            Generation(1_000, False, {"greedy": duel(elo(50)), "generation 0": duel(elo(100))}),
            Generation(2_000, True, {"greedy": duel(elo(150)), "generation 0": duel(elo(200))}),
        ]
    )


def test_ratings_measure_the_gains_of_generations(standings):
    rated = standings.ratings()
    assert list(rated) == ["generation 0", "generation 1", "generation 2", "greedy"]
    gained = [rated[name].value - rated["generation 0"].value for name in rated]
    assert gained == pytest.approx([0, 100, 200, 50], abs=40)
    assert all(rating.low < rating.value < rating.high for rating in rated.values())


def test_the_latest_self_takes_the_slot_of_the_oldest():
    admitted = [True, False, True, True, True]
    found = Standings([Generation(0, each, {}) for each in admitted])
    assert found.admitted == [0, 2, 3, 4]
    assert found.member_selves(8) == ["generation 0", "generation 2", "generation 3", "generation 4"]
    assert found.member_selves(3) == ["generation 4", "generation 2", "generation 3"]


def test_standings_are_read_as_they_were_written(standings):
    again = standings_from(standings.as_bytes())
    assert again.as_bytes() == standings.as_bytes() and again.ratings() == standings.ratings()


@pytest.mark.parametrize(
    "arrays",
    [
        {"shares": np.full(200, 1.5)},
        {"shares": np.full(200, np.nan)},
        {"margins": np.full(200, np.inf)},
        {"games": np.zeros(200, np.int64)},
        {"games": np.ones(200)},
        {"deals": np.zeros(200, np.int64)},
        {"lasts": np.zeros(7)},
    ],
)
def test_impossible_standings_are_refused(arrays, standings):
    vars(standings.generations[1].duels["greedy"]).update(arrays)
    with pytest.raises(ValueError, match="a duel has"):
        standings_from(standings.as_bytes())


# --- a league


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A league of two generations that admits every self, with a copy of each checkpoint, named by its steps."""
    folder = tmp_path_factory.mktemp("league")
    config = changed(TINY_LEAGUE, gate=0.0, folder=str(folder / "whole"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("dig_envs.training.run.pool_training.REVIEW_EVERY", REVIEW)
        keep_checkpoints(patch, folder)
        return folder, config, league.train(config, progress=False)


def test_generations_are_measured_rated_and_written_down(played):
    folder, _, result = played
    found = json.loads((folder / "whole" / "league.json").read_text())
    assert [each["steps"] for each in found["generations"]] == [0, 1_024, 2_048]
    assert [list(each["win_shares"]) for each in found["generations"]] == [
        ["random", "greedy"],
        ["random", "greedy", "generation 0"],
        ["random", "greedy", "generation 0", "generation 1"],
    ]
    assert list(found["ratings"]) == ["generation 0", "generation 1", "generation 2", "random", "greedy"]
    assert found["ratings"]["greedy"]["value"] == result.ratings["greedy"].value > result.ratings["generation 0"].value
    assert (folder / "whole" / "league.png").stat().st_size > 5_000
    assert result.tables()[0].row_count == 5 and result.standings.admitted == [0, 1, 2]
    models = [weights(folder / "whole" / f"generation-{number}.zip") for number in range(3)]
    assert not same(models[0], models[1]) and same(models[2], weights(result.model))


def test_a_resumed_league_has_the_same_weights(played, tmp_path, monkeypatch):
    """It resumes from a checkpoint within a generation, and from a checkpoint right after the end of a generation."""
    monkeypatch.setattr("dig_envs.training.run.pool_training.REVIEW_EVERY", REVIEW)
    folder, config, whole = played
    for steps in (512, 1_024):
        resumed = league.train(changed(config, folder=str(tmp_path)), progress=False, resume=folder / f"{steps}.zip")
        assert same(weights(whole.model), weights(resumed.model))
        assert (tmp_path / "league.json").read_text() == (folder / "whole" / "league.json").read_text()


def test_a_finished_league_can_be_continued(played, tmp_path, monkeypatch):
    monkeypatch.setattr("dig_envs.training.run.pool_training.REVIEW_EVERY", REVIEW)
    folder, config, _ = played
    longer = changed(config, steps=3_072, folder=str(tmp_path))
    result = league.train(longer, progress=False, resume=folder / "2048.zip")
    assert [generation.steps for generation in result.standings.generations] == [0, 1_024, 2_048, 3_072]


@pytest.mark.long
def test_a_killed_league_continues_to_the_same_weights(played, tmp_path, monkeypatch):
    script = f"""
import os, signal, dig_envs.training.run.pool_training
from tests.support.tiny_training import changed, TINY_LEAGUE
from dig_envs.training import league
dig_envs.training.run.pool_training.REVIEW_EVERY = {REVIEW}
step = dig_envs.training.run.pool_training.PoolTraining.on_step
def die(training):
    goes_on = step(training)
    if training.learner.steps >= 1_800:
        os.kill(os.getpid(), signal.SIGKILL)
    return goes_on
dig_envs.training.run.pool_training.PoolTraining.on_step = die
league.train(changed(TINY_LEAGUE, gate=0.0, folder={str(tmp_path)!r}), progress=False)
"""
    assert subprocess.run([sys.executable, "-c", script], timeout=300).returncode == -signal.SIGKILL
    monkeypatch.setattr("dig_envs.training.run.pool_training.REVIEW_EVERY", REVIEW)
    _, config, whole = played
    resumed = league.train(changed(config, folder=str(tmp_path)), progress=False, resume=tmp_path / "checkpoint.zip")
    assert same(weights(whole.model), weights(resumed.model))


def test_selves_that_do_not_pass_the_gate_are_not_admitted(tmp_path, monkeypatch):
    monkeypatch.setattr("dig_envs.training.run.pool_training.REVIEW_EVERY", REVIEW)
    result = league.train(changed(TINY_LEAGUE, gate=1.0, steps=1_024, folder=str(tmp_path)), progress=False)
    assert result.standings.admitted == [0] and len(result.standings.generations) == 2
    assert [path.name for path in tmp_path.glob("generation-*")] == ["generation-0.zip"]


def test_damaged_standings_are_refused(played, tmp_path):
    folder, config, _ = played
    files = checkpoint.read(folder / "1024.zip")
    from tests.support.model_archives import packed

    for content in (b"", Standings().as_bytes()):
        path = packed({**files, STANDINGS: content}, tmp_path / "damaged.zip")
        with pytest.raises(ModelError, match="cannot resume from"):
            league.train(changed(config, folder=str(tmp_path / "run")), progress=False, resume=path)


def test_a_league_needs_opponents():
    with pytest.raises(ArgumentError, match="use self_play and self_play_variants with PPO alone"):
        changed(TINY_LEAGUE, self_play=True, opponents=()).validated()
    with pytest.raises(ArgumentError, match="a game for 2 or more players"):
        changed(TINY_LEAGUE, game="two_bit_bandits_v0", options={"num_players": 1}).validated()
    with pytest.raises(ArgumentError, match='did you mean "predecessor"'):
        changed(TINY_LEAGUE, gate_against="predecesor").validated()
