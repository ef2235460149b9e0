"""Digging Bandits in small positions: digging, Draw cards, reactions, Doodads, trade."""

from collections import Counter

import pytest

from dig_envs.digging_bandits.components import Back
from tests.rules.digging_bandits_positions import Position

SIDE_BY_SIDE = ["land 3", "land 4", "land 6", "land 8"]


def acting(*hands: str, **arguments) -> Position:
    """Seat 0 has landed on land 3, and acts; the others stand on spaces of their own."""
    return Position(hands, **{"places": SIDE_BY_SIDE[: len(hands)], "phase": "action", **arguments})


def digging(hand: str, stack: str, *others: str, **arguments) -> Position:
    """Seat 0 may dig on land 3."""
    return acting(hand, *(others or ("",)), land={"land 3": stack}, **arguments)


def drawing(card: str, *hands: str, **arguments) -> Position:
    """Seat 0 has picked up that Draw card."""
    return acting(*hands, dig="shovel", draw=card, **arguments).do("pick up")


# --- playing Draw cards


@pytest.mark.rule("DB-25")
def test_one_draw_card_or_several_outlaws():
    game = acting("outlaw, outlaw, lasso", "shovel, shovel").do("play outlaw", "player +1", "dig back")
    assert "play lasso" not in game.legal and "play outlaw" in game.legal
    assert game.do("play outlaw", "player +1", "dig back").hand(0) == "shovel, shovel, lasso"
    assert "play outlaw" not in acting("outlaw, lasso", "coin").do("play lasso", "player +1").legal


@pytest.mark.rule("DB-26")
def test_an_outlaw_steals_a_random_card_of_a_back_or_a_tech():
    game = acting("outlaw", "shovel, gold", tech=[0, 2]).do("play outlaw", "player +1")
    assert game.legal == ["land back", "dig back", "a tech"]
    assert game.do("a tech").tech == [1, 1]
    stolen = Counter(
        acting("outlaw", "coin, tnt", seed=s).do("play outlaw", "player +1", "draw back").hand(0) for s in range(40)
    )
    assert set(stolen) == {"coin", "tnt"}


@pytest.mark.rule("DB-26", "DB-33")
def test_nobody_in_the_cabin_is_robbed_and_an_empty_hand_neither():
    game = acting("outlaw", "coin", "coin", "", places=["land 3", "cabin", "land 4", "land 6"]).do("play outlaw")
    assert game.legal == ["player +2"]


@pytest.mark.rule("DB-26")
def test_a_bribe_of_two_coins_prevents_the_theft():
    game = acting("outlaw", "coin, coin, shovel").do("play outlaw", "player +1", "dig back")
    assert (game.asks, game.mover, game.legal) == ("BRIBE", 1, ["pass", "pay"])
    assert game.do("pay").hand(1) == "shovel" and game.hand(0) == ""
    assert acting("outlaw", "coin, coin, shovel").do("play outlaw", "player +1", "dig back", "pass").hand(0) == "shovel"
    assert acting("outlaw", "coin, shovel").do("play outlaw", "player +1", "dig back").hand(0) == "shovel"


@pytest.mark.rule("DB-26", "DB-24")
def test_a_stopped_bribe_may_be_paid_again():
    game = acting("outlaw, cowboy", "coin, coin, coin, coin, shovel").do("play outlaw", "player +1", "dig back", "pay")
    assert (game.asks, game.mover) == ("bribe", 0)
    game.do("play cowboy")
    assert (game.asks, game.mover, game.hand(1)) == ("BRIBE", 1, "shovel, coin, coin")
    assert game.do("pay").hand(0) == ""


@pytest.mark.rule("DB-27")
def test_an_outlaw_may_take_the_bridge_that_the_piece_landed_on():
    game = acting("outlaw", "", bridges={"land 3": 1}).do("play outlaw")
    assert game.legal == ["this bridge"] and game.do("this bridge").bridges == {"land 3": 0}
    assert acting("outlaw", "", bridges={"land 3": 1, "land 5": 0, "land 8": 0}).legal == ["pick up"]
    assert acting("outlaw", "", bridges={"land 3": 1}, places=["land 3", "cabin"]).legal == ["pick up"]


