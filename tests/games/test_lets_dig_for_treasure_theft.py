"""Test the Pirate Hat of Let's Dig for Treasure, and the knowledge of the stolen card."""

import pytest

from dig_envs.lets_dig_for_treasure.state import Phase
from tests.support.lets_dig_for_treasure_positions import Position, kind_named


@pytest.mark.rule("LD-8", "LD-1")
def test_the_hat_steals_a_chosen_card_without_its_effect():
    game = Position(["", "dirt crown line worms", ""], dug="hat").do("stop")
    assert game.phase == Phase.PLAYER and game.legal == ["choose +1"]
    game.do("choose +1")
    assert game.legal == ["steal dirt", "steal worms", "steal sewer line", "steal crown of the lich lord"]
    game.do("steal crown of the lich lord")
    assert (game.pile(0), game.pile(1), game.mover) == ("lord hat", "dirt worms line", 1)
    assert (game.table.extra_turns, game.standings[0]) == (0, 6)


@pytest.mark.rule("LD-7", "LD-8")
@pytest.mark.parametrize(("loot", "unused"), [("loyal dog", 1), ("used loyal dog", 0)])
def test_a_stolen_dog_stays_used_or_unused(loot, unused):
    game = Position(["", "dog dog", ""], used_dogs=[0, 1, 0], dug="hat").do("stop", "choose +1")
    assert game.legal == ["steal loyal dog", "steal used loyal dog"]
    game.do(f"steal {loot}")
    assert (game.unused_dogs(0), game.unused_dogs(1)) == (unused, 1 - unused)
    assert game.standings[:2] == [8, 5]


@pytest.mark.rule("LD-8", "LD-12")
def test_only_thief_and_victim_know_the_stolen_card():
    game = Position(["", "milk ark", ""], dug="hat").do("stop", "choose +1", "steal ark of the covenant")
    assert [game.stolen(seat) for seat in range(3)] == ["ark of the covenant", "ark of the covenant", None]
    assert [game.pile(0, by) for by in range(3)] == ["covenant hat", "covenant hat", "hat"]
    assert [game.pile(1, by) for by in range(3)] == ["milk", "milk", "milk covenant"]
    seen = game.seen(2)
    assert seen["sizes"][:3] == pytest.approx([0, 2 / 120, 1 / 120])
    assert seen["thief"].tolist() == [0, 1, 0, 0, 0] and seen["victim"].tolist() == [0, 0, 1, 0, 0]
    assert seen["piles"][2][kind_named("ark")] == 1 and game.seen(0)["piles"][0][kind_named("ark")] == 1
    assert game.loot == {"milk", "ark of the covenant"}


@pytest.mark.rule("LD-12")
def test_a_card_scored_after_the_theft_is_not_a_possible_stolen_card():
    game = Position(["", "milk ark", ""], dug="hat", stacks=["coins dirt", "dirt dirt", "dirt dirt"])
    game.do("stop", "choose +1", "steal milk", "dig 1", "stop")
    assert game.pile(1, 2) == "coins milk covenant" and game.loot == {"milk", "ark of the covenant"}
    redealt = {game.redealt(2, seed).stolen(0) for seed in range(30)}
    assert redealt == {"milk", "ark of the covenant"}


@pytest.mark.rule("LD-12")
def test_using_a_dog_that_must_be_the_stolen_card_reveals_the_theft():
    game = Position(["", "dog ark", ""], dug="hat", stacks=["skeleton dirt", "dirt dirt dirt", "dirt dirt"])
    game.do("stop", "choose +1", "steal loyal dog", "dig 2", "stop", "dig 2", "stop", "dig 1", "use dog")
    assert [game.stolen(seat) for seat in range(3)] == [None] * 3 and not game.loot
    assert (game.pile(0, 2), game.pile(1, 2)) == ("dog hat", "dirt covenant")
    assert not game.seen(2)["thief"].any() and game.unused_dogs(0) == 0


@pytest.mark.rule("LD-12")
def test_using_a_dog_that_may_be_another_dog_reveals_nothing():
    game = Position(["dog", "dog ark", ""], dug="hat", stacks=["skeleton dirt", "dirt dirt dirt", "dirt dirt"])
    game.do("stop", "choose +1", "steal loyal dog", "dig 2", "stop", "dig 2", "stop", "dig 1", "use dog")
    assert game.loot == {"loyal dog", "ark of the covenant"} and game.stolen(2) is None
    assert game.unused_dogs(0) == 1


@pytest.mark.rule("LD-12")
def test_a_victim_that_uses_its_only_dog_cannot_have_lost_it():
    game = Position(["", "dog ark", ""], dug="hat", stacks=["skeleton dirt", "dirt dirt dirt", "dirt dirt"])
    game.do("stop", "choose +1", "steal ark of the covenant", "dig 1", "use dog")
    assert game.loot == {"ark of the covenant"}
    assert {game.redealt(2, seed).stolen(1) for seed in range(10)} == {"ark of the covenant"}


@pytest.mark.rule("LD-12", "LD-14")
def test_at_the_end_all_piles_are_public():
    game = Position(["", "milk ark", ""], dug="hat", stacks=["", "dirt", "dirt"]).do("stop", "choose +1", "steal milk")
    assert game.over and game.pile(0, 2) == "milk hat" and game.pile(1, 2) == "covenant"
    assert game.standings == [5, 15, 0]
