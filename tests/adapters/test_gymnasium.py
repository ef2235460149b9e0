"""The Gymnasium adapter: Gymnasium's own checks, and vector environments against single environments."""

import copy
import pickle
from functools import partial

import gymnasium
import numpy as np
import pytest
import torch
from gymnasium.envs.registration import EnvSpec
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers import TimeLimit
from gymnasium.wrappers.vector import NormalizeObservation, NormalizeReward, RecordEpisodeStatistics

import dig_envs
from dig_envs.adapters.gymnasium import SeatEnv
from dig_envs.adapters.gymnasium_vector import SeatVectorEnv
from dig_envs.adapters.opponents import parse_opponents
from dig_envs.adapters.registration import gymnasium_id
from dig_envs.core.catalogue import game_of, solo_games
from dig_envs.core.errors import ArgumentError, DigEnvsError, IllegalActionError, OptionError, OrderError, UnknownAgentError
from tests.support.catalogue import CASES, Case, mark_long_except_one, mark_long_except_two
from tests.support.play import First, batch_of, random_actions, unchanged

pytestmark = [
    pytest.mark.filterwarnings("error"),
    pytest.mark.filterwarnings("ignore:an illegal action has ended a game"),  # the tests forget masks on purpose
]
every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
every_mode = pytest.mark.parametrize("mode", list(AutoresetMode), ids=lambda mode: mode.name)

POOL = ["random", ("greedy", 2)]
INVALID_ACTIONS = [-1, 10_000, 1.0, "0", None, True, np.array([0])]


