"""The clauses of Dig Dig about setting up and the opening, in small positions."""

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
def test_a_deal_gives_three_blind_three_face_up_and_three_in_hand(num_players):
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
def test_every_kind_is_as_likely_everywhere():
    states = dig_envs.batch("dig_dig_v0", num_tables=4000, seed=2).states
    expected = 4000 * ROW / NUM_KINDS
    places = [states["seats"]["hand"][:, 1].sum(axis=0), states["table"]["face_up"][:, 0].sum(axis=0)]
    places.append(np.bincount(states["secret"]["blind"][:, 1].ravel(), minlength=NUM_KINDS))
    places.append(np.bincount(states["secret"]["deck"][:, :ROW].ravel(), minlength=NUM_KINDS))
    for counts in places:
        assert np.abs(counts - expected).max() < 5 * np.sqrt(expected)


@pytest.mark.rule("DD-2")
def test_nobody_sees_a_blind_card_its_owner_included():
    game = Position(["3", "4"], blind=["5 6 7", "8 9 10"])
    twin = Position(["3", "4"], blind=["8 9 10", "5 6 7"])
    for seat in (0, 1):
        for name, seen in game.seen(seat).items():
            assert (seen == block(twin, seat, name)).all(), name
        assert {"5", "8"} <= set(kinds(block(game, seat, "unseen")))


@pytest.mark.rule("DD-3", "C-2")
def test_three_choices_make_the_face_up_row_and_the_rest_is_the_hand():
    game = set_up(["2 2 10", "3 4 5"], ["2 boom 6", "7 8 9"])
    assert game.legal == ["lay 2", "lay 6", "lay 10", "lay boom"]
    game.do("lay 2", "lay boom")
    assert game.mover == 0 and "lay boom" not in game.legal and "lay 2" in game.legal
    game.do("lay 2")
    assert (game.face_up(0), game.hand(0), game.mover) == ("2 2 boom", "2 6 10", 1)


@pytest.mark.rule("DD-3")
def test_a_row_may_stay_as_it_was_dealt():
    game = set_up(["2 2 10", "3 4 5"], ["2 boom 6", "7 8 9"]).do("lay 6", "lay boom", "lay 2")
    assert (game.face_up(0), game.hand(0)) == ("2 6 boom", "2 2 10")


@pytest.mark.rule("DD-3")
def test_seats_choose_in_order_and_see_what_earlier_seats_chose():
    hands = ["2 2 10", "3 4 5", "3 4 5"]
    game = set_up(hands, ["2 boom 6", "7 8 9", "7 8 9"]).do("lay 2")
    assert kinds(block(game, 2, "picks")) == {"2": 1}
    game.do("lay boom", "lay 10")
    assert kinds(block(game, 1, "face_up")[2]) == {"2": 1, "10": 1, "boom": 1}
    game.do("lay 7", "lay 8", "lay 9")
    assert (game.mover, game.phase) == (2, Phase.SET_UP)
    assert game.do("lay 7", "lay 8", "lay 9").phase == Phase.OPENING


# --- opening


def begun(hands: list[str], seed: int = 0) -> Position:
    """Set up three cards in each hand, with the opener found."""
    return Position(hands, deck="1 1 1", phase=Phase.SET_UP, seed=seed).begin()


@pytest.mark.rule("DD-4")
@pytest.mark.parametrize(
    ("hands", "opener"), [(["5 5 9", "3 boom 9"], 1), (["2 3 4", "3 4 5"], 0), (["boom boom 4", "5 5 5"], 0)]
)
def test_the_holder_of_the_lowest_number_begins(hands, opener):
    game = begun(hands)
    assert (game.mover, game.phase) == (opener, Phase.OPENING)


@pytest.mark.rule("DD-4")
def test_face_up_numbers_do_not_count():
    assert set_up(["5 6 7", "4 6 7"], ["2 2 2", "9 9 9"]).begin().mover == 1


@pytest.mark.rule("DD-4")
def test_the_opener_plays_one_or_more_copies_of_its_lowest_number_and_nothing_else():
    game = begun(["2 2 3", "3 boom 9"])
    assert game.legal == ["play 2", "play 2 x2"]
    assert game.do("play 2 x2").pile == "2 2"


@pytest.mark.rule("DD-4", "C-10")
def test_equal_lowest_numbers_begin_at_random():
    openers = Counter(begun(["3 9 9", "4 8 8", "3 3 10", "3 boom drop"], seed).mover for seed in range(300))
    assert sorted(openers) == [0, 2, 3] and min(openers.values()) > 70


@pytest.mark.rule("DD-4", "DD-12", "DD-13", "DD-14", "DD-15")
def test_without_a_number_in_any_hand_the_opener_plays_what_an_empty_pile_allows():
    hands = ["boom drop ninja", "limbo limbo limbo"]
    legal = {game.mover: game.legal for game in (begun(hands, seed) for seed in range(20))}
    assert legal == {0: ["play boom", "play drop", "play ninja"], 1: ["pick up"]}


@pytest.mark.rule("DD-5")
def test_the_second_play_is_strictly_higher_and_the_third_need_not_be():
    game = Position(["2 8 9", "2 3 4", "3 9 9"], deck="1 1 1 5", phase=Phase.OPENING).do("play 2")
    assert playable(game) == {"3", "4"}
    game.do("play 3")
    assert playable(game) == {"3", "9"}


@pytest.mark.rule("DD-5")
def test_the_second_seat_may_play_power_cards_that_may_be_played_there():
    low = Position(["2 8 9", "2 limbo boom"], deck="1 1 1", phase=Phase.OPENING).do("play 2")
    assert playable(low) == {"boom"}
    high = Position(["6 8 9", "6 limbo drop"], deck="1 1 1", phase=Phase.OPENING).do("play 6")
    assert playable(high) == {"limbo", "drop"}


@pytest.mark.rule("DD-5")
@pytest.mark.parametrize("power", ["ninja", "drop"])
def test_the_strictness_ends_with_the_second_seats_play_whatever_it_was(power):
    game = Position(["2 2 9", f"2 3 {power}"], deck="1 1 1", phase=Phase.OPENING).do("play 2", f"play {power}")
    assert "play 2" in game.legal


@pytest.mark.rule("DD-5")
def test_the_strictness_ends_with_a_boom_before_the_further_play():
    game = Position(["2 2 9", "2 3 boom"], deck="1 1 1", phase=Phase.OPENING).do("play 2", "play boom")
    assert game.mover == 1 and playable(game) == {"1", "2", "3"}


@pytest.mark.rule("DD-5", "DD-9")
def test_the_strictness_ends_when_the_second_seat_picks_up():
    game = Position(["6 6 9", "6 6 2"], deck="1 1 1", phase=Phase.OPENING).do("play 6")
    assert game.legal == ["pick up"]
    game.do("pick up", "play 6")
    assert "play 6" in game.legal


@pytest.mark.rule("DD-5", "DD-4")
@pytest.mark.parametrize("power", ["ninja", "drop"])
def test_an_opening_without_a_number_binds_nobody(power):
    game = Position([f"{power} boom boom", "ninja drop drop", "ninja limbo ninja"], deck="1 1 1", phase=Phase.OPENING)
    game.do(f"play {power}")
    assert game.phase == Phase.PLAY and {"ninja", "drop"} <= playable(game)
