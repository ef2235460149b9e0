"""Test stages, pickups and lives in 2-Bit Bandits, clause by clause (TB-10 to TB-18)."""

import pytest

from dig_envs.core.game import End
from dig_envs.two_bit_bandits.components import (
    ENCOUNTER_NAMES,
    PICKUP_WORDS,
)
from dig_envs.two_bit_bandits.state import Phase, Status
from tests.support.two_bit_bandits_positions import Position, in_stage

# --- a stage


@pytest.mark.rule("TB-11", "C-2")
def test_dice_are_rolled_and_placed_from_the_first_scene_to_the_last():
    game = Position(cards=["N10 0N"]).do("stage 1.1", rolls=[3, 5, 3])
    assert game.legal == ["die 3", "die 5"] and len(game.row) == 3
    game.do("die 3")
    assert game.legal == ["die 3", "die 5"]
    game.do("die 3")
    assert game.legal == ["die 5"]
    game.do("die 5")
    assert [game.table.row_dice[k] for k in range(3)] == [3, 3, 5]


@pytest.mark.rule("TB-11")
def test_the_die_chooses_the_path():
    game = Position(cards=["N8 0N"], scenes=["heart", "heart"])
    game.table.faces.scenes[0][3][0] = ENCOUNTER_NAMES.index("barrel")
    game.do("stage 1.1", rolls=[4, 1]).do("die 4", "die 1")
    assert game.phase == Phase.HOLD


@pytest.mark.rule("TB-12")
def test_backing_out_loses_the_stages_points_and_returns_the_pawn():
    game = in_stage("battle Golem; heart; heart", pickups=["potion"], health=[2, 8]).do("go on").do("go on", rolls=[9])
    assert game.tentative == 50 and "back out" in game.legal
    game.do("back out")
    assert (game.points(), game.health(), game.pickups(), game.pawn(), game.mover) == (0, 4, "potion", "0.1", 1)
    assert "1.1" in game.stages and game.tentative == 0 and sum(game.table.scene_discard._data) == 3


@pytest.mark.rule("TB-12")
def test_backing_out_keeps_health_above_four_and_needs_a_finished_scene():
    game = Position(cards=["N8 0N"], scenes=["tumble bomb", "heart"], pickups=["mask potion"])
    game.do("stage 1.1", rolls=[1, 1]).do("die 1", "die 1")
    assert "back out" not in game.legal
    game.do("go on")
    assert game.do("back out").health() == 7


@pytest.mark.rule("TB-12")
def test_a_hideout_may_be_left_until_its_battle_begins():
    game = in_stage("heart; heart", hideout=True).do("go on")
    assert game.legal == ["go on", "back out"]
    assert game.do("back out").mover == 1


@pytest.mark.rule("TB-12")
def test_the_last_good_guy_cannot_back_out_but_a_solo_player_can():
    assert in_stage("heart; heart; heart", out=[1], pickups=["star"], num_players=2).legal[:2] == ["go on", "skip"]
    assert "back out" in in_stage("heart; heart; heart", num_players=1).legal


@pytest.mark.rule("TB-13")
@pytest.mark.parametrize(
    ("encounter", "rolls", "health"), [("heart", [], 6), ("tumble bomb", [], 3), ("spikes", [4], 1), ("spikes", [1], 4)]
)
def test_encounters_change_health(encounter, rolls, health):
    assert in_stage(f"{encounter}; heart", rolls=rolls, health=[5, 8]).health() == health


@pytest.mark.rule("TB-13")
def test_a_barrel_holds_one_pickup_and_encounters_of_a_path_come_in_order():
    game = in_stage("barrel + tumble bomb + heart; heart", deck="pie")
    assert game.legal == ["hold pie", "hold nothing"] and game.health() == 8
    assert game.do("hold pie").health() == 7


@pytest.mark.rule("TB-14")
def test_health_never_exceeds_the_maximum():
    assert in_stage("heart; heart").health() == 8


