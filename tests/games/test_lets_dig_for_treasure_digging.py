"""Test digging, busting, the Dog and the Land Mine in Let's Dig for Treasure."""

from collections import Counter

import pytest

from dig_envs.lets_dig_for_treasure import components
from dig_envs.lets_dig_for_treasure.state import Phase
from tests.support.lets_dig_for_treasure_positions import Position, deals, kind_named


def dig_actions(game: Position) -> list[str]:
    """Return the names of the legal dig actions."""
    return [name for name in game.legal if name.startswith("dig")]


@pytest.mark.rule("LD-3", "C-2")
def test_a_seat_must_dig_once_and_may_then_stop_or_dig_again():
    game = Position(stacks=["dirt dirt", "coins dirt", "milk dirt"])
    assert game.legal == ["dig 1", "dig 2", "dig 3"]
    game.do("dig 2")
    assert game.legal == ["dig 1", "dig 2", "dig 3", "stop"] and game.mover == 0
    game.do("dig 3", "dig 1")
    assert game.dug == "dirt coins milk" and game.mover == 0 and game.pile(0) == ""


@pytest.mark.rule("LD-3")
def test_an_emptied_stack_does_not_stop_the_turn():
    game = Position(stacks=["dirt", "coins dirt", "milk dirt"]).do("dig 1")
    assert not game.over and dig_actions(game) == ["dig 2", "dig 3"]
    assert game.do("dig 2").dug == "dirt coins"


@pytest.mark.rule("LD-3")
def test_without_cards_in_the_stacks_only_stopping_is_legal():
    game = Position(stacks=["heirloom", "heirloom", "heirloom"])
    game.do("dig 1", "choose +1", "dig 2", "choose +1", "dig 3", "choose +1")
    assert game.dug == "" and game.legal == ["stop"]
    assert game.do("stop").over


@pytest.mark.rule("LD-4")
@pytest.mark.parametrize("cause", ["skeleton", "waste", "worms"])
def test_a_bust_ends_the_turn_and_discards_all_dug_cards(cause):
    game = Position(["milk", "", ""], stacks=["worms dirt", f"coins {cause} dirt", "dirt dirt"])
    before = {word: game.discards(word) for word in ("worms", "coins", "skeleton", "waste")}
    game.do("dig 1", "dig 2", "dig 2")
    lost = Counter(["worms", "coins", cause])
    assert {word: game.discards(word) - before[word] for word in before} == {word: lost[word] for word in before}
    assert (game.pile(0), game.dug, game.mover, game.busted) == ("milk", "", 1, 0)
    assert game.seen(2)["discard"][kind_named("coins")] == pytest.approx(game.discards("coins") / 7)


@pytest.mark.rule("LD-4")
def test_the_first_worms_of_a_turn_is_harmless():
    game = Position(stacks=["worms worms dirt", "dirt dirt", "worms dirt"]).do("dig 1", "dig 2", "stop")
    assert game.pile(0) == "dirt worms"
    assert game.do("dig 1", "stop").pile(1) == "worms"


@pytest.mark.rule("LD-4", "LD-1")
def test_a_given_heirloom_stays_with_its_receiver_after_a_bust():
    game = Position(["", "", ""], stacks=["heirloom skeleton dirt", "dirt", "dirt"]).do("dig 1", "choose +2", "dig 1")
    assert game.busted == 0 and game.pile(2) == "heirloom"


@pytest.mark.rule("LD-1")
def test_an_heirloom_goes_to_another_player_and_digging_continues():
    game = Position(["", "", ""], stacks=["heirloom dirt", "dirt dirt", "dirt"]).do("dig 1")
    assert (game.phase, game.mover, game.legal) == (Phase.PLAYER, 0, ["choose +1", "choose +2"])
    game.do("choose +1")
    assert (game.pile(1), game.dug, game.mover) == ("heirloom", "", 0)
    assert game.legal == ["dig 1", "dig 2", "dig 3", "stop"]


