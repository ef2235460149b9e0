"""The command `dig-envs play`: seats, refused arguments, and a server that starts, answers, stops and resumes."""

import re
import signal
import socket
import urllib.error
import urllib.request

import pytest

from dig_envs.core.errors import ArgumentError
from dig_envs.play.store import Store
from dig_envs.play.table import Participant
from dig_envs.training.cli import main, play
from tests.support.play_process import free_port, server


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


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
    assert seated("dig_v0", "--against", "greedy@0.3")[1] == Participant("greedy@0.3", "greedy@0.3")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["dgi_v0", "--against", "expert"], 'did you mean "dig_v0"'),
        ([], "name a game"),
        (["dig_v0"], "1 seat is free"),
        (["dig_v0", "--against", "exprt"], 'did you mean "expert"'),
        (["dig_v0", "--against", "expert,,greedy"], "--against takes names"),
        (["dig_v0", "--against", "expert", "--people", "0"], "--people"),
        (["dig_v0", "--against", "expert", "--people", "9"], "--people"),
        (["dig_v0", "--against", "expert,expert", "--players", "2"], "3 players cannot share 2 seats"),
        (["dig_v0", "--against", "expert", "--players", "9"], "num_players"),
        (["dig_v0", "--against", "expert", "--seat", "2"], "--seat"),
        (["dig_v0", "--against", "expert", "--names", "Ann,Bob"], "--names takes 1 name, not 2"),
        (["dig_v0", "--against", "expert", "--names", "A" * 99], "characters"),
        (["dig_v0", "--against", "expert", "--seed", "-1"], "--seed"),
        (["dig_v0", "--against", "expert", "--option", "scent=true"], "scents"),
        (["dig_v0", "--against", "expert", "--number", "3"], "--number needs --resume"),
        (["dig_v0", "--against", "expert", "--host", "0.0.0.0"], "the one address"),
        (["dig_v0", "--against", "expert", "--host", "::"], "the one address"),
        (["dig_v0", "--against", "expert", "--host", "example.org"], "--host takes an address"),
        (["dig_v0", "--against", "expert", "--port", "0"], "--port"),
        (["--resume"], "has no unfinished game"),
        (["--resume", "--file", "."], "cannot be saved"),
        (["dig_v0", "--people", "2", "--terminal"], "a terminal serves one person"),
        (["dig_v0", "--agianst", "expert"], 'did you mean "--against"'),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(arguments, said, capsys):
    assert main.main(["play", *arguments]) == 2
    error = capsys.readouterr().err.strip().splitlines()[-1]
    assert error.startswith("dig-envs play: ") and said in error


def test_a_server_is_asked_for_by_its_own_names_only():
    assert play.allowed_hosts("127.0.0.1", 80) == {"127.0.0.1:80", "localhost:80"}
    assert play.allowed_hosts("192.168.1.7", 8765) == {"192.168.1.7:8765"}
    assert play.allowed_hosts("::1", 8765) == {"[::1]:8765", "localhost:8765"}
    for port in (0, -1, 65536):
        with pytest.raises(ArgumentError, match="--port"):
            play.allowed_hosts("127.0.0.1", port)


def test_a_game_in_the_terminal_ends_with_its_input(monkeypatch, capsys, folder):
    answers = iter(["1", "hint", "q"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(answers))
    assert main.main(["play", "dig_v0", "--against", "random", "--terminal", "--seed", "3"]) == 0
    told = capsys.readouterr()
    assert re.search(r"^DIG · turn \d of 200", told.out, re.M) and "expert suggests: " in told.out
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
