"""Bad input to games, batches and snapshots: a clear message with the valid choices, and everything as it was before."""

import numpy as np
import pytest

import agents
import agents.features
import dig_envs
from dig_envs.core.agent import Agent, Opponent, find_agent
from dig_envs.core.batch import Batch
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import (
    ArgumentError,
    DigEnvsError,
    IllegalActionError,
    OptionError,
    SnapshotError,
    UnknownAgentError,
    UnknownFeaturesError,
    UnknownGameError,
)
from dig_envs.core.game import LimitedOptions
from tests.catalogue import CASES, Case
from tests.play import batch_of

EVERY_CASE = pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
GAMES = sorted({case.game for case in CASES})


# --- games and options


@pytest.mark.parametrize("name", ["dgi_v0", "DIG", "", None, "dig-v0"])
def test_an_unknown_game_is_refused_with_the_list(name):
    with pytest.raises(UnknownGameError, match="dig_v0"):
        dig_envs.batch(name, num_tables=1)


def test_a_near_miss_is_named():
    with pytest.raises(UnknownGameError, match='did you mean "dig_v0"'):
        dig_envs.game_of("dgi_v0")
    with pytest.raises(OptionError, match='did you mean "num_players"'):
        dig_envs.batch("dig_v0", num_tables=1, num_player=2)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("num_players", 0, "num_players from"),
        ("num_players", 99, "num_players from"),
        ("num_players", "2", "takes int"),
        ("num_players", 2.0, "takes int"),
        ("num_players", True, "takes int"),
        ("num_players", None, "takes int"),
        ("reward", "wins", 'did you mean "win"'),
        ("reward", 1, "takes str"),
        ("no_such_option", 1, "options: "),
    ],
)
def test_a_bad_option_is_refused(game, option, value, words):
    with pytest.raises(OptionError, match=words):
        game_of(game).parse_options(**{option: value})


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("value", "words"), [(0, "from 1"), (-5, "from 1"), (2**31, "from 1"), (1.5, "takes int")])
def test_a_bad_turn_limit_is_refused(game, value, words):
    """By a game that ends by itself, any."""
    limited = issubclass(game_of(game).options, LimitedOptions)
    with pytest.raises(OptionError, match=words if limited else 'no option "max_turns"'):
        game_of(game).parse_options(max_turns=value)


def test_options_take_numpy_numbers_and_keep_plain_ones():
    options = game_of("dig_v0").parse_options(num_players=np.int32(3), scents=np.True_)
    assert type(options.num_players) is int and options.scents is True


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"num_tables": 0}, "num_tables is a whole number of 1 or more"),
        ({"num_tables": 1.5}, "num_tables"),
        ({"num_tables": True}, "num_tables"),
        ({"num_tables": 1, "num_threads": 0}, "num_threads"),
        ({"num_tables": 1, "seed": -1}, "a seed is a whole number from 0"),
        ({"num_tables": 1, "seed": 2**63}, "a seed"),
        ({"num_tables": 1, "seed": "7"}, "a seed"),
        ({"num_tables": 1, "seed": 1.0}, "a seed"),
    ],
)
def test_a_bad_size_or_seed_is_refused(arguments, words):
    with pytest.raises(ArgumentError, match=words):
        dig_envs.batch("dig_v0", **arguments)


# --- actions


def bad_actions(batch: Batch) -> dict[str, object]:
    legal = batch.masks.argmax(axis=1)
    illegal = legal.copy()
    illegal[1] = batch.masks[1].argmin()

    def second(value: int) -> np.ndarray:
        return np.array([legal[0], value, *legal[2:]])

    return {
        "not in the mask": illegal,
        "too large": second(batch.game.num_actions),
        "far too large": second(2**40),
        "negative": second(-1),
        "very negative": second(-(2**40)),
        "floats": legal.astype(float),
        "booleans": legal.astype(bool),
        "names": [batch.game.actions.name(int(action)) for action in legal],
        "too few": legal[:-1],
        "too many": np.append(legal, 0),
        "two axes": legal[:, None],
        "none": None,
    }


@EVERY_CASE
def test_bad_actions_are_refused_before_any_table_moves(case):
    batch = batch_of(case, 3, seed=1)
    before = batch.snapshot()
    for actions in bad_actions(batch).values():
        with pytest.raises(IllegalActionError):
            batch.step(actions)
        assert batch.snapshot() == before
    batch.step(batch.masks.argmax(axis=1).astype(np.int8))


