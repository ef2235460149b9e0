"""Test the rules of DIG in small positions, clause by clause, and the common clauses of all games as DIG applies them."""

from collections import Counter

import numpy as np
import pytest

import dig_envs
from dig_envs.core.game import End
from dig_envs.dig.components import COLOURS, NUM_COLOURS, Card
from dig_envs.dig.rules import colour_of
from tests.support.dig_positions import Position

BOWLS_FAR = "red, blue, green, orange, purple, red"


def moves(game: Position) -> list[str]:
    return [name for name in game.legal if name.startswith("move")]


# --- components and set-up


@pytest.mark.rule("DIG-1", "DIG-2")
@pytest.mark.parametrize("scents", [False, True])
def test_a_deal_lays_twenty_bones_and_five_bowls_face_down_and_up(scents):
    states = dig_envs.batch("dig_v0", num_tables=200, seed=1, num_players=4, scents=scents).states
    for state in states:
        laid = [card for card in state["secret"]["yard"][1:] if card >= 0]
        assert Counter(colour_of(bone) for bone in laid) == dict.fromkeys(range(NUM_COLOURS), 4)
        bowls = sorted(card - Card.BOWL for card in state["table"]["yard"] if card >= Card.BOWL)
        assert bowls == list(range(NUM_COLOURS))
        assert state["table"]["length"] == 25 and not state["table"]["place"].any() and not state["table"]["hand_size"].any()
        assert (state["seats"]["known"] == -1).all()


@pytest.mark.rule("DIG-2", "C-10")
def test_every_card_is_equally_likely_at_every_place():
    states = dig_envs.batch("dig_v0", num_tables=5000, seed=2).states
    for colour in range(NUM_COLOURS):
        bowls = (states["table"]["yard"][:, 1:] == Card.BOWL + colour).sum(axis=0)
        bones = (states["secret"]["yard"][:, 1:] % NUM_COLOURS == colour) & (states["secret"]["yard"][:, 1:] >= 0)
        assert np.abs(bowls - 200).max() < 5 * np.sqrt(200)
        assert np.abs(bones.sum(axis=0) - 800).max() < 5 * np.sqrt(800)


@pytest.mark.rule("C-1")
def test_the_first_seat_is_random_and_turns_go_clockwise():
    firsts = Counter(dig_envs.batch("dig_v0", num_tables=3000, seed=3, num_players=3).players.tolist())
    assert sorted(firsts) == [0, 1, 2] and min(firsts.values()) > 900
    game = Position(BOWLS_FAR, num_players=3, active=1)
    order = [game.do("move 1", "end").table.active for _ in range(4)]
    assert order == [2, 0, 1, 2]


@pytest.mark.rule("DIG-3")
def test_a_turn_has_three_actions_and_may_end_after_the_first():
    game = Position(BOWLS_FAR)
    assert "end" not in game.legal
    game.do("move 1")
    assert "end" in game.legal
    game.do("dig", "keep")
    assert "end" in game.legal and game.table.actions_left == 1
    assert game.do("move 1").table.active == 1


@pytest.mark.rule("DIG-3", "DIG-6")
def test_the_three_actions_may_be_any_mix_in_any_order():
    game = Position("red, BLUE, green", hands=["blue"], dogs=[2, 0])
    game.do("drop", "move -1", "dig", "keep")
    assert (game.dropped(0), game.hand(0), game.table.active) == ("blue", "red", 1)


@pytest.mark.rule("DIG-3", "C-2")
def test_digging_and_putting_a_bone_back_are_two_decisions_of_one_action():
    game = Position(BOWLS_FAR, dogs=[1, 0], actions_left=1)
    game.do("dig")
    assert (game.table.active, game.legal) == (0, ["keep", "place red"])
    assert game.do("keep").table.active == 1