@pytest.mark.rule("DB-27")
def test_not_where_the_piece_only_stopped():
    game = Position(["outlaw", ""], places=["land 3", "land 9"], bridges={"land 4": 1}).roll(1, 2).do("stop")
    assert game.legal == ["pick up"]


@pytest.mark.rule("DB-27", "DB-26")
def test_a_plot_may_be_taken_and_the_owner_may_bribe():
    game = digging("outlaw", "ground", "coin, coin", plot=("land 3", 1)).do("play outlaw", "the plot")
    assert game.mover == 1 and game.do("pass").plot == ("land 3", 0)


@pytest.mark.rule("DB-28")
def test_a_lasso_shows_the_whole_hand_to_its_player_only():
    game = acting("lasso", "gold, shovel, shovel, tnt", "").do("play lasso", "player +1")
    assert game.known(0, 1) == "gold, shovel, shovel, tnt" and game.known(2, 1) == ""


# --- trade


def offer(game: Position, give: str, *want: str) -> Position:
    """Offer these things, and want those."""
    items = {"a tech", "the plot"}
    for side in (give.split(", "), want):
        for item in side:
            game.do(item if item in items or "back" in item or "land " in item[:5] else f"name {item}")
        if "done" in game.legal:
            game.do("done")
    return game


@pytest.mark.rule("DB-29")
def test_a_trade_is_offered_answered_and_exchanged():
    game = offer(acting("trade, coin, shovel", "tnt, lasso", "tnt").do("play trade"), "coin, shovel", "tnt")
    assert (game.asks, game.mover, game.legal) == ("ANSWER", 1, ["pass", "accept"])
    game.do("accept", "accept")
    assert (game.asks, game.mover, game.legal) == ("PARTNER", 0, ["pass", "player +1", "player +2"])
    game.do("player +2")
    assert (game.hand(0), game.hand(1), game.hand(2)) == ("tnt", "lasso, tnt", "shovel, coin")


@pytest.mark.rule("DB-29")
def test_only_who_can_give_says_yes_and_nobody_in_the_cabin_is_asked():
    game = acting("trade, coin", "shovel", "tnt", places=["land 3", "land 4", "cabin"]).do("play trade")
    offer(game, "coin", "tnt")
    assert game.mover == 1 and game.legal == ["pass"]
    assert game.do("pass").asks == "OFFER", "no taker: another offer may follow"


@pytest.mark.rule("DB-29")
def test_a_declined_offer_may_be_followed_by_two_more():
    game = acting("trade, coin", "tnt").do("play trade")
    for left in (2, 1, 0):
        assert ("pass" in game.legal) == (left < 2)
        offer(game, "coin", "tnt").do("pass")
    assert game.asks == "ACTION" and game.legal == ["end turn", "pick up"]
    assert (
        acting("trade, coin", "tnt").do("play trade", "name coin", "done", "name tnt", "done", "pass", "pass").asks == "ACTION"
    )


@pytest.mark.rule("DB-29")
def test_a_card_of_a_back_is_chosen_by_who_gives_it():
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
    assert offer(full, "land 9", "shovel").legal == ["pass"], "it has two bridges already"


@pytest.mark.rule("DB-29", "DB-22")
def test_a_trader_may_not_end_with_three_bridges():
    bridges = {"land 9": 0, "land 11": 0, "land 10": 1}
    game = acting("trade, coin", "shovel", bridges=bridges).do("play trade", "name coin", "done")
    assert "land 10" not in game.legal
    game = acting("trade, coin", "shovel", bridges=bridges).do("play trade", "land 9", "done")
    assert "land 10" in game.legal


@pytest.mark.rule("DB-29", "DB-45", "DB-46")
@pytest.mark.parametrize("card", ["cowboy", "bandit's block"])
def test_the_others_may_stop_a_trade(card):
    game = offer(acting("trade, coin", "tnt", card).do("play trade"), "coin", "tnt").do("accept", "pass", "player +1")
    assert (game.asks, game.mover) == ("trade", 2)
    game.do(f"play {card}")
    assert game.hand(0) == "coin" and game.hand(1) == "tnt" and game.asks == "ACTION"


