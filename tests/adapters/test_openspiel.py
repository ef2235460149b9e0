"""The OpenSpiel adapter: OpenSpiel's own tests and algorithms, and the same observations as in the other adapters."""

import importlib
import json
import pickle
import subprocess
import sys
import unittest
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python import policy, rl_environment
from open_spiel.python.algorithms import (
    cfr,
    evaluate_bots,
    exploitability,
    ismcts,
    mcts,
    outcome_sampling_mccfr,
)
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation
from open_spiel.python.tests import games_sim_test

from dig_envs import agents, text
from dig_envs.adapters.openspiel import AgentBot, OpenSpielAgent
from dig_envs.core.batch import Batch
from dig_envs.core.catalogue import games
from dig_envs.core.errors import ArgumentError, IllegalActionError, OptionError
from dig_envs.training import arena
from tests.support.play import MixedPlay

SHORT = {
    "python_dig": "python_dig(max_turns=8)",
    "python_dig_dig": "python_dig_dig(max_turns=12)",
    "python_lets_dig_for_treasure": "python_lets_dig_for_treasure",
    "python_two_bit_bandits": "python_two_bit_bandits(max_turns=6)",
    "python_digging_bandits": "python_digging_bandits(max_turns=8)",
}
OTHERS = (
    "python_dig(players=4,reward=score,scents=True,max_turns=8)",
    "python_dig_dig(players=3,reward=rank,max_turns=12)",
    "python_lets_dig_for_treasure(players=4,teams=True)",
    "python_two_bit_bandits(players=1,length=easy,max_turns=6)",
    "python_digging_bandits(players=4,quick_play=True,max_turns=8)",
)
TINY = "python_dig(reward=score,max_turns=52,deals=2,opening=155)"  # 134 information states of two players
every_game = pytest.mark.parametrize("name", SHORT.values(), ids=SHORT)


def dealt(game, seed=0):
    """The state after the deal of a seed. `game` is a game or its name."""
    state = (pyspiel.load_game(game) if isinstance(game, str) else game).new_initial_state()
    while state.is_chance_node():
        seed, digit = divmod(seed, len(state.chance_outcomes()))
        state.apply_action(digit)
    return state


def walk(game, seed=0):
    """Yield all states of a random game, from the deal on."""
    state, generator = dealt(game, seed), np.random.default_rng(seed)
    yield state
    while not state.is_terminal():
        state.apply_action(int(generator.choice(state.legal_actions())))
        yield state


def players_of(state):
    return range(state.num_players())


# --- OpenSpiel's own tests


def test_every_game_is_registered():
    assert {f"python_{name.removesuffix('_v0')}" for name in games()} == set(SHORT) <= set(pyspiel.registered_names())


@pytest.mark.parametrize("name", [*SHORT.values(), *OTHERS])
def test_openspiels_random_simulations_pass(name, capfd):
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    games_sim_test.GamesSimTest("test_pig").sim_game(game)
    assert "Sim of game" in capfd.readouterr().out


def run_case(base, name, game):
    """Run one of OpenSpiel's test cases on a game. Returns the number of its tests."""
    case = type("Case", (base,), {"game_name": name, "game": game})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert not result.errors and not result.failures, [*result.errors, *result.failures][0]
    return result.testsRun


@every_game
def test_openspiels_api_test_passes(name):
    assert run_case(api_test.EnforceAPIOnPartialTreeBase, name, pyspiel.load_game(name)) >= 4


def test_openspiels_api_test_passes_on_a_whole_tree(monkeypatch):
    """The tests include perfect recall."""
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, TINY, (1, 252, 1148))
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, TINY, 134)
    assert run_case(api_test.EnforceAPIOnFullTreeBase, TINY, pyspiel.load_game(TINY)) >= 7


# --- the same game as in other adapters


@every_game
def test_the_game_is_that_of_every_adapter(name):
    game = pyspiel.load_game(name)
    seed = 3_000_000_019
    batch = Batch(game.source, game.options, 1, seed, deal_again=False)
    for state in walk(name, seed):
        if state.move_number() > game.num_digits:
            batch.step(np.array(state.history()[-1:]))
        if state.is_terminal():
            assert batch.dones[0] and state.returns() == state.rewards() == batch.rewards[0].tolist()
            break
        assert state.record.tobytes() == batch.states.tobytes()
        assert state.legal_actions_mask() == batch.masks[0].tolist() and state.current_player() == batch.players[0]
        assert state.returns() == [0.0] * state.num_players()
        for player, seen in enumerate(batch.observe_states(batch.states)[0]):
            assert (np.array(state.information_state_tensor(player), np.float32) == seen).all()
            assert (np.array(state.observation_tensor(player), np.float32) == seen).all()


