"""Test the knowledge and observations of seats in DIG with and without scents, and that redeals preserve both."""

from collections import Counter

import numpy as np
import pytest

from dig_envs.dig.components import BACK_OF, COLOURS, NUM_BACKS, NUM_COLOURS, OTHER_COLOUR, PLACES
from dig_envs.dig.rules import colour_of
from tests.support.catalogue import Case
from tests.support.dig_positions import Position
from tests.support.play import MixedPlay, batch_of, redealt, with_states

BOWLS_FAR = "red, blue, green, orange, purple, red"


def moves(game: Position) -> list[str]:
    return [name for name in game.legal if name.startswith("move")]


# --- known bones


@pytest.mark.rule("DIG-10", "C-6")
def test_only_the_seat_that_put_a_bone_back_knows_the_bone():
    game = Position("green, blue", hands=["red"], dogs=[2, 0], num_players=3).do("dig", "place red")
    assert [game.known(seat) for seat in range(3)] == [{2: "red"}, {}, {}]
    red = COLOURS.index("red")
    unaccounted = [game.seen(seat)["unaccounted"][red] for seat in range(3)]
    assert unaccounted == [0.0, 0.25, 0.25]


@pytest.mark.rule("DIG-10", "DIG-8")
def test_knowledge_moves_with_the_card():
    game = Position("red, RED, ORANGE, GREEN, BLUE, PURPLE, blue, green", dogs=[8, 1])
    game.do("dig", "place green", "end", "dig", "keep", "end")
    assert game.yard.startswith("green, RED") and game.known(0) == {1: "green"} and game.known(1) == {}


def known_bone(**options) -> Position:
    """Set up a position where seat 0 has looked at the blue bone at place 2, and seat 1 stands on it."""
    return Position("green, blue, orange", dogs=[2, 2], **options).do("dig", "place blue", "end")


@pytest.mark.rule("DIG-10")
def test_a_known_bone_that_another_seat_keeps_is_known_in_its_hand_until_dropped():
    game = known_bone().do("dig", "keep")
    assert (game.known(0), game.known_hand(0, 1)) == ({}, "blue")
    assert game.seen(0)["known_hands"][0, COLOURS.index("blue")] == 0.25
    game = Position("green, blue, BLUE", dogs=[2, 2]).do("dig", "place blue", "end", "dig", "keep", "move 1", "drop")
    assert game.known_hand(0, 1) == "" and game.dropped(1).count("blue") == 4


@pytest.mark.rule("DIG-10")
def test_a_known_bone_in_a_hand_is_known_until_the_hand_puts_a_bone_back():
    game = known_bone().do("dig", "keep", "move 1", "dig", "place orange")
    assert (game.known_hand(0, 1), game.known(0)) == ("", {})
    kept = known_bone().do("dig", "keep", "move 1", "dig", "keep")
    assert kept.known_hand(0, 1) == "blue"


@pytest.mark.rule("DIG-10")
def test_a_known_bone_stays_known_if_its_digger_had_an_empty_hand():
    assert known_bone().do("dig", "place blue").known(0) == {2: "blue"}


@pytest.mark.rule("DIG-10")
@pytest.mark.parametrize("colour", ["blue", "red"])
def test_place_and_hand_are_unknown_after_a_hand_with_other_bones_puts_a_bone_back(colour):
    game = known_bone(hands=["", "red"]).do("dig", f"place {colour}")
    assert (game.known(0), game.known_hand(0, 1)) == ({}, "")
    assert game.seen(0)["unaccounted"][COLOURS.index("blue")] == 0.25
    assert game.known(1) == {2: colour}


@pytest.mark.rule("DIG-10", "C-6")
def test_a_known_bone_is_known_in_the_hand_while_its_digger_decides():
    game = known_bone(hands=["", "red"]).do("dig")
    assert game.known_hand(0, 1) == "blue"
    assert game.seen(0)["just_dug"].tolist() == [float(colour == "blue") for colour in COLOURS]
    assert game.seen(0)["digging"] == [1.0]