# --- pickups


@pytest.mark.rule("TB-15")
def test_a_seat_keeps_two_pickups_and_chooses_the_active_pickup():
    game = in_stage("barrel; heart", pickups=["star tuba"], deck="pie").do("go on")
    assert game.legal == ["hold pie", "hold star", "hold tuba", "hold nothing"], (
        "while it chooses pickups to hold, a seat may not use them"
    )
    game.do("hold pie", "hold star")
    assert game.pickups() == "pie star" and game.table.pickup_discard[PICKUP_WORDS.index("tuba")] == 1


@pytest.mark.rule("TB-15")
def test_slots_are_switched_once_before_a_scene():
    game = in_stage("heart; heart; heart", pickups=["mask potion"], health=[5, 8]).do("switch")
    assert game.pickups() == "potion mask" and game.table.scene == 0 and "switch" not in game.legal
    assert "switch" in game.do("go on").legal


@pytest.mark.rule("TB-15")
def test_slots_are_switched_once_before_a_hideouts_battle():
    game = in_stage("heart; heart", hideout=True, pickups=["mask potion"]).do("go on", "go on")
    assert game.table.scene == 2 and "switch" in game.legal
    assert "switch" not in game.do("switch").legal and game.table.scene == 2


@pytest.mark.rule("TB-15")
def test_held_pickups_are_public():
    game = Position(pickups=["star tuba", "pie"])
    assert game.seen(1)["pickups"][1].argmax(axis=1).tolist() == [PICKUP_WORDS.index("star"), PICKUP_WORDS.index("tuba")]


@pytest.mark.rule("TB-15")
@pytest.mark.parametrize(("defeated", "both"), [(4, False), (5, True)])
def test_both_slots_are_active_once_five_shamandillos_are_defeated(defeated, both):
    game = in_stage("heart; heart", pickups=["mask star"], defeated=defeated)
    assert ("skip" in game.legal) == both and ("switch" in game.legal) != both


@pytest.mark.rule("TB-15")
def test_a_stored_pickup_replaces_a_discarded_active_one():
    game = in_stage("heart; heart", pickups=["star beer"], health=[5, 8]).do("boost active")
    assert game.pickups() == "beer" and "drink" in game.legal


@pytest.mark.rule("TB-16")
def test_a_boost_gives_one_health_and_only_below_full_health():
    game = in_stage("heart; heart", pickups=["mask potion"], health=[7, 8])
    assert {"boost active", "boost stored"} <= set(game.legal)
    game.do("boost stored")
    assert (game.health(), game.pickups()) == (8, "mask")
    assert "boost active" not in game.legal


@pytest.mark.rule("TB-16")
def test_a_seat_may_boost_before_each_round_and_rolls_without_a_decision_otherwise():
    game = in_stage("battle Golem; heart", pickups=["pie"], health=[5, 8]).do("go on")
    assert game.phase == Phase.BOOST and game.legal == ["go on", "boost active"]
    game.do("go on", rolls=[0])
    assert game.phase == Phase.BOOST and game.health() == 4
    game.do("boost active", rolls=[0, 9])
    assert game.tentative == 50 and game.health() == 4, "a seat without pickups gets no decision between rounds"


@pytest.mark.rule("TB-16", "TB-17")
def test_root_beer_gives_four_health_whenever_a_boost_is_legal():
    game = in_stage("heart; heart", pickups=["beer"], health=[3, 8]).do("drink")
    assert (game.health(), game.pickups()) == (8, "") and game.phase == Phase.READY, (
        "root beer gives four points and the heart gives one"
    )
    assert "drink" not in in_stage("heart; heart", pickups=["mask beer"], health=[3, 8]).legal


@pytest.mark.rule("TB-17")
def test_the_mask_halves_damage_and_an_odd_point_is_dropped_at_the_next_scene():
    game = in_stage("spikes; spikes; heart", pickups=["mask"], rolls=[3])
    assert game.health() == 7 and game.table.half[0] == 0
    assert game.do("go on", rolls=[2]).health() == 6


