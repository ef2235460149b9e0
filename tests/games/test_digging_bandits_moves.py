"""Test components, set-up, moves, bridges and the order of a turn in Digging Bandits in small positions."""

from collections import Counter

import numpy as np
import pytest

import dig_envs
from dig_envs.core.errors import OptionError
from dig_envs.core.game import End
from dig_envs.digging_bandits import GAME
from dig_envs.digging_bandits.components import CARDS, CHARACTERS, KIND_NAMES, OWN_DOODAD, PLACE_NAMES, STARTING, TOWNS, Back
from tests.support.digging_bandits_positions import Position


def dealt(num_tables: int = 100, **options) -> np.ndarray:
    return dig_envs.batch("digging_bandits_v0", num_tables=num_tables, seed=1, **options).states


# --- components


@pytest.mark.rule("DB-1", "DB-2", "DB-3", "DB-4")
def test_each_deck_has_its_cards():
    counts = {name: copies for name, _, copies in CARDS}
    land = {"dynamite": 3, "gold": 1, "ground": 19, "stone": 7, "tech": 14}
    dig = {"mining site": 5, "shovel": 23, "pickaxe": 9, "wheelbarrow": 11}
    draw = {"bridge": 4, "coin": 13, "cowboy": 2, "duel": 2, "gambling": 1, "hideout cabin": 3, "lasso": 1, "outlaw": 4}
    draw |= {"sheriff": 3, "shuffle draw deck": 1, "tip cart": 5, "tnt": 2, "trade": 2, "train heist": 1}
    assert (land | dig | draw).items() <= counts.items()
    sizes = Counter()
    for name, back, copies in CARDS:
        sizes[back] += copies
        assert copies == 1 or back != Back.DOODAD
        assert name.endswith(CHARACTERS) == ("wanted" in name)
    assert sizes == {Back.LAND: 48, Back.DIG: 48, Back.DRAW: 48, Back.DOODAD: 9}


@pytest.mark.rule("DB-5")
def test_the_board_is_a_loop_of_sixteen_spaces_and_four_towns():
    assert sum(name.startswith("land") for name in PLACE_NAMES) == 16 and TOWNS == (2, 7, 12, 17)
    game = Position(["coin", "coin"]).roll(1, 2)
    assert game.places[0] == "town 2"
    assert Position(["coin", "coin"], places=["land 19", "cabin"]).roll(2, 1).places[0] == "town 2"


@pytest.mark.rule("DB-6")
def test_the_number_of_cards_of_each_back_in_a_hand_is_public():
    game = Position(["gold, shovel, shovel, coin, western warp", "land wanted bella moon"])
    assert game.seen(1)["backs"][1].tolist() == pytest.approx([1 / 5, 2 / 48, 1 / 35, 1 / 9])
    assert game.seen(0)["backs"][1].tolist() == pytest.approx([1 / 5, 0, 0, 0])


@pytest.mark.rule("DB-7")
def test_no_seat_knows_the_top_of_a_deck():
    one, other = (Position(["coin", "shovel"], draw=card) for card in ("duel", "lasso"))
    for seat in (0, 1):
        for name, seen in one.seen(seat).items():
            assert (seen == other.seen(seat)[name]).all(), name


# --- set-up


@pytest.mark.rule("DB-8", "DB-9")
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_a_deal_lays_stacks_of_three_and_gives_each_character_its_cards(num_players):
    for state in dealt(num_players=num_players):
        table = state["table"]
        land = [place.startswith("land") for place in PLACE_NAMES]
        assert (table["height"][land] == 3).all() and table["height"].sum() == 48
        assert (table["place"][:num_players] == 20).all()
        characters = table["character"][:num_players]
        assert len(set(characters)) == num_players
        for seat, character in enumerate(characters):
            hand = np.repeat(np.arange(30), state["seats"]["hand"][seat])
            assert Counter(STARTING[character].tolist()) == Counter(hand[hand < 21].tolist())
            assert (table["known"][seat] == state["seats"]["hand"][seat]).all()


@pytest.mark.rule("DB-8", "C-10")
def test_characters_and_land_are_shuffled():
    states = dealt(2000)
    assert np.abs(np.bincount(states["table"]["character"][:, 0], minlength=4) - 500).max() < 110
    gold = (states["secret"]["land"] == KIND_NAMES.index("gold")).argmax(axis=1)
    assert np.abs(np.bincount(gold, minlength=48) - 2000 / 48).max() < 40


