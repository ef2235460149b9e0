"""Bad input to games, batches and snapshots: errors name the valid choices, and nothing changes."""

from pathlib import Path

import numpy as np
import pytest

import dig_envs
import dig_envs.agents.features
from dig_envs import agents
from dig_envs.adapters.gymnasium import SeatEnv
from dig_envs.adapters.gymnasium_vector import SeatVectorEnv
from dig_envs.adapters.sb3 import DigVecEnv
from dig_envs.core.agent import Agent, Opponent
from dig_envs.core.agent_names import find_agent
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
from dig_envs.core.playing import PlayedGame
from tests.support.catalogue import CASES, Case
from tests.support.play import batch_of, unchanged

EVERY_CASE = pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
GAMES = sorted({case.game for case in CASES})


# --- games and options


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("num_players", 0, "num_players from"),
        ("num_players", 99, "num_players from"),
        ("num_players", "2", "takes a whole number"),
        ("num_players", 2.0, "takes a whole number"),
        ("num_players", True, "takes a whole number"),
        ("num_players", None, "takes a whole number"),
        ("reward", "wins", 'did you mean "win"'),
        ("reward", 1, "takes a name"),
        ("no_such_option", 1, "options: "),
    ],
)
def test_a_bad_option_is_refused(game, option, value, words):
    with pytest.raises(OptionError, match=words):
        game_of(game).parse_options(**{option: value})


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("value", "words"), [(0, "from 1"), (-5, "from 1"), (2**31, "from 1"), (1.5, "takes a whole number")])
def test_a_bad_turn_limit_is_refused(game, value, words):
    """A game without the option `max_turns` refuses all values."""
    limited = issubclass(game_of(game).options, LimitedOptions)
    with pytest.raises(OptionError, match=words if limited else "unexpected keyword argument 'max_turns'"):
        game_of(game).parse_options(max_turns=value)


def test_options_convert_numpy_values_to_python_values():
    options = game_of("dig_v0").parse_options(num_players=np.int32(3), scents=np.True_)
    assert type(options.num_players) is int and options.scents is True


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
def test_bad_actions_are_refused_before_any_table_changes(case):
    batch = batch_of(case, 3, seed=1)
    for actions in bad_actions(batch).values():
        with unchanged(batch.snapshot), pytest.raises(IllegalActionError):
            batch.step(actions)
    batch.step(batch.masks.argmax(axis=1).astype(np.int8))


@EVERY_CASE
def test_after_the_end_only_minus_one_is_accepted(case):
    batch = batch_of(case.shortened(1), 2, seed=1, deal_again=False)
    while (batch.players >= 0).any():
        batch.step(np.where(batch.players < 0, -1, batch.masks.argmax(axis=1)))
    with unchanged(batch.snapshot), pytest.raises(IllegalActionError, match="the game has ended"):
        batch.step(np.zeros(2, int))
    batch.step(np.full(2, -1))


# --- agents


@pytest.mark.parametrize("game", GAMES)
def test_an_unknown_agent_is_refused_with_the_list_of_agents(game):
    with pytest.raises(UnknownAgentError, match="random"):
        find_agent("randm", game_of(game))


class Rogue(Agent):
    """Returns a given answer."""

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
def test_errors_name_an_agent_with_a_bad_answer(answer, words):
    game = game_of("dig_v0")
    with pytest.raises(IllegalActionError, match=words):
        batch = Batch(game, game.parse_options(), 4, 0, opponents=[Opponent(Rogue(answer))], learner=0)
        for _ in range(10):
            batch.step(batch.masks.argmax(axis=1))


@pytest.mark.parametrize(
    ("pool", "learner", "words"),
    [
        ([], 0, "at least one opponent"),
        ([-1.0], 0, "shares must be numbers of 0 or more"),
        ([0.0, 0.0], 0, "not all 0"),
        ([float("nan")], 0, "shares"),
        ([1.0], 2, 'seat must be "random" or a number from 0 to 1'),
        ([1.0], -1, "seat must be"),
        ([1.0], "first", "seat must be"),
        ([1.0], True, "seat must be"),
    ],
)
def test_a_bad_pool_or_seat_is_refused(pool, learner, words):
    game = game_of("dig_v0")
    opponents = [Opponent(agents.make("random", game=game), share) for share in pool]
    with pytest.raises(ArgumentError, match=words):
        Batch(game, game.parse_options(), 2, 0, opponents=opponents, learner=learner)


def test_a_batch_needs_a_seat_for_the_caller():
    batch = dig_envs.batch("dig_v0", num_tables=3, seed=1)
    seating = np.array([[0, -1], [-1, 0], [0, 0]])
    with unchanged(batch.snapshot), pytest.raises(ArgumentError, match="the caller must have a seat"):
        batch.seat_agents([agents.make("random", game="dig_v0")], seating)
    batch.seat_agents([agents.make("random", game="dig_v0")], np.minimum(seating, [[0, -1]]))


