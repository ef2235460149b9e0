"""Every clause of Dig Dig in small positions."""

from collections import Counter

import numpy as np
import pytest

import dig_envs
from dig_envs.core.game import End
from dig_envs.dig_dig import GAME
from dig_envs.dig_dig.components import COPIES, KIND_NAMES, NUM_CARDS, NUM_KINDS, ROW
from dig_envs.dig_dig.state import NONE, Phase
from tests.catalogue import Case
from tests.play import MixedPlay, batch_of, broken, redealt, with_states
from tests.rules.dig_dig_positions import Position
from tests.test_fuzz import assert_sound

POWER = ["boom", "limbo", "drop", "ninja"]


def playable(game: Position) -> set[str]:
    """The kinds that the mover may play."""
    return {name.split()[1] for name in game.legal if name.startswith("play")}


def block(game: Position, seat: int, name: str) -> np.ndarray:
    return game.seen(seat)[name]


def kinds(row: np.ndarray) -> dict[str, int]:
    """A block of quarters by kind, as counts."""
    return {KIND_NAMES[kind]: round(float(share) * COPIES) for kind, share in enumerate(row) if share}


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


def set_up(hands, face_up, **options) -> Position:
    return Position(hands, face_up=face_up, deck="1 1 1", phase=Phase.SET_UP, **options)


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
    """Three cards in each hand, no rows; the opener has been found."""
    return Position(hands, deck="1 1 1", seed=seed).begin()


@pytest.mark.rule("DD-4")
@pytest.mark.parametrize(
    ("hands", "opener"), [(["5 5 9", "3 boom 9"], 1), (["2 3 4", "3 4 5"], 0), (["boom boom 4", "5 5 5"], 0)]
)
def test_the_holder_of_the_lowest_number_begins(hands, opener):
    game = begun(hands)
    assert (game.mover, game.phase) == (opener, Phase.OPENING)


@pytest.mark.rule("DD-4")
def test_face_up_numbers_do_not_count():
    assert Position(["5 6 7", "4 6 7"], face_up=["1 1 1", "9 9 9"], deck="2 2 2").begin().mover == 1


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


# --- playing from hand


@pytest.mark.rule("DD-6", "DD-7")
def test_as_many_of_one_number_as_wished_or_one_power_card():
    game = Position(["3 4 4 4 ninja ninja", "9"], pile="4")
    assert game.legal == ["play 4", "play 4 x2", "play 4 x3", "play ninja"]
    assert game.do("play 4 x2").pile == "4 4 4"


@pytest.mark.rule("DD-7")
@pytest.mark.parametrize("pile", ["", "ninja", "ninja ninja"])
def test_an_empty_pile_or_ninjas_alone_take_any_number(pile):
    assert playable(Position(["1 5 10", "9"], pile=pile)) == {"1", "5", "10"}


@pytest.mark.rule("DD-7")
@pytest.mark.parametrize("top", range(1, 11))
def test_a_number_is_the_same_or_higher(top):
    hand = " ".join(str(number) for number in range(1, 11))
    assert playable(Position([hand, "9"], pile=f"{top}")) == {str(number) for number in range(top, 11)}


@pytest.mark.rule("DD-8")
def test_after_a_play_the_hand_is_drawn_up_to_three():
    game = Position(["4 4 9", "9 9 9"], deck="1 2 3").do("play 4 x2")
    assert game.hand(0) == "1 2 9" and game.table.deck_size == 1


@pytest.mark.rule("DD-8")
def test_the_last_cards_of_the_deck_may_be_too_few():
    game = Position(["4 4 9", "9 9 9"], deck="1").do("play 4 x2")
    assert game.hand(0) == "1 9" and game.table.deck_size == 0


@pytest.mark.rule("DD-8")
def test_a_hand_of_three_or_more_does_not_draw():
    game = Position(["4 4 5 6 9", "9 9 10"], deck="1 2 3").do("play 4 x2")
    assert game.hand(0) == "5 6 9" and game.table.deck_size == 3