@pytest.fixture(autouse=True)
def _no_window(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr("dig_envs.adapters.renderer.FPS", 0)


def env_of(case: Case, **arguments) -> SeatEnv:
    return SeatEnv(case.game, **case.options, **arguments)


def vector_of(case: Case, num_envs: int, **arguments) -> SeatVectorEnv:
    return SeatVectorEnv(case.game, num_envs, **case.options, **arguments)


def illegal_action(env) -> int:
    return int(np.argmin(env.action_masks()))


def play_out(env, generator: np.random.Generator) -> tuple:
    """Take random legal steps to the end. Returns the result of the last step."""
    while True:
        result = env.step(random_actions(env.action_masks()[None], generator)[0])
        if result[2] or result[3]:
            return result
        assert result[1] == 0.0


def only_action_0(env: SeatEnv) -> np.ndarray:
    """The mask after the end of a game."""
    return (np.arange(env.action_space.n) == 0).astype(np.int8)


def assert_same(one, other) -> None:
    assert data_equivalence(one, other, exact=True)


# --- registration


def test_every_game_is_registered():
    for game in dig_envs.games():
        name = gymnasium_id(game)
        env = gymnasium.make(name)
        assert type(env.unwrapped) is SeatEnv and env.unwrapped._tables.game.id == game
        assert type(gymnasium.make_vec(name, num_envs=2, vectorization_mode="vector_entry_point")) is SeatVectorEnv
        assert gymnasium.make(f"dig_envs:{name}").spec.id == name
    assert gymnasium_id("lets_dig_for_treasure_v0") == "dig_envs/LetsDigForTreasure-v0"


def test_games_for_one_player_are_registered():
    assert [game for game in dig_envs.games() if game_of(game).min_players == 1] == solo_games()
    for game in solo_games():
        env = gymnasium.make(gymnasium_id(game, solo=True))
        assert env.unwrapped._tables.num_players == 1
        check_env(env.unwrapped)
        assert gymnasium.make_vec(env.spec.id, 2, vectorization_mode="vector_entry_point")._tables.num_players == 1
    assert gymnasium_id("two_bit_bandits_v0", solo=True) == "dig_envs/TwoBitBanditsSolo-v0"


# --- one table


@pytest.mark.parametrize("case", mark_long_except_two(CASES), ids=lambda case: case.id)
def test_gymnasiums_checker_passes(case):
    pytest.importorskip("resvg_py")
    pytest.importorskip("pygame")
    env = gymnasium.make(gymnasium_id(case.game), opponents=POOL, **case.options)
    check_env(env.unwrapped)


@every_case
def test_a_step_ends_at_the_learners_next_decision(case):
    """A batch with the same seed, actions and opponents gives the same observations, masks and rewards."""
    env = env_of(case, opponents=POOL)
    pool = parse_opponents(POOL, env._tables.game)
    batch = batch_of(case, 1, seed=9, opponents=pool, learner="random")
    observation, info = env.reset(seed=9)
    for _ in range(4):
        ended = False
        while not ended:
            assert_same(observation, batch.observations[0])
            assert_same(info["action_mask"], batch.masks[0])
            assert_same(env.action_masks(), batch.masks[0] != 0)
            assert observation in env.observation_space and info["action_mask"].any()
            action = env.action_space.sample(info["action_mask"])
            assert env.action_masks()[action] and (info["score"], info["illegal_action"]) == (0.0, False)
            observation, reward, ended, truncated, info = env.step(action)
            batch.step(np.array([action]))
        assert batch.dones[0] and truncated == batch.truncations[0] and type(truncated) is bool
        assert reward == batch.learner_rewards[0] and type(reward) is float
        assert_same(observation, batch.final_observations[0, batch.last_learner_seats[0]])
        assert list(info) == ["action_mask", "score", "illegal_action"] and info["illegal_action"] is False
        assert_same(info["action_mask"], only_action_0(env))
        assert_same(env.action_masks(), info["action_mask"] != 0)
        assert info["score"] == batch.points[0, batch.last_learner_seats[0]] and type(info["score"]) is float
        observation, info = env.reset()


@every_case
def test_returned_arrays_do_not_change_later(case):
    env, kept, copies = env_of(case), [], []
    seen, info = env.reset(seed=1)
    for _ in range(60):
        kept.append((seen, info))
        copies.append(copy.deepcopy((seen, info)))
        env.action_masks()[:] = False
        seen, _, ended, _, info = env.step(int(info["action_mask"].argmax()))
        if ended:
            seen, info = env.reset()
    for one, other in zip(kept, copies, strict=True):
        assert_same(one, other)


def test_the_turn_limit_is_an_end_without_bootstrap():
    env = SeatEnv("dig_v0", max_turns=2)
    env.reset(seed=1)
    *_, terminated, truncated, _ = play_out(env, np.random.default_rng(0))
    assert terminated and truncated


def test_the_seed_draws_the_learners_seat():
    env = SeatEnv("dig_v0", num_players=4)

    def seats(seeds):
        drawn = []
        for seed in seeds:
            env.reset(seed=seed)
            drawn.append(int(env._tables.learner_seats[0]))
        return drawn

    assert set(seats(range(30))) == {0, 1, 2, 3}
    assert seats(range(30)) == seats(range(30))
    fixed = SeatEnv("dig_v0", num_players=4, seat=2)
    for seed in range(5):
        fixed.reset(seed=seed)
        assert fixed._tables.learner_seats[0] == 2 and fixed._tables.players[0] == 2


def test_opponents_may_be_names_agents_and_shares():
    for opponents in ("greedy", ["random", ("greedy", 3)], First(), [[First(), 0.5], "random"]):
        env = SeatEnv("dig_v0", opponents=opponents, max_turns=20)
        env.reset(seed=1)
        assert play_out(env, np.random.default_rng(0))[2]


@pytest.mark.parametrize("opponents", [["random", ("greedy", 2)], ("greedy", 2)], ids=str)
def test_environments_come_back_from_their_specification(opponents):
    """JSON has lists but no tuples."""
    for make in (gymnasium.make, partial(gymnasium.make_vec, num_envs=2)):
        env = make("dig_envs/Dig-v0", opponents=opponents, max_turns=20)
        again = make(EnvSpec.from_json(env.spec.to_json()))
        pools = [one.unwrapped._tables._pool["share"].tolist() for one in (env, again)]
        assert pools[0] == pools[1] and max(pools[0]) == (1 if opponents == ("greedy", 2) else pytest.approx(2 / 3))
        assert_same(env.reset(seed=4), again.reset(seed=4))


@every_case
def test_copies_continue_the_same_game(case):
    env, generator = env_of(case, opponents=POOL), np.random.default_rng(2)
    env.reset(seed=2)
    for _ in range(10):
        env.step(random_actions(env.action_masks()[None], generator)[0])
    twins = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    for _ in range(2):
        ends = [play_out(one, np.random.default_rng(3)) for one in (env, *twins)]
        starts = [one.reset() for one in (env, *twins)]
        for end, start in zip(ends[1:], starts[1:], strict=True):
            assert_same((end, start), (ends[0], starts[0]))


# --- formats of observations


@pytest.mark.parametrize(
    ("arguments", "keys", "in_info"),
    [
        ({}, None, True),
        ({"mask_in": "info"}, None, True),
        ({"observation": "dict"}, ["observation", "action_mask"], False),
        ({"mask_in": "observation"}, ["observation", "action_mask"], False),
        ({"observation_key": "observations"}, ["observations", "action_mask"], False),
        ({"observation_key": "obs", "mask_key": "mask"}, ["obs", "mask"], False),
        ({"observation": "dict", "mask_in": "info"}, ["observation"], True),
    ],
    ids=str,
)
def test_observations_have_the_requested_format(arguments, keys, in_info):
    plain, env = SeatEnv("dig_v0", max_turns=6), SeatEnv("dig_v0", max_turns=6, **arguments)
    check_env(env, skip_render_check=True)
    (facts, info), (observed, other_info) = plain.reset(seed=3), env.reset(seed=3)
    ended = False
    while True:
        assert observed in env.observation_space
        held = {None: observed} if keys is None else observed
        assert list(held) == (keys or [None])
        assert_same(next(iter(held.values())), facts)
        assert ("action_mask" in other_info) == in_info
        mask = other_info["action_mask"] if in_info else held[keys[1]]
        assert mask.dtype == np.int8
        assert_same(mask, info["action_mask"])
        if ended:
            break
        action = int(env.action_masks().argmax())
        (facts, _, ended, _, info), (observed, *_, other_info) = plain.step(action), env.step(action)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"observation": "dictionary"}, 'did you mean "dict"'),
        ({"mask_in": "infos"}, 'did you mean "info"'),
        ({"observation": "array", "mask_in": "observation"}, "holds no mask"),
        ({"observation": "array", "observation_key": "obs"}, "has no keys"),
        ({"observation_key": 3}, "two strings"),
        ({"observation_key": "action_mask"}, "differ"),
    ],
    ids=str,
)
def test_contradicting_formats_are_refused(arguments, message):
    for adapter in (SeatEnv, SeatVectorEnv):
        with pytest.raises(ArgumentError, match=message):
            adapter("dig_v0", **arguments)


