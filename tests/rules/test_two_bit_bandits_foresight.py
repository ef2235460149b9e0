"""What observations of 2-Bit Bandits tell of cards, wagons and pawns."""

import numpy as np
import pytest

from tests.rules.two_bit_bandits_positions import Position


def test_level_cards_are_known_by_their_numbers():
    game = Position(cards=["N2 0N", "N5 0E", "H1 0W"], done=["3.1"], defeated=1, stack="N1 H6")
    assert game.seen(0)["map"][:5, -1] * 240 == pytest.approx([1, 3, 6, 19, 0]), "Stone Ridge is 1, N1 2, H1 19"
    game.do("look", "keep second")
    assert game.seen(0)["my_cards"][:, -1] * 240 == pytest.approx([24, 2, 0]), "H6 is kept; N1 goes back"
    game.do("lay 0 south")
    assert game.seen(0)["my_cards"][:, -1] * 240 == pytest.approx([0, 0, 2]), "and is the top of the stack"
    assert not game.seen(1)["my_cards"].any()


def test_one_knows_whose_wagons_are_whose():
    game = Position(num_players=3)
    assert [game.seen(seat)["good_guy"].tolist() for seat in range(3)] == np.eye(4)[:3].tolist(), "TB-7"


def test_a_pawn_stands_on_a_stage():
    game = Position(cards=["N8 0N"], done=["1.1"], scenes=["heart"] * 3).do("stage 1.2")
    pawns = game.seen(0)["pawns"]
    assert pawns[:2] == pytest.approx(np.array([[24 / 48, 23 / 48, 2 / 30], [24 / 48, 24 / 48, 1 / 30]]))
    assert game.seen(1)["pawns"][:2] == pytest.approx(pawns[[1, 0]]), "each begins with its own"
    assert not pawns[2:].any()


def test_the_map_shows_what_is_open():
    card = Position(cards=["N8 0N"]).seen(0)["map"][1]  # an oasis as trunk, and behind it a camp
    assert (card[3], card[7]) == (1, 0.5)
    done = Position(cards=["N8 0N"], done=["1.1"]).seen(0)["map"][1]
    assert done[:4].tolist() == [0, 0, 0, 1 / 16], "done, and so told from none"
    assert done[7] == 1
    assert not done[8:12].any(), "it has one spur"


def test_the_cards_of_the_row_are_known_by_their_numbers():
    game = Position(cards=["N10 0N"], scenes=["tumble bomb"] * 3).do("stage 1.1", rolls=[1, 2, 3])
    assert game.seen(1)["row_cards"] * 540 == pytest.approx([*(card + 1 for card in game.row), 0, 0])
    assert not Position().seen(0)["row_cards"].any()
