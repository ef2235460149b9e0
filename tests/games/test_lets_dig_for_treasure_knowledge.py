"""Test the knowledge of seats in Let's Dig for Treasure, and that redeals preserve it."""

from collections import Counter

import pytest

from tests.support.lets_dig_for_treasure_positions import Position, team_game


@pytest.mark.rule("LD-12", "C-6")
def test_a_redeal_keeps_the_seats_knowledge_and_varies_the_other_cards():
    stacks = ["milk coins ark dirt dirt", "worms skeleton gold chest", "dirt worms worms"]
    game = Position(["dog", "", ""], stacks=stacks).look(1, 1)
    twins = [game.redealt(1, seed) for seed in range(20)]
    assert {twin.stack(1).split()[:3] == ["milk", "coins", "covenant"] for twin in twins} == {True}
    assert len({twin.stack(2) for twin in twins}) > 10
    other = [game.redealt(0, seed) for seed in range(20)]
    assert len({twin.stack(1) for twin in other}) > 10
    assert all(twin.tops(1, 1) == " ".join(twin.stack(1).split()[:3]) for twin in other), "other seats have true knowledge"


@pytest.mark.rule("LD-10", "C-6")
def test_cards_destroyed_by_a_mine_may_be_any_unseen_cards():
    game = Position(["", ""], stacks=["mine ark gold", "dirt dirt", "worms milk"]).do("dig 1", "stop")
    tops = Counter(game.redealt(0, seed).stack(2).split()[0] for seed in range(120))
    assert set(tops) == {"covenant", "gold", "dirt", "worms", "milk"}


@pytest.mark.rule("LD-10", "LD-12")
def test_a_seat_still_knows_the_cards_that_it_saw_in_a_destroyed_stack():
    game = Position(["", "", ""], stacks=["mine ark milk gold", "dirt dirt", "dirt dirt"]).look(1, 1).do("dig 1")
    assert [game.tops(seat, 1) for seat in range(3)] == ["? ? ?", "covenant milk ?", "? ? ?"]
    game.do("stop", "dig 2", "stop")
    assert game.tops(1, 1) == "covenant milk ?"


@pytest.mark.rule("LD-10", "LD-12")
def test_a_seat_whose_look_did_not_reach_the_mine_knows_no_destroyed_card():
    game = Position(["", ""], stacks=["dirt dirt dirt mine ark gold", "dirt dirt", "dirt dirt"]).look(1, 1)
    game.do("dig 1", "dig 1", "dig 1", "dig 1")
    assert game.tops(1, 1) == "? ? ?" and game.table.looked[0] == 0


@pytest.mark.rule("LD-10", "LD-12", "C-6")
def test_a_redeal_keeps_destroyed_cards_that_the_seat_knows_and_varies_others():
    game = Position(["", ""], stacks=["mine ark gold", "dirt dirt", "worms milk"]).look(0, 1).do("dig 1", "stop")
    for seed in range(30):
        twin = game.redealt(0, seed)
        assert twin.tops(0, 1) == "covenant gold ?" and set(twin.stack(3).split() + twin.stack(2).split()) == {
            "dirt",
            "worms",
            "milk",
        }
    others = [game.redealt(1, seed) for seed in range(60)]
    assert len({twin.tops(0, 1) for twin in others}) > 5, "the cards that the other seat knows are drawn from the unseen cards"


@pytest.mark.rule("LD-10", "LD-12", "LD-15")
def test_partners_share_knowledge_of_a_destroyed_stack():
    game = team_game(stacks=["mine ark gold", "dirt dirt", "worms milk"]).look(2, 1).do("dig 1")
    assert [game.tops(seat, 1) for seat in range(4)] == ["covenant gold ?", "? ? ?"] * 2
    assert {game.redealt(0, seed).tops(2, 1) for seed in range(9)} == {"covenant gold ?"}
    assert all(twin.tops(0, 1) == twin.tops(2, 1) for twin in (game.redealt(1, seed) for seed in range(9)))
