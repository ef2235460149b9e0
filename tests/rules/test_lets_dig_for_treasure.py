"""Every clause of Let's Dig for Treasure in small positions."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import dig_envs
from dig_envs.core.errors import OptionError
from dig_envs.core.game import End
from dig_envs.lets_dig_for_treasure import GAME, components
from dig_envs.lets_dig_for_treasure.components import CARDS, NAMES, NUM_CARDS, NUM_KINDS, POINTS, SCORE_KINDS, When
from dig_envs.lets_dig_for_treasure.rules.appraisal import FOR_OTHERS
from dig_envs.lets_dig_for_treasure.state import NONE, Phase
from tests.rules.lets_dig_for_treasure_positions import Position, kind_named

GAME_ID = "lets_dig_for_treasure_v0"


def deals(count: int, **options):
    """The states of so many deals."""
    return dig_envs.batch(GAME_ID, num_tables=count, seed=1, **options).states


def spades(game: Position) -> list[str]:
    """The stacks that may be dug."""
    return [name for name in game.legal if name.startswith("dig")]


# --- components and the deal


@pytest.mark.rule("LD-1")
def test_the_cards_are_those_of_the_list():
    counts = [25, 30, 10, 7, 7, 7, 3, 3, 3, 3, 3, 3, 3, *[1] * 13]
    assert sorted(counts) == sorted(card.copies for card in CARDS) and len(CARDS) == 26 and sum(counts) == NUM_CARDS == 120
    scored = {card.name for card in CARDS if card.when == When.SCORED}
    assert scored == {
        "Sewer Line", "Sleepy Gravedigger", "Treasure Map", "Crown of the Lich Lord", "Pirate Hat", "Narco Drug Stash",
    }  # fmt: skip


@pytest.mark.rule("LD-1")
def test_the_rules_in_words_show_the_table_of_cards():
    text = Path(components.__file__).with_name("RULES.md").read_text()
    assert components.card_table() in text


@pytest.mark.rule("LD-1", "LD-14")
@pytest.mark.parametrize(
    ("word", "points"),
    [("dirt", 1), ("coins", 3), ("cookies", 2), ("milk", 2), ("line", -5), ("ring", 3), ("gravedigger", 1), ("dog", 5),
     ("map", 1), ("crown", 3), ("heirloom", 5), ("chest", 10), ("gold", 12), ("ark", 15), ("hat", 3), ("sword", 5),
     ("worms", 0), ("mine", 0), ("skeleton", 0), ("waste", 0), ("kid", 0), ("board", 0), ("ticket", 0), ("skwirmz", 0),
     ("dress", 2), ("narco", 8)],
)  # fmt: skip
def test_a_card_alone_counts_its_points(word, points):
    """In the pile of a third player, neither owner nor new."""
    assert Position(["", "", word]).standings[2] == points


@pytest.mark.rule("LD-2")
@pytest.mark.parametrize("num_players", [2, 3, 4, 5])
def test_the_deck_is_split_into_three_stacks_of_forty(num_players):
    states = deals(50, num_players=num_players)
    assert (states["table"]["stack_size"] == 40).all()
    for state in states:
        assert Counter(state["secret"]["cards"].tolist()) == {kind: card.copies for kind, card in enumerate(CARDS)}
    assert not states["table"]["known"].any() and not states["table"]["discard"].any()


@pytest.mark.rule("LD-2", "C-10")
def test_every_card_is_as_likely_everywhere():
    cards = deals(3000)["secret"]["cards"]
    for kind in (kind_named("worms"), kind_named("skeleton"), kind_named("ark")):
        found = (cards == kind).sum(axis=0)
        expected = 3000 * CARDS[kind].copies / NUM_CARDS
        assert np.abs(found - expected).max() < 5 * np.sqrt(expected)


@pytest.mark.rule("LD-2", "C-1")
def test_the_first_seat_is_random():
    firsts = Counter(deals(1500, num_players=3)["table"]["active"].tolist())
    assert sorted(firsts) == [0, 1, 2] and min(firsts.values()) > 420


@pytest.mark.rule("LD-2", "C-1")
def test_turns_go_clockwise():
    game = Position(["", "", ""], active=2)
    assert game.do("dig 1", "stop").mover == 0
    assert game.do("dig 2", "stop").mover == 1


@pytest.mark.rule("LD-13")
def test_owner_and_new_player_are_two_random_seats_known_to_all():
    tables = deals(2000, num_players=3)["table"]
    pairs = Counter(zip(tables["owner"].tolist(), tables["new_player"].tolist(), strict=True))
    assert len(pairs) == 6 and min(pairs.values()) > 240
    game = Position(["", "", ""], owner=2, new_player=0)
    seen = game.seen(1)
    assert seen["owner"].tolist() == [0, 1, 0, 0, 0] and seen["new_player"].tolist() == [0, 0, 1, 0, 0]


# --- digging


@pytest.mark.rule("LD-3", "C-2")
def test_the_first_dig_is_compulsory_then_one_may_stop_or_go_on():
    game = Position(stacks=["dirt dirt", "coins dirt", "milk dirt"])
    assert game.legal == ["dig 1", "dig 2", "dig 3"]
    game.do("dig 2")
    assert game.legal == ["dig 1", "dig 2", "dig 3", "stop"] and game.mover == 0
    game.do("dig 3", "dig 1")
    assert game.dug == "dirt coins milk" and game.mover == 0 and game.pile(0) == ""


@pytest.mark.rule("LD-3")
def test_an_emptied_stack_does_not_stop_the_turn():
    game = Position(stacks=["dirt", "coins dirt", "milk dirt"]).do("dig 1")
    assert not game.over and spades(game) == ["dig 2", "dig 3"]
    assert game.do("dig 2").dug == "dirt coins"


@pytest.mark.rule("LD-3")
def test_when_no_card_is_left_only_stopping_is_legal_also_with_nothing_to_score():
    game = Position(stacks=["heirloom", "", ""]).do("dig 1", "choose +1")
    assert game.dug == "" and game.legal == ["stop"]
    assert game.do("stop").over


@pytest.mark.rule("LD-4")
@pytest.mark.parametrize("cause", ["skeleton", "waste", "worms"])
def test_a_bust_ends_the_turn_and_discards_all_that_was_dug(cause):
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
def test_an_heirloom_given_stays_given():
    game = Position(["", "", ""], stacks=["heirloom skeleton dirt", "dirt", "dirt"]).do("dig 1", "choose +2", "dig 1")
    assert game.busted == 0 and game.pile(2) == "heirloom"


@pytest.mark.rule("LD-1")
def test_an_heirloom_goes_to_another_player_and_digging_goes_on():
    game = Position(["", "", ""], stacks=["heirloom dirt", "dirt dirt", "dirt"]).do("dig 1")
    assert (game.phase, game.mover, game.legal) == (Phase.PLAYER, 0, ["choose +1", "choose +2"])
    game.do("choose +1")
    assert (game.pile(1), game.dug, game.mover) == ("heirloom", "", 0)
    assert game.legal == ["dig 1", "dig 2", "dig 3", "stop"]


# --- stopping, and the effects of scored cards


@pytest.mark.rule("LD-5")
def test_stopping_scores_all_that_was_dug():
    game = Position(["milk", ""], stacks=["coins dirt", "dirt dirt", "worms dirt"]).do("dig 1", "dig 2", "dig 3", "stop")
    assert (game.pile(0), game.dug, game.mover) == ("dirt worms coins milk", "", 1)


@pytest.mark.rule("LD-5")
def test_several_effects_wait_for_the_player_to_choose_their_order():
    game = Position(["", "", ""], dug="line line gravedigger crown", stacks=["dirt coins milk", "dirt", "dirt"]).do("stop")
    assert game.phase == Phase.ORDER
    assert game.legal == ["resolve sewer line", "resolve sleepy gravedigger", "resolve crown of the lich lord"]
    game.do("resolve crown of the lich lord", "resolve sewer line", "choose +1")
    assert game.legal == ["resolve sewer line", "resolve sleepy gravedigger"]
    game.do("resolve sleepy gravedigger", "look 1", "put 1", "put 2")
    assert game.phase == Phase.PLAYER, "the last effect needs no choice of order"
    assert game.do("choose +2").mover == 0, "an extra turn"


@pytest.mark.rule("LD-5")
def test_effects_without_an_object_do_nothing():
    game = Position(["", ""], dug="map gravedigger hat", stacks=["", "", ""]).do("stop")
    game.do("resolve treasure map", "resolve pirate hat")
    assert game.over and game.pile(0) == "gravedigger map hat"


@pytest.mark.rule("LD-5", "LD-8")
def test_a_hat_finds_nothing_in_empty_piles():
    game = Position(["", "", "dirt"], dug="hat").do("stop")
    assert game.legal == ["choose +2"]
    assert Position(["coins", "", ""], dug="hat").do("stop").mover == 1


@pytest.mark.rule("LD-5", "LD-9")
def test_a_map_that_scores_an_effect_brings_it_at_once_before_those_that_wait():
    game = Position(["", ""], dug="map gravedigger", stacks=["milk line dirt coins", "dirt", "dirt"]).do("stop")
    game.do("resolve treasure map", "look 1", "score 2")
    assert game.phase == Phase.PUT_BACK, "the others are put back first"
    game.do("put 2")
    assert game.phase == Phase.PLAYER and game.legal == ["choose +1"]
    game.do("choose +1")
    assert game.pile(1) == "line" and game.phase == Phase.STACK


@pytest.mark.rule("LD-9", "LD-5")
def test_a_map_scores_a_map():
    game = Position(["", ""], dug="map", stacks=["map coins", "ark dirt milk dirt", "dirt"]).do("stop")
    game.do("look 1", "score 1")
    assert game.phase == Phase.STACK
    game.do("look 2", "score 1", "put 1")
    assert game.pile(0) == "map map covenant" and game.stack(2) == "dirt milk dirt" and game.mover == 1


@pytest.mark.rule("LD-1")
def test_a_sewer_line_goes_to_a_player_of_the_scorers_choice():
    game = Position(["", "", ""], dug="line milk").do("stop", "choose +2")
    assert (game.pile(0), game.pile(2), game.mover) == ("milk", "line", 1)
    assert game.standings == [2, 0, -5]


@pytest.mark.rule("LD-6")
def test_extra_turns_add_up_and_may_win_more():
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


# --- the Dog


@pytest.mark.rule("LD-7")
def test_a_dog_negates_a_skeleton_and_digging_may_go_on():
    game = Position(["dog", ""], stacks=["coins skeleton dirt", "dirt", "dirt"]).do("dig 1")
    before = game.discards("skeleton")
    game.do("dig 1")
    assert game.legal == ["use dog", "no dog"] and game.mover == 0
    game.do("use dog")
    assert (game.dug, game.discards("skeleton"), game.unused_dogs(0)) == ("coins", before + 1, 0)
    assert game.legal == ["dig 1", "dig 2", "dig 3", "stop"]
    assert game.do("stop").standings[0] == 8, "it counts five either way"


@pytest.mark.rule("LD-7", "LD-3")
def test_a_dog_may_save_the_first_dig_and_stopping_then_scores_nothing():
    game = Position(["dog", ""], stacks=["skeleton dirt", "dirt", "dirt"]).do("dig 1", "use dog")
    assert "stop" in game.legal
    assert game.do("stop").pile(0) == "dog"


@pytest.mark.rule("LD-7")
def test_not_using_the_dog_is_a_choice():
    game = Position(["dog", ""], stacks=["coins skeleton dirt", "dirt", "dirt"]).do("dig 1", "dig 1", "no dog")
    assert (game.busted, game.mover, game.unused_dogs(0)) == (0, 1, 1)


@pytest.mark.rule("LD-7")
@pytest.mark.parametrize(
    ("piles", "used", "dug"), [(["dog", ""], [1, 0], ""), (["", "dog"], [0, 0], ""), (["", ""], [0, 0], "dog")]
)
def test_only_an_unused_dog_in_ones_own_pile_helps(piles, used, dug):
    game = Position(piles, used_dogs=used, dug=dug, stacks=["skeleton dirt", "dirt", "dirt"]).do("dig 1")
    assert game.busted == 0


@pytest.mark.rule("LD-7", "LD-1")
@pytest.mark.parametrize("cause", ["waste", "worms"])
def test_a_dog_helps_against_skeletons_only(cause):
    game = Position(["dog", ""], dug="worms", stacks=[f"{cause} dirt", "dirt", "dirt"]).do("dig 1")
    assert game.busted == 0 and game.unused_dogs(0) == 1


@pytest.mark.rule("LD-7", "LD-12", "C-4")
def test_that_a_dog_could_be_used_is_nobody_elses_knowledge():
    """While its owner decides, the others see what they saw before the dig."""
    game = Position(["dog", "", ""], stacks=["skeleton dirt", "dirt", "dirt"])
    before = [game.seen(seat) for seat in (1, 2)]
    game.do("dig 1")
    for seat, seen in zip((1, 2), before, strict=True):
        assert all((game.seen(seat)[name] == seen[name]).all() for name in seen)
    assert game.seen(0)["skeleton"].tolist() == [1, 0, 0]


# --- stealing


@pytest.mark.rule("LD-8", "LD-1")
def test_the_hat_steals_a_card_of_choice_without_its_effect():
    game = Position(["", "dirt crown line worms", ""], dug="hat").do("stop")
    assert game.phase == Phase.PLAYER and game.legal == ["choose +1"]
    game.do("choose +1")
    assert game.legal == ["steal dirt", "steal worms", "steal sewer line", "steal crown of the lich lord"]
    game.do("steal crown of the lich lord")
    assert (game.pile(0), game.pile(1), game.mover) == ("lord hat", "dirt worms line", 1)
    assert (game.table.extra_turns, game.standings[0]) == (0, 6)


@pytest.mark.rule("LD-7", "LD-8")
@pytest.mark.parametrize(("loot", "unused"), [("loyal dog", 1), ("used loyal dog", 0)])
def test_used_or_not_travels_with_a_stolen_dog(loot, unused):
    game = Position(["", "dog dog", ""], used_dogs=[0, 1, 0], dug="hat").do("stop", "choose +1")
    assert game.legal == ["steal loyal dog", "steal used loyal dog"]
    game.do(f"steal {loot}")
    assert (game.unused_dogs(0), game.unused_dogs(1)) == (unused, 1 - unused)
    assert game.standings[:2] == [8, 5]


@pytest.mark.rule("LD-8", "LD-12")
def test_what_was_stolen_is_known_to_thief_and_victim_only():
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
def test_a_card_that_comes_later_is_none_that_may_have_been_stolen():
    game = Position(["", "milk ark", ""], dug="hat", stacks=["coins dirt", "dirt dirt", "dirt dirt"])
    game.do("stop", "choose +1", "steal milk", "dig 1", "stop")
    assert game.pile(1, 2) == "coins milk covenant" and game.loot == {"milk", "ark of the covenant"}
    redealt = {game.redealt(2, seed).stolen(0) for seed in range(30)}
    assert redealt == {"milk", "ark of the covenant"}


@pytest.mark.rule("LD-12")
def test_a_dog_used_that_can_only_be_the_stolen_one_clears_the_mark():
    game = Position(["", "dog ark", ""], dug="hat", stacks=["skeleton dirt", "dirt dirt dirt", "dirt dirt"])
    game.do("stop", "choose +1", "steal loyal dog", "dig 2", "stop", "dig 2", "stop", "dig 1", "use dog")
    assert [game.stolen(seat) for seat in range(3)] == [None] * 3 and not game.loot
    assert (game.pile(0, 2), game.pile(1, 2)) == ("dog hat", "dirt covenant")
    assert not game.seen(2)["thief"].any() and game.unused_dogs(0) == 0


@pytest.mark.rule("LD-12")
def test_a_dog_used_that_may_be_another_clears_nothing():
    game = Position(["dog", "dog ark", ""], dug="hat", stacks=["skeleton dirt", "dirt dirt dirt", "dirt dirt"])
    game.do("stop", "choose +1", "steal loyal dog", "dig 2", "stop", "dig 2", "stop", "dig 1", "use dog")
    assert game.loot == {"loyal dog", "ark of the covenant"} and game.stolen(2) is None
    assert game.unused_dogs(0) == 1


@pytest.mark.rule("LD-12")
def test_a_victim_that_uses_its_last_dog_was_not_robbed_of_one():
    game = Position(["", "dog ark", ""], dug="hat", stacks=["skeleton dirt", "dirt dirt dirt", "dirt dirt"])
    game.do("stop", "choose +1", "steal ark of the covenant", "dig 1", "use dog")
    assert game.loot == {"ark of the covenant"}
    assert {game.redealt(2, seed).stolen(1) for seed in range(10)} == {"ark of the covenant"}


@pytest.mark.rule("LD-12", "LD-14")
def test_at_the_end_the_piles_are_open():
    game = Position(["", "milk ark", ""], dug="hat", stacks=["", "dirt", "dirt"]).do("stop", "choose +1", "steal milk")
    assert game.over and game.pile(0, 2) == "milk hat" and game.pile(1, 2) == "covenant"
    assert game.standings == [5, 15, 0]


# --- looking at stacks


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
def test_a_map_scores_one_and_puts_the_others_back_in_any_order():
    game = Position(["", ""], dug="map", stacks=["dirt", "coins ark worms dirt", "dirt"]).do("stop", "look 2")
    assert game.legal == ["score 1", "score 2", "score 3"], "one must be taken"
    game.do("score 2")
    assert (game.pile(0), game.stack(2), game.legal) == ("map covenant", "coins worms dirt", ["put 1", "put 2"])
    game.do("put 2")
    assert (game.stack(2), game.tops(0, 2), game.mover) == ("worms coins dirt", "worms coins ?", 1)


@pytest.mark.rule("LD-9")
@pytest.mark.parametrize(("stack", "puts"), [("milk coins", []), ("milk", [])])
def test_a_map_looks_at_what_there_is(stack, puts):
    game = Position(["", ""], dug="map", stacks=[stack, "dirt", "dirt"]).do("stop", "look 1")
    assert game.legal == [f"score {k + 1}" for k in range(len(stack.split()))]
    game.do("score 1", *puts)
    assert game.pile(0) == "milk map" and game.over == (stack == "milk")


@pytest.mark.rule("LD-9")
def test_an_empty_stack_is_not_looked_at():
    assert Position(["", ""], dug="gravedigger", stacks=["", "milk", ""]).do("stop").legal == ["look 2"]


@pytest.mark.rule("LD-9", "LD-14")
@pytest.mark.parametrize("card", ["worms", "skeleton", "waste", "mine", "heirloom"])
def test_a_card_taken_by_a_map_is_scored_and_not_dug(card):
    stacks = [f"{card} dirt dirt", "dirt dirt", "dirt dirt"]
    game = Position(["", ""], dug="map worms", stacks=stacks).do("stop", "look 1", "score 1", "put 1")
    assert kind_named(card) in [kind_named(word) for word in game.pile(0).split()]
    assert game.busted is None and game.mover == 1 and not any(game.table.destroyed[stack] for stack in range(3))
    assert game.standings[0] == (6 if card == "heirloom" else 1)


@pytest.mark.rule("LD-9")
def test_the_card_that_a_map_scores_is_shown_to_all():
    game = Position(["", "", ""], dug="map", stacks=["ark dirt dirt", "dirt", "dirt"]).do("stop", "look 1", "score 1")
    assert game.seen(1)["piles"][2][kind_named("ark")] == 1 and game.seen(1)["unseen"][kind_named("ark")] == 0


@pytest.mark.rule("LD-12")
def test_known_cards_move_up_as_cards_are_taken():
    game = Position(["", ""], stacks=["milk coins dirt ark dirt", "dirt", "dirt"]).look(1, 1)
    assert game.do("dig 1").tops(1, 1) == "coins dirt ?"
    assert game.do("dig 1", "dig 1").tops(1, 1) == "? ? ?" and game.tops(0, 1) == "? ? ?"


@pytest.mark.rule("LD-12")
def test_another_look_at_a_stack_makes_the_first_one_forget():
    game = Position(["", "", ""], stacks=["milk coins dirt dirt", "ark worms dirt", "dirt"])
    game.look(1, 1).look(1, 2).look(2, 1)
    assert (game.tops(1, 1), game.tops(2, 1), game.tops(1, 2)) == ("? ? ?", "milk coins dirt", "covenant worms dirt")


@pytest.mark.rule("LD-12")
def test_an_observation_shows_what_one_knows_and_who_else_knows_something():
    game = Position(["", "", ""], stacks=["milk skeleton dirt dirt", "ark dirt", "dirt"]).look(1, 1)
    mine, other = game.seen(1), game.seen(0)
    shown = {kind: weight for kind, weight in enumerate(mine["tops"][0]) if weight}
    assert shown == pytest.approx({kind_named(word): 1 / share for word, share in (("milk", 2), ("skeleton", 4), ("dirt", 8))})
    assert not other["tops"].any() and other["knowers"][1].tolist() == [1, 0, 0] and mine["knowers"][0].tolist() == [1, 0, 0]
    assert mine["unseen"][kind_named("milk")] == 0 and other["unseen"][kind_named("milk")] == pytest.approx(1 / 7)


@pytest.mark.rule("LD-12")
def test_the_risk_is_exact_for_what_each_seat_knows():
    game = Position(["", ""], stacks=["skeleton milk dirt worms", "dirt worms", "dirt dirt"])
    assert game.seen(0)["risk"] == pytest.approx([1 / 8] * 3)
    game.look(1, 1)
    assert game.seen(1)["risk"] == pytest.approx([1, 0, 0])
    game.do("dig 2", "dig 2")
    assert game.seen(0)["risk"] == pytest.approx([2 / 6, 0, 2 / 6])
    assert game.seen(1)["risk"] == pytest.approx([1, 0, 1 / 3])


def unsquashed(value: float, scale: float) -> float:
    """The amount that 1/2 + half of it / (scale + its size) stands for."""
    share = 2 * value - 1
    return scale * share / (1 - abs(share))


@pytest.mark.rule("LD-14")
@pytest.mark.parametrize(
    ("pile", "dug", "points"),
    [("", "dirt coins", 4), ("", "line", 5), ("", "milk", 2), ("cookies", "milk", 6), ("cookies milk", "milk", 2),
     ("", "milk cookies milk", 10), ("skwirmz", "worms", 3), ("", "skwirmz worms", 3), ("ring", "dress ring", 15),
     ("", "hat sword", 18), ("hat", "sword", 15), ("", "board", 5), ("", "kid", 0), ("", "ticket", 0)],
)  # fmt: skip
def test_what_is_at_stake_counts_bonuses_with_the_pile(pile, dug, points):
    """The owner digs. A Sewer Line will be another's: its five points less count for the digger."""
    seen = Position([pile, ""], dug=dug).seen(0)
    assert unsquashed(seen["stake"].item(), 10) == pytest.approx(points, abs=1e-4)


