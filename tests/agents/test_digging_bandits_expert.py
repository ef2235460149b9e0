"""Test the expert of Digging Bandits in positions with a clear best action."""

from functools import partial

import numpy as np
import pytest

from dig_envs.agents.digging_bandits.expert import expert
from dig_envs.agents.digging_bandits.greedy import greedy
from dig_envs.agents.digging_bandits.valuation.hands import chance_to_hold, threat, unseen_cards
from dig_envs.agents.digging_bandits.valuation.land import depth_for_tools, top_cell
from dig_envs.digging_bandits.components import Card
from tests.support.digging_bandits_positions import Position, choice_of

choice = partial(choice_of, expert)


def landed(*hands: str, **arguments) -> Position:
    """Return a position in which seat 0 has landed and acts."""
    return Position(hands, **{"places": ["land 3", "land 9"], "phase": "action", **arguments})


def test_land_cards_in_hand_may_be_gold():
    """The card is one of five unseen posters and GOLD; then two of the five are in hand."""
    for finds, chance in (("land wanted bella moon", 0.2), ("gold, land wanted bella moon", 0.4)):
        game = landed("shovel", finds)
        seat = game.state.seats[0]
        unseen = unseen_cards(game.table, seat)
        assert chance_to_hold(game.table, seat, unseen, np.int64(1), Card.GOLD) == pytest.approx(chance)
        assert threat(game.table, seat, unseen, np.int64(1)) >= chance


def test_gold_is_cashed_in_or_warped_to_a_town():
    assert choice(landed("gold, shovel", "", places=["town 7", "land 9"])) == "cash in"
    game = Position(["gold, western warp", ""], places=["land 3", "land 9"])
    assert choice(game) == "play western warp"
    assert choice(game.do("play western warp")).startswith("town")


@pytest.mark.rule("DB-37")
@pytest.mark.parametrize(("tech", "depth"), [(2, 0), (3, 2)])
def test_a_mining_site_breaks_stones_with_three_tech_only(tech, depth):
    game = landed("shovel, mining site", "", land={"land 3": "gold, stone"}, tech=[tech, 0])
    table, seat, place = game.table, game.state.seats[0], np.int64(game.table.place[0])
    seat.land[top_cell(table, place)] = Card.STONE
    assert depth_for_tools(table, seat, np.int64(0), place) == depth
    assert choice(game).startswith("play mining") == choice_of(greedy, game).startswith("play") == (depth > 0)


def test_digging_stops_with_gold_in_hand():
    game = landed("shovel, shovel", "", land={"land 3": "ground, gold"})
    assert choice(game.do("play shovel", "play shovel", "dig")) == "stop"


def test_a_player_with_a_find_is_robbed():
    game = landed("outlaw", "gold, coin", places=["town 7", "land 9"])
    assert choice(game) == "play outlaw"
    assert choice(game.do("play outlaw", "player +1")) == "land back"
    assert choice(landed("outlaw", "coin", places=["town 7", "land 9"])) == "pick up", "it is kept for that"


def test_a_bribe_saves_gold_but_not_a_shovel():
    for hand, back, answer in (("gold, coin, coin", "land back", "pay"), ("shovel, coin, coin", "dig back", "pass")):
        game = landed("outlaw", hand).do("play outlaw", "player +1", back)
        assert choice(game) == answer


def test_a_cowboy_disarms_dynamite():
    game = landed("shovel, cowboy", "", land={"land 3": "ground, dynamite"})
    assert choice(game.do("play shovel", "dig")) == "play cowboy"


@pytest.mark.parametrize(("pips", "answer"), [((3, 1), "pass"), ((4, 4), "pass"), ((6, 4), "play sheriff")])
def test_a_sheriff_stops_finds_that_come_to_town(pips, answer):
    game = Position(["land wanted bella moon", "sheriff"], places=["town 7", "land 9"]).roll(*pips)
    assert game.mover == 1 and choice(game) == answer
