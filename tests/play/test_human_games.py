"""Games of people as data: kept with consent only, without names, and read back."""

import asyncio
import json

import numpy as np
import pytest

from dig_envs.core.errors import RecordError
from dig_envs.play.consent import ConsentedGame
from dig_envs.play.table import Participant, Table
from dig_envs.records.human_games import Help, facts_of, human_games

OPTIONS = {"max_turns": 4}
TWO = [Participant("Ann Secret"), Participant("Bob Secret")]
ONE = [Participant("Ann Secret"), Participant("the bot", "random")]


def finished(table: Table, game: ConsentedGame | None = None) -> Table:
    """Play a table to its end with the first legal actions."""
    while not table.over:
        table._step(int(np.flatnonzero(table._batch.masks[0])[0]))
        if game is not None:
            game.follow()
    return table


def test_nothing_is_kept_without_consent(tmp_path):
    game = ConsentedGame(tmp_path / "humans", Table("dig_v0", OPTIONS, 1, TWO))
    finished(game.table, game)
    assert not game.is_kept and not (tmp_path / "humans").exists()
    game.agreed.add(0)
    game.update()
    assert not (tmp_path / "humans").exists(), "one of two people agrees"


def test_a_game_is_kept_when_all_agree_and_removed_when_one_withdraws(tmp_path):
    game = ConsentedGame(tmp_path, Table("dig_v0", OPTIONS, 1, TWO))
    game.agreed |= {0, 1}
    finished(game.table, game)
    assert len(list(tmp_path.iterdir())) == 2
    game.agreed.discard(1)
    game.update()
    assert not list(tmp_path.iterdir())


def test_an_undo_after_the_end_removes_the_game(tmp_path):
    table = Table("dig_v0", OPTIONS, 1, ONE)
    game = ConsentedGame(tmp_path, table)
    game.agreed.add(0)
    finished(table, game)
    table.undo(0)
    game.follow()
    assert not list(tmp_path.iterdir()) and len(game.seconds) == len(table.actions)


def test_the_time_of_a_decision_includes_those_that_were_undone(tmp_path, monkeypatch):
    clock = iter(range(0, 1000, 10))
    monkeypatch.setattr("time.monotonic", lambda: float(next(clock)))
    table = Table("dig_v0", OPTIONS, 1, ONE)
    game = ConsentedGame(tmp_path, table)
    while not table.actions or table.mover != 0:
        table._step(int(np.flatnonzero(table._batch.masks[0])[0]))
        game.follow()
    times = list(game.seconds)
    table._step(int(np.flatnonzero(table._batch.masks[0])[0]))
    game.follow()
    table.undo(0)
    game.follow()
    table._step(int(np.flatnonzero(table._batch.masks[0])[-1]))
    game.follow()
    assert game.seconds == [*times, 30.0], "ten for the undone decision, ten until the undo, ten for the next"


def test_a_kept_game_counts_the_help(tmp_path):
    game = ConsentedGame(tmp_path, Table("dig_v0", OPTIONS, 1, ONE), known_deal=True)
    game.agreed.add(0)
    game.count(hints=1)
    game.count(undos=1)
    game.count(hints=1)
    finished(game.table, game)
    assert next(human_games(tmp_path)).help == Help(undos=1, hints=2, known_deal=True)
    (facts,) = tmp_path.glob("*.json")
    written = json.loads(facts.read_text())
    del written["help"]
    facts.write_text(json.dumps(written))
    assert next(human_games(tmp_path)).help is None, "a game from before help was counted"


def test_a_kept_game_has_seats_agents_times_and_outcome_but_no_names(tmp_path):
    game = ConsentedGame(tmp_path, Table("dig_v0", OPTIONS, 1, ONE))
    game.agreed.add(0)
    finished(game.table, game)
    (path,) = tmp_path.glob("*.jsonl")
    assert "Secret" not in path.read_text() + facts_of(path).read_text() and "the bot" not in path.read_text()
    (found,) = human_games(tmp_path)
    assert found.people == (0,) and found.agents == (None, "random") and found.record.names == ("person", "random")
    assert [(each.seat, each.action) for each in found.record.decisions] == game.table.decisions
    assert len(found.seconds) == len(found.record.decisions) and all(each >= 0 for each in found.seconds)
    assert found.record.outcome.end == "truncated"


def test_times_before_a_restart_are_unknown(tmp_path):
    table = Table("dig_v0", OPTIONS, 1, TWO)
    table._step(int(np.flatnonzero(table._batch.masks[0])[0]))
    game = ConsentedGame(tmp_path, table)
    finished(table, game)
    assert game.seconds[0] is None and None not in game.seconds[1:] and len(game.seconds) == len(table.actions)


def test_times_since_a_decision_that_was_not_saved_are_unknown(tmp_path):
    table = Table("dig_v0", OPTIONS, 1, TWO)
    game = ConsentedGame(tmp_path, table)
    game.agreed |= {0, 1}
    table._step(int(np.flatnonzero(table._batch.masks[0])[0]))
    finished(table, game)
    (found,) = human_games(tmp_path)
    assert found.seconds[:2] == (None, None) and None not in found.seconds[2:]


@pytest.mark.parametrize(
    "change",
    [{"people": [1]}, {"agents": [None]}, {"seconds": []}, {"seconds": "fast"}, {"extra": 1}, {"help": {"undos": 1}}],
    ids=["people", "agents", "too few times", "type", "unknown field", "help"],
)
def test_damaged_facts_are_refused(change, tmp_path):
    game = ConsentedGame(tmp_path, Table("dig_v0", OPTIONS, 1, ONE))
    game.agreed.add(0)
    finished(game.table, game)
    (path,) = tmp_path.glob("*.json")
    path.write_text(json.dumps({**json.loads(path.read_text()), **change}))
    with pytest.raises(RecordError, match=path.name):
        list(human_games(tmp_path))


def test_the_page_asks_and_the_server_keeps(tmp_path):
    pytest.importorskip("starlette", reason="the extra `play` is not installed")
    from dig_envs.render.view import PUBLIC
    from tests.support.sites import Site

    async def play() -> None:
        site = Site(tmp_path, max_turns=4)
        for seat in (0, 1):
            answer = await site.client.post(site.path(seat, "/consent"), {"keep": True})
            assert answer.status == 200 and site.live.notices[seat]["consent"] == {"keep": True, "everybody": seat == 1}
        assert "consent" not in site.live.notices[PUBLIC]
        assert (await site.client.post(site.path(PUBLIC, "/consent"), {"keep": True})).status == 403
        assert (await site.client.post(site.path(0, "/consent"), {"keep": 1})).status == 400
        while not site.table.over:
            assert (await site.act(site.table.mover)).status == 200
        assert len(list((tmp_path / "humans").iterdir())) == 2
        assert not next(human_games(tmp_path / "humans")).help
        assert (await site.client.post(site.path(0, "/consent"), {"keep": False})).status == 200
        assert not list((tmp_path / "humans").iterdir())
        site.live.end_streams()

    asyncio.run(play())