@pytest.mark.rule("DIG-10")
def test_dropped_held_and_known_bones_are_accounted_for():
    game = Position("red, red, blue, RED", dogs=[3, 3], hands=["red"], dropped=["red"]).do("dig", "place red", "end")
    red, blue = COLOURS.index("red"), COLOURS.index("blue")
    assert game.seen(0)["unaccounted"][[red, blue]].tolist() == [0.5, 0.0]  # two of four red bones are unseen
    assert game.seen(1)["unaccounted"][[red, blue]].tolist() == [0.75, 0.25]


# --- scents


@pytest.mark.rule("DIG-14", "DIG-1")
def test_each_ordered_pair_of_colours_is_one_bone_and_each_back_is_on_two_bones():
    pairs = {(colour_of(bone), OTHER_COLOUR[bone]) for bone in range(len(OTHER_COLOUR))}
    assert pairs == {(colour, other) for colour in range(NUM_COLOURS) for other in range(NUM_COLOURS) if colour != other}
    assert sorted(Counter(BACK_OF).values()) == [2] * NUM_BACKS


@pytest.mark.rule("DIG-14")
def test_all_seats_see_the_backs_in_the_yard_and_in_hands():
    game = Position("red/blue, green/orange, RED", hands=["blue/red"], dogs=[2, 0], scents=True)
    for seat in (0, 1):
        backs = game.rows(seat, "yard_backs")
        assert [COLOURS[colour] for colour in np.flatnonzero(backs[1])] == ["red", "blue"]
        assert [COLOURS[colour] for colour in np.flatnonzero(backs[2])] == ["orange", "green"]
        assert not backs[0].any() and not backs[3:].any()
        assert game.seen(seat)["hand_backs"][seat].sum() == 0.5
    game.do("dig")
    assert [COLOURS[colour] for colour in np.flatnonzero(game.rows(1, "yard_backs")[2])] == ["orange", "green"], (
        "the back of the dug bone"
    )
    game.do("keep")
    assert game.seen(1)["hand_backs"][1].sum() == 1.0 and not game.rows(1, "yard_backs")[2].any()


@pytest.mark.rule("DIG-14")
def test_without_scents_no_observation_shows_a_back():
    assert "yard_backs" not in Position(BOWLS_FAR).seen(0)
    assert not any(Position(BOWLS_FAR).table.back[place] for place in range(PLACES))


@pytest.mark.rule("DIG-15")
@pytest.mark.parametrize("hand", ["blue/green blue/red", "blue/red blue/green"])
def test_of_several_bones_of_a_colour_the_first_by_other_colour_is_put_back(hand):
    game = Position("red, orange/blue", hands=[hand], dogs=[2, 0], scents=True).do("dig", "place blue")
    assert COLOURS[OTHER_COLOUR[game.state.secret.yard[2]]] == "red"


@pytest.mark.rule("DIG-10", "DIG-14")
def test_with_scents_a_known_bone_is_recognised_by_its_back():
    yard = "green/red, blue/red, orange/blue"
    game = Position(yard, hands=["", "purple/red"], dogs=[2, 2], scents=True).do("dig", "place blue", "end", "dig")
    assert game.known_hand(0, 1) == "blue"
    assert game.do("place blue").known(0) == {2: "blue"}
    game = Position(yard, hands=["", "purple/red"], dogs=[2, 2], scents=True).do("dig", "place blue", "end", "dig")
    game.do("place purple")
    assert (game.known(0), game.known_hand(0, 1)) == ({}, "blue")


@pytest.mark.rule("DIG-10", "DIG-14")
@pytest.mark.parametrize("put_back", ["blue", "red"])
def test_with_scents_two_bones_with_equal_backs_in_a_hand_become_unknown(put_back):
    game = Position("green/red, blue/red", hands=["", "red/blue"], dogs=[2, 2], scents=True)
    game.do("dig", "place blue", "end", "dig", f"place {put_back}")
    assert (game.known(0), game.known_hand(0, 1)) == ({}, "")


@pytest.mark.rule("DIG-10", "DIG-14")
def test_with_scents_bones_of_the_hand_with_other_backs_stay_known():
    yard = "green/red, blue/red, orange/red, purple/red"
    game = Position(yard, hands=["", "red/blue"], dogs=[2, 2], scents=True)
    game.do("dig", "place blue", "move 1", "dig", "place orange")
    game.do("dig", "keep", "move 1", "dig", "keep")
    assert game.known_hand(0, 1) == "orange blue"
    game.do("move -1", "end", "move 1", "dig", "place red")
    assert game.known_hand(0, 1) == "orange"


