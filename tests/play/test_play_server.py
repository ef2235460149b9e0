"""The server of human play: who may do what, what is refused, and that nothing but the view's messages is sent."""

import asyncio
import random
import re
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from dig_envs.core.agent import Agent
from dig_envs.play.store import Store
from dig_envs.play.table import Chair, Table
from dig_envs.play.tokens import token_of, viewer_of
from dig_envs.play.view import about, moment_message
from dig_envs.render.view import PUBLIC

pytest.importorskip("starlette", reason="the extra `play` is not installed")

from dig_envs.play.guard import HEADERS, MOST_BODY
from dig_envs.play.server import application, event
from dig_envs.play.session import MOST_STREAMS, Session
from tests.support.asgi import HOST, ORIGIN, Client

GAME = "dig_v0"
TWO = [Chair("Ann"), Chair("Bob")]
BOT = [Chair("Ann"), Chair("random", "random")]


class Site:
    """A table behind its application, with a client."""

    def __init__(self, folder: Path, chairs=TWO, game: str = GAME, seed: int = 3, **options):
        self.store = Store(folder / "games.sqlite")
        self.saved = self.store.add(Table(game, options, seed, chairs))
        self._serve()

    def _serve(self):
        self.table = self.saved.table
        self.session = Session(self.saved, self.store)
        self.app = application(self.session, frozenset({HOST}))
        self.client = Client(self.app)

    def reopen(self):
        """The same game after a restart of the server."""
        self.store.close()
        self.store = Store(self.store.path)
        self.saved = self.store.open()
        self._serve()

    def path(self, viewer: int, what: str = "") -> str:
        return f"/t/{token_of(self.saved.key, viewer)}{what}"

    async def act(self, seat: int, **changes):
        """Send the first legal action of the mover, as a seat."""
        moment = self.table.track(seat).last
        legal = int(self.table._batch.masks[0].argmax())
        message = {"moment": f"{self.table.epoch}-{moment.number}", "action": legal, **changes}
        return await self.client.post(self.path(seat, "/act"), message)


def on_site(test):
    """Run an async test with a site of its own."""

    def run(tmp_path, **arguments):
        async def played():
            async with asyncio.timeout(60):
                await test(tmp_path, **arguments)

        asyncio.run(played())

    run.__name__ = test.__name__
    return run


@asynccontextmanager
async def all_streams(site: Site):
    """A stream of each viewer."""
    async with (
        site.client.stream(site.path(0, "/events")) as first,
        site.client.stream(site.path(1, "/events")) as second,
        site.client.stream(site.path(PUBLIC, "/events")) as onlooker,
    ):
        yield {0: first, 1: second, PUBLIC: onlooker}


# --- what is sent


@on_site
async def test_all_that_is_sent_of_a_game_is_what_the_view_writes(tmp_path):
    site = Site(tmp_path, max_turns=4)
    generator = random.Random(1)
    expected = {viewer: [event("about", about(site.table, viewer))] for viewer in site.session.viewers}

    def expect():
        for viewer, parts in expected.items():
            track = site.table.track(viewer)
            if len(parts) == track.last.number + 2:
                continue
            known = track.recent[-2].told if len(track.recent) > 1 else 0
            parts.append(event("moment", moment_message(site.table, track, track.last, known)))

    expect()
    async with all_streams(site) as streams:
        for stream in streams.values():
            await stream.moment()
        while not site.table.over:
            mover = site.table.mover
            action = generator.choice(site.table._batch.masks[0].nonzero()[0].tolist())
            answer = await site.act(mover, action=action)
            assert (answer.status, answer.body) == (200, b"{}")
            for viewer, stream in streams.items():
                await stream.moment(site.table.track(viewer).last.number)
            expect()
    for viewer, stream in streams.items():
        assert stream.content.decode() == "".join(expected[viewer])
    assert len(expected[0]) > 6 and all(stream.messages()[-1]["over"] for stream in streams.values())


@on_site
async def test_only_who_must_decide_is_sent_choices(tmp_path):
    site = Site(tmp_path)
    mover = site.table.mover
    async with all_streams(site) as streams:
        for viewer, stream in streams.items():
            moment = await stream.moment()
            assert moment["yours"] == bool(moment["choices"]) == bool(moment["question"]) == (viewer == mover)
            (described,) = stream.messages("about")
            assert described["you"] == (None if viewer == PUBLIC else viewer)
            assert bool(described["advisers"]) == (viewer != PUBLIC) and not described["undo"]


