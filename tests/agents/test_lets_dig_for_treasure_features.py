"""Test the features of Let's Dig for Treasure: exact odds, and the values of the expert."""

import pytest

from dig_envs.agents.lets_dig_for_treasure.features import FEATURES
from dig_envs.agents.lets_dig_for_treasure.valuation.cards import GUARD, value_of_scoring
from dig_envs.core.layout import Kind
from dig_envs.lets_dig_for_treasure.components import BUST_KINDS, SCORE_KINDS
from dig_envs.lets_dig_for_treasure.state import Phase
from tests.support.lets_dig_for_treasure_positions import Position, kind_named, team_game

SENTENCE, LAYOUT_OF, ENCODE = FEATURES["expert"][:3]


def unsquashed(value: float, scale: float) -> float:
    """Invert the squashing 1/2 + 1/2 * amount / (scale + |amount|)."""
    share = 2 * value - 1
    return scale * share / (1 - abs(share))


def test_all_blocks_are_features():
    layout = LAYOUT_OF(Position().options)
    assert SENTENCE and all(block.kind is Kind.FEATURE for block in layout)


@pytest.mark.rule("LD-12")
def test_the_risk_is_exact_for_what_each_seat_knows():
    game = Position(["", ""], stacks=["skeleton milk dirt worms", "dirt worms", "dirt dirt"])
    assert game.features()["risk"] == pytest.approx([1 / 8] * 3)
    game.look(1, 1)
    assert not game.features(1)["risk"].any(), "only the digging seat has this block"
    other = Position(["", ""], stacks=["skeleton milk dirt worms", "dirt worms", "dirt dirt"], active=1).look(1, 1)
    assert other.features(1)["risk"] == pytest.approx([1, 0, 0])
    game.do("dig 2", "dig 2")
    assert game.features()["risk"] == pytest.approx([2 / 6, 0, 2 / 6])
    other.do("dig 2", "dig 2")
    assert other.features(1)["risk"] == pytest.approx([1, 0, 1 / 3])


@pytest.mark.rule("LD-10", "LD-12")
def test_cards_known_to_be_destroyed_are_no_risk():
    game = Position(["", ""], stacks=["mine skeleton dirt", "skeleton dirt dirt", "dirt"])
    knowing = Position(["", ""], stacks=["mine skeleton dirt", "skeleton dirt dirt", "dirt"]).look(0, 1)
    assert game.do("dig 1").features()["risk"] == pytest.approx([0, 2 / 6, 2 / 6])
    assert knowing.do("dig 1").features()["risk"] == pytest.approx([0, 1 / 4, 1 / 4])


@pytest.mark.rule("LD-14")
@pytest.mark.parametrize(
    ("pile", "dug", "points"),
    [("", "dirt coins", 4), ("", "line", 5), ("", "milk", 2), ("cookies", "milk", 6), ("cookies milk", "milk", 2),
     ("", "milk cookies milk", 10), ("skwirmz", "worms", 3), ("", "skwirmz worms", 3), ("ring", "dress ring", 15),
     ("", "sword", 5), ("hat", "sword", 15), ("", "board", 5), ("", "kid", 0), ("", "ticket", 0)],
)  # fmt: skip
def test_the_value_at_stake_counts_bonuses_with_the_pile(pile, dug, points):
    """The owner of the pile digs. A Sewer Line costs another player five points, which count for the digger."""
    seen = Position([pile, ""], dug=dug, stacks=["dirt", "dirt", "dirt"]).features()
    assert unsquashed(seen["value_at_stake"].item(), 10) == pytest.approx(points, abs=1e-4)


@pytest.mark.rule("LD-4", "LD-14")
def test_the_gain_is_the_mean_over_gains_and_busts():
    stacks = ["milk skeleton", "chest dirt dirt dirt", "dirt dirt"]
    game = Position(["cookies", ""], dug="coins", stacks=stacks)
    assert unsquashed(game.features()["gain"][0], 5) == pytest.approx((6 + 10 + 5) / 8 - 3 / 8, abs=1e-5)
    seen = game.look(0, 1).features()
    gains = [unsquashed(gain, 5) for gain in seen["gain"]]
    assert gains == pytest.approx([6, 15 / 6, 15 / 6], abs=1e-4), "the Skeleton's place is known"
    assert [unsquashed(gain, 5) for gain in seen["top_gains"][0][:2]] == pytest.approx([6, -9], abs=1e-4)


@pytest.mark.rule("LD-4", "LD-14")
def test_a_second_worms_busts_even_with_the_worm_god():
    game = Position(["", ""], dug="skwirmz worms coins", stacks=["worms dirt", "dirt dirt", "dirt dirt"]).look(0, 1)
    assert unsquashed(game.features()["gain"][0], 5) == pytest.approx(-6, abs=1e-4)


@pytest.mark.rule("LD-4", "LD-7")
def test_a_dog_saves_the_value_at_stake():
    game = Position(["dog", ""], dug="chest", stacks=["skeleton dirt", "dirt dirt", "dirt dirt"]).look(0, 1)
    assert unsquashed(game.features()["gain"][0], 5) == pytest.approx(-GUARD, abs=1e-4)


