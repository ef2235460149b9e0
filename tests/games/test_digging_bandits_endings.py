"""Test GOLD, WANTED, elimination, rescue and teams of Digging Bandits in small positions."""

import pytest

from dig_envs.core.game import End
from dig_envs.digging_bandits.components import Back
from tests.support.digging_bandits_positions import Position

PAIR = "land wanted john holiday, draw wanted john holiday"  # seat 1 plays John Holiday
PAIR_WITHOUT_PLAYER = "land wanted bella moon, draw wanted bella moon"


def in_town(*hands: str, **arguments) -> Position:
    """Return a position where seat 0 has landed on a town and acts."""
    return Position(hands, **{"places": ["town 7", "land 4", "land 6", "land 8"][: len(hands)], "phase": "action", **arguments})


@pytest.mark.rule("DB-54", "C-8")
def test_gold_wins_immediately():
    game = in_town("gold", "bandit's block, cowboy", "").do("cash in")
    assert game.end == End.OVER and game.standings == [1, 0, 0] and game.rewards == [1, -0.5, -0.5]


@pytest.mark.rule("DB-55", "DB-57")
def test_a_turned_in_bandit_is_out_and_the_hunter_gets_its_cards():
    game = in_town(PAIR, "coin, gold", "", tech=[1, 2, 0]).do("turn in john holiday")
    assert game.out == [1] and game.hand(0) == "gold, coin" and game.tech == [3, 0, 0]
    assert game.end == End.RUNNING and "cash in" in game.legal
    assert game.do("end turn").mover == 2


@pytest.mark.rule("DB-57")
def test_the_last_remaining_bandit_wins():
    game = in_town(PAIR, "coin").do("turn in john holiday")
    assert game.end == End.OVER and game.standings == [1, 0]


@pytest.mark.rule("DB-57", "DB-51")
def test_bridges_and_plot_of_an_eliminated_player_return_to_their_decks():
    at = {"bridges": {"land 9": 1, "land 10": 2}, "land": {"land 11": "ground"}, "plot": ("land 11", 1)}
    game = in_town(PAIR, "coin", "", **at).do("turn in john holiday")
    assert game.bridges == {"land 10": 2} and game.plot is None
    assert game.deck(Back.DRAW)[-1] == "bridge" and game.deck(Back.DOODAD)[-1] == "private plot"


@pytest.mark.rule("DB-57")
def test_an_eliminated_seat_gets_no_more_decisions():
    game = in_town(PAIR, "", "lasso", draw="coin, coin").do("turn in john holiday")
    assert (game.pending, game.mover) == ("MOVE", 2)
    assert game.roll(1, 2).do("pick up").mover == 0


@pytest.mark.rule("DB-55", "DB-33")
def test_a_pair_is_turned_in_only_in_a_town_against_another_bandit_outside_the_cabin():
    assert "turn in john holiday" not in in_town(PAIR, "coin", places=["town 7", "cabin"]).legal
    own = in_town("land wanted jesse aims, draw wanted jesse aims", "coin")
    assert own.legal == ["pick up"]
    assert "turn in john holiday" not in in_town(PAIR, "coin", places=["land 8", "land 4"]).legal
    assert in_town("land wanted john holiday", "coin").legal == ["pick up"]


@pytest.mark.rule("DB-55")
def test_a_pair_of_a_bandit_without_a_player_takes_a_card_of_a_chosen_back():
    game = in_town(PAIR_WITHOUT_PLAYER, "coin, shovel", "").do("turn in bella moon")
    assert game.legal == ["pass", "player +1"]
    game.do("player +1")
    assert game.legal == ["dig back", "draw back"] and game.do("dig back").hand(0) == "shovel"
    assert game.deck(Back.DRAW)[-1] == "draw wanted bella moon" and game.deck(Back.LAND)[-1] == "land wanted bella moon"
    assert "turn in bella moon" not in in_town(PAIR_WITHOUT_PLAYER, "", tech=[0, 1]).legal
    assert "turn in bella moon" not in in_town(PAIR_WITHOUT_PLAYER, "coin", places=["town 7", "cabin"]).legal


@pytest.mark.rule("DB-55")
def test_the_theft_for_a_bandit_without_a_player_may_be_declined():
    game = in_town(PAIR_WITHOUT_PLAYER, "coin", "").do("turn in bella moon", "pass")
    assert (game.hand(0), game.hand(1), game.pending, game.mover) == ("", "coin", "MOVE", 1)
    assert game.deck(Back.DRAW)[-1] == "draw wanted bella moon" and game.deck(Back.LAND)[-1] == "land wanted bella moon"


