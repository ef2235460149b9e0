"""The PettingZoo adapter: PettingZoo's own tests, and tests of what they do not cover."""

import copy
import pickle
import random
from functools import partial

import numpy as np
import pettingzoo
import pytest
import torch
from gymnasium import spaces
from gymnasium.utils.env_checker import data_equivalence
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from pettingzoo.test.state_test import test_state as run_state_test
from pettingzoo.test.state_test import test_state_space as run_state_space_test
from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

import dig_envs
from dig_envs import agents
from dig_envs.adapters import aec_snapshot
from dig_envs.adapters.action_space import ActionSpace
from dig_envs.adapters.pettingzoo import Env, RawEnv, parallel_env
from dig_envs.core.agent import Decisions
from dig_envs.core.batch.snapshot_bytes import pack
from dig_envs.core.errors import ArgumentError, IllegalActionError, OptionError, OrderError, SnapshotError, UnknownGameError
from tests.support.catalogue import CASES, Case, first_of_each_game, mark_long_except_one
from tests.support.play import batch_of, random_actions, unchanged

pytestmark = [
    pytest.mark.filterwarnings("error"),
    # api_test gives these two warnings for every environment with a mask in its observation, except PettingZoo's own
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
]
every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
FIRST_OF_EACH_GAME = pytest.mark.parametrize("case", first_of_each_game(CASES), ids=lambda case: case.id)
every_mask = pytest.mark.parametrize("mask_in", ["observation", "info"])

INVALID_ACTIONS = [-1, 10_000, 1.0, "0", None, True, np.array([0]), np.float64(0)]
AGENT_ATTRIBUTES = ("agents", "agent_selection", "rewards", "terminations", "truncations", "infos", "_cumulative_rewards")