def test_digging_a_good_card_has_a_better_chance_than_stopping():
    sure = Position(["", ""], dug="coins", stacks=["skeleton dirt", "chest dirt", "dirt dirt"]).look(0, 1).look(0, 2)
    seen = sure.features()
    assert seen["win_by_digging"][1] > seen["win_by_stopping"].item() > seen["win_by_digging"][0]
    assert not sure.features(1)["win_by_digging"].any()


@pytest.mark.rule("LD-9")
def test_choices_are_the_values_of_scoring_each_card():
    game = Position(["cookies", ""], dug="map", stacks=["milk heirloom crown dirt", "dirt", "dirt"]).do("stop", "look 1")
    values = [value_of_scoring(game.table, game.state.seats[0], 0, kind_named(word)) for word in ("milk", "heirloom", "crown")]
    choices = game.features()["choices"]
    assert values == [6, 5, 11] and [unsquashed(choice, 5) for choice in choices] == pytest.approx(values, abs=1e-4)
    tops = game.seen(0)["tops"][0]
    assert [int(kind) for kind in tops.argmax(axis=1)] == [kind_named(word) for word in ("milk", "heirloom", "crown")]
    assert tops[2][SCORE_KINDS].sum() == 1 and not tops[:, BUST_KINDS].any()
    left = game.do("score 1").features()["choices"]
    assert [unsquashed(choice, 5) for choice in left[:2]] == pytest.approx([5, 11], abs=1e-4) and not left[2].any()
    assert not game.features(1)["choices"].any()


def test_the_shortest_stack_has_the_largest_shortness():
    seen = Position(stacks=["dirt dirt dirt", "dirt", "dirt dirt"]).features()
    assert seen["shortness"] == pytest.approx([1 / 3, 1, 1 / 2]) and seen["race"] == pytest.approx(1 / 2)


def test_the_race_is_against_the_best_of_the_others():
    """The smallest lead counts, now and with the ten points at stake. With four cards to the end the scale is 18."""
    stacks = ["dirt dirt dirt dirt", "dirt " * 5, "dirt " * 5]
    game = Position(["gold", "ark coins", "coins"], dug="chest", stacks=stacks)
    mine, theirs = game.features(), game.features(1)
    assert [unsquashed(lead, 20) for lead in mine["leads"][:2]] == pytest.approx([-6, 9], abs=1e-4)
    assert unsquashed(mine["ahead"].item(), 20) == pytest.approx(-6, abs=1e-4)
    assert unsquashed(mine["ahead_then"].item(), 18) == pytest.approx(4, abs=1e-4)
    assert unsquashed(theirs["ahead"].item(), 20) == pytest.approx(6, abs=1e-4)
    assert unsquashed(theirs["ahead_then"].item(), 18) == pytest.approx(-4, abs=1e-4)


@pytest.mark.rule("LD-15")
def test_the_race_is_not_against_the_partner():
    seen = team_game(["gold", "chest"], dug="coins").features()
    assert [unsquashed(lead, 20) for lead in seen["leads"][:3]] == pytest.approx([2, 0, 2], abs=1e-4)
    assert unsquashed(seen["ahead"].item(), 20) == pytest.approx(2, abs=1e-4)


@pytest.mark.rule("LD-1")
def test_the_first_and_last_players_are_marked_for_a_choice():
    game = Position(["gold", "ark", "chest", "dirt"], stacks=["heirloom dirt", "dirt dirt", "dirt"])
    assert not game.features()["first"].any() and not game.features()["last"].any()
    seen = game.do("dig 1").features()
    assert seen["first"].tolist() == [1, 0, 0, 0] and seen["last"].tolist() == [0, 0, 1, 0] and not seen["best_loot"].any()
    assert not game.features(1)["first"].any()


@pytest.mark.rule("LD-8")
def test_best_loot_is_the_value_of_the_best_card_of_each_pile():
    """A point that one of three rivals loses counts 1/3."""
    game = Position(["cookies", "milk coins", "chest", ""], dug="hat").do("stop")
    assert game.legal == ["choose +1", "choose +2"]
    worth = 1 / 3
    assert [unsquashed(loot, 5) for loot in game.features()["best_loot"][:3]] == pytest.approx(
        [6 + 2 * worth, 10 + 10 * worth, 0], abs=1e-4
    )
    assert not game.features(1)["best_loot"].any()
    loot = game.do("choose +1").features()["loot_values"]
    assert game.phase == Phase.STEAL and [unsquashed(loot[kind_named(word)], 5) for word in ("milk", "coins")] == pytest.approx(
        [6 + 2 * worth, 3 + 3 * worth], abs=1e-4
    )


@pytest.mark.rule("LD-1", "LD-8")
def test_a_stolen_sewer_line_or_heirloom_counts_as_what_it_is():
    """A stolen Sewer Line costs the thief five points; a stolen Heirloom gains five."""
    game = Position(["", "line heirloom"], dug="hat").do("stop", "choose +1")
    loot = game.features()["loot_values"]
    assert [unsquashed(loot[kind_named(word)], 5) for word in ("line", "heirloom")] == pytest.approx([-10, 10], abs=1e-4)