def test_an_invalid_seating_is_refused():
    batch = dig_envs.batch("dig_v0", num_tables=2, seed=0)
    bot = agents.make("random", game="dig_v0")
    for seating in (np.zeros((2, 3), int), np.zeros(2, int), np.full((2, 2), 1), np.full((2, 2), -2)):
        with pytest.raises(ArgumentError, match="seating"):
            batch.seat_agents([bot], seating)


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (agents.make("greedy", game="dig_v0"), "the agent greedy plays dig_v0, not digging_bandits_v0"),
        ("greedy", "not 'greedy'"),
    ],
)
def test_agents_of_other_games_are_not_seated(agent, words):
    batch = dig_envs.batch("digging_bandits_v0", num_tables=2, seed=0)
    before, pool = batch.snapshot(), [Opponent(agents.make("random", game=batch.game))]
    with pytest.raises(ArgumentError, match=words):
        batch.seat_agents([agent], np.zeros((2, 2), int))
    learning = Batch(batch.game, batch.options, 2, seed=0, opponents=pool)
    with pytest.raises(ArgumentError, match=words):
        learning.set_opponents([Opponent(agent)])
    with pytest.raises(ArgumentError, match="list of Opponent"):
        learning.set_opponents("greedy")
    assert batch.snapshot() == before and not batch.agents
    with pytest.raises(ArgumentError, match=words):
        PlayedGame(batch.game, {}, [agent] * 2, seed=0)


def test_a_bot_refuses_decisions_of_another_game():
    decisions = PlayedGame(game_of("dig_dig_v0"), {}, [agents.make("random", game="dig_dig_v0")] * 2, seed=0).waiting()
    with pytest.raises(ArgumentError, match="the agent greedy plays dig_v0, not dig_dig_v0"):
        agents.make("greedy", game="dig_v0").act(decisions)


def test_errors_list_the_nearest_of_many_names():
    actions = game_of("two_bit_bandits_v0").actions
    with pytest.raises(IllegalActionError, match=r"did you mean \"stop\"\? \(actions, 10 of 244: stop, ") as error:
        actions.number("stob")
    assert len(str(error.value)) < 250


def test_deals_at_invalid_tables_are_refused():
    batch = dig_envs.batch("dig_v0", num_tables=2, seed=0)
    others = [([0, 1], [0]), ([0], [-1]), ([0], [1, 2]), ([0, 0], [1, 2])]
    for tables, seeds in [([2], [0]), ([-1], [0]), ([], []), ([0.5], [0]), *others]:
        with unchanged(batch.snapshot), pytest.raises(ArgumentError):
            batch.deal(tables, seeds)


# --- snapshots


@EVERY_CASE
def test_a_damaged_snapshot_is_refused_and_changes_nothing(case):
    batch = batch_of(case, 2, seed=1)
    good = batch.snapshot()
    batch.step(batch.masks.argmax(axis=1))
    middle = len(good) // 2
    flipped = good[:middle] + bytes([good[middle] ^ 1]) + good[middle + 1 :]
    for snapshot in (good[:-1], good[:40], good + b"x", flipped, b"", b"nonsense" * 100, "text", None):
        with unchanged(batch.snapshot), pytest.raises(SnapshotError, match="snapshot"):
            batch.restore(snapshot)
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
def test_a_snapshot_of_an_invalid_state_is_refused(case):
    """A valid checksum does not help, as when a faulty program wrote the snapshot."""
    batch, faulty = batch_of(case, 2, seed=1), batch_of(case, 2, seed=1)
    faulty._states["table"]["turn"][1] = -3
    with unchanged(batch.snapshot), pytest.raises(SnapshotError, match=r"table 1 has table\.turn out of range"):
        batch.restore(faulty.snapshot())


# --- odd values at every public call

ODD = [
    None, True, -1, 10**20, 1.5, float("nan"), "x", "", b"x", [], [1], [[1], [1, 2]], (), {}, {"a": 1}, object(), 1j, int,
    [None], ["x"], np.array([]), np.zeros((2, 2)), np.array("x"), np.array([1, 2], object), np.zeros(2, np.uint64) + 2**63,
    "\0", {1}, range(3), np.array([0, 0]), np.int8(1), "a" * 500,
]  # fmt: skip