@pytest.mark.rule("LD-4", "LD-14")
def test_the_edge_weighs_what_a_card_adds_against_what_it_risks():
    stacks = ["milk skeleton", "chest dirt dirt dirt", "dirt dirt"]
    game = Position(["cookies", ""], dug="coins", stacks=stacks)
    assert unsquashed(game.seen(0)["edge"][0], 5) == pytest.approx((6 + 10 + 5) / 8 - 3 / 8, abs=1e-5)
    seen = game.look(0, 1).seen(0)
    edges = [unsquashed(edge, 5) for edge in seen["edge"]]
    assert edges == pytest.approx([6, 15 / 6, 15 / 6], abs=1e-4), "the Skeleton's place is known"
    assert [unsquashed(worth, 5) for worth in seen["top_worths"][0][:2]] == pytest.approx([6, 0], abs=1e-4)


@pytest.mark.rule("LD-9")
def test_who_looks_at_cards_sees_what_scoring_each_would_add():
    game = Position(["cookies", ""], dug="map", stacks=["milk heirloom crown dirt", "dirt", "dirt"]).do("stop", "look 1")
    choices = game.seen(0)["choices"]
    assert [unsquashed(row[0], 5) for row in choices] == pytest.approx([6, 5, 3], abs=1e-4)
    assert choices[:, 1:].sum() == choices[2, 1 + list(SCORE_KINDS).index(kind_named("crown"))] == 1
    left = game.do("score 1").seen(0)["choices"]
    assert [unsquashed(row[0], 5) for row in left[:2]] == pytest.approx([5, 3], abs=1e-4) and not left[2].any()
    assert not game.seen(1)["choices"].any()


