"""Test playing from the hand and power cards of Dig Dig in small positions, clause by clause."""

import pytest

from dig_envs.core.game import End
from dig_envs.dig_dig.components import KIND_NAMES
from tests.support.dig_dig_positions import Position, block, playable

POWER = ["boom", "limbo", "drop", "ninja"]


# --- playing from hand


@pytest.mark.rule("DD-6", "DD-7")
def test_a_play_is_any_count_of_one_number_or_one_power_card():
    game = Position(["3 4 4 4 ninja ninja", "9"], pile="4")
    assert game.legal == ["play 4", "play 4 x2", "play 4 x3", "play ninja"]
    assert game.do("play 4 x2").pile == "4 4 4"


@pytest.mark.rule("DD-7")
@pytest.mark.parametrize("pile", ["", "ninja", "ninja ninja"])
def test_any_number_fits_an_empty_pile_or_a_pile_of_ninjas(pile):
    assert playable(Position(["1 5 10", "9"], pile=pile)) == {"1", "5", "10"}


@pytest.mark.rule("DD-7")
@pytest.mark.parametrize("top", range(1, 11))
def test_a_number_must_be_equal_or_higher(top):
    hand = " ".join(str(number) for number in range(1, 11))
    assert playable(Position([hand, "9"], pile=f"{top}")) == {str(number) for number in range(top, 11)}


@pytest.mark.rule("DD-8")
def test_a_seat_draws_up_to_three_cards_after_a_play():
    game = Position(["4 4 9", "9 9 9"], deck="1 2 3").do("play 4 x2")
    assert game.hand(0) == "1 2 9" and game.table.deck_size == 1


@pytest.mark.rule("DD-8")
def test_a_short_deck_may_leave_a_hand_below_three():
    game = Position(["4 4 9", "9 9 9"], deck="1").do("play 4 x2")
    assert game.hand(0) == "1 9" and game.table.deck_size == 0


@pytest.mark.rule("DD-8")
def test_a_hand_of_three_or_more_does_not_draw():
    game = Position(["4 4 5 6 9", "9 9 10"], deck="1 2 3").do("play 4 x2")
    assert game.hand(0) == "5 6 9" and game.table.deck_size == 3


@pytest.mark.rule("DD-8", "DD-11")
@pytest.mark.parametrize(("hand", "action"), [("boom 4 9", "play boom"), ("5 4 9", "play 5")])
def test_a_seat_draws_before_its_further_play(hand, action):
    game = Position([hand, "9 9 10"], pile="5 5 5", deck="1 2 3").do(action)
    assert (game.hand(0), game.mover) == ("1 4 9", 0) and "play 1" in game.legal


@pytest.mark.rule("DD-8")
def test_a_seat_that_picks_up_does_not_draw():
    game = Position(["1 2 3", "9 9 10"], pile="9 10", deck="4 5 6").do("pick up")
    assert game.hand(0) == "1 2 3 9 10" and game.table.deck_size == 3


@pytest.mark.rule("DD-9")
def test_a_seat_that_cannot_play_picks_up_the_pile_and_ends_its_turn():
    game = Position(["1 2 3", "4"], pile="2 ninja 9")
    assert game.legal == ["pick up"]
    game.do("pick up")
    assert (game.hand(0), game.pile, game.mover, game.table.turn) == ("1 2 2 3 9 ninja", "", 1, 1)


@pytest.mark.rule("DD-9")
def test_picking_up_is_legal_only_when_nothing_can_be_played():
    assert Position(["1 9", "4"], pile="9").legal == ["play 9"]
    assert Position(["1 ninja", "4"], pile="9").legal == ["play ninja"]


@pytest.mark.rule("DD-9", "DD-13")
@pytest.mark.parametrize("hand_or_row", ["hands", "face_up"])
def test_a_seat_with_only_limbos_picks_up_an_empty_pile(hand_or_row):
    cards = {"hands": ["", "4"], "face_up": ["", ""], hand_or_row: ["limbo limbo", ""], "blind": ["3", "4"]}
    game = Position(**cards)
    assert game.legal == ["pick up"]
    game.do("pick up")
    assert (game.hand(0) + game.face_up(0), game.mover, game.table.turn) == ("limbo limbo", 1, 1)


