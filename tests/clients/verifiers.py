"""Test that verifiers' own evaluation plays games with a local server, and that each seat gets its trace and reward."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from verifiers.v1.cli.eval.main import main as evaluate

from dig_envs.core.errors import DigEnvsError
from dig_envs.records import GameRecord
from dig_envs.text import TextGame
from tests.clients import ROOT, script

snippet = script("clients/dig_games.py")
WORDS = {"first": '{"action": 1}', "talker": "I think about it.", "cut": '{"action": 1}'}  # by model
ERRORS = {"broken": "The server has a fault.", "full": "This model's maximum context length is 9 tokens."}
TINY = {"variant": "tiny"}


class Server(BaseHTTPRequestHandler):
    """A server with OpenAI's protocol, which answers the words or the error of the model."""

    asked: list[dict]

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.asked.append(asked)
        model = asked["model"]
        choice = {"index": 0, "message": {"role": "assistant", "content": WORDS.get(model)}}
        choice["finish_reason"] = "length" if model == "cut" else "stop"
        usage = {"prompt_tokens": 9, "completion_tokens": 9, "total_tokens": 18}
        reply = {"id": "1", "object": "chat.completion", "created": 1, "model": model, "choices": [choice], "usage": usage}
        body = json.dumps(reply).encode()
        if model not in WORDS:
            body = json.dumps({"error": {"message": ERRORS[model]}}).encode()
        self.send_response(200 if model in WORDS else 400)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


@pytest.fixture
def server(monkeypatch) -> Iterator[ThreadingHTTPServer]:
    monkeypatch.syspath_prepend(ROOT / "docs" / "clients")
    Server.asked = []
    with ThreadingHTTPServer(("127.0.0.1", 0), Server) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def episodes(
    server: ThreadingHTTPServer, folder: Path, *arguments: str, model: str = "first", tasks=1, **taskset
) -> list[dict]:
    """Run verifiers' evaluation, and return the episodes that it writes, by task."""
    client = ["--client.base-url", f"http://127.0.0.1:{server.server_port}/v1", "--client.api-key-var", "NO_KEY", "-m", model]
    deals = [words for key, value in {"options": TINY, **taskset}.items() for words in (f"--env.taskset.{key}", _word(value))]
    evaluate(["dig_games", "-n", str(tasks), "--no-push", "--no-rich", "-o", str(folder), *client, *deals, *arguments])
    (written,) = folder.glob("*/traces.jsonl")
    found = [json.loads(line) for line in written.read_text("utf-8").splitlines()]
    return sorted(found, key=lambda episode: episode["task"]["data"]["idx"])


def _word(value) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def messages(trace: dict) -> list[dict]:
    return [node["message"] for node in trace["nodes"]]


def reward(trace: dict) -> float:
    return trace["rewards"]["reward"]["score"]


def test_two_learning_seats_have_their_own_traces_and_rewards(server, tmp_path):
    played = episodes(server, tmp_path, "-r", "2", tasks=2)
    assert [episode["task"]["data"]["seed"] for episode in played] == [0, 0, 1, 1] and all(episode["ok"] for episode in played)
    for episode in played:
        by_seat = sorted(episode["traces"], key=lambda trace: trace["agent"]["name"])
        assert [trace["agent"]["name"] for trace in by_seat] == ["player_0", "player_1"]
        assert all(trace["agent"]["trainable"] for trace in by_seat)
        record = GameRecord.parse(by_seat[0]["info"]["dig_envs"]["record"].encode())
        assert [reward(trace) for trace in by_seat] == list(record.outcome.rewards) and sum(record.outcome.rewards) == 0
        game = TextGame("dig_dig_v0", record.seed, ["me", "me"], variant="tiny")
        while not game.over:
            game.answer(WORDS["first"])
        for seat, trace in enumerate(by_seat):
            assert [(said["role"], said["content"]) for said in messages(trace)] == [
                (said["role"], said["content"].strip() if said["role"] == "assistant" else said["content"])
                for said in game.messages(seat)
            ]
            assert trace["metrics"]["decisions"] == game.result(seat).decisions == len(trace["calls"])
    first, again = played[0]["traces"], played[1]["traces"]
    assert sorted(map(str, map(messages, first))) == sorted(map(str, map(messages, again)))