# --- redeals


@pytest.mark.rule("C-6", "DIG-5")
def test_a_redeal_draws_unknown_places_in_proportion_to_unaccounted_bones():
    game = Position("red, red, red, blue, green, RED", dogs=[4, 0]).do("dig", "place blue", "end")
    seen = Counter(game.redealt(1, seed).yard.split(", ")[0] for seed in range(600))
    assert sorted(seen) == ["blue", "green", "red"]
    assert abs(seen["red"] - 360) < 60 and abs(seen["blue"] - 120) < 50
    mine = Counter(game.redealt(0, seed).yard.split(", ")[3] for seed in range(50))
    assert mine == {"blue": 50}


@pytest.mark.rule("C-6", "DIG-10")
def test_a_redeal_keeps_known_bones_and_deals_hands_from_the_other_bones():
    game = Position("green, blue, orange, purple", hands=["", "red"], dogs=[2, 2]).do("dig", "place blue", "end", "dig", "keep")
    hands = Counter(game.redealt(0, seed).hand(1) for seed in range(300))
    assert sorted(hands) == ["blue purple", "green blue", "orange blue", "red blue"]
    assert min(hands.values()) > 45


@pytest.mark.rule("C-6", "DIG-14")
def test_with_scents_a_redeal_keeps_the_back_of_every_bone():
    game = Position("red/blue, blue/red, green/orange", hands=["", "orange/green"], scents=True)
    yards = Counter(game.redealt(0, seed).yard for seed in range(100))
    firsts = {yard.split(", ")[0] for yard in yards}
    thirds = {yard.split(", ")[2] for yard in yards}
    assert firsts == {"red", "blue"} and thirds == {"green", "orange"}


@pytest.mark.rule("C-6", "DIG-5", "DIG-10")
@pytest.mark.parametrize("scents", [False, True])
def test_table_and_knowledge_depend_only_on_what_the_seat_saw(scents):
    """A move, dig or put-back of another seat keeps two states with the same information for the observing seat the same."""
    batch = batch_of(Case("dig_v0", {"num_players": 3, "scents": scents}), 64, seed=3, deal_again=False)
    play = MixedPlay(batch, 3)
    drop, place = (batch.game.actions.number(name) for name in ("drop", "place red"))
    put_back = 0
    for step in range(200):
        actions = play.actions(batch)
        watcher = step % 3
        twin = with_states(batch, redealt(batch, batch.states, watcher, np.arange(64) + step))
        alike = np.where(actions < place, actions, place + twin.masks[:, place:].argmax(axis=1))
        comparable = (batch.players != watcher) & (actions != drop)
        twin.step(np.where(comparable, alike, play.actions(twin)))
        batch.step(actions)
        comparable &= (batch._states["table"]["back"] == twin._states["table"]["back"]).all(
            axis=1
        )  # with scents all seats see backs
        ours, theirs = batch._states[comparable], twin._states[comparable]
        assert ours["table"].tobytes() == theirs["table"].tobytes()
        assert ours["seats"][:, watcher].tobytes() == theirs["seats"][:, watcher].tobytes()
        put_back += (comparable & (actions >= place)).sum()
    assert put_back > 50


@pytest.mark.rule("C-6", "DIG-10")
def test_a_redeal_gives_other_seats_the_knowledge_that_they_were_seen_to_gain():
    looked = known_bone(num_players=3)
    assert [list(looked.redealt(2, 0).known(seat)) for seat in (0, 1)] == [[2], []]
    kept = known_bone(num_players=3, hands=["", "red"]).do("dig", "keep")
    assert [len(kept.redealt(2, 0).known_hand(seat, 1).split()) for seat in (0, 1)] == [1, 0]
    assert {kept.redealt(2, seed).known_hand(0, 1) for seed in range(60)} >= {"red", "blue", "green"}
    lost = known_bone(num_players=3, hands=["", "red"]).do("dig", "place red")
    twin = lost.redealt(2, 0)
    assert (twin.known_hand(0, 1), twin.known(0), list(twin.known(1))) == ("", {}, [2])


# --- blocks of an observation


def cells(row: np.ndarray) -> list[str]:
    """Return the names of the nonzero cells that describe a place, for a row of the block `yard`."""
    return [name for name, cell in zip((*COLOURS, "bowl", "known", "unknown", "hole", "doghouse"), row, strict=False) if cell]


