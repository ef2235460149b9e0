"""Test that MCP's client library plays games through `dig-envs mcp`, and that wrong calls say what would be right."""

import asyncio
import re

import pytest
from mcp import Client, stdio_client

from dig_envs import text
from dig_envs.adapters.mcp import server
from dig_envs.core.catalogue import games
from tests.clients import script

snippet = script("clients/mcp_client.py")


def asked(*calls: tuple, of=None) -> list[str]:
    """Call tools of one server in order, in this process or through a transport, and return what they say."""

    async def ask() -> list[str]:
        async with Client(of or server()) as client:
            found = [await client.call_tool(name, arguments) for name, arguments in calls]
        return ["error: " * each.is_error + each.content[0].text for each in found]

    return asyncio.run(ask())


def test_the_script_plays_games_to_their_ends(capsys):
    snippet.main(["--game", "dig_dig_v0"])
    assert len(re.findall(r": +The game is over\. Rewards: player 1 -?1, player 2 -?1\.", capsys.readouterr().out)) == 2


def test_the_server_lists_five_tools_with_their_arguments():
    async def listed():
        async with Client(stdio_client(snippet.SERVER)) as client:
            return {tool.name: tool for tool in (await client.list_tools()).tools}

    tools = asyncio.run(listed())
    assert set(tools) == {"new_game", "look", "choose", "rules", "hint"}
    assert all(game in tools["new_game"].description for game in games())
    assert tools["new_game"].input_schema["required"] == ["game"] and tools["choose"].input_schema["required"] == ["action"]


@pytest.mark.parametrize("game", games())
def test_turns_and_rules_are_those_of_the_text_game(game):
    plain = text.TextGame(game, 5, ["me", "greedy", "random"])
    new = ("new_game", {"game": game, "seed": 5, "opponents": ["greedy", "random"]})
    dealt, seen, rules, hint = asked(new, ("look", {}), ("rules", {}), ("hint", {}))
    assert dealt == seen == plain.turn.text() and rules == plain.rules
    number = int(re.fullmatch(r"expert would choose (\d+)\. .*", hint)[1])
    assert hint.endswith(plain.turn.choices[number - 1].line)


def test_the_hint_is_the_experts_own_choice():
    """The expert's game, played by following its hints, is the game of its own seat."""
    seats = text.TextGame("dig_dig_v0", 7, ["expert", "me"]), text.TextGame("dig_dig_v0", 7, ["me", "me"])
    for game in seats:
        assert not game.over
    own, hinted = seats
    played = [decision.action for decision in own.record().decisions if decision.seat == 0]
    choices = {choice.action: choice.number for choice in hinted.turn.choices}
    opened = [("new_game", {"game": "dig_dig_v0", "seed": 7, "opponents": ["greedy"]}), ("hint", {})]
    assert f"choose {choices[played[0]]}. " in asked(*opened)[-1]


def test_wrong_calls_are_errors_that_say_what_would_be_right_and_change_nothing():
    new = ("new_game", {"game": "dig_dig_v0", "seed": 5})
    wrong = {
        "there is no game": ("new_game", {"game": "chess_v0"}),
        "no agent": ("new_game", {"game": "dig_dig_v0", "opponents": ["llm:m@http://127.0.0.1:1/v1"]}),
        'no agent "bot.py:bot" can play here': ("new_game", {"game": "dig_dig_v0", "opponents": ["bot.py:bot"]}),
        "cannot be the option": ("new_game", {"game": "two_bit_bandits_v0", "options": {"cards": "/etc/passwd"}}),
        "unexpected keyword": ("new_game", {"game": "dig_dig_v0", "options": {"nose": 1}}),
        "seats": ("new_game", {"game": "dig_dig_v0", "options": {"seats": 1}}),
        "seed": ("new_game", {"game": "dig_dig_v0", "seed": -1}),
        "num_players": ("new_game", {"game": "dig_dig_v0", "opponents": ["random"] * 90}),
        '"99" is not a legal action. Answer with the number': ("choose", {"action": 99}),
        "The answer states no action": ("choose", {"action": "the best one"}),
        "The answer is empty": ("choose", {"action": ""}),
        "can play here": ("hint", {"agent": "nobody"}),
    }
    said = asked(new, *(call for each in wrong.values() for call in (each, ("look", {}))))
    for words, answer in zip(wrong, said[1::2], strict=True):
        assert answer.startswith("error: ") and words in answer
    assert set(said[::2]) == {said[0]}
    assert all("there is no game yet: call new_game first" in each for each in asked(("look", {}), ("choose", {"action": 1})))


def test_after_the_end_look_shows_the_result_and_choose_is_an_error():
    tiny = ("new_game", {"game": "dig_v0", "seed": 1, "opponents": ["random"], "options": {"max_turns": 2}})
    said = asked(tiny, *[("choose", {"action": 1})] * 60, ("look", {}), ("hint", {}))
    assert said[-2].startswith("The game is over. Rewards: player 1 ") and said[-2].endswith("You are player 1.")
    assert "the game is over" in said[-3] and "the game is over" in said[-1]
