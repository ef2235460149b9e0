"""Test the set-up and the opening of Dig Dig in small positions, clause by clause."""

from collections import Counter

import numpy as np
import pytest

import dig_envs
from dig_envs.dig_dig.components import KIND_NAMES, NUM_CARDS, NUM_KINDS, ROW
from dig_envs.dig_dig.state import NONE, Phase
from tests.support.dig_dig_positions import Position, block, kinds, playable, set_up

# --- components and set-up


@pytest.mark.rule("DD-1", "DD-2")
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_each_seat_is_dealt_three_blind_three_face_up_and_three_hand_cards(num_players):
    states = dig_envs.batch("dig_dig_v0", num_tables=100, seed=1, num_players=num_players).states
    for state in states:
        table, secret = state["table"], state["secret"]
        assert table["hand_size"][:num_players].tolist() == [3] * num_players and not table["hand_size"][num_players:].any()
        assert table["face_up"].sum(axis=1)[:num_players].tolist() == [3] * num_players
        assert (table["blind"][:num_players] == 1).all() and table["deck_size"] == 56 - 9 * num_players
        blind, deck = (part[part != NONE] for part in (secret["blind"], secret["deck"]))
        cards = np.bincount(np.concatenate([blind, deck]), minlength=NUM_KINDS)
        cards += table["face_up"].sum(axis=0) + state["seats"]["hand"].sum(axis=0)
        assert cards.tolist() == [4] * NUM_KINDS and len(KIND_NAMES) == 14 and NUM_CARDS == 56


@pytest.mark.rule("DD-2", "C-10")
def test_every_kind_is_equally_likely_everywhere():
    states = dig_envs.batch("dig_dig_v0", num_tables=4000, seed=2).states
    expected = 4000 * ROW / NUM_KINDS
    places = [states["seats"]["hand"][:, 1].sum(axis=0), states["table"]["face_up"][:, 0].sum(axis=0)]
    places.append(np.bincount(states["secret"]["blind"][:, 1].ravel(), minlength=NUM_KINDS))
    places.append(np.bincount(states["secret"]["deck"][:, :ROW].ravel(), minlength=NUM_KINDS))
    for counts in places:
        assert np.abs(counts - expected).max() < 5 * np.sqrt(expected)


@pytest.mark.rule("DD-2")
def test_no_seat_sees_a_blind_card_not_even_the_owner():
    game = Position(["3", "4"], blind=["5 6 7", "8 9 10"])
    twin = Position(["3", "4"], blind=["8 9 10", "5 6 7"])
    for seat in (0, 1):
        for name, seen in game.seen(seat).items():
            assert (seen == block(twin, seat, name)).all(), name
        assert {"5", "8"} <= set(kinds(block(game, seat, "unseen")))


@pytest.mark.rule("DD-3", "C-2")
def test_a_seat_chooses_three_face_up_cards_and_keeps_the_other_three():
    game = set_up(["2 2 10", "3 4 5"], ["2 boom 6", "7 8 9"])
    assert game.legal == ["lay 2", "lay 6", "lay 10", "lay boom"]
    game.do("lay 2", "lay boom")
    assert game.mover == 0 and "lay boom" not in game.legal and "lay 2" in game.legal
    game.do("lay 2")
    assert (game.face_up(0), game.hand(0), game.mover) == ("2 2 boom", "2 6 10", 1)


@pytest.mark.rule("DD-3")
def test_a_seat_may_keep_the_dealt_face_up_cards():
    game = set_up(["2 2 10", "3 4 5"], ["2 boom 6", "7 8 9"]).do("lay 6", "lay boom", "lay 2")
    assert (game.face_up(0), game.hand(0)) == ("2 6 boom", "2 2 10")


@pytest.mark.rule("DD-3")
def test_seats_choose_in_order_and_see_the_choices_of_earlier_seats():
    hands = ["2 2 10", "3 4 5", "3 4 5"]
    game = set_up(hands, ["2 boom 6", "7 8 9", "7 8 9"]).do("lay 2")
    assert kinds(block(game, 2, "picks")) == {"2": 1}
    game.do("lay boom", "lay 10")
    assert kinds(block(game, 1, "face_up")[2]) == {"2": 1, "10": 1, "boom": 1}
    game.do("lay 7", "lay 8", "lay 9")
    assert (game.mover, game.phase) == (2, Phase.SET_UP)
    assert game.do("lay 7", "lay 8", "lay 9").phase == Phase.OPENING


