"""A page waits in the browser while the rules of a new game are compiled, and then opens the table."""

import json
import socket
import threading
from http.client import HTTPConnection

import pytest

from dig_envs.core.catalogue import game_of
from dig_envs.play import starting
from dig_envs.play.starting import FUNCTIONS, StartingPage, compiled_functions, has_machine_code
from dig_envs.training.cli import play

GAME = game_of("dig_v0")
LINK = "http://localhost/t/secret"


@pytest.fixture
def listener():
    with socket.create_server(("127.0.0.1", 0)) as made:
        yield made


@pytest.fixture
def code(tmp_path, monkeypatch):
    """An empty folder for machine code."""
    monkeypatch.setattr(starting, "code_folders", lambda: [tmp_path])
    return tmp_path


def get(listener: socket.socket, path: str) -> tuple[int, str]:
    connection = HTTPConnection(*listener.getsockname(), timeout=10)
    connection.request("GET", path)
    answer = connection.getresponse()
    return answer.status, answer.read().decode()


def test_the_page_counts_the_functions_that_are_compiled(listener, code):
    with StartingPage(listener, GAME) as page:
        status, text = get(listener, page.path)
        assert status == 200 and "<h1>DIG</h1>" in text and f'max="{len(FUNCTIONS)}"' in text
        for completed, name in enumerate(FUNCTIONS):
            assert json.loads(get(listener, f"{page.path}/state")[1]) == {"completed": completed, "link": None}
            assert compiled_functions(GAME) == completed and not has_machine_code(GAME)
            (code / f"dig_v0.{name}-py311-0.code").touch()
        assert has_machine_code(GAME) and not has_machine_code(game_of("dig_dig_v0"))


def test_only_the_page_gets_the_link_and_then_the_socket_is_free(listener, code):
    with StartingPage(listener, GAME) as page:
        for path in ("/", "/start", "/state", "/start/state", f"{page.path}x"):
            assert get(listener, path)[0] == 404
        sender = threading.Thread(target=page.send, args=[LINK])
        sender.start()
        links = set()
        while sender.is_alive() and LINK not in links:
            links.add(json.loads(get(listener, f"{page.path}/state")[1])["link"])
        sender.join(10)
        assert not sender.is_alive() and LINK in links
    client = socket.create_connection(listener.getsockname(), timeout=10)
    listener.settimeout(10)
    listener.accept()[0].close()
    client.close()


def test_without_a_browser_the_page_waits_a_short_time(listener, code, monkeypatch):
    monkeypatch.setattr(starting, "LINK_SECONDS", 0.1)
    with StartingPage(listener, GAME) as page:
        page.send(LINK)


def test_pages_have_paths_that_nobody_can_guess(listener):
    with StartingPage(listener, GAME) as one, StartingPage(listener, GAME) as other:
        assert one.path != other.path and min(len(one.path), len(other.path)) > 25


@pytest.mark.parametrize("words", [["--people", "2"], ["--no-browser"], []], ids=["two people", "no browser", "compiled"])
def test_no_page_waits_if_none_opens_or_nothing_is_to_compile(words, listener, monkeypatch):
    monkeypatch.setattr(starting, "has_machine_code", lambda game: not words)
    given = play.make_parser().parse_args(["dig_v0", *words])
    with play._starting_page(given, listener, "localhost") as page:
        assert page is None


def test_the_browser_opens_at_the_page(listener, code, monkeypatch):
    opened = []
    monkeypatch.setattr(play.webbrowser, "open", opened.append)
    with play._starting_page(play.make_parser().parse_args(["dig_v0"]), listener, "localhost:1") as page:
        assert opened == [f"http://localhost:1{page.path}"]
