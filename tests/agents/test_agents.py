"""Test the bots of every game: names, legal actions, arguments, and increasing strength."""

import math
from itertools import pairwise

import numpy as np
import pytest

import dig_envs
from dig_envs import agents
from dig_envs.core.agent import Bot, Decisions
from dig_envs.core.agent_names import find_agent
from dig_envs.core.batch import Batch
from dig_envs.core.catalogue import game_of
from dig_envs.core.compiler.checked_views import view
from dig_envs.core.errors import ArgumentError, UnknownAgentError, UnknownGameError
from dig_envs.core.rng import RNG
from tests.support.catalogue import CASES, Case, mark_long_except_one
from tests.support.play import MixedPlay, assert_bots_change_nothing, batch_of

STEPS_BETWEEN = 7  # decisions between two tested positions
TWO_SIGMA = 2.0

each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
ONE_A_GAME = pytest.mark.parametrize("case", mark_long_except_one(CASES), ids=lambda case: case.id)
each_game = pytest.mark.parametrize("game", dig_envs.games())


# --- names


@each_game
def test_every_ladder_begins_with_random_and_its_names_are_found(game):
    names = agents.names(game)
    assert names[:1] == ["random"] and len(names) == len(set(names)) >= 3
    for name, sentence, _ in agents.describe(game):
        assert sentence.endswith(".")
        for found in (agents.make(name, game=game), agents.make(name, game=game_of(game)), find_agent(name, game_of(game))):
            assert isinstance(found, Bot) and found.name == name and found.noise == 0.0


@each_game
def test_an_error_for_an_unknown_name_suggests_the_nearest_and_lists_all(game):
    with pytest.raises(UnknownAgentError, match=r'did you mean "random"\? \(agents: .*random'):
        agents.make("randon", game=game)
    with pytest.raises(UnknownGameError, match=f'did you mean "{game}"'):
        agents.make("random", game=game + "x")
    with pytest.raises(UnknownAgentError, match=r"; agents: "):
        find_agent("zzz", game_of(game))


@each_game
@pytest.mark.parametrize("noise", [-0.1, 1.5, float("nan")])
def test_noise_is_a_share(game, noise):
    with pytest.raises(ArgumentError, match="noise must be a number from 0 to 1"):
        agents.make("random", game=game, noise=noise)


@each_game
def test_a_name_may_contain_noise(game):
    assert agents.make("greedy@0.3", game=game) == find_agent("greedy", game_of(game)).with_noise(0.3)
    with pytest.raises(ArgumentError, match="noise must be a number from 0 to 1"):
        agents.make("greedy@3", game=game)
    with pytest.raises(UnknownAgentError, match='did you mean "greedy"'):
        find_agent("greddy@0.3", game_of(game))


@each_game
def test_an_unknown_argument_is_named(game):
    with pytest.raises(ArgumentError, match=r"unexpected keyword argument 'noize'; did you mean \"noise\""):
        agents.make("random", game=game, noize=0.1)


# --- decisions


def positions(case: Case, count: int, steps: int = STEPS_BETWEEN, seed: int = 3):
    """Yield a batch in mixed play repeatedly, with `steps` decisions in between, so that all phases of the game occur."""
    batch = batch_of(case, count, seed)
    play = MixedPlay(batch, seed)
    for _ in range(12):
        yield batch, play
        for _ in range(steps):
            batch.step(play.actions(batch))


@each_case
def test_bots_choose_legal_actions_and_change_nothing(case):
    for batch, play in positions(case, count=150):
        assert_bots_change_nothing(play, batch)


@ONE_A_GAME
def test_compiled_and_uncompiled_bots_agree(case):
    ladder = agents.describe(case.game)
    for batch, _ in positions(case, count=4):
        decisions = batch.decisions()
        for name, _, function in ladder:
            drawn = np.zeros(len(decisions), RNG)
            drawn["key"] = np.arange(2 * len(decisions)).reshape(-1, 2)
            compiled = np.empty(len(decisions), np.int64)
            arguments = (decisions.tables, decisions.seats, decisions.players, decisions.masks)
            batch.engine.act(batch.engine.bots([function]), *arguments, drawn.copy(), 0.0, compiled)
            plain = [function(*(plain_view(part, k) for part in (*arguments, drawn))) for k in range(len(decisions))]
            assert compiled.tolist() == plain, name


def plain_view(part: np.ndarray, k: int):
    return int(part[k]) if part.dtype == np.int64 else view(part[k : k + 1])[0]