@pytest.mark.rule("DD-9", "DD-12")
def test_a_pile_of_ninjas_is_picked_up():
    game = Position(["limbo boom", "4"], pile="ninja ninja")
    assert game.legal == ["pick up"]
    assert game.do("pick up").hand(0) == "boom limbo ninja ninja"


@pytest.mark.rule("DD-10")
def test_four_of_a_number_in_one_play_clear_the_pile():
    game = Position(["6 6 6 6 8", "4"], pile="2 5 ninja").do("play 6 x4")
    assert game.pile == "" and {"2", "5", "6", "ninja"} <= set(game.compost.split())


@pytest.mark.rule("DD-10")
def test_four_of_a_number_in_several_plays_clear_the_pile():
    game = Position(["6 6 9", "6 9", "6 9"], pile="5").do("play 6 x2", "play 6")
    assert game.pile == "5 6 6 6"
    game.do("play 6")
    assert game.pile == "" and game.compost.count("6") == 4 and game.mover == 2


@pytest.mark.rule("DD-10", "DD-15")
def test_ninjas_do_not_interrupt_four_of_a_number_and_are_cleared_too():
    game = Position(["6 9", "4"], pile="2 6 ninja 6 ninja ninja 6 ninja").do("play 6")
    assert game.pile == "" and game.compost.count("ninja") == 4 and game.mover == 0


@pytest.mark.rule("DD-10", "DD-14")
@pytest.mark.parametrize("between", ["drop", "7 limbo", "10 drop"])
def test_other_cards_interrupt_four_of_a_number(between):
    number = "5"
    game = Position([f"{number} 9", "4"], pile=f"{number} {number} {between} {number}").do(f"play {number}")
    assert game.pile.endswith(f"{number} {number}") and game.mover == 1


@pytest.mark.rule("DD-10")
def test_an_observation_shows_the_run_on_top_of_the_pile():
    assert block(Position(["6", "4"], pile="6 ninja 6 ninja"), 1, "run").tolist() == [0, 1, 0]
    assert not block(Position(["6", "4"], pile="6 6 drop"), 1, "run").any()


@pytest.mark.rule("DD-10")
def test_four_ninjas_or_four_drops_do_not_clear_the_pile():
    assert Position(["ninja 9", "4"], pile="ninja ninja ninja").do("play ninja").mover == 1
    assert Position(["drop 9", "4"], pile="drop drop drop").do("play drop").mover == 1


@pytest.mark.rule("DD-11")
def test_a_seat_that_clears_the_pile_plays_again_in_the_same_turn():
    game = Position(["6 1 limbo", "4"], pile="6 6 6").do("play 6")
    assert (game.mover, game.table.turn, game.legal) == (0, 0, ["play 1"])
    game.do("play 1")
    assert (game.mover, game.table.turn) == (1, 1)


@pytest.mark.rule("DD-11", "DD-12", "DD-19")
@pytest.mark.parametrize(("last", "pile"), [("boom", "9"), ("6", "6 6 6")])
def test_after_a_seat_goes_out_by_clearing_the_next_seat_plays_on_the_empty_pile(last, pile):
    game = Position([last, "1 limbo", "10"], pile=pile).do(f"play {last}")
    assert (game.places, game.mover, game.pile, game.end) == ([1, 0, 0], 1, "", End.RUNNING)
    assert game.legal == ["play 1"]


@pytest.mark.rule("DD-11", "DD-9")
def test_an_impossible_further_play_ends_the_turn():
    game = Position(["boom limbo", "4"], pile="9").do("play boom")
    assert game.legal == ["pick up"]
    assert game.do("pick up").mover == 1 and game.hand(0) == "limbo"


# --- power cards