def calls() -> dict[str, object]:
    """Public calls with one argument."""
    game = game_of("dig_v0")
    batch = dig_envs.batch("dig_v0", num_tables=2, seed=1)
    bot = agents.make("random", game="dig_v0")
    learning = Batch(game, game.parse_options(), 2, seed=1, opponents=[Opponent(bot)])
    zoo, raw, seat, vector = (make("dig_v0") for make in (dig_envs.env, dig_envs.raw_env, SeatEnv, SeatVectorEnv))
    sb3 = DigVecEnv("dig_v0", 2, seed=1)
    for env in (zoo, raw, sb3, vector):
        env.reset()
    found = {
        "env": dig_envs.env,
        "batch": lambda value: dig_envs.batch(value, num_tables=1),
        "SeatEnv": SeatEnv,
        "Batch game": lambda value: Batch(value, game.parse_options(), 1),
        "Batch options": lambda value: Batch(game, value, 1),
        "reset": batch.reset,
        "step": batch.step,
        "step_or_forfeit": batch.step_or_forfeit,
        "restore": batch.restore,
        "observe_states": batch.observe_states,
        "set_opponents": learning.set_opponents,
        "opponent": lambda value: learning.set_opponents([Opponent(value)]),
        "share": lambda value: learning.set_opponents([Opponent(bot, value)]),
        "seat_agents": lambda value: batch.seat_agents(value, np.full((2, 2), -1)),
        "seating": lambda value: batch.seat_agents([bot], value),
        "deal": lambda value: batch.deal(value, [1]),
        "seeds": lambda value: batch.deal([0], value),
        "deal_next": batch.deal_next,
        "make": lambda value: agents.make(value, game="dig_v0"),
        "make game": lambda value: agents.make("random", game=value),
        "noise": lambda value: agents.make("greedy", game="dig_v0", noise=value),
        "with_noise": bot.with_noise,
        "find_agent": lambda value: find_agent(value, game),
        "zoo seed": lambda value: zoo.reset(seed=value),
        "zoo step": zoo.step,
        "raw step": raw.step,
        "zoo restore": zoo.restore,
        "observe": zoo.observe,
        "observation_space": zoo.observation_space,
        "action_space": zoo.action_space,
        "agent_iter": lambda value: list(zip(zoo.agent_iter(value), range(1), strict=False)),
        "seat seed": lambda value: seat.reset(seed=value),
        "seat step": lambda value: (seat.reset(seed=1), seat.step(value)),
        "vector seed": lambda value: vector.reset(seed=value),
        "vector mask": lambda value: vector.reset(options={"reset_mask": value}),
        "vector step": vector.step,
        "sb3 seed": sb3.seed,
        "sb3 step": sb3.step,
        "sb3 set_opponents": sb3.set_opponents,
        "sb3 indices": lambda value: sb3.env_method("action_masks", indices=value),
    }
    for name in ("seed", "num_threads", "features", "num_players"):
        found[f"batch {name}"] = lambda value, name=name: dig_envs.batch("dig_v0", **{"num_tables": 1, name: value})
    for name in ("learner", "deal_again", "skip_forced", "opponents"):
        found[f"Batch {name}"] = lambda value, name=name: Batch(
            game, game.parse_options(), 1, **{"opponents": [Opponent(bot)], name: value}
        )
    for name in ("render_mode", "mask_in", "features", "illegal", "num_players", "reward", "max_turns"):
        found[f"env {name}"] = lambda value, name=name: dig_envs.env("dig_v0", **{name: value})
    for name in ("opponents", "seat", "illegal", "render_mode"):
        found[f"SeatEnv {name}"] = lambda value, name=name: SeatEnv("dig_v0", **{name: value})
    for name in ("autoreset_mode", "render_mode", "num_threads"):
        found[f"SeatVectorEnv {name}"] = lambda value, name=name: SeatVectorEnv("dig_v0", **{name: value})
    for name in ("seed", "opponents", "seat", "illegal", "features", "skip_forced", "num_threads"):
        found[f"DigVecEnv {name}"] = lambda value, name=name: DigVecEnv("dig_v0", 1, **{name: value})
    return found


@pytest.mark.filterwarnings("ignore")
def test_odd_values_are_accepted_or_raise_a_dig_envs_error():
    refused = dict.fromkeys(calls(), 0)
    for name, call in calls().items():
        for value in ODD:
            try:
                call(value)
            except DigEnvsError as error:
                refused[name] += 1
                assert str(error).strip()
            except Exception as error:
                raise AssertionError(f"{name}: {value!r} raises {error!r}") from error
    assert min(refused.values()) > 5, refused


NOT_A_NAME = r"the name of an agent is a string or a path, not .*greedy"
DETERMINISTIC = "deterministic must be True, False or None, not 'yes'"
NOISE = "noise must be a number from 0 to 1"
LIMITS = r"num_tables must be a whole number from 1 to 2\*\*63 - 1, not 9223372036854775808"
ILLEGAL = r"table 0: action 9 \(drop\) is not legal now; legal: 0 \(move 1\)"
LAYOUT = game_of("dig_v0").layout(game_of("dig_v0").parse_options())