@pytest.fixture(autouse=True)
def _quiet(monkeypatch):
    """Open no window, and do not print PettingZoo's warnings."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr("dig_envs.adapters.renderer.FPS", 0)
    EnvLogger.suppress_output()
    yield
    EnvLogger.unsuppress_output()


def env_of(case: Case, **arguments) -> Env:
    return dig_envs.env(case.game, **case.options, **arguments)


def raw_env_of(case: Case, **arguments) -> RawEnv:
    return dig_envs.raw_env(case.game, **case.options, **arguments)


def mask_of(env) -> np.ndarray:
    observation, *_, info = env.last()
    return observation["action_mask"] if isinstance(observation, dict) else info["action_mask"]


def finished(env) -> bool:
    return env.terminations[env.agent_selection] or env.truncations[env.agent_selection]


def random_step(env, generator: np.random.Generator) -> int | None:
    """Take a random legal step, or a None step for an agent whose game has ended."""
    action = None if finished(env) else int(random_actions(mask_of(env)[None], generator)[0])
    env.step(action)
    return action


def random_play(env, generator: np.random.Generator, steps: int) -> None:
    for _ in range(steps):
        random_step(env, generator)
        if not env.agents:
            env.reset()


def picture(env) -> tuple:
    """Everything that an environment shows."""
    seen = [env.observe(agent) for agent in env.possible_agents]
    return [getattr(env, name) for name in AGENT_ATTRIBUTES], seen, env.state(), env.snapshot()


def assert_same(one, other) -> None:
    assert data_equivalence(one, other, exact=True)


# --- PettingZoo's own tests


@every_mask
@every_case
def test_api(case, mask_in, capsys):
    api_test(env_of(case, mask_in=mask_in), num_cycles=300)
    api_test(raw_env_of(case, mask_in=mask_in), num_cycles=300)


@every_mask
@every_case
def test_seed(case, mask_in):
    seed_test(lambda: env_of(case, mask_in=mask_in), num_cycles=100)


@FIRST_OF_EACH_GAME
def test_render(case):
    pytest.importorskip("resvg_py")
    pytest.importorskip("pygame")
    render_test(lambda **arguments: env_of(case, **arguments))


def test_a_name_from_numpy_names_the_same_agent():
    env = env_of(Case("dig_v0"))
    env.reset(seed=5)
    (name,) = np.array([env.agent_selection])
    expected, found = env.observe(env.agent_selection), env.observe(name)
    assert expected["action_mask"].any()
    assert all((found[key] == expected[key]).all() for key in expected)


@every_case
def test_state_without_masks(case):
    env = env_of(case)
    run_state_space_test(env)
    run_state_test(env, num_cycles=20)


# --- constructors


def test_all_constructors_make_the_same_environment():
    from dig_envs import dig_v0

    made = [dig_envs.env("dig_v0", num_players=3), dig_v0.env(num_players=3)]
    if hasattr(pettingzoo, "make"):
        made.append(pettingzoo.make("aec", "dig_envs/dig_v0", num_players=3))
    for env in made:
        env.reset(seed=5)
    for env in made[1:]:
        assert type(env) is Env
        assert_same(picture(env), picture(made[0]))
    assert type(dig_v0.raw_env()) is RawEnv
    assert str(made[0]) == "dig_v0"


def test_every_game_is_in_pettingzoos_registries():
    registered = pytest.importorskip("pettingzoo", minversion="1.27")
    for registry in (registered.aec_registry, registered.parallel_registry):
        assert {f"dig_envs/{game}".replace("_v", "-v") for game in dig_envs.games()} <= set(registry)


@pytest.mark.parametrize("game", dig_envs.games())
def test_parallel_api(game):
    make = pytest.importorskip("pettingzoo", minversion="1.27").make
    parallel_api_test(make("parallel", f"dig_envs/{game}"), num_cycles=200)
    parallel_seed_test(lambda: make("parallel", f"dig_envs/{game}"), num_cycles=50)


def test_a_parallel_environment_plays_the_same_game():
    """Each step takes the action of the only agent whose mask is not all 0."""
    parallel, env = parallel_env("dig_v0", num_players=3, max_turns=6), dig_envs.env("dig_v0", num_players=3, max_turns=6)
    observations, infos = parallel.reset(seed=5)
    env.reset(seed=5)
    generator = np.random.default_rng(5)
    while parallel.agents:
        for agent in env.agents:
            assert_same(observations[agent], env.observe(agent))
        (deciding,) = [agent for agent, seen in observations.items() if seen["action_mask"].any()]
        assert deciding == env.agent_selection
        assert infos == {agent: {"active_agent": deciding} for agent in env.possible_agents}
        observations, *results, infos = parallel.step({deciding: random_step(env, generator)})
        assert results == [env.rewards, env.terminations, env.truncations]
    assert all(results[2].values())
    assert infos == {agent: {"active_agent": None} for agent in env.possible_agents}


@pytest.mark.parametrize("mask_in", ["observation", "info"])
def test_waiting_agents_may_have_masks_of_ones(mask_in):
    """For libraries that sample an action for every agent. The actions of waiting agents have no effect."""
    make = dig_envs.parallel_env
    twins = make("dig_v0", max_turns=6, mask_in=mask_in, waiting_mask="ones"), make("dig_v0", max_turns=6)
    (seen, infos), (expected, _) = (env.reset(seed=5) for env in twins)
    while seen:
        masks = {
            agent: seen[agent]["action_mask"] if mask_in == "observation" else infos[agent]["action_mask"] for agent in seen
        }
        deciding = twins[1].unwrapped.agent_selection if twins[1].agents else None
        for agent, mask in masks.items():
            assert (mask == (expected[agent]["action_mask"] if agent == deciding else 1)).all()
        if not twins[0].agents:
            break
        actions = {agent: int(mask.argmax()) for agent, mask in masks.items()}
        seen, *results, infos = twins[0].step(actions)
        expected, *expected_results, _ = twins[1].step({deciding: actions[deciding]})
        assert results == expected_results
    assert all(results[1].values()) or all(results[2].values())
    with pytest.raises(ArgumentError, match="waiting_mask cannot be 'one'; did you mean \"ones\""):
        parallel_env("dig_v0", waiting_mask="one")


def test_last_after_the_last_agent_says_to_reset():
    env = dig_envs.env("dig_v0", max_turns=1)
    env.reset(seed=1)
    for agent in env.agent_iter():
        env.step(None if finished(env) else int(env.observe(agent)["action_mask"].argmax()))
    with pytest.raises(OrderError, match=r"all agents are removed: call reset\(\)"):
        env.last()


# --- the game


@every_case
def test_plays_the_game_of_the_batch(case):
    """The same seed and actions give the same observations, masks, rewards and ends, and the same next game."""
    env, batch, generator = env_of(case), batch_of(case, 1, seed=11), np.random.default_rng(0)
    env.reset(seed=11)
    for _ in range(2):
        while not finished(env):
            assert env.agent_selection == f"player_{batch.players[0]}"
            seen = env.last()[0]
            assert_same(seen["observation"], batch.observations[0])
            assert_same(seen["action_mask"], batch.masks[0])
            batch.step(np.array([random_step(env, generator)]))
        assert batch.dones[0]
        for seat, agent in enumerate(env.possible_agents):
            assert_same(env.observe(agent)["observation"], batch.final_observations[0, seat])
        assert list(env.rewards.values()) == batch.rewards[0].tolist()
        assert set(env.truncations.values()) == {bool(batch.truncations[0])}
        env.reset()


@every_mask
@every_case
def test_only_the_deciding_agent_has_a_nonzero_mask(case, mask_in):
    env, generator = env_of(case, mask_in=mask_in), np.random.default_rng(1)
    env.reset(seed=1)
    for _ in range(200):
        for agent in env.agents:
            seen = env.observe(agent)
            assert seen in env.observation_space(agent)
            mask = seen["action_mask"] if mask_in == "observation" else env.infos[agent]["action_mask"]
            assert mask.dtype == np.int8 and mask.shape == (env.action_space(agent).n,)
            assert mask.any() == (agent == env.agent_selection and not finished(env))
        random_step(env, generator)
        if not env.agents:
            env.reset()


def test_an_end_by_an_illegal_action_clears_the_masks_and_redraws_the_window(monkeypatch):
    env, drawn = dig_envs.env("dig_v0", mask_in="info", render_mode="human"), []
    env.reset(seed=1)
    monkeypatch.setattr(env, "render", lambda: drawn.append(env.terminations))
    env.step(int(np.argmin(mask_of(env))))
    assert drawn == [dict.fromkeys(env.agents, True)]
    assert not any(info["action_mask"].any() for info in env.infos.values())
    env.close()


@every_case
def test_changing_returned_arrays_does_not_change_the_environment(case):
    env, twin, generator = env_of(case), env_of(case), np.random.default_rng(2)
    env.reset(seed=2)
    twin.reset(seed=2)
    for _ in range(50):
        for agent in env.possible_agents:
            for array in env.observe(agent).values():
                array[:] = 1
        env.state()[:] = 0
        assert_same(picture(env), picture(twin))
        twin.step(random_step(env, generator))
        if not env.agents:
            break


@pytest.mark.parametrize("bot", ["random", "greedy"])
@every_case
def test_last_returns_the_sum_of_rewards_and_dead_agents_leave_in_order(case, bot):
    """Whole games that end by the rules or by the turn limit."""
    env, player = env_of(case), agents.make(bot, game=case.game, noise=0.1)
    game, generator = env._table.game, np.random.default_rng(3)
    env.reset(seed=3)
    received = dict.fromkeys(env.agents, 0.0)
    while not finished(env):
        seen, reward, *_ = env.last()
        assert reward == 0.0 and set(env.rewards.values()) == {0.0}
        players = np.array([env._table.player])
        views = (seen["observation"][None], seen["action_mask"][None])
        env.step(int(player.act(Decisions.of(game, env._table.state, players, *views, generator))[0]))
    rewards = dict(env.rewards)
    assert case.solo or sum(rewards.values()) == pytest.approx(0.0)
    ends = {(env.terminations[agent], env.truncations[agent]) for agent in env.agents}
    assert ends in ({(True, False)}, {(False, True)})
    assert all(type(flag) is bool for flag in (*env.terminations.values(), *env.truncations.values()))
    for agent in env.possible_agents:
        assert env.agent_selection == agent
        received[agent] += env.last()[1]
        env.step(None)
        assert all(agent not in getattr(env, name) for name in AGENT_ATTRIBUTES if name != "agent_selection")
    assert received == rewards and not env.agents


def test_reset_ignores_options_and_the_global_generators():
    before = random.getstate(), np.random.get_state()[1].tobytes()
    env = dig_envs.env("dig_v0")
    for options in ({"options": 1}, {}, None):
        env.reset(seed=1, options=options)
    random_play(env, np.random.default_rng(0), 100)
    assert (random.getstate(), np.random.get_state()[1].tobytes()) == before


def test_without_a_seed_games_differ():
    first, second = dig_envs.env("dig_v0"), dig_envs.env("dig_v0")
    first.reset()
    second.reset()
    assert not np.array_equal(first.state(), second.state())


# --- copies


def restored(env, case: Case, mask_in: str):
    fresh = env_of(case, mask_in=mask_in)
    fresh.restore(env.snapshot())
    return fresh


@every_mask
@pytest.mark.parametrize("case", mark_long_except_one(CASES), ids=lambda case: case.id)
def test_copies_continue_the_same_game(case, mask_in):
    """At many moments, dead steps included. Steps of a copy change no other copy."""
    env, generator = env_of(case, mask_in=mask_in), np.random.default_rng(4)
    env.reset(seed=4)
    for moment in range(40):
        random_play(env, generator, 1 if finished(env) else 37)
        copies = [copy.deepcopy(env), pickle.loads(pickle.dumps(env)), env.clone(), restored(env, case, mask_in)]
        before = picture(env)
        for twin in copies:
            assert_same(picture(twin), before)
            random_play(twin, np.random.default_rng(moment), 25)
        assert_same(picture(env), before)
        continued = env.clone()
        random_play(continued, np.random.default_rng(moment), 25)
        for twin in copies:
            assert_same(picture(twin), picture(continued))


def test_an_environment_can_be_copied_before_reset():
    twin = pickle.loads(pickle.dumps(copy.deepcopy(dig_envs.env("dig_v0"))))
    with pytest.raises(AttributeError, match="before reset"):
        _ = twin.agents
    twin.reset(seed=1)
    assert twin.agents


def test_an_end_by_an_illegal_action_survives_a_snapshot():
    env = dig_envs.env("dig_v0")
    env.reset(seed=1)
    env.step(int(np.argmin(mask_of(env))))
    twin = restored(env, Case("dig_v0"), "observation")
    assert_same(picture(twin), picture(env))
    assert all(twin.terminations.values()) and sum(twin.rewards.values()) == env.illegal_reward


def damaged_snapshots(env) -> dict[str, object]:
    whole = env.snapshot()
    flipped = bytearray(whole)
    flipped[len(flipped) // 2] ^= 1
    other = dig_envs.env("dig_v0", num_players=4)
    other.reset(seed=1)
    parts = {**env._table.arrays(), **aec_snapshot.agent_arrays(env)}
    negative, nobody = ({**parts, "states": parts["states"].copy()} for _ in range(2))
    negative["states"]["table"]["turn"] = -3
    nobody["states"]["secret"]["mover"] = 5
    misplaced = {**parts, "turn": np.array([9, -1], np.int8)}
    skipping = {**parts, "turn": np.array([0, 2], np.int8)}

    return {
        "a snapshot must be bytes": None,
        "not a snapshot": b"hello",
        "checksum": bytes(flipped),
        "damaged": whole[:-5],
        "has options": other.snapshot(),
        r"table\.turn out of range": pack(env._header(), negative),
        r"secret\.mover out of range": pack(env._header(), nobody),
        "the selected agent is 9, not from 0 to 1": pack(env._header(), misplaced),
        "the skipped agent is 2, not from -1 to 1": pack(env._header(), skipping),
    }


def test_a_damaged_snapshot_changes_nothing():
    env = dig_envs.env("dig_v0")
    env.reset(seed=1)
    random_play(env, np.random.default_rng(0), 20)
    for message, snapshot in damaged_snapshots(env).items():
        with unchanged(lambda: picture(env)), pytest.raises(SnapshotError, match=message):
            env.restore(snapshot)


# --- the same results as PettingZoo's three usual wrappers


def wrapped(case: Case, mask_in: str, illegal_reward: float):
    raw = raw_env_of(case, mask_in=mask_in)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(TerminateIllegalWrapper(raw, illegal_reward=illegal_reward)))


def outcome(call):
    """The result or the exception of a call, and PettingZoo's logged warnings."""
    EnvLogger.flush()
    try:
        result = call()
    except Exception as error:
        result = error
    return result, list(EnvLogger.mqueue)


