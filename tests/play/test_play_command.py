"""The command `dig-envs play`: seats, refused arguments, and a server that starts, answers, stops and resumes."""

import re
import shlex
import signal
import socket
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from dig_envs.core.errors import ArgumentError
from dig_envs.play.store import Store
from dig_envs.play.table import Participant
from dig_envs.training.cli import main, play
from tests.support.play_process import free_port, server

pytestmark = pytest.mark.usefixtures("folder")


def seated(*arguments: str) -> list[Participant]:
    return list(play.new_table(play.make_parser().parse_args(arguments)).participants)


def test_people_and_agents_take_their_seats():
    assert seated("dig_v0", "--against", "expert") == [Participant("Player"), Participant("expert", "expert")]
    assert seated("dig_v0", "--against", "greedy,random", "--seat", "1") == [
        Participant("greedy", "greedy"), Participant("Player"), Participant("random", "random"),
    ]  # fmt: skip
    assert seated("dig_v0", "--against", "greedy", "--players", "4", "--people", "2", "--names", "Ann,Bob", "--seat", "3") == [
        Participant("Bob"), Participant("greedy 1", "greedy"), Participant("greedy 2", "greedy"), Participant("Ann"),
    ]  # fmt: skip
    assert seated("dig_v0", "--people", "2") == [Participant("Player 1"), Participant("Player 2")]
    assert seated("two_bit_bandits_v0", "--players", "1") == [Participant("Player")]
    assert seated("dig_v0") == [Participant("Player"), Participant("expert", "expert")]
    assert seated("dig_v0", "--people", "2", "--players", "3")[2] == Participant("expert", "expert")
    assert seated("dig_v0", "--against", "greedy@0.3")[1] == Participant("greedy@0.3", "greedy@0.3")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["dgi_v0", "--against", "expert"], 'did you mean "dig_v0"'),
        (["--terminal"], "name a game"),
        (["--people", "2"], "name a game"),
        (["--save-game", "game.jsonl"], "name a game"),
        (["dig_v0", "--against", "exprt"], 'did you mean "expert"'),
        (["dig_v0", "--against", "expert,,greedy"], "--against takes names"),
        (["dig_v0", "--against", "expert", "--people", "0"], "--people"),
        (["dig_v0", "--against", "expert", "--people", "9"], "--people"),
        (["dig_v0", "--against", "expert,expert", "--players", "2"], "3 players cannot share 2 seats"),
        (["dig_v0", "--against", "expert", "--players", "9"], "--players"),
        (["dig_v0", "--against", "expert", "--seat", "2"], "--seat"),
        (["dig_v0", "--against", "expert", "--names", "Ann,Bob"], "--names takes 1 name, not 2"),
        (["dig_v0", "--against", "expert", "--names", "A" * 99], "characters"),
        (["dig_v0", "--against", "expert", "--seed", "-1"], "--seed"),
        (["dig_v0", "--against", "expert", "--option", "scent=true"], "scents"),
        (["dig_v0", "--against", "expert", "--number", "3"], "--number needs --resume"),
        (["dig_v0", "--host", "0.0.0.0"], "--allow-host NAME"),
        (["dig_v0", "--host", "::"], "--allow-host NAME"),
        (["dig_v0", "--allow-host", "http://me"], "--allow-host takes a name or an address"),
        (["dig_v0", "--players", "2", "--option", "num_players=3"], "--players and --option num_players are the same"),
        (["dig_v0", "--option", "scents=true", "--option", "scents=false"], "--option scents is given twice"),
        (["dig_v0", "--resume"], "dig_v0 names a new game: leave it out"),
        (["--resume", "--seed", "4"], "--seed describes a new game"),
        (["--resume", "--option", "scents=true"], "--option describes a new game"),
        (["--resume", "--number", "9" * 30], "--number must be a whole number"),
        (["dig_v0", "--save-game", "."], "--save-game . cannot be written: Is a directory"),
        (["dig_v0", "--save-game", "taken"], "taken exists already"),
        (["dig_v0", "--against", "expert", "--host", "example.org"], "--host takes an address"),
        (["dig_v0", "--against", "expert", "--port", "0"], "--port"),
        (["--resume"], "has no unfinished game"),
        (["--resume", "--file", "."], "cannot be saved"),
        (["dig_v0", "--people", "2", "--terminal"], "a terminal serves one person"),
        (["dig_v0", "--agianst", "expert"], 'did you mean "--against"'),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(arguments, said, capsys, folder):
    (folder / "taken").touch()
    port = [] if "--port" in arguments else ["--port", str(free_port())]
    assert main.main(["play", *arguments, *port]) == 2
    error = capsys.readouterr().err.strip().splitlines()[-1]
    assert error.startswith("dig-envs play: ") and said in error


def test_a_server_is_asked_for_by_its_own_names_only():
    assert play.allowed_hosts("127.0.0.1", 80) == ["127.0.0.1:80", "localhost:80"]
    assert play.allowed_hosts("192.168.1.7", 8765) == ["192.168.1.7:8765"]
    assert play.allowed_hosts("::1", 8765) == ["[::1]:8765", "localhost:8765"]
    assert play.allowed_hosts("0.0.0.0", 8765, ["My.Host", "box:80"]) == ["my.host:8765", "my.host", "box:80"]
    assert play.allowed_hosts("127.0.0.1", 8765, ["[::1]"])[0] == "[::1]:8765", "links contain the first"
    for port in (0, -1, 65536):
        with pytest.raises(ArgumentError, match="--port"):
            play.allowed_hosts("127.0.0.1", port)