# --- opening


def opening(hands: list[str], seed: int = 0) -> Position:
    """Return a position after the set-up with these hands, in which the opener is to play."""
    return Position(hands, deck="1 1 1", phase=Phase.SET_UP, seed=seed).begin()


@pytest.mark.rule("DD-4")
@pytest.mark.parametrize(
    ("hands", "opener"), [(["5 5 9", "3 boom 9"], 1), (["2 3 4", "3 4 5"], 0), (["boom boom 4", "5 5 5"], 0)]
)
def test_the_seat_with_the_lowest_number_begins(hands, opener):
    game = opening(hands)
    assert (game.mover, game.phase) == (opener, Phase.OPENING)


@pytest.mark.rule("DD-4")
def test_face_up_numbers_do_not_count():
    assert set_up(["5 6 7", "4 6 7"], ["2 2 2", "9 9 9"]).begin().mover == 1


@pytest.mark.rule("DD-4")
def test_the_opener_plays_only_copies_of_its_lowest_number():
    game = opening(["2 2 3", "3 boom 9"])
    assert game.legal == ["play 2", "play 2 x2"]
    assert game.do("play 2 x2").pile == "2 2"


@pytest.mark.rule("DD-4", "C-10")
def test_the_opener_is_random_among_equal_lowest_numbers():
    openers = Counter(opening(["3 9 9", "4 8 8", "3 3 10", "3 boom drop"], seed).mover for seed in range(300))
    assert sorted(openers) == [0, 2, 3] and min(openers.values()) > 70


@pytest.mark.rule("DD-4", "DD-12", "DD-13", "DD-14", "DD-15")
def test_without_a_number_in_any_hand_the_opener_plays_any_card_that_fits_an_empty_pile():
    hands = ["boom drop ninja", "limbo limbo limbo"]
    legal = {game.mover: game.legal for game in (opening(hands, seed) for seed in range(20))}
    assert legal == {0: ["play boom", "play drop", "play ninja"], 1: ["pick up"]}


@pytest.mark.rule("DD-5")
def test_only_the_second_play_must_be_strictly_higher():
    game = Position(["2 8 9", "2 3 4", "3 9 9"], deck="1 1 1 5", phase=Phase.OPENING).do("play 2")
    assert playable(game) == {"3", "4"}
    game.do("play 3")
    assert playable(game) == {"3", "9"}


@pytest.mark.rule("DD-5")
def test_the_second_seat_may_play_power_cards_that_fit_the_pile():
    low = Position(["2 8 9", "2 limbo boom"], deck="1 1 1", phase=Phase.OPENING).do("play 2")
    assert playable(low) == {"boom"}
    high = Position(["6 8 9", "6 limbo drop"], deck="1 1 1", phase=Phase.OPENING).do("play 6")
    assert playable(high) == {"limbo", "drop"}


@pytest.mark.rule("DD-5")
@pytest.mark.parametrize("power", ["ninja", "drop"])
def test_a_power_card_of_the_second_seat_ends_the_strictly_higher_rule(power):
    game = Position(["2 2 9", f"2 3 {power}"], deck="1 1 1", phase=Phase.OPENING).do("play 2", f"play {power}")
    assert "play 2" in game.legal


@pytest.mark.rule("DD-5")
def test_a_boom_of_the_second_seat_ends_the_strictly_higher_rule_before_its_next_play():
    game = Position(["2 2 9", "2 3 boom"], deck="1 1 1", phase=Phase.OPENING).do("play 2", "play boom")
    assert game.mover == 1 and playable(game) == {"1", "2", "3"}


@pytest.mark.rule("DD-5", "DD-9")
def test_a_pick_up_of_the_second_seat_ends_the_strictly_higher_rule():
    game = Position(["6 6 9", "6 6 2"], deck="1 1 1", phase=Phase.OPENING).do("play 6")
    assert game.legal == ["pick up"]
    game.do("pick up", "play 6")
    assert "play 6" in game.legal


@pytest.mark.rule("DD-5", "DD-4")
@pytest.mark.parametrize("power", ["ninja", "drop"])
def test_an_opening_without_a_number_does_not_restrict_the_second_seat(power):
    game = Position([f"{power} boom boom", "ninja drop drop", "ninja limbo ninja"], deck="1 1 1", phase=Phase.OPENING)
    game.do(f"play {power}")
    assert game.phase == Phase.PLAY and {"ninja", "drop"} <= playable(game)
