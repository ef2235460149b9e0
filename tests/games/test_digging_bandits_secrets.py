"""Test that decisions about a bribe, a rescue or an encore are secret (C-4), and which modules use the fields of a frame."""

import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import dig_envs
from dig_envs.core.batch import Batch
from dig_envs.digging_bandits.captions import status
from dig_envs.digging_bandits.observation import clear_hidden
from dig_envs.digging_bandits.rules.frames import SECRET
from dig_envs.digging_bandits.state import Event, FrameKind
from dig_envs.render.view import View
from tests.support.digging_bandits_positions import Position, acting
from tests.support.play import MixedPlay

TABLES = 64
STEPS = 1500
ROOT = Path(__file__).parents[2]
OPTIONS = [{"num_players": 2, "quick_play": True}, {"num_players": 3}, {"num_players": 4, "teams": True}]
BLOCKS_OF_A_PUBLIC_PAIR = {"hand", "shown", "known_hands", "open_hands", "backs", "unseen", "step"}
PARTNERS = ["land wanted john holiday, draw wanted john holiday", "coin", "tnt", "saving spoon"]


def differing(one: dict, other: dict) -> set[str]:
    """Return the names of the blocks that differ between two observations."""
    return {name for name in other if not np.array_equal(one[name], other[name])}


def outlaw() -> Position:
    """Return a position where seat 0 robs seat 1, which has two COINs, and seat 2 decides whether to block."""
    return acting("outlaw", "coin, coin, shovel", "cowboy").do("play outlaw", "player +1", "dig back")


@pytest.mark.rule("C-4", "DB-26")
def test_the_decision_to_pay_a_bribe_is_secret():
    game = outlaw()
    assert (game.pending, game.mover) == ("outlaw", 2)
    announced = game.seen(0)
    game.do("pass")
    assert (game.pending, game.mover) == ("BRIBE", 1)
    assert differing(game.seen(0), announced) == set(), "the thief still sees the pending OUTLAW"
    seen = game.seen(1)
    assert np.flatnonzero(seen["begun"]).tolist() == [FrameKind.ACTION, FrameKind.BRIBE] and seen["considering"][0] == 1
    assert np.flatnonzero(game.seen(2)["begun"]).tolist() == [FrameKind.ACTION, FrameKind.EVENT]
    assert np.flatnonzero(game.seen(2)["event"]).tolist() == [Event.OUTLAW]


@pytest.mark.rule("C-4", "DB-26")
def test_other_seats_cannot_distinguish_a_bribe_from_an_answer_to_the_outlaw():
    """Seat 1 is the mover in both positions: once for a bribe, once for its COWBOY."""
    bribing = acting("outlaw", "coin, coin, shovel", "").do("play outlaw", "player +1", "dig back")
    blocking = acting("outlaw", "coin, cowboy, shovel", "").do("play outlaw", "player +1", "dig back")
    assert (bribing.pending, bribing.mover, blocking.pending, blocking.mover) == ("BRIBE", 1, "outlaw", 1)
    for seat in (0, 2):
        assert differing(bribing.seen(seat), blocking.seen(seat)) == set()


@pytest.mark.rule("C-4", "DB-19")
def test_the_decision_to_play_double_time_is_secret():
    places = ["town 2", "land 3", "land 4"]
    game = Position(["double-time, gold", "coin", "tnt"], places=places, phase="action", draw="coin").do("pick up")
    before = {seat: game.seen(seat) for seat in range(3)}
    game.do("end turn")
    assert game.pending == "ENCORE"
    assert differing(game.seen(0), before[0]) == {"begun", "decision"}
    assert differing(game.seen(1), before[1]) == set() and differing(game.seen(2), before[2]) == set()


@pytest.mark.rule("C-4", "DB-58")
def test_the_decision_of_a_partner_with_the_spoon_is_secret():
    game = Position(PARTNERS, places=["town 2", "land 3", "land 4", "land 6"], phase="action", teams=True)
    before = {seat: game.seen(seat) for seat in range(4)}
    game.do("turn in john holiday")
    assert (game.pending, game.mover) == ("TURN_IN", 3)
    for seat in range(3):
        assert differing(game.seen(seat), before[seat]) <= BLOCKS_OF_A_PUBLIC_PAIR | ({"decision"} if seat == 0 else set())
        assert status(View(game.game, game.options, game._bytes, seat=seat)) == "player_0 acts"
    assert game.seen(3)["named"].tolist() == [0, 0, 1, 0] and game.seen(3)["begun"][FrameKind.TURN_IN] == 1


def secret_positions(batch: Batch) -> np.ndarray:
    """Return positions of mixed play in which a seat has a secret decision."""
    play = MixedPlay(batch, seed=3)
    found = []
    for _ in range(STEPS):
        states = batch.states
        tables = states["table"]
        innermost = tables["frames"]["kind"][np.arange(TABLES), np.maximum(tables["depth"], 1) - 1]
        found.append(states[np.isin(innermost, SECRET) & (tables["depth"] > 0)])
        batch.step(play.actions(batch))
    return np.concatenate(found)


@pytest.mark.rule("C-4")
@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: str(options["num_players"]))
def test_in_mixed_play_no_other_seat_sees_a_secret_decision(options):
    """Observations of other seats do not change if the hidden frame is removed from the table, except the pair of a TURN_IN."""
    batch = dig_envs.batch("digging_bandits_v0", num_tables=TABLES, seed=3, **options)
    states = secret_positions(batch)
    innermost = states["table"]["frames"]["kind"][np.arange(len(states)), states["table"]["depth"] - 1]
    assert {FrameKind.BRIBE, FrameKind.ENCORE} <= set(Counter(innermost.tolist()))
    seen = batch.observe_states(states)
    for seat in range(batch.num_players):
        known = states.copy()
        known["table"] = clear_hidden(states["table"], states["seats"][:, seat])
        asked = states["seats"]["asked"][:, seat] == 1
        revealed = (batch.observe_states(known)[:, seat] != seen[:, seat]).any(axis=1)
        assert not revealed[innermost != FrameKind.TURN_IN].any()
        assert (known["table"][asked] == states["table"][asked]).all()
        assert (known["table"][~asked] != states["table"][~asked]).all()


def test_only_one_module_uses_the_numbers_of_a_frame():
    """Other modules use the names that `rules/frames.py` gives these fields."""
    folders = [ROOT / "dig_envs/digging_bandits", ROOT / "agents/digging_bandits"]
    paths = [path for folder in folders for path in folder.rglob("*.py")] + [*(ROOT / "tests").rglob("*digging_bandits*.py")]
    touching = {path.name for path in paths if re.search(r"frame\w*(\[.*\])?(\.|\[\")(first|second|third)\b", path.read_text())}
    assert touching - {Path(__file__).name} == {"frames.py"}