def test_the_shortest_stack_stands_out():
    seen = Position(stacks=["dirt dirt dirt", "dirt", "dirt dirt"]).seen(0)
    assert seen["shortness"] == pytest.approx([1 / 3, 1, 1 / 2]) and seen["race"] == pytest.approx(1 / 2)


def test_the_race_is_against_the_best_of_the_others():
    """Of the leads the least counts, now and with the ten points at stake; with four cards to go a lead of 18 is clear."""
    stacks = ["dirt dirt dirt dirt", "dirt " * 5, "dirt " * 5]
    game = Position(["gold", "ark coins", "coins"], dug="chest", stacks=stacks)
    mine, theirs = game.seen(0), game.seen(1)
    assert [unsquashed(lead, 20) for lead in mine["leads"][:2]] == pytest.approx([-6, 9], abs=1e-4)
    assert unsquashed(mine["ahead"].item(), 20) == pytest.approx(-6, abs=1e-4)
    assert unsquashed(mine["ahead_then"].item(), 18) == pytest.approx(4, abs=1e-4)
    assert unsquashed(theirs["ahead"].item(), 20) == pytest.approx(6, abs=1e-4)
    assert unsquashed(theirs["ahead_then"].item(), 18) == pytest.approx(-4, abs=1e-4)


@pytest.mark.rule("LD-15")
def test_the_race_is_not_against_the_partner():
    seen = team_game(["gold", "chest"], dug="coins").seen(0)
    assert [unsquashed(lead, 20) for lead in seen["leads"][:3]] == pytest.approx([2, 0, 2], abs=1e-4)
    assert unsquashed(seen["ahead"].item(), 20) == pytest.approx(2, abs=1e-4)