def assert_same_outcome(call, env, peer) -> None:
    (result, warned), (expected, expected_warnings) = outcome(lambda: call(env)), outcome(lambda: call(peer))
    assert warned == expected_warnings
    if isinstance(expected, Exception):
        assert isinstance(result, type(expected)), f"{result!r}, not {expected!r}"
    else:
        assert_same(result, expected)


def comparable(env) -> tuple:
    """Everything that an environment shows, with float rewards, because TerminateIllegalWrapper gives an int 0.

    The wrapper also leaves the last masks in the infos of a game that it ends.
    """
    env.unwrapped.rewards = {agent: float(reward) for agent, reward in env.rewards.items()}
    if any(env.terminations.values()):
        env.unwrapped.infos = {agent: {name: 0 * mask for name, mask in info.items()} for agent, info in env.infos.items()}
    return (
        [getattr(env, name) for name in AGENT_ATTRIBUTES],
        [env.observe(agent) for agent in env.possible_agents],
        env.num_agents,
    )


def some_action(env, generator: np.random.Generator):
    """A mostly legal action; sometimes illegal, out of bounds, of a wrong type, or None."""
    kind = generator.random()
    if kind < 0.95:
        return None if not env.agents or finished(env) else int(random_actions(mask_of(env)[None], generator)[0])
    if kind < 0.98:
        return np.int32(generator.integers(env.action_spaces["player_0"].n))
    return [*INVALID_ACTIONS, np.uint64(1)][generator.integers(len(INVALID_ACTIONS) + 1)]


