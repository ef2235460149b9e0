"""Test the sweep over beliefs against the game tree."""

import numpy as np
import pytest

import dig_envs
from dig_envs import agents, exact
from dig_envs.core.agent import Agent
from dig_envs.core.engine import engine_of
from dig_envs.core.errors import ArgumentError
from dig_envs.core.playing import PlayedGame
from dig_envs.core.rng import RNG
from dig_envs.dig_dig import chance
from dig_envs.exact import beliefs
from dig_envs.exact.beliefs import Sweep
from dig_envs.exact.enumeration import bytes_of
from dig_envs.exact.exploitability import AUTO_LIMITS

GAME = dig_envs.game_of("dig_dig_v0")


@pytest.mark.parametrize(
    "variant, agents",
    [
        ("tiny", "random"),
        ("tiny", "greedy@0.2"),
        ("tiny", ["ppo", "random"]),
        ("small", "greedy"),
        ("tiny3", ["greedy", "random", "greedy"]),
    ],
)
def test_beliefs_and_the_tree_agree(variant, agents):
    players = {"num_players": 3} if variant == "tiny3" else {}
    tree, swept = (
        exact.exploitability("dig_dig_v0", agents, variant=variant, engine=engine, **players) for engine in ("tree", "beliefs")
    )
    assert np.abs(tree.values - swept.values).max() < 1e-12
    assert np.abs(tree.best_response_values - swept.best_response_values).max() < 1e-12
    assert swept.is_exact and swept.lower_bound == swept.nash_conv and (swept.engine, tree.engine) == ("beliefs", "tree")


def test_beliefs_are_chosen_for_a_variant_with_a_later_turn_limit_than_the_tree_reaches(monkeypatch):
    """With 30 turns, the tree of tiny has more than 100,000 positions; greedy agents reach far fewer beliefs."""
    options = GAME.parse_options(variant="tiny", max_turns=30)
    with pytest.raises(exact.TooLargeError):
        exact.sequence_form(GAME, options, max_positions=20_000)
    monkeypatch.setitem(AUTO_LIMITS, "max_positions", 20_000)
    result = exact.exploitability("dig_dig_v0", "greedy", variant="tiny", max_turns=30)
    assert result.engine == "beliefs" and result.nash_conv > 0 and result.information_sets < 20_000
    mixture = exact.exploitability("dig_dig_v0", exact.Mixture(["greedy", "random"]), variant="tiny", max_turns=30)
    assert mixture.engine == "tree", "beliefs need agents without memory"


def six_turns_before_the_end(states):
    """Return a state of a finished game, whose turn limit is set to the game's last turn, and the seat that decides."""
    last = int(states[-1]["table"]["turn"][0]) + 1
    state = next(each for each in states if each["table"]["turn"][0] == last - 6)
    state["table"]["max_turns"] = last
    return state, int(state["secret"]["mover"][0])


def sampled_worlds(state, seat, count=64):
    """Return the distinct determinizations of a sample, and their shares of the sample."""
    worlds = np.zeros(count, GAME.state)
    tables, seats = np.repeat(state["table"], count), np.repeat(state["seats"][:, seat], count)
    engine_of(GAME).redeal_states(tables, seats, np.full(count, seat), np.arange(count), worlds)
    worlds["secret"]["rng"] = np.zeros((), RNG)
    _, first, counts = np.unique(bytes_of(worlds), axis=0, return_index=True, return_counts=True)
    return worlds[first], counts / count


def test_a_sweep_begins_at_given_states():
    """The deals as given states change nothing. The ending of a full game begins at determinizations."""
    options = GAME.parse_options(variant="tiny")
    deals = chance.roots(options)
    given, own = (Sweep(GAME, options, ["greedy"] * 2, 1, 0, roots=roots) for roots in (deals, None))
    assert given.best_response(0) == own.best_response(0) and given.num_beliefs == own.num_beliefs
    played = PlayedGame(GAME, {"reward": "win"}, [agents.make("greedy", game=GAME)] * 2, 1)
    states = [moment.batch.states.copy() for moment in played.moments() if moment.batch.players[0] >= 0]
    state, seat = six_turns_before_the_end(states)
    roots = sampled_worlds(state, seat)
    assert len(roots[0]) > 1 and np.isclose(roots[1].sum(), 1.0)
    sweep = Sweep(GAME, played.batch.options, ["greedy"] * 2, 1, 0, roots=roots)
    value, best = sweep.values(), sweep.best_response(seat)
    assert np.isclose(value.sum(), 0.0) and best[0] == best[1] > value[seat]


