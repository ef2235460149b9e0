"""The lobby: games, agents with their strength, tables that it starts, and what it refuses; rematches of all kinds."""

import asyncio
import random
import threading

import pytest

from dig_envs.core.catalogue import game_of, games
from dig_envs.core.errors import ArgumentError
from dig_envs.play.lobby import described, offered_options, seated
from dig_envs.play.table import Participant

pytest.importorskip("starlette", reason="the extra `play` is not installed")

from tests.support.sites import BOT, Site, on_site


async def state_of(site: Site, until) -> dict:
    """Ask for the state of the lobby until a condition is true."""
    async with asyncio.timeout(60):
        while not until(state := (await site.client.get(f"{site.lobby.path}/state")).json()):
            await asyncio.sleep(0.01)
    return state


def request(**changes) -> dict:
    return {"game": "dig_v0", "options": {}, "seats": ["greedy", "me", "friend"], "name": "Ann", **changes}


@on_site
async def test_the_lobby_describes_all_games_and_draws_them(tmp_path):
    site = Site(tmp_path)
    found = (await site.client.get(f"{site.lobby.path}/games")).json()["games"]
    assert [game["id"] for game in found] == games() and all(game["sentence"] and game["title"] for game in found)
    for game in games():
        cover = await site.client.get(f"{site.lobby.path}/cover/{game}")
        assert cover.headers["content-type"] == "image/svg+xml" and cover.body.startswith(b"<svg") and b"<use" in cover.body
        assert (await site.client.get(f"{site.lobby.path}/rules/{game}")).body.startswith(b"<h2>How to play")
    assert (await site.client.get(f"{site.lobby.path}/rules/chess")).status == 404
    page = await site.client.get(site.lobby.path)
    assert b"lobby.js" in page.body and site.lobby.token.encode() not in page.body


@on_site
async def test_agents_have_their_measured_strength_and_can_play(tmp_path):
    site = Site(tmp_path)
    path = f"{site.lobby.path}/agents"
    found = (await site.client.post(path, {"game": "dig_v0", "options": {"num_players": 2}})).json()
    names = [agent["name"] for agent in found]
    assert {"search", "ppo", "expert", "random"} <= set(names)
    ratings = [agent["rating"] for agent in found]
    assert ratings == sorted(ratings, reverse=True) and all(agent["low"] < agent["rating"] < agent["high"] for agent in found)
    for players, size in ((2, 2), (3, 2), (4, 4)):
        found = (await site.client.post(path, {"game": "dig_v0", "options": {"num_players": players}})).json()
        assert {agent["measured_at"] for agent in found} == {size}
    scents = (await site.client.post(path, {"game": "dig_v0", "options": {"num_players": 2, "scents": True}})).json()
    assert "ppo" not in [agent["name"] for agent in scents], "its observation has no scents"


@on_site
async def test_a_table_is_started_with_links_for_all(tmp_path):
    site = Site(tmp_path)
    assert (await site.client.post(f"{site.lobby.path}/start", request())).status == 200
    state = await state_of(site, lambda state: state["links"])
    assert [link["name"] for link in state["links"]] == ["Ann", "Friend", "Spectators"] and not state["starting"]
    table = site.lobby.newest.table
    assert table.participants == (Participant("greedy", "greedy"), Participant("Ann"), Participant("Friend"))
    for link, host in zip(state["links"], (True, False, False), strict=True):
        async with site.client.stream(link["path"] + "/events") as stream:
            await stream.moment()
            assert stream.messages("about")[0]["host"] == host
    answer = await site.client.post(state["links"][0]["path"] + "/lobby", {})
    assert answer.json() == {"path": site.lobby.path}
    assert (await site.client.post(state["links"][1]["path"] + "/lobby", {})).status == 409
    site.tables.end_streams()