@pytest.mark.rule("DB-29")
def test_promised_cards_are_not_played_before_the_exchange():
    game = offer(acting("trade, cowboy", "tnt", "cowboy").do("play trade"), "cowboy", "tnt").do("accept", "pass", "player +1")
    game.do("play cowboy")
    assert game.asks == "ACTION", "the trader's COWBOY is promised, so nobody can counter"


@pytest.mark.rule("DB-29")
@pytest.mark.parametrize("places", [["land 3", "cabin"], ["cabin", "land 3"]])
def test_a_trade_that_cannot_be_offered_is_just_played(places):
    game = acting("trade, coin", "tnt", places=places).do("play trade")
    assert game.legal == ["end turn", "pick up"] and game.deck(Back.DRAW)[-1] == "trade"


@pytest.mark.rule("DB-29", "C-5")
def test_what_is_offered_and_accepted_is_true_and_known():
    game = offer(acting("trade, coin, coin", "tnt, lasso", "").do("play trade"), "coin, coin", "tnt").do("accept")
    assert game.known(2, 0) == "coin, coin" and game.known(2, 1) == "tnt" and game.mover == 2


# --- immediate cards


@pytest.mark.rule("DB-30", "DB-44")
def test_a_pick_up_takes_a_dig_and_a_draw_card_and_an_immediate_one_resolves_at_once():
    game = acting("", "", dig="pickaxe", draw="lasso").do("pick up")
    assert game.hand(0) == "pickaxe, lasso"
    game = drawing("duel", "", "")
    assert game.hand(0) == "shovel" and game.asks == "DUEL"
    for card in ("gambling", "hideout cabin", "shuffle draw deck", "tip cart", "train heist"):
        assert card not in drawing(card, "", "", landfill="ground").hand(0)


@pytest.mark.rule("DB-31")
@pytest.mark.parametrize(
    ("pips", "winner"), [((6, 5, 6, 6), 1), ((4, 2, 6, 6), 0), ((3, 3, 1, 2), 0), ((2, 3, 4, 1), None), ((3, 3, 4, 2), 1)]
)
def test_the_winner_of_a_duel_takes_all_cards(pips, winner):
    game = drawing("duel", "coin", "tnt, saving spoon", tech=[1, 2]).dice(*pips).do("player +1")
    hands = {
        0: ("shovel, coin, tnt, saving spoon", ""),
        1: ("", "shovel, coin, tnt, saving spoon"),
        None: ("shovel, coin", "tnt, saving spoon"),
    }
    assert (game.hand(0), game.hand(1)) == hands[winner]
    assert game.tech == {0: [3, 0], 1: [0, 3], None: [1, 2]}[winner]


@pytest.mark.rule("DB-31", "DB-33")
def test_nobody_in_the_cabin_is_challenged_and_with_nobody_left_nothing_happens():
    assert drawing("duel", "", "", "", places=["land 3", "cabin", "land 4"]).legal == ["player +2"]
    assert drawing("duel", "", "", places=["land 3", "cabin"]).mover == 1


@pytest.mark.rule("DB-32")
def test_gambling_loses_hand_doodads_gold_and_tech():
    game = drawing("gambling", "gold, coin, saving spoon, land wanted bella moon", "", tech=[2, 0], bridges={"land 9": 0})
    assert game.hand(0) == "" and game.tech == [0, 0] and game.bridges == {"land 9": 0}
    assert sorted(game.deck(Back.LAND)) == ["gold", "land wanted bella moon", "tech", "tech"]


@pytest.mark.rule("DB-33")
def test_the_hideout_card_leads_to_the_cabin_and_gives_a_doodad():
    game = drawing("hideout cabin", "", "", doodads="saving spoon")
    assert game.places[0] == "cabin" and game.hand(0) == "shovel, saving spoon"
    assert (
        drawing("hideout cabin", "", "", doodads="saving spoon", places=["cabin", "land 4"]).hand(0) == "shovel, saving spoon"
    )


