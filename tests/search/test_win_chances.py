"""Test the estimates of rewards in unfinished playouts: sums, the same network in NumPy, and the prediction of winners."""

import numpy as np
import pytest

from dig_envs.agents.dig_dig.state_features import Seat
from dig_envs.agents.digging_bandits import state_features
from dig_envs.agents.search import estimates, make_search, pricing_search
from dig_envs.core.agent import Decisions
from dig_envs.core.batch import Batch
from dig_envs.core.catalogue import game_of
from dig_envs.core.game import End, Game, Reward
from dig_envs.dig_dig.rules import Action
from dig_envs.digging_bandits.components import Card
from tests.support.catalogue import CASES
from tests.support.play import MixedPlay, batch_of

ESTIMATED = [case for case in CASES if estimates.estimate_of(game_of(case.game)) and not case.features]
GAMES = sorted({case.game for case in ESTIMATED})
BANDITS = game_of("digging_bandits_v0")
OUT = {BANDITS.id: "out", "dig_dig_v0": "place"}  # the field that is 0 for seats in play


def sign_of(game: Game) -> int:
    """Return -1 if the game has one loser, whose chances the network estimates."""
    return -1 if getattr(estimates.estimate_of(game), "ARE_LOSSES", False) else 1


def estimated(game: Game, states: np.ndarray) -> np.ndarray:
    return estimates.expected_rewards_of(game, states)[:, : states["table"]["num_players"][0]]