@pytest.mark.rule("LD-1")
def test_who_chooses_a_player_sees_how_each_stands():
    game = Position(["gold", "ark", "chest", "dirt"], stacks=["heirloom dirt", "dirt dirt", "dirt"])
    assert not game.seen(0)["first"].any() and not game.seen(0)["last"].any()
    seen = game.do("dig 1").seen(0)
    assert seen["first"].tolist() == [1, 0, 0, 0] and seen["last"].tolist() == [0, 0, 1, 0] and not seen["loot"].any()


@pytest.mark.rule("LD-8")
def test_who_steals_sees_what_the_best_card_of_each_pile_would_add():
    game = Position(["cookies", "milk coins", "chest", ""], dug="hat").do("stop")
    assert game.legal == ["choose +1", "choose +2"]
    assert [unsquashed(loot, 5) for loot in game.seen(0)["loot"][:3]] == pytest.approx([6, 10, 0], abs=1e-4)


@pytest.mark.parametrize("options", [{}, {"num_players": 3}, {"num_players": 4, "teams": True}])
def test_what_is_at_stake_is_what_scoring_it_adds(options):
    """In played games, until a stolen card or the Lottery Ticket makes piles count otherwise than all can tell."""
    batch = dig_envs.batch(GAME_ID, num_tables=64, seed=3, **options)
    compared = 0
    for _ in range(150):
        batch.random_steps(1)
        for row in batch.states["table"]:
            if row["thief"] == NONE and row["digs"] > 0:
                pile = row["active"] % 2 if row["teams"] else row["active"]
                gifts = sum(-2 * POINTS[kind] * row["dug"][kind] for kind in range(NUM_KINDS) if FOR_OTHERS[kind])
                assert row["stake"] == points_of(row, pile, row["dug"]) - points_of(row, pile) + gifts
                compared += 1
    assert compared > 1000