@pytest.mark.rule("TB-17")
def test_an_odd_damage_point_counts_within_its_scene():
    assert in_stage("spikes + spikes; heart", pickups=["mask"], rolls=[1, 1]).health() == 7


@pytest.mark.rule("TB-17")
def test_with_an_amulet_dice_hit_at_two_less_and_hitting_dice_do_not_hurt():
    game = in_stage("battle Golem; heart", pickups=["amulet"], defeated=4, rolls=[3, 4, 9, 2, 1])
    assert game.phase == Phase.BOOST and (game.health(), game.table.foe_health) == (6, 2), "at level 5 dice hit from 3"


@pytest.mark.rule("TB-17")
def test_two_amulets_add_up():
    game = in_stage("battle Golem; heart", pickups=["amulet amulet"], defeated=5, rolls=[2] * 6)
    assert game.tentative == 300 and game.health() == 8, "at level 6 dice hit from 2"


@pytest.mark.rule("TB-17")
def test_a_fireball_rolls_two_red_dice_that_never_hurt():
    game = in_stage("battle Golem; heart", pickups=["fireball"], defeated=1, rolls=[1, 9, 0, 0])
    assert game.health() == 7 and game.table.foe_health == 1 and game.dice == [1, 9, 0, 0]
    game.do("go on", rolls=[0, 0, 5, 1])
    assert game.tentative == 100 and game.health() == 7


@pytest.mark.rule("TB-17")
def test_two_fireballs_add_up():
    game = in_stage("battle Golem; heart", pickups=["fireball fireball"], defeated=5, rolls=[1] * 6 + [1] * 4)
    assert len(game.dice) == 10 and game.health() == 2


@pytest.mark.rule("TB-17", "TB-24")
def test_a_horseshoe_rerolls_up_to_two_dice_one_after_the_other():
    game = in_stage("battle Golem; heart", pickups=["horseshoe"], defeated=2, rolls=[0, 0, 8])
    assert game.legal == ["reroll black 0", "reroll black 8", "stand"]
    game.do("reroll black 0", rolls=[1])
    assert game.legal == ["reroll black 0", "reroll black 8", "stand"], "each die is rerolled at most once"
    assert game.health() == 8
    game.do("reroll black 0", rolls=[7])
    assert game.health() == 7 and game.table.foe_health == 1
    assert game.phase == Phase.BOOST


@pytest.mark.rule("TB-17")
def test_two_horseshoes_reroll_up_to_four_dice():
    game = in_stage("battle Golem; heart", pickups=["horseshoe horseshoe"], defeated=5, rolls=[0] * 6)
    game.do("reroll black 0", "reroll black 0", "reroll black 0", rolls=[9, 9, 9])
    assert game.phase == Phase.REROLL and game.do("stand").table.foe_health == 3 and game.health() == 5


@pytest.mark.rule("TB-17")
def test_pie_gives_full_health_when_backing_out():
    game = in_stage("tumble bomb; heart; heart", pickups=["pie mask"], health=[6, 8]).do("go on")
    assert game.health() == 4 and game.do("back out").health() == 8 and game.pickups() == "pie mask"
    game = in_stage("tumble bomb; heart; heart", pickups=["mask pie"], health=[6, 8]).do("go on")
    assert game.do("back out").health() == 5, "a pie works only in an active slot; the mask halved the damage of the bomb"


@pytest.mark.rule("TB-17", "TB-12")
def test_a_star_skips_a_scene_which_counts_as_finished():
    game = in_stage("barrel; tumble bomb; heart", pickups=["star"]).do("skip")
    assert (game.pickups(), game.table.scene, game.legal) == ("", 1, ["go on", "back out"])