def test_the_message_names_the_action_and_the_legal_ones():
    batch = dig_envs.batch("dig_v0", num_tables=1, seed=1)
    with pytest.raises(IllegalActionError, match=r"table 0: action 9 \(drop\) is not legal now; legal: 0 \(move 1\)"):
        batch.step(np.array([9]))
    with pytest.raises(IllegalActionError, match="action 17 is out of range 0 to 16"):
        batch.step(np.array([17]))


@EVERY_CASE
def test_after_the_end_only_a_pause_is_taken(case):
    batch = batch_of(case.shortened(1), 2, seed=1, deal_again=False)
    while (batch.players >= 0).any():
        batch.step(np.where(batch.players < 0, -1, batch.masks.argmax(axis=1)))
    before = batch.snapshot()
    with pytest.raises(IllegalActionError, match="the game has ended"):
        batch.step(np.zeros(2, int))
    assert batch.snapshot() == before
    batch.step(np.full(2, -1))


# --- agents


@pytest.mark.parametrize("game", GAMES)
def test_an_unknown_agent_is_refused_with_the_list(game):
    with pytest.raises(UnknownAgentError, match="random"):
        find_agent("randm", game_of(game))


class Rogue(Agent):
    """Answers whatever it is given."""

    name = "rogue"

    def __init__(self, answer):
        self.answer = answer

    def act(self, decisions):
        return self.answer(decisions)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda decisions: decisions.masks.argmin(axis=1), "rogue chose .* not in its action mask"),
        (lambda decisions: np.full(len(decisions), 10**6), "rogue chose 1000000"),
        (lambda decisions: np.full(len(decisions), -1), "rogue chose -1"),
        (lambda decisions: np.zeros(len(decisions)), "rogue returned float64"),
        (lambda decisions: np.zeros(len(decisions) + 1, int), "integers"),
        (lambda decisions: None, "rogue returned object"),
    ],
)
def test_an_agent_that_answers_badly_is_named(answer, words):
    game = game_of("dig_v0")
    with pytest.raises(IllegalActionError, match=words):
        batch = Batch(game, game.parse_options(), 4, 0, opponents=[Opponent(Rogue(answer))], learner=0)
        for _ in range(10):
            batch.step(batch.masks.argmax(axis=1))


@pytest.mark.parametrize(
    ("pool", "learner", "words"),
    [
        ([], 0, "at least one opponent"),
        ([-1.0], 0, "shares are numbers of 0 or more"),
        ([0.0, 0.0], 0, "not all 0"),
        ([float("nan")], 0, "shares"),
        ([1.0], 2, 'seat is "random" or a number from 0 to 1'),
        ([1.0], -1, "seat is"),
        ([1.0], "first", "seat is"),
        ([1.0], True, "seat is"),
    ],
)
def test_a_bad_pool_or_seat_is_refused(pool, learner, words):
    game = game_of("dig_v0")
    opponents = [Opponent(agents.make("random", game=game), share) for share in pool]
    with pytest.raises(ArgumentError, match=words):
        Batch(game, game.parse_options(), 2, 0, opponents=opponents, learner=learner)


@pytest.mark.parametrize("noise", [-0.1, 1.1, float("nan"), "x", None, True, [0.5]])
def test_noise_is_a_share(noise):
    with pytest.raises(ArgumentError, match="noise is a share from 0 to 1"):
        agents.make("random", game="dig_v0", noise=noise)


@pytest.mark.parametrize("name", [None, 7, b"greedy", ["greedy"]])
def test_what_names_no_agent_and_no_features_is_refused(name):
    with pytest.raises(ArgumentError, match=r"an agent is named by a text or a path, not .*greedy"):
        agents.make(name, game="dig_v0")
    with pytest.raises(UnknownFeaturesError, match="expert"):
        agents.features.make(name, game="two_bit_bandits_v0")


def test_arguments_that_an_agent_does_not_take_are_named(tmp_path):
    with pytest.raises(ArgumentError, match='did you mean "noise"'):
        agents.make("greedy", game="dig_v0", nose=0.5)
    with pytest.raises(ArgumentError, match='did you mean "deterministic"'):
        agents.make(tmp_path / "model.zip", game="dig_v0", determinist=True)
    with pytest.raises(ArgumentError, match="deterministic is True, False or None, not 'yes'"):
        agents.make(tmp_path / "model.zip", game="dig_v0", deterministic="yes")


