"""Test Draw cards of the main action and trades in Digging Bandits in small positions."""

from collections import Counter

import pytest

from dig_envs.digging_bandits.components import Back
from tests.support.digging_bandits_positions import Position, acting, digging

# --- playing Draw cards


@pytest.mark.rule("DB-25")
def test_a_player_plays_one_draw_card_or_several_outlaws():
    game = acting("outlaw, outlaw, lasso", "shovel, shovel").do("play outlaw", "player +1", "dig back")
    assert "play lasso" not in game.legal and "play outlaw" in game.legal
    assert game.do("play outlaw", "player +1", "dig back").hand(0) == "shovel, shovel, lasso"
    assert "play outlaw" not in acting("outlaw, lasso", "coin").do("play lasso", "player +1").legal


@pytest.mark.rule("DB-26")
def test_an_outlaw_steals_a_random_card_of_a_chosen_back_or_a_tech():
    game = acting("outlaw", "shovel, gold", tech=[0, 2]).do("play outlaw", "player +1")
    assert game.legal == ["land back", "dig back", "a tech"]
    assert game.do("a tech").tech == [1, 1]
    stolen = Counter(
        acting("outlaw", "coin, tnt", seed=s).do("play outlaw", "player +1", "draw back").hand(0) for s in range(40)
    )
    assert set(stolen) == {"coin", "tnt"}


@pytest.mark.rule("DB-26", "DB-33")
def test_players_in_the_cabin_and_players_without_cards_cannot_be_robbed():
    game = acting("outlaw", "coin", "coin", "", places=["land 3", "cabin", "land 4", "land 6"]).do("play outlaw")
    assert game.legal == ["player +2"]


@pytest.mark.rule("DB-26")
def test_a_bribe_of_two_coins_prevents_the_theft():
    game = acting("outlaw", "coin, coin, shovel").do("play outlaw", "player +1", "dig back")
    assert (game.pending, game.mover, game.legal) == ("BRIBE", 1, ["pass", "pay"])
    assert game.do("pay").hand(1) == "shovel" and game.hand(0) == ""
    assert acting("outlaw", "coin, coin, shovel").do("play outlaw", "player +1", "dig back", "pass").hand(0) == "shovel"
    assert acting("outlaw", "coin, shovel").do("play outlaw", "player +1", "dig back").hand(0) == "shovel"


@pytest.mark.rule("DB-26", "DB-24")
def test_a_stopped_bribe_may_be_paid_again():
    game = acting("outlaw, cowboy", "coin, coin, coin, coin, shovel").do("play outlaw", "player +1", "dig back", "pay")
    assert (game.pending, game.mover) == ("bribe", 0)
    game.do("play cowboy")
    assert (game.pending, game.mover, game.hand(1)) == ("BRIBE", 1, "shovel, coin, coin")
    assert game.do("pay").hand(0) == ""


@pytest.mark.rule("DB-27")
def test_an_outlaw_may_take_the_bridge_that_the_piece_landed_on():
    game = acting("outlaw", "", bridges={"land 3": 1}).do("play outlaw")
    assert game.legal == ["this bridge"] and game.do("this bridge").bridges == {"land 3": 0}
    assert acting("outlaw", "", bridges={"land 3": 1, "land 5": 0, "land 8": 0}).legal == ["pick up"]
    assert acting("outlaw", "", bridges={"land 3": 1}, places=["land 3", "cabin"]).legal == ["pick up"]


@pytest.mark.rule("DB-27")
def test_an_outlaw_cannot_take_a_bridge_at_which_the_piece_stopped_before_paying():
    game = Position(["outlaw", ""], places=["land 3", "land 9"], bridges={"land 4": 1}).roll(1, 2).do("stop")
    assert game.legal == ["pick up"]


@pytest.mark.rule("DB-27", "DB-26")
def test_a_plot_may_be_taken_and_the_owner_may_bribe():
    game = digging("outlaw", "ground", "coin, coin", plot=("land 3", 1)).do("play outlaw", "the plot")
    assert game.mover == 1 and game.do("pass").plot == ("land 3", 0)


@pytest.mark.rule("DB-28")
def test_a_lasso_shows_the_whole_hand_only_to_its_player():
    game = acting("lasso", "gold, shovel, shovel, tnt", "").do("play lasso", "player +1")
    assert game.known(0, 1) == "gold, shovel, shovel, tnt" and game.known(2, 1) == ""


# --- trade


def offer(game: Position, give: str, *want: str) -> Position:
    """Compose an offer that gives and wants these items, and return the position."""
    items = {"a tech", "the plot"}
    for side in (give.split(", "), want):
        for item in side:
            game.do(item if item in items or "back" in item or "land " in item[:5] else f"name {item}")
        if "done" in game.legal:
            game.do("done")
    return game


