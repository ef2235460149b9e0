"""Test picking up and immediate Draw cards of Digging Bandits in small positions."""

from collections import Counter

import pytest

from dig_envs.digging_bandits.components import Back
from tests.support.digging_bandits_positions import Position, acting, drawing


@pytest.mark.rule("DB-30", "DB-44")
def test_a_pick_up_draws_a_dig_and_a_draw_card_and_resolves_an_immediate_card():
    game = acting("", "", dig="pickaxe", draw="lasso").do("pick up")
    assert game.hand(0) == "pickaxe, lasso"
    game = drawing("duel", "", "")
    assert game.hand(0) == "shovel" and game.pending == "DUEL"
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
def test_players_in_the_cabin_cannot_be_challenged_and_a_duel_needs_an_opponent():
    assert drawing("duel", "", "", "", places=["land 3", "cabin", "land 4"]).legal == ["player +2"]
    assert drawing("duel", "", "", places=["land 3", "cabin"]).mover == 1


@pytest.mark.rule("DB-32")
def test_gambling_discards_hand_doodads_gold_and_tech_but_no_bridges():
    game = drawing("gambling", "gold, coin, saving spoon, land wanted bella moon", "", tech=[2, 0], bridges={"land 9": 0})
    assert game.hand(0) == "" and game.tech == [0, 0] and game.bridges == {"land 9": 0}
    assert sorted(game.deck(Back.LAND)) == ["gold", "land wanted bella moon", "tech", "tech"]


@pytest.mark.rule("DB-33")
def test_the_hideout_card_moves_the_piece_to_the_cabin_and_gives_a_doodad():
    game = drawing("hideout cabin", "", "", doodads="saving spoon")
    assert game.places[0] == "cabin" and game.hand(0) == "shovel, saving spoon"
    assert (
        drawing("hideout cabin", "", "", doodads="saving spoon", places=["cabin", "land 4"]).hand(0) == "shovel, saving spoon"
    )


@pytest.mark.rule("DB-33")
def test_a_warp_into_the_cabin_is_discarded_after_the_doodad_is_taken():
    game = Position(["western warp", ""], doodads="saving spoon").do("play western warp", "cabin")
    assert game.deck(Back.DOODAD)[-1] == "western warp" and "saving spoon" in game.hand(0)


@pytest.mark.rule("DB-33", "DB-43")
def test_a_cowboy_stops_a_pick_up_in_the_cabin_but_cannot_be_played_from_inside():
    game = acting("", "cowboy", "cowboy", places=["cabin", "land 4", "cabin"]).do("pick up")
    assert (game.pending, game.mover) == ("pick_up", 1)
    game.do("play cowboy")
    assert game.hand(0) == "" and game.mover == 1 and game.pending == "MOVE"


@pytest.mark.rule("DB-34")
def test_a_shuffle_may_set_a_trap_that_only_the_player_knows():
    game = drawing("shuffle draw deck", "", "").do("set a trap")
    top = game.deck(Back.DRAW)[0]
    assert top in {"duel", "gambling", "hideout cabin", "tip cart", "train heist"}
    assert game.draw_top(0) == [top, "?", "?"] and game.draw_top(1) == ["?"] * 3
    assert game.deck(Back.DRAW)[-1] == "shuffle draw deck" and game.deck_known(Back.DRAW)[-1] == "shuffle draw deck"


@pytest.mark.rule("DB-34")
def test_other_seats_cannot_distinguish_a_random_plain_shuffle_from_a_trap():
    tops = Counter(drawing("shuffle draw deck", "", "", seed=s).do("shuffle plainly").deck(Back.DRAW)[0] for s in range(60))
    assert len(tops) > 8
    plain, trap = (drawing("shuffle draw deck", "", "").do(action) for action in ("shuffle plainly", "set a trap"))
    for name, seen in plain.seen(1).items():
        assert (seen == trap.seen(1)[name]).all(), name


@pytest.mark.rule("DB-35")
def test_a_tip_cart_lays_landfill_cards_on_chosen_spaces():
    game = drawing("tip cart", "", "", landfill="gold, stone, ground", land={"land 5": "ground"}).do("take 2")
    assert game.legal == ["lay first", "lay second"]
    game.do("lay second", "land 5", "land 8")
    assert game.stack("land 5") == "ground, stone" and game.stack("land 8") == "gold" and game.deck(Back.LAND) == ["ground"]
    assert game.land_known(0, "land 8") == ["gold"] and game.land_known(1, "land 8") == ["?"]


@pytest.mark.rule("DB-35", "DB-51")
def test_a_tip_cart_lays_no_card_on_towns_bridges_or_plots():
    at = {"landfill": "gold", "bridges": {"land 5": 0}, "land": {"land 8": "ground"}, "plot": ("land 8", 0)}
    game = drawing("tip cart", "", "", **at).do("take 1")
    assert {"land 5", "land 8", "town 7", "cabin"}.isdisjoint(game.legal) and "land 9" in game.legal


@pytest.mark.rule("DB-35")
def test_a_tip_cart_takes_one_card_from_a_landfill_of_one_and_none_if_empty():
    assert drawing("tip cart", "", "", landfill="gold").legal == ["take 1"]
    assert drawing("tip cart", "", "").mover == 1


@pytest.mark.rule("DB-36")
def test_a_train_heist_passes_hands_and_tech_clockwise_around_the_cabin():
    game = drawing("train heist", "coin", "tnt", "lasso", places=["land 3", "cabin", "land 4"], tech=[1, 2, 3])
    assert [game.hand(seat) for seat in range(3)] == ["lasso", "tnt", "shovel, coin"] and game.tech == [3, 2, 1]


@pytest.mark.rule("DB-36")
def test_a_train_heist_needs_two_players():
    assert drawing("train heist", "coin", "tnt", places=["land 3", "cabin"]).hand(0) == "shovel, coin"
    assert drawing("train heist", "coin", "tnt, bandit's block").do("play bandit's block").hand(0) == "shovel, coin"


@pytest.mark.rule("DB-36")
def test_a_train_heist_with_one_passenger_is_not_announced():
    game = drawing("train heist", "cowboy", "tnt", places=["land 3", "cabin"])
    assert (game.pending, game.mover) == ("MOVE", 1), "its player is not asked whether to stop it"


@pytest.mark.rule("DB-36", "DB-45")
def test_a_shielded_player_takes_no_part_in_a_train_heist():
    game = drawing("train heist", "coin", "tnt, bandit's block", "lasso").do("play bandit's block")
    assert [game.hand(seat) for seat in range(3)] == ["lasso", "tnt", "shovel, coin"]