@pytest.mark.rule("DD-8", "DD-11")
@pytest.mark.parametrize(("hand", "action"), [("boom 4 9", "play boom"), ("5 4 9", "play 5")])
def test_it_draws_before_a_further_play(hand, action):
    game = Position([hand, "9 9 10"], pile="5 5 5", deck="1 2 3").do(action)
    assert (game.hand(0), game.mover) == ("1 4 9", 0) and "play 1" in game.legal


@pytest.mark.rule("DD-8")
def test_who_picks_up_does_not_draw():
    game = Position(["1 2 3", "9 9 10"], pile="9 10", deck="4 5 6").do("pick up")
    assert game.hand(0) == "1 2 3 9 10" and game.table.deck_size == 3


@pytest.mark.rule("DD-9")
def test_who_cannot_play_takes_the_pile_and_its_turn_ends():
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
def test_limbos_alone_pick_up_nothing_from_an_empty_pile(hand_or_row):
    cards = {"hands": ["", "4"], "face_up": ["", ""], hand_or_row: ["limbo limbo", ""], "blind": ["3", "4"]}
    game = Position(**cards)
    assert game.legal == ["pick up"]
    game.do("pick up")
    assert (game.hand(0) + game.face_up(0), game.mover, game.table.turn) == ("limbo limbo", 1, 1)


@pytest.mark.rule("DD-9", "DD-12")
def test_ninjas_alone_are_a_pile_and_are_picked_up():
    game = Position(["limbo boom", "4"], pile="ninja ninja")
    assert game.legal == ["pick up"]
    assert game.do("pick up").hand(0) == "boom limbo ninja ninja"


@pytest.mark.rule("DD-10")
def test_four_of_a_number_in_one_play_clear_the_pile():
    game = Position(["6 6 6 6 8", "4"], pile="2 5 ninja").do("play 6 x4")
    assert game.pile == "" and {"2", "5", "6", "ninja"} <= set(game.compost.split())


@pytest.mark.rule("DD-10")
def test_four_of_a_number_over_several_plays_clear_the_pile():
    game = Position(["6 6 9", "6 9", "6 9"], pile="5").do("play 6 x2", "play 6")
    assert game.pile == "5 6 6 6"
    game.do("play 6")
    assert game.pile == "" and game.compost.count("6") == 4 and game.mover == 2


@pytest.mark.rule("DD-10", "DD-15")
def test_ninjas_between_them_do_not_interrupt_and_go_along():
    game = Position(["6 9", "4"], pile="2 6 ninja 6 ninja ninja 6 ninja").do("play 6")
    assert game.pile == "" and game.compost.count("ninja") == 4 and game.mover == 0


@pytest.mark.rule("DD-10", "DD-14")
@pytest.mark.parametrize("between", ["drop", "7 limbo", "10 drop"])
def test_other_cards_between_them_interrupt(between):
    number = "5"
    game = Position([f"{number} 9", "4"], pile=f"{number} {number} {between} {number}").do(f"play {number}")
    assert game.pile.endswith(f"{number} {number}") and game.mover == 1


@pytest.mark.rule("DD-10")
def test_the_run_on_top_is_seen():
    assert block(Position(["6", "4"], pile="6 ninja 6 ninja"), 1, "run").tolist() == [0, 1, 0]
    assert not block(Position(["6", "4"], pile="6 6 drop"), 1, "run").any()


@pytest.mark.rule("DD-10")
def test_four_ninjas_or_four_drops_clear_nothing():
    assert Position(["ninja 9", "4"], pile="ninja ninja ninja").do("play ninja").mover == 1
    assert Position(["drop 9", "4"], pile="drop drop drop").do("play drop").mover == 1


@pytest.mark.rule("DD-11")
def test_who_clears_the_pile_plays_again_in_the_same_turn():
    game = Position(["6 1 limbo", "4"], pile="6 6 6").do("play 6")
    assert (game.mover, game.table.turn, game.legal) == (0, 0, ["play 1"])
    game.do("play 1")
    assert (game.mover, game.table.turn) == (1, 1)