@on_site
async def test_a_start_that_fails_is_reported_and_a_second_one_waits(tmp_path):
    site = Site(tmp_path)
    released = threading.Event()

    def fails(*_):
        released.wait(20)
        raise ArgumentError("no table")

    path = f"{site.lobby.path}/start"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("dig_envs.play.lobby.Table", fails)
        assert (await site.client.post(path, request())).status == 200
        assert (await state_of(site, lambda state: True))["starting"]
        assert (await site.client.post(path, request())).status == 409
        released.set()
        assert (await state_of(site, lambda state: not state["starting"]))["error"] == "no table"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"game": "dgi_v0"}, 'did you mean "dig_v0"'),
        ({"seats": ["greedy", "random"]}, "exactly one seat"),
        ({"seats": ["me", "me"]}, "exactly one seat"),
        ({"seats": ["me"]}, "num_players"),
        ({"seats": ["me", "mybot.py:bot"]}, "cannot take a seat"),
        ({"seats": ["me", "runs/model.zip"]}, "cannot take a seat"),
        ({"seats": ["me", 7]}, "cannot take a seat"),
        ({"options": {"reward": "score"}}, "does not offer"),
        ({"options": {"scents": "yes"}}, "scents must be one of"),
        ({"options": {"scents": 1}}, "scents must be one of"),
        ({"game": "two_bit_bandits_v0", "options": {"cards": "/etc/passwd"}}, "does not offer"),
        ({"name": 3}, "name must be a short text"),
        ({"seats": "me"}, "seats must be a list"),
    ],
)
def test_bad_requests_are_refused(tmp_path, changes, said):
    async def refused():
        site = Site(tmp_path)
        answer = await site.client.post(f"{site.lobby.path}/start", request(**changes))
        assert answer.status == 400 and said in answer.json()["error"]
        assert len(site.tables.tables) == 1

    asyncio.run(refused())


def test_names_of_people_and_agents_are_told_apart():
    names = [each.name for each in seated(["friend", "greedy", "me", "friend", "greedy"], " ", ["greedy"])]
    assert names == ["Friend 0", "greedy 1", "Player", "Friend 3", "greedy 4"]


def test_options_are_switches_and_lists_without_paths_and_clauses():
    offered = {option["name"]: option for option in offered_options(game_of("two_bit_bandits_v0"))}
    assert offered.keys() == {"length", "max_health"} and offered["length"]["default"] == "standard"
    assert all("(" not in option["meaning"] for game in games() for option in described(game_of(game))["options"])


# --- rematches


async def play_to_the_end(site: Site) -> None:
    generator = random.Random(1)
    while not site.table.over:
        if site.table.agent_to_move:
            site.table.play_agent()
        else:
            await site.act(site.table.mover, action=generator.choice(site.table._batch.masks[0].nonzero()[0].tolist()))


@on_site
async def test_a_rematch_keeps_the_seats_and_deals_new_cards(tmp_path):
    site = Site(tmp_path, max_turns=2)
    assert (await site.client.post(site.path(0, "/rematch"), {"swap": False})).status == 409, "the game is not over"
    await play_to_the_end(site)
    async with site.client.stream(site.path(1, "/events")) as other:
        await other.until(lambda stream: stream.messages("ending"))
        path = (await site.client.post(site.path(0, "/rematch"), {"swap": False})).json()["path"]
        assert (await site.client.post(site.path(0, "/rematch"), {"swap": False})).json()["path"] == path, "one rematch"
        await other.until(lambda stream: stream.messages("next"))
        offered = other.messages("next")[-1]
    following = site.tables.tables[-1]
    assert len(site.tables.tables) == 2 and site.tables.find(path[3:]) == (following, 0)
    assert offered["by"] == "Ann" and site.tables.find(offered["path"][3:]) == (following, 1)
    assert following.table.participants == site.table.participants and following.table.seed != site.table.seed
    assert following.table.given_options == site.table.given_options
    assert site.path(0) != path, "every table has links of its own"


@on_site
async def test_swapped_seats_play_the_same_deal(tmp_path):
    site = Site(tmp_path, BOT, max_turns=2)
    await play_to_the_end(site)
    path = (await site.client.post(site.path(0, "/rematch"), {"swap": True})).json()["path"]
    following, seat = site.tables.find(path[3:])
    assert seat == 1 == following.host and following.table.seed == site.table.seed
    assert following.table.participants == (BOT[1], BOT[0])
    site.tables.end_streams()


@on_site
async def test_after_an_undo_a_rematch_is_a_new_one(tmp_path):
    site, paths = Site(tmp_path, BOT, max_turns=2), set()
    for _ in range(2):
        await play_to_the_end(site)
        paths.add((await site.client.post(site.path(0, "/rematch"), {"swap": False})).json()["path"])
        assert (await site.client.post(site.path(0, "/undo"), {})).status == 200
    assert len(paths) == 2
    site.tables.end_streams()


@on_site
async def test_replay_and_review_are_offered_after_the_end_only(tmp_path):
    site = Site(tmp_path, max_turns=2)
    assert (await site.client.get(site.path(0, "/replay"))).status == 409
    assert (await site.client.post(site.path(0, "/review"), {})).status == 409
    await play_to_the_end(site)
    page = (await site.client.get(site.path(0, "/replay"))).body.decode()
    assert (
        '<script src="/page/replay.js">' in page
        and "as Ann sees it" in page
        and str(site.table.seed) not in page.split("data")[0]
    )
    assert (await site.client.get("/page/replay.js")).status == 200
    assert (await site.client.post(site.path(0, "/review"), {})).status == 400, "this server has no estimator"