def test_one_learning_seat_plays_each_deal_from_each_seat_against_expert(server, tmp_path):
    played = episodes(server, tmp_path, tasks=4, seats=["me", "expert"], first_seed=7)
    assert [episode["task"]["data"]["seed"] for episode in played] == [7, 7, 8, 8]
    assert [[trace["agent"]["name"] for trace in episode["traces"]] for episode in played] == [["player_0"], ["player_1"]] * 2
    for episode in played:
        (trace,) = episode["traces"]
        record = GameRecord.parse(trace["info"]["dig_envs"]["record"].encode())
        seat = trace["info"]["dig_envs"]["seat"]
        assert record.names[seat] == "me" and record.names[1 - seat] == "expert"
        assert reward(trace) == record.outcome.rewards[seat]


def test_a_frozen_seat_has_its_own_model_and_is_not_trained(server, tmp_path):
    (episode,) = episodes(server, tmp_path, "--env.frozen.model", "talker", seats=["me", "frozen"])
    learned, frozen = sorted(episode["traces"], key=lambda trace: trace["agent"]["name"], reverse=True)
    assert (learned["agent"]["name"], learned["agent"]["trainable"], reward(learned)) == ("player_0", True, 1)
    assert (frozen["agent"]["name"], frozen["agent"]["trainable"], reward(frozen)) == ("frozen", False, -1)
    assert {asked["model"] for asked in Server.asked} == {"first", "talker"}
    assert frozen["metrics"] == {"decisions": 1, "refusals": 2, "random_actions": 0, "forfeited": 1}
    assert "states no action" in messages(frozen)[3]["content"] and frozen["info"]["dig_envs"]["refusals"] == {"unparsable": 2}


@pytest.mark.parametrize(("model", "turns"), [("cut", "9"), ("full", "9"), ("first", "1")], ids=["cut off", "context", "turns"])
def test_an_answer_beyond_a_limit_is_refused(server, tmp_path, model, turns):
    (episode,) = episodes(
        server, tmp_path, "--env.player_0.max-turns", turns, model=model, seats=["me", "greedy"], first_seed=7
    )
    (trace,) = episode["traces"]
    assert episode["ok"] and reward(trace) == -1 and trace["info"]["dig_envs"]["refusals"] == {"truncated": 2}


def test_after_failure_random_the_other_seats_play_on(server, tmp_path):
    limit = ["--env.player_1.max-turns", "1"]
    (episode,) = episodes(server, tmp_path, *limit, first_seed=3, options={**TINY, "after_failure": "random"})
    by_seat = sorted(episode["traces"], key=lambda trace: trace["agent"]["name"])
    assert episode["ok"] and by_seat[1]["metrics"]["random_actions"] == by_seat[1]["metrics"]["decisions"] - 1 > 0
    assert by_seat[0]["metrics"]["random_actions"] == 0 and not any(trace["metrics"]["forfeited"] for trace in by_seat)


def test_a_failure_of_the_server_is_an_error_and_no_loss(server, tmp_path):
    (episode,) = episodes(server, tmp_path, model="broken")
    assert not episode["ok"] and "no answer of seat 0" in episode["errors"][0]["message"]
    assert not any(trace["ok"] or trace["rewards"] for trace in episode["traces"])


@pytest.mark.parametrize(
    "config",
    [{"game": "chess"}, {"seats": ["me", "nobody"]}, {"seats": []}, {"options": {"nose": 1}}, {"first_seed": -1}],
    ids=str,
)
def test_a_bad_config_is_an_error_before_any_question(server, tmp_path, config):
    with pytest.raises(DigEnvsError):
        episodes(server, tmp_path, **config)
    assert not Server.asked and snippet.__all__