@on_site
async def test_a_page_that_comes_back_is_sent_what_it_has_missed(tmp_path):
    site = Site(tmp_path)
    seat = site.table.mover
    async with site.client.stream(site.path(PUBLIC, "/events")) as stream:
        first = await stream.moment()
    for _ in range(3):
        await site.act(site.table.mover)
    async with site.client.stream(site.path(PUBLIC, "/events"), last_event_id=first["id"]) as stream:
        await stream.moment(3)
        moments = stream.messages()
    assert [moment["number"] for moment in moments] == [1, 2, 3]
    assert [moment["from"] for moment in moments] == [0, 1, 2] and all(len(moment["lines"]) == 1 for moment in moments)
    for unknown in ("", "7-2", "0-99", "nonsense\x00", "0-" + "9" * 500):
        async with site.client.stream(site.path(seat, "/events"), last_event_id=unknown) as stream:
            moment = await stream.moment()
            assert (moment["number"], moment["from"], len(moment["lines"])) == (3, 0, 3) and len(stream.messages()) == 1


@on_site
async def test_a_game_goes_on_after_a_restart_with_the_same_links(tmp_path):
    site = Site(tmp_path)
    for _ in range(5):
        await site.act(site.table.mover)
    before, links = site.table, [site.path(viewer) for viewer in site.session.viewers]
    stale = {
        "moment": f"{before.epoch}-{before.track(before.mover).last.number}",
        "action": int(before._batch.masks[0].argmax()),
    }
    site.reopen()
    assert site.table is not before and site.table.actions == before.actions
    assert site.table._batch.states.tobytes() == before._batch.states.tobytes()
    assert [site.path(viewer) for viewer in site.session.viewers] == links
    assert (await site.client.post(site.path(site.table.mover, "/act"), stale)).status == 409, "a page from before asks anew"
    assert (await site.act(site.table.mover)).status == 200


@on_site
async def test_agents_move_by_themselves_and_a_sign_says_so(tmp_path):
    site = Site(tmp_path, BOT)
    site.session.wake()
    async with site.client.stream(site.path(0, "/events")) as stream:
        for _ in range(4):
            await stream.until(lambda stream: site.table.mover == 0 and stream.messages() and stream.messages()[-1]["yours"])
            number = stream.messages()[-1]["number"]
            assert (await site.act(0)).status == 200
            await stream.moment(number + 1)
        moments = stream.messages()
    assert {(moment["thinks"], moment["yours"]) for moment in moments} >= {(True, False), (False, True)}
    assert {moment["status"] for moment in moments} == {"random thinks", "Your decision"}
    assert [line["seat"] for line in moments[-1]["lines"]] != []
    await site.session.close()


@on_site
async def test_an_agent_that_fails_is_reported(tmp_path):
    class Faulty(Agent):
        name = "faulty"

        def act(self, decisions):
            raise RuntimeError("no idea")

    site = Site(tmp_path, BOT)
    site.table.agents["random"] = Faulty()
    while not site.table.agent_to_move:
        await site.act(0)
    async with site.client.stream(site.path(0, "/events")) as stream:
        site.session.wake()
        await stream.until(lambda stream: stream.messages("trouble"))
        assert stream.messages("trouble") == [{"words": "agents have stopped: RuntimeError: no idea"}]


# --- undo and hints


@on_site
async def test_moves_are_taken_back_against_agents_only(tmp_path):
    (tmp_path / "bot").mkdir()
    site = Site(tmp_path / "bot", BOT)
    site.session.wake()
    async with site.client.stream(site.path(0, "/events")) as stream:
        await stream.until(lambda stream: stream.messages() and stream.messages()[-1]["yours"])
        first = stream.messages()[-1]
        assert (await site.client.post(site.path(0, "/undo"), {})).status == 409, "nothing to take back"
        assert (await site.act(0)).status == 200
        await stream.until(lambda stream: stream.messages()[-1]["yours"] and stream.messages()[-1]["number"] > first["number"])
        assert (await site.client.post(site.path(0, "/undo"), {})).status == 200
        again = await stream.until(lambda stream: stream.messages()[-1]["id"].startswith("1-") and stream.messages()[-1])
    same = ("number", "svg", "text", "question", "choices")
    assert {name: again[name] for name in same} == {name: first[name] for name in same} and again["from"] == 0
    await site.session.close()
    (tmp_path / "two").mkdir()
    other = Site(tmp_path / "two")
    seat = other.table.mover
    await other.act(seat)
    for viewer in (0, 1):
        answer = await other.client.post(other.path(viewer, "/undo"), {})
        assert answer.status == 409 and "one person" in answer.json()["error"]
    assert len(other.table.actions) == 1


