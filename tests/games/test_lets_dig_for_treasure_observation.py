"""Test the observations of Let's Dig for Treasure: facts and exact rule arithmetic."""

import numpy as np
import pytest

import dig_envs
from dig_envs.lets_dig_for_treasure import GAME
from dig_envs.lets_dig_for_treasure.components import MAX_POINTS, MIN_POINTS, NAMES, NUM_KINDS
from dig_envs.lets_dig_for_treasure.state import NONE
from tests.support.lets_dig_for_treasure_positions import Position, counted_points, kind_named, kinds_named, team_game


def in_points(value: float) -> float:
    """Convert a value of the block `points` or `stake` to points."""
    return value * (MAX_POINTS - MIN_POINTS) + MIN_POINTS


@pytest.mark.rule("LD-12")
def test_an_observation_shows_known_cards_and_which_seats_know_cards():
    game = Position(["", "", ""], stacks=["milk skeleton dirt dirt", "ark dirt", "dirt"]).look(1, 1)
    mine, other = game.seen(1), game.seen(0)
    places = [(stack, place, NAMES[kind]) for stack, place, kind in zip(*np.nonzero(mine["tops"]), strict=True)]
    assert places == [(0, 0, "Milk"), (0, 1, "Evil Skeleton"), (0, 2, "Dirt")] and mine["tops"].max() == 1
    assert not other["tops"].any() and other["knowers"][1].tolist() == [1, 0, 0] and mine["knowers"][0].tolist() == [1, 0, 0]
    assert mine["unseen"][kind_named("milk")] == 0 and other["unseen"][kind_named("milk")] == pytest.approx(1 / 7)


@pytest.mark.rule("LD-10", "LD-12")
def test_an_observation_shows_cards_that_the_seat_saw_in_a_destroyed_stack():
    game = Position(["", "", ""], stacks=["mine ark milk gold", "dirt dirt", "dirt dirt"]).look(1, 1).do("dig 1")
    mine, other = game.seen(1), game.seen(2)
    assert [NAMES[kind] for kind in mine["tops"][0].argmax(axis=1)[:2]] == ["Ark of the Covenant", "Milk"]
    assert mine["tops"].sum() == 2 and not other["tops"].any()
    for word, by_me, by_others in (("ark", 0, 1), ("milk", 0, 1 / 7), ("gold", 1, 1)):
        assert mine["unseen"][kind_named(word)] == pytest.approx(by_me)
        assert other["unseen"][kind_named(word)] == pytest.approx(by_others)
    assert mine["lost"].item() == other["lost"].item() == pytest.approx(3 / 40)
    assert other["knowers"][2].tolist() == pytest.approx([2 / 3, 0, 0]), (
        "all seats know how many destroyed cards another seat has seen"
    )
    assert game.do("stop", "dig 2", "stop").seen(1)["unseen"][kind_named("ark")] == 0


@pytest.mark.rule("LD-14")
@pytest.mark.parametrize(
    ("pile", "dug", "points"),
    [("", "dirt coins", 4), ("", "line", -5), ("", "milk", 2), ("cookies", "milk", 6), ("cookies milk", "milk", 2),
     ("", "milk cookies milk", 10), ("skwirmz", "worms", 3), ("", "skwirmz worms", 3), ("ring", "dress ring", 15),
     ("", "hat sword", 18), ("hat", "sword", 15), ("", "board", 5), ("", "kid", 0), ("", "ticket", 0)],
)  # fmt: skip
def test_the_stake_includes_bonuses_with_cards_of_the_pile(pile, dug, points):
    """The digger is the owner. A Sewer Line lies in the digger's pile until the digger gives it away."""
    seen = Position([pile, ""], dug=dug).seen(0)
    assert in_points(seen["stake"].item()) == pytest.approx(points, abs=1e-4)


@pytest.mark.rule("LD-1", "LD-14")
def test_the_stake_excludes_an_heirloom_given_away():
    game = Position(["", ""], stacks=["heirloom dirt", "dirt", "dirt"], dug="coins").do("dig 1", "choose +1")
    assert in_points(game.seen(0)["stake"].item()) == pytest.approx(3, abs=1e-4)


@pytest.mark.rule("LD-8", "LD-12", "LD-14")
def test_the_stake_includes_the_stolen_card_for_seats_that_know_the_card():
    """The thief of a Milk digs Cookies. Only thief and victim know that these cards make a pair."""
    game = Position(["", "milk ark", ""], dug="hat", stacks=["cookies dirt", "dirt dirt dirt", "dirt dirt"])
    game.do("stop", "choose +1", "steal milk", "dig 2", "stop", "dig 2", "stop", "dig 1")
    assert [in_points(game.seen(seat)["stake"].item()) for seat in range(3)] == pytest.approx([6, 6, 2], abs=1e-4)
    assert [in_points(game.seen(seat)["points"][(0 - seat) % 3]) for seat in range(3)] == pytest.approx([5, 5, 3], abs=1e-4)