@pytest.mark.rule("DB-33")
def test_a_warp_into_the_cabin_goes_to_its_deck_after_the_doodad():
    game = Position(["western warp", ""], doodads="saving spoon").do("play western warp", "cabin")
    assert game.deck(Back.DOODAD)[-1] == "western warp" and "saving spoon" in game.hand(0)


@pytest.mark.rule("DB-33", "DB-43")
def test_a_cowboy_stops_a_pick_up_in_the_cabin_and_nobody_inside_plays_one():
    game = acting("", "cowboy", "cowboy", places=["cabin", "land 4", "cabin"]).do("pick up")
    assert (game.asks, game.mover) == ("pick_up", 1)
    game.do("play cowboy")
    assert game.hand(0) == "" and game.mover == 1 and game.asks == "MOVE"


@pytest.mark.rule("DB-34")
def test_a_shuffle_may_set_a_trap_that_its_player_alone_knows():
    game = drawing("shuffle draw deck", "", "").do("set a trap")
    top = game.deck(Back.DRAW)[0]
    assert top in {"duel", "gambling", "hideout cabin", "tip cart", "train heist"}
    assert game.draw_top(0) == [top, "?", "?"] and game.draw_top(1) == ["?"] * 3
    assert game.deck(Back.DRAW)[-1] == "shuffle draw deck" and game.deck_known(Back.DRAW)[-1] == "shuffle draw deck"


@pytest.mark.rule("DB-34")
def test_a_plain_shuffle_is_random_and_looks_the_same_to_the_others():
    tops = Counter(drawing("shuffle draw deck", "", "", seed=s).do("shuffle plainly").deck(Back.DRAW)[0] for s in range(60))
    assert len(tops) > 8
    plain, trap = (drawing("shuffle draw deck", "", "").do(action) for action in ("shuffle plainly", "set a trap"))
    for name, seen in plain.seen(1).items():
        assert (seen == trap.seen(1)[name]).all(), name


@pytest.mark.rule("DB-35")
def test_a_tip_cart_puts_landfill_cards_on_any_spaces():
    game = drawing("tip cart", "", "", landfill="gold, stone, ground", land={"land 5": "ground"}).do("take 2")
    assert game.legal == ["lay first", "lay second"]
    game.do("lay second", "land 5", "land 8")
    assert game.stack("land 5") == "ground, stone" and game.stack("land 8") == "gold" and game.deck(Back.LAND) == ["ground"]
    assert game.land_known(0, "land 8") == ["gold"] and game.land_known(1, "land 8") == ["?"]


@pytest.mark.rule("DB-35", "DB-51")
def test_a_tip_cart_puts_nothing_on_towns_bridges_and_plots():
    at = {"landfill": "gold", "bridges": {"land 5": 0}, "land": {"land 8": "ground"}, "plot": ("land 8", 0)}
    game = drawing("tip cart", "", "", **at).do("take 1")
    assert {"land 5", "land 8", "town 7", "cabin"}.isdisjoint(game.legal) and "land 9" in game.legal


@pytest.mark.rule("DB-35")
def test_one_card_in_the_landfill_can_be_taken_once_and_none_does_nothing():
    assert drawing("tip cart", "", "", landfill="gold").legal == ["take 1"]
    assert drawing("tip cart", "", "").mover == 1


@pytest.mark.rule("DB-36")
def test_a_train_heist_passes_hands_and_tech_clockwise_around_the_cabin():
    game = drawing("train heist", "coin", "tnt", "lasso", places=["land 3", "cabin", "land 4"], tech=[1, 2, 3])
    assert [game.hand(seat) for seat in range(3)] == ["lasso", "tnt", "shovel, coin"] and game.tech == [3, 2, 1]


@pytest.mark.rule("DB-36")
def test_a_train_heist_needs_two():
    assert drawing("train heist", "coin", "tnt", places=["land 3", "cabin"]).hand(0) == "shovel, coin"
    assert drawing("train heist", "coin", "tnt, bandit's block").do("play bandit's block").hand(0) == "shovel, coin"


@pytest.mark.rule("DB-36", "DB-45")
def test_a_shielded_player_takes_no_part_in_a_train_heist():
    game = drawing("train heist", "coin", "tnt, bandit's block", "lasso").do("play bandit's block")
    assert [game.hand(seat) for seat in range(3)] == ["lasso", "tnt", "shovel, coin"]


