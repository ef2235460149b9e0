"""Test stopping, the effects of scored cards, and looking at stacks in Let's Dig for Treasure."""

import pytest

from dig_envs.lets_dig_for_treasure.state import Phase
from tests.support.lets_dig_for_treasure_positions import Position, kind_named


@pytest.mark.rule("LD-5")
def test_stopping_scores_all_dug_cards():
    game = Position(["milk", ""], stacks=["coins dirt", "dirt dirt", "worms dirt"]).do("dig 1", "dig 2", "dig 3", "stop")
    assert (game.pile(0), game.dug, game.mover) == ("dirt worms coins milk", "", 1)


@pytest.mark.rule("LD-5")
def test_the_player_chooses_the_order_of_several_effects():
    game = Position(["", "", ""], dug="line line gravedigger crown", stacks=["dirt coins milk", "dirt", "dirt"]).do("stop")
    assert game.phase == Phase.ORDER
    assert game.legal == ["resolve sewer line", "resolve sleepy gravedigger", "resolve crown of the lich lord"]
    game.do("resolve crown of the lich lord", "resolve sewer line", "choose +1")
    assert game.legal == ["resolve sewer line", "resolve sleepy gravedigger"]
    game.do("resolve sleepy gravedigger", "look 1", "put 1", "put 2")
    assert game.phase == Phase.PLAYER, "the last effect needs no choice of order"
    assert game.do("choose +2").mover == 0, "an extra turn"


@pytest.mark.rule("LD-5")
def test_effects_without_a_target_do_nothing():
    game = Position(["", ""], dug="map gravedigger hat", stacks=["", "", ""]).do("stop")
    game.do("resolve treasure map", "resolve pirate hat")
    assert game.over and game.pile(0) == "gravedigger map hat"


@pytest.mark.rule("LD-5", "LD-8")
def test_a_hat_cannot_steal_from_an_empty_pile():
    game = Position(["", "", "dirt"], dug="hat").do("stop")
    assert game.legal == ["choose +2"]
    assert Position(["coins", "", ""], dug="hat").do("stop").mover == 1


@pytest.mark.rule("LD-5", "LD-9")
def test_the_effect_of_a_card_scored_by_a_map_comes_before_waiting_effects():
    game = Position(["", ""], dug="map gravedigger", stacks=["milk line dirt coins", "dirt", "dirt"]).do("stop")
    game.do("resolve treasure map", "look 1", "score 2")
    assert game.phase == Phase.PUT_BACK, "the other cards are put back first"
    game.do("put 2")
    assert game.phase == Phase.PLAYER and game.legal == ["choose +1"]
    game.do("choose +1")
    assert game.pile(1) == "line" and game.phase == Phase.STACK


@pytest.mark.rule("LD-5")
def test_of_several_waiting_effects_that_of_a_card_scored_by_a_map_comes_first():
    game = Position(["", ""], dug="map gravedigger hat", stacks=["line", "dirt dirt", "dirt"]).do("stop")
    game.do("resolve treasure map", "look 1", "score 1")
    assert game.phase == Phase.PLAYER and game.do("choose +1").pile(1) == "line"
    assert game.legal == ["resolve sleepy gravedigger", "resolve pirate hat"]


@pytest.mark.rule("LD-9", "LD-5")
def test_a_map_may_score_another_map():
    game = Position(["", ""], dug="map", stacks=["map coins", "ark dirt milk dirt", "dirt"]).do("stop")
    game.do("look 1", "score 1")
    assert game.phase == Phase.STACK
    game.do("look 2", "score 1", "put 1")
    assert game.pile(0) == "map map covenant" and game.stack(2) == "dirt milk dirt" and game.mover == 1


@pytest.mark.rule("LD-1")
def test_the_scorer_of_a_sewer_line_chooses_the_player_who_gets_it():
    game = Position(["", "", ""], dug="line milk").do("stop", "choose +2")
    assert (game.pile(0), game.pile(2), game.mover) == ("milk", "line", 1)
    assert game.standings == [2, 0, -5]


@pytest.mark.rule("LD-6")
def test_extra_turns_add_up_and_may_win_further_extra_turns():
    game = Position(["", ""], dug="crown narco", stacks=["crown dirt dirt", "dirt dirt dirt", "dirt"])
    game.do("stop", "resolve crown of the lich lord")
    assert (game.mover, game.table.extra_turns) == (0, 1)
    game.do("dig 1", "stop")
    assert (game.mover, game.table.extra_turns) == (0, 1)
    game.do("dig 1", "stop")
    assert (game.mover, game.table.extra_turns) == (0, 0)
    assert game.do("dig 2", "stop").mover == 1 and game.table.turn == 4