def points_of(table: np.void, pile: int, more: np.ndarray | int = 0) -> int:
    """LD-14, but for the Lottery Ticket, by counting."""
    counts = dict(zip(NAMES, (table["known"][pile].astype(int) + more).tolist(), strict=True))
    points = sum(card.points * counts[card.name] for card in CARDS)
    points += 4 * min(counts["Milk"], counts["Gingerbread Cookies"]) + 3 * counts["Worms"] * counts["Skwirmz the Worm God"]
    points += 10 * min(counts["Pirate Sword"], counts["Pirate Hat"]) + 10 * min(counts["Wedding Dress"], counts["Wedding Ring"])
    owner, new_player = (int(table[who]) % 2 if table["teams"] else int(table[who]) for who in ("owner", "new_player"))
    return points + 5 * counts["Board Games!"] * (owner == pile) + 20 * counts["New Kid"] * (new_player == pile)


# --- the Land Mine, and the end


@pytest.mark.rule("LD-10", "LD-1")
def test_a_land_mine_destroys_its_stack_unseen_and_digging_goes_on():
    game = Position(["", ""], stacks=["mine ark milk", "dirt dirt", "dirt dirt"]).look(1, 1).do("dig 1")
    assert game.stack(1) == "" and game.tops(1, 1) == "? ? ?" and game.dug == "mine"
    assert game.legal == ["dig 2", "dig 3", "stop"] and game.table.lost == 2
    seen = game.seen(1)
    assert seen["destroyed"].tolist() == [1, 0, 0] and seen["unseen"][kind_named("ark")] == 1
    assert game.do("stop").mover == 1