# --- digging


@pytest.mark.rule("DB-37")
def test_a_dig_needs_land_cards_and_a_shovel_or_wheelbarrow():
    assert acting("shovel", "").legal == ["pick up"]
    assert digging("pickaxe, wheelbarrow", "ground").legal == ["pick up"], "no TECH for the WHEELBARROW"
    assert "play wheelbarrow" in digging("wheelbarrow", "ground", tech=[1, 0]).legal
    assert "play mining site" not in digging("mining site", "ground", tech=[2, 0]).legal
    assert "play mining site" in digging("mining site", "ground", tech=[3, 0]).legal


@pytest.mark.rule("DB-37")
def test_reach_stays_below_the_height_and_pickaxes_come_last():
    game = digging("shovel, shovel, shovel, wheelbarrow, pickaxe, pickaxe", "ground, ground", tech=[1, 0]).do("play shovel")
    assert game.legal == ["dig", "play shovel", "play pickaxe", "play wheelbarrow"]
    game.do("play shovel")
    assert game.legal == ["dig", "play pickaxe"], "two are enough for two cards"
    game = digging("shovel, shovel, pickaxe, pickaxe", "ground, ground").do("play shovel", "play pickaxe")
    assert game.legal == ["dig"], "one card of reach, one PICKAXE, and no more tools"


@pytest.mark.rule("DB-37")
def test_as_many_wheelbarrows_as_tech():
    game = digging("wheelbarrow, wheelbarrow", "ground, ground, ground, ground", tech=[1, 0]).do("play wheelbarrow")
    assert game.legal == ["dig"]


@pytest.mark.rule("DB-38")
def test_cards_come_off_one_at_a_time_and_the_digger_may_stop():
    game = digging("shovel, wheelbarrow", "ground, ground, ground, ground", tech=[1, 0]).do(
        "play wheelbarrow", "play shovel", "dig"
    )
    assert game.legal == ["stop", "dig"] and game.deck(Back.LAND) == ["ground"]
    game.do("dig")
    assert game.do("stop").stack("land 3") == "ground, ground"


@pytest.mark.rule("DB-38")
def test_reach_counts_every_card_that_comes_off():
    game = digging("wheelbarrow, pickaxe", "ground, ground, stone", tech=[1, 0]).do(
        "play wheelbarrow", "play pickaxe", "dig", "dig"
    )
    assert game.stack("land 3") == "ground" and game.asks == "ACTION"


@pytest.mark.rule("DB-38", "DB-52")
@pytest.mark.parametrize("tool", ["mining site", "saving spoon"])
def test_mining_site_and_spoon_clear_the_stack_with_its_stones(tool):
    game = digging(tool, "ground, stone, stone, stone", tech=[3, 0]).do(f"play {tool}", "dig", "dig", "dig")
    assert game.stack("land 3") == "" and game.asks == "ACTION"


@pytest.mark.rule("DB-39")
def test_gold_goes_to_the_hand_unseen_and_tech_before_the_digger():
    game = digging("shovel, shovel, shovel", "land wanted bella moon, tech, gold").do(
        "play shovel", "play shovel", "play shovel", "dig", "dig", "dig"
    )
    assert game.hand(0) == "gold, land wanted bella moon" and game.tech[0] == 1
    assert game.known(1, 0) == "" and game.seen(1)["backs"][1][0] == 2 / 8


@pytest.mark.rule("DB-39")
def test_ground_and_broken_stone_go_under_the_landfill_seen_by_all():
    game = digging("shovel, shovel, pickaxe", "stone, ground", landfill="gold").do(
        "play shovel", "play shovel", "play pickaxe", "dig", "dig"
    )
    assert game.deck(Back.LAND) == ["gold", "ground", "stone"] and game.deck_known(Back.LAND) == ["?", "ground", "stone"]