# --- illegal actions


@pytest.mark.parametrize(
    ("options", "reward"),
    [({}, -1.0), ({"num_players": 4}, -1 / 3), ({"num_players": 3, "reward": "score"}, -1.0)],
)
def test_an_illegal_action_ends_the_game_with_the_last_places_reward(options, reward):
    env = SeatEnv("dig_v0", **options)
    before, _ = env.reset(seed=1)
    observation, given, terminated, truncated, info = env.step(illegal_action(env))
    assert (given, terminated, truncated, info["illegal_action"]) == (pytest.approx(reward), True, False, True)
    assert observation in env.observation_space and observation.shape == before.shape
    assert_same(info["action_mask"], only_action_0(env))
    with pytest.raises(OrderError, match="call reset"):
        env.step(0)
    assert env.reset()[1]["action_mask"].any()


@every_case
def test_a_refused_action_changes_nothing(case):
    for illegal in ("raise", "end"):
        env = env_of(case, illegal=illegal)
        env.reset(seed=1)
        for action in [*INVALID_ACTIONS, *([illegal_action(env)] if illegal == "raise" else [])]:
            with unchanged(env._tables.snapshot), pytest.raises(IllegalActionError):
                env.step(action)
        assert env.step(int(env.action_masks().argmax()))


# --- many tables


def steps_with_mistakes(masks: np.ndarray, generator: np.random.Generator) -> np.ndarray:
    """Legal actions, sometimes replaced by random ones."""
    actions = np.maximum(random_actions(masks, generator), 0)
    mistaken = generator.random(len(masks)) < 0.03
    return np.where(mistaken, generator.integers(0, masks.shape[1], len(masks)), actions)


def assert_same_resets(vector: SeatVectorEnv, single: SyncVectorEnv, ended: np.ndarray) -> None:
    """Reset the tables whose game has ended one after another. Unlike `single`, `vector` returns the masks of all tables."""
    for table in np.flatnonzero(ended):
        mask = np.arange(len(ended)) == table
        (seen, infos), expected = (envs.reset(options={"reset_mask": mask}) for envs in (vector, single))
        if "action_mask" in infos:
            assert_same(infos["action_mask"] != 0, vector.action_masks())
            infos["action_mask"][~mask] = 0
        assert_same((seen, infos), expected)