@pytest.mark.rule("LD-10", "LD-11")
def test_a_destroyed_stack_does_not_end_the_game_another_empty_one_does():
    game = Position(["", ""], stacks=["mine ark milk", "dirt dirt", "dirt dirt"]).do("dig 1", "stop", "dig 2", "stop")
    assert not game.over
    assert game.do("dig 2", "stop").over


@pytest.mark.rule("LD-10", "LD-11")
def test_a_mine_that_was_the_last_card_of_its_stack_empties_it():
    game = Position(["", ""], stacks=["mine", "dirt dirt", "dirt dirt"]).do("dig 1", "stop")
    assert game.over and not game.table.destroyed[0]


@pytest.mark.rule("LD-10")
def test_without_the_land_mine_the_last_stack_has_one_card_less():
    states = deals(20, land_mine=False)
    assert states["table"]["stack_size"].tolist() == [[40, 40, 39]] * 20
    assert not (states["secret"]["cards"] == components.MINE).any()


@pytest.mark.rule("LD-11", "C-9")
def test_the_game_ends_with_the_turn_in_which_a_stack_became_empty():
    game = Position(["", ""], stacks=["milk", "dirt dirt", "coins dirt"], turn=9).do("dig 1")
    assert not game.over and game.do("dig 3").mover == 0
    assert game.do("stop").over and game.table.turn == 10 and game.pile(0) == "coins milk"


