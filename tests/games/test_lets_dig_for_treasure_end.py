"""Test the end of Let's Dig for Treasure: the last turn, the points of piles, and the rewards."""

import pytest

import dig_envs
from dig_envs.core.errors import OptionError
from dig_envs.lets_dig_for_treasure import GAME
from tests.support.lets_dig_for_treasure_positions import Position


@pytest.mark.rule("LD-11", "C-9")
def test_the_game_ends_after_the_turn_in_which_a_stack_is_emptied():
    game = Position(["", ""], stacks=["milk", "dirt dirt", "coins dirt"], turn=9).do("dig 1")
    assert not game.over and game.do("dig 3").mover == 0
    assert game.do("stop").over and game.table.turn == 10 and game.pile(0) == "coins milk"


@pytest.mark.rule("LD-11")
def test_a_turn_that_empties_a_stack_and_busts_ends_the_game():
    game = Position(["coins", ""], stacks=["skeleton", "dirt dirt", "dirt"], dug="milk").do("dig 1")
    assert game.over and game.standings == [3, 0]


@pytest.mark.rule("LD-11", "LD-6")
def test_remaining_extra_turns_are_not_played_after_the_end():
    stacks = ["crown", "dirt dirt", "dirt"]
    game = Position(["crown crown", ""], stacks=stacks, turn=1, extra_turns=1).do("dig 1", "stop")
    assert game.over and game.table.extra_turns == 2 and game.standings == [9, 0]


@pytest.mark.rule("LD-11", "LD-9")
def test_a_map_that_empties_a_stack_ends_the_game():
    assert Position(["", ""], dug="map", stacks=["dirt", "dirt", "milk"]).do("stop", "look 3", "score 1").over


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
def test_a_pile_scores_its_cards_with_their_end_effects(pile, points):
    assert Position(["", "", pile]).standings == [0, 0, points]


@pytest.mark.rule("LD-14", "LD-13")
def test_new_kid_scores_for_the_new_player_and_board_games_for_the_owner():
    piles = ["kid board", "", ""]
    assert Position(piles, owner=1, new_player=2).standings[0] == 0
    assert Position(piles, owner=1, new_player=0).standings[0] == 20
    assert Position(piles, owner=0, new_player=1).standings[0] == 5


@pytest.mark.rule("LD-14")
def test_a_ticket_scored_in_the_last_turn_pays():
    game = Position(["", ""], stacks=["ticket", "dirt", "dirt dirt"]).do("dig 1")
    assert game.standings[0] == 0
    assert game.do("stop").standings[0] == 20


@pytest.mark.rule("LD-14", "LD-6")
@pytest.mark.parametrize("dug", ["ticket", "ticket crown"])
def test_a_ticket_scored_in_an_earlier_turn_pays_nothing(dug):
    """An extra turn counts as a separate turn."""
    game = Position(["", ""], stacks=["dirt", "dirt", "dirt dirt"], dug=dug).do("stop", "dig 1", "stop")
    assert game.over and game.standings[0] == (0 if dug == "ticket" else 4)


@pytest.mark.rule("LD-14", "LD-9")
def test_a_ticket_scored_by_a_map_in_the_last_turn_pays():
    game = Position(["", ""], dug="map", stacks=["ticket", "dirt", "dirt"]).do("stop", "look 1", "score 1")
    assert game.over and game.standings[0] == 21


@pytest.mark.rule("LD-14", "LD-8")
def test_a_stolen_ticket_pays_nothing():
    game = Position(["", ""], stacks=["hat", "dirt dirt", "dirt dirt"], dug="ticket")
    game.do("stop", "dig 1", "stop", "choose +1", "steal lottery ticket")
    assert game.over and game.standings == [0, 3]


@pytest.mark.rule("LD-14", "C-7", "C-8")
def test_the_most_points_win_and_tied_winners_share_the_win():
    stacks = ["dirt", "dirt dirt", "dirt"]
    assert Position(["coins", "", ""], stacks=stacks).do("dig 1", "stop").rewards == [1, -0.5, -0.5]
    assert Position(["", "dirt", ""], stacks=stacks).do("dig 1", "stop").rewards == pytest.approx([0.25, 0.25, -0.5])


@pytest.mark.rule("LD-14", "C-8")
def test_the_score_reward_is_the_margin_divided_by_forty():
    game = Position(["coins", "milk", ""], stacks=["dirt", "dirt", "dirt"], reward="score").do("dig 1", "stop")
    assert game.standings == [4, 2, 0] and game.rewards == pytest.approx([3 / 40, 0, -3 / 40])


@pytest.mark.rule("LD-16", "C-9")
def test_the_game_has_no_turn_limit():
    with pytest.raises(OptionError, match="unexpected keyword argument 'max_turns'"):
        dig_envs.batch(GAME.id, num_tables=1, max_turns=10)
    batch = dig_envs.batch(GAME.id, num_tables=50, seed=4)
    ended = 0
    for _ in range(120 * 2):
        batch.step(batch.masks.argmax(axis=1))
        assert (batch.states["table"]["turn"] <= 120).all() and not batch.truncations.any()
        ended += batch.dones.sum()
    assert ended > 0 and GAME.parse_options().turn_limit == 0
