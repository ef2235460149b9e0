"""Tests what seats know in Let's Dig for Treasure, and what redeals keep of it."""

from collections import Counter

import pytest

from tests.support.lets_dig_for_treasure_positions import Position, team_game


@pytest.mark.rule("LD-12", "C-6")
def test_a_redeal_keeps_what_the_seat_knows_and_varies_the_rest():
    stacks = ["milk coins ark dirt dirt", "worms skeleton gold chest", "dirt worms worms"]
    game = Position(["dog", "", ""], stacks=stacks).look(1, 1)
    twins = [game.redealt(1, seed) for seed in range(20)]
    assert {twin.stack(1).split()[:3] == ["milk", "coins", "covenant"] for twin in twins} == {True}
    assert len({twin.stack(2) for twin in twins}) > 10
    other = [game.redealt(0, seed) for seed in range(20)]
    assert len({twin.stack(1) for twin in other}) > 10
    assert all(twin.tops(1, 1) == " ".join(twin.stack(1).split()[:3]) for twin in other), "what another seat knows is true"


@pytest.mark.rule("LD-10", "C-6")
def test_cards_that_a_mine_destroyed_may_be_any_that_have_not_come_up():
    game = Position(["", ""], stacks=["mine ark gold", "dirt dirt", "worms milk"]).do("dig 1", "stop")
    tops = Counter(game.redealt(0, seed).stack(2).split()[0] for seed in range(120))
    assert set(tops) == {"covenant", "gold", "dirt", "worms", "milk"}


@pytest.mark.rule("LD-10", "LD-12")
def test_what_a_seat_knew_of_a_destroyed_stack_stays_known_to_it_alone():
    game = Position(["", "", ""], stacks=["mine ark milk gold", "dirt dirt", "dirt dirt"]).look(1, 1).do("dig 1")
    assert [game.tops(seat, 1) for seat in range(3)] == ["? ? ?", "covenant milk ?", "? ? ?"]
    game.do("stop", "dig 2", "stop")
    assert game.tops(1, 1) == "covenant milk ?"


@pytest.mark.rule("LD-10", "LD-12")
def test_a_mine_that_a_look_did_not_reach_leaves_nothing_known():
    game = Position(["", ""], stacks=["dirt dirt dirt mine ark gold", "dirt dirt", "dirt dirt"]).look(1, 1)
    game.do("dig 1", "dig 1", "dig 1", "dig 1")
    assert game.tops(1, 1) == "? ? ?" and game.table.looked[0] == 0


@pytest.mark.rule("LD-10", "LD-12", "C-6")
def test_cards_known_to_be_destroyed_are_dealt_again_only_to_seats_that_do_not_know_them():
    game = Position(["", ""], stacks=["mine ark gold", "dirt dirt", "worms milk"]).look(0, 1).do("dig 1", "stop")
    for seed in range(30):
        twin = game.redealt(0, seed)
        assert twin.tops(0, 1) == "covenant gold ?" and set(twin.stack(3).split() + twin.stack(2).split()) == {
            "dirt",
            "worms",
            "milk",
        }
    others = [game.redealt(1, seed) for seed in range(60)]
    assert len({twin.tops(0, 1) for twin in others}) > 5, (
        "what the other seat knows to be gone is drawn from what has not come up"
    )


@pytest.mark.rule("LD-10", "LD-12", "LD-15")
def test_partners_share_what_they_know_of_a_destroyed_stack():
    game = team_game(stacks=["mine ark gold", "dirt dirt", "worms milk"]).look(2, 1).do("dig 1")
    assert [game.tops(seat, 1) for seat in range(4)] == ["covenant gold ?", "? ? ?"] * 2
    assert {game.redealt(0, seed).tops(2, 1) for seed in range(9)} == {"covenant gold ?"}
    assert all(twin.tops(0, 1) == twin.tops(2, 1) for twin in (game.redealt(1, seed) for seed in range(9)))
