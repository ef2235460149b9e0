"""Test the observations of Digging Bandits: exact counts, card order, relative places and events."""

import numpy as np
import pytest

from dig_envs.digging_bandits.components import COPIES, KIND_NAMES, NUMBER_IN_BACK, Back
from dig_envs.digging_bandits.state import Event, FrameKind
from tests.support.digging_bandits_positions import Position, acting

TWO = ["land 3", "land 9"]
THREE = ["land 3", "land 4", "land 6"]


def face(kind: str) -> int:
    """Return the cell of a Land kind in a one-hot row."""
    return int(NUMBER_IN_BACK[KIND_NAMES.index(kind)])


def code(kind: str) -> float:
    """Return the value of a kind in the blocks that list cards in order."""
    return (KIND_NAMES.index(kind) + 1) / 64


def hot(row: np.ndarray) -> list[int]:
    """Return the cells of a row that are 1; all others must be 0."""
    assert set(row.reshape(-1).tolist()) <= {0.0, 1.0}
    return np.flatnonzero(row).tolist()


# --- cards


@pytest.mark.rule("DB-6")
def test_hands_and_stacks_of_different_sizes_have_different_observations():
    many = Position([", ".join(["shovel"] * 10), ", ".join(["shovel"] * 11)], places=TWO)
    assert many.seen(0)["backs"][0][Back.DIG] == pytest.approx(10 / 48)
    assert many.seen(0)["backs"][1][Back.DIG] == pytest.approx(11 / 48)
    assert many.seen(0)["heights"][16] == pytest.approx(48 / 48), "all Land cards lie on land 19"


@pytest.mark.rule("DB-61", "DB-49")
def test_an_observation_shows_the_order_of_known_cards_in_a_stack():
    stacks = [
        acting("golden guide", "", land={"land 3": stack}).do("play golden guide")
        for stack in ("ground, tech, gold, stone", "tech, ground, gold, stone")
    ]
    one, other = (game.seen(0) for game in stacks)
    assert hot(one["tops"][0]) == hot(other["tops"][0]) == [face("stone")]
    assert one["land"][:4].tolist() == [code(kind) for kind in ("ground", "tech", "gold", "stone")]
    assert other["land"][:4].tolist() == [code(kind) for kind in ("tech", "ground", "gold", "stone")]
    seen = stacks[0].seen(1)
    assert hot(seen["tops"]) == [] and seen["heights"][19] == pytest.approx(4 / 48), (
        "seat 1 on land 4 sees four backs on land 3"
    )
    assert seen["land_seen"].max() == pytest.approx(4 / 8) and one["land_seen"].max() == 0


@pytest.mark.rule("DB-61")
def test_an_observation_shows_the_public_cards_of_the_own_hand():
    game = Position(["coin", "", ""], places=["land 3", "cabin", "cabin"], bridges={"land 5": 1}).roll(1, 2).do("pay")
    coin = KIND_NAMES.index("coin")
    assert game.seen(1)["shown"][coin] == pytest.approx(1 / COPIES[coin])
    assert game.seen(2)["known_hands"][1][coin] == pytest.approx(1 / COPIES[coin])
    assert [game.seen(seat)["open_hands"][coin] for seat in range(3)] == [1 / 32, 0, 1 / 32**2]


@pytest.mark.rule("DB-12", "DB-61")
def test_an_observation_shows_known_cards_deep_in_a_deck():
    game = acting("lasso", "").do("play lasso", "player +1")
    size = game.table.deck_size[Back.DRAW]
    for seat in (0, 1):
        assert game.seen(seat)["decks"][2][size - 1] == code("lasso")
        assert hot(game.seen(seat)["draw_top"]) == []


@pytest.mark.rule("DB-49", "DB-34")
def test_an_observation_shows_which_seats_saw_the_top_draw_cards():
    game = acting("ouija oracle", "", "", draw="coin, duel, tnt").do("play ouija oracle")
    assert game.seen(1)["oracle"].tolist() == [[0, 0, 1, 0]] * 3 and hot(game.seen(1)["draw_top"]) == []
    assert [hot(row) for row in game.seen(0)["draw_top"]] == [[face(kind)] for kind in ("coin", "duel", "tnt")]


# --- places


@pytest.mark.rule("DB-5", "DB-15")
def test_places_on_the_loop_are_relative_to_the_observer():
    game = Position(["", "", ""], places=["land 18", "cabin", "land 4"], bridges={"land 1": 2}, land={"land 9": "gold"})
    seen = game.seen(0)
    assert hot(seen["my_place"]) == [18] and [hot(row) for row in seen["places"]] == [[20], [6], []]
    assert hot(seen["towns"]) == [4, 9, 14, 19] and hot(seen["bridges"][3]) == [2]
    assert seen["heights"][11] == pytest.approx(1 / 48)
    seen = game.seen(1)
    assert hot(seen["my_place"]) == [20] and [hot(row) for row in seen["places"]] == [[5], [19], []], (
        "distances wrap around space 0"
    )
    assert hot(seen["towns"]) == [3, 8, 13, 18] and hot(seen["bridges"][2]) == [1]