@every_game
def test_a_history_replays_its_game(name):
    *_, end = walk(name, 5)
    again = end.get_game().new_initial_state()
    for action in end.history():
        again.apply_action(action)
    assert str(again) == str(end) and again.returns() == end.returns()


def test_deals_and_openings_make_a_small_game():
    game = pyspiel.load_game(TINY)
    root = game.new_initial_state()
    assert root.chance_outcomes() == [(0, 0.5), (1, 0.5)] and game.max_chance_nodes_in_history() == 1
    for deal in (0, 1):
        batch = Batch(game.source, game.options, 1, seed=deal, deal_again=False)
        for _ in range(game.opening):
            batch.step(batch.sample())
        assert root.child(deal).record.tobytes() == batch.states.tobytes(), "the opening is the random play of every adapter"
    ended = dealt("python_dig(max_turns=1,opening=50)")
    assert ended.is_terminal() and ended.returns() == [0.0, 0.0]


# --- information of players


@every_game
def test_resampling_keeps_a_players_information_and_draws_the_rest(name):
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    redrawn = 0
    for state in walk(name, 1):
        if state.is_terminal() or state.move_number() % 3:
            continue
        for player in players_of(state):
            other = state.resample_from_infostate(player, sampler)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.history() == [], "a history would reveal hidden actions of others"
            if player == state.current_player():
                assert other.current_player() == player and other.legal_actions() == state.legal_actions()
            redrawn += other.record["secret"].tobytes() != state.record["secret"].tobytes()
            other.apply_action(other.legal_actions()[0])
    assert redrawn > 0


def test_resampling_clones_before_the_deal_and_after_the_end():
    state = pyspiel.load_game("python_dig(max_turns=2)").new_initial_state()
    *_, end = walk("python_dig(max_turns=2)")
    for one in (state, end):
        assert str(one.resample_from_infostate(0, lambda: 0.5)) == str(one)


@pytest.mark.parametrize("name", ["python_two_bit_bandits(players=4)", "python_digging_bandits(players=4)"])
def test_a_secret_decision_changes_no_other_memory(name):
    """That a seat was asked and passed is secret (C-4) and does not change the memories of others."""
    spiel = pyspiel.load_game(name)
    batch = Batch(spiel.source, spiel.options, 64, seed=1)
    play, secret = MixedPlay(batch, seed=1), 0
    for _ in range(60):
        batch.step(play.actions(batch))
        for row in np.flatnonzero(spiel.source.window_open(batch.states["table"]))[:4]:
            record, asked = batch.states[row : row + 1], int(batch.players[row])
            state = spiel.state_known(record["table"], record["seats"][:, asked], asked, seed=row)
            for action in state.legal_actions():
                after = state.child(action)
                if after.record["table"].tobytes() == record["table"].tobytes():
                    changed = {p for p in players_of(state) if after.recollection_of(p) != state.recollection_of(p)}
                    assert asked in changed and changed <= {asked, after.current_player()}, (
                        "the next seat knows that it is asked"
                    )
                    secret += 1
    assert secret >= 5


def test_information_states_distinguish_more_than_observations():
    """Different histories lead to the same position."""
    ways, waiting = {}, [pyspiel.load_game(TINY).new_initial_state()]
    while waiting:
        state = waiting.pop()
        if state.current_player() >= 0:
            ways.setdefault(state.observation_string(), set()).add(state.information_state_string())
        waiting += [state.child(action) for action in state.legal_actions()]
    assert len(ways) < sum(map(len, ways.values())) == 134