@pytest.mark.rule("DB-55", "DB-18")
def test_several_pairs_may_be_turned_in_during_a_turn():
    third = "land wanted willy the kid, draw wanted willy the kid"
    game = in_town(f"{PAIR}, {third}", "", "").do("turn in john holiday")
    assert game.legal == ["end turn", "turn in willy the kid"]
    assert game.do("turn in willy the kid").end == End.OVER


@pytest.mark.rule("DB-56", "DB-52")
def test_a_spoon_saves_its_holder_without_a_decision():
    game = in_town(PAIR, "coin, gold, saving spoon", bridges={"land 9": 1}).do("turn in john holiday")
    assert game.out == [] and game.hand(1) == "" and game.hand(0) == "gold, coin"
    assert game.bridges == {"land 9": 1} and game.places[1] == "land 4"
    assert game.deck(Back.DOODAD)[-1] == "saving spoon" and game.deck(Back.LAND) == ["land wanted john holiday"]
    assert game.deck(Back.DRAW)[-1] == "draw wanted john holiday"


@pytest.mark.rule("DB-56", "DB-51")
def test_a_rescued_player_loses_its_plot():
    game = in_town(PAIR, "coin, saving spoon", "", plot=("land 19", 1)).do("turn in john holiday")
    assert game.out == [] and game.plot is None
    assert game.deck(Back.DOODAD)[-2:] == ["saving spoon", "private plot"]
    assert in_town(PAIR, "coin, saving spoon", "", plot=("land 19", 2)).do("turn in john holiday").plot == ("land 19", 2)


@pytest.mark.rule("DB-56", "DB-58")
def test_a_player_saved_by_its_partner_loses_its_plot():
    game = in_town(PAIR, "coin", "", "saving spoon", teams=True, plot=("land 19", 1)).do("turn in john holiday")
    assert game.plot == ("land 19", 1)
    assert game.do("play saving spoon").out == [] and game.plot is None


@pytest.mark.rule("DB-56")
def test_a_player_is_rescued_only_once_per_game():
    assert in_town(PAIR, "coin, saving spoon", "", rescued=[1]).do("turn in john holiday").out == [1]


@pytest.mark.rule("DB-56", "DB-45")
def test_a_block_stops_the_rescue():
    game = in_town(f"{PAIR}, bandit's block", "saving spoon").do("turn in john holiday")
    assert (game.pending, game.mover) == ("rescue", 0)
    assert game.do("play bandit's block").end == End.OVER


@pytest.mark.rule("DB-54", "DB-55")
def test_gold_and_wanted_cannot_be_stopped():
    assert in_town("gold", "cowboy, bandit's block").do("cash in").end == End.OVER
    assert in_town(PAIR, "cowboy, bandit's block").do("turn in john holiday").end == End.OVER


# --- teams


@pytest.mark.rule("DB-58", "C-8")
def test_partners_win_and_lose_together():
    game = in_town("gold", "", "", "", teams=True).do("cash in")
    assert game.rewards == [1, -1, 1, -1]


@pytest.mark.rule("DB-58")
def test_the_game_ends_when_both_partners_are_out():
    game = in_town(PAIR, "", "", "", teams=True).do("turn in john holiday")
    assert game.end == End.RUNNING
    game = in_town(PAIR, "", "", "", teams=True, out=[3]).do("turn in john holiday")
    assert game.end == End.OVER and game.rewards == [1, -1, 1, -1]


@pytest.mark.rule("DB-58")
def test_a_player_cannot_turn_in_its_partner():
    pair = "land wanted willy the kid, draw wanted willy the kid"
    assert in_town(pair, "", "", "", teams=True).legal == ["pick up"]


@pytest.mark.rule("DB-58")
def test_a_partner_with_the_spoon_may_save_a_player():
    game = in_town(PAIR, "coin", "", "saving spoon", teams=True).do("turn in john holiday")
    assert (game.pending, game.mover, game.legal) == ("TURN_IN", 3, ["pass", "play saving spoon"])
    game.do("play saving spoon")
    assert game.out == [] and game.table.rescued[1] == 1 and game.hand(3) == ""
    assert in_town(PAIR, "coin", "", "saving spoon", teams=True).do("turn in john holiday", "pass").out == [1]


@pytest.mark.rule("DB-58")
def test_a_partner_in_the_cabin_cannot_save():
    places = ["town 7", "land 4", "land 6", "cabin"]
    assert in_town(PAIR, "coin", "", "saving spoon", teams=True, places=places).do("turn in john holiday").out == [1]