@pytest.mark.rule("LD-11")
def test_a_bust_turn_ends_the_game_too():
    game = Position(["coins", ""], stacks=["skeleton", "dirt dirt", "dirt"], dug="milk").do("dig 1")
    assert game.over and game.standings == [3, 0]


@pytest.mark.rule("LD-11", "LD-6")
def test_extra_turns_owed_are_not_taken():
    game = Position(["", ""], stacks=["crown", "dirt dirt", "dirt"], extra_turns=2).do("dig 1", "stop")
    assert game.over and game.standings == [3, 0]


@pytest.mark.rule("LD-11", "LD-9")
def test_a_map_that_takes_a_last_card_ends_the_game():
    assert Position(["", ""], dug="map", stacks=["dirt", "dirt", "milk"]).do("stop", "look 3", "score 1").over


# --- scores


@pytest.mark.rule("LD-14", "LD-1")
@pytest.mark.parametrize(
    ("pile", "points"),
    [
        ("cookies milk", 8),
        ("cookies cookies milk", 10),
        ("cookies cookies milk milk milk", 18),
        ("sword hat", 18),
        ("dress ring", 15),
        ("dress ring ring", 18),
        ("skwirmz worms worms", 6),
        ("worms worms", 0),
        ("line line", -10),
    ],
)
def test_a_pile_counts_its_cards_with_their_effects_of_the_end(pile, points):
    assert Position(["", "", pile]).standings == [0, 0, points]


@pytest.mark.rule("LD-14", "LD-13")
def test_new_kid_and_board_games_pay_their_persons():
    piles = ["kid board", "", ""]
    assert Position(piles, owner=1, new_player=2).standings[0] == 0
    assert Position(piles, owner=1, new_player=0).standings[0] == 20
    assert Position(piles, owner=0, new_player=1).standings[0] == 5


@pytest.mark.rule("LD-14")
def test_the_lottery_ticket_pays_if_its_turn_was_the_last():
    game = Position(["", ""], stacks=["ticket", "dirt", "dirt dirt"]).do("dig 1")
    assert game.standings[0] == 0
    assert game.do("stop").standings[0] == 20


@pytest.mark.rule("LD-14", "LD-6")
@pytest.mark.parametrize("dug", ["ticket", "ticket crown"])
def test_a_ticket_of_an_earlier_turn_pays_nothing(dug):
    """An extra turn is a turn of its own."""
    game = Position(["", ""], stacks=["dirt", "dirt", "dirt dirt"], dug=dug).do("stop", "dig 1", "stop")
    assert game.over and game.standings[0] == (0 if dug == "ticket" else 4)


@pytest.mark.rule("LD-14", "LD-9")
def test_a_ticket_that_a_map_scores_in_the_last_turn_pays():
    game = Position(["", ""], dug="map", stacks=["ticket", "dirt", "dirt"]).do("stop", "look 1", "score 1")
    assert game.over and game.standings[0] == 21


@pytest.mark.rule("LD-14", "LD-8")
def test_a_stolen_ticket_pays_nothing():
    game = Position(["", ""], stacks=["hat", "dirt dirt", "dirt dirt"], dug="ticket")
    game.do("stop", "dig 1", "stop", "choose +1", "steal lottery ticket")
    assert game.over and game.standings == [0, 3]