@every_mask
@pytest.mark.parametrize("case", mark_long_except_one(CASES), ids=lambda case: case.id)
def test_env_behaves_as_the_wrapped_raw_env(case, mask_in):
    env, generator = env_of(case, mask_in=mask_in), np.random.default_rng(6)
    peer = wrapped(case, mask_in, env.illegal_reward)
    for seed in range(12):
        env.reset(seed=seed)
        peer.reset(seed=seed)
        for _ in range(150):
            assert_same_outcome(comparable, env, peer)
            action = some_action(env, generator)
            assert_same_outcome(lambda one, action=action: one.step(action), env, peer)
            if not env.agents:
                assert_same_outcome(lambda one: one.step(0), env, peer)
                break


@pytest.mark.parametrize(
    "call",
    [
        lambda env: env.step(0),
        lambda env: env.last(),
        lambda env: env.observe("player_0"),
        lambda env: env.state(),
        lambda env: env.render(),
        lambda env: env.agent_iter(),
        *(lambda env, name=name: getattr(env, name) for name in (*AGENT_ATTRIBUTES, "num_agents")),
        lambda env: env.possible_agents,
        lambda env: env.max_num_agents,
        lambda env: str(env),
        lambda env: env.no_such_thing,
    ],
)
def test_before_reset_env_behaves_as_the_wrapped_raw_env(call):
    case = Case("dig_v0")
    assert_same_outcome(call, env_of(case), wrapped(case, "observation", -1.0))


