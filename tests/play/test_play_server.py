"""The server of human play: rights of viewers, refused requests, and that `messages` writes everything that is sent."""

import asyncio
import contextlib
import random
import re
import threading
import zlib
from contextlib import asynccontextmanager
from importlib.resources import files

import numpy as np
import pytest

from dig_envs.core.agent import Agent, Candidate
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import IllegalActionError, RecordError
from dig_envs.play.ending import ending
from dig_envs.play.messages import about_message, branch_form, hint_message, moment_message
from dig_envs.play.table import Hint
from dig_envs.play.tokens import token_of, viewer_with_token
from dig_envs.render.palette import dark_style
from dig_envs.render.view import PUBLIC

pytest.importorskip("starlette", reason="the extra `play` is not installed")

from dig_envs.play import presence
from dig_envs.play.guard import HEADERS, MAX_BODY
from dig_envs.play.presence import MAX_PUBLIC_STREAMS, MAX_STREAMS
from dig_envs.play.server import TABLE_REQUESTS, event
from tests.support.asgi import HOST, ORIGIN
from tests.support.play_tables import latest_message
from tests.support.sites import BOT, Site, on_site


@asynccontextmanager
async def all_streams(site: Site):
    """Open a stream for each viewer."""
    async with (
        site.client.stream(site.path(0, "/events")) as first,
        site.client.stream(site.path(1, "/events")) as second,
        site.client.stream(site.path(PUBLIC, "/events")) as public,
    ):
        yield {0: first, 1: second, PUBLIC: public}


async def until_an_agent_moves(site: Site) -> None:
    while not site.table.agent_to_move:
        assert (await site.act(0)).status == 200


async def failure_of(site: Site) -> str:
    """Let an agent that cannot play decide. Return what its opponent and spectators are told."""
    await until_an_agent_moves(site)
    async with all_streams(site) as streams:
        site.live.wake_agents()
        for stream in (streams[0], streams[PUBLIC]):
            await stream.until(lambda stream: stream.messages("failure"))
        assert streams[0].messages("failure") == streams[PUBLIC].messages("failure")
        (told,) = streams[0].messages("failure")
    return told["words"]


# --- messages


@on_site
async def test_streams_contain_only_what_messages_writes(tmp_path):
    site = Site(tmp_path, max_turns=4)
    generator = random.Random(1)
    expected = {viewer: [event("about", about_message(site.table, viewer, 0, study=True))] for viewer in site.live.viewers}

    def expect():
        for viewer, parts in expected.items():
            history = site.table.histories[viewer]
            if len(parts) == history.latest.number + 2:
                continue
            known = history.moments[-2].log_length if len(history.moments) > 1 else 0
            parts.append(event("moment", moment_message(site.table, history, history.latest, known)))

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
                await stream.moment(site.table.histories[viewer].latest.number)
            expect()
        for viewer, stream in streams.items():
            await stream.until(lambda stream: stream.messages("ending"))
            expected[viewer].append(event("ending", {**ending(site.table.record(), viewer), "epoch": 0}))
    for viewer, stream in streams.items():
        assert stream.content.decode() == "".join(expected[viewer])
    assert len(expected[0]) > 6 and all(stream.messages()[-1]["over"] for stream in streams.values())


@on_site
async def test_only_the_mover_receives_choices(tmp_path):
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
async def test_a_page_that_reconnects_receives_the_moments_that_it_missed(tmp_path):
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
    async with site.client.stream(site.path(PUBLIC, f"/events?after={first['id']}")) as stream:
        await stream.moment(3)
        assert stream.messages() == moments, "a page that opens its stream itself sends no header"
    for unknown in ("", "7-2", "0-99", "nonsense\x00", "0-" + "9" * 500):
        async with site.client.stream(site.path(seat, "/events"), last_event_id=unknown) as stream:
            moment = await stream.moment()
            assert (moment["number"], moment["from"], len(moment["lines"])) == (3, 0, 3) and len(stream.messages()) == 1


