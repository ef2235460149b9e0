"""Agents that ask language models: functions of messages, servers by name, stored answers, and failures that lose no game."""

import json
import math
import os
import pickle
import threading
from collections import Counter
from types import SimpleNamespace

import numpy as np
import pytest

from dig_envs import agents, exact
from dig_envs.agents.language_model.answers import Answer, number_probabilities
from dig_envs.core.agent import Agent
from dig_envs.core.agent_names import find_agent, risk_of
from dig_envs.core.batch import Batch
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import ArgumentError, DigEnvsError, NoAnswerError, ResultsError
from dig_envs.core.playing import PlayedGame
from dig_envs.play.store import Store
from dig_envs.play.table import Participant, Table
from dig_envs.render.view import View
from dig_envs.text.position import names_for, turn_of
from dig_envs.training import arena
from dig_envs.training.cli.main import main
from tests.support.chat_server import FIRST, KEY

GAMES = ("dig_dig_v0", "dig_v0", "lets_dig_for_treasure_v0", "two_bit_bandits_v0", "digging_bandits_v0")
GAME = "dig_dig_v0"
TINY = {"variant": "tiny"}


class FirstLegal(Agent):
    """Plays what a model plays that always answers with number 1."""

    name = "first legal"

    def act(self, decisions):
        return decisions.masks.argmax(axis=1)


def first(messages):
    return FIRST


def seated_batch(agent, num_tables=1):
    batch = Batch(game_of(GAME), game_of(GAME).parse_options(num_players=2), num_tables, seed=3)
    agent.check(batch.options)
    return batch


def played(opponents, **options):
    pair = arena.run(GAME, opponents, games=8, progress=False, **{**TINY, **options}).pairs[0]
    return pair.win_share, pair.score_margin


# --- what the model reads


@pytest.mark.parametrize("name", GAMES)
def test_the_model_reads_the_position_as_its_seat_knows_it(name):
    """The text from the seat's own records equals the text of a text game, which has the whole state."""
    game, agent = game_of(name), agents.text_agent(first)
    moments = PlayedGame(game, {}, [agent, agents.make("random", game=game)], seed=4)
    checked = 0
    while moments.player >= 0 and checked < 40:
        batch, asked = moments.batch, moments.player == 0 and moments.batch.masks[0].sum() > 1
        if asked:
            view = View(game, batch.options, batch.states, 0, names_for(0, 2))
            expected = turn_of(view, batch.masks[0]).text()
        moments.decide()
        if asked:
            rules, question, answer = agent.log[-1].messages
            assert (rules["role"], question["role"], answer["role"]) == ("system", "user", "assistant")
            assert question["content"] == expected and "How to answer" in rules["content"] and answer["content"] == FIRST
            checked += 1
    assert checked == agent.usage.decisions > 5


def test_hidden_actions_are_not_listed():
    agent = agents.text_agent(lambda messages: "pass", legal="hidden")
    batch = seated_batch(agent)
    agent.act(batch.decisions())
    rules, question = agent.log[-1].messages[:2]
    assert "\n1. " not in question["content"] and "names of all actions" in rules["content"]


# --- the forms of an answer, refusals and errors


async def later(found):
    return found


@pytest.mark.parametrize(
    "found, tokens",
    [
        (FIRST, (0, 0)),
        ((FIRST, {"prompt_tokens": 200, "completion_tokens": 7}), (200, 7)),
        ((FIRST, SimpleNamespace(prompt_tokens=200, completion_tokens=None)), (200, 0)),
        ((FIRST, None), (0, 0)),
        (Answer(FIRST, 3, 4), (3, 4)),
    ],
)
@pytest.mark.parametrize("is_async", [False, True])
def test_an_answer_is_text_perhaps_with_its_usage_perhaps_awaited(found, tokens, is_async):
    agent = agents.text_agent((lambda messages: later(found)) if is_async else (lambda messages: found))
    batch = seated_batch(agent)
    for _ in range(2):
        assert agent.act(batch.decisions())[0] == batch.masks[0].argmax()
    assert (agent.usage.prompt_tokens, agent.usage.completion_tokens) == (2 * tokens[0], 2 * tokens[1])
    assert agent.usage.answers == 2 and agent.usage.seconds > 0