def test_agent_iter_behaves_as_the_wrappers():
    def loop_without_step(env):
        env.reset(seed=1)
        return list(env.agent_iter())

    def two_iterations(env):
        env.reset(seed=1)
        seen = []
        for agent in env.agent_iter(2):
            seen.append(agent)
            env.step(int(mask_of(env).argmax()))
        return seen

    case = Case("dig_v0")
    for call in (loop_without_step, two_iterations):
        assert_same_outcome(call, env_of(case), wrapped(case, "observation", -1.0))


def test_the_illegal_reward_is_that_of_a_single_loser():
    assert dig_envs.env("dig_v0", num_players=4).illegal_reward == pytest.approx(-1 / 3)
    assert dig_envs.env("dig_v0", num_players=4, reward="score").illegal_reward == -1.0


# --- bad input


def refused_actions(env) -> list:
    return [int(np.argmin(mask_of(env))), *INVALID_ACTIONS]


@every_mask
@every_case
def test_a_refused_action_changes_nothing(case, mask_in):
    for env in (raw_env_of(case, mask_in=mask_in), env_of(case, mask_in=mask_in, illegal="raise")):
        env.reset(seed=7)
        random_play(env, np.random.default_rng(7), 15)
        for action in refused_actions(env):
            with unchanged(partial(picture, env)), pytest.raises(IllegalActionError):
                env.step(action)