@pytest.mark.rule("DB-10")
def test_the_first_draw_card_is_never_immediate():
    states = dealt(1500)
    immediate = range(KIND_NAMES.index("duel"), KIND_NAMES.index("train heist") + 1)
    tops, seconds = (states["secret"]["deck"][:, Back.DRAW, k] for k in (0, 1))
    assert not np.isin(tops, immediate).any() and np.isin(seconds, immediate).mean() > 0.2


@pytest.mark.rule("DB-11", "C-1")
def test_the_highest_roll_begins_and_a_four_and_two_gives_the_characters_doodad():
    states = dealt(3000)
    with_doodad = 0
    for state in states:
        hands = state["seats"]["hand"]
        for seat in (0, 1):
            doodads = [kind for kind in range(21, 30) if hands[seat][kind]]
            assert doodads in ([], [OWN_DOODAD[state["table"]["character"][seat]]])
            with_doodad += len(doodads)
        if hands[0][21:30].any() != hands[1][21:30].any():
            assert state["table"]["active"] == hands[1][21:30].any()
    assert 0.08 < with_doodad / 3000 < 0.16, "each of two players has probability 2/36, and ties roll again"
    assert 0.45 < states["table"]["active"].mean() < 0.55


@pytest.mark.rule("DB-12")
def test_used_cards_go_to_the_bottom_of_their_deck_in_order_of_use():
    game = Position(["lasso, western warp", "cowboy"], places=["land 3", "land 4"], phase="action")
    game.do("play lasso", "player +1", "play cowboy")
    assert game.deck(Back.DRAW)[-2:] == game.deck_known(Back.DRAW)[-2:] == ["lasso", "cowboy"]


@pytest.mark.rule("DB-12", "DB-61")
def test_no_seat_knows_the_order_of_cards_discarded_together():
    orders = set()
    for seed in range(20):
        game = Position(
            ["shovel, pickaxe", ""], places=["land 3", "cabin"], land={"land 3": "ground"}, phase="action", seed=seed
        )
        game.do("play shovel", "play pickaxe", "dig")
        orders.add(tuple(game.deck(Back.DIG)[-2:]))
        assert game.deck_known(Back.DIG)[-2:] == ["?", "?"]
    assert orders == {("shovel", "pickaxe"), ("pickaxe", "shovel")}


# --- moving


@pytest.mark.rule("DB-14")
def test_a_roll_moves_the_piece_clockwise_by_its_total():
    game = Position(["coin", "coin"], places=["land 16", "cabin"]).roll(5, 3)
    assert game.places[0] == "land 4"


@pytest.mark.rule("DB-14")
def test_a_four_and_two_moves_the_piece_to_any_place_without_tolls():
    game = Position(["coin", "coin"], places=["land 3", "cabin"], bridges={"land 4": 1}).roll(2, 4)
    assert game.pending == "DESTINATION" and len(game.legal) == 21
    assert game.do("town 12").places[0] == "town 12" and game.owing == []
    assert Position(["coin", "coin"]).roll(3, 3).pending == "ACTION"


@pytest.mark.rule("DB-14", "DB-53")
def test_western_warp_replaces_a_roll_and_counts_as_landing():
    game = Position(["western warp, gold", "coin"]).do("play western warp")
    assert "roll" not in game.legal and len(game.legal) == 21
    game.do("town 7")
    assert "cash in" in game.legal and game.deck(Back.DOODAD)[-1] == "western warp"


@pytest.mark.rule("DB-15")
@pytest.mark.parametrize("entry", ["roll", "western warp"])
def test_a_player_that_enters_the_cabin_takes_a_doodad(entry):
    game = Position(["western warp", "coin"], places=["land 3", "land 4"], doodads="money magnet, saving spoon")
    if entry == "roll":
        game.roll(4, 2)
    else:
        game.do("play western warp")
    game.do("cabin")
    assert game.places[0] == "cabin" and "money magnet" in game.hand(0)


@pytest.mark.rule("DB-15")
def test_an_empty_doodad_deck_gives_nothing():
    doodads = "bandit's block, card cache, double-time, golden guide, money magnet, ouija oracle, private plot, saving spoon"
    game = Position([f"western warp, {doodads}", "coin"], places=["land 3", "land 4"]).roll(4, 2).do("cabin")
    assert game.hand(0).count(",") == 8