@pytest.mark.rule("C-2")
def test_a_single_legal_action_is_still_a_decision():
    game = Position("red, blue", dogs=[1, 0], hands=["red red red"], actions_left=1).do("dig")
    assert game.legal == ["place red"] and game.table.active == 0


# --- moving


@pytest.mark.rule("DIG-4")
@pytest.mark.parametrize(("hand", "reach"), [("", 4), ("red", 3), ("red blue", 2), ("red blue green", 1)])
def test_a_dog_moves_up_to_four_places_minus_one_for_each_bone_in_hand(hand, reach):
    game = Position("red, blue, green, orange, purple, green, orange, purple, orange", dogs=[5, 0], hands=[hand])
    steps = range(1, reach + 1)
    assert moves(game) == [f"move {k}" for k in steps] + [f"move -{k}" for k in steps]
    assert game.do(f"move -{reach}").dogs == [5 - reach, 0]


@pytest.mark.rule("DIG-4")
def test_a_dog_moves_only_between_the_doghouse_and_the_end_of_the_yard():
    assert moves(Position("red, blue", dogs=[0, 0])) == ["move 1", "move 2", "move 3", "move 4"]
    assert moves(Position("red, blue", dogs=[2, 0])) == ["move 1", "move 2", "move 3", "move 4", "move -1", "move -2"]
    assert moves(Position("red, blue", dogs=[6, 0])) == ["move 1", "move -1", "move -2", "move -3", "move -4"]
    assert moves(Position("red, blue", dogs=[7, 0])) == ["move -1", "move -2", "move -3", "move -4"]
    assert Position("red, blue", dogs=[2, 0]).do("move -2").dogs == [0, 0]


@pytest.mark.rule("DIG-4")
def test_dogs_may_share_a_place():
    assert Position(BOWLS_FAR, dogs=[0, 3]).do("move 3").dogs == [3, 3]


# --- digging


@pytest.mark.rule("DIG-5")
def test_digging_needs_a_bone_under_the_dog():
    yard = "hole, red, RED"
    assert ["dig" in Position(yard, dogs=[place, 0], actions_left=2).legal for place in range(4)] == [False, False, True, False]


@pytest.mark.rule("DIG-5")
def test_only_the_digger_sees_the_dug_bone():
    game = Position("red, blue, green", dogs=[2, 0], num_players=3).do("dig")
    assert (game.hand(0), game.yard.split(", ")[1]) == ("blue", "hole")
    assert game.seen(0)["just_dug"].tolist() == [float(colour == "blue") for colour in COLOURS]
    assert game.seen(0)["digging"] == [1.0]
    for seat in (1, 2):
        assert game.seen(seat)["just_dug"].sum() == game.seen(seat)["known_hands"].sum() == 0
        assert game.seen(seat)["digging"] == [1.0], "all seats see that a dig is pending"
        assert game.known_hand(seat, 0) == ""
    assert game.seen(1)["hand_sizes"].tolist() == [0.0, 0.0, 0.25, 0.0]


@pytest.mark.rule("DIG-5")
@pytest.mark.parametrize("colour", ["red", "blue"])
def test_any_bone_in_hand_including_the_dug_bone_may_be_put_back(colour):
    game = Position("green, blue", hands=["red"], dogs=[2, 0]).do("dig")
    assert game.legal == ["keep", "place red", "place blue"]
    game.do(f"place {colour}")
    assert game.yard.split(", ")[1] == colour
    assert game.hand(0) == ("blue" if colour == "red" else "red")
    assert game.table.actions_left == 2


@pytest.mark.rule("DIG-5")
def test_a_fourth_bone_must_be_put_back():
    game = Position("green, blue", hands=["red red orange"], dogs=[2, 0]).do("dig")
    assert game.legal == ["place red", "place orange", "place blue"]
    assert game.do("place red").hand(0) == "red orange blue"


