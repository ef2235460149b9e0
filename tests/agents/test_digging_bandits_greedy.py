"""Test the rules of the greedy bot of Digging Bandits that prevent endless games."""

from functools import partial

import pytest

from dig_envs.agents.digging_bandits.greedy import greedy
from tests.support.digging_bandits_positions import Position, choice_of

choice = partial(choice_of, greedy)


@pytest.mark.parametrize("hand, closing", [("bridge, coin, coin, coin", "play bridge"), ("private plot", "play private plot")])
@pytest.mark.parametrize("dug_out, closes", [(24, True), (25, False)])
def test_places_are_closed_while_half_of_the_land_is_left(hand, closing, dug_out, closes):
    landfill = ", ".join(["ground"] * 15 + ["tech"] * (dug_out - 15))
    game = Position([hand, ""], places=["town 7", "land 9"], phase="action", landfill=landfill)
    assert closing in game.legal
    assert choice(game) == (closing if closes else "pick up")


def test_a_tip_cart_returns_as_many_cards_as_possible():
    game = Position(["", ""], places=["land 3", "land 9"], phase="action", draw="tip cart", landfill="ground, gold")
    assert choice(game.do("pick up")) == "take 2"