@pytest.mark.rule("DD-11", "DD-12", "DD-19")
@pytest.mark.parametrize(("last", "pile"), [("boom", "9"), ("6", "6 6 6")])
def test_who_goes_out_by_clearing_is_out_and_the_next_seat_plays_on_the_empty_pile(last, pile):
    game = Position([last, "1 limbo", "10"], pile=pile).do(f"play {last}")
    assert (game.places, game.mover, game.pile, game.end) == ([1, 0, 0], 1, "", End.RUNNING)
    assert game.legal == ["play 1"]


@pytest.mark.rule("DD-11", "DD-9")
def test_a_further_play_that_is_not_there_ends_the_turn():
    game = Position(["boom limbo", "4"], pile="9").do("play boom")
    assert game.legal == ["pick up"]
    assert game.do("pick up").mover == 1 and game.hand(0) == "limbo"


# --- power cards


@pytest.mark.rule("DD-12")
def test_boom_takes_the_pile_and_itself_to_the_compost_and_gives_a_further_play():
    game = Position(["boom 3", "4"], pile="2 7 limbo")
    before = game.compost.split()
    game.do("play boom")
    assert sorted(game.compost.split()) == sorted([*before, "2", "7", "limbo", "boom"])
    assert (game.pile, game.mover) == ("", 0)


@pytest.mark.rule("DD-12")
@pytest.mark.parametrize("pile", ["9 ninja", "ninja", "drop ninja ninja"])
def test_boom_not_on_a_ninja(pile):
    assert "boom" not in playable(Position(["boom 10", "4"], pile=pile))


@pytest.mark.rule("DD-12")
@pytest.mark.parametrize("pile", ["", "10", "drop", "9 limbo", "ninja 9"])
def test_boom_on_anything_else_an_empty_pile_too(pile):
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
def test_limbo_only_on_a_number_of_five_or_higher(pile, allowed):
    assert ("limbo" in playable(Position(["limbo 10 3", "4"], pile=pile))) == allowed


@pytest.mark.rule("DD-13")
def test_not_even_after_a_boom_is_limbo_played_on_an_empty_pile():
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
def test_power_cards_but_a_limbo_may_follow_a_limbo(power):
    assert playable(Position([f"limbo {power} 9", "4"], pile="9 limbo")) == {power}


@pytest.mark.rule("DD-14", "DD-15")
@pytest.mark.parametrize("pile", ["10 drop", "10 drop ninja"])
def test_after_a_drop_any_number_goes(pile):
    assert {"1", "10"} <= playable(Position(["1 10 limbo", "4"], pile=pile))


@pytest.mark.rule("DD-15")
@pytest.mark.parametrize("pile", ["", "1", "10", "9 limbo", "drop", "10 ninja"])
def test_a_ninja_is_played_at_any_time(pile):
    assert playable(Position(["ninja", "4"], pile=pile)) == {"ninja"}


@pytest.mark.rule("DD-15")
def test_below_a_ninja_the_number_counts():
    game = Position(["ninja 3", "8 9 10"], pile="9").do("play ninja")
    assert playable(game) == {"9", "10"}
    top = block(game, 1, "top")
    assert KIND_NAMES[int(top.argmax())] == "9" and block(game, 1, "ninja")[0] == 1


@pytest.mark.rule("DD-16", "DD-6")
@pytest.mark.parametrize("power", POWER)
def test_power_cards_go_one_at_a_time(power):
    game = Position([f"{power} {power} {power}", "4"], pile="9")
    assert game.legal == [f"play {power}"]
    assert game.do(f"play {power}").hand(0) == f"{power} {power}"


# --- face-up and blind cards


@pytest.mark.rule("DD-17")
def test_face_up_cards_are_played_only_without_hand_and_deck():
    game = Position(["9", "4"], face_up=["3 3 boom", ""], blind=["2", ""])
    assert game.legal == ["play 9"]
    assert Position(["9 9 9", "4 4 4"], face_up=["3", ""], deck="1").do("play 9").hand(0) == "1 9 9"