@pytest.mark.rule("DIG-5")
def test_other_seats_do_not_see_the_colour_of_a_bone_put_back():
    observations = []
    for colour in ("red", "blue"):
        game = Position("green, blue", hands=["red"], dogs=[2, 0]).do("dig", f"place {colour}")
        observations.append(game.seen(1))
    assert all((observations[0][name] == observations[1][name]).all() for name in observations[0])
    yard = observations[0]["yard"]
    assert (yard[2, :10] == yard[1, :10]).all(), "the bone put back is as unknown as the bone beside it"


@pytest.mark.rule("DIG-7")
def test_a_bone_put_back_may_be_dug_again_by_the_same_seat_or_another():
    game = Position("green, blue", hands=["red"], dogs=[2, 2]).do("dig", "place red", "dig", "place blue", "end")
    assert game.do("dig", "keep").hand(1) == "blue"


# --- dropping


@pytest.mark.rule("DIG-6")
def test_a_drop_needs_the_bowl_and_a_bone_of_its_colour():
    for place, legal in [(1, False), (2, True), (3, False)]:
        assert ("drop" in Position("red, BLUE, RED", hands=["blue"], dogs=[place, 0]).legal) is legal


@pytest.mark.rule("DIG-6")
def test_all_bones_of_the_colour_are_dropped_together_face_up():
    game = Position("green, BLUE", hands=["blue red blue"], dogs=[2, 0], num_players=3).do("drop")
    assert (game.dropped(0), game.hand(0), game.table.actions_left) == ("blue blue", "red", 2)
    blue = COLOURS.index("blue")
    assert game.seen(1)["dropped"][2, blue] == 0.5  # seat 0 is the second seat clockwise from seat 1


# --- resetting the yard


@pytest.mark.rule("DIG-8")
def test_a_hole_stays_a_place_until_the_turn_ends():
    game = Position("red, blue, RED", dogs=[1, 0]).do("dig", "keep")
    assert game.yard.startswith("hole, blue, RED")
    assert "dig" not in game.legal and "drop" not in game.legal
    for move, place in (("move 1", 2), ("move 2", 3)):
        assert Position("red, hole, blue", dogs=[1, 0], actions_left=2).do(move).dogs[0] == place


@pytest.mark.rule("DIG-8", "DIG-4")
def test_a_hole_at_the_end_remains_the_end_of_the_yard_during_the_turn():
    game = Position("green, RED, ORANGE, GREEN, BLUE, PURPLE, blue", dogs=[7, 0]).do("dig", "keep", "move -2")
    assert "move 2" in game.legal and "move 3" not in game.legal


@pytest.mark.rule("DIG-8")
def test_the_furthest_card_fills_the_hole_at_the_end_of_the_turn():
    game = Position("red, blue, RED, BLUE, GREEN, ORANGE, PURPLE, green", dogs=[1, 0])
    assert game.do("dig", "keep", "end").yard == "green, blue, RED, BLUE, GREEN, ORANGE, PURPLE"


@pytest.mark.rule("DIG-8")
def test_holes_are_filled_from_the_nearest_on_with_the_furthest_remaining_card():
    game = Position("red, blue, purple, RED, BLUE, GREEN, ORANGE, PURPLE, green, orange", dogs=[3, 0])
    game.do("dig", "keep", "move -2", "dig", "keep")
    assert game.yard == "orange, blue, green, RED, BLUE, GREEN, ORANGE, PURPLE"


@pytest.mark.rule("DIG-8")
def test_a_hole_with_no_card_beyond_it_disappears():
    game = Position("green, RED, ORANGE, GREEN, BLUE, PURPLE, blue", dogs=[7, 0]).do("dig", "keep", "end")
    assert game.yard == "green, RED, ORANGE, GREEN, BLUE, PURPLE"