@every_mode
@pytest.mark.parametrize("case", mark_long_except_one(CASES), ids=lambda case: case.id)
def test_a_vector_environment_behaves_as_single_environments(case, mode):
    """All results equal those of Gymnasium's SyncVectorEnv of single environments, also after illegal actions."""
    short = case.shortened(10)
    single = SyncVectorEnv([lambda: env_of(short, opponents=POOL)] * 5, autoreset_mode=mode)
    vector = vector_of(short, 5, opponents=POOL, autoreset_mode=mode)
    assert vector.metadata["autoreset_mode"] is mode
    assert vector.observation_space == single.observation_space and vector.action_space == single.action_space
    generator, ends, mistakes = np.random.default_rng(4), 0, 0
    assert_same(vector.reset(seed=4), single.reset(seed=4))
    for _ in range(300):
        actions = steps_with_mistakes(vector.action_masks(), generator)
        result, expected = vector.step(actions), single.step(actions)
        assert_same(result, expected)
        assert vector.action_masks().any(axis=1).all()
        ended = result[2] | result[3]
        ends += ended.sum()
        mistakes += result[4].get("final_info", result[4]).get("illegal_action", np.zeros(5)).sum()
        if mode is AutoresetMode.DISABLED:
            assert_same_resets(vector, single, ended)
    assert ends > mistakes > 0
    for seeds in ([7, 7, 1, 0, 5], [None, 3, 2, None, None]):
        assert_same(vector.reset(seed=seeds), single.reset(seed=seeds))
    assert_same(vector.reset(), single.reset())


@every_mode
def test_a_plain_loop_samples_from_no_empty_mask(mode):
    envs, ends = SeatVectorEnv("dig_v0", 4, max_turns=6, autoreset_mode=mode), 0
    _, infos = envs.reset(seed=1)
    generator = torch.Generator().manual_seed(1)
    for _ in range(60):
        illegal = torch.as_tensor(infos["action_mask"]) == 0
        policy = torch.distributions.Categorical(logits=torch.zeros(illegal.shape).masked_fill(illegal, -torch.inf))
        *_, terminated, truncated, infos = envs.step(policy.probs.multinomial(1, generator=generator)[:, 0].numpy())
        ends += (terminated | truncated).sum()
        if mode is AutoresetMode.DISABLED and terminated.any():
            _, infos = envs.reset(options={"reset_mask": terminated})
    assert ends > 20


@every_mode
@pytest.mark.parametrize("form", [{}, {"observation_key": "observations"}, {"observation": "dict", "mask_in": "info"}], ids=str)
def test_step_limits_and_dicts_agree_with_single_environments(mode, form):
    """The step limit works as Gymnasium's TimeLimit, also in the step that ends a game."""
    arguments = {"opponents": POOL, "max_turns": 8, **form}
    single = SyncVectorEnv([lambda: TimeLimit(SeatEnv("dig_v0", **arguments), 4)] * 5, autoreset_mode=mode)
    vector = SeatVectorEnv("dig_v0", 5, autoreset_mode=mode, max_episode_steps=4, **arguments)
    assert vector.observation_space == single.observation_space
    assert_same(vector.reset(seed=2**63 - 6), single.reset(seed=2**63 - 6))
    generator, cut, both = np.random.default_rng(4), 0, 0
    for _ in range(150):
        actions = steps_with_mistakes(vector.action_masks(), generator)
        result, expected = vector.step(actions), single.step(actions)
        assert_same(result, expected)
        _, rewards, ended, truncated, _ = result
        cut, both = cut + (truncated & ~ended).sum(), both + (truncated & ended).sum()
        assert not rewards[truncated & ~ended].any()
        if mode is AutoresetMode.DISABLED:
            assert_same_resets(vector, single, ended | truncated)
    assert cut > 0 and both > 0


def test_make_vec_accepts_a_step_limit():
    envs = gymnasium.make_vec("dig_envs/Dig-v0", num_envs=2, max_episode_steps=2, max_turns=None)
    _, infos = envs.reset(seed=1)
    for limit in (False, True):
        *_, terminated, truncated, infos = envs.step(infos["action_mask"].argmax(axis=1))
        assert truncated.tolist() == [limit] * 2 and not terminated.any()