# --- the sheriff


def arrest(**arguments) -> Position:
    return Position(["shovel, cowboy", "sheriff, sheriff", "sheriff"], places=["land 3", "land 4", "cabin"], **arguments)


@pytest.mark.rule("DB-16")
def test_a_sheriff_cancels_bonus_and_main_action_but_not_the_move():
    game = arrest().roll(3, 4)
    assert (game.pending, game.mover, game.places[0]) == ("roll", 1, "land 3")
    game.do("play sheriff")
    assert (game.pending, game.mover) == ("sheriff", 0), "a COWBOY may stop the SHERIFF"
    game.do("pass")
    assert game.places[0] == "land 10" and (game.pending, game.mover) == ("MOVE", 1)


@pytest.mark.rule("DB-16", "C-3")
def test_only_one_sheriff_may_be_played_against_a_roll():
    game = arrest().roll(3, 4).do("play sheriff", "play cowboy")
    assert game.places[0] == "land 10" and (game.pending, game.mover) == ("ACTION", 0)


@pytest.mark.rule("DB-16", "C-3")
def test_a_seat_may_pass_on_a_roll_only_once_and_seats_in_the_cabin_cannot_answer():
    game = arrest().roll(3, 4).do("pass")
    assert (game.pending, game.mover) == ("ACTION", 0)


@pytest.mark.rule("DB-16")
def test_a_sheriff_is_answered_before_the_destination_of_a_four_and_two():
    game = arrest().roll(4, 2).do("play sheriff", "pass")
    assert (game.pending, game.mover) == ("DESTINATION", 0)
    assert game.do("town 7").mover == 1


@pytest.mark.rule("DB-16")
def test_a_player_stopped_by_a_sheriff_still_pays_tolls():
    game = Position(["coin", "sheriff"], places=["land 3", "land 4"], bridges={"land 5": 1}).roll(1, 2)
    game.do("play sheriff")
    assert (game.pending, game.mover) == ("TRAVEL", 0)
    assert game.do("pay").places[0] == "land 6" and game.mover == 1


@pytest.mark.rule("DB-16")
def test_a_sheriff_cannot_stop_a_warp_or_a_double_time_turn():
    game = Position(["western warp", "sheriff"], places=["land 3", "land 4"]).do("play western warp")
    assert game.mover == 0
    assert Position(["coin", "sheriff"], places=["land 3", "land 4"], encore=True).roll(3, 4).pending == "ACTION"


@pytest.mark.rule("DB-16", "DB-33")
def test_a_player_that_rolls_in_the_cabin_cannot_answer_the_sheriff():
    game = Position(["cowboy", "sheriff"], places=["cabin", "land 4"]).roll(3, 4).do("play sheriff")
    assert (game.places[0], game.mover) == ("land 6", 1)


# --- the order of a turn


FULL = "shovel, lasso, money magnet, gold"


@pytest.mark.rule("DB-13", "DB-18")
def test_the_steps_of_a_turn_are_bonus_dig_play_and_pick_up_once_each():
    game = Position([FULL, "coin, coin"], places=["land 3", "land 4"], land={"land 3": "ground, ground"}, phase="action")
    assert {"play money magnet", "play shovel", "play lasso", "pick up"} == set(game.legal)
    game.do("play money magnet")
    assert {"play shovel", "play lasso", "pick up"} == set(game.legal)
    game.do("play shovel", "dig")
    assert {"play lasso", "pick up", "end turn"} == set(game.legal)
    game.do("play lasso", "player +1")
    assert {"pick up", "end turn"} == set(game.legal)


@pytest.mark.rule("DB-17", "DB-18")
@pytest.mark.parametrize("first", ["play shovel", "play lasso", "pick up"])
def test_a_bonus_action_is_illegal_after_the_main_action_has_begun(first):
    hand = "shovel, lasso, money magnet, outlaw, trade"
    land = {"land 3": "ground, ground"}
    game = Position([hand, "coin, coin"], places=["land 3", "land 4"], land=land, draw="coin", phase="action").do(first)
    if first != "pick up":
        game.do("dig" if first == "play shovel" else "player +1")
        assert "play money magnet" not in game.legal and "play shovel" not in game.legal
    assert game.mover == (1 if first == "pick up" else 0)