@pytest.mark.rule("DD-17")
def test_face_up_cards_go_one_at_a_time():
    game = Position(["", "4"], face_up=["3 3 boom", ""], blind=["2", ""])
    assert game.legal == ["play 3", "play boom"]
    game.do("play 3")
    assert (game.face_up(0), game.pile) == ("3 boom", "3")


@pytest.mark.rule("DD-17", "DD-9")
def test_if_no_face_up_card_fits_the_pile_is_picked_up_and_they_stay():
    game = Position(["", "4 4"], face_up=["3 3 8", ""], pile="9")
    assert game.legal == ["pick up"]
    assert game.do("pick up").hand(0) == "9" and game.face_up(0) == "3 3 8"
    game.do("play 4")
    assert game.legal == ["play 9"]


@pytest.mark.rule("DD-17", "DD-10", "DD-11")
def test_a_face_up_card_may_complete_four_of_a_kind():
    game = Position(["", "4"], face_up=["7 7", ""], pile="7 7").do("play 7")
    assert game.mover == 1
    game = Position(["", "4"], face_up=["7 2", ""], pile="7 7 ninja 7").do("play 7")
    assert (game.mover, game.legal) == (0, ["play 2"])


@pytest.mark.rule("DD-18")
def test_blind_cards_are_chosen_unseen_once_the_others_are_gone():
    assert Position(["", "4"], face_up=["3", ""], blind=["2 5 8", ""], pile="2").legal == ["play 3"]
    game = Position(["", "4"], blind=["2 5 8", ""], pile="5")
    assert game.legal == ["turn 1", "turn 2", "turn 3"]
    game.do("turn 3")
    assert (game.pile, game.blind(0), game.mover) == ("5 8", "2 5", 1)
    assert block(game, 0, "blind")[0].tolist() == [1, 1, 0]


@pytest.mark.rule("DD-18")
@pytest.mark.parametrize(("blind", "pile"), [("2", "5"), ("boom", "5 ninja"), ("limbo", "4"), ("6", "9 limbo")])
def test_a_blind_card_that_does_not_fit_is_taken_with_the_pile_and_ends_the_turn(blind, pile):
    game = Position(["", "4"], blind=[f"{blind} 10 10", ""], pile=pile).do("turn 1")
    assert sorted(game.hand(0).split()) == sorted([blind, *pile.split()])
    assert (game.pile, game.blind(0), game.mover, game.table.turn) == ("", "10 10", 1, 1)
    assert game.known(0) == game.hand(0)
    assert (game.table.last_kind, game.table.last_count) == (KIND_NAMES.index(blind), 0)


@pytest.mark.rule("DD-18", "DD-13")
def test_a_blind_limbo_on_an_empty_pile_is_taken_alone():
    game = Position(["", "4"], blind=["limbo 10", ""]).do("turn 1")
    assert (game.hand(0), game.blind(0), game.mover) == ("limbo", "10", 1)


@pytest.mark.rule("DD-18")
def test_the_hand_goes_before_the_next_blind_card():
    game = Position(["", "4 4"], blind=["2 10", ""], pile="5").do("turn 1", "play 4")
    assert game.legal == ["play 5"]
    game = Position(["5", "4 4"], blind=["10 3", ""], pile="5").do("play 5")
    assert game.do("pick up").legal == ["turn 1", "turn 2"]


@pytest.mark.rule("DD-18", "DD-11")
def test_a_blind_card_that_clears_the_pile_gives_a_further_play():
    game = Position(["", "4"], blind=["boom 10", ""], pile="9").do("turn 1")
    assert (game.mover, game.legal) == (0, ["turn 2"])
    assert game.do("turn 2").end == End.OVER


# --- end and rewards


@pytest.mark.rule("DD-19")
def test_who_has_no_cards_left_is_out_and_not_asked_again():
    game = Position(["9", "3 4", "10 2"], pile="8").do("play 9")
    assert (game.places, game.mover) == ([1, 0, 0], 1)
    assert game.do("pick up", "play 10").mover == 1