def batch_with(**arguments):
    return lambda batch: dig_envs.batch("dig_v0", **{"num_tables": 1, **arguments})


def agent_with(name="random", **arguments):
    return lambda batch: agents.make(name, game="dig_v0", **arguments)


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda batch: dig_envs.game_of("dgi_v0"), UnknownGameError, 'did you mean "dig_v0"'),
        (lambda batch: dig_envs.env([]), UnknownGameError, r"a game must be a Game or an id, not \[\]"),
        (batch_with(num_player=2), OptionError, 'did you mean "num_players"'),
        (batch_with(num_tables=0), ArgumentError, "num_tables must be a whole number of 1 or more"),
        (batch_with(num_tables=1.5), ArgumentError, "num_tables"),
        (batch_with(num_tables=True), ArgumentError, "num_tables"),
        (batch_with(num_tables=2**63), ArgumentError, LIMITS),
        (batch_with(num_threads=0), ArgumentError, "num_threads"),
        (batch_with(seed=-1), ArgumentError, "a seed must be a whole number of 0 or more, not -1"),
        (batch_with(seed=2**63), ArgumentError, r"a seed must be a whole number from 0 to 2\*\*63 - 1"),
        (batch_with(seed="7"), ArgumentError, "a seed"),
        (batch_with(seed=1.0), ArgumentError, "a seed"),
        (lambda batch: Batch(batch.game, batch.game.options(num_players=9), 1), OptionError, "num_players from 2 to 4"),
        (lambda batch: DigVecEnv("dig_v0", 1).seed("1"), ArgumentError, "a seed must be a whole number of 0 or more, not '1'"),
        (lambda batch: batch.step(np.array([9, 9])), IllegalActionError, ILLEGAL),
        (lambda batch: batch.step(np.array([17, 17])), IllegalActionError, "action 17 is out of range 0 to 16"),
        (lambda batch: batch.random_steps(-1), ArgumentError, "steps must be a whole number of 0 or more, not -1"),
        *[(lambda batch, n=n: batch.random_steps(n), ArgumentError, "steps must be a whole number") for n in (1.5, "2", True)],
        (lambda batch: batch.deal([1, 1], [5, 6]), ArgumentError, r"tables must be different, not \[1, 1\]"),
        (lambda batch: batch.deal_next([0, 1, 0]), ArgumentError, "tables must be different"),
        (lambda batch: batch.observe_states(np.zeros(3)), ArgumentError, "states must be an array of states of dig_v0"),
        *[(agent_with(noise=noise), ArgumentError, NOISE) for noise in (-0.1, 1.1, float("nan"), None, True, [0.5])],
        (agent_with("greedy", noise="x"), ArgumentError, f"{NOISE}, not 'x'"),
        (agent_with("greedy", nose=0.5), ArgumentError, 'did you mean "noise"'),
        (agent_with(Path("model.zip"), determinist=True), ArgumentError, 'did you mean "deterministic"'),
        (agent_with(Path("model.zip"), deterministic="yes"), ArgumentError, DETERMINISTIC),
        *[(agent_with(name), ArgumentError, NOT_A_NAME) for name in (None, 7, b"greedy", ["greedy"])],
        *[
            (lambda batch, name=name: agents.features.make(name, game="two_bit_bandits_v0"), UnknownFeaturesError, "expert")
            for name in (None, 7, b"greedy", ["greedy"])
        ],
        (lambda batch: LAYOUT.start("yrad"), ArgumentError, 'did you mean "yard"'),
        (lambda batch: LAYOUT.decode(np.zeros(3)), ArgumentError, "floats in its last axis"),
        (lambda batch: batch.game.actions.number("place rde"), IllegalActionError, 'did you mean "place red"'),
        (lambda batch: batch.game.actions.name(17), IllegalActionError, "0 to 16"),
    ],
)
def test_refusals_explain_the_valid_values(call, error, words):
    batch = dig_envs.batch("dig_v0", num_tables=2, seed=1)
    with unchanged(batch.snapshot), pytest.raises(error, match=words):
        call(batch)


@pytest.mark.parametrize("first", [2**63 - 1, 2**63 - 2])
def test_seeds_continue_from_0_after_the_largest(first):
    batch = dig_envs.batch("dig_v0", num_tables=3, seed=first)
    vector = SeatVectorEnv("dig_v0", 3)
    vector.reset(seed=first)
    sb3 = DigVecEnv("dig_v0", 3)
    seeds = sb3.seed(first)
    assert batch.seeds.tolist() == seeds == [first, *((first + i) % 2**63 for i in (1, 2))]
    assert seeds[0] == vector._tables.seeds[0]