def test_refused_answers_are_corrected_and_the_last_one_plays_at_random():
    given = iter(["", '{"action": 99}', (FIRST, {"truncated": True}), "Hm.\ud800"] * 50)
    agent = agents.text_agent(lambda messages: next(given), attempts=4)
    batch = seated_batch(agent)
    legal = set(batch.masks[0].nonzero()[0].tolist())
    chosen = {int(agent.act(batch.decisions(generator=np.random.default_rng(seed)))[0]) for seed in range(40)}
    assert chosen == legal and len(legal) > 1
    assert agent.usage.refusals == dict.fromkeys(["empty", "illegal", "truncated", "unparsable"], 40)
    assert (agent.usage.decisions, agent.usage.answers, agent.usage.random_actions) == (40, 160, 40)
    messages = agent.log[-1].messages
    assert [message["role"] for message in messages] == ["system", "user", *["assistant", "user"] * 4]
    assert '"99" is not a legal action. Answer with the number of one action as JSON: 1. ' in messages[5]["content"]
    assert messages[8]["content"] == "Hm.?"
    probabilities = agent.action_probabilities(batch.decisions())
    assert probabilities[0] == pytest.approx(batch.masks[0] / len(legal))


def failing(messages):
    raise KeyError(f"no model for {os.environ['OPENAI_API_KEY']}")


@pytest.mark.parametrize(
    "complete, reason",
    [
        (failing, "KeyError: 'no model for …'"),
        (lambda messages: None, "it returned None, not a string or"),
        (lambda messages: (1, {}), "it returned 1, not a string"),
        (lambda messages: b"1", "it returned b'1'"),
        (lambda messages: later(None), "it returned None"),
    ],
)
def test_a_function_without_an_answer_loses_no_game(complete, reason, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    moments = PlayedGame(game_of(GAME), {}, [agents.text_agent(complete, name="mine")] * 2, seed=1)
    for ask in (moments.decide, lambda: arena.run(GAME, [moments.agents[0], "random"], games=2, progress=False, **TINY)):
        with pytest.raises(NoAnswerError, match="the function of the agent mine has failed") as raised:
            ask()
        assert reason in str(raised.value) and KEY not in str(raised.value)
    assert moments.made == 0 and moments.player >= 0


@pytest.mark.parametrize(
    "arguments",
    [{"complete": "gpt"}, {"name": ""}, {"legal": "shown"}, {"attempts": 0}, {"at_once": 1.5}, {"answers": 5}, {"answers": ""}],
)
def test_invalid_arguments_are_refused(arguments):
    with pytest.raises(ArgumentError):
        agents.text_agent(**{"complete": first, **arguments})


def test_an_agent_that_was_not_seated_says_so():
    batch = Batch(game_of(GAME), game_of(GAME).parse_options(), 1, seed=3)
    with pytest.raises(ArgumentError, match=r"call its check\(options\) first"):
        agents.text_agent(first).act(batch.decisions())


# --- wherever agents play


def test_a_model_plays_the_same_games_as_the_agent_of_its_choices():
    agent = agents.text_agent(first)
    for options in ({}, {"num_players": 3, "variant": "full", "max_turns": 6}, {}):  # one agent plays with several options
        assert played([agent, "random"], **options) == played([FirstLegal(), "random"], **options)
    assert pickle.loads(pickle.dumps(agent)).usage == agent.usage


def test_exact_analysis_asks_at_each_record_once():
    questions = Counter()

    def counted(messages):
        questions[messages[1]["content"]] += 1
        return FIRST

    found = exact.exploitability(GAME, agents.text_agent(counted), **TINY)
    expected = exact.exploitability(GAME, FirstLegal(), **TINY)
    assert found.nash_conv == expected.nash_conv and set(questions.values()) == {1} and len(questions) > 100


def test_many_decisions_are_asked_at_the_same_time_and_no_more_than_allowed():
    together, most, now, lock = threading.Barrier(4), 0, 0, threading.Lock()

    def complete(messages):
        nonlocal most, now
        with lock:
            now += 1
            most = max(most, now)
        together.wait(timeout=30)
        with lock:
            now -= 1
        return FIRST

    agent = agents.text_agent(complete, at_once=4)
    agent.act(seated_batch(agent, num_tables=12).decisions())
    assert most == 4 and agent.usage.decisions == 12


def test_watched_games_and_their_records_show_the_answer(tmp_path):
    source = "from dig_envs import agents\nbot = agents.text_agent(lambda messages: 'I take 1.\\n1')\n"
    (tmp_path / "mine.py").write_text(source)
    name = f"{tmp_path / 'mine.py'}:bot"
    moments = PlayedGame(game_of(GAME), {}, [find_agent(name, game_of(GAME))] * 2, seed=1)
    assert moments.decide().candidates[0].note == "I take 1. 1"
    table = Table(GAME, {}, 3, [Participant("Ann"), Participant("me", name)])
    assert table.hint(0, name)().action == table._batch.masks[0].argmax()


# --- servers


def run_arena(name, games="4", results="arena.sqlite", *more):
    command = ["arena", GAME, "--agents", f"{name},random", "--games", games, "--option", "variant=tiny", "--results", results]
    return main([*command, *more])


def everything_written(folder, capsys):
    out = capsys.readouterr()
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file()), out.out + out.err