@pytest.mark.rule("DD-19")
@pytest.mark.parametrize(("reward", "rewards"), [("win", [0.5, 0.5, -1.0]), ("rank", [1.0, 0.0, -1.0])])
def test_the_last_with_cards_loses_and_the_game_ends_there(reward, rewards):
    game = Position(["9", "9", "10 2"], pile="8", reward=reward).do("play 9")
    assert (game.end, game.mover) == (End.RUNNING, 1)
    game.do("play 9")
    assert (game.end, game.mover, game.places, game.rewards) == (End.OVER, None, [1, 2, 0], rewards)


@pytest.mark.rule("DD-19")
@pytest.mark.parametrize(("reward", "rewards"), [("win", [1 / 3, -1.0, 1 / 3, 1 / 3]), ("rank", [-1 / 3, -1.0, 1.0, 1 / 3])])
def test_ranks_are_evenly_spaced_from_first_out_to_loser(reward, rewards):
    game = Position(["10", "3 4", "10", "10"], pile="8", active=2, reward=reward).do("play 10", "play 10", "play 10")
    assert game.end == End.OVER and game.rewards == pytest.approx(rewards)


@pytest.mark.rule("DD-19", "DD-12")
def test_the_last_but_one_goes_out_with_a_boom():
    game = Position(["boom", "3"], pile="8").do("play boom")
    assert (game.end, game.places, game.rewards) == (End.OVER, [1, 0], [1.0, -1.0])


def truncated(hands, face_up=(), blind=(), reward="win") -> Position:
    """After one more turn, in which seat 0 plays a 5, the turn limit is reached."""
    hands = [f"5 {hands[0]}", *hands[1:]]
    return Position(hands, face_up=face_up, blind=blind, reward=reward, turn=499).do("play 5")


@pytest.mark.rule("DD-20", "C-9")
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_the_turn_limit_is_five_hundred_in_all_unless_given(num_players):
    assert Position(["9 9"] + ["8"] * (num_players - 1)).table.max_turns == 500
    assert Position(["9 9"] + ["8"] * (num_players - 1), max_turns=7).table.max_turns == 7


@pytest.mark.rule("DD-20", "C-9")
def test_a_game_is_truncated_at_the_end_of_its_last_turn():
    game = truncated(["9 9", "1"])
    assert (game.end, game.mover, game.table.turn) == (End.TRUNCATED, None, 500)
    game = Position(["boom 9 9", "1"], turn=499).do("play boom")
    assert game.end == End.RUNNING, "a further play belongs to the same turn (C-9)"
    assert game.do("play 9").end == End.TRUNCATED


@pytest.mark.rule("DD-20", "C-9")
def test_a_game_that_ends_in_its_last_turn_is_not_truncated():
    assert Position(["9", "1"], turn=499).do("play 9").end == End.OVER


@pytest.mark.rule("DD-20")
@pytest.mark.parametrize(
    ("hands", "rewards"),
    [
        (["9 9", "1"], [-1.0, 1.0]),
        (["9", "1"], [0.0, 0.0]),
        (["9", "1", "1 1"], [0.5, 0.5, -1.0]),
        (["9 9", "1 1", "1"], [-0.5, -0.5, 1.0]),
        (["9 9", "1 1", "2 2"], [0.0, 0.0, 0.0]),
        (["9 9", "", "2 2", "3"], [-0.5, 0.5, -0.5, 0.5]),
    ],
)
def test_truncated_the_most_cards_lose(hands, rewards):
    assert truncated(hands).rewards == pytest.approx(rewards)


@pytest.mark.rule("DD-20")
def test_face_up_and_blind_cards_count_like_the_hand():
    assert truncated(["9", "1"], face_up=["", "2"], blind=["3 3", "4 4 4"]).rewards == [1.0, -1.0]


@pytest.mark.rule("DD-20")
@pytest.mark.parametrize(
    ("hands", "rewards"),
    [
        (["9 9", "1"], [-1.0, 1.0]),
        (["9", "1"], [0.0, 0.0]),
        (["9", "", "1 1"], [0.0, 1.0, -1.0]),
        (["9 9", "", "2 2", "3"], [-2 / 3, 1.0, -2 / 3, 1 / 3]),
        (["9 9", "1", "2", "3"], [-1.0, 1 / 3, 1 / 3, 1 / 3]),
    ],
)
def test_truncated_ranks_go_by_cards_and_ties_share_their_places(hands, rewards):
    assert truncated(hands, reward="rank").rewards == pytest.approx(rewards)