def test_gymnasiums_vector_wrappers_accept_the_default_mode():
    envs = gymnasium.make_vec("dig_envs/Dig-v0", num_envs=3, max_turns=4)
    for wrapper in (NormalizeObservation, NormalizeReward, RecordEpisodeStatistics):
        wrapped = wrapper(envs)
        _, infos = wrapped.reset(seed=1)
        for _ in range(12):
            _, _, terminated, _, infos = wrapped.step(infos["action_mask"].argmax(axis=1))
            if terminated.any():
                break
        assert terminated.any()


@every_case
def test_returned_batches_do_not_change_later(case):
    env, generator = vector_of(case, 3), np.random.default_rng(5)
    kept = [env.reset(seed=1)]
    copies = [copy.deepcopy(kept[0])]
    for _ in range(60):
        kept.append(env.step(random_actions(env.action_masks(), generator)))
        copies.append(copy.deepcopy(kept[-1]))
    for one, other in zip(kept, copies, strict=True):
        assert_same(one, other)


def test_results_do_not_depend_on_the_number_of_threads():
    one, two = (SeatVectorEnv("dig_v0", 200, num_threads=n, max_turns=10, opponents=POOL) for n in (1, 2))
    generator = np.random.default_rng(6)
    assert_same(one.reset(seed=6), two.reset(seed=6))
    for _ in range(40):
        actions = random_actions(one.action_masks(), generator)
        assert_same(one.step(actions), two.step(actions))


@pytest.mark.parametrize("actions", [[0, 0], [0.0, 0.0, 0.0], [0, 0, 10_000], [-1, 0, 0], "all", None, [[0, 0, 0]]])
def test_refused_actions_change_no_table(actions):
    env = SeatVectorEnv("dig_v0", 3)
    env.reset(seed=1)
    with unchanged(env._tables.snapshot), pytest.raises(IllegalActionError):
        env.step(actions)


@pytest.mark.parametrize("dtype", [np.uint8, np.int16, np.uint64])
def test_integers_of_all_sizes_are_actions(dtype):
    """In the step that deals the next game, the action counts for nothing."""
    env, same = (SeatVectorEnv("dig_v0", 8, max_turns=2, opponents="random") for _ in range(2))
    env.reset(seed=1)
    same.reset(seed=1)
    ended = 0
    for _ in range(12):
        actions = env.action_masks().argmax(axis=1)
        found = env.step(actions.astype(dtype))
        assert_same(found, same.step(actions))
        ended += int(found[2].sum())
    assert ended


def test_illegal_raise_changes_no_table():
    env = SeatVectorEnv("dig_v0", 3, illegal="raise")
    env.reset(seed=1)
    actions = env.action_masks().argmax(axis=1)
    actions[1] = env.action_masks()[1].argmin()
    with unchanged(env._tables.snapshot), pytest.raises(IllegalActionError, match="table 1"):
        env.step(actions)


def test_calls_out_of_order_are_refused():
    for env in (SeatEnv("dig_v0"), SeatVectorEnv("dig_v0", 2)):
        with pytest.raises(OrderError, match="call reset"):
            env.step(0)
    env = SeatVectorEnv("dig_v0", 2, autoreset_mode="DISABLED")
    env.reset(seed=1)
    env.step(env.action_masks().argmin(axis=1))
    with pytest.raises(OrderError, match="reset_mask"):
        env.step(np.array([0, 0]))


@pytest.mark.parametrize(
    "make", [lambda mode: SeatEnv("dig_v0", render_mode=mode), lambda mode: SeatVectorEnv("dig_v0", 2, render_mode=mode)]
)
def test_no_table_is_shown_before_reset(make):
    env = make("ansi")
    for call in (env.action_masks, env.render):
        with pytest.raises(OrderError, match=r"call reset\(\)"):
            call()
    if isinstance(env, SeatEnv):
        assert env._repr_svg_() is None
    env.reset()
    assert env.action_masks().any() and env.render()


@pytest.mark.parametrize("copied", [False, True])
def test_an_illegal_first_action_ends_the_game(copied):
    env = SeatEnv("dig_v0", seat=0)
    env.reset(seed=1)
    env = pickle.loads(pickle.dumps(env)) if copied else env
    assert env.step(illegal_action(env))[1:4] == (-1.0, True, False)


@pytest.mark.parametrize("number", [torch.tensor, np.array, np.uint8, np.int64])
def test_integers_of_all_libraries_are_actions_seeds_and_options(number):
    env = SeatEnv("dig_v0", seat=number(1), num_players=number(3))
    env.reset(seed=number(5))
    other = SeatEnv("dig_v0", seat=1, num_players=3)
    other.reset(seed=5)
    action = int(other.action_masks().argmax())
    assert_same(env.step(number(action)), other.step(action))