@pytest.mark.rule("DB-40")
def test_a_stone_that_cannot_be_broken_goes_back_known_to_all():
    game = digging("shovel, shovel", "ground, stone").do("play shovel", "play shovel", "dig")
    assert game.stack("land 3") == "ground, stone" and game.asks == "ACTION"
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
def test_anyone_may_disarm_dynamite_and_digging_goes_on(card, seat):
    hands = ["shovel, shovel, coin", "lasso"]
    hands[seat] += f", {card}"
    game = digging(hands[0], "ground, dynamite", hands[1]).do("play shovel", "play shovel", "dig")
    if seat == 1 and card == "cowboy":
        assert game.asks == "dig"
        game.do("pass")
    assert (game.asks, game.mover) == ("dynamite", seat)
    game.do(f"play {card}")
    assert game.hand(0) == "coin" and game.legal == ["stop", "dig"] and game.deck(Back.LAND) == ["dynamite"]


@pytest.mark.rule("DB-41", "DB-52")
def test_a_spoon_disarms_by_itself():
    game = digging("saving spoon, coin", "ground, dynamite").do("play saving spoon")
    assert game.hand(0) == "coin" and game.legal == ["stop", "dig"]


@pytest.mark.rule("DB-42")
def test_the_digging_hand_is_discarded_and_tech_stays():
    game = digging("wheelbarrow, wheelbarrow", "ground", tech=[1, 0]).do("play wheelbarrow", "dig")
    assert game.deck(Back.DIG)[-1] == "wheelbarrow" and game.hand(0) == "wheelbarrow" and game.tech == [1, 0]


@pytest.mark.rule("DB-43")
def test_a_dig_is_stopped_before_the_first_card_and_its_tools_are_lost():
    game = digging("shovel, lasso", "ground", "cowboy").do("play shovel", "dig")
    assert (game.asks, game.mover) == ("dig", 1)
    game.do("play cowboy")
    assert game.stack("land 3") == "ground" and game.hand(0) == "lasso"
    assert game.legal == ["end turn", "pick up", "play lasso"]


@pytest.mark.rule("DB-44")
def test_an_empty_deck_gives_nothing():
    dig = ", ".join(["shovel"] * 23 + ["pickaxe"] * 9 + ["wheelbarrow"] * 11 + ["mining site"] * 5)
    game = acting("", dig, draw="lasso").do("pick up")
    assert game.hand(0) == "lasso"


# --- reactions


@pytest.mark.rule("DB-45")
@pytest.mark.parametrize("doodad", ["card cache", "money magnet", "ouija oracle", "private plot", "golden guide"])
def test_a_block_stops_a_bonus_action_which_counts_as_used(doodad):
    game = digging(f"{doodad}, coin, tnt, lasso", "ground", "bandit's block, coin").do(f"play {doodad}")
    assert (game.asks, game.mover) == ("bonus", 1)
    game.do("play bandit's block")
    assert game.table.bonus and game.deck(Back.DOODAD)[-2:].count(doodad) == 1 and game.hand(1) == "coin"
    assert game.draw_top(0) == ["?"] * 3 and game.land_known(0, "land 3") == ["?"] and game.plot is None


@pytest.mark.rule("DB-45")
def test_a_block_stops_a_warp_a_double_time_and_a_spoon():
    game = Position(["western warp", "bandit's block"], places=["land 3", "land 4"]).do(
        "play western warp", "play bandit's block"
    )
    assert (game.asks, game.legal) == ("MOVE", ["roll"])
    game = acting("double-time", "bandit's block", draw="coin").do("pick up", "play double-time", "play bandit's block")
    assert (game.asks, game.mover) == ("MOVE", 1)
    game = digging("saving spoon", "ground", "bandit's block, cowboy").do("play saving spoon")
    assert game.legal == ["pass", "play bandit's block"], "no COWBOY against a Doodad"
    assert game.do("play bandit's block").stack("land 3") == "ground" and game.hand(0) == ""


@pytest.mark.rule("DB-45")
def test_a_block_shields_its_own_player_only():
    game = acting("outlaw", "shovel", "bandit's block").do("play outlaw", "player +1", "dig back")
    assert game.hand(0) == "shovel"
    game = acting("outlaw", "shovel, bandit's block", "").do("play outlaw", "player +1", "dig back", "play bandit's block")
    assert game.hand(0) == "" and game.hand(1) == "shovel"
    game = acting("lasso", "shovel, bandit's block", "").do("play lasso", "player +1", "play bandit's block")
    assert game.known(0, 1) == ""
    assert drawing("duel", "", "bandit's block", "").do("player +1", "play bandit's block").mover == 1
    assert drawing("gambling", "coin, bandit's block", "").do("play bandit's block").hand(0) == "shovel, coin"
    assert drawing("gambling", "coin", "bandit's block").hand(0) == ""