@pytest.mark.rule("DIG-8")
def test_a_hole_with_only_holes_beyond_it_disappears():
    game = Position("red, GREEN, RED, BLUE, ORANGE, PURPLE, hole, hole", dogs=[1, 0], actions_left=2)
    assert game.do("move 1", "move 1").yard == "red, GREEN, RED, BLUE, ORANGE, PURPLE"
    game = Position("hole, red, GREEN, RED, BLUE, ORANGE, PURPLE, hole", dogs=[3, 0], actions_left=1)
    assert game.do("move 1").yard == "PURPLE, red, GREEN, RED, BLUE, ORANGE"


@pytest.mark.rule("DIG-8")
def test_the_yard_shrinks_by_one_place_for_each_bone_kept():
    game = Position(BOWLS_FAR, dogs=[1, 0]).do("dig", "keep", "move 1", "dig", "place red")
    assert game.table.length == 11 - 1


@pytest.mark.rule("DIG-8", "DIG-12")
def test_a_bowl_that_fills_a_nearer_hole_is_worth_more():
    game = Position("red, green, RED, ORANGE, GREEN, BLUE, PURPLE", dogs=[1, 0])
    assert game.seen(1)["values"][COLOURS.index("purple")] == pytest.approx(0.2)
    game.do("dig", "keep", "end")
    assert game.yard == "PURPLE, green, RED, ORANGE, GREEN, BLUE"
    assert game.seen(1)["values"][COLOURS.index("purple")] == 1.0


@pytest.mark.rule("DIG-9")
def test_a_dog_on_a_moved_card_stays_beyond_the_end_of_the_yard():
    game = Position("red, blue, RED, ORANGE, GREEN, BLUE, PURPLE", dogs=[1, 7]).do("dig", "keep", "end")
    assert game.dogs == [1, 7] and game.table.length == 6
    assert game.legal == ["move -1", "move -2", "move -3", "move -4"]


@pytest.mark.rule("DIG-9", "DIG-8")
def test_a_dog_on_a_removed_hole_stays_beyond_the_end_of_the_yard():
    game = Position("green, RED, ORANGE, GREEN, BLUE, PURPLE, blue", dogs=[7, 0], hands=["red"]).do("dig", "keep", "end")
    assert game.do("move 1", "end").dogs == [7, 1]
    assert moves(game) == ["move -1", "move -2"] and "dig" not in game.legal and "drop" not in game.legal


@pytest.mark.rule("DIG-9")
def test_a_dog_may_stop_at_places_beyond_the_end_of_the_yard():
    game = Position("red, blue", dogs=[10, 0])
    assert game.table.length == 7
    assert game.do("move -1").dogs[0] == 9
    assert moves(game) == ["move -1", "move -2", "move -3", "move -4"]
    assert game.do("move -2").dogs[0] == 7 and "move 1" not in game.legal


# --- end and scoring


@pytest.mark.rule("DIG-11")
def test_the_game_ends_at_once_when_the_last_bone_leaves_the_yard():
    game = Position("RED, blue, BLUE", hands=["red"], dogs=[2, 0]).do("dig")
    assert game.end == End.RUNNING
    game.do("keep")
    assert game.end == End.OVER and game.state.secret.mover == -1 and game.table.turn == 0


@pytest.mark.rule("DIG-11")
def test_the_game_continues_if_the_last_bone_is_put_back():
    game = Position("RED, blue, BLUE", hands=["red"], dogs=[2, 0]).do("dig", "place red")
    assert game.end == End.RUNNING and game.table.active == 0


@pytest.mark.rule("DIG-11", "DIG-12")
def test_bones_in_hand_score_nothing():
    game = Position("RED, blue, BLUE", hands=["red red"], dropped=["red"], dogs=[2, 0], num_players=3).do("dig", "keep")
    assert game.hand(0) == "red red blue" and game.standings[0] == 5.0


@pytest.mark.rule("DIG-12")
def test_dropped_bones_score_more_in_nearer_bowls():
    dropped = ["blue blue red green purple orange", "red"]
    game = Position("BLUE, red, RED, GREEN, PURPLE, ORANGE", dropped=dropped, num_players=3)
    assert game.standings[:2] == [2 * 5 + 4 + 3 + 2 + 1, 4.0]