class AnyAction(Agent):
    """Plays as `random`, but only samples of its actions are known."""

    name = "any"

    def act(self, decisions):
        return (decisions.masks * decisions.generator.random(decisions.masks.shape)).argmax(axis=1)


def test_a_sampled_agent_has_a_bound_without_bias():
    results = [
        exact.exploitability("dig_dig_v0", AnyAction(), variant="tiny", engine=engine, samples=4, seed=seed)
        for engine in ("beliefs", "tree")
        for seed in range(8)
    ]
    truth = exact.exploitability("dig_dig_v0", "random", variant="tiny").nash_conv
    bounds = np.array([result.lower_bound for result in results]).reshape(2, 8)
    assert all(result.lower_bound < result.nash_conv and not result.is_exact for result in results)
    assert (bounds.mean(axis=1) < truth).all() and np.ptp(bounds.mean(axis=1)) < 4 * bounds.std(axis=1).max() / np.sqrt(8)
    assert min(result.nash_conv for result in results) > truth


def test_a_bot_that_draws_numbers_is_sampled():
    result = exact.exploitability("dig_dig_v0", "expert", variant="small", max_turns=6, engine="beliefs", samples=4)
    tree = exact.exploitability("dig_dig_v0", "expert", variant="small", max_turns=6, engine="tree", samples=4)
    assert not result.is_exact and result.lower_bound != result.nash_conv == pytest.approx(tree.nash_conv, abs=0.05)
    assert result.lower_bound == pytest.approx(tree.lower_bound, abs=0.05)
    with pytest.raises(ArgumentError, match="stored with engine"):
        result.best_response(0)
    assert "beliefs" in result._repr_html_()


def test_both_engines_count_the_same_sampled_records():
    """An agent with noise reaches every record, so that both engines ask it at all of them."""
    tree, swept = (
        exact.exploitability("dig_dig_v0", "expert@0.5", variant="tiny", engine=name, samples=2) for name in ("tree", "beliefs")
    )
    assert tree.sampled == swept.sampled > 100


def test_policies_with_memory_and_unknown_engines_are_refused(monkeypatch):
    solved = exact.solve("dig_dig_v0", variant="tiny", iterations=1)
    for policy in (solved.policy, exact.Mixture(["random", "greedy"]), np.ones((3, 62))):
        with pytest.raises(ArgumentError, match="a name, an agent or a function is needed here"):
            exact.exploitability("dig_dig_v0", policy, variant="tiny", engine="beliefs")
    with pytest.raises(ArgumentError, match=r'engine cannot be .*; did you mean "beliefs"'):
        exact.exploitability("dig_dig_v0", "random", variant="tiny", engine="belief")


def test_the_limit_on_particles_is_kept_and_progress_is_reported():
    options = GAME.parse_options(variant="tiny")
    with pytest.raises(exact.TooLargeError, match=r"a layer has [\d,]+ actions of particles, above the limit of 100"):
        Sweep(GAME, options, ["random", "random"], 1, 0, max_particles=100).values()
    calls = []
    Sweep(GAME, options, ["random", "random"], 1, 0, progress=lambda *sizes: calls.append(sizes)).best_response(0)
    assert [layers for layers, _ in calls] == list(range(1, len(calls) + 1)) and calls[-1][1] > len(calls)


def test_arrays_grow_without_changing_the_result(monkeypatch):
    options = GAME.parse_options(variant="tiny")
    expected = Sweep(GAME, options, ["greedy", "random"], 1, 0).best_response(0)
    plain = beliefs._new_children
    monkeypatch.setattr(beliefs, "_new_children", lambda game, players, size, samples: plain(game, players, 64, samples))
    assert Sweep(GAME, options, ["greedy", "random"], 1, 0).best_response(0) == expected
