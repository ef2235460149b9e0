"""Test that the feature set `expert` of Dig Dig values each action, and tells nothing that its seat cannot know."""

import numpy as np

from dig_envs.agents import features
from dig_envs.agents.dig_dig.features import LAYOUT
from dig_envs.core.feature_names import find_features
from dig_envs.dig_dig import GAME
from dig_envs.dig_dig.components import KIND_NAMES
from dig_envs.dig_dig.state import Phase
from tests.support.dig_dig_positions import Position


def test_the_set_is_found_by_its_name():
    found = find_features(features.make("expert", game="dig_dig_v0"), GAME)
    assert found is not None and found.layout(GAME.parse_options()) == LAYOUT


def test_exactly_the_legal_actions_have_leads():
    seen = Position(["3 3 boom", "9 10 10"], pile="2 ninja").features()
    found = [(KIND_NAMES[kind], copies + 1) for kind, copies in np.argwhere(seen["leads"])]
    assert found == [("3", 1), ("3", 2)]  # a BOOM cannot follow a NINJA
    assert not seen["turn_lead"] and not seen["pick_up_lead"]


def test_a_play_that_wins_has_the_largest_lead():
    leads = Position(["3 3", "9 10 10 8 8"], pile="2").features()["leads"][KIND_NAMES.index("3")]
    assert leads[1] == 1.0 > leads[0]


def test_blind_cards_and_the_pile_have_leads_of_their_own():
    turning = Position(["", "9"], blind=["1 2 3", "4 5 6"], pile="7").features()
    assert turning["turn_lead"] > 0 and not turning["leads"].any() and not turning["pick_up_lead"]
    picking_up = Position(["3", "1 2 4 5"], pile="7").features()
    assert picking_up["pick_up_lead"] > 0 and not picking_up["leads"].any()


def test_a_seat_that_does_not_decide_has_no_leads():
    game = Position(["3", "9"], pile="2")
    set_up = Position(["2 6 9", "5 6 7"], face_up=["2 3 4", "7 8 9"], deck="1 1 1", phase=Phase.SET_UP)
    for seen in (game.features(1), set_up.features(set_up.mover)):
        assert not any(block.any() for block in seen.values())


def test_equal_information_has_equal_features():
    """The two positions differ in the order of the blind cards, which no seat knows."""
    first, second = (Position(["3 4", "9 10"], blind=["1 2 3", blind], pile="2") for blind in ("4 5 6", "6 5 4"))
    assert all(np.array_equal(a, b) for a, b in zip(*(game.features().values() for game in (first, second)), strict=True))