@on_site
async def test_a_game_continues_after_a_restart_with_the_same_links(tmp_path):
    site = Site(tmp_path)
    for _ in range(5):
        await site.act(site.table.mover)
    before, links = site.table, [site.path(viewer) for viewer in site.live.viewers]
    stale = {
        "moment": f"{before.epoch}-{before.histories[before.mover].latest.number}",
        "action": int(before._batch.masks[0].argmax()),
    }
    site.reopen()
    assert site.table is not before and site.table.actions == before.actions
    assert site.table._batch.states.tobytes() == before._batch.states.tobytes()
    assert [site.path(viewer) for viewer in site.live.viewers] == links
    answer = await site.client.post(site.path(site.table.mover, "/act"), stale)
    assert answer.status == 409, "the page shows a moment from before the restart"
    assert (await site.act(site.table.mover)).status == 200


@on_site
async def test_agents_play_and_the_page_shows_that_they_are_thinking(tmp_path):
    site = Site(tmp_path, BOT)
    site.live.wake_agents()
    async with site.client.stream(site.path(0, "/events")) as stream:
        for _ in range(4):
            await stream.until(lambda stream: site.table.mover == 0 and stream.messages() and stream.messages()[-1]["yours"])
            number = stream.messages()[-1]["number"]
            assert (await site.act(0)).status == 200
            await stream.moment(number + 1)
        moments = stream.messages()
    assert {(moment["thinking"], moment["yours"]) for moment in moments} >= {(True, False), (False, True)}
    assert {moment["status"] for moment in moments} == {"random is thinking", "Your turn"}
    assert [line["seat"] for line in moments[-1]["lines"]] != []
    site.live.end_streams()


@on_site
async def test_an_agent_that_fails_is_reported(tmp_path):
    class Faulty(Agent):
        name = "faulty"

        def act(self, decisions):
            raise RuntimeError("no idea")

    site = Site(tmp_path, BOT)
    site.table.agents["random"] = Faulty()
    assert await failure_of(site) == "the agents have stopped: random has failed"


@on_site
async def test_a_game_that_cannot_be_kept_is_reported(tmp_path):
    site = Site(tmp_path, BOT)
    await until_an_agent_moves(site)

    def fail():
        raise RecordError("the game cannot be kept")

    site.live._save_and_go_on = fail
    assert await failure_of(site) == "the agents have stopped: the game cannot be kept"


@on_site
async def test_viewers_learn_nothing_from_an_agents_illegal_action(tmp_path):
    """In Dig Dig the legal actions are the agent's hand."""

    class Faulty(Agent):
        name = "faulty"

        def act(self, decisions):
            return decisions.masks.argmin(axis=1)

    site = Site(tmp_path, BOT, "dig_dig_v0")
    site.table.agents["random"] = Faulty()
    assert await failure_of(site) == "the agents have stopped: random has failed"
    with pytest.raises(IllegalActionError, match=r"^random has chosen an illegal action$"):
        site.table.play_agent()


@on_site
async def test_undo_acts_and_hints_do_not_wait_for_an_agent_that_hangs(tmp_path):
    class Hanging(Agent):
        name = "hanging"

        def act(self, decisions):
            asked.set()
            released.wait(60)
            return decisions.masks.argmax(axis=1)

    asked, released = threading.Event(), threading.Event()
    site = Site(tmp_path, BOT, seed=2)
    assert site.table.mover == 0
    site.table.agents["random"] = Hanging()
    try:
        async with asyncio.timeout(20):
            for _ in range(2):
                await until_an_agent_moves(site)
                assert (await site.act(0, moment="", action=0)).status == 409
                await asyncio.to_thread(asked.wait, 20)
                assert (await site.client.post(site.path(0, "/undo"), {})).status == 200
                assert (await site.client.post(site.path(0, "/hint"), {"adviser": "greedy"})).status == 200
            await until_an_agent_moves(site)
            released.set()
            before = len(site.table.actions)
            while len(site.table.actions) == before:
                await asyncio.sleep(0.01)
        assert not site.live.failure
    finally:
        released.set()
        site.live.end_streams()


# --- undo and hints