# --- pending frames


@pytest.mark.rule("DB-47", "DB-16")
def test_all_seats_observe_a_sheriff_and_the_cowboys_against_it():
    game = Position(["cowboy", "sheriff", "cowboy"], places=THREE).roll(1, 2).do("play sheriff", "play cowboy")
    for seat in range(3):
        seen = game.seen(seat)
        assert hot(seen["event"]) == [Event.SHERIFF] and hot(seen["actor"]) == [(1 - seat) % 3]
        assert hot(seen["victim"]) == [-seat % 3] and hot(seen["cowboys"]) == [0]
        assert hot(seen["blocker"]) == [-seat % 3] and hot(seen["blocked"]) == [(1 - seat) % 3]
        assert hot(seen["decision"]) == ([FrameKind.EVENT] if seat == game.mover else [])
        assert seen["to_town"] == 0, "three steps from land 3 is land 6"


@pytest.mark.rule("DB-36", "DB-31")
def test_an_observation_shows_the_partner_of_an_exchange():
    game = acting("", "cowboy", "tnt", draw="train heist").do("pick up", "pass")
    assert game.pending == "heist" and [hot(game.seen(seat)["exchange"]) for seat in range(3)] == [[2], [2], [2]]
    game = acting("", "cowboy", "", draw="duel").do("pick up", "pass", "player +2")
    assert game.pending == "duel" and [hot(game.seen(seat)["exchange"]) for seat in range(3)] == [[2], [], [1]]


@pytest.mark.rule("DB-38")
def test_an_observation_shows_the_remaining_reach_of_a_dig():
    game = acting("shovel, shovel, pickaxe", "", land={"land 3": "ground, ground, ground"})
    seen = game.do("play shovel", "play shovel", "play pickaxe", "dig").seen(1)
    assert hot(seen["begun"]) == [FrameKind.ACTION, FrameKind.DIGGING]
    assert seen["dig_left"] == pytest.approx(1 / 48) and seen["breaks_left"].tolist() == pytest.approx([1 / 9, 0])


@pytest.mark.rule("DB-29")
def test_an_observation_shows_the_order_of_an_offer():
    offers = [acting("trade, coin, tnt", "lasso").do("play trade", *names) for names in
              (("name coin", "name tnt"), ("name tnt", "name coin"))]  # fmt: skip
    one, other = (game.seen(1) for game in offers)
    assert (one["give"] == other["give"]).all() and one["offer"].tolist() != other["offer"].tolist()
    assert one["offer"][0].tolist() == [code("coin"), code("tnt"), 0]


@pytest.mark.rule("DB-29")
def test_an_observation_shows_the_places_of_offered_bridges():
    game = acting("trade, coin", "lasso", bridges={"land 4": 0, "land 9": 1}).do("play trade", "land 4", "done")
    game.do("land 9", "draw back")
    seen = game.seen(1)
    assert hot(seen["dealt_bridges"]) == [0, 5], "seat 1 stands on land 4"
    assert np.flatnonzero(seen["give"]).tolist() == [31] and np.flatnonzero(seen["want"]).tolist() == [31, 35]


def test_an_observation_of_a_block_shows_the_answered_event_and_its_target():
    game = Position(["outlaw", "shovel, cowboy", "shovel", "cowboy"], places=[*THREE, "land 8"], phase="action")
    game.do("play outlaw", "player +2", "dig back", "pass", "play cowboy")
    seen = game.seen(1)
    assert game.mover == 1 and seen["blocker"].tolist() == [0, 0, 1, 0] and seen["blocked"].tolist() == [0, 0, 0, 1]
    assert seen["actor"].tolist() == [0, 0, 0, 1] and seen["victim"].tolist() == [0, 1, 0, 0]
    assert hot(seen["event"]) == [Event.OUTLAW]


def test_an_observation_shows_the_partner_of_a_trade_and_the_loot_of_a_bribe():
    game = Position(["trade, coin", "lasso, cowboy", "outlaw"], places=THREE, phase="action")
    game.do("play trade", "name coin", "done", "draw back", "done", "accept", "name lasso")
    game.do("accept", "name outlaw", "player +2")
    assert game.pending == "trade" and game.mover == 1 and game.seen(1)["victim"].tolist() == [0, 1, 0, 0]
    game = Position(["outlaw, cowboy", "shovel, coin, coin"], places=TWO, phase="action")
    game.do("play outlaw", "player +1", "draw back", "pay")
    assert (
        game.pending == "bribe"
        and game.seen(0)["loot"].argmax() == Back.DRAW
        and game.seen(0)["victim"].tolist() == [1, 0, 0, 0]
    )


def test_an_observation_shows_which_side_of_an_offer_is_being_composed():
    game = Position(["trade, coin, tnt", "lasso"], places=TWO, phase="action").do("play trade", "name coin")
    assert game.seen(0)["wanting"] == 0 and game.do("done").seen(0)["wanting"] == 1