def test_a_game_in_the_terminal_ends_with_its_input(monkeypatch, capsys, folder):
    answers = iter(["1", "hint", "q"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(answers))
    assert main.main(["play", "dig_v0", "--against", "random", "--terminal", "--seed", "3"]) == 0
    told = capsys.readouterr()
    assert re.search(r"^DIG · 20 bones in the yard", told.out, re.M) and "expert suggests: " in told.out
    assert "to resume: dig-envs play --resume --number 1" in told.err
    monkeypatch.setattr("builtins.input", lambda prompt: (_ for _ in ()).throw(EOFError))
    assert main.main(["play", "--resume", "--terminal"]) == 0
    assert len(Store(folder / "runs" / "play.sqlite").open().table.actions) >= 1


def fetch(link: str, **headers: str) -> tuple[int, bytes]:
    try:
        with urllib.request.urlopen(urllib.request.Request(link, headers=headers), timeout=20) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def test_a_port_that_is_taken_is_said_to_be(capsys):
    pytest.importorskip("uvicorn", reason="the extra `play` is not installed")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert main.main(["play", "dig_v0", "--people", "2", "--no-browser", "--port", port]) == 2
    told = capsys.readouterr()
    assert f"cannot listen at 127.0.0.1 port {port}" in told.err.splitlines()[-1]
    assert not told.out, "links that lead nowhere are not given out"
    assert not Path("runs").exists(), "and no game is saved"


def test_a_server_starts_answers_stops_and_goes_on_with_the_same_links(folder):
    pytest.importorskip("uvicorn", reason="the extra `play` is not installed")
    port = str(free_port())
    with server("dig_v0", "--people", "2", "--names", "Ann,Bob", "--port", port) as (process, links):
        assert list(links) == ["Ann (seat 0)", "Bob (seat 1)", "spectators"]
        assert all(re.fullmatch(rf"http://127\.0\.0\.1:{port}/t/[\w-]{{43}}", link) for link in links.values())
        assert fetch(links["spectators"])[0] == 200 and b"play.js" in fetch(links["spectators"])[1]
        assert fetch(links["spectators"], Host="evil.example")[0] == 421
        assert fetch(f"http://127.0.0.1:{port}/")[0] == 404
        stream = urllib.request.urlopen(links["Ann (seat 0)"] + "/events", timeout=20)
        assert b"event: about" in stream.readline() + stream.readline()
        process.send_signal(signal.SIGINT)
        error = process.communicate(timeout=20)[1]
        assert process.returncode == 0 and "play --resume --number 1" in error and "Traceback" not in error, error
    with server("--resume", "--port", port) as (_, again):
        assert again == links


def test_seeds_of_games_cannot_be_tried_out():
    seeds = [play.new_table(play.make_parser().parse_args(["dig_v0"])).seed for _ in range(4)]
    assert max(seeds) > 2**55 and len(set(seeds)) == 4


BOT = """
import time
from dig_envs.core.agent import Agent

class Slow(Agent):
    name = "slow"
    def act(self, decisions):
        time.sleep(1000)

bot = Slow()
"""


def test_the_command_to_resume_names_the_file_and_the_bots(monkeypatch, capsys, folder):
    (folder / "my bot.py").write_text(BOT.replace("time.sleep(1000)", "return decisions.masks.argmax(axis=1)"))
    monkeypatch.setattr("builtins.input", lambda prompt: "q")
    shared = ["--file", "my games", "--terminal", "--save-game", "kept", "--port", "8766"]
    arguments = ["dig_v0", "--against", "my bot.py:bot", *shared]
    assert main.main(["play", *arguments]) == 0
    command = capsys.readouterr().err.partition("to resume: ")[2].splitlines()[0]
    assert command == (
        "dig-envs play --resume --number 1 --file 'my games' --terminal --save-game kept --port 8766 --against 'my bot.py:bot'"
    )
    assert main.main(shlex.split(command)[1:]) == 0 and (folder / "kept").exists()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_server_stops_while_a_bot_thinks(number, folder):
    pytest.importorskip("uvicorn", reason="the extra `play` is not installed")
    (folder / "slow.py").write_text(BOT)
    with server("dig_v0", "--against", "slow.py:bot", "--seat", "0", "--seed", "3", "--port", str(free_port())) as (
        process,
        links,
    ):
        stream = urllib.request.urlopen(links["Player (seat 0)"] + "/events", timeout=20)
        while b"slow.py:bot is thinking" not in stream.readline():
            pass
        process.send_signal(number)
        error = process.communicate(timeout=20)[1]
    assert process.returncode in (0, -number, 128 + number) and "Traceback" not in error, error


@pytest.mark.long
def test_connections_that_send_no_request_are_closed():
    pytest.importorskip("uvicorn", reason="the extra `play` is not installed")
    port = free_port()
    with server("dig_v0", "--people", "2", "--port", str(port)) as (_, links):
        path = links["Player 1 (seat 0)"].partition(str(port))[2]
        host = f"Host: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
        half_body = f"POST {path}/act HTTP/1.1\r\n{host}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{{"
        sent = {
            "silence": "",
            "half a head": "GET / HT",
            "half a body": half_body,
            "a second half": f"GET / HTTP/1.1\r\n{host}\r\nG",
        }
        start, connections = time.monotonic(), {}
        for name, text in sent.items():
            connections[name] = socket.create_connection(("127.0.0.1", port), timeout=40)
            connections[name].sendall(text.encode())
        answers = {name: b"".join(iter(lambda: each.recv(4096), b"")) for name, each in connections.items()}  # noqa: B023
        assert time.monotonic() - start < 40
        assert [answers["silence"], answers["half a head"]] == [b"", b""]
        assert b" 408 " in answers["half a body"] and b"did not arrive in time" in answers["half a body"]
        assert b" 404 " in answers["a second half"]