@pytest.mark.rule("DD-12")
def test_boom_moves_itself_and_the_pile_to_the_compost_and_gives_a_further_play():
    game = Position(["boom 3", "4"], pile="2 7 limbo")
    before = game.compost.split()
    game.do("play boom")
    assert sorted(game.compost.split()) == sorted([*before, "2", "7", "limbo", "boom"])
    assert (game.pile, game.mover) == ("", 0)


@pytest.mark.rule("DD-12")
@pytest.mark.parametrize("pile", ["9 ninja", "ninja", "drop ninja ninja"])
def test_boom_may_not_be_played_on_a_ninja(pile):
    assert "boom" not in playable(Position(["boom 10", "4"], pile=pile))


@pytest.mark.rule("DD-12")
@pytest.mark.parametrize("pile", ["", "10", "drop", "9 limbo", "ninja 9"])
def test_boom_may_be_played_on_any_other_pile_or_an_empty_pile(pile):
    game = Position(["boom 3", "4"], pile=pile).do("play boom")
    assert (game.pile, game.mover) == ("", 0)


@pytest.mark.rule("DD-13")
@pytest.mark.parametrize(
    ("pile", "allowed"),
    [
        ("5", True), ("10", True), ("4", False), ("", False), ("ninja", False), ("9 drop", False), ("9 limbo", False),
        ("9 ninja", True), ("7 ninja ninja", True), ("3 ninja", False), ("9 limbo ninja", False),
    ],
)  # fmt: skip
def test_limbo_may_be_played_only_on_a_number_of_five_or_higher(pile, allowed):
    assert ("limbo" in playable(Position(["limbo 10 3", "4"], pile=pile))) == allowed


@pytest.mark.rule("DD-13")
def test_limbo_may_not_be_played_on_an_empty_pile_after_a_boom():
    assert Position(["boom limbo 3", "4"], pile="9").do("play boom").legal == ["play 3"]


@pytest.mark.rule("DD-13", "DD-15")
@pytest.mark.parametrize("pile", ["9 limbo", "9 limbo ninja", "9 ninja limbo ninja ninja"])
def test_after_a_limbo_the_next_number_is_five_or_lower(pile):
    game = Position(["1 4 5 6 10", "4 3 5"], pile=pile)
    assert playable(game) == {"1", "4", "5"}
    game.do("play 4")
    assert playable(game) == {"4", "5"}


@pytest.mark.rule("DD-13")
@pytest.mark.parametrize("power", ["drop", "boom", "ninja"])
def test_power_cards_except_limbo_may_follow_a_limbo(power):
    assert playable(Position([f"limbo {power} 9", "4"], pile="9 limbo")) == {power}


@pytest.mark.rule("DD-14", "DD-15")
@pytest.mark.parametrize("pile", ["10 drop", "10 drop ninja"])
def test_any_number_may_follow_a_drop(pile):
    assert {"1", "10"} <= playable(Position(["1 10 limbo", "4"], pile=pile))


@pytest.mark.rule("DD-15")
@pytest.mark.parametrize("pile", ["", "1", "10", "9 limbo", "drop", "10 ninja"])
def test_a_ninja_may_be_played_on_any_pile(pile):
    assert playable(Position(["ninja", "4"], pile=pile)) == {"ninja"}


@pytest.mark.rule("DD-15")
def test_the_number_below_a_ninja_counts():
    game = Position(["ninja 3", "8 9 10"], pile="9").do("play ninja")
    assert playable(game) == {"9", "10"}
    top = block(game, 1, "top")
    assert KIND_NAMES[int(top.argmax())] == "9" and block(game, 1, "ninja")[0] == 1


@pytest.mark.rule("DD-16", "DD-6")
@pytest.mark.parametrize("power", POWER)
def test_power_cards_are_played_one_at_a_time(power):
    game = Position([f"{power} {power} {power}", "4"], pile="9")
    assert game.legal == [f"play {power}"]
    assert game.do(f"play {power}").hand(0) == f"{power} {power}"