@pytest.mark.rule("DB-17")
def test_a_turn_has_at_most_one_bonus_action():
    game = Position(["money magnet, ouija oracle", "coin"], places=["land 3", "land 4"], phase="action").do("play money magnet")
    assert game.legal == ["pick up"]


@pytest.mark.rule("DB-18")
def test_at_least_one_possible_step_must_be_taken():
    game = Position(["coin", "coin"], places=["land 3", "cabin"], phase="action")
    assert game.legal == ["pick up"]


@pytest.mark.rule("DB-18")
def test_a_later_step_may_be_taken_first_and_excludes_earlier_steps():
    game = Position(["gold, lasso", "coin"], places=["town 7", "land 4"], draw="coin", phase="action").do("pick up")
    assert game.legal == ["end turn", "cash in"]


@pytest.mark.rule("DB-18")
def test_gold_is_cashed_in_only_where_the_piece_landed_this_turn():
    game = Position(["gold, western warp", "coin"], places=["town 7", "land 4"], owing=[]).roll(1, 2)
    assert "cash in" not in game.legal
    stays = Position(["gold", "coin"], places=["land 8", "land 4"], bridges={"land 8": 1}, owing=[0]).do("stay")
    assert "cash in" not in stays.legal


@pytest.mark.rule("DB-18")
def test_a_piece_that_has_left_the_town_cannot_cash_in():
    game = Position(["gold", "coin"], places=["town 7", "land 4"], draw="hideout cabin", phase="action").do("pick up")
    assert game.places[0] == "cabin" and game.mover == 1


@pytest.mark.rule("DB-18", "DB-43")
def test_a_stopped_step_counts_as_taken():
    game = Position(["lasso, trade", "cowboy"], places=["land 3", "land 4"], phase="action").do(
        "play lasso", "player +1", "play cowboy"
    )
    assert game.legal == ["end turn", "pick up"]


@pytest.mark.rule("DB-18")
def test_a_card_without_a_target_cannot_be_played_except_trade():
    game = Position(["lasso, outlaw, trade, money magnet", "coin"], places=["land 3", "cabin"], phase="action")
    assert game.legal == ["pick up", "play trade"]


@pytest.mark.rule("DB-19")
def test_double_time_is_played_after_the_turn():
    game = Position(["double-time", "coin"], places=["land 3", "land 4"], draw="coin", phase="action")
    assert "play double-time" not in game.legal
    game.do("pick up")
    assert game.legal == ["end turn", "play double-time"] and game.pending == "ENCORE"
    game.do("play double-time")
    assert (game.pending, game.mover, game.table.turn, game.table.encore) == ("MOVE", 0, 1, 1)


@pytest.mark.rule("DB-19", "DB-16")
def test_double_time_may_follow_a_sheriff_and_may_be_declined():
    game = Position(["double-time", "sheriff, sheriff"], places=["land 3", "land 4"]).roll(3, 4).do("play sheriff")
    assert game.pending == "ENCORE"
    assert (
        Position(["double-time", "coin"], places=["land 3", "land 4"], draw="coin", phase="action")
        .do("pick up", "end turn")
        .mover
        == 1
    )


# --- bridges


def builder(**arguments) -> Position:
    hands = ["bridge, coin, coin, coin", "cowboy, bandit's block"]
    return Position(hands, **{"places": ["town 7", "land 4"], "phase": "action", **arguments})


@pytest.mark.rule("DB-20")
def test_a_bridge_costs_its_card_and_three_coins():
    game = builder().do("play bridge")
    assert "land 8" in game.legal and "town 2" not in game.legal and "land 19" not in game.legal, (
        "a bridge needs a Land space without cards"
    )
    game.do("land 8", "pass")
    assert game.bridges == {"land 8": 0} and game.hand(0) == ""
    assert game.deck(Back.DRAW)[-3:] == ["coin"] * 3


@pytest.mark.rule("DB-20")
@pytest.mark.parametrize("card", ["play cowboy", "play bandit's block"])
def test_a_blocked_bridge_is_lost_with_its_coins(card):
    game = builder().do("play bridge", "land 8", card)
    assert game.bridges == {} and game.hand(0) == ""
    assert Counter(game.deck(Back.DRAW)[-5:])["coin"] == 3 and "bridge" in game.deck(Back.DRAW)[-5:]


