"""Test digging in Digging Bandits in small positions, in normal and quick games."""

import pytest

from dig_envs.digging_bandits.components import Back
from tests.support.digging_bandits_positions import acting, digging

# --- digging


@pytest.mark.rule("DB-37")
def test_a_dig_needs_land_cards_and_a_shovel_or_wheelbarrow():
    assert acting("shovel", "").legal == ["pick up"]
    assert digging("pickaxe, wheelbarrow", "ground").legal == ["pick up"], "the player has no TECH for the WHEELBARROW"
    assert "play wheelbarrow" in digging("wheelbarrow", "ground", tech=[1, 0]).legal
    assert "play mining site" not in digging("mining site", "ground", tech=[2, 0]).legal
    assert "play mining site" in digging("mining site", "ground", tech=[3, 0]).legal


@pytest.mark.rule("DB-37")
def test_reach_stays_below_the_height_and_pickaxes_come_last():
    game = digging("shovel, shovel, shovel, wheelbarrow, pickaxe, pickaxe", "ground, ground", tech=[1, 0]).do("play shovel")
    assert game.legal == ["dig", "play shovel", "play pickaxe", "play wheelbarrow"]
    game.do("play shovel")
    assert game.legal == ["dig", "play pickaxe"], "two SHOVELs are enough for two cards"
    game = digging("shovel, shovel, pickaxe, pickaxe", "ground, ground").do("play shovel", "play pickaxe")
    assert game.legal == ["dig"], "one card of reach needs only one PICKAXE"
    game = digging("wheelbarrow, pickaxe, pickaxe", "stone", tech=[1, 0]).do("play wheelbarrow", "play pickaxe")
    assert game.legal == ["dig"], "one card in the stack needs only one PICKAXE"


@pytest.mark.rule("DB-37")
def test_each_wheelbarrow_needs_a_tech():
    game = digging("wheelbarrow, wheelbarrow", "ground, ground, ground, ground", tech=[1, 0]).do("play wheelbarrow")
    assert game.legal == ["dig"]


@pytest.mark.rule("DB-38")
def test_cards_are_lifted_one_at_a_time_and_the_digger_may_stop():
    game = digging("shovel, wheelbarrow", "ground, ground, ground, ground", tech=[1, 0]).do(
        "play wheelbarrow", "play shovel", "dig"
    )
    assert game.legal == ["stop", "dig"] and game.deck(Back.LAND) == ["ground"]
    game.do("dig")
    assert game.do("stop").stack("land 3") == "ground, ground"


@pytest.mark.rule("DB-38")
def test_reach_counts_every_lifted_card():
    game = digging("wheelbarrow, pickaxe", "ground, ground, stone", tech=[1, 0]).do(
        "play wheelbarrow", "play pickaxe", "dig", "dig"
    )
    assert game.stack("land 3") == "ground" and game.pending == "ACTION"


@pytest.mark.rule("DB-38", "DB-52")
@pytest.mark.parametrize("tool", ["mining site", "saving spoon"])
def test_mining_site_and_spoon_clear_a_stack_including_its_stones(tool):
    game = digging(tool, "ground, stone, stone, stone", tech=[3, 0]).do(f"play {tool}", "dig", "dig", "dig")
    assert game.stack("land 3") == "" and game.pending == "ACTION"


@pytest.mark.rule("DB-39")
def test_dug_gold_goes_to_the_hand_unseen_and_dug_tech_is_public():
    game = digging("shovel, shovel, shovel", "land wanted bella moon, tech, gold").do(
        "play shovel", "play shovel", "play shovel", "dig", "dig", "dig"
    )
    assert game.hand(0) == "gold, land wanted bella moon" and game.tech[0] == 1
    assert game.known(1, 0) == "" and game.seen(1)["backs"][1][0] == pytest.approx(2 / 5)


@pytest.mark.rule("DB-39")
def test_ground_and_broken_stone_go_publicly_to_the_bottom_of_the_landfill():
    game = digging("shovel, shovel, pickaxe", "stone, ground", landfill="gold").do(
        "play shovel", "play shovel", "play pickaxe", "dig", "dig"
    )
    assert game.deck(Back.LAND) == ["gold", "ground", "stone"] and game.deck_known(Back.LAND) == ["?", "ground", "stone"]