@pytest.mark.parametrize("mask", [np.zeros(2, bool), np.ones(3, bool), np.ones(2, int), [0, 1]])
def test_a_bad_reset_mask_is_refused(mask):
    env = SeatVectorEnv("dig_v0", 2)
    env.reset(seed=1)
    with unchanged(env._tables.snapshot), pytest.raises(ArgumentError, match="reset_mask must be a bool array"):
        env.reset(options={"reset_mask": mask})


# --- pictures


def test_pictures_show_the_learners_view():
    env = SeatEnv("dig_v0", render_mode="ansi", seat=1)
    env.reset(seed=1)
    assert "learner" in env.render()
    vector = SeatVectorEnv("dig_v0", 2, render_mode="ansi", seat=1)
    vector.reset(seed=1)
    assert vector.render()[0] == env.render() != vector.render()[1]


def test_a_window_shows_every_step():
    pytest.importorskip("resvg_py")
    pytest.importorskip("pygame")
    env = SeatEnv("dig_v0", render_mode="human")
    env.reset(seed=1)
    assert env.render() is None
    assert env._renderer._window is not None and copy.deepcopy(env)._renderer._window is None
    env.step(int(env.action_masks().argmax()))
    env.close()
    assert env._renderer._window is None


def test_render_without_a_mode_warns():
    env = SeatEnv("dig_v0")
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="ansi, rgb_array, human"):
        assert env.render() is None


# --- bad input


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"game": "dgi_v0"}, DigEnvsError, 'did you mean "dig_v0"'),
        ({"oponents": "random"}, OptionError, 'did you mean "opponents"'),
        ({"num_player": 3}, OptionError, 'did you mean "num_players"'),
        ({"opponents": "gredy"}, UnknownAgentError, "greedy"),
        ({"opponents": []}, ArgumentError, "must not be an empty list"),
        ({"opponents": 3}, ArgumentError, "an opponent must be a name"),
        ({"opponents": [("random", -1)]}, ArgumentError, "shares"),
        ({"opponents": ("greedy", 10**400)}, ArgumentError, "shares must be numbers of 0 or more, below 1e[+]300"),
        ({"seat": 2}, ArgumentError, 'seat must be "random" or a number from 0 to 1'),
        ({"seat": "left"}, ArgumentError, 'seat must be "random"'),
        ({"illegal": "ignore"}, ArgumentError, "end, raise"),
        ({"render_mode": "rgb"}, ArgumentError, "rgb_array"),
    ],
)
def test_errors_name_bad_arguments_and_valid_choices(arguments, error, message):
    for adapter in (SeatEnv, SeatVectorEnv):
        with pytest.raises(error, match=message):
            adapter(**{"game": "dig_v0", **arguments})


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"num_envs": 0}, "num_envs must be a whole number of 1 or more, not 0"),
        ({"num_envs": True}, "num_envs must be a whole number of 1 or more, not True"),
        ({"num_threads": 0}, "num_threads"),
        ({"autoreset_mode": "never"}, "SAME_STEP"),
        ({"render_mode": "human"}, "ansi, rgb_array"),
        ({"max_episode_steps": 0}, "max_episode_steps"),
        ({"max_episode_steps": 1.5}, "max_episode_steps"),
    ],
)
def test_bad_arguments_of_vector_environments_are_refused(arguments, message):
    with pytest.raises(ArgumentError, match=message):
        SeatVectorEnv("dig_v0", **arguments)


@pytest.mark.parametrize("seed", [-1, 1.5, "one", True])
def test_a_bad_seed_changes_nothing(seed):
    for env in (SeatEnv("dig_v0"), SeatVectorEnv("dig_v0", 2)):
        env.reset(seed=1)
        with unchanged(env._tables.snapshot), pytest.raises(ArgumentError):
            env.reset(seed=seed)


def test_bots_of_a_copy_keep_their_game():
    """A pickled pool of opponents is valid in another process, as vector environments require."""
    pool = parse_opponents("greedy", game_of("dig_v0"))
    assert pickle.loads(pickle.dumps(pool))[0].agent.game is game_of("dig_v0")
    assert SeatEnv("dig_v0", opponents=copy.deepcopy(pool))
