"""Test that TextArena's loop, wrappers and agents play all games, by seed, and that a player sees its own seat only."""

import copy
import random

import pytest
import textarena as ta

from dig_envs import text
from dig_envs.adapters.registration import gymnasium_id
from dig_envs.core.catalogue import game_of, games
from dig_envs.core.errors import DigEnvsError, OrderError
from tests.clients import script

snippet = script("clients/textarena_play.py")
DIG_DIG = "dig_envs/DigDig-v0"


def agents(number: int) -> list:
    return [snippet.RandomAgent(seed) for seed in range(number)]


def played(env, seed: int, num_players: int = 2) -> list:
    """Play at random, and return all observations and the end."""
    env.reset(num_players=num_players, seed=seed)
    seats, seen, done = agents(num_players), [], False
    while not done:
        seen.append(env.get_observation())
        done, _ = env.step(seats[seen[-1][0]](str(seen[-1][1])))
    return [*seen, env.close()]


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("most", [False, True])
def test_agents_play_every_game_with_two_players_and_with_all(game, most):
    num_players = game_of(game).max_players if most else 2
    state = random.getstate()
    rewards, facts = snippet.play(gymnasium_id(game) + "-train", agents(num_players), seed=5)
    assert set(rewards) == set(range(num_players)) and abs(sum(rewards.values())) < 1e-9
    assert sum(facts[player]["turn_count"] for player in rewards) > num_players
    assert not any(facts[player]["invalid_move"] for player in rewards)
    assert random.getstate() == state


@pytest.mark.parametrize("variant", ["", "-train"])
def test_equal_seeds_give_equal_games(variant):
    first, again, other = (played(ta.make(DIG_DIG + variant), seed) for seed in (7, 7, 8))
    assert first == again != other


def test_the_script_plays(capsys):
    snippet.main(["--games", "2"])
    assert "seed 1: rewards {0: " in capsys.readouterr().out


@pytest.mark.parametrize("game", games())
def test_a_player_is_told_what_its_seat_is_told_and_no_answer_of_others(game):
    env, plain = ta.make(gymnasium_id(game) + "-raw"), text.TextGame(game, 3, ["me", "me", "me"])
    env.reset(num_players=3, seed=3)
    told, done = {player: [] for player in range(3)}, False
    while not done:
        player, messages = env.get_observation()
        told[player] += messages
        answer = f'secret of {player} {{"action": {plain.turn.choices[-1].number}}}'
        assert plain.turn.seat == player
        for line in (*plain.turn.news, *plain.turn.text(whole=True).splitlines()):
            assert line.removeprefix("- ").removeprefix("News:") in "\n".join(message for _, message, _ in messages)
        plain.answer(answer)
        done, _ = env.step(answer)
    for player, messages in told.items():
        assert messages[0][1] == plain.rules and {sender for sender, *_ in messages} == {ta.GAME_ID, player}
        said = "\n".join(message for _, message, _ in messages)
        assert not any(f"secret of {other}" in said for other in range(3) if other != player)


def test_the_hands_of_others_are_hidden():
    env = ta.make(DIG_DIG)
    env.reset(num_players=2, seed=7)
    _, observation = env.get_observation()
    assert "- Player 2; hand: 3 unknown cards;" in observation and "- You; hand: 3, 4, BOOM;" in observation


def test_a_second_refused_answer_loses_the_game():
    env = ta.make(DIG_DIG)
    env.reset(num_players=3, seed=7)
    player, _ = env.get_observation()
    assert env.step("no idea") == (False, {})
    again, observation = env.get_observation()
    assert again == player and "The answer states no action." in observation
    assert env.step("[99]")[0]
    rewards, facts = env.close()
    assert rewards[player] == min(rewards.values()) < 0
    assert [facts[each]["invalid_move"] for each in range(3)] == [each == player for each in range(3)]
    assert facts[player]["reason"] == f"the game is over; player {player + 1} gave no legal action"


def test_bots_take_the_last_seats():
    rewards, _ = snippet.play(DIG_DIG, agents(1), seed=3, bots=["greedy"])
    assert set(rewards) == {0}


def test_a_copy_continues_the_same_game():
    env = ta.make(DIG_DIG + "-train")
    env.reset(num_players=2, seed=7)
    env.get_observation(), env.step("[1]")
    twin = copy.deepcopy(env)
    assert twin.get_observation() == env.get_observation()
    env.step("[1]")
    assert twin.step("[2]") == (False, {}) and twin.get_observation() != env.get_observation()


def test_bad_input_raises_our_errors():
    for options in ({"nose": 1}, {"bots": "expert"}, {"bots": ["nobody"]}):
        with pytest.raises(DigEnvsError):
            ta.make(DIG_DIG, **options).reset(num_players=2, seed=1)
    env = ta.make(DIG_DIG)
    with pytest.raises(OrderError, match="call reset first"):
        env.step("[1]")
    for players, seed in ((0, 1), (99, 1), (True, 1), (2, -1), (2, "x")):
        with pytest.raises(DigEnvsError):
            env.reset(num_players=players, seed=seed)