@each_case
def test_noise_is_the_share_of_random_moves(case):
    """A share `noise` of many actions in one position is uniform over the legal actions; the rest is the bot's action."""
    batch = batch_of(case, 1, seed=5)
    one = batch.decisions()
    count = 4000
    many = Decisions.of(
        batch.game, np.repeat(batch.states, count), np.repeat(one.players, count), np.repeat(one.observations, count, axis=0),
        np.repeat(one.masks, count, axis=0), np.random.default_rng(1),
    )  # fmt: skip
    legal = np.flatnonzero(one.masks[0])
    strongest = agents.make(agents.names(case.game)[-1], game=case.game)
    choice = strongest.act(one)[0]
    for noise in (0.0, 0.5, 1.0):
        shares = np.bincount(strongest.with_noise(noise).act(many), minlength=batch.game.num_actions) / count
        expected = np.where(legal == choice, 1.0 - noise, 0.0) + noise / len(legal)
        assert np.abs(shares[legal] - expected).max() < 4.0 * math.sqrt(0.25 / count)
        assert shares.sum() == pytest.approx(shares[legal].sum())


# --- the ladder


def gains(case: Case, one: str, others: str, deals: int, seed: int) -> np.ndarray:
    """Return the mean reward of one agent among equal opponents by deal, where each deal is played from every seat.

    Equally strong agents have a mean of 0 at tables of any size, in games with one winner and in games with one loser.
    """
    game = game_of(case.game)
    options = game.parse_options(**{**case.options, "reward": "win"})
    tables = np.arange(deals * options.num_players)
    batch = Batch(game, options, len(tables), seed=0, num_threads=2, deal_again=False)
    seats = tables % options.num_players
    seating = np.ones((len(tables), options.num_players), np.int64)
    seating[tables, seats] = 0
    batch.seat_agents([agents.make(one, game=game), agents.make(others, game=game)], seating)
    batch.deal(tables, seed + tables // options.num_players)
    assert batch.dones.all()
    return batch.rewards[tables, seats].reshape(deals, options.num_players).mean(axis=1)


def lower_bound(shares: np.ndarray) -> float:
    return shares.mean() - TWO_SIGMA * shares.std(ddof=1) / math.sqrt(len(shares))


MIN_GAIN = {
    ("dig_v0", "greedy", "random"): 0.94,
    ("dig_v0", "expert", "greedy"): 0.7,
    ("dig_dig_v0", "greedy", "random"): 0.5,
    ("dig_dig_v0", "expert", "greedy"): 0.5,
    ("lets_dig_for_treasure_v0", "greedy", "random"): 0.6,
    ("lets_dig_for_treasure_v0", "expert", "greedy"): 0.2,
    ("two_bit_bandits_v0", "greedy", "random"): 0.7,
    ("two_bit_bandits_v0", "expert", "greedy"): 0.7,
    ("digging_bandits_v0", "greedy", "random"): 0.58,
    ("digging_bandits_v0", "expert", "greedy"): 0.07,
}
MIN_AMONG = {
    "dig_v0": 0.2,
    "dig_dig_v0": 0.2,
    "lets_dig_for_treasure_v0": 0.05,
    "two_bit_bandits_v0": 0.3,
    "digging_bandits_v0": 0.05,
}
DEALS = {"lets_dig_for_treasure_v0": 600, "digging_bandits_v0": 4_000}  # needed for significance; otherwise 150


@each_game
def test_each_bot_beats_the_next_weaker_one(game):
    names = agents.names(game)
    for below, above in pairwise(names):
        gained = gains(Case(game), above, below, deals=max(300, DEALS.get(game, 0)), seed=11)
        assert lower_bound(gained) > MIN_GAIN.get((game, above, below), 0.1), (above, below, gained.mean())


@pytest.mark.parametrize("case", [case for case in CASES if not case.solo], ids=lambda case: case.id)
def test_the_strongest_bot_wins_among_second_strongest_bots(case):
    *_, next_best, best = agents.names(case.game)
    gained = gains(case, best, next_best, deals=DEALS.get(case.game, 150), seed=23)
    assert lower_bound(gained) > MIN_AMONG.get(case.game, 0.1), gained.mean()


@pytest.mark.parametrize("case", [case for case in CASES if "max_turns" not in case.options], ids=lambda case: case.id)
def test_games_of_the_strongest_bots_end(case):
    batch = batch_of(case, 300, deal_again=False)
    best = agents.make(agents.names(case.game)[-1], game=case.game)
    batch.seat_agents([best], np.zeros((300, batch.num_players), np.int64))
    batch.deal(np.arange(300), np.arange(300))
    assert batch.dones.all() and batch.truncations.mean() < 0.02


SLOW = ("dig_dig_v0", "digging_bandits_v0")  # games whose greedy bots can repeat moves endlessly


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.game in SLOW and "max_turns" not in case.options], ids=lambda case: case.id
)
def test_games_of_greedy_bots_end(case):
    """Unplayable cards could block a game of Dig Dig, and GOLD at a closed place a game of Digging Bandits."""
    batch = batch_of(case, 10_000, deal_again=False)
    batch.seat_agents([agents.make("greedy", game=case.game)], np.zeros((10_000, batch.num_players), np.int64))
    batch.deal(np.arange(10_000), np.arange(10_000))
    assert batch.dones.all() and batch.truncations.mean() < 0.01