@pytest.mark.rule("DD-20")
def test_seats_already_out_keep_their_order():
    game = Position(["10 10", "10", "5 9 9", "1 1"], pile="8", reward="rank", active=1, turn=497)
    game.do("play 10", "pick up", "play 1")
    assert game.end == End.TRUNCATED and game.rewards == pytest.approx([-1 / 3, 1.0, -1.0, 1 / 3])


# --- what is known


@pytest.mark.rule("DD-21", "C-6")
def test_cards_picked_up_from_the_pile_are_known():
    game = Position(["1 2 3", "4"], pile="3 9 ninja").do("pick up")
    assert game.known(0) == "3 9 ninja"
    assert kinds(block(game, 1, "known_hands")[0]) == {"3": 1, "9": 1, "ninja": 1}


@pytest.mark.rule("DD-21")
def test_known_cards_are_played_off_first_and_never_below_none():
    game = Position(["3 3 8", "1 1 1"], pile="3 9")
    game.do("pick up", "play 1", "play 3 x2", "pick up")
    assert game.known(0) == "9" and game.hand(0) == "3 8 9"
    game.do("play 3")
    assert (game.known(0), game.known(1)) == ("9", "1 3 3")


@pytest.mark.rule("DD-21")
def test_drawn_cards_are_not_known_and_known_cards_stay_so():
    game = Position(["1 2 3", "4 4 4"], pile="9", deck="9 9").do("pick up", "play 4")
    assert (game.known(0), game.known(1), game.hand(1)) == ("9", "", "4 4 9")


@pytest.mark.rule("DD-21", "DD-3")
def test_face_up_cards_taken_in_hand_in_the_set_up_are_known():
    game = set_up(["2 2 10", "3 4 5"], ["2 6 6", "7 8 9"]).do("lay 10", "lay 6", "lay 2")
    assert (game.hand(0), game.known(0)) == ("2 2 6", "6")
    game.do("lay 3", "lay 4", "lay 9")
    assert (game.hand(1), game.known(1)) == ("5 7 8", "7 8")


@pytest.mark.rule("DD-21", "DD-18")
def test_a_blind_card_that_did_not_fit_is_known_until_it_is_played():
    game = Position(["", "4 4"], blind=["3", ""], pile="5").do("turn 1")
    assert game.known(0) == "3 5"
    assert game.do("play 4", "play 5").known(0) == "3"


@pytest.mark.rule("DD-21", "DD-17")
def test_a_face_up_card_that_is_played_lowers_nothing():
    game = Position(["", "4 4"], face_up=["3 5", ""], pile="6").do("pick up", "play 4", "play 6", "pick up", "play 5")
    assert (game.known(0), game.known(1)) == ("", "4 6")


@pytest.mark.rule("DD-21", "C-6")
def test_unseen_are_the_cards_that_i_cannot_place():
    game = Position(["1 2 3", "4 4 8"], face_up=["5", "6"], blind=["7", "7"], pile="8 9", deck="10 boom").do("pick up")
    assert kinds(block(game, 1, "unseen")) == {"1": 1, "2": 1, "3": 1, "7": 2, "10": 1, "boom": 1}
    assert kinds(block(game, 0, "unseen")) == {"4": 2, "7": 2, "8": 1, "10": 1, "boom": 1}


# --- what a seat cannot know


@pytest.mark.rule("DD-21", "C-6")
def test_a_redeal_keeps_what_is_known_and_deals_the_rest_from_the_unseen():
    game = Position(["1 2 3", "4 4 8"], blind=["7", "7"], pile="8", deck="10").do("pick up")
    hands = Counter(game.redealt(1, seed).hand(0) for seed in range(400))
    assert all("8" in hand.split() for hand in hands) and len(hands) > 10
    assert {game.redealt(1, seed).hand(1) for seed in range(5)} == {"4 4 8"}