@on_site
async def test_undo_is_possible_against_agents_only(tmp_path):
    (tmp_path / "bot").mkdir()
    site = Site(tmp_path / "bot", BOT)
    site.live.wake_agents()
    async with site.client.stream(site.path(0, "/events")) as stream:
        await stream.until(lambda stream: stream.messages() and stream.messages()[-1]["yours"])
        first = stream.messages()[-1]
        assert (await site.client.post(site.path(0, "/undo"), {})).status == 409, "nothing to undo"
        assert (await site.act(0)).status == 200
        await stream.until(lambda stream: stream.messages()[-1]["yours"] and stream.messages()[-1]["number"] > first["number"])
        assert (await site.client.post(site.path(0, "/undo"), {})).status == 200
        again = await stream.until(lambda stream: stream.messages()[-1]["id"].startswith("1-") and stream.messages()[-1])
    same = ("number", "svg", "text", "question", "choices")
    assert {name: again[name] for name in same} == {name: first[name] for name in same} and again["from"] == 0
    site.live.end_streams()
    (tmp_path / "two").mkdir()
    other = Site(tmp_path / "two")
    seat = other.table.mover
    await other.act(seat)
    for viewer in (0, 1):
        answer = await other.client.post(other.path(viewer, "/undo"), {})
        assert answer.status == 409 and "one person" in answer.json()["error"]
    assert len(other.table.actions) == 1


@on_site
async def test_a_hint_is_an_agents_choice_in_words(tmp_path):
    site = Site(tmp_path)
    mover = site.table.mover
    answer = await site.client.post(site.path(mover, "/hint"), {"adviser": "expert"})
    labels = [choice["label"] for choice in latest_message(site.table, mover)["choices"]]
    assert answer.status == 200 and answer.json()["words"] in labels
    assert (await site.client.post(site.path(1 - mover, "/hint"), {"adviser": "expert"})).status == 409
    for other in ("exprt", "/etc/passwd", "runs/model.zip"):
        answer = await site.client.post(site.path(mover, "/hint"), {"adviser": other})
        assert answer.status == 400 and "no adviser" in answer.json()["error"]
    assert site.table.actions == []


def test_the_results_of_a_hint_are_chances_to_win():
    options = game_of("dig_v0").parse_options(num_players=4)
    candidates = tuple((action, Candidate("", 0.5, 8, value)) for action, value in enumerate((1.0, 0.0, -1 / 3, None)))
    message = hint_message(Hint(0, "dig", candidates), options)
    assert message["unit"] == "chance" and message["by"] == "playouts"
    assert [each["value"] for each in message["considered"]] == [1.0, 0.25, 0.0, None], "a win, an even game, a loss"
    scored = hint_message(Hint(0, "dig", candidates), game_of("dig_v0").parse_options(reward="score"))
    assert scored["unit"] == "points" and scored["considered"][0]["value"] == 20.0


# --- rights


def test_tokens_are_distinct_and_checked_exactly():
    key, other = bytes(32), bytes(31) + b"\1"
    tokens = [token_of(key, viewer) for viewer in (0, 1, PUBLIC)]
    assert len({*tokens, *(token_of(other, viewer) for viewer in (0, 1, PUBLIC))}) == 6
    assert [viewer_with_token(key, (0, 1, PUBLIC), token) for token in tokens] == [0, 1, PUBLIC]
    for wrong in ("", "a", tokens[0][:-1], tokens[0] + "=", tokens[0].swapcase(), "ä" * 43, "\ud800"):
        assert viewer_with_token(key, (0, 1, PUBLIC), wrong) is None


@on_site
async def test_no_request_acts_for_another_seat(tmp_path):
    site = Site(tmp_path)
    mover = site.table.mover
    answer = await site.act(1 - mover)
    assert answer.status == 409 and "not this seat" in answer.json()["error"]
    assert (await site.act(PUBLIC)).status == 403
    assert (await site.client.post(site.path(PUBLIC, "/hint"), {"adviser": "expert"})).status == 403
    moment = f"{site.table.epoch}-{site.table.histories[mover].latest.number}"
    for extra in ({"seat": mover}, {"viewer": mover}, {"token": token_of(site.saved.key, mover)}):
        message = {"moment": moment, "action": 0, **extra}
        assert (await site.client.post(site.path(1 - mover, "/act"), message)).status == 400
    assert site.table.actions == []