def test_the_arena_prints_refusals_by_kind_as_json(server, capsys):
    server.answer = "Hm."
    assert run_arena(server.name, "2", "a.sqlite", "--json") == 0
    usage = json.loads(capsys.readouterr().out)["usage"][server.name]
    assert usage["refusals"] == {"unparsable": 2 * usage["decisions"]} and usage["random_actions"] == usage["decisions"] > 0


def test_a_model_by_name_plays_in_the_arena_and_a_repeated_run_asks_nothing(server, tmp_path, capsys):
    assert run_arena(f"{server.name}?max_tokens=50", "4", "a.sqlite", "--keep", "games") == 0
    asked = len(server.requests)
    path, authorization, request = server.requests[0]
    assert (path, authorization) == ("/v1/chat/completions", f"Bearer {KEY}")
    assert {name: request[name] for name in ("model", "max_tokens", "temperature")} == {
        "model": "qwen3:8b", "max_tokens": 50, "temperature": 0.0
    }  # fmt: skip
    questions = [json.dumps(request["messages"]) for _, _, request in server.requests]
    assert asked == len(set(questions)) > 5, "equal questions are asked once"
    written, shown = everything_written(tmp_path, capsys)
    assert KEY.encode() not in written and KEY not in shown and b"qwen3" in written
    assert "tokens in" in shown and "270" in shown
    assert run_arena(f"{server.name}?max_tokens=50", "4", "b.sqlite", "--json", "--keep", "again") == 0
    assert len(server.requests) == asked, "a repeated run asks nothing"
    usage = json.loads(capsys.readouterr().out)["usage"][f"{server.name}?max_tokens=50"]
    assert usage["num_stored"] == usage["answers"] == usage["decisions"] and usage["prompt_tokens"] == 270 * usage["answers"]
    agents.make(server.name, game=GAME, max_tokens=51).check(game_of(GAME).parse_options())
    assert played([agents.make(server.name, game=GAME), "random"]) == played([FirstLegal(), "random"])
    assert len(server.requests) > asked, "other settings are asked anew"