def test_the_observation_string_is_the_position_in_words_as_json():
    state = pyspiel.load_game("python_dig_dig(players=3)").new_initial_state()
    assert json.loads(state.observation_string(1)) == {"seat": 1, "table": {}}
    state, plain = dealt("python_dig_dig(players=3)"), text.TextGame("dig_dig_v0", 0, ["me"] * 3)
    mover = state.current_player()
    said, waiting = (json.loads(state.observation_string(player)) for player in (mover, (mover + 1) % 3))
    assert said["seat"] == mover and said["question"] == plain.turn.question and list(said["table"]) == list(plain.turn.table)
    assert [choice["action"] for choice in said["choices"]] == state.legal_actions()
    assert [choice["name"] for choice in said["choices"]] == [state.action_to_string(each) for each in state.legal_actions()]
    assert list(waiting) == ["seat", "table"] and state.hides_state_from_agents() is True


def test_observers_name_the_numbers():
    state = dealt("python_dig")
    observation = make_observation(state.get_game())
    observation.set_from(state, 1)
    layout = state.get_game().evaluator.layout
    assert list(observation.dict) == [block.name for block in layout]
    assert (observation.dict["hand_sizes"] == layout.decode(np.array(state.observation_tensor(1)))["hand_sizes"]).all()
    recalling = make_observation(state.get_game(), INFO_STATE_OBS_TYPE)
    assert recalling.string_from(state, 1) == state.information_state_string(1) != observation.string_from(state, 1)
    nobody = pyspiel.IIGObservationType(public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    assert make_observation(state.get_game(), nobody) is None
    with pytest.raises(ArgumentError, match="no parameters"):
        make_observation(state.get_game(), None, {"colour": 1})


# --- refusals, copies


def test_illegal_actions_are_refused_and_change_nothing():
    state = dealt("python_dig")
    before = str(state), state.history()
    for action in (16, 10_000, -5):
        with pytest.raises(IllegalActionError, match="legal"):
            state.apply_action(action)
    assert (str(state), state.history()) == before
    start = pyspiel.load_game(TINY).new_initial_state()
    with pytest.raises(IllegalActionError, match="a digit of the seed must be from 0 to 1, not 2"):
        start.apply_action(2)
    *_, end = walk("python_dig(max_turns=1)")
    with pytest.raises(IllegalActionError, match="ended: no player can act"):
        end.apply_action(0)


@pytest.mark.parametrize(
    ("name", "error", "words"),
    [
        ("python_dig(players=9)", OptionError, "from 2 to 4, not 9"),
        ("python_dig(reward=coins)", OptionError, 'no reward "coins"'),
        ("python_dig(deals=-1)", ArgumentError, "deals must be a whole number"),
        ("python_two_bit_bandits(length=long)", OptionError, 'unknown length "long"'),
    ],
)
def test_wrong_parameters_are_refused(name, error, words):
    with pytest.raises(error, match=words):
        pyspiel.load_game(name)


def test_without_openspiel_the_import_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "dig_envs.adapters.openspiel")
    with pytest.raises(ModuleNotFoundError, match=r"pyspiel is not installed: .*\[openspiel\]"):
        importlib.import_module("dig_envs.adapters.openspiel")


def test_threads_can_play_the_same_game():
    """Each thread has its own evaluator of positions."""

    def end(seed):
        *_, state = walk(spiel, seed)
        return str(state)

    spiel = pyspiel.load_game("python_dig(max_turns=30)")
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(end, range(12))) == list(map(end, range(12)))


def test_a_pickled_state_continues_in_another_process(tmp_path):
    """The process must also exit without errors, as OpenSpiel's registry outlives Python."""
    state = dealt("python_dig(max_turns=3)", 77)
    (tmp_path / "state").write_bytes(pickle.dumps((state, state.get_game())))
    code = (
        "import pickle, sys\n"
        "state, game = pickle.load(open(sys.argv[1], 'rb'))\n"
        "while not state.is_terminal(): state.apply_action(state.legal_actions()[0])\n"
        "print(game.new_initial_state()); print(state)\n"
    )
    done = subprocess.run([sys.executable, "-c", code, tmp_path / "state"], capture_output=True, text=True)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["DIG, before the deal: digits []", str(state)]


# --- algorithms


def searching(game, seed, simulations=6):
    """OpenSpiel's ISMCTS."""
    dice = np.random.RandomState(seed)
    return ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, dice), 1.0, simulations, random_state=dice)