@pytest.mark.rule("LD-8", "LD-12")
def test_thief_and_victim_see_the_stolen_card_and_others_see_the_possible_cards():
    game = Position(["", "milk milk dog", ""], dug="hat", used_dogs=[0, 1, 0]).do("stop", "choose +1", "steal used loyal dog")
    for seat in range(3):
        seen = game.seen(seat)
        assert {kind: share for kind, share in enumerate(seen["loot"]) if share} == pytest.approx(
            {kind_named("milk"): 2 / 7, NUM_KINDS: 1 / 3}
        )
        assert np.flatnonzero(seen["stolen"]).tolist() == ([NUM_KINDS] if seat < 2 else [])
        assert seen["used_dogs"][(0 - seat) % 3] == pytest.approx(1 / 3 if seat < 2 else 0)


@pytest.mark.rule("LD-5", "LD-9")
def test_an_observation_shows_the_urgent_effect_of_a_card_scored_by_a_map():
    game = Position(["", ""], dug="map crown", stacks=["line milk dirt dirt", "dirt", "dirt"])
    game.do("stop", "resolve treasure map", "look 1")
    assert not game.seen(0)["urgent"].any()
    seen = game.do("score 1").seen(1)
    assert seen["urgent"].tolist() == [1, 0, 0, 0, 0, 0] and seen["waiting"].tolist() == pytest.approx([0, 0, 0, 1 / 3, 0, 0])


@pytest.mark.rule("LD-14")
def test_an_observation_shows_the_turn_of_the_ticket():
    game = Position(["", ""], dug="ticket crown", stacks=["dirt dirt", "dirt dirt", "dirt dirt"], turn=6)
    assert game.seen(0)["ticket_turn"].item() == 0
    seen = game.do("stop").seen(1)
    assert (seen["turn"].item(), seen["ticket_turn"].item()) == pytest.approx((7 / 120, 7 / 120)) and seen["ticket"].item() == 0
    waiting = Position(["", ""], dug="ticket map", turn=6).do("stop").seen(1)
    assert waiting["ticket"].item() == 1


@pytest.mark.rule("LD-4")
def test_an_observation_shows_whether_worms_were_dug_this_turn():
    game = Position(["", ""], stacks=["worms dirt", "dirt dirt", "dirt"])
    assert game.seen(0)["worms"].item() == 0
    assert game.do("dig 1").seen(1)["worms"].item() == 1
    assert game.do("stop").seen(1)["worms"].item() == 0


@pytest.mark.rule("LD-11", "LD-10")
def test_to_end_is_the_size_of_the_smallest_stack_that_is_not_destroyed():
    game = Position(stacks=["dirt dirt dirt", "mine dirt", "dirt dirt dirt dirt"])
    assert game.seen(0)["to_end"].item() == pytest.approx(2 / 40)
    assert game.do("dig 2").seen(0)["to_end"].item() == pytest.approx(3 / 40)


@pytest.mark.rule("LD-15")
def test_an_observation_shows_the_shared_pile_of_partners():
    seen = team_game(["gold", "chest"], dug="coins").seen(1)
    assert [in_points(points) for points in seen["points"][:4]] == pytest.approx([10, 12, 10, 12], abs=1e-4)
    assert seen["mine"].tolist() == [1, 0, 1, 0, 0] and seen["piles"][1][kind_named("gold")] == 1
    assert set(np.flatnonzero(seen["dug"])) == set(kinds_named("coins"))


@pytest.mark.parametrize("options", [{}, {"num_players": 3}, {"num_players": 4, "teams": True}])
def test_the_stake_is_the_points_that_scoring_the_dug_cards_adds(options):
    """Compare in random games, by public knowledge and without the Lottery Ticket."""
    batch = dig_envs.batch(GAME.id, num_tables=64, seed=3, **options)
    compared = 0
    for _ in range(150):
        batch.random_steps(1)
        for row in batch.states["table"]:
            if row["digs"] > 0:
                pile = row["active"] % 2 if row["teams"] else row["active"]
                assert row["stake"] == counted_points(row, pile, row["dug"]) - counted_points(row, pile)
                compared += row["thief"] == NONE
    assert compared > 1000
