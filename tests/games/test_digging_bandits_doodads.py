"""Test Doodads of the Bonus action of Digging Bandits in small positions."""

import pytest

from dig_envs.digging_bandits.components import Back
from tests.support.digging_bandits_positions import acting, digging


@pytest.mark.rule("DB-48")
def test_card_cache_exchanges_three_cards():
    game = acting("card cache, coin, gold, shovel, saving spoon", "", dig="pickaxe, wheelbarrow", draw="tnt").do(
        "play card cache"
    )
    game.do("name gold", "name saving spoon", "name coin")
    assert game.legal == ["dig back", "draw back"]
    game.do("dig back", "draw back", "dig back")
    assert game.hand(0) == "shovel, pickaxe, wheelbarrow, tnt" and game.pending == "ACTION"
    assert "play card cache" not in acting("card cache, coin, tnt", "").legal


@pytest.mark.rule("DB-48")
def test_an_immediate_card_is_resolved_before_the_remaining_cards_are_taken():
    game = acting("card cache, coin, coin, coin, lasso", "", dig="shovel, pickaxe", draw="gambling, tnt")
    game.do("play card cache", "name coin", "name coin", "name coin", "dig back", "draw back")
    assert game.hand(0) == "" and game.pending == "TAKE"
    assert game.do("dig back").hand(0) == "pickaxe"


@pytest.mark.rule("DB-48")
def test_an_empty_deck_cannot_be_chosen():
    dig = ", ".join(["shovel"] * 23 + ["pickaxe"] * 9 + ["wheelbarrow"] * 11 + ["mining site"] * 5)
    game = acting("card cache, coin, coin, coin", dig).do("play card cache", "name coin", "name coin", "name coin")
    assert game.legal == ["draw back"]


@pytest.mark.rule("DB-49")
def test_golden_guide_shows_the_stack_and_ouija_oracle_three_draw_cards():
    game = digging("golden guide", "tech, gold, stone").do("play golden guide")
    assert game.land_known(0, "land 3") == ["tech", "gold", "stone"] and game.land_known(1, "land 3") == ["?"] * 3
    game = acting("ouija oracle", "", draw="coin, duel, tnt, lasso").do("play ouija oracle")
    assert game.draw_top(0) == ["coin", "duel", "tnt"] and game.draw_top(1) == ["?"] * 3
    assert game.do("pick up").draw_top(0) == ["duel", "tnt", "?"]


@pytest.mark.rule("DB-50", "DB-33")
def test_money_magnet_takes_all_coins_of_players_outside_the_cabin():
    game = acting("money magnet", "coin, coin, tnt", "coin", places=["land 3", "land 4", "cabin"]).do("play money magnet")
    assert [game.hand(seat) for seat in range(3)] == ["coin, coin", "tnt", "coin"]


@pytest.mark.rule("DB-51")
def test_only_the_owner_digs_on_a_plot_and_the_last_card_removes_the_plot():
    game = digging("private plot, shovel", "ground", "shovel", bridges={"land 5": 1}).do("play private plot")
    assert "land 3" in game.legal and {"land 5", "land 8"}.isdisjoint(game.legal)
    game.do("land 3")
    assert game.plot == ("land 3", 0) and "play shovel" in game.legal
    game.do("play shovel", "dig")
    assert game.plot is None and game.deck(Back.DOODAD)[-1] == "private plot"
    assert digging("shovel", "ground", plot=("land 3", 1)).legal == ["pick up"]