@on_site
async def test_an_action_counts_once_and_for_its_moment_only(tmp_path):
    site = Site(tmp_path)
    mover = site.table.mover
    moment = f"{site.table.epoch}-{site.table.histories[mover].latest.number}"
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
        assert answer.status == 400 and "action must be a whole number" in answer.json()["error"]
    path, head = site.path(mover, "/act"), {"origin": ORIGIN, "content_type": "application/json"}
    long = b'{"moment":"' + b"0" * 70 + b'","action":0}'
    for body in (b"", b"{", b"[]", b"null", b"\xff", b'{"moment": "0-0"}', b"[" * MAX_BODY, long):
        assert (await site.client.request("POST", path, body, **head)).status == 400, body
    assert site.table.actions == []


@on_site
async def test_long_bodies_are_not_read(tmp_path):
    site = Site(tmp_path)
    path, head = site.path(site.table.mover, "/act"), {"origin": ORIGIN, "content_type": "application/json"}
    long = b'{"moment": "' + b"0" * MAX_BODY + b'"}'
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
    assert (
        b"start the server with --allow-host evil.example:8765" in (await site.client.get("/", host="evil.example:8765")).body
    )
    assert b"allow" not in (await site.client.get("/", host="<b>:1")).body
    for origin in ("http://evil.example", "null", "https://127.0.0.1:8765", "http://127.0.0.1", f"{ORIGIN}.evil.example", None):
        assert (await site.client.post(site.path(mover, "/act"), message, origin=origin)).status == 403, origin
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", None):
        assert (await site.client.post(site.path(mover, "/act"), message, content_type=kind)).status == 415, kind
    for method in ("PUT", "DELETE", "OPTIONS", "PATCH"):
        assert (await site.client.request(method, site.path(mover, "/act"), origin=ORIGIN)).status == 405
    assert site.table.actions == []
    assert (await site.client.post(site.path(mover, "/act"), message)).status == 200


@on_site
async def test_unknown_paths_and_tokens_are_not_found(tmp_path):
    site = Site(tmp_path)
    known = await site.client.get(site.path(0))
    assert known.status == 200 and site.path(0).encode() not in known.body
    wrong = site.path(0)[:-1] + ("A" if site.path(0)[-1] != "A" else "B")
    pages = ("/page/", "/page/play.html", "/page/replay.html", "/page/../server.py", "/page/%2e%2e")
    for path in (wrong, f"{wrong}/events", "/", "/t/", "/t/x", "/lobby/x", f"/lobby/{site.path(0)[3:]}", *pages):
        answer = await site.client.get(path)
        assert answer.status == 404, path
    for name in TABLE_REQUESTS:
        assert (await site.client.post(f"{wrong}/{name}", {})).status == 404
        assert (await site.client.get(site.path(0, f"/{name}"))).status == 405


@on_site
async def test_every_answer_has_the_security_headers(tmp_path):
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
async def test_the_number_of_streams_per_link_is_limited(tmp_path):
    site = Site(tmp_path)
    path = site.path(0, "/events")
    async with asyncio.TaskGroup() as group:
        released = asyncio.Event()

        async def listen():
            async with site.client.stream(path) as stream:
                await stream.moment()
                await released.wait()

        for _ in range(MAX_STREAMS):
            group.create_task(listen())
        while site.live.presence.may_stream(0):
            await asyncio.sleep(0.01)
        assert (await site.client.get(path)).status == 429
        async with site.client.stream(site.path(1, "/events")) as other:
            await other.moment()
        released.set()
    async with site.client.stream(path) as stream:
        await stream.moment()


@on_site
async def test_streams_that_open_together_are_counted(tmp_path):
    site = Site(tmp_path)
    for viewer, most in ((0, MAX_STREAMS), (PUBLIC, MAX_PUBLIC_STREAMS)):
        async with contextlib.AsyncExitStack() as stack:
            opened = [site.client.stream(site.path(viewer, "/events")) for _ in range(most + 5)]
            streams = [await stack.enter_async_context(stream) for stream in opened]
            for stream in streams:
                await stream.until(lambda stream: stream.status)
            assert sorted(stream.status for stream in streams) == [200] * most + [429] * 5


