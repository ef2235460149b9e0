"""The replay of a seat, and its view in `watch`, contain exactly what `dig-envs play` sends the seat."""

import json
import random
import re

import pytest

from dig_envs import agents
from dig_envs.core.agent import Candidate, Explanation
from dig_envs.core.catalogue import game_of
from dig_envs.core.playing import PlayedGame
from dig_envs.play.game_frames import GameFrames, SeenMoment, ViewerFrames, parse_viewer
from dig_envs.play.messages import moment_message
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
    """The message of each moment that `dig-envs play` sends a viewer of the same game."""
    table = ViewerFrames(record.game, record.options, record.seed, record.names, viewer).table
    history = table.histories[viewer]
    number, known_lines, found = -1, 0, []
    for decision in (None, *record.decisions):
        if decision is not None:
            table.act(decision.seat, table.histories[decision.seat].latest.number, decision.action)
        for moment in history.after(number):
            found.append(moment_message(table, history, moment, known_lines))
            number, known_lines = moment.number, moment.log_length
    return found


@pytest.mark.rule("C-4")
@EACH_GAME
def test_a_seats_replay_contains_what_play_sends_the_seat(case):
    record = a_record(case, decisions=40)
    for viewer in (1, PUBLIC):
        replay = GameFrames(record, viewer).replay()
        messages = as_played(record, viewer)
        assert len(replay.frames) == len(messages) <= len(record.decisions) + 1
        for frame, message in zip(replay.frames, messages, strict=True):
            assert _board(frame.svg) == _board(message["svg"])
            assert all(line["words"] in (frame.action or "") for line in message["lines"])
            assert frame.points == ()
        data = data_of(replay.page())
        assert [frame[2] for frame in data["frames"]] == [frame.action for frame in replay.frames]
        assert f"seed {record.seed}" not in replay.page() and replay.seed is None


def _board(svg: str) -> str:
    """A picture without its heading, which a page of play does not have, and without the names of its parts."""
    other = r'<svg |<text x="[^"]*" y="[1-5]?\d(\.\d+)?"|<g data-spot=|</g>|<rect [^>]*rx="8" fill="none"/>'
    return "\n".join(line for line in svg.splitlines() if not re.match(other, line))


@pytest.mark.rule("C-4")
@EACH_GAME
def test_a_frame_does_not_depend_on_hidden_information(case):
    generator = random.Random(3)
    table = people_table(case, seed=5)
    compared = 0
    while not table.over:
        viewer = [*table.people, PUBLIC][generator.randrange(4)]
        if len(table.actions) % 4 == 0 and table.wording.may_be_shown(table.view(viewer)):
            frames = []
            for other in (table, with_other_secrets(table, viewer, generator.randrange(2**40))):
                drawn = ViewerFrames(table.game, table.options, 0, table.names, viewer)
                drawn.table, history = other, other.histories[viewer]
                view = other.view(viewer, history.latest.state)
                frames.append(drawn._frame(SeenMoment(view, tuple(history.log[-2:]), 0, 1, (), None)))
            assert frames[0] == frames[1]
            compared += 1
        table._step(generator.choice(legal(table)))
    assert compared > 2


def test_candidates_are_on_their_own_seats_page_only():
    case = ONE_OF_EACH[0]
    record = a_record(case)
    mine = record.decisions[0].seat
    secret = Explanation(record.decisions[0].action, (Candidate("dig", 0.5, 3, 0.25, "only mine"),))
    moments = [moment._replace(explanation=secret) if number == 1 else moment for number, moment in _moments(record)]
    for viewer in (*range(3), PUBLIC):
        drawn = ViewerFrames(record.game, record.options, record.seed, record.names, viewer)
        page = drawn.replay(drawn.frames(iter(moments))).page()
        assert ("only mine" in page) == (viewer == mine)


def _moments(record: GameRecord):
    """The moments without their tables, which are not needed."""
    return enumerate([moment._replace(batch=None) for moment in record.moments()])


def test_the_replay_ends_with_the_result():
    record = a_record(ONE_OF_EACH[0])
    replay = GameFrames(record, 1).replay()
    assert replay.rewards == record.outcome.rewards and replay.result.startswith("Turn limit reached")
    assert "as random 1 sees it" in replay.page()
    assert "as spectators see it" in GameFrames(record, PUBLIC).replay().page()


def test_a_viewer_is_a_number_or_public():
    assert parse_viewer("0") == 0 and parse_viewer("public") == PUBLIC