@pytest.mark.rule("LD-14", "C-7", "C-8")
def test_the_most_points_win_and_ties_share():
    stacks = ["dirt", "dirt dirt", "dirt"]
    assert Position(["coins", "", ""], stacks=stacks).do("dig 1", "stop").rewards == [1, -0.5, -0.5]
    assert Position(["", "dirt", ""], stacks=stacks).do("dig 1", "stop").rewards == pytest.approx([0.25, 0.25, -0.5])


@pytest.mark.rule("LD-14", "C-8")
def test_the_score_reward_is_the_lead_by_forty():
    game = Position(["coins", "milk", ""], stacks=["dirt", "dirt", "dirt"], reward="score").do("dig 1", "stop")
    assert game.standings == [4, 2, 0] and game.rewards == pytest.approx([3 / 40, 0, -3 / 40])


@pytest.mark.rule("LD-16", "C-9")
def test_there_is_no_turn_limit():
    with pytest.raises(OptionError, match='no option "max_turns"'):
        dig_envs.batch(GAME_ID, num_tables=1, max_turns=10)
    batch = dig_envs.batch(GAME_ID, num_tables=50, seed=4)
    for _ in range(120 * 2):
        batch.step(batch.masks.argmax(axis=1))
        assert (batch.states["table"]["turn"] <= 120).all()
    assert (batch.states["table"]["end"] == End.RUNNING).all() and GAME.parse_options().turn_limit == 0


# --- teams


def team_game(piles=("", ""), **arguments) -> Position:
    return Position(piles, teams=True, **arguments)


@pytest.mark.rule("LD-15")
def test_teams_take_four_players():
    with pytest.raises(OptionError, match="num_players=4, not 3"):
        GAME.parse_options(teams=True, num_players=3)


@pytest.mark.rule("LD-15")
def test_partners_sit_opposite_and_share_one_pile():
    game = team_game(["milk", "dirt"], dug="cookies", active=2).do("stop")
    assert game.mover == 3 and game.pile(0) == game.pile(2) == "cookies milk" and game.pile(1) == game.pile(3) == "dirt"
    assert game.standings == [8, 1, 8, 1]
    assert game.seen(0)["mine"].tolist() == [1, 0, 1, 0, 0]


@pytest.mark.rule("LD-15", "C-8")
def test_each_partner_gets_its_teams_reward():
    game = team_game(["coins", ""], stacks=["dirt", "dirt", "dirt"]).do("dig 1", "stop")
    assert game.rewards == [1, -1, 1, -1]
    tied = team_game(["", "dirt"], stacks=["dirt", "dirt", "dirt"]).do("dig 1", "stop")
    assert tied.rewards == [0, 0, 0, 0]


@pytest.mark.rule("LD-15", "LD-13")
@pytest.mark.parametrize("partner", [0, 2])
def test_new_kid_and_board_games_pay_if_either_partner_is_the_person(partner):
    game = team_game(["kid board", ""], new_player=partner, owner=1)
    assert game.standings == [20, 0, 20, 0]
    assert team_game(["kid board", ""], new_player=1, owner=partner).standings == [5, 0, 5, 0]


@pytest.mark.rule("LD-15", "LD-7")
def test_either_partner_may_use_the_dogs():
    game = team_game(["dog", ""], active=2, stacks=["skeleton dirt", "dirt", "dirt"]).do("dig 1")
    assert game.legal == ["use dog", "no dog"] and game.do("use dog").unused_dogs(0) == 0


@pytest.mark.rule("LD-15")
@pytest.mark.parametrize("card", ["line", "heirloom"])
def test_a_gift_to_the_partner_stays_in_the_shared_pile(card):
    if card == "line":
        game = team_game(dug="line").do("stop")
    else:
        game = team_game(stacks=["heirloom dirt", "dirt", "dirt"]).do("dig 1")
    assert game.legal == ["choose +1", "choose +2", "choose +3"]
    game.do("choose +2")
    assert game.pile(0) == card and game.pile(1) == ""


@pytest.mark.rule("LD-15", "LD-8")
def test_the_hat_is_aimed_at_the_other_teams_pile():
    game = team_game(["coins", "milk ark"], dug="hat").do("stop")
    assert game.legal == ["choose +1", "choose +3"]
    game.do("choose +3", "steal milk")
    assert game.pile(0) == "coins milk hat" and game.pile(1) == "covenant"
    assert [game.stolen(seat) for seat in range(4)] == ["milk"] * 4


@pytest.mark.rule("LD-15", "LD-12")
def test_what_one_partner_knows_the_other_knows():
    game = team_game(stacks=["milk coins ark dirt", "dirt", "dirt"]).look(3, 1)
    assert [game.tops(seat, 1) for seat in range(4)] == ["? ? ?", "milk coins covenant"] * 2
    game.look(1, 1)
    assert game.tops(3, 1) == "milk coins covenant"
    game.look(0, 1)
    assert [game.tops(seat, 1) for seat in range(4)] == ["milk coins covenant", "? ? ?"] * 2


# --- knowledge and redeals


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