def features(game: Game, states: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    module = estimates.estimate_of(game)
    assert module is not None
    return estimates.features_of(game, module, states)


def two_players(game: Game) -> Batch:
    return Batch(game, game.parse_options(num_players=2), 48, 3)


def unfinished(batch: Batch, decisions: int) -> np.ndarray:
    play = MixedPlay(batch, 3)
    for _ in range(decisions):
        batch.step(play.actions(batch))
    return batch.states[batch.states["table"]["end"] == End.RUNNING].copy()


@pytest.mark.parametrize("decisions", [20, 90])
@pytest.mark.parametrize("case", ESTIMATED, ids=lambda case: case.id)
def test_estimates_add_up_to_zero_within_the_limits_of_rewards(case, decisions):
    states, game = unfinished(batch_of(case, 48, 3), decisions), game_of(case.game)
    table, rewards = states["table"], estimated(game, states)
    if rewards.shape[1] == 1:
        assert not rewards.any()  # alone, the standings stay
        return
    assert np.allclose(rewards.sum(axis=1), 0.0, atol=1e-5) and np.ptp(rewards, axis=1).max() > 0.01
    if table["reward"][0] == Reward.WIN:
        teams = bool("teams" in table.dtype.names and table["teams"][0])
        limits = -1.0 if teams else -1.0 / (rewards.shape[1] - 1), 1.0
        without, alone = np.multiply(limits, sign_of(game))  # the rewards of a chance of 0 and of 1
        assert (rewards >= min(without, alone) - 1e-9).all() and (rewards <= max(without, alone) + 1e-9).all()
        if case.game in OUT and not teams:
            assert np.allclose(rewards[table[OUT[case.game]][:, : rewards.shape[1]] > 0], without)


@pytest.mark.parametrize("game_id", GAMES)
def test_estimates_are_those_of_the_network(game_id):
    game = game_of(game_id)
    states = unfinished(two_players(game), 40)
    seats, games = features(game, states)
    weights = estimates.bindings(game)["NETWORK"]
    own, rivals, others = np.split(weights, [seats.shape[2], 2 * seats.shape[2]])
    count = seats.shape[1]
    mean_of_rivals = (seats.sum(axis=1, keepdims=True) - seats) / (count - 1)
    common = games @ others[: games.shape[1]] + others[games.shape[1]]
    hidden = np.maximum(seats @ own + mean_of_rivals @ rivals + common[:, None], 0.0)
    scores = hidden @ others[games.shape[1] + 1]
    chances = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
    in_play = np.ones_like(scores, bool)
    if game_id in OUT:
        in_play = states["table"][OUT[game_id]][:, :count] == 0
    every = in_play.all(axis=1)
    assert every.sum() > 20
    rewards = sign_of(game) * (chances[every] * count - 1) / (count - 1)
    assert np.allclose(estimated(game, states)[every], rewards, atol=1e-4)


@pytest.mark.parametrize("game_id", ["dig_v0", "two_bit_bandits_v0"])
def test_the_other_reward_has_scores_of_its_own(game_id):
    game = game_of(game_id)
    states = unfinished(two_players(game), 40)
    wins = estimated(game, states)
    states["table"]["reward"] = Reward.SCORE
    others = estimated(game, states)
    assert np.abs(others - wins).max() > 0.01
    assert np.corrcoef(wins[:, 0], others[:, 0])[0, 1] > 0.5


def test_features_of_a_seat_contain_its_hand():
    states = Batch(BANDITS, BANDITS.parse_options(), 16, 1).states.copy()
    before = estimated(BANDITS, states)
    states["seats"]["hand"][:, 1, Card.GOLD] = 1
    seats, _ = features(BANDITS, states)
    held = state_features.HELD_GOLD
    assert (seats[:, 1, held] == 1).all() and (seats[:, 0, held] == 0).all()
    assert (estimated(BANDITS, states)[:, 1] > before[:, 1]).all()


def test_features_say_whether_a_card_of_the_seat_to_act_fits_the_pile():
    game = game_of("dig_dig_v0")
    batch = two_players(game)
    play = MixedPlay(batch, 3)
    for _ in range(60):
        batch.step(play.actions(batch))
    rows = np.flatnonzero((batch.players >= 0) & (batch.states["table"]["hand_size"][np.arange(48), batch.players] > 0))
    seats = features(game, batch.states[rows].copy())[0][np.arange(len(rows)), batch.players[rows]]
    must_pick_up = batch.masks[rows, Action.PICK_UP] == 1
    assert 0 < must_pick_up.sum() < len(rows)
    assert np.array_equal(seats[:, Seat.CANNOT_PLAY] == 1, must_pick_up)
    assert np.array_equal(seats[:, Seat.CAN_PLAY_NOW] == 0, must_pick_up)


@pytest.mark.parametrize("teams", [False, True])
def test_who_is_out_has_no_chance_and_partners_share_theirs(teams):
    options = BANDITS.parse_options(num_players=4, teams=teams)
    states = Batch(BANDITS, options, 16, 1).states.copy()
    if teams:
        rewards = estimated(BANDITS, states)
        assert np.array_equal(rewards, np.roll(rewards, 2, axis=1))
    else:
        states["table"]["out"][:, 2] = 1
        assert np.allclose(estimated(BANDITS, states)[:, 2], -1 / 3)


@pytest.mark.parametrize(
    ("game_id", "decisions"), [("dig_v0", 60), ("dig_dig_v0", 60), ("two_bit_bandits_v0", 200), (BANDITS.id, 200)]
)
def test_estimates_predict_winners(game_id, decisions):
    game = game_of(game_id)
    batch = Batch(game, game.parse_options(num_players=2), 256, 77, deal_again=False)
    play = MixedPlay(batch, 77, noises=(0.0,))
    for _ in range(decisions):
        batch.step(play.actions(batch))
    rows = np.flatnonzero(batch.players >= 0)
    expected = estimated(game, batch.states[rows].copy())[:, 0]
    while (batch.players >= 0).any():
        batch.step(play.actions(batch))
    won = batch.points[rows, 0] - batch.points[rows, 1]
    assert len(rows) > 100 and np.corrcoef(expected, np.sign(won))[0, 1] > 0.1


@pytest.mark.parametrize("game_id", GAMES)
def test_unfinished_playouts_are_evaluated_by_the_network_unless_by_standings(game_id):
    game = game_of(game_id)
    batch = Batch(game, game.parse_options(num_players=2), 12, 5)
    play = MixedPlay(batch, 5)
    for _ in range(25):
        batch.step(play.actions(batch))
    rows = np.flatnonzero((batch.players >= 0) & (batch.masks.sum(axis=1) > 1))
    given = batch.states[rows], batch.players[rows], batch.observations[rows], batch.masks[rows]

    def share_of_fractions(search):
        found = search.search(Decisions.of(game, *given, np.random.default_rng(9)))
        sums = found["values"][found["visits"] > 0]
        return (np.abs(2 * sums - np.round(2 * sums)) > 1e-6).mean()

    short = {"method": "improve", "turns": 1, "depth": 6, "playouts": 40, "pool": 8, "z": 0.0, "margin": 0.0}
    assert share_of_fractions(make_search(game, **short, num_threads=1)) > 0.9
    assert share_of_fractions(make_search(game, **short, leaf="standings", num_threads=1)) < 0.2
    if game_id in ("dig_v0", "two_bit_bandits_v0"):
        assert share_of_fractions(pricing_search(game, playouts=40, z=0.0, num_threads=1)) < 0.2