FAILURES = {
    "html": "no chat completion",
    "half": "no answer",
    "empty": "no chat completion",
    "parts": "not a string",
    "never": "timed out",
    "closed": "Connection error",
    (500, "out of memory"): "out of memory",
    (401, "wrong key KEY"): "wrong key …",
}


@pytest.mark.parametrize("failure", FAILURES, ids=str)
def test_a_failure_of_the_server_loses_no_game_and_the_same_command_continues(server, failure, tmp_path, capsys):
    name = f"{server.name}?retries=0&timeout=0.5&at_once=1"
    server.failures = [None, None, failure]
    assert run_arena(name) == 2
    written, shown = everything_written(tmp_path, capsys)
    assert FAILURES[failure] in shown and "no game is lost, and the same command continues: dig-envs arena" in shown
    assert KEY.encode() not in written and KEY not in shown and not (tmp_path / "arena.sqlite").exists()
    assert len(server.requests) == 3
    assert run_arena(name) == 0
    questions = Counter(json.dumps(request["messages"]) for _, _, request in server.requests)
    assert sorted(questions.values())[-2:] == [1, 2], "the failed question alone is asked again"


def test_a_request_is_repeated_after_an_error_of_the_server(server):
    server.failures = [(500, "try again"), (429, "too many"), "closed"]
    agent = agents.make(server.name, game=GAME, retries=3)
    batch = seated_batch(agent)
    assert agent.act(batch.decisions())[0] == batch.masks[0].argmax() and len(server.requests) == 4


def test_a_server_that_is_not_there_is_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    agent = agents.make("llm:m@http://127.0.0.1:9/v1", game=GAME, retries=0)
    with pytest.raises(NoAnswerError, match=r"m at http://127.0.0.1:9/v1 gives no answer: Connection error"):
        agent.act(seated_batch(agent).decisions())


