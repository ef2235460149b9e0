"""Compiled and plain Python rules agree in every byte of whole games. Checked views find errors that Numba hides."""

import numpy as np
import pytest

from dig_envs.core.batch import Batch
from dig_envs.core.catalogue import game_of
from dig_envs.core.compiler.checked_views import view
from dig_envs.core.game import NOBODY
from tests.support.catalogue import CASES, mark_long_except_one
from tests.support.play import MixedPlay, batch_of, most_decisions
from tests.support.uncompiled import TABLES, plain_batch


def assert_same(compiled: Batch, plain: Batch) -> None:
    for name in ("_states", "_statuses", "_finals", "_observations", "masks"):
        assert getattr(compiled, name).tobytes() == getattr(plain, name).tobytes(), name
    for name in ("final_observations", "rewards", "points"):
        assert getattr(compiled, name).tobytes() == getattr(plain, name).tobytes(), name


def assert_same_redeals_and_checks(compiled: Batch, plain: Batch, player: int) -> None:
    """Compare what the seat and an onlooker know, and redeals for the seat, which must pass the checks."""
    states = compiled.states
    tables, seats = np.ascontiguousarray(states["table"]), np.ascontiguousarray(states["seats"][:, player])
    outs = []
    for engine in (compiled.engine, plain.engine):
        out, found = np.zeros(TABLES, compiled.game.state), np.full(TABLES, 99)
        engine.redeal_states(tables.copy(), seats.copy(), np.full(TABLES, player), np.arange(TABLES), out)
        engine.check_states(out, found)
        assert not found.any()
        known = np.zeros((2, TABLES), compiled.game.state)
        for viewer, records in zip((player, NOBODY), known, strict=True):
            engine.know_states(states.copy(), np.full(TABLES, viewer), np.zeros(1, compiled.game.state), records)
        outs.append(out.tobytes() + known.tobytes())
    assert outs[0] == outs[1]


@pytest.mark.parametrize("case", mark_long_except_one(CASES), ids=lambda case: case.id)
def test_whole_games_have_the_same_bytes(case, monkeypatch):
    compiled = batch_of(case, TABLES, seed=7, deal_again=False)
    plain = plain_batch(case, monkeypatch, seed=7)
    play = MixedPlay(compiled, seed=7)
    play.seating[:] = len(play.bots) - 1  # the best bots end a game in the fewest decisions
    for step in range(most_decisions(compiled)):
        assert_same(compiled, plain)
        if step % 16 == 0:
            assert_same_redeals_and_checks(compiled, plain, step // 16 % compiled.num_players)
        if (compiled.players < 0).all():
            break
        actions = play.actions(compiled)
        compiled.step(actions)
        plain.step(actions)
    assert (compiled.players < 0).all()


@pytest.mark.parametrize("case", mark_long_except_one(CASES), ids=lambda case: case.id)
def test_bots_play_the_same_games(case, monkeypatch):
    """Bots that have seats and noise, inside the kernels."""
    short = case.shortened(12)
    batches = batch_of(short, TABLES, deal_again=False), plain_batch(short, monkeypatch, seed=0)
    bots = MixedPlay(batches[0], seed=0).bots
    for start in range(0, len(bots), 2):
        seating = start + np.arange(TABLES * batches[0].num_players).reshape(TABLES, -1) % 2
        for batch in batches:
            batch.seat_agents(bots, seating)
            batch.deal(np.arange(TABLES), np.array([5, 6]) + start)
            assert batch.dones.all()
        assert_same(*batches)


# --- checked views

RECORD = np.dtype([("small", "i1"), ("cells", "i1", (3,)), ("pairs", [("x", "i2"), ("y", "f4")], (2,))])


@pytest.fixture
def record():
    return view(np.zeros(1, RECORD))[0]


def test_a_view_reads_plain_numbers_and_writes_the_same_bytes():
    data = np.zeros(1, RECORD)
    record = view(data)[0]
    record.small = 100
    record.pairs[1].x = record.small * 3
    assert type(record.small) is int and record.pairs[1].x == data["pairs"][0, 1]["x"] == 300
    record.pairs[0] = record.pairs[1]
    assert data["pairs"][0, 0]["x"] == 300


@pytest.mark.parametrize("index", [-1, 3])
def test_a_view_refuses_an_index_out_of_range(record, index):
    with pytest.raises(IndexError, match="out of range"):
        record.cells[index]
    with pytest.raises(IndexError, match="out of range"):
        record.cells[index] = 1
    with pytest.raises(IndexError, match="out of range"):
        record.pairs[index]


@pytest.mark.parametrize("value", [128, -129, 0.5])
def test_a_view_refuses_a_value_that_does_not_fit(record, value):
    with pytest.raises(OverflowError, match="does not fit"):
        record.small = value
    with pytest.raises(OverflowError, match="does not fit"):
        record.cells[0] = value
    assert record.small == record.cells[0] == 0


def test_a_view_refuses_a_field_that_is_not_there(record):
    with pytest.raises(AttributeError, match="smal"):
        record.smal  # noqa: B018
    with pytest.raises(AttributeError, match="smal"):
        record.smal = 1


@pytest.mark.parametrize("game", sorted({case.game for case in CASES}))
def test_no_field_is_named_like_an_attribute_of_numpy_records(game):
    def names(dtype):
        base = dtype.base
        for name in base.names or ():
            yield name
            yield from names(base[name])

    assert not [name for name in names(game_of(game).state) if hasattr(np.record, name) or hasattr(np.recarray, name)]