@pytest.mark.rule("DB-46", "DB-47")
@pytest.mark.parametrize("card", ["train heist", "gambling", "hideout cabin"])
def test_a_cowboy_stops_an_immediate_card(card):
    game = (
        drawing(card, "coin", "cowboy, tnt", dig="shovel")
        if False
        else acting("coin", "tnt", "cowboy", dig="shovel", draw=card)
    )
    game.do("pick up", "pass")
    assert (game.asks, game.mover) == ({"train heist": "heist", "hideout cabin": "hideout"}.get(card, card), 2)
    game.do("play cowboy")
    assert game.hand(0) == "shovel, coin" and game.places[0] == "land 3"
    assert game.deck(Back.DRAW)[-2:] == [card, "cowboy"]


@pytest.mark.rule("DB-46")
def test_a_cowboy_stops_lasso_outlaw_and_duel():
    game = acting("lasso", "shovel", "cowboy").do("play lasso", "player +1", "play cowboy")
    assert game.known(0, 1) == ""
    game = acting("outlaw", "shovel", "cowboy").do("play outlaw", "player +1", "dig back", "play cowboy")
    assert game.hand(0) == ""
    game = acting("coin", "tnt", "cowboy", draw="duel").do("pick up", "pass", "player +1", "play cowboy").dice(6, 6, 1, 1)
    assert game.hand(1) == "tnt"


@pytest.mark.rule("DB-46", "DB-47", "C-3")
def test_a_cowboy_may_be_countered_and_the_last_block_holds():
    hands = ("lasso, cowboy", "shovel", "cowboy")
    game = acting(*hands).do("play lasso", "player +1", "play cowboy")
    assert (game.asks, game.mover) == ("cowboy", 0), "the blocked player is asked first"
    game.do("play cowboy")
    assert game.known(0, 1) == "shovel"
    game = acting("lasso, cowboy", "shovel, bandit's block", "cowboy").do(
        "play lasso", "player +1", "pass", "play cowboy", "play cowboy"
    )
    assert (game.asks, game.mover) == ("cowboy", 1), "and the counter may be countered"
    game.do("play bandit's block")
    assert game.known(0, 1) == ""


@pytest.mark.rule("C-3", "DB-47")
def test_after_a_countered_block_asking_goes_on_at_its_player():
    game = acting("lasso, bandit's block", "shovel", "cowboy, cowboy").do(
        "play lasso", "player +1", "play cowboy", "play bandit's block"
    )
    assert (game.asks, game.mover) == ("lasso", 2), "it may play again"
    assert game.do("play cowboy").known(0, 1) == ""


@pytest.mark.rule("DB-47", "C-4")
def test_the_victim_is_asked_first_then_clockwise_from_the_acting_seat():
    game = acting("lasso", "cowboy", "shovel, bandit's block").do("play lasso", "player +2")
    assert (game.mover, game.do("pass").mover) == (2, 1)
    hands = ["shovel, shovel, cowboy", "bandit's block"]
    game = digging(hands[0], "ground, dynamite", hands[1]).do("play shovel", "play shovel", "dig")
    assert game.mover == 0


@pytest.mark.rule("DB-47", "DB-24")
def test_the_victim_of_a_tnt_is_the_bridges_owner_of_a_bribe_the_thief():
    hands, places = ["tnt", "cowboy", "", "cowboy"], ["land 3", "land 9", "land 9", "land 9"]
    game = Position(hands, places=places, bridges={"land 5": 3}).roll(1, 2).do("play tnt")
    assert (game.asks, game.mover, game.do("pass").mover) == ("tnt", 3, 1)
    game = acting("outlaw, cowboy", "", "coin, coin, shovel", "cowboy").do(
        "play outlaw", "player +2", "dig back", "pass", "pay"
    )
    assert (game.asks, game.mover, game.do("pass").mover) == ("bribe", 0, 3)