@pytest.mark.rule("LD-7")
def test_a_dog_negates_a_skeleton_and_digging_may_continue():
    game = Position(["dog", ""], stacks=["coins skeleton dirt", "dirt", "dirt"]).do("dig 1")
    before = game.discards("skeleton")
    game.do("dig 1")
    assert game.legal == ["use dog", "no dog"] and game.mover == 0
    game.do("use dog")
    assert (game.dug, game.discards("skeleton"), game.unused_dogs(0)) == ("coins", before + 1, 0)
    assert game.legal == ["dig 1", "dig 2", "dig 3", "stop"]
    assert game.do("stop").standings[0] == 8, "a used Dog still scores five"


@pytest.mark.rule("LD-7", "LD-3")
def test_a_dog_may_negate_the_first_dig_and_stopping_then_scores_nothing():
    game = Position(["dog", ""], stacks=["skeleton dirt", "dirt", "dirt"]).do("dig 1", "use dog")
    assert "stop" in game.legal
    assert game.do("stop").pile(0) == "dog"


@pytest.mark.rule("LD-7")
def test_a_seat_may_choose_not_to_use_its_dog():
    game = Position(["dog", ""], stacks=["coins skeleton dirt", "dirt", "dirt"]).do("dig 1", "dig 1", "no dog")
    assert (game.busted, game.mover, game.unused_dogs(0)) == (0, 1, 1)


@pytest.mark.rule("LD-7")
@pytest.mark.parametrize(
    ("piles", "used", "dug"), [(["dog", ""], [1, 0], ""), (["", "dog"], [0, 0], ""), (["", ""], [0, 0], "dog")]
)
def test_only_an_unused_dog_in_the_own_pile_helps(piles, used, dug):
    game = Position(piles, used_dogs=used, dug=dug, stacks=["skeleton dirt", "dirt", "dirt"]).do("dig 1")
    assert game.busted == 0


@pytest.mark.rule("LD-7", "LD-1")
@pytest.mark.parametrize("cause", ["waste", "worms"])
def test_a_dog_helps_against_skeletons_only(cause):
    game = Position(["dog", ""], dug="worms", stacks=[f"{cause} dirt", "dirt", "dirt"]).do("dig 1")
    assert game.busted == 0 and game.unused_dogs(0) == 1


@pytest.mark.rule("LD-7", "LD-12", "C-4")
def test_other_seats_do_not_see_that_a_dog_could_be_used():
    """While the owner decides, the observations of the other seats are the same as before the dig."""
    game = Position(["dog", "", ""], stacks=["skeleton dirt", "dirt", "dirt"])
    before = [game.seen(seat) for seat in (1, 2)]
    game.do("dig 1")
    for seat, seen in zip((1, 2), before, strict=True):
        assert all((game.seen(seat)[name] == seen[name]).all() for name in seen)
    assert game.seen(0)["skeleton"].tolist() == [1, 0, 0]


@pytest.mark.rule("LD-10", "LD-1")
def test_a_land_mine_destroys_its_stack_unseen_and_digging_continues():
    game = Position(["", ""], stacks=["mine ark milk", "dirt dirt", "dirt dirt"]).look(1, 1).do("dig 1")
    assert game.stack(1) == "" and game.tops(0, 1) == "? ? ?" and game.dug == "mine"
    assert game.legal == ["dig 2", "dig 3", "stop"] and game.table.lost == 2
    seen = game.seen(0)
    assert seen["destroyed"].tolist() == [1, 0, 0] and seen["unseen"][kind_named("ark")] == 1
    assert game.do("stop").mover == 1


@pytest.mark.rule("LD-10", "LD-11")
def test_a_destroyed_stack_does_not_end_the_game_but_an_emptied_stack_does():
    game = Position(["", ""], stacks=["mine ark milk", "dirt dirt", "dirt dirt"]).do("dig 1", "stop", "dig 2", "stop")
    assert not game.over
    assert game.do("dig 2", "stop").over


@pytest.mark.rule("LD-10", "LD-11")
def test_a_mine_as_the_last_card_empties_its_stack():
    game = Position(["", ""], stacks=["mine", "dirt dirt", "dirt dirt"]).do("dig 1", "stop")
    assert game.over and not game.table.destroyed[0]


@pytest.mark.rule("LD-10")
def test_without_the_land_mine_the_last_stack_has_one_card_fewer():
    states = deals(20, land_mine=False)
    assert states["table"]["stack_size"].tolist() == [[40, 40, 39]] * 20
    assert not (states["secret"]["cards"] == components.MINE).any()