@pytest.mark.rule("TB-17")
def test_a_star_on_the_last_scene_completes_the_stage_but_skips_no_shamandillo():
    game = in_stage("heart; spikes", pickups=["star"]).do("go on", "skip")
    assert (game.points(), game.health(), game.mover) == (200, 8, 1)
    game = in_stage("heart; heart", hideout=True, pickups=["star"]).do("go on", "go on")
    assert game.legal == ["go on", "back out"]


@pytest.mark.rule("TB-17")
def test_a_tuba_swaps_scene_cards_but_not_their_dice():
    game = Position(cards=["N10 0N"], scenes=["barrel", "heart", "spikes"], pickups=["tuba pie"], health=[5, 8])
    game.do("stage 1.1", rolls=[1, 2, 3]).do("die 2", "die 1", "die 3")
    assert {"swap 1 2", "swap 1 3", "swap 2 3", "replace 1", "replace 2", "replace 3"} <= set(game.legal)
    game.do("swap 1 3")
    assert (game.row, game.pickups(), game.phase) == ([2, 1, 0], "pie", Phase.READY)
    assert [game.table.row_dice[k] for k in range(3)] == [2, 1, 3]


@pytest.mark.rule("TB-17")
def test_a_tuba_replaces_an_unfinished_scene_card_from_the_deck():
    game = in_stage("heart; barrel; spikes", pickups=["tuba"]).do("go on")
    assert "replace 1" not in game.legal and "swap 1 2" not in game.legal, "the first scene is finished"
    game.do("replace 3")
    assert game.row == [0, 1, 3] and game.table.scene_discard[2] == 1


@pytest.mark.rule("TB-17")
def test_only_active_pickups_have_effects():
    game = in_stage("battle Golem; heart", pickups=["pie fireball"], defeated=1).do("go on", rolls=[9, 0])
    assert game.phase == Phase.BOOST and game.dice == [9, 0], "no red dice"


# --- lives


@pytest.mark.rule("TB-18")
def test_at_zero_health_pickups_are_discarded_and_damage_is_taken_point_by_point():
    game = in_stage("spikes; heart", pickups=["potion feather"], health=[2, 8]).do("go on", rolls=[4])
    assert game.phase == Phase.SAVE and game.legal == ["boost active", "boost stored"]
    game.do("boost active")
    assert game.pickups() == "" and game.status() == Status.IN and game.health(0) == 0 and game.mover == 1
    assert game.table.continues[0] == 1, (
        "the second and third points of damage cost a pickup each, and the fourth costs the life"
    )


@pytest.mark.rule("TB-18")
def test_a_single_pickup_is_discarded_without_a_decision_except_root_beer():
    game = in_stage("tumble bomb; heart", pickups=["potion"], health=[2, 8]).do("go on")
    assert (game.health(), game.pickups(), game.phase) == (1, "", Phase.READY)
    game = in_stage("tumble bomb; heart", pickups=["beer"], health=[1, 8]).do("go on")
    assert game.legal == ["boost active", "drink"]
    assert game.do("drink").health() == 3


@pytest.mark.rule("TB-18")
def test_a_lost_life_costs_the_stage_and_a_continue():
    game = in_stage("battle Golem; spikes", rolls=[9], health=[3, 8]).do("go on", rolls=[5])
    assert (game.points(), game.table.continues[0], game.pawn(), game.mover) == (0, 1, "0.1", 1)
    assert "1.1" in game.stages
    game.do("stage 0.2")
    assert (game.mover, game.health(), game.pickups()) == (0, 8, "")


@pytest.mark.rule("TB-18", "TB-32")
def test_a_seat_without_a_continue_is_out_and_keeps_its_points():
    game = in_stage("spikes; heart", rolls=[5], health=[3, 8], continues=[0, 2], points=[300, 0])
    assert (game.status(), game.points(), game.mover) == (Status.OUT, 300, 1)
    assert game.do("stage 0.2").mover == 1, "a seat that is out is skipped"
    game = in_stage("spikes; heart", rolls=[5], health=[3, 0], continues=[0, 0], out=[1])
    assert (game.mover, game.end) == (None, End.OVER)