@pytest.mark.rule("LD-6", "LD-4")
def test_extra_turns_survive_a_bust():
    game = Position(["", ""], dug="narco crown", stacks=["skeleton dirt", "dirt dirt", "dirt"])
    game.do("stop", "resolve narco drug stash", "dig 1")
    assert (game.busted, game.mover) == (0, 0)
    assert game.do("dig 2", "stop").mover == 1


@pytest.mark.rule("LD-1", "LD-12")
def test_a_gravedigger_puts_three_cards_back_in_any_order():
    game = Position(["", ""], dug="gravedigger", stacks=["dirt", "coins milk worms dirt", "dirt"]).do("stop")
    assert game.legal == ["look 1", "look 2", "look 3"]
    game.do("look 2")
    assert game.tops(0, 2) == "coins milk worms" and game.legal == ["put 1", "put 2", "put 3"]
    game.do("put 3")
    assert game.legal == ["put 2", "put 3"]
    game.do("put 3")
    assert game.stack(2) == "worms milk coins dirt" and game.tops(0, 2) == "worms milk coins"
    assert game.mover == 1 and game.tops(1, 2) == "? ? ?"


@pytest.mark.rule("LD-1", "LD-9")
def test_a_map_scores_one_card_and_puts_the_others_back_in_any_order():
    game = Position(["", ""], dug="map", stacks=["dirt", "coins ark worms dirt", "dirt"]).do("stop", "look 2")
    assert game.legal == ["score 1", "score 2", "score 3"], "a card must be scored"
    game.do("score 2")
    assert (game.pile(0), game.stack(2), game.legal) == ("map covenant", "coins worms dirt", ["put 1", "put 2"])
    game.do("put 2")
    assert (game.stack(2), game.tops(0, 2), game.mover) == ("worms coins dirt", "worms coins ?", 1)


@pytest.mark.rule("LD-9")
@pytest.mark.parametrize(("stack", "puts"), [("milk coins", []), ("milk", [])])
def test_a_map_looks_at_fewer_cards_in_a_short_stack(stack, puts):
    game = Position(["", ""], dug="map", stacks=[stack, "dirt", "dirt"]).do("stop", "look 1")
    assert game.legal == [f"score {k + 1}" for k in range(len(stack.split()))]
    game.do("score 1", *puts)
    assert game.pile(0) == "milk map" and game.over == (stack == "milk")


@pytest.mark.rule("LD-9")
def test_a_seat_cannot_look_at_an_empty_stack():
    assert Position(["", ""], dug="gravedigger", stacks=["", "milk", ""]).do("stop").legal == ["look 2"]


@pytest.mark.rule("LD-9", "LD-14")
@pytest.mark.parametrize("card", ["worms", "skeleton", "waste", "mine", "heirloom"])
def test_a_card_scored_by_a_map_does_not_count_as_dug(card):
    stacks = [f"{card} dirt dirt", "dirt dirt", "dirt dirt"]
    game = Position(["", ""], dug="map worms", stacks=stacks).do("stop", "look 1", "score 1", "put 1")
    assert kind_named(card) in [kind_named(word) for word in game.pile(0).split()]
    assert game.busted is None and game.mover == 1 and not any(game.table.destroyed[stack] for stack in range(3))
    assert game.standings[0] == (6 if card == "heirloom" else 1)


@pytest.mark.rule("LD-9")
def test_all_seats_see_the_card_scored_by_a_map():
    game = Position(["", "", ""], dug="map", stacks=["ark dirt dirt", "dirt", "dirt"]).do("stop", "look 1", "score 1")
    assert game.seen(1)["piles"][2][kind_named("ark")] == 1 and game.seen(1)["unseen"][kind_named("ark")] == 0


@pytest.mark.rule("LD-12")
def test_known_cards_move_up_when_cards_above_are_taken():
    game = Position(["", ""], stacks=["milk coins dirt ark dirt", "dirt", "dirt"]).look(1, 1)
    assert game.do("dig 1").tops(1, 1) == "coins dirt ?"
    assert game.do("dig 1", "dig 1").tops(1, 1) == "? ? ?" and game.tops(0, 1) == "? ? ?"


@pytest.mark.rule("LD-12")
def test_a_later_look_by_another_seat_clears_the_earlier_knowledge_of_a_stack():
    game = Position(["", "", ""], stacks=["milk coins dirt dirt", "ark worms dirt", "dirt"])
    game.look(1, 1).look(1, 2).look(2, 1)
    assert (game.tops(1, 1), game.tops(2, 1), game.tops(1, 2)) == ("? ? ?", "milk coins dirt", "covenant worms dirt")
