"""Test the cards and the deal of Let's Dig for Treasure."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from dig_envs.lets_dig_for_treasure import components
from dig_envs.lets_dig_for_treasure.components import CARDS, NUM_CARDS, When
from tests.support.lets_dig_for_treasure_positions import Position, deals, kind_named


@pytest.mark.rule("LD-1")
def test_the_game_has_the_cards_of_the_list():
    counts = [25, 30, 10, 7, 7, 7, 3, 3, 3, 3, 3, 3, 3, *[1] * 13]
    assert sorted(counts) == sorted(card.copies for card in CARDS) and len(CARDS) == 26 and sum(counts) == NUM_CARDS == 120
    scored = {card.name for card in CARDS if card.when == When.SCORED}
    assert scored == {
        "Sewer Line", "Sleepy Gravedigger", "Treasure Map", "Crown of the Lich Lord", "Pirate Hat", "Narco Drug Stash",
    }  # fmt: skip


@pytest.mark.rule("LD-1")
def test_the_written_rules_contain_the_table_of_cards():
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
def test_a_single_card_scores_its_points(word, points):
    """The pile belongs to a third player, who is neither the owner nor the new player."""
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
def test_every_card_is_equally_likely_everywhere():
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
def test_owner_and_new_player_are_two_random_public_seats():
    tables = deals(2000, num_players=3)["table"]
    pairs = Counter(zip(tables["owner"].tolist(), tables["new_player"].tolist(), strict=True))
    assert len(pairs) == 6 and min(pairs.values()) > 240
    game = Position(["", "", ""], owner=2, new_player=0)
    seen = game.seen(1)
    assert seen["owner"].tolist() == [0, 1, 0, 0, 0] and seen["new_player"].tolist() == [0, 0, 1, 0, 0]