def test_a_seating_that_does_not_fit_is_refused():
    batch = dig_envs.batch("dig_v0", num_tables=2, seed=0)
    bot = agents.make("random", game="dig_v0")
    for seating in (np.zeros((2, 3), int), np.zeros(2, int), np.full((2, 2), 1), np.full((2, 2), -2)):
        with pytest.raises(ArgumentError, match="seating"):
            batch.seat_agents([bot], seating)


@pytest.mark.parametrize(
    ("agent", "words"),
    [(agents.make("greedy", game="dig_v0"), "the bot greedy plays dig_v0, not digging_bandits_v0"), ("greedy", "not 'greedy'")],
)
def test_who_is_no_agent_of_the_game_is_not_seated(agent, words):
    batch = dig_envs.batch("digging_bandits_v0", num_tables=2, seed=0)
    before = batch.snapshot()
    with pytest.raises(ArgumentError, match=words):
        batch.seat_agents([agent], np.zeros((2, 2), int))
    with pytest.raises(ArgumentError, match=words):
        batch.set_opponents([Opponent(agent)])
    with pytest.raises(ArgumentError, match="list of Opponent"):
        batch.set_opponents("greedy")
    assert batch.snapshot() == before and not batch.agents


def test_of_many_names_the_nearest_are_listed():
    actions = game_of("two_bit_bandits_v0").actions
    with pytest.raises(IllegalActionError, match=r"did you mean \"stop\"\? \(actions, 10 of 244: stop, ") as error:
        actions.number("stob")
    assert len(str(error.value)) < 250


def test_deals_at_tables_that_are_not_there_are_refused():
    batch = dig_envs.batch("dig_v0", num_tables=2, seed=0)
    before = batch.snapshot()
    for tables, seeds in [([2], [0]), ([-1], [0]), ([], []), ([0.5], [0]), ([0, 1], [0]), ([0], [-1]), ([0], [1, 2])]:
        with pytest.raises(ArgumentError):
            batch.deal(tables, seeds)
        assert batch.snapshot() == before


# --- snapshots


@EVERY_CASE
def test_a_damaged_snapshot_is_refused_and_the_batch_is_as_it_was(case):
    batch = batch_of(case, 2, seed=1)
    good = batch.snapshot()
    batch.step(batch.masks.argmax(axis=1))
    before = batch.snapshot()
    middle = len(good) // 2
    damaged = [
        good[:-1],
        good[:40],
        good + b"x",
        good[:middle] + bytes([good[middle] ^ 1]) + good[middle + 1 :],
        b"",
        b"nonsense" * 100,
        "text",
        None,
    ]
    for snapshot in damaged:
        with pytest.raises(SnapshotError, match="snapshot"):
            batch.restore(snapshot)
        assert batch.snapshot() == before
    batch.restore(good)
    assert batch.snapshot() == good


@pytest.mark.parametrize(
    ("options", "num_tables", "words"),
    [({"num_players": 3}, 2, "options"), ({"scents": True}, 2, "options"), ({}, 3, "tables")],
)
def test_a_snapshot_of_another_batch_is_refused(options, num_tables, words):
    snapshot = batch_of(Case("dig_v0", options), num_tables).snapshot()
    with pytest.raises(SnapshotError, match=words):
        batch_of(Case("dig_v0"), 2).restore(snapshot)


@EVERY_CASE
def test_a_snapshot_of_an_unsound_state_is_refused(case):
    """Whatever its checksum says, as when it was written by a faulty program."""
    batch, faulty = batch_of(case, 2, seed=1), batch_of(case, 2, seed=1)
    before = batch.snapshot()
    faulty._states["table"]["turn"][1] = -3
    with pytest.raises(SnapshotError, match="table 1 breaks invariant"):
        batch.restore(faulty.snapshot())
    assert batch.snapshot() == before


# --- the rest


def test_blocks_and_actions_are_found_by_name_or_refused():
    game = game_of("dig_v0")
    with pytest.raises(ArgumentError, match='did you mean "yard"'):
        game.layout(game.parse_options()).start("yrad")
    with pytest.raises(ArgumentError, match="floats in its last axis"):
        game.layout(game.parse_options()).decode(np.zeros(3))
    with pytest.raises(IllegalActionError, match='did you mean "place red"'):
        game.actions.number("place rde")
    with pytest.raises(IllegalActionError, match="0 to 16"):
        game.actions.name(17)


def test_every_error_has_one_base():
    kinds = (ArgumentError, IllegalActionError, OptionError, SnapshotError, UnknownAgentError, UnknownGameError)
    assert all(issubclass(kind, DigEnvsError) for kind in kinds)