@on_site
async def test_a_hint_says_what_an_agent_would_do(tmp_path):
    site = Site(tmp_path)
    mover = site.table.mover
    answer = await site.client.post(site.path(mover, "/hint"), {"adviser": "expert"})
    labels = [
        choice["label"]
        for choice in moment_message(site.table, site.table.track(mover), site.table.track(mover).last, 0)["choices"]
    ]
    assert answer.status == 200 and answer.json()["words"] in labels
    assert (await site.client.post(site.path(1 - mover, "/hint"), {"adviser": "expert"})).status == 409
    for other in ("exprt", "/etc/passwd", "runs/model.zip"):
        answer = await site.client.post(site.path(mover, "/hint"), {"adviser": other})
        assert answer.status == 400 and "no adviser" in answer.json()["error"]
    assert site.table.actions == []


# --- who may do what


def test_tokens_are_told_apart_and_cannot_be_guessed():
    key, other = bytes(32), bytes(31) + b"\1"
    tokens = [token_of(key, viewer) for viewer in (0, 1, PUBLIC)]
    assert len({*tokens, *(token_of(other, viewer) for viewer in (0, 1, PUBLIC))}) == 6
    assert [viewer_of(key, (0, 1, PUBLIC), token) for token in tokens] == [0, 1, PUBLIC]
    for wrong in ("", "a", tokens[0][:-1], tokens[0] + "=", tokens[0].swapcase(), "ä" * 43, "\ud800"):
        assert viewer_of(key, (0, 1, PUBLIC), wrong) is None


@on_site
async def test_no_request_acts_for_another_seat(tmp_path):
    site = Site(tmp_path)
    mover = site.table.mover
    answer = await site.act(1 - mover)
    assert answer.status == 409 and "not this seat" in answer.json()["error"]
    assert (await site.act(PUBLIC)).status == 403
    assert (await site.client.post(site.path(PUBLIC, "/hint"), {"adviser": "expert"})).status == 403
    moment = f"{site.table.epoch}-{site.table.track(mover).last.number}"
    for extra in ({"seat": mover}, {"viewer": mover}, {"token": token_of(site.saved.key, mover)}):
        message = {"moment": moment, "action": 0, **extra}
        assert (await site.client.post(site.path(1 - mover, "/act"), message)).status == 400
    assert site.table.actions == []


@on_site
async def test_a_decision_is_made_once_and_for_the_moment_that_was_seen(tmp_path):
    site = Site(tmp_path)
    mover = site.table.mover
    moment = f"{site.table.epoch}-{site.table.track(mover).last.number}"
    message = {"moment": moment, "action": int(site.table._batch.masks[0].argmax())}
    answers = await asyncio.gather(*(site.client.post(site.path(mover, "/act"), message) for _ in range(5)))
    assert sorted(answer.status for answer in answers) == [200, 409, 409, 409, 409] and len(site.table.actions) == 1
    for wrong in ("", moment, "0-1-1", "0--1", "1-1", "x"):
        assert (await site.act(site.table.mover, moment=wrong)).status == 409
    assert len(site.table.actions) == 1


@on_site
async def test_a_bad_request_is_refused_and_changes_nothing(tmp_path):
    site = Site(tmp_path)
    mover = site.table.mover
    illegal = int(np.flatnonzero(site.table._batch.masks[0] == 0)[0])
    for action in (illegal, -1, 17, 10**6, 10**30, -(10**30)):
        answer = await site.act(mover, action=action)
        assert answer.status == 400 and answer.json()["error"], action
    for action in (True, None, 0.0, "0", [0], {"a": 1}):
        answer = await site.act(mover, action=action)
        assert answer.status == 400 and "a number" in answer.json()["error"]
    path, head = site.path(mover, "/act"), {"origin": ORIGIN, "content_type": "application/json"}
    for body in (
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff",
        b'{"moment": "0-0"}',
        b"[" * MOST_BODY,
        b'{"moment":"' + b"0" * 70 + b'","action":0}',
    ):
        assert (await site.client.request("POST", path, body, **head)).status == 400, body
    assert site.table.actions == []


