"""Test the knowledge and observations of seats in Dig Dig, and that redeals preserve both."""

from collections import Counter

import numpy as np
import pytest

from dig_envs.dig_dig import GAME
from dig_envs.dig_dig.components import COPIES, NUM_CARDS
from dig_envs.dig_dig.state import Phase
from tests.support.catalogue import Case
from tests.support.dig_dig_positions import Position, block, kinds, set_up
from tests.support.play import MixedPlay, batch_of, broken, redealt, with_states
from tests.support.sound_games import assert_sound

# --- known cards


@pytest.mark.rule("DD-21", "C-6")
def test_cards_picked_up_from_the_pile_are_known():
    game = Position(["1 2 3", "4"], pile="3 9 ninja").do("pick up")
    assert game.known(0) == "3 9 ninja"
    known = {"3": 1, "9": 1, "ninja": 1}
    assert kinds(block(game, 1, "known_hands")[1]) == known and list(kinds(block(game, 1, "known_kinds")[0])) == list(known)
    assert kinds(block(game, 0, "known_hands")[0]) == known, "the owner knows which cards of its hand are public"


@pytest.mark.rule("DD-21")
def test_known_cards_count_as_played_first():
    game = Position(["3 3 8", "1 1 1"], pile="3 9")
    game.do("pick up", "play 1", "play 3 x2", "pick up")
    assert game.known(0) == "9" and game.hand(0) == "3 8 9"
    game.do("play 3")
    assert (game.known(0), game.known(1)) == ("9", "1 3 3")


@pytest.mark.rule("DD-21")
def test_drawn_cards_are_not_known_and_known_cards_stay_known():
    game = Position(["1 2 3", "4 4 4"], pile="9", deck="9 9").do("pick up", "play 4")
    assert (game.known(0), game.known(1), game.hand(1)) == ("9", "", "4 4 9")


@pytest.mark.rule("DD-21", "DD-3")
def test_face_up_cards_taken_in_hand_during_the_set_up_are_known():
    game = set_up(["2 2 10", "3 4 5"], ["2 6 6", "7 8 9"]).do("lay 10", "lay 6", "lay 2")
    assert (game.hand(0), game.known(0)) == ("2 2 6", "6")
    game.do("lay 3", "lay 4", "lay 9")
    assert (game.hand(1), game.known(1)) == ("5 7 8", "7 8")


@pytest.mark.rule("DD-21", "DD-3", "C-6")
def test_a_hand_card_chosen_during_the_set_up_is_known_in_the_hand():
    game = set_up(["2 2 10", "3 4 5"], ["2 6 6", "7 8 9"]).do("lay 10", "lay 2")
    assert game.known(0) == "10" and kinds(block(game, 1, "unseen"))["10"] == 3
    for seed in range(20):
        twin = game.redealt(1, seed)
        assert "10" in twin.hand(0).split()
        twin.do(twin.legal[0])
    game.do("lay 2")
    assert (game.hand(0), game.known(0)) == ("2 6 6", "6 6")


@pytest.mark.rule("DD-21", "DD-18")
def test_an_unplayable_blind_card_is_known_until_it_is_played():
    game = Position(["", "4 4"], blind=["3", ""], pile="5").do("turn 1")
    assert game.known(0) == "3 5"
    assert game.do("play 4", "play 5").known(0) == "3"


@pytest.mark.rule("DD-21", "DD-17")
def test_playing_a_face_up_card_does_not_change_the_known_hand_cards():
    game = Position(["", "4 4"], face_up=["3 5", ""], pile="6").do("pick up", "play 4", "play 6", "pick up", "play 5")
    assert (game.known(0), game.known(1)) == ("", "4 6")


@pytest.mark.rule("DD-21", "C-6")
def test_unseen_cards_are_the_cards_without_a_known_place():
    game = Position(["1 2 3", "4 4 8"], face_up=["5", "6"], blind=["7", "7"], pile="8 9", deck="10 boom").do("pick up")
    assert kinds(block(game, 1, "unseen")) == {"1": 1, "2": 1, "3": 1, "7": 2, "10": 1, "boom": 1}
    assert kinds(block(game, 0, "unseen")) == {"4": 2, "7": 2, "8": 1, "10": 1, "boom": 1}


# --- redeals


@pytest.mark.rule("DD-21", "C-6")
def test_a_redeal_keeps_known_cards_and_deals_hands_from_unseen_cards():
    game = Position(["1 2 3", "4 4 8"], blind=["7", "7"], pile="8", deck="10").do("pick up")
    hands = Counter(game.redealt(1, seed).hand(0) for seed in range(400))
    assert all("8" in hand.split() for hand in hands) and len(hands) > 10
    assert {game.redealt(1, seed).hand(1) for seed in range(5)} == {"4 4 8"}


@pytest.mark.rule("DD-4", "C-6")
def test_before_the_first_play_no_redealt_hand_has_a_lower_number_than_the_opener():
    game = Position(["2 6 9", "5 6 7", "5 10 10"], deck="1 1 1 3 4 8", phase=Phase.SET_UP).begin()
    for seed in range(100):
        twin = game.redealt(1, seed)
        lowest = [min(int(word) for word in f"{twin.hand(seat)} 10".split() if word.isdigit()) for seat in range(3)]
        assert lowest[0] <= min(lowest)