@pytest.mark.rule("DD-4", "C-6")
def test_before_the_first_play_a_redeal_gives_nobody_a_lower_number_than_the_openers():
    game = Position(["2 6 9", "5 6 7", "5 10 10"], deck="1 1 1 3 4 8").begin()
    for seed in range(100):
        twin = game.redealt(1, seed)
        lowest = [min(int(word) for word in f"{twin.hand(seat)} 10".split() if word.isdigit()) for seat in range(3)]
        assert lowest[0] <= min(lowest)


@pytest.mark.rule("DD-21", "C-6")
def test_the_table_and_what_a_seat_knows_follow_from_what_it_saw():
    """From two states that a seat can't tell apart, another's same play leaves two that it can't tell apart."""
    batch = batch_of(Case("dig_dig_v0", {"num_players": 3}), 64, seed=3, deal_again=False)
    play = MixedPlay(batch, 3)
    turn = GAME.actions.number("turn 1")
    for step in range(200):
        actions = play.actions(batch)
        watcher = step % 3
        twin = with_states(batch, redealt(batch, batch.states, watcher, np.arange(64) + step))
        rows = np.flatnonzero((batch.players != watcher) & (batch.players >= 0) & (actions < turn))
        rows = rows[(twin.masks[rows, actions[rows]] == 1) & (batch.states["table"]["phase"][rows] > Phase.OPENING)]
        others = play.actions(twin)
        others[rows] = actions[rows]
        twin.step(others)
        batch.step(actions)
        ours, theirs = batch._states[rows], twin._states[rows]
        assert ours["table"].tobytes() == theirs["table"].tobytes()
        assert ours["seats"][:, watcher].tobytes() == theirs["seats"][:, watcher].tobytes()


# --- the worst case: a hand with most of the deck


def hoarding(masks: np.ndarray) -> np.ndarray:
    """Who may picks up the pile; else the highest single card is played, so that the next seat can't go on, and BOOM last."""
    worth = np.zeros(GAME.num_actions)
    for number, name in enumerate(GAME.actions.names):
        kind, count = number // COPIES, number % COPIES
        worth[number] = 1.0 if name == "play boom" else 100.0 if name == "pick up" else 50.0 + kind - count
    return np.where(masks.any(axis=1), np.where(masks == 1, worth, 0.0).argmax(axis=1), -1)


@pytest.mark.rule("DD-9", "DD-20")
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_hands_of_players_who_always_pick_up_hold_more_than_half_the_deck(num_players):
    batch = batch_of(Case("dig_dig_v0", {"num_players": num_players}), 300, seed=5, deal_again=False)
    largest = 0
    while (batch.players >= 0).any():
        assert_sound(batch)
        assert not broken(batch, redealt(batch, batch.states, 0, np.arange(300))).any()
        largest = max(largest, int(batch.states["table"]["hand_size"].max()))
        batch.step(hoarding(batch.masks))
    assert largest > 0.55 * NUM_CARDS


@pytest.mark.rule("DD-9", "DD-21")
def test_a_hand_of_all_cards_but_one_is_known_seen_and_redealt():
    pile = " ".join(f"{kind} {kind} {kind} {kind}" for kind in (*KIND_NAMES[1:9], *POWER, "10")).removesuffix(" 10")
    game = Position(["1 1 1 1", "10"], pile=pile).do("pick up")
    assert len(game.hand(0).split()) == NUM_CARDS - 1 and len(game.known(0).split()) == NUM_CARDS - 5
    assert block(game, 0, "hand").sum() == pytest.approx((NUM_CARDS - 1) / COPIES)
    assert block(game, 1, "hand_sizes") == pytest.approx([1 / NUM_CARDS, (NUM_CARDS - 1) / NUM_CARDS, 0, 0])
    assert kinds(block(game, 1, "unseen")) == {"1": 4}
    assert game.redealt(1, 3).hand(0) == game.hand(0)
