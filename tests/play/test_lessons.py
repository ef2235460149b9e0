"""Lessons: each of each game is reached, can be answered rightly and wrongly, and shows what its seat may see."""

import re

import pytest

from dig_envs.core.catalogue import game_of, games
from dig_envs.core.errors import ArgumentError
from dig_envs.play import live_tables
from dig_envs.play.lessons import OTHER, PERSON, TaughtLesson, lessons_of
from dig_envs.render.wording import player_rules
from tests.support import play_tables
from tests.support.sites import Site, on_site

LESSONS = [(game, number) for game in games() for number in range(len(lessons_of(game_of(game))))]
NAME = re.compile(r"(?<=[a-z,\d] )[A-Z][\w'-]*")  # a word with a capital that does not begin a sentence


def legal_names(table) -> set[str]:
    return {table.game.actions.name(action) for action in play_tables.legal(table)}


def test_each_game_has_five_to_eight_lessons():
    for game in games():
        lessons = lessons_of(game_of(game))
        assert 5 <= len(lessons) <= 8 and len({lesson.title for lesson in lessons}) == len(lessons)
        with pytest.raises(ArgumentError, match=f"{len(lessons)} lessons"):
            TaughtLesson(game_of(game), len(lessons))


@pytest.mark.parametrize(("game", "number"), LESSONS)
def test_a_lesson_is_reached_and_says_what_each_choice_did(game, number):
    names = legal_names(TaughtLesson(game_of(game), number).table)
    lesson = lessons_of(game_of(game))[number]
    for name in (*lesson.wanted, *sorted(names - set(lesson.wanted))[:1]):
        taught = TaughtLesson(game_of(game), number)
        table = taught.table
        assert table.mover == lesson.seat and table.people == [lesson.seat] and not table.agent_to_move
        assert taught.message()["answer"] is None and set(lesson.wanted) <= names
        assert (set(lesson.wanted) == names) == (not lesson.wrong), "every choice is answered, and none is right by default"
        table.act(lesson.seat, table.histories[lesson.seat].latest.number, table.game.actions.number(name))
        said = taught.message()
        assert said["right"] == (name in lesson.wanted) and said["answer"] == (lesson.right if said["right"] else lesson.wrong)
        assert not table.agent_to_move, "the table waits, so that the person sees what happened"


@pytest.mark.parametrize(("game", "number"), LESSONS)
def test_the_words_of_a_lesson_are_those_of_the_rules(game, number):
    taught = TaughtLesson(game_of(game), number)
    lesson, shown = taught.lesson, play_tables.latest_message(taught.table, taught.lesson.seat)["text"]
    known = {*re.findall(r"[\w'-]+", player_rules(game_of(game)) + shown), "Leprechaun", PERSON, OTHER}
    for text in (lesson.text, lesson.right, lesson.wrong):
        unknown = {word.removesuffix("'s").removesuffix("s") for word in NAME.findall(text)} - known
        assert not {word for word in unknown if f"{word}s" not in known}, text
    assert len(lesson.text) < 420, "a lesson is read on a phone"


@pytest.mark.parametrize(("game", "number"), LESSONS)
def test_a_lesson_shows_nothing_that_its_seat_cannot_know(game, number):
    taught = TaughtLesson(game_of(game), number)
    seat = taught.lesson.seat
    other = play_tables.with_other_secrets(taught.table, seat, number)
    assert play_tables.latest_event(other, seat) == play_tables.latest_event(taught.table, seat)


@on_site
async def test_lessons_follow_each_other_from_the_lobby(tmp_path):
    site = Site(tmp_path)
    described = (await site.client.get(f"{site.lobby.path}/games")).json()["games"]
    assert [game["lessons"] for game in described] == [len(lessons_of(game_of(game))) for game in games()]
    assert (await site.client.post(site.path(0, "/learn"), {"lesson": 0})).status == 409, "a game is no lesson"
    assert (await site.client.post(f"{site.lobby.path}/learn", {"game": "dig_v0"})).status == 200
    await site.lobby._starting
    path = site.lobby.state()["links"][0]["path"]
    assert len(site.lobby.state()["links"]) == 2, "nobody else has a seat"
    async with site.client.stream(path + "/events") as stream:
        moment = await stream.moment()
        assert stream.messages("about")[0]["undo"] and moment["yours"]
        (lesson,) = await stream.until(lambda stream: stream.messages("lesson"))
        assert (lesson["number"], lesson["answer"]) == (0, None)
        for name, right in (("move 2", False), ("move 1", True)):
            known, choices = len(stream.messages("lesson")), stream.messages()[-1]["choices"]
            chosen = {"moment": stream.messages()[-1]["id"], "action": next(c["action"] for c in choices if c["name"] == name)}
            assert (await site.client.post(path + "/act", chosen)).status == 200
            await stream.until(lambda stream, known=known: len(stream.messages("lesson")) > known)
            assert stream.messages("lesson")[-1]["right"] == right
            again = {"moment": stream.messages()[-1]["id"], "action": 0}
            assert (await site.client.post(path + "/act", again)).status == 409, "a lesson asks for one choice"
            if not right:
                known = len(stream.messages())
                assert (await site.client.post(path + "/undo", {})).status == 200
                await stream.until(
                    lambda stream, known=known: len(stream.messages()) > known and stream.messages()[-1]["yours"]
                )
    following = (await site.client.post(path + "/learn", {"lesson": 1})).json()["path"]
    async with site.client.stream(following + "/events") as stream:
        (lesson,) = await stream.until(lambda stream: stream.messages("lesson"))
        assert lesson["number"] == 1
    assert (await site.client.post(path + "/learn", {"lesson": 99})).status == 400
    assert (await site.client.post(following + "/lobby", {})).json() == {"path": site.lobby.path}
    assert site.store.open().table.game.id == "dig_v0" and site.store.open().number == 1, "lessons are not saved"
    site.tables.end_streams()


@on_site
async def test_a_lesson_that_people_have_left_is_dropped(tmp_path):
    site = Site(tmp_path)
    left = await site.tables.teach(game_of("dig_v0"), 0)
    watched = await site.tables.teach(game_of("dig_v0"), 1)
    with watched.presence.counted_stream(watched.lesson.lesson.seat), pytest.MonkeyPatch.context() as patch:
        assert site.tables.tables[-2:] == [left, watched], "a page may be about to open"
        patch.setattr(live_tables, "LESSON_IDLE", 1e-9)
        latest = await site.tables.teach(game_of("dig_v0"), 2)
        assert left not in site.tables.tables and site.tables.tables[-2:] == [watched, latest]
    assert any(live.lesson is None for live in site.tables.tables), "games are kept"