@pytest.mark.rule("DD-21", "C-6")
def test_table_and_knowledge_depend_only_on_what_the_seat_saw():
    """The same play of another seat keeps two states with the same information for the observing seat the same."""
    batch = batch_of(Case("dig_dig_v0", {"num_players": 3}), 64, seed=3, deal_again=False)
    play = MixedPlay(batch, 3)
    turn = GAME.actions.number("turn 1")
    for step in range(200):
        actions = play.actions(batch)
        watcher = step % 3
        twin = with_states(batch, redealt(batch, batch.states, watcher, np.arange(64) + step))
        rows = np.flatnonzero((batch.players != watcher) & (batch.players >= 0) & (actions < turn))
        rows = rows[(twin.masks[rows, actions[rows]] == 1) & (batch.states["table"]["phase"][rows] > Phase.OPENING)]
        others = play.actions(twin)
        others[rows] = actions[rows]
        twin.step(others)
        batch.step(actions)
        ours, theirs = batch._states[rows], twin._states[rows]
        assert ours["table"].tobytes() == theirs["table"].tobytes()
        assert ours["seats"][:, watcher].tobytes() == theirs["seats"][:, watcher].tobytes()


# --- the extreme case: a hand with most of the deck


def hand_growing_actions(masks: np.ndarray) -> np.ndarray:
    """Return actions that grow hands, int64 (tables,).

    Pick up the pile if that is legal. Otherwise play the highest single card, so that the next seat must pick up; BOOM last.
    """
    worth = np.zeros(GAME.num_actions)
    for number, name in enumerate(GAME.actions.names):
        kind, count = number // COPIES, number % COPIES
        worth[number] = 1.0 if name == "play boom" else 100.0 if name == "pick up" else 50.0 + kind - count
    return np.where(masks.any(axis=1), np.where(masks == 1, worth, 0.0).argmax(axis=1), -1)


@pytest.mark.rule("DD-9", "DD-20")
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_games_with_hands_of_more_than_half_the_deck_are_sound(num_players):
    batch = batch_of(Case("dig_dig_v0", {"num_players": num_players}), 300, seed=5, deal_again=False)
    largest = 0
    while (batch.players >= 0).any():
        assert_sound(batch)
        assert not broken(batch, redealt(batch, batch.states, 0, np.arange(300))).any()
        largest = max(largest, int(batch.states["table"]["hand_size"].max()))
        batch.step(hand_growing_actions(batch.masks))
    assert largest > 0.55 * NUM_CARDS


@pytest.mark.rule("DD-9", "DD-21")
def test_a_hand_of_all_cards_but_one_is_observed_and_redealt():
    """Public cards come from the pile. BOOMs never lie on the pile, and the four 1s came from the deck: they are unknown."""
    pile = "2 2 2 3 3 3 4 4 4 5 5 5 limbo 5 limbo 4 6 6 6 limbo 3 7 7 7 limbo 2 8 8 8 9 9 9 10 10 10"
    pile += " drop drop drop drop 6 7 8 9 ninja ninja ninja ninja"
    game = Position(["1 1 1 1 boom boom boom boom", "10"], pile=pile)
    assert game.legal == ["pick up"]
    game.do("pick up")
    assert len(game.hand(0).split()) == NUM_CARDS - 1 and len(game.known(0).split()) == NUM_CARDS - 9
    assert block(game, 0, "hand").sum() == pytest.approx((NUM_CARDS - 1) / COPIES)
    assert block(game, 1, "hand_sizes") == pytest.approx([1 / NUM_CARDS, (NUM_CARDS - 1) / NUM_CARDS, 0, 0])
    assert kinds(block(game, 1, "unseen")) == {"1": 4, "boom": 4}
    assert game.redealt(1, 3).hand(0) == game.hand(0)


# --- blocks of an observation


@pytest.mark.rule("DD-17", "DD-18", "DD-19", "C-6")
def test_an_observation_shows_whether_the_seat_plays_hand_face_up_or_blind_cards():
    game = Position(["9", "", "", ""], face_up=["", "3", "", ""], blind=["", "4", "5", ""])
    assert [block(game, seat, "source").tolist() for seat in range(4)] == [[1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 0]]


@pytest.mark.rule("C-6")
def test_an_observation_shows_the_last_play():
    game = Position(["4 4 5", "3 3"])
    assert not any(block(game, 0, name).any() for name in ("last_seat", "last_kind", "last_count"))
    game.do("play 4 x2")
    assert (block(game, 1, "last_seat").tolist(), kinds(block(game, 1, "last_kind"))) == ([0, 1, 0, 0], {"4": 4})
    assert block(game, 1, "last_count") == 0.5
    game.do("pick up")
    assert block(game, 1, "last_seat").tolist() == [1, 0, 0, 0] and not block(game, 1, "last_kind").any()