@pytest.mark.rule("DB-20")
def test_a_bridge_is_built_only_from_a_town_on_a_free_space_within_the_limit():
    assert "play bridge" not in builder(places=["land 8", "land 4"]).legal
    game = builder(bridges={"land 8": 1}, land={"land 9": "ground"}, plot=("land 9", 1)).do("play bridge")
    assert {"land 8", "land 9"}.isdisjoint(game.legal)
    assert "play bridge" not in builder(bridges={"land 8": 0, "land 9": 0}).legal
    assert "play bridge" in builder(bridges={"land 8": 0}).legal


@pytest.mark.rule("DB-20", "DB-25")
def test_two_bridges_may_be_built_in_one_play():
    coins = ", ".join(["coin"] * 6)
    game = Position([f"bridge, bridge, {coins}, lasso", ""], places=["town 7", "land 4"], phase="action")
    game.do("play bridge", "land 8")
    assert "play lasso" not in game.legal
    assert game.do("play bridge", "land 9").bridges == {"land 8": 0, "land 9": 0}


def at_toll(hands=("coin, tnt", "lasso"), **arguments) -> Position:
    places = ["land 3", "cabin", "cabin", "cabin"][: len(hands)]
    return Position(list(hands), **{"places": places, "bridges": {"land 5": 1}, **arguments}).roll(1, 3)


@pytest.mark.rule("DB-21", "DB-33")
def test_a_toll_is_paid_to_an_owner_in_the_cabin_too():
    game = at_toll()
    assert game.legal == ["pay", "stop", "play tnt"] and game.places[0] == "land 5"
    game.do("pay")
    assert game.hand(1) == "coin, lasso" and game.places[0] == "town 7"


@pytest.mark.rule("DB-33", "DB-24")
def test_a_piece_that_leaves_the_cabin_in_a_move_is_outside_during_the_move():
    places = ["cabin", "land 9"]
    game = Position(["tnt, cowboy", "cowboy"], places=places, bridges={"land 1": 1}).roll(1, 3).do("play tnt", "play cowboy")
    assert (game.places[0], game.mover, game.legal) == ("land 1", 0, ["pass", "play cowboy"])


@pytest.mark.rule("DB-21")
def test_tnt_destroys_the_bridge_and_the_move_continues():
    game = at_toll().do("play tnt")
    assert game.bridges == {} and game.places[0] == "town 7"
    assert game.deck(Back.DRAW)[-2:] == ["tnt", "bridge"]


@pytest.mark.rule("DB-21", "DB-22")
def test_a_player_that_stops_at_a_bridge_may_only_play_and_pick_up():
    game = at_toll(hands=("coin, shovel, lasso", "coin")).do("stop")
    assert game.places[0] == "land 5" and game.owing == [0] and game.legal == ["pick up"]


@pytest.mark.rule("DB-21")
def test_tolls_are_paid_one_by_one_and_own_bridges_are_free():
    bridges = {"land 4": 0, "land 5": 1, "land 6": 1}
    game = at_toll(hands=("coin, coin", ""), bridges=bridges)
    assert game.places[0] == "land 5"
    game.do("pay")
    assert game.places[0] == "land 6" and game.do("pay").places[0] == "town 7"


@pytest.mark.rule("DB-22")
def test_a_player_that_owes_a_toll_must_pay_or_stay():
    game = Position(["coin, western warp", "coin"], places=["land 5", "cabin"], bridges={"land 5": 1}, owing=[0])
    assert game.legal == ["stay", "pay", "play western warp"]
    game.do("pay")
    assert game.legal == ["roll", "play western warp"] and game.owing == []


@pytest.mark.rule("DB-22")
def test_a_player_that_stays_may_only_use_bonus_play_and_pick_up():
    game = Position(["money magnet, lasso", "coin"], places=["land 5", "land 6"], bridges={"land 5": 1}, owing=[0]).do("stay")
    assert game.legal == ["pick up", "play lasso", "play money magnet"] and game.owing == [0]


@pytest.mark.rule("DB-22")
def test_a_warp_or_the_cabin_cancels_a_toll():
    at = {"places": ["land 5", "land 6"], "bridges": {"land 5": 1}, "owing": [0]}
    assert Position(["western warp", "coin"], **at).do("play western warp", "land 6").owing == []
    game = Position(["coin", "coin"], draw="hideout cabin", **at).do("stay", "pick up")
    assert game.places[0] == "cabin" and game.owing == []