@on_site
async def test_long_bodies_are_not_read(tmp_path):
    site = Site(tmp_path)
    path, head = site.path(site.table.mover, "/act"), {"origin": ORIGIN, "content_type": "application/json"}
    long = b'{"moment": "' + b"0" * MOST_BODY + b'"}'
    assert (await site.client.request("POST", path, long, **head, content_length=str(len(long)))).status == 413
    assert (await site.client.request("POST", path, long, parts=4, **head)).status == 413
    for length in ("-1", "1e3", "٣", "9" * 30):
        assert (
            await site.client.request("POST", path, b"{}", **head, content_length=length.encode().decode("latin-1"))
        ).status == 413


@on_site
async def test_only_pages_of_this_server_are_answered(tmp_path):
    site = Site(tmp_path)
    mover = site.table.mover
    message = {"moment": f"{site.table.epoch}-0", "action": int(site.table._batch.masks[0].argmax())}
    for host in ("evil.example:8765", "127.0.0.1", "127.0.0.1:80", f"{HOST}.evil.example", "", None):
        for path in ("/page/play.js", site.path(0), site.path(0, "/events"), "/"):
            assert (await site.client.get(path, host=host)).status == 421, host
    for origin in ("http://evil.example", "null", "https://127.0.0.1:8765", "http://127.0.0.1", f"{ORIGIN}.evil.example", None):
        assert (await site.client.post(site.path(mover, "/act"), message, origin=origin)).status == 403, origin
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", None):
        assert (await site.client.post(site.path(mover, "/act"), message, content_type=kind)).status == 415, kind
    for method in ("PUT", "DELETE", "OPTIONS", "PATCH"):
        assert (await site.client.request(method, site.path(mover, "/act"), origin=ORIGIN)).status == 405
    assert site.table.actions == []
    assert (await site.client.post(site.path(mover, "/act"), message)).status == 200


@on_site
async def test_what_is_not_there_is_not_there_for_anybody(tmp_path):
    site = Site(tmp_path)
    known = await site.client.get(site.path(0))
    assert known.status == 200 and site.path(0).encode() not in known.body
    wrong = site.path(0)[:-1] + ("A" if site.path(0)[-1] != "A" else "B")
    for path in (
        wrong,
        f"{wrong}/events",
        "/t/",
        "/t/x",
        "/",
        "/page/",
        "/page/play.html",
        "/page/../server.py",
        "/page/%2e%2e",
    ):
        answer = await site.client.get(path)
        assert answer.status == 404, path
    for what in ("act", "undo", "hint"):
        assert (await site.client.post(f"{wrong}/{what}", {})).status == 404
        assert (await site.client.get(site.path(0, f"/{what}"))).status == 405


@on_site
async def test_every_answer_keeps_browsers_careful(tmp_path):
    site = Site(tmp_path)
    for answer in (
        await site.client.get(site.path(0)),
        await site.client.get("/page/play.js"),
        await site.client.get("/t/nobody"),
        await site.client.get(site.path(0), host="evil.example"),
        await site.act(PUBLIC),
    ):
        assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
    assert "unsafe" not in HEADERS["content-security-policy"]


@on_site
async def test_a_link_has_only_so_many_streams(tmp_path):
    site = Site(tmp_path)
    path = site.path(0, "/events")
    async with asyncio.TaskGroup() as group:
        done = asyncio.Event()

        async def listen():
            async with site.client.stream(path) as stream:
                await stream.moment()
                await done.wait()

        for _ in range(MOST_STREAMS):
            group.create_task(listen())
        while site.session.may_stream(0):
            await asyncio.sleep(0.01)
        assert (await site.client.get(path)).status == 429
        async with site.client.stream(site.path(1, "/events")) as other:
            await other.moment()
        done.set()
    async with site.client.stream(path) as stream:
        await stream.moment()


# --- the page


def test_the_page_needs_nothing_from_elsewhere():
    folder = files("dig_envs.play").joinpath("page")
    parts = {name: folder.joinpath(name).read_text() for name in ("play.html", "play.css", "play.js", "icon.svg")}
    for text in parts.values():
        assert set(re.findall(r"https?://[^\s\"'<]+", text)) <= {"http://www.w3.org/2000/svg"}
        assert not re.search(r"@import|url\(|innerHTML|eval\(|document\.write", text)
    page = parts["play.html"]
    assert not re.search(r"\son\w+=|\sstyle=|<script>|<style>", page), "the policy forbids scripts and styles within the page"
    assert set(re.findall(r'(?:src|href)="([^"]+)"', page)) == {
        "/page/play.js",
        "/page/play.css",
        "/page/icon.svg",
        "#decision",
    }
    used = set(re.findall(r'get\("(\w+)"\)', parts["play.js"]))
    assert used <= set(re.findall(r'id="(\w+)"', page))