def test_models_with_another_bound_on_tokens(server):
    server.failures = [(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")]
    agent = agents.make(server.name, game=GAME, temperature=None, seed=3, answers=None)
    decisions = seated_batch(agent).decisions()
    agent.act(decisions), agent.act(decisions)
    sent = [{name for name in request if name not in ("model", "messages")} for _, _, request in server.requests]
    assert sent == [{"max_tokens", "seed"}, *[{"max_completion_tokens", "seed"}] * 2]


NUMBERS = {"1": 0.6, " 2": 0.2, "2": 0.1, "99": 0.05, "}": 0.05}
TOKENS = [('{"action":', {'{"action":': 0.9, "1": 0.1}), ("1", NUMBERS), ("}", {"}": 1.0})]


def test_probabilities_of_actions_come_from_log_probabilities_at_the_number(server):
    server.tokens = TOKENS
    agent = agents.make(f"{server.name}?top_logprobs=5", game=GAME)
    batch = seated_batch(agent)
    found = agent.action_probabilities(batch.decisions())[0]
    first, second = batch.masks[0].nonzero()[0][:2]
    assert found[first] == pytest.approx(0.6 / 0.9) and found[second] == pytest.approx(0.3 / 0.9)
    request = server.requests[0][2]
    assert request["logprobs"] is True and request["top_logprobs"] == 5
    again = agents.make(f"{server.name}?top_logprobs=5", game=GAME)
    again.check(batch.options)
    assert np.array_equal(again.action_probabilities(batch.decisions())[0], found) and len(server.requests) == 1, "stored"
    assert agent.fingerprint != agents.make(server.name, game=GAME).fingerprint


@pytest.mark.parametrize(
    "answer, tokens",
    [
        (
            '{"action": "play 2"}',
            [('{"action": "play ', {'{"action": "play ': 1.0}), ("2", {"2": 0.5, "3": 0.5}), ('"}', {'"}': 1.0})],
        ),
        ("Not 2.", [("Not ", {"Not ": 1.0}), ("2", {"2": 0.9, "1": 0.1}), (".", {".": 1.0})]),
    ],
    ids=["words", "prose"],
)
def test_numbers_in_words_are_no_probabilities_of_actions(answer, tokens):
    assert answer == "".join(token for token, _ in tokens)
    assert (
        number_probabilities([(token, {one: math.log(value) for one, value in found.items()}) for token, found in tokens])
        is None
    )


def test_the_last_number_of_an_answer_counts():
    tokens = [(f'{{"action": {k}}}', {f'{{"action": {k}}}': 0.0}) for k in (3, 4)]
    assert number_probabilities(tokens) == {"4": 1.0}


def test_a_server_without_log_probabilities_is_an_error(server):
    agent = agents.make(f"{server.name}?top_logprobs=5&retries=0", game=GAME)
    with pytest.raises(NoAnswerError, match="no logprobs: this server takes no top_logprobs"):
        agent.act(seated_batch(agent).decisions())


def test_an_answer_that_repeats_the_key_is_stored_without_the_key(server, tmp_path):
    server.answer = f"{KEY} {FIRST}"
    agent = agents.make(server.name, game=GAME)
    agent.act(seated_batch(agent).decisions())
    assert agent.log[-1].answers[0].text == f"… {FIRST}"
    (stored,) = (tmp_path / "runs" / "answers").rglob("*.json")
    assert KEY not in stored.read_text()
    stored.write_text('{"text": 3}')  # damaged: asked again
    agent.act(seated_batch(agent).decisions())
    assert len(server.requests) == 2 and json.loads(stored.read_text())["text"] == f"… {FIRST}"


def test_answers_that_cannot_be_stored_are_an_error(tmp_path):
    (tmp_path / "file").write_text("")
    agent = agents.text_agent(first, answers=tmp_path / "file")
    with pytest.raises(ResultsError, match="the answers cannot be stored in"):
        agent.act(seated_batch(agent).decisions())


@pytest.mark.parametrize(
    "name, message",
    [
        ("llm:", "is named as in llm:MODEL@URL"),
        ("llm:qwen3", "is named as in llm:MODEL@URL"),
        ("llm:qwen3@ftp://x/v1", "is named as in llm:MODEL@URL"),
        ("llm:qwen3@http://ann:pass@x/v1", "no user and password"),
        ("llm:qwen3@http://[x/v1", "has a host"),
        ("llm:qwen3@http://x:port/v1", "has a host"),
        ("llm:qwen3@http://x:99999/v1", "a port from 1 to 65535"),
        ("llm:qwen3@http://x/v1?answers=", "answers must be the path of a folder"),
        ("llm:qwen3@http://x/v1?temprature=1", 'did you mean "temperature"'),
        ("llm:qwen3@http://x/v1?temperature=hot", 'temperature of a model must be a number, not "hot"'),
        ("llm:qwen3@http://x/v1?seed=1&seed=2", "twice"),
        ("llm:qwen3@http://x/v1?max_tokens=0", "max_tokens must be a whole number"),
        ("llm:qwen3@http://x/v1?legal=shown", "legal cannot be"),
        ("llm:qwen3@http://x/v1@0.3", "only scripted bots take noise"),
    ],
)
def test_names_of_another_form_are_refused(name, message):
    with pytest.raises(DigEnvsError, match="(?s)" + message):
        agents.make(name, game=GAME)


def test_a_stored_table_asks_no_server_that_is_not_named_again(tmp_path):
    name = "llm:qwen3@http://127.0.0.1:9/v1"
    assert risk_of(f"me={name}") == "a server that would be asked"
    store = Store(tmp_path / "play.sqlite")
    store.add(Table(GAME, {}, 3, [Participant("Ann"), Participant("me", name)]))
    with pytest.raises(ResultsError, match="is a server that would be asked; name it again to allow that: --against llm:qwen3"):
        store.open()
    assert store.open(trusted=[name]).table.names == ("Ann", "me")