def test_a_refusal_lists_the_legal_actions():
    env = dig_envs.raw_env("dig_v0")
    env.reset(seed=1)
    illegal = int(np.argmin(mask_of(env)))
    legal = env._table.game.actions.legal(mask_of(env))
    with pytest.raises(IllegalActionError, match=rf"action {illegal} .* is not legal now; legal: .*{legal[0]}"):
        env.step(illegal)
    size = env.action_space("player_0").n
    with pytest.raises(IllegalActionError, match=f"integers from 0 to {size - 1}"):
        env.step(size)


def test_raw_env_refuses_calls_out_of_order():
    env = dig_envs.raw_env("dig_v0", max_turns=1)
    for call in (lambda: env.step(0), env.state, env.render, env.snapshot, lambda: env.observe("player_0")):
        with pytest.raises(OrderError, match=r"reset\(\) needs to be called"):
            call()
    env.reset(seed=1)
    while env.agents:
        random_step(env, np.random.default_rng(0))
    with pytest.raises(OrderError, match="call reset"):
        env.step(0)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"game": "dgi_v0"}, UnknownGameError, 'did you mean "dig_v0"'),
        ({"render_mod": "ansi"}, OptionError, 'did you mean "render_mode".*mask_in.*num_players'),
        ({"num_player": 3}, OptionError, 'did you mean "num_players"'),
        ({"num_players": 9}, OptionError, "from 2 to 4, not 9"),
        ({"render_mode": "rgb"}, ArgumentError, "ansi, human, rgb_array"),
        ({"mask_in": "obs"}, ArgumentError, "info, observation"),
        ({"mask_in": None}, ArgumentError, "info, observation"),
        ({"mask_in": "info", "observation_key": "obs"}, ArgumentError, 'need mask_in="observation"'),
        ({"illegal": "ignore"}, ArgumentError, "end, raise"),
    ],
)
def test_errors_name_bad_arguments_and_valid_choices(arguments, error, message):
    with pytest.raises(error, match=message):
        dig_envs.env(**{"game": "dig_v0", **arguments})


@pytest.mark.parametrize("seed", [-1, 1.5, "one", True, 2**63])
def test_a_bad_seed_changes_nothing(seed):
    env = dig_envs.env("dig_v0")
    env.reset(seed=1)
    with unchanged(lambda: picture(env)), pytest.raises(ArgumentError, match="a seed must be a whole number"):
        env.reset(seed=seed)


def test_an_unknown_agent_is_refused():
    env = dig_envs.env("dig_v0")
    env.reset(seed=1)
    for call in (env.observe, env.observation_space, env.action_space):
        with pytest.raises(ArgumentError, match=r'"player_2".*player_0, player_1'):
            call("player_2")


# --- the action space


def test_the_action_space_samples_as_gymnasiums():
    ours, theirs, generator = ActionSpace(15, seed=3), spaces.Discrete(15, seed=3), np.random.default_rng(3)
    assert ours == theirs and theirs == ours
    for _ in range(300):
        mask = (generator.random(15) < 0.3).astype(np.int8)
        assert_same(ours.sample(mask), theirs.sample(mask))
        assert_same(ours.sample(), theirs.sample())
    for member in (0, 14, np.int64(3), np.int32(3), np.array(3), -1, 15, 1.0, "1", None):
        assert ours.contains(member) == theirs.contains(member)
    assert ours.contains(np.uint64(1)) and ours.contains(torch.tensor(14)), "integers of every library"
    assert not any(
        ours.contains(member) for member in (True, np.True_, torch.tensor(True), torch.tensor([3]), torch.tensor(3.0))
    )
    with pytest.raises(AssertionError, match="dtype"):
        ours.sample(np.ones(15, bool))