@pytest.mark.rule("DB-29")
def test_a_trade_has_an_offer_answers_and_an_exchange():
    game = offer(acting("trade, coin, shovel", "tnt, lasso", "tnt").do("play trade"), "coin, shovel", "tnt")
    assert (game.pending, game.mover, game.legal) == ("ANSWER", 1, ["pass", "accept"])
    game.do("accept", "accept")
    assert (game.pending, game.mover, game.legal) == ("PARTNER", 0, ["pass", "player +1", "player +2"])
    game.do("player +2")
    assert (game.hand(0), game.hand(1), game.hand(2)) == ("tnt", "lasso, tnt", "shovel, coin")


@pytest.mark.rule("DB-29")
def test_only_players_with_the_items_can_accept_and_players_in_the_cabin_are_skipped():
    game = acting("trade, coin", "shovel", "tnt", places=["land 3", "land 4", "cabin"]).do("play trade")
    offer(game, "coin", "tnt")
    assert game.mover == 1 and game.legal == ["pass"]
    assert game.do("pass").pending == "OFFER", "after an offer without acceptance another offer is legal"


@pytest.mark.rule("DB-29")
def test_a_declined_offer_may_be_followed_by_two_more():
    game = acting("trade, coin", "tnt").do("play trade")
    for left in (2, 1, 0):
        assert ("pass" in game.legal) == (left < 2)
        offer(game, "coin", "tnt").do("pass")
    assert game.pending == "ACTION" and game.legal == ["end turn", "pick up"]
    assert (
        acting("trade, coin", "tnt").do("play trade", "name coin", "done", "name tnt", "done", "pass", "pass").pending
        == "ACTION"
    )


@pytest.mark.rule("DB-29")
def test_the_giver_chooses_the_card_of_a_back():
    game = offer(acting("trade, coin", "shovel, pickaxe, tnt", "").do("play trade"), "coin", "dig back").do("accept")
    assert game.legal == ["name shovel", "name pickaxe"] and game.mover == 1
    game.do("name pickaxe", "pass", "player +1")
    assert game.hand(0) == "pickaxe" and game.known(1, 0) == "pickaxe" and game.known(2, 0) == ""
    assert game.openly_known(1) == "coin"


@pytest.mark.rule("DB-29")
def test_tech_bridges_and_the_plot_can_be_traded_within_the_limit():
    bridges = {"land 9": 0, "land 10": 1, "land 11": 1}
    game = acting("trade", "shovel", tech=[1, 0], bridges=bridges, land={"land 13": "ground"}, plot=("land 13", 0)).do(
        "play trade"
    )
    offer(game, "a tech, the plot", "land 10").do("accept", "player +1")
    assert game.tech == [0, 1] and game.plot == ("land 13", 1) and game.bridges["land 10"] == 0
    full = acting("trade", "shovel", bridges=bridges).do("play trade")
    assert offer(full, "land 9", "shovel").legal == ["pass"], "the seat already has two bridges"


@pytest.mark.rule("DB-29", "DB-22")
def test_a_trader_may_not_end_with_three_bridges():
    bridges = {"land 9": 0, "land 11": 0, "land 10": 1}
    game = acting("trade, coin", "shovel", bridges=bridges).do("play trade", "name coin", "done")
    assert "land 10" not in game.legal
    game = acting("trade, coin", "shovel", bridges=bridges).do("play trade", "land 9", "done")
    assert "land 10" in game.legal


@pytest.mark.rule("DB-29", "DB-45", "DB-46")
@pytest.mark.parametrize("card", ["cowboy", "bandit's block"])
def test_other_players_may_stop_a_trade(card):
    game = offer(acting("trade, coin", "tnt", card).do("play trade"), "coin", "tnt").do("accept", "pass", "player +1")
    assert (game.pending, game.mover) == ("trade", 2)
    game.do(f"play {card}")
    assert game.hand(0) == "coin" and game.hand(1) == "tnt" and game.pending == "ACTION"


@pytest.mark.rule("DB-29")
def test_promised_cards_cannot_be_played_before_the_exchange():
    game = offer(acting("trade, cowboy", "tnt", "cowboy").do("play trade"), "cowboy", "tnt").do("accept", "pass", "player +1")
    game.do("play cowboy")
    assert game.pending == "ACTION", "the trader's COWBOY is promised, so nobody can counter"


@pytest.mark.rule("DB-29")
@pytest.mark.parametrize("places", [["land 3", "cabin"], ["cabin", "land 3"]])
def test_a_trade_that_cannot_be_offered_counts_as_played(places):
    game = acting("trade, coin", "tnt", places=places).do("play trade")
    assert game.legal == ["end turn", "pick up"] and game.deck(Back.DRAW)[-1] == "trade"


@pytest.mark.rule("DB-29", "C-5")
def test_offered_and_accepted_cards_become_public():
    game = offer(acting("trade, coin, coin", "tnt, lasso", "").do("play trade"), "coin, coin", "tnt").do("accept")
    assert game.known(2, 0) == "coin, coin" and game.known(2, 1) == "tnt" and game.mover == 2