@pytest.mark.rule("DB-47")
def test_the_acting_seat_is_asked_last_about_its_immediate_card_only():
    game = acting("cowboy", "bandit's block", draw="train heist").do("pick up")
    assert (game.asks, game.mover) == ("heist", 1)
    assert (game.do("pass").asks, game.mover) == ("heist", 0)
    assert acting("lasso, cowboy", "coin").do("play lasso", "player +1").known(0, 1) == "coin"


@pytest.mark.rule("DB-47")
def test_a_duel_is_answered_after_the_challenge():
    game = acting("", "bandit's block", "cowboy", draw="duel").do("pick up", "pass")
    assert game.asks == "DUEL"
    assert game.do("player +1").asks == "duel" and game.mover == 1


@pytest.mark.rule("C-4", "DB-47")
def test_a_pass_leaves_no_trace():
    asked = acting("lasso", "shovel, cowboy").do("play lasso", "player +1", "pass")
    other = acting("lasso", "shovel, tnt").do("play lasso", "player +1")
    for name in ("decision", "event", "actor", "victim", "backs", "turn", "step"):
        assert (asked.seen(0)[name] == other.seen(0)[name]).all(), name


# --- Doodads


@pytest.mark.rule("DB-48")
def test_card_cache_exchanges_three_cards():
    game = acting("card cache, coin, gold, shovel, saving spoon", "", dig="pickaxe, wheelbarrow", draw="tnt").do(
        "play card cache"
    )
    game.do("name gold", "name saving spoon", "name coin")
    assert game.legal == ["dig back", "draw back"]
    game.do("dig back", "draw back", "dig back")
    assert game.hand(0) == "shovel, pickaxe, wheelbarrow, tnt" and game.asks == "ACTION"
    assert "play card cache" not in acting("card cache, coin, tnt", "").legal


@pytest.mark.rule("DB-48")
def test_immediate_cards_resolve_before_the_next_is_taken_and_the_rest_are_taken_whatever_happened():
    game = acting("card cache, coin, coin, coin, lasso", "", dig="shovel, pickaxe", draw="gambling, tnt")
    game.do("play card cache", "name coin", "name coin", "name coin", "dig back", "draw back")
    assert game.hand(0) == "" and game.asks == "TAKE"
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
def test_money_magnet_takes_all_coins_of_those_outside_the_cabin():
    game = acting("money magnet", "coin, coin, tnt", "coin", places=["land 3", "land 4", "cabin"]).do("play money magnet")
    assert [game.hand(seat) for seat in range(3)] == ["coin, coin", "tnt", "coin"]


@pytest.mark.rule("DB-51")
def test_only_its_owner_digs_on_a_plot_which_goes_back_with_the_last_card():
    game = digging("private plot, shovel", "ground", "shovel", bridges={"land 5": 1}).do("play private plot")
    assert "land 3" in game.legal and {"land 5", "land 8"}.isdisjoint(game.legal)
    game.do("land 3")
    assert game.plot == ("land 3", 0) and "play shovel" in game.legal
    game.do("play shovel", "dig")
    assert game.plot is None and game.deck(Back.DOODAD)[-1] == "private plot"
    assert digging("shovel", "ground", plot=("land 3", 1)).legal == ["pick up"]


@pytest.mark.rule("DB-59")
def test_in_a_quick_game_tech_is_like_ground_and_no_tool_needs_it():
    game = digging("mining site", "ground, tech", quick_play=True).do("play mining site")
    assert game.tech == [0, 0] and game.deck(Back.LAND) == ["tech"]
    game = digging("wheelbarrow, wheelbarrow", "ground, ground, ground", quick_play=True).do("play wheelbarrow")
    assert "play wheelbarrow" in game.legal


@pytest.mark.rule("DB-59")
def test_in_a_quick_game_found_dynamite_leaves_the_game():
    game = digging("shovel", "dynamite", quick_play=True).do("play shovel", "dig")
    assert game.deck(Back.LAND) == [] and game.table.gone_dynamite == 1