@every_game
def test_openspiels_ismcts_plays(name):
    state = dealt(name)
    bot = searching(state.get_game(), seed=1)
    for _ in range(10):
        if state.is_terminal():
            break
        policy_found, action = bot.step_with_policy(state)
        assert {action for action, _ in policy_found} == set(state.legal_actions())
        state.apply_action(int(action))


def test_cfr_solves_a_tiny_dig():
    game = pyspiel.load_game(TINY)
    solver = cfr.CFRPlusSolver(game)
    for _ in range(6):
        solver.evaluate_and_update_policy()
    uniform = exploitability.nash_conv(game, policy.UniformRandomPolicy(game))
    assert exploitability.nash_conv(game, solver.average_policy()) < uniform / 10


def test_outcome_sampling_learns_on_a_tiny_dig():
    game = pyspiel.load_game(TINY)
    np.random.seed(1)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(500):
        solver.iteration()
    uniform = exploitability.nash_conv(game, policy.UniformRandomPolicy(game))
    assert exploitability.nash_conv(game, solver.average_policy()) < uniform / 2


def test_openspiels_learning_environment_plays_our_games():
    environment = rl_environment.Environment(pyspiel.load_game("python_dig_dig(players=3,max_turns=9)"))
    step = environment.reset()
    while not step.last():
        player = step.observations["current_player"]
        assert len(step.observations["info_state"][player]) == environment.observation_spec()["info_state"][0]
        step = environment.step([step.observations["legal_actions"][player][0]])
    assert sum(step.rewards) == pytest.approx(0.0)


# --- bots


class Nosy(pyspiel.Bot):
    """Records the states of its decisions and plays the first legal action."""

    def __init__(self, shown):
        super().__init__()
        self.shown = shown

    def step(self, state):
        self.shown.append(state)
        return state.legal_actions()[0]


def test_an_openspiel_bot_plays_in_the_arena():
    spiel = pyspiel.load_game("python_dig(max_turns=4)")
    searcher = OpenSpielAgent("ismcts", spiel, lambda seed: searching(spiel, seed, simulations=2))
    results = [arena.run("dig_v0", [searcher, "random"], games=2, max_turns=4, progress=False) for _ in range(2)]
    assert results[0].pairs[0].games == 2 and results[0].pairs[0].a == "ismcts"
    assert results[0].pairs == results[1].pairs
    with pytest.raises(OptionError, match="max_turns=4"):
        arena.run("dig_v0", [searcher, "random"], games=2, progress=False)
    with pytest.raises(ArgumentError, match="plays dig_v0"):
        arena.run("dig_dig_v0", [searcher, "random"], games=2, progress=False)
    with pytest.raises(ArgumentError, match="an OpenSpiel game of dig-envs"):
        OpenSpielAgent("poker", pyspiel.load_game("kuhn_poker"), Nosy)


def test_an_openspiel_bot_gets_its_seats_information_only():
    shown = []
    spiel = pyspiel.load_game("python_dig(opening=30)")
    agent = OpenSpielAgent("nosy", spiel, lambda seed: Nosy(shown))
    batch = Batch(spiel.source, spiel.options, 8, seed=1)
    for _ in range(30):
        batch.step(batch.sample())
    states, players = batch.states, batch.players.astype(np.int64)
    actions = agent.act(batch.decisions())
    assert batch.masks[np.arange(8), actions].all() and len(shown) == 8
    differing = 0
    for true, state, player in zip(states, shown, players.tolist(), strict=True):
        assert state.current_player() == player and state.record["table"][0].tobytes() == true["table"].tobytes()
        assert state.record["seats"][0, player].tobytes() == true["seats"][player].tobytes()
        differing += state.record["seats"][0, 1 - player].tobytes() != true["seats"][1 - player].tobytes()
    assert differing > 0


def test_our_agents_play_in_openspiel():
    spiel = pyspiel.load_game("python_dig(max_turns=40)")
    ours = AgentBot(spiel, agents.make("greedy", game="dig_v0"))
    dice = np.random.RandomState(0)
    won = [
        evaluate_bots.evaluate_bots(dealt(str(spiel), seed), [ours, pyspiel.make_uniform_random_bot(1, seed)], dice)[0]
        for seed in range(6)
    ]
    assert sum(won) > 3
    with pytest.raises(ArgumentError, match="plays dig_dig_v0"):
        AgentBot(spiel, agents.make("greedy", game="dig_dig_v0"))