@pytest.mark.rule("DB-40")
def test_an_unbroken_stone_goes_back_and_is_public():
    game = digging("shovel, shovel", "ground, stone").do("play shovel", "play shovel", "dig")
    assert game.stack("land 3") == "ground, stone" and game.pending == "ACTION"
    assert game.land_known(1, "land 3") == ["?", "stone"] and game.hand(0) == ""


@pytest.mark.rule("DB-41")
def test_dynamite_destroys_all_cards_and_ends_the_turn():
    hand = "shovel, shovel, coin, gold, saving spoon"
    game = digging(hand, "ground, dynamite", tech=[2, 0], bridges={"land 9": 0}).do("play shovel", "play shovel", "dig")
    assert game.hand(0) == "" and game.tech == [0, 0] and game.bridges == {"land 9": 0} and game.mover == 1
    assert game.stack("land 3") == "ground" and sorted(game.deck(Back.LAND)) == ["dynamite", "gold", "tech", "tech"]


@pytest.mark.rule("DB-41", "DB-47")
@pytest.mark.parametrize("card", ["cowboy", "bandit's block"])
@pytest.mark.parametrize("seat", [0, 1])
def test_any_player_may_disarm_dynamite_and_digging_continues(card, seat):
    hands = ["shovel, shovel, coin", "lasso"]
    hands[seat] += f", {card}"
    game = digging(hands[0], "ground, dynamite", hands[1]).do("play shovel", "play shovel", "dig")
    if seat == 1 and card == "cowboy":
        assert game.pending == "dig"
        game.do("pass")
    assert (game.pending, game.mover) == ("dynamite", seat)
    game.do(f"play {card}")
    assert game.hand(0) == "coin" and game.legal == ["stop", "dig"] and game.deck(Back.LAND) == ["dynamite"]


@pytest.mark.rule("DB-41", "DB-52")
def test_a_spoon_disarms_dynamite_without_a_decision():
    game = digging("saving spoon, coin", "ground, dynamite").do("play saving spoon")
    assert game.hand(0) == "coin" and game.legal == ["stop", "dig"]


@pytest.mark.rule("DB-42")
def test_played_tools_are_discarded_and_tech_stays():
    game = digging("wheelbarrow, wheelbarrow", "ground", tech=[1, 0]).do("play wheelbarrow", "dig")
    assert game.deck(Back.DIG)[-1] == "wheelbarrow" and game.hand(0) == "wheelbarrow" and game.tech == [1, 0]


@pytest.mark.rule("DB-43")
def test_a_cowboy_stops_a_dig_before_the_first_card_and_the_tools_are_lost():
    game = digging("shovel, lasso", "ground", "cowboy").do("play shovel", "dig")
    assert (game.pending, game.mover) == ("dig", 1)
    game.do("play cowboy")
    assert game.stack("land 3") == "ground" and game.hand(0) == "lasso"
    assert game.legal == ["end turn", "pick up", "play lasso"]


@pytest.mark.rule("DB-44")
def test_an_empty_deck_gives_nothing():
    dig = ", ".join(["shovel"] * 23 + ["pickaxe"] * 9 + ["wheelbarrow"] * 11 + ["mining site"] * 5)
    game = acting("", dig, draw="lasso").do("pick up")
    assert game.hand(0) == "lasso"


# --- quick games


@pytest.mark.rule("DB-59")
def test_in_a_quick_game_tech_counts_as_ground_and_no_tool_needs_tech():
    game = digging("mining site", "ground, tech", quick_play=True).do("play mining site")
    assert game.tech == [0, 0] and game.deck(Back.LAND) == ["tech"]
    game = digging("wheelbarrow, wheelbarrow", "ground, ground, ground", quick_play=True).do("play wheelbarrow")
    assert "play wheelbarrow" in game.legal


@pytest.mark.rule("DB-59")
def test_in_a_quick_game_dug_dynamite_leaves_the_game():
    game = digging("shovel", "dynamite", quick_play=True).do("play shovel", "dig")
    assert game.deck(Back.LAND) == [] and game.table.gone_dynamite == 1