@pytest.mark.rule("DIG-12", "DIG-8")
def test_holes_are_closed_before_the_bowls_are_ranked():
    game = Position("red, RED, ORANGE, GREEN, BLUE, PURPLE", dropped=["purple"], dogs=[1, 0], num_players=3)
    game.do("dig", "keep")
    assert game.yard == "PURPLE, RED, ORANGE, GREEN, BLUE" and game.standings[0] == 5.0


@pytest.mark.rule("C-7", "C-8")
@pytest.mark.parametrize(
    ("dropped", "rewards"),
    [
        (["red red", "red"], [1.0, -0.5, -0.5]),
        (["red", "red"], [0.25, 0.25, -0.5]),
        (["red", "red", "red"], [0.0, 0.0, 0.0]),
    ],
)
def test_tied_winners_share_the_win(dropped, rewards):
    game = Position("RED, blue", num_players=3)
    for bone in range(len(game.table.dropped[2])):
        game.table.dropped[2][bone] = 0  # Position gives unnamed bones to the last seat
    for seat, words in enumerate(dropped):
        game.table.dropped[seat][COLOURS.index("red")] = len(words.split())
    assert game.rewards == rewards


@pytest.mark.rule("C-8", "DIG-12")
def test_score_rewards_are_margins_divided_by_twenty():
    yard = "RED, ORANGE, GREEN, BLUE, PURPLE, red"
    rest = "orange " * 4 + "green " * 4 + "blue " * 4 + "purple " * 4
    game = Position(yard, dropped=["red red", "red", rest], num_players=3, reward="score")
    assert game.standings == [10.0, 5.0, 40.0]
    assert game.rewards == pytest.approx([(10 - 22.5) / 20, (5 - 25) / 20, (40 - 7.5) / 20])


@pytest.mark.rule("C-9", "DIG-13")
def test_the_turn_limit_truncates_and_gives_the_rewards_of_the_current_scores():
    game = Position("RED, red", dropped=["red"], turn=5, max_turns=6, actions_left=1, num_players=3).do("move 1")
    assert game.end == End.TRUNCATED and game.table.turn == 6 and game.state.secret.mover == -1
    assert game.rewards == [-0.5, -0.5, 1.0]


@pytest.mark.rule("C-9", "DIG-11")
def test_a_game_that_ends_in_its_last_turn_is_not_truncated():
    game = Position("RED, blue", dogs=[2, 0], turn=5, max_turns=6, actions_left=1).do("dig", "keep")
    assert game.end == End.OVER


@pytest.mark.rule("C-9", "DIG-8")
def test_holes_are_closed_before_a_truncated_game_is_ranked():
    game = Position("red, blue, RED, ORANGE, GREEN, BLUE, PURPLE", dogs=[1, 0], turn=5, max_turns=6, actions_left=1)
    assert game.do("dig", "keep").yard == "PURPLE, blue, RED, ORANGE, GREEN, BLUE"


@pytest.mark.rule("DIG-13", "C-9")
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_the_default_turn_limit_is_100_for_each_player(num_players):
    assert Position(BOWLS_FAR, num_players=num_players).table.max_turns == 100 * num_players
    assert Position(BOWLS_FAR, num_players=num_players, max_turns=7).table.max_turns == 7


@pytest.mark.rule("C-10")
def test_the_same_seed_and_actions_give_the_same_states():
    first, second = (dig_envs.batch("dig_v0", num_tables=8, seed=11) for _ in range(2))
    for _ in range(300):
        assert first.states.tobytes() == second.states.tobytes()
        for batch in (first, second):
            batch.step(batch.masks.argmax(axis=1))
    assert dig_envs.batch("dig_v0", num_tables=8, seed=12).states.tobytes() != first.states.tobytes()