@pytest.mark.rule("DB-22")
def test_a_toll_lapses_if_its_bridge_is_destroyed_or_taken_over_by_the_debtor():
    at = {"places": ["land 5", "land 3", "cabin"], "bridges": {"land 5": 2}, "owing": [0]}
    assert Position(["coin", "tnt", ""], active=1, **at).roll(1, 2).do("play tnt").owing == []
    mine = Position(["outlaw", "coin", ""], places=["land 3", "cabin", "land 9"], bridges={"land 5": 2}).roll(1, 1)
    assert mine.owing == [0] and mine.do("stop", "play outlaw", "this bridge").owing == []
    theirs = Position(["coin", "outlaw", ""], active=1, **{**at, "places": ["land 5", "land 3", "land 9"]}).roll(1, 1)
    theirs.do("stop", "play outlaw", "this bridge")
    assert theirs.bridges == {"land 5": 1} and theirs.owing == [0]


@pytest.mark.rule("DB-23")
def test_after_an_exact_landing_on_a_bridge_a_player_pays_now_or_next_turn():
    game = Position(["coin", ""], places=["land 3", "cabin"], bridges={"land 5": 1}).roll(1, 1)
    assert game.legal == ["pay", "stop"]
    assert game.do("pay").owing == [] and game.places[0] == "land 5"
    left = Position(["coin", ""], places=["land 3", "cabin"], bridges={"land 5": 1}).roll(1, 1).do("stop")
    assert left.owing == [0]


@pytest.mark.rule("DB-23")
def test_a_bridge_built_under_a_piece_has_no_toll_but_a_bridge_warped_onto_has():
    game = builder(places=["town 7", "land 8"]).do("play bridge", "land 8", "pass")
    assert game.owing == []
    warped = Position(["western warp, coin", ""], bridges={"land 5": 1}).do("play western warp", "land 5")
    assert warped.owing == [0] and warped.pending == "ACTION", "the toll is due in the next turn"


@pytest.mark.rule("DB-24", "DB-46")
def test_a_cowboy_stops_a_coin_and_the_payer_may_pay_again():
    game = at_toll(hands=("coin, coin", "", "cowboy"), places=["land 3", "cabin", "land 9"]).do("pay")
    assert (game.pending, game.mover) == ("toll", 2)
    game.do("play cowboy")
    assert game.deck(Back.DRAW)[-2:] == ["cowboy", "coin"] and game.legal == ["pay", "stop"]
    assert game.do("pay").hand(1) == "coin"


@pytest.mark.rule("DB-24", "DB-46")
def test_a_cowboy_stops_tnt():
    game = at_toll(hands=("tnt", "", "cowboy"), places=["land 3", "cabin", "land 9"]).do("play tnt", "play cowboy")
    assert game.bridges == {"land 5": 1} and game.legal == ["stop"]


# --- options and the end of the game


@pytest.mark.rule("DB-58")
def test_team_games_need_four_players():
    with pytest.raises(OptionError, match="num_players=4"):
        GAME.parse_options(teams=True)


@pytest.mark.rule("DB-58")
def test_partners_pay_no_toll():
    hands = ["coin", "", "", ""]
    game = Position(hands, teams=True, places=["land 3", "cabin", "cabin", "cabin"], bridges={"land 4": 2, "land 5": 1}).roll(
        1, 2
    )
    assert game.places[0] == "land 5" and game.pending == "TRAVEL"


@pytest.mark.rule("DB-60", "C-9")
def test_a_truncated_game_is_a_draw_of_the_remaining_players():
    game = Position(["coin", "", ""], places=["land 3"] * 3, draw="coin", phase="action", turn=299, out=[2]).do("pick up")
    assert game.end == End.TRUNCATED and game.rewards == [0.25, 0.25, -0.5]
    assert GAME.parse_options(num_players=3).turn_limit == 300


@pytest.mark.rule("DB-59")
def test_quick_play_allows_one_bridge_per_player():
    coins = ", ".join(["coin"] * 3)
    game = Position(
        [f"bridge, {coins}", ""], places=["town 7", "cabin"], bridges={"land 8": 0}, quick_play=True, phase="action"
    )
    assert game.legal == ["pick up"]