@on_site
async def test_streams_are_compressed_for_browsers(tmp_path):
    site = Site(tmp_path)
    async with (
        site.client.stream(site.path(0, "/events"), accept_encoding="gzip, br") as packed,
        site.client.stream(site.path(0, "/events")) as plain,
    ):
        for _ in range(3):
            await site.act(site.table.mover)
        await plain.moment(3)
        length = len(plain.content)
        unpack = lambda stream: zlib.decompressobj(wbits=31).decompress(stream.content)  # noqa: E731
        await packed.until(lambda stream: len(unpack(stream)) >= length)
        assert unpack(packed) == plain.content, "each event can be read when it has arrived"
        assert len(packed.content) < length / 5


@on_site
async def test_others_see_who_is_not_connected(tmp_path):
    site = Site(tmp_path)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(presence, "GRACE", 0.01)
        await see_who_is_not_connected(site)


async def see_who_is_not_connected(site: Site) -> None:
    async with site.client.stream(site.path(0, "/events")) as stream:
        await stream.until(lambda stream: stream.messages("absent") == [{"seats": [1]}])
        async with site.client.stream(site.path(1, "/events")) as other:
            await stream.until(lambda stream: stream.messages("absent")[-1] == {"seats": []})
            await other.moment()
        await stream.until(lambda stream: stream.messages("absent")[-1] == {"seats": [1]})
        assert len(stream.messages("absent")) == 3


# --- the page


def page_files() -> dict[str, str]:
    """Return the text of each file of the page, by name, with the style sheet that the server makes."""
    folder = files("dig_envs.play").joinpath("page")
    return {each.name: each.read_text() for each in folder.iterdir() if each.is_file()} | {"dark.css": dark_style()}


ENTRIES = {"play.html": "play.js", "lobby.html": "lobby.js"}


@pytest.mark.parametrize("name", ENTRIES)
def test_pages_load_files_of_this_server_only(name):
    parts = page_files()
    for text in parts.values():
        assert set(re.findall(r"https?://[^\s\"'<]+", text)) <= {"http://www.w3.org/2000/svg"}
        assert not re.search(r"@import|url\(|innerHTML|eval\(|document\.write", text)
    page = parts[name]
    assert not re.search(r"\son\w+=|\sstyle=|<script>|<style>", page), "the policy forbids scripts and styles within the page"
    loaded = set(re.findall(r'(?:src|href)="/page/([^"]+)"', page))
    pictures = {"dark.css"} if name == "play.html" else set()
    assert loaded == {ENTRIES[name], ENTRIES[name].replace(".js", ".css"), "common.css", "icon.svg"} | pictures
    assert loaded <= parts.keys()


def modules_of(entry: str, scripts: dict[str, str]) -> set[str]:
    """Return the names of a script and of all modules that it imports."""
    reached: set[str] = set()
    waiting = {entry}
    while waiting:
        reached |= waiting
        waiting = {other for name in waiting for other in re.findall(r'from "\./([\w.-]+)"', scripts[name])} - reached
    return reached


def test_scripts_find_their_modules_and_the_elements_of_their_page():
    parts = page_files()
    parts["replay.html"] = files("dig_envs.render").joinpath("replay.html").read_text() + branch_form([])
    scripts = {name: text for name, text in parts.items() if name.endswith(".js")}
    every = set()
    for page, entry in (*ENTRIES.items(), ("replay.html", "branch.js")):
        reached = modules_of(entry, scripts)
        shown = set(re.findall(r'id="([\w-]+)"', parts[page]))
        named = {name: set(re.findall(r'(?<![.\w])get\("([\w-]+)"\)', scripts[name])) for name in reached}
        assert {name: ids - shown for name, ids in named.items() if ids - shown} == {}
        every |= reached
    typed = set(re.findall(r'import\("\./([\w.]+)"\)', "".join(scripts.values())))
    assert every | typed == scripts.keys(), "every module is used"
