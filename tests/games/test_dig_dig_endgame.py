"""Test face-up cards, blind cards, the end and rewards of Dig Dig in small positions, clause by clause."""

import pytest

from dig_envs.core.game import End
from dig_envs.dig_dig.components import KIND_NAMES
from tests.support.dig_dig_positions import Position, block

# --- face-up and blind cards


@pytest.mark.rule("DD-17")
def test_face_up_cards_are_played_only_after_hand_and_deck():
    game = Position(["9", "4"], face_up=["3 3 boom", ""], blind=["2", ""])
    assert game.legal == ["play 9"]
    assert Position(["9 9 9", "4 4 4"], face_up=["3", ""], deck="1").do("play 9").hand(0) == "1 9 9"


@pytest.mark.rule("DD-17")
def test_face_up_cards_are_played_one_at_a_time():
    game = Position(["", "4"], face_up=["3 3 boom", ""], blind=["2", ""])
    assert game.legal == ["play 3", "play boom"]
    game.do("play 3")
    assert (game.face_up(0), game.pile) == ("3 boom", "3")


@pytest.mark.rule("DD-17", "DD-9")
def test_the_pile_is_picked_up_and_face_up_cards_stay_if_none_fits():
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
def test_blind_cards_are_chosen_unseen_after_all_other_cards():
    assert Position(["", "4"], face_up=["3", ""], blind=["2 5 8", ""], pile="2").legal == ["play 3"]
    game = Position(["", "4"], blind=["2 5 8", ""], pile="5")
    assert game.legal == ["turn 1", "turn 2", "turn 3"]
    game.do("turn 3")
    assert (game.pile, game.blind(0), game.mover) == ("5 8", "2 5", 1)
    assert block(game, 0, "blind")[0].tolist() == [1, 1, 0]


@pytest.mark.rule("DD-18")
@pytest.mark.parametrize(("blind", "pile"), [("2", "5"), ("boom", "5 ninja"), ("limbo", "4"), ("6", "9 limbo")])
def test_an_unplayable_blind_card_is_taken_with_the_pile_and_ends_the_turn(blind, pile):
    game = Position(["", "4"], blind=[f"{blind} 10 10", ""], pile=pile).do("turn 1")
    assert sorted(game.hand(0).split()) == sorted([blind, *pile.split()])
    assert (game.pile, game.blind(0), game.mover, game.table.turn) == ("", "10 10", 1, 1)
    assert game.known(0) == game.hand(0)
    assert (game.table.last_kind, game.table.last_count) == (KIND_NAMES.index(blind), 0)


@pytest.mark.rule("DD-18", "DD-13")
def test_a_blind_limbo_on_an_empty_pile_is_taken_in_hand():
    game = Position(["", "4"], blind=["limbo 10", ""]).do("turn 1")
    assert (game.hand(0), game.blind(0), game.mover) == ("limbo", "10", 1)


@pytest.mark.rule("DD-18")
def test_hand_cards_are_played_before_the_next_blind_card():
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
def test_a_seat_without_cards_is_out_and_gets_no_more_decisions():
    game = Position(["9", "3 4", "10 2"], pile="8").do("play 9")
    assert (game.places, game.mover) == ([1, 0, 0], 1)
    assert game.do("pick up", "play 10").mover == 1


@pytest.mark.rule("DD-19")
@pytest.mark.parametrize(("reward", "rewards"), [("win", [0.5, 0.5, -1.0]), ("rank", [1.0, 0.0, -1.0])])
def test_the_game_ends_when_one_seat_has_cards_and_that_seat_loses(reward, rewards):
    game = Position(["9", "9", "10 2"], pile="8", reward=reward).do("play 9")
    assert (game.end, game.mover) == (End.RUNNING, 1)
    game.do("play 9")
    assert (game.end, game.mover, game.places, game.rewards) == (End.OVER, None, [1, 2, 0], rewards)


@pytest.mark.rule("DD-19")
@pytest.mark.parametrize(("reward", "rewards"), [("win", [1 / 3, -1.0, 1 / 3, 1 / 3]), ("rank", [-1 / 3, -1.0, 1.0, 1 / 3])])
def test_rank_rewards_are_evenly_spaced_from_the_first_out_to_the_loser(reward, rewards):
    game = Position(["10", "3 4", "10", "10"], pile="8", active=2, reward=reward).do("play 10", "play 10", "play 10")
    assert game.end == End.OVER and game.rewards == pytest.approx(rewards)


@pytest.mark.rule("DD-19", "DD-12")
def test_the_game_ends_if_the_last_but_one_seat_goes_out_with_a_boom():
    game = Position(["boom", "3"], pile="8").do("play boom")
    assert (game.end, game.places, game.rewards) == (End.OVER, [1, 0], [1.0, -1.0])


def truncated(hands, face_up=(), blind=(), reward="win") -> Position:
    """Return a game at the turn limit. In the last turn seat 0 has played a 5, which is added to its hand here."""
    hands = [f"5 {hands[0]}", *hands[1:]]
    return Position(hands, face_up=face_up, blind=blind, reward=reward, turn=499).do("play 5")


@pytest.mark.rule("DD-20", "C-9")
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_the_default_turn_limit_is_500(num_players):
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
def test_in_a_truncated_game_the_most_cards_lose(hands, rewards):
    assert truncated(hands).rewards == pytest.approx(rewards)


@pytest.mark.rule("DD-20")
def test_in_a_truncated_game_face_up_and_blind_cards_count_like_hand_cards():
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
def test_in_a_truncated_game_ranks_follow_card_counts_and_ties_share_places(hands, rewards):
    assert truncated(hands, reward="rank").rewards == pytest.approx(rewards)


@pytest.mark.rule("DD-20")
def test_in_a_truncated_game_seats_already_out_keep_their_places():
    game = Position(["10 10", "10", "5 9 9", "1 1"], pile="8", reward="rank", active=1, turn=497)
    game.do("play 10", "pick up", "play 1")
    assert game.end == End.TRUNCATED and game.rewards == pytest.approx([-1 / 3, 1.0, -1.0, 1 / 3])
