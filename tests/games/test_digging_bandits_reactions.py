"""Test answers to events, BANDIT'S BLOCK and COWBOY of Digging Bandits in small positions."""

import pytest

from dig_envs.digging_bandits.components import Back
from tests.support.digging_bandits_positions import Position, acting, digging, drawing


@pytest.mark.rule("DB-45")
@pytest.mark.parametrize("doodad", ["card cache", "money magnet", "ouija oracle", "private plot", "golden guide"])
def test_a_block_stops_a_bonus_action_which_counts_as_used(doodad):
    game = digging(f"{doodad}, coin, tnt, lasso", "ground", "bandit's block, coin").do(f"play {doodad}")
    assert (game.pending, game.mover) == ("bonus", 1)
    game.do("play bandit's block")
    assert game.table.bonus and game.deck(Back.DOODAD)[-2:].count(doodad) == 1 and game.hand(1) == "coin"
    assert game.draw_top(0) == ["?"] * 3 and game.land_known(0, "land 3") == ["?"] and game.plot is None


@pytest.mark.rule("DB-45")
def test_a_block_stops_a_warp_a_double_time_and_a_spoon():
    game = Position(["western warp", "bandit's block"], places=["land 3", "land 4"]).do(
        "play western warp", "play bandit's block"
    )
    assert (game.pending, game.legal) == ("MOVE", ["roll"])
    game = acting("double-time", "bandit's block", draw="coin").do("pick up", "play double-time", "play bandit's block")
    assert (game.pending, game.mover) == ("MOVE", 1)
    game = digging("saving spoon", "ground", "bandit's block, cowboy").do("play saving spoon")
    assert game.legal == ["pass", "play bandit's block"], "a COWBOY cannot stop a Doodad"
    assert game.do("play bandit's block").stack("land 3") == "ground" and game.hand(0) == ""


@pytest.mark.rule("DB-45")
def test_a_block_protects_only_its_player():
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
    game = acting("coin", "tnt", "cowboy", dig="shovel", draw=card)
    game.do("pick up", "pass")
    assert (game.pending, game.mover) == ({"train heist": "heist", "hideout cabin": "hideout"}.get(card, card), 2)
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
def test_a_cowboy_may_be_countered_and_the_last_cowboy_counts():
    hands = ("lasso, cowboy", "shovel", "cowboy")
    game = acting(*hands).do("play lasso", "player +1", "play cowboy")
    assert (game.pending, game.mover) == ("cowboy", 0), "the blocked player is asked first"
    game.do("play cowboy")
    assert game.known(0, 1) == "shovel"
    game = acting("lasso, cowboy", "shovel, bandit's block", "cowboy").do(
        "play lasso", "player +1", "pass", "play cowboy", "play cowboy"
    )
    assert (game.pending, game.mover) == ("cowboy", 1), "the counter may be countered too"
    game.do("play bandit's block")
    assert game.known(0, 1) == ""


@pytest.mark.rule("C-3", "DB-47")
def test_after_a_countered_cowboy_its_player_may_answer_again():
    game = acting("lasso, bandit's block", "shovel", "cowboy, cowboy").do(
        "play lasso", "player +1", "play cowboy", "play bandit's block"
    )
    assert (game.pending, game.mover) == ("lasso", 2), "the player of the countered COWBOY may play another"
    assert game.do("play cowboy").known(0, 1) == ""


@pytest.mark.rule("DB-47", "C-4")
def test_the_victim_answers_first_then_seats_clockwise_from_the_acting_seat():
    game = acting("lasso", "cowboy", "shovel, bandit's block").do("play lasso", "player +2")
    assert (game.mover, game.do("pass").mover) == (2, 1)
    hands = ["shovel, shovel, cowboy", "bandit's block"]
    game = digging(hands[0], "ground, dynamite", hands[1]).do("play shovel", "play shovel", "dig")
    assert game.mover == 0


@pytest.mark.rule("DB-47", "DB-24")
def test_the_victim_of_a_tnt_is_the_owner_and_of_a_bribe_the_thief():
    hands, places = ["tnt", "cowboy", "", "cowboy"], ["land 3", "land 9", "land 9", "land 9"]
    game = Position(hands, places=places, bridges={"land 5": 3}).roll(1, 2).do("play tnt")
    assert (game.pending, game.mover, game.do("pass").mover) == ("tnt", 3, 1)
    game = acting("outlaw, cowboy", "", "coin, coin, shovel", "cowboy").do(
        "play outlaw", "player +2", "dig back", "pass", "pay"
    )
    assert (game.pending, game.mover, game.do("pass").mover) == ("bribe", 0, 3)


@pytest.mark.rule("DB-47")
def test_the_acting_seat_answers_last_and_only_to_its_immediate_card():
    game = acting("cowboy", "bandit's block", draw="train heist").do("pick up")
    assert (game.pending, game.mover) == ("heist", 1)
    assert (game.do("pass").pending, game.mover) == ("heist", 0)
    assert acting("lasso, cowboy", "coin").do("play lasso", "player +1").known(0, 1) == "coin"


@pytest.mark.rule("DB-47")
def test_a_duel_may_be_stopped_only_after_the_challenge():
    game = acting("", "bandit's block", "cowboy", draw="duel").do("pick up", "pass")
    assert game.pending == "DUEL"
    assert game.do("player +1").pending == "duel" and game.mover == 1


@pytest.mark.rule("C-4", "DB-47")
def test_a_pass_is_hidden_from_other_seats():
    asked = acting("lasso", "shovel, cowboy").do("play lasso", "player +1", "pass")
    other = acting("lasso", "shovel, tnt").do("play lasso", "player +1")
    for name in ("decision", "event", "actor", "victim", "backs", "turn", "step"):
        assert (asked.seen(0)[name] == other.seen(0)[name]).all(), name