@pytest.mark.rule("C-6")
def test_an_observation_shows_the_card_at_each_place():
    game = Position("green, hole, RED, blue", dogs=[4, 9], actions_left=2).do("dig", "place blue")
    mine, theirs = ([cells(row) for row in game.rows(seat)] for seat in (0, 1))
    assert mine[:5] == [["doghouse"], ["unknown"], ["hole"], ["red", "bowl"], ["blue", "known"]]
    assert theirs[:5] == [["doghouse"], ["unknown"], ["hole"], ["red", "bowl"], ["unknown"]]
    assert [row[1:] for row in mine[5:9]] == [["bowl"]] * 4 and not any(mine[9:])


@pytest.mark.rule("C-6", "DIG-4")
@pytest.mark.parametrize("place", [0, 1, 3, 8, 11])
def test_rows_of_the_yard_are_relative_to_the_dog(place):
    game = Position("green, blue, RED, blue, orange", dogs=[place, 0], actions_left=2)
    rows = game.seen(0)["yard"]
    assert cells(rows[0]) == cells(game.rows(0)[place])
    for move in moves(game):
        step = int(move.removeprefix("move "))
        there = Position("green, blue, RED, blue, orange", dogs=[place, 0], actions_left=2).do(move)
        assert cells(there.seen(0)["yard"][0]) == cells(rows[step])


@pytest.mark.rule("C-6", "DIG-9")
def test_dogs_are_shown_relative_to_the_own_dog_and_beyond_the_end_too():
    game = Position(BOWLS_FAR, dogs=[14, 3, 12], num_players=3)
    assert game.table.length == 11
    dogs = slice(10, 13)
    assert [game.seen(0)["yard"][row, dogs].tolist() for row in (-11, -2)] == [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]
    assert [game.seen(1)["yard"][row, dogs].tolist() for row in (9, 11)] == [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]
    assert game.seen(2)["yard"][:, dogs].sum() == 2.0 and not cells(game.seen(0)["yard"][0])


@pytest.mark.rule("C-6", "DIG-10")
def test_all_seats_see_which_seats_may_know_a_bone():
    game = known_bone(num_players=3)
    viewers = [game.rows(seat)[2, 13:17].tolist() for seat in range(3)]
    assert viewers == [[1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 1.0, 0.0, 0.0]]
    game.do("dig", "keep")
    seen = game.seen(2)["hands_seen"]
    assert seen[1].tolist() == [0.25, 0.0, 0.0] and seen.sum() == 0.25, "seat 0 may know a bone in the next seat's hand"


@pytest.mark.rule("C-6")
def test_a_place_with_a_known_colour_repeats_the_counts_of_the_colour():
    game = Position("green, blue, RED", hands=["red red"], dogs=[2, 0]).do("dig", "place blue")
    seen, rows = game.seen(0), game.rows(0, "place_colours")
    for place, colour in ((2, "blue"), (3, "red")):
        k = COLOURS.index(colour)
        assert rows[place].tolist() == [seen["values"][k], seen["hand"][k], seen["unaccounted"][k]]
    assert not rows[:2].any() and rows[3, 1] == 0.5


@pytest.mark.rule("C-6")
def test_seats_of_an_observation_start_with_the_observer():
    game = Position(BOWLS_FAR, num_players=3, dogs=[1, 2, 3], hands=["", "red", "blue blue"], turn=30, active=2)
    seen = game.seen(1)
    assert np.argwhere(seen["yard"][:, 10:13]).tolist() == [[1, 0], [PLACES - 1, 1]]
    assert (seen["hand"] * 4).tolist() == [float(colour == "red") for colour in COLOURS]
    assert (seen["hand_sizes"] * 4).tolist() == [1.0, 2.0, 0.0, 0.0]
    assert seen["to_move"].tolist() == [0.0, 1.0, 0.0, 0.0]
    assert seen["seats"].tolist() == [1.0, 1.0, 1.0, 0.0]
    assert seen["turns"] == pytest.approx(0.1) and seen["actions_left"] == 1.0
    assert (seen["values"] * 5).round().tolist() == [5.0, 4.0, 3.0, 2.0, 1.0]
