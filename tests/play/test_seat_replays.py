"""The page of a seat, and its view in `watch`, hold what the seat was told and nothing else: as `dig-envs play` tells it."""

import json
import random
import re

import pytest

from dig_envs import agents
from dig_envs.core.agent import Candidate, Explanation
from dig_envs.core.catalogue import game_of
from dig_envs.core.playing import PlayedGame
from dig_envs.play.replay import Onlooker, viewer_of
from dig_envs.play.show import Show
from dig_envs.play.view import moment_message
from dig_envs.records import GameRecord
from dig_envs.render.view import PUBLIC
from tests.support.catalogue import Case
from tests.support.play_tables import legal, people_table, with_other_secrets

pytest.importorskip("starlette", reason="the extra `play` is not installed")

ONE_OF_EACH = [
    Case("dig_v0", {"num_players": 3, "max_turns": 9}),
    Case("dig_dig_v0", {"num_players": 3, "max_turns": 12}),
    Case("lets_dig_for_treasure_v0", {"num_players": 3}),
    Case("two_bit_bandits_v0", {"num_players": 3, "max_turns": 5}),
    Case("digging_bandits_v0", {"num_players": 3, "max_turns": 5}),
]
EACH_GAME = pytest.mark.parametrize("case", ONE_OF_EACH, ids=lambda case: case.game)


def a_record(case: Case, decisions: int | None = None) -> GameRecord:
    bots = [agents.make("random", game=case.game)] * case.options["num_players"]
    played = PlayedGame(game_of(case.game), case.options, bots, seed=5)
    for _ in played.moments(decisions):
        pass
    return GameRecord.of(played)


def data_of(page: str) -> dict:
    return json.loads(re.search(r'<script id="data" type="application/json">(.*?)</script>', page, re.S).group(1))


def as_played(record: GameRecord, viewer: int) -> list[dict]:
    """Each moment that `dig-envs play` sends a viewer of the same game."""
    onlooker = Onlooker(record.game, record.options, record.seed, record.names, viewer)
    table, track = onlooker.table, onlooker.table.track(viewer)
    number, known, found = -1, 0, []
    for decision in (None, *record.decisions):
        if decision is not None:
            table.act(decision.seat, table.track(decision.seat).last.number, decision.action)
        for moment in track.after(number):
            found.append(moment_message(table, track, moment, known))
            number, known = moment.number, moment.told
    return found


@pytest.mark.rule("C-4")
@EACH_GAME
def test_a_seats_page_is_made_of_what_play_sends_the_seat(case):
    record = a_record(case, decisions=40)
    for viewer in (1, PUBLIC):
        replay = Show(record, viewer).replay()
        told = as_played(record, viewer)
        assert len(replay.frames) == len(told) <= len(record.decisions) + 1
        for frame, message in zip(replay.frames, told, strict=True):
            assert _board(frame.svg) == _board(message["svg"])
            assert all(line["words"] in (frame.action or "") for line in message["lines"])
            assert frame.points == ()
        data = data_of(replay.page())
        assert [frame[2] for frame in data["frames"]] == [frame.action for frame in replay.frames]
        assert f"seed {record.seed}" not in replay.page() and replay.seed is None


def _board(svg: str) -> str:
    """A picture without its heading, where the last actions stand in words of the page."""
    return "\n".join(line for line in svg.splitlines() if not re.search(r'<text [^>]*text-anchor="end" fill="#8a8071"', line))


@pytest.mark.rule("C-4")
@EACH_GAME
def test_a_frame_is_the_same_whatever_is_hidden_from_the_seat(case):
    generator = random.Random(3)
    table = people_table(case, seed=5)
    compared = 0
    while not table.over:
        viewer = [*table.people, PUBLIC][generator.randrange(4)]
        if len(table.actions) % 4 == 0 and table.telling.settled(table.view(viewer)):
            frames = []
            for other in (table, with_other_secrets(table, viewer, generator.randrange(2**40))):
                onlooker = Onlooker(table.game, table.options, 0, table.names, viewer)
                onlooker.table, track = other, other.track(viewer)
                view = other.view(viewer, track.last.state)
                frames.append(onlooker._frame(view, track.log[-2:], 1, (), None))
            assert frames[0] == frames[1]
            compared += 1
        table._step(generator.choice(legal(table)))
    assert compared > 2


def test_what_an_agent_considered_is_on_its_own_seats_page_only():
    case = ONE_OF_EACH[0]
    record = a_record(case)
    mine = record.decisions[0].seat
    secret = Explanation(record.decisions[0].action, (Candidate("dig", 0.5, 3, 0.25, "only mine"),))
    moments = [moment._replace(told=secret) if number == 1 else moment for number, moment in _moments(record)]
    for viewer in (*range(3), PUBLIC):
        onlooker = Onlooker(record.game, record.options, record.seed, record.names, viewer)
        page = onlooker.replay(onlooker.frames(iter(moments))).page()
        assert ("only mine" in page) == (viewer == mine)


def _moments(record: GameRecord):
    """The moments' seats and choices; their tables are not looked at."""
    return enumerate([moment._replace(batch=None) for moment in record.moments()])


def test_what_is_won_is_said_at_the_end():
    record = a_record(ONE_OF_EACH[0])
    replay = Show(record, 1).replay()
    assert replay.rewards == record.outcome.rewards and replay.result.startswith("Turn limit reached")
    assert "as random 1 sees it" in replay.page()
    assert "as onlookers see it" in Show(record, PUBLIC).replay().page()


def test_viewers_are_named_by_number_or_public():
    assert viewer_of("0") == 0 and viewer_of("public") == PUBLIC
