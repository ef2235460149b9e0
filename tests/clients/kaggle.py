"""Test that Kaggle's harness plays all games, and that no agent's view holds hidden cards, the state or the seed."""

import json
import re

import kaggle_environments
import pyspiel
import pytest
from kaggle_environments.core_harness import create_agent_fn

import dig_envs.adapters.openspiel  # noqa: F401
from dig_envs.adapters.openspiel import kaggle
from dig_envs.core.catalogue import game_of, games
from dig_envs.core.errors import DigEnvsError
from dig_envs.text.instructions import rules_text
from tests.clients import script

snippet = script("clients/kaggle_games.py")
GAME = "python_dig_dig(players=2)"


def first_action(observation):
    return {"submission": (observation.get("legalActions") or [-1])[0]}


def spiel_name(game: str, num_players: int) -> str:
    return f"python_{game.rpartition('_v')[0]}(players={num_players})"


def test_the_script_plays_an_agent_against_a_language_model(capsys):
    snippet.main(["--games", "2"])
    said = capsys.readouterr().out
    assert len(re.findall(r"^seed [01]: rewards \[(?:1.0, -1.0|-1.0, 1.0)\], [1-9]\d+ decisions$", said, re.M)) == 2


@pytest.mark.parametrize("game", games())
def test_the_harness_plays_every_game_and_a_redeal_leaves_each_view_unchanged(game):
    """Hidden cards, future dice and the information of others are drawn again: what a seat sees stays the same."""
    env = kaggle_environments.make(kaggle.register(spiel_name(game, 3)), {"seed": 5})
    env.step([None] * 3)  # deals
    sampler, redrawn = pyspiel.UniformProbabilitySampler(0.0, 1.0), 0
    while not env.done:
        mover = env.os_state.current_player()
        for player, seen in enumerate(env.state):
            shown = seen.observation
            assert "serializedGameAndState" not in shown and shown.playerId == player
            assert bool(shown.legalActions) == bool(json.loads(shown.observationString).get("choices")) == (player == mover)
            if len(env.steps) % 5 == 0:
                other = env.os_state.resample_from_infostate(player, sampler)
                assert other.observation_string(player) == shown.observationString
                redrawn += other.record["secret"].tobytes() != env.os_state.record["secret"].tobytes()
        env.step([first_action(env.state[mover].observation) if player == mover else None for player in range(3)])
    rewards = [seen.reward for seen in env.state]
    assert rewards == env.os_state.returns() and abs(sum(rewards)) < 1e-9 and {seen.status for seen in env.state} == {"DONE"}
    assert redrawn


def test_agents_see_neither_the_seed_nor_the_deal_and_equal_seeds_give_equal_games():
    def watching(observation, configuration):
        seen.append((dict(observation), dict(configuration)))
        return first_action(observation)

    played = []
    for seed in (7, 7, 8):
        seen = []
        env = snippet.play(GAME, [watching, watching], seed)
        played.append([observation.get("observationString") for observation, _ in seen])
        assert env.info["seed"] == seed and not any({"seed", "initialActions"} & set(given) for _, given in seen)
        assert {observation.get("playerId") for observation, _ in seen} == {None, 0, 1}
    assert played[0] == played[1] != played[2]
    digits = [1, 2, 3, 4]
    env = kaggle_environments.make(kaggle.register(GAME), {"initialActions": digits})
    env.step([None] * 2)
    assert env.os_state.history()[:4] == digits and "initialActions" not in env.configuration


def test_a_language_model_gets_rules_turns_and_reasons_of_refusals():
    prompts = []
    harness = kaggle.Harness(GAME)
    make_prompt = harness.make_prompt
    harness.make_prompt = lambda *given, **previous: prompts.append(make_prompt(*given, **previous)) or prompts[-1]
    agents = {
        answer: create_agent_fn(harness, model_override=("openai/stub", {"mock_response": answer}))
        for answer in ('{"action": 2}', "[99]\n99", "no idea")
    }
    env = snippet.play(GAME, [agents['{"action": 2}']] * 2, 7)
    dealt = env.steps[1]
    mover = next(player for player, seen in enumerate(dealt) if seen.status == "ACTIVE")
    choices = json.loads(dealt[mover].observation.observationString)["choices"]
    assert prompts[0].startswith(rules_text(game_of("dig_dig_v0"), pyspiel.load_game(GAME).options, listed=True))
    assert "hand: 3 unknown cards" in prompts[0] and f"\n1. {choices[0]['label']}\n2. {choices[1]['label']}\n" in prompts[0]
    assert {seen.status for seen in env.state} == {"DONE"} and sorted(seen.reward for seen in env.state) == [-1, 1]
    assert env.steps[2][mover].action.actionString == choices[1]["name"]
    for answer, reason in (("[99]\n99", '"99" is not a legal action.'), ("no idea", "The answer states no action.")):
        prompts.clear()
        env = snippet.play(GAME, [agents[answer]] * 2, 7)
        assert prompts[-1].endswith(f"Your last answer was refused. {reason}") and len(prompts) == 2
        assert env.state[mover].reward == -1 and env.state[1 - mover].reward == 1


@pytest.mark.parametrize("wrong", ["python_chess", "tic_tac_toe", "python_dig(nose=1)", "python_dig(players=9)", 5])
def test_wrong_games_raise_our_error(wrong):
    for use in (kaggle.register, kaggle.Harness):
        with pytest.raises(DigEnvsError):
            use(wrong)
