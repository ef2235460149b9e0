"""Every clause of 2-Bit Bandits in small positions."""

from collections import Counter

import numpy as np
import pytest

import dig_envs
from dig_envs.core.game import End
from dig_envs.two_bit_bandits import GAME
from dig_envs.two_bit_bandits.card_set import shipped_cards
from dig_envs.two_bit_bandits.components import (
    ENCOUNTER_NAMES,
    GOOD_GUYS,
    MINIONS,
    PICKUP_NAMES,
    PICKUP_WORDS,
    SHAMANDILLOS,
    STAGE_NAMES,
    Stage,
)
from dig_envs.two_bit_bandits.rules.final import begin_final
from dig_envs.two_bit_bandits.rules.flow import play_on
from dig_envs.two_bit_bandits.state import NONE, Final, Phase, Status
from tests.rules.two_bit_bandits_positions import LEVEL_NAMES, Position, in_stage, loaded_dice

ID = "two_bit_bandits_v0"
FACES = shipped_cards()


def dealt(num_tables: int = 1, **options) -> np.ndarray:
    return dig_envs.batch(ID, num_tables=num_tables, seed=1, **options).states


# --- components and set-up


@pytest.mark.rule("TB-1", "TB-2")
def test_the_box_holds_what_it_should():
    hideouts = (FACES["stages"] == Stage.HIDEOUT).any(axis=1)
    assert len(hideouts) == 24 and hideouts.sum() == 6 and not hideouts[0]
    assert FACES["num_scenes"] == 54 and FACES["scenes"].shape[1] == 6
    copies = dict(zip(PICKUP_NAMES, FACES["copies"].tolist(), strict=True))
    assert copies.pop("Mug of Root Beer") == 5 and set(copies.values()) == {3} and len(copies) == 9
    assert FACES["copies"].sum() == 32 and len(MINIONS) == len(SHAMANDILLOS) == 7
    assert GOOD_GUYS == ("Pancho Vanilla", "Calamity Janet", "Lone Star", "Prospector Pete")


@pytest.mark.rule("TB-3")
def test_scene_cards_are_as_designed():
    def encounter(k: int, s: int) -> str:
        order = ["barrel", "heart", "spikes", f"battle {MINIONS[k % 7]}", f"battle {MINIONS[(k + 2) % 7]}"]
        if s == 1 and k % 2:
            return f"battle {MINIONS[(k + 6) % 7]}"
        if s == 2 and k % 3:
            return "tumble bomb"
        return order[s] if s < 5 else f"elemental {MINIONS[(k + 4) % 7]}"

    for k in range(54):
        for p in range(1, 7):
            codes = FACES["scenes"][k, p - 1]
            assert ENCOUNTER_NAMES[codes[0]] == encounter(k, (p - 1 + k % 6 + (k // 6) % 6) % 6) and not codes[1:].any()


@pytest.mark.rule("TB-3")
def test_level_cards_are_as_designed():
    stages = [[STAGE_NAMES[stage] for stage in card if stage] for card in FACES["stages"]]
    assert stages[0] == ["saloon"] and FACES["exits"][0] == 0b1111
    assert stages[2] == ["oasis", "wagon of Pancho Vanilla"] and FACES["exits"][2] == 0b1001
    assert stages[16] == ["village", "camp", "village"] and FACES["exits"][16] == 0b1010
    assert sum(stage not in ("saloon", "hideout") for card in stages for stage in card) + 6 == 42
    assert [int(exits) for exits in FACES["exits"][18:]] == [1, 1, 1, 0b1010, 0b1001, 0b0011]


@pytest.mark.rule("TB-3")
@pytest.mark.parametrize("max_health", [6, 8, 12])
def test_full_health_is_an_option(max_health):
    game = Position(max_health=max_health)
    assert game.health(0) == game.health(1) == max_health and GAME.options().max_health == 8


@pytest.mark.rule("TB-4")
@pytest.mark.parametrize(("length", "continues"), [("easy", 1), ("standard", 2), ("epic", 3)])
def test_the_length_gives_continues(length, continues):
    assert dealt(length=length)["table"]["continues"][0].tolist() == [continues, continues, 0, 0]


@pytest.mark.rule("TB-5")
@pytest.mark.parametrize(
    ("length", "upper", "lower"), [("easy", (4, 2), (5, 3)), ("standard", (6, 3), (6, 3)), ("epic", (6, 3), (11, 3))]
)
def test_the_level_stack_has_two_parts(length, upper, lower):
    ordinary, hideouts = set(), set()
    for state in dealt(200, length=length):
        stack = state["secret"]["stack"]
        stack = stack[stack != NONE][::-1]
        for part, (plain, hidden) in ((stack[: sum(upper)], upper), (stack[sum(upper) :], lower)):
            assert (part <= 17).sum() == plain and (part > 17).sum() == hidden
        ordinary |= {card for card in stack if card <= 17}
        hideouts |= {card for card in stack if card > 17}
    assert ordinary == set(range(1, 18)) and hideouts == set(range(18, 24))


@pytest.mark.rule("TB-5")
def test_hideouts_lie_anywhere_in_their_part():
    tops = [state["secret"]["stack"][17] > 17 for state in dealt(3000)]
    assert abs(np.mean(tops) - 1 / 3) < 0.04


@pytest.mark.rule("TB-6")
def test_the_level_rises_with_each_shamandillo():
    for defeated in range(6):
        assert Position(defeated=defeated).seen(0)["level"].argmax() == defeated


@pytest.mark.rule("TB-7", "C-10")
@pytest.mark.parametrize("num_players", [1, 2, 3, 4])
def test_all_begin_alike_and_anybody_may_begin(num_players):
    states = dealt(1000, num_players=num_players)
    tables = states["table"]
    assert np.bincount(tables["active"], minlength=num_players).min() > 700 / num_players
    assert not tables["pawn"].any() and (tables["pickups"] == NONE).all()
    assert (tables["health"][:, :num_players] == 8).all() and not tables["health"][:, num_players:].any()


# --- exploring


@pytest.mark.rule("TB-8")
def test_a_turn_begins_with_a_stage_or_a_look():
    game = Position(cards=["N8 0N"])
    assert game.legal == ["stage 0.2", "stage 1.1", "look"]


@pytest.mark.rule("TB-8")
def test_one_of_two_level_cards_is_kept_and_placed_then_a_stage_chosen():
    game = Position(stack="N1 N8 N14").do("look")
    assert game.legal == ["keep first", "keep second"]
    game.do("keep second")
    assert game.legal == ["lay 0 north", "lay 0 east", "lay 0 south", "lay 0 west"]
    game.do("lay 0 east")
    assert LEVEL_NAMES[game.table.level_card[1]] == "N8" and game.phase == Phase.CHOOSE
    assert game.legal == ["stage 0.2", "stage 1.1"], "a trunk and the saloon; the spur lies behind the trunk; no second look"
    assert [LEVEL_NAMES[card] for card in game.state.secret.stack._data[:2]] == ["N14", "N1"]


@pytest.mark.rule("TB-8", "C-6")
def test_only_the_player_sees_the_cards_and_knows_the_one_put_back():
    game, other = (Position(stack=stack).do("look") for stack in ("N1 N8 N14", "N5 N6 N14"))
    assert game.seen(0)["my_cards"][:2].any(axis=1).all()
    for name, block in game.seen(1).items():
        assert (block == other.seen(1)[name]).all()
    game.do("keep second", "lay 0 north", "stage 0.2")
    assert LEVEL_NAMES[game.state.seats[0].known] == "N1" and game.state.seats[1].known == NONE
    assert game.seen(0)["my_cards"][2].any() and not game.seen(1)["my_cards"].any()
    game.do("look", "keep first", "lay 0 east")
    assert game.state.seats[0].known == NONE, "it is on the map"
    assert LEVEL_NAMES[game.state.seats[1].known] == "N14"


@pytest.mark.rule("TB-8")
def test_a_known_card_stays_known_when_another_puts_it_back():
    game = Position(stack="N1 N8 N14 N5").do("look", "keep second", "lay 0 north", "stage 0.2")
    game.do("look", "keep second", "lay 0 east")
    assert [LEVEL_NAMES[game.state.seats[seat].known] for seat in (0, 1)] == ["N1", "N1"]


@pytest.mark.rule("TB-8", "C-6")
def test_a_redeal_lets_others_know_the_top_as_far_as_one_can_tell():
    def known(game: Position, player: int) -> list[str]:
        twin = game.redealt(player, seed=1).state
        return [LEVEL_NAMES[seat.known] if seat.known != NONE else "" for seat in (twin.seats[p] for p in range(3))]

    game = Position(num_players=3).do("look", "keep second", "lay 0 north", "stage 0.2", "look")
    assert known(game, 1) == ["N1", "", ""], "seat 0 has put back the first of the two"
    game.do("keep first", "lay 0 east")
    assert known(game, 0)[0] == "" and known(game, 0)[1] != "", "N1 was placed: seat 0 knows the top no more"
    assert known(game, 1) == ["", "N3", ""], "seat 1 has seen that"
    assert all(known(game, 2)[:2]), "to seat 2, either may know it"
    game.do("stage 0.2", "look", "keep second")
    assert known(game, 2)[0] == known(game, 2)[1] == "N3" and known(game, 1) == ["", "N3", ""]


@pytest.mark.rule("TB-8")
def test_of_one_card_left_there_is_no_choice_and_of_none_no_look():
    game = Position(stack="N8").do("look")
    assert game.legal == ["keep first"]
    game.do("keep first", "lay 0 north", "stage 0.2")
    assert "look" not in game.legal and game.state.seats[0].known == NONE


@pytest.mark.rule("TB-8")
def test_nobody_looks_while_a_hideout_is_open_or_no_exit_is_in_reach():
    assert "look" not in Position(cards=["H1 0N"]).legal
    assert "look" in Position(cards=["H1 0N"], done=["1.1"], defeated=1).legal
    closed = ["N1 0N", "N1 0E", "N1 0S", "N1 0W"]
    assert "look" not in Position(cards=closed).legal
    assert "look" in Position(cards=closed, done=["3.1"]).legal


@pytest.mark.rule("TB-9")
@pytest.mark.parametrize(("side", "exits"), [("N", "WN"), ("E", "NE"), ("S", "ES"), ("W", "SW")])
def test_a_card_turns_its_entry_to_the_exit(side, exits):
    """N9 has exits west and north in its own frame."""
    game = Position(cards=[f"N9 0{side}"], done=["1.1"]).do("look", "keep first")
    names = {"N": "north", "E": "east", "S": "south", "W": "west"}
    assert {name.split()[2] for name in game.legal if name.startswith("lay 1")} == {names[exit_] for exit_ in exits}


@pytest.mark.rule("TB-9")
def test_an_open_stage_blocks_the_way_and_a_done_one_does_not():
    cards = ["N8 0N", "N1 1N"]
    assert Position(cards=cards).stages == {"0.2", "1.1", "2.1"}
    assert Position(cards=cards, done=["1.1"]).stages == {"0.2", "1.2", "2.1"}
    assert Position(cards=cards, done=["1.1", "2.1"]).stages == {"0.2", "1.2", "2.2"}


@pytest.mark.rule("TB-9")
def test_paths_that_meet_join_and_others_are_blocked():
    """N12 north of Stone Ridge leads east and west; N9 east of Stone Ridge leads north: its exit meets the one of a third."""
    square = ["N6 0N", "N6 0E", "N1 1E"]  # the third lies north of the second, entered from the first
    game = Position(cards=square, done=["1.1", "2.1"])
    assert {"3.1", "1.2", "2.2"} <= game.stages and game.table.reached[3] == 0
    game = Position(cards=["N6 0N", "N6 0E", "N6 1E"], done=["2.1"])
    assert game.table.reached[1] == 0 and game.table.reached[3] == 1, "entered from the side, where exits meet"
    assert {"1.1", "2.2", "3.2"} <= game.stages


@pytest.mark.rule("TB-9")
def test_the_saloon_can_be_passed():
    assert {"1.1", "2.1"} <= Position(cards=["N8 0N", "N8 0S"]).stages


@pytest.mark.rule("TB-10")
def test_the_saloon_heals_and_takes_all_pickups():
    game = Position(health=[2, 8], pickups=["star tuba"]).do("stage 0.2")
    assert (game.health(), game.pickups(), game.mover, game.points()) == (8, "", 1, 0)
    assert "stage 0.2" in game.legal, "it is never completed"
    assert game.table.pickup_discard[PICKUP_WORDS.index("star")] == 1


@pytest.mark.rule("TB-10")
def test_a_wagon_gives_two_pickups_and_is_the_whole_turn():
    game = Position(cards=["N6 0N"], deck="pie beer").do("stage 1.1")
    assert game.legal == ["hold pie", "hold beer", "hold nothing"]
    game.do("hold beer", "hold pie")
    assert (game.pickups(), game.mover, game.points()) == ("beer pie", 1, 0)
    assert "1.1" not in game.stages and "1.2" in game.stages


@pytest.mark.rule("TB-10")
def test_an_owned_wagon_is_for_its_owner_alone():
    for seat, card in enumerate(("N2", "N3")):
        game = Position(cards=[f"{card} 0N"], done=["1.1"])
        assert ("1.2" in game.stages) == (seat == 0)
        assert ("1.2" in game.do("stage 0.2").stages) == (seat == 1)


@pytest.mark.rule("TB-10", "TB-14")
@pytest.mark.parametrize(("scenes", "bonus"), [(2, 200), (3, 300), (4, 400), (5, 500)])
def test_a_completed_stage_pays_its_bonus(scenes, bonus):
    game = in_stage("; ".join(["heart"] * scenes))
    game.do(*["go on"] * (scenes - 1))
    assert (game.points(), game.mover, game.pawn()) == (bonus, 1, "1.1")
    assert "1.1" not in game.stages


@pytest.mark.rule("TB-10", "TB-23")
def test_a_hideout_pays_800_the_shamandillo_and_two_pickups():
    game = in_stage("heart; heart", hideout=True, boss="Rocky", deck="pie mask").do("go on")
    assert game.phase == Phase.READY
    game.do("go on", rolls=[9, 1, 3, 5])
    assert game.legal == ["hold pie", "hold mask", "hold nothing"] and game.tentative == 300
    game.do("hold mask", "hold nothing")
    assert (game.points(), game.pickups(), game.mover) == (1100, "mask", 1)
    assert game.table.defeated[SHAMANDILLOS.index("Rocky")] == 1 and "look" in game.legal


# --- a stage


@pytest.mark.rule("TB-11", "C-2")
def test_dice_are_rolled_and_laid_from_first_to_last():
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
def test_who_backs_out_loses_the_stages_points_and_is_back_where_it_was():
    game = in_stage("battle Golem; heart; heart", pickups=["potion"], health=[2, 8]).do("go on").do("go on", rolls=[9])
    assert game.tentative == 50 and "back out" in game.legal
    game.do("back out")
    assert (game.points(), game.health(), game.pickups(), game.pawn(), game.mover) == (0, 4, "potion", "0.1", 1)
    assert "1.1" in game.stages and game.tentative == 0 and sum(game.table.scene_discard._data) == 3


@pytest.mark.rule("TB-12")
def test_more_health_than_four_is_kept_and_the_first_scene_must_be_played():
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
def test_the_last_good_guy_left_cannot_back_out_but_a_solo_one_can():
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
def test_two_of_all_pickups_are_kept_and_the_active_one_chosen():
    game = in_stage("barrel; heart", pickups=["star tuba"], deck="pie").do("go on")
    assert game.legal == ["hold pie", "hold star", "hold tuba", "hold nothing"], "nothing else may be done with them"
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
def test_pickups_held_are_open_to_all():
    game = Position(pickups=["star tuba", "pie"])
    assert game.seen(1)["pickups"][1].argmax(axis=1).tolist() == [PICKUP_WORDS.index("star"), PICKUP_WORDS.index("tuba")]


@pytest.mark.rule("TB-15")
@pytest.mark.parametrize(("defeated", "both"), [(4, False), (5, True)])
def test_both_slots_are_active_once_five_shamandillos_are_defeated(defeated, both):
    game = in_stage("heart; heart", pickups=["mask star"], defeated=defeated)
    assert ("skip" in game.legal) == both and ("switch" in game.legal) != both


@pytest.mark.rule("TB-15")
def test_a_stored_pickup_takes_the_place_of_a_discarded_active_one():
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
def test_boosts_are_offered_before_each_round_and_a_round_with_nothing_to_offer_is_rolled():
    game = in_stage("battle Golem; heart", pickups=["pie"], health=[5, 8]).do("go on")
    assert game.phase == Phase.BOOST and game.legal == ["go on", "boost active"]
    game.do("go on", rolls=[0])
    assert game.phase == Phase.BOOST and game.health() == 4
    game.do("boost active", rolls=[0, 9])
    assert game.tentative == 50 and game.health() == 4, "without pickups nothing is asked"


@pytest.mark.rule("TB-16", "TB-17")
def test_root_beer_gives_four_health_where_boosts_are_offered():
    game = in_stage("heart; heart", pickups=["beer"], health=[3, 8]).do("drink")
    assert (game.health(), game.pickups()) == (8, "") and game.phase == Phase.READY, "four, and the heart"
    assert "drink" not in in_stage("heart; heart", pickups=["mask beer"], health=[3, 8]).legal


@pytest.mark.rule("TB-17")
def test_the_mask_halves_damage_and_forgets_an_odd_one_at_the_next_scene():
    game = in_stage("spikes; spikes; heart", pickups=["mask"], rolls=[3])
    assert game.health() == 7 and game.table.half[0] == 0
    assert game.do("go on", rolls=[2]).health() == 6


@pytest.mark.rule("TB-17")
def test_an_odd_damage_counts_within_its_scene():
    assert in_stage("spikes + spikes; heart", pickups=["mask"], rolls=[1, 1]).health() == 7


@pytest.mark.rule("TB-17")
def test_an_amulet_makes_dice_need_two_less_and_a_die_that_hits_does_not_hurt():
    game = in_stage("battle Golem; heart", pickups=["amulet"], defeated=4, rolls=[3, 4, 9, 2, 1])
    assert game.phase == Phase.BOOST and (game.health(), game.table.foe_health) == (6, 2), "at level 5 from 3 on"


@pytest.mark.rule("TB-17")
def test_two_amulets_add_up():
    game = in_stage("battle Golem; heart", pickups=["amulet amulet"], defeated=5, rolls=[2] * 6)
    assert game.tentative == 300 and game.health() == 8, "level 6: hits from 2 on"


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
def test_a_horseshoe_rolls_up_to_two_dice_again_one_after_the_other():
    game = in_stage("battle Golem; heart", pickups=["horseshoe"], defeated=2, rolls=[0, 0, 8])
    assert game.legal == ["reroll black 0", "reroll black 8", "stand"]
    game.do("reroll black 0", rolls=[1])
    assert game.legal == ["reroll black 0", "reroll black 8", "stand"], "a die is rolled again once"
    assert game.health() == 8
    game.do("reroll black 0", rolls=[7])
    assert game.health() == 7 and game.table.foe_health == 1
    assert game.phase == Phase.BOOST


@pytest.mark.rule("TB-17")
def test_two_horseshoes_roll_up_to_four_dice_again():
    game = in_stage("battle Golem; heart", pickups=["horseshoe horseshoe"], defeated=5, rolls=[0] * 6)
    game.do("reroll black 0", "reroll black 0", "reroll black 0", rolls=[9, 9, 9])
    assert game.phase == Phase.REROLL and game.do("stand").table.foe_health == 3 and game.health() == 5


@pytest.mark.rule("TB-17")
def test_pie_gives_full_health_when_backing_out():
    game = in_stage("tumble bomb; heart; heart", pickups=["pie mask"], health=[6, 8]).do("go on")
    assert game.health() == 4 and game.do("back out").health() == 8 and game.pickups() == "pie mask"
    game = in_stage("tumble bomb; heart; heart", pickups=["mask pie"], health=[6, 8]).do("go on")
    assert game.do("back out").health() == 5, "only from an active slot; the mask halved the bomb"


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
def test_a_tuba_swaps_scene_cards_and_the_dice_keep_their_places():
    game = Position(cards=["N10 0N"], scenes=["barrel", "heart", "spikes"], pickups=["tuba pie"], health=[5, 8])
    game.do("stage 1.1", rolls=[1, 2, 3]).do("die 2", "die 1", "die 3")
    assert {"swap 1 2", "swap 1 3", "swap 2 3", "replace 1", "replace 2", "replace 3"} <= set(game.legal)
    game.do("swap 1 3")
    assert (game.row, game.pickups(), game.phase) == ([2, 1, 0], "pie", Phase.READY)
    assert [game.table.row_dice[k] for k in range(3)] == [2, 1, 3]


@pytest.mark.rule("TB-17")
def test_a_tuba_replaces_a_card_still_to_come_by_the_next_of_the_deck():
    game = in_stage("heart; barrel; spikes", pickups=["tuba"]).do("go on")
    assert "replace 1" not in game.legal and "swap 1 2" not in game.legal, "that scene is over"
    game.do("replace 3")
    assert game.row == [0, 1, 3] and game.table.scene_discard[2] == 1


@pytest.mark.rule("TB-17")
def test_abilities_work_from_an_active_slot_only():
    game = in_stage("battle Golem; heart", pickups=["pie fireball"], defeated=1).do("go on", rolls=[9, 0])
    assert game.phase == Phase.BOOST and game.dice == [9, 0], "no red dice"


# --- lives


@pytest.mark.rule("TB-18")
def test_at_no_health_pickups_must_go_and_damage_comes_point_by_point():
    game = in_stage("spikes; heart", pickups=["potion feather"], health=[2, 8]).do("go on", rolls=[4])
    assert game.phase == Phase.SAVE and game.legal == ["boost active", "boost stored"]
    game.do("boost active")
    assert game.pickups() == "" and game.status() == Status.IN and game.health(0) == 0 and game.mover == 1
    assert game.table.continues[0] == 1, "two points for two pickups, the fourth is the life"


@pytest.mark.rule("TB-18")
def test_a_single_pickup_is_given_without_asking_and_root_beer_may_give_four():
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
def test_without_a_continue_one_is_out_and_keeps_its_points():
    game = in_stage("spikes; heart", rolls=[5], health=[3, 8], continues=[0, 2], points=[300, 0])
    assert (game.status(), game.points(), game.mover) == (Status.OUT, 300, 1)
    assert game.do("stage 0.2").mover == 1, "who is out is passed over"
    game = in_stage("spikes; heart", rolls=[5], health=[3, 0], continues=[0, 0], out=[1])
    assert (game.mover, game.end) == (None, End.OVER)


# --- attacks


@pytest.mark.rule("TB-19", "C-3")
def test_seats_are_asked_clockwise_from_the_fighter():
    game = in_stage("battle Golem; heart", pickups=["mask", "star", "mask potion"], num_players=3)
    assert (game.mover, game.legal) == (0, ["throw active", "pass"])
    assert game.do("pass").mover == 1 and game.legal == ["throw active", "pass"]
    assert game.do("throw active").mover == 2 and game.table.minions == 3
    game.do("throw active", rolls=[9, 0])
    assert game.table.elemental == 1 and game.pickups(2) == "potion" and game.pickups(1) == ""


@pytest.mark.rule("TB-19", "TB-22")
@pytest.mark.parametrize(
    ("minion", "pickup"),
    [("Golem", "mask"), ("Dune Bug", "potion"), ("Reaper", "amulet"), ("Beezard", "feather"), ("Fireantula", "fireball"),
     ("Prickly Bear", "horseshoe"), ("Dust Devil", "pie")],
)  # fmt: skip
def test_the_matching_pickup_makes_a_battle_elemental(minion, pickup):
    game = in_stage(f"battle {minion}; heart", pickups=["", f"potion {pickup}" if pickup != "potion" else "pie potion"])
    assert (game.mover, game.legal) == (1, ["throw stored", "pass"])
    game.do("throw stored", rolls=[9] * (2 if minion in ("Golem", "Prickly Bear") else 1) if minion != "Beezard" else [1, 9])
    assert game.tentative == 100


@pytest.mark.rule("TB-19")
@pytest.mark.parametrize("pickup", ["beer", "star", "tuba"])
def test_root_beer_star_and_tuba_add_two_minions_even_to_an_elemental_battle(pickup):
    game = in_stage("elemental Reaper; heart", pickups=["", f"amulet {pickup}"])
    assert game.legal == ["throw stored", "pass"], "the matching one only while the battle is not elemental"
    game.do("throw stored", rolls=[9, 9, 9])
    assert game.tentative == 300 and game.health() == 6, "one of three Reapers a round"


@pytest.mark.rule("TB-19", "C-3")
def test_a_seat_throws_until_it_passes_and_is_not_asked_again():
    game = in_stage("battle Golem; heart", pickups=["", "beer star", "tuba"], num_players=3)
    assert game.do("throw active").mover == 1 and game.pickups(1) == "star"
    assert game.do("pass").mover == 2
    game.do("throw active", rolls=[9] * 5)
    assert game.tentative == 250


@pytest.mark.rule("TB-19", "C-4")
def test_that_another_was_asked_and_passed_is_not_seen():
    one = in_stage("battle Golem; heart", pickups=["", "beer", "star", ""], num_players=4)
    two = in_stage("battle Golem; heart", pickups=["", "beer", "star", ""], num_players=4).do("pass")
    assert (one.mover, two.mover) == (1, 2)
    for seat in (0, 3):
        for name, block in one.seen(seat).items():
            assert (block == two.seen(seat)[name]).all(), name


@pytest.mark.rule("TB-19", "C-3", "C-6")
def test_a_throw_shows_who_is_done():
    stack = "N1 N2 N10 N4 N5 H1 H2 H3 N7 N6 N9 N3 N11 N12 H4 H5 H6"
    game = in_stage("battle Golem; heart", pickups=["beer", "star", "beer", "star"], num_players=4, stack=stack)
    game.do("pass", "throw active")
    assert game.mover == 2
    for seat in (0, 1, 3):
        movers = {game.redealt(seat, seed).mover for seed in range(40)}
        assert movers == {2, 3} - {seat}, "of the others, those after who threw"


@pytest.mark.rule("TB-19")
def test_nobody_attacks_in_a_shamandillos_battle():
    game = in_stage("heart; heart", hideout=True, boss="Rocky", pickups=["", "beer star"]).do("go on")
    game.do("go on", rolls=[9] * 4)
    assert game.tentative == 300


# --- battles


@pytest.mark.rule("TB-20")
@pytest.mark.parametrize(
    ("level", "rolls", "left", "health"),
    [(2, [2, 1], 1, 7), (3, [1, 6, 3], 1, 7), (4, [0, 3, 4, 9], 2, 6), (7, [6, 7, 0, 9, 1, 1, 1], 5, 3)],
)
def test_dice_hit_from_the_level_on_and_hurt_below_it(level, rolls, left, health):
    game = in_stage("battle Golem; heart", pickups=["pie"], defeated=level - 1, rolls=rolls)
    assert game.phase == Phase.BOOST and (game.table.foe_health, game.health()) == (left, health)


@pytest.mark.rule("TB-20")
def test_hits_come_first_and_without_an_enemy_there_is_no_damage():
    game = in_stage("battle Golem; heart", defeated=2, rolls=[1, 6, 3, 0, 8, 2])
    assert (game.health(), game.tentative) == (7, 150), "the rulebook's example"


@pytest.mark.rule("TB-20")
def test_surplus_hits_are_lost():
    game = in_stage("battle Golem; heart", defeated=1, rolls=[0, 9, 9, 9])
    assert game.tentative == 100


@pytest.mark.rule("TB-21")
@pytest.mark.parametrize(("kind", "points"), [("battle", 50), ("elemental", 100)])
def test_minions_pay_more_in_an_elemental_battle(kind, points):
    game = in_stage(f"{kind} Dust Devil; heart", defeated=1, rolls=[9, 9])
    assert game.tentative == 2 * points


@pytest.mark.rule("TB-21")
def test_a_plain_battle_knows_no_powers():
    game = in_stage("battle Dust Devil; heart", defeated=1, pickups=["potion"], rolls=[9, 0])
    assert game.phase == Phase.BOOST and game.table.foe_health == 1


@pytest.mark.rule("TB-21")
def test_dust_devils_grow_in_number_from_level_two():
    game = in_stage("elemental Dust Devil; heart", defeated=1, pickups=["mask"], health=[7, 8]).do("go on")
    game.do("go on", rolls=[9, 0])
    assert (game.table.foe_health, game.table.minions) == (2, 3)
    game.do("go on", rolls=[9, 9])
    assert game.tentative == 300
    game = in_stage("elemental Dust Devil; heart", pickups=["mask"], health=[7, 8]).do("go on").do("go on", rolls=[0])
    assert game.table.foe_health == 1


@pytest.mark.rule("TB-21")
def test_a_yellow_die_never_hits_from_level_two():
    game = in_stage("elemental Fireantula; heart", defeated=1, pickups=["mask"], health=[7, 8]).do("go on")
    game.do("go on", rolls=[9, 9])
    assert (game.table.foe_health, game.health()) == (1, 7), "the last black die is yellow: it neither hits nor hurts"
    game.do("go on", rolls=[0, 1])
    assert game.health() == 6, "it does hurt: two damage, one health"
    assert in_stage("elemental Fireantula; heart", rolls=[9]).tentative == 100


@pytest.mark.rule("TB-21")
def test_golems_have_two_health_in_an_elemental_battle():
    game = in_stage("elemental Golem; heart", defeated=1, rolls=[9, 9, 9, 9])
    assert game.tentative == 200
    assert in_stage("battle Golem; heart", defeated=1, rolls=[9, 9]).tentative == 100


@pytest.mark.rule("TB-21", "TB-24")
def test_prickly_bears_have_the_first_hitting_die_rolled_again():
    game = in_stage("elemental Prickly Bear; heart", defeated=1, rolls=[0, 9, 1, 9, 9, 5])
    assert (game.health(), game.tentative) == (6, 200)


@pytest.mark.rule("TB-21")
def test_reapers_hurt_at_the_end_of_a_round_while_one_lives():
    game = in_stage("elemental Reaper; heart", defeated=1, rolls=[9, 1, 9, 9])
    assert game.health() == 6 and game.tentative == 200


def in_battle(boss: str, level: int = 1, **position) -> Position:
    """Before the first round against a Shamandillo, asked for boosts: seat 0 holds a Slice of Pie and lacks a health point."""
    position = {"pickups": ["pie"], "health": [7, 8], **position}
    game = in_stage("heart + spikes; heart + spikes", hideout=True, boss=boss, defeated=level - 1, **position)
    game.table.health[0] = position["health"][0]
    game.do("skip") if "skip" in game.legal else None
    while game.phase == Phase.READY:
        game.do("go on", rolls=[1] if game.table.scene < 2 else [])
        game.table.health[0] = position["health"][0]
    assert game.phase == Phase.BOOST
    return game


@pytest.mark.rule("TB-23")
@pytest.mark.parametrize(("boss", "health"), [("Rocky", 12), ("Dusty", 9), ("Snake Eyes", 9)])
def test_a_shamandillo_has_three_times_the_level_in_health_rocky_four(boss, health):
    assert in_battle(boss, level=3).table.foe_health == health


@pytest.mark.rule("TB-23")
def test_a_shamandillo_does_at_most_one_damage_a_round_smokey_more():
    assert in_battle("Rocky", level=4).do("go on", rolls=[0, 0, 0, 0]).health() == 6
    assert in_battle("Smokey", level=4).do("go on", rolls=[0, 0, 0, 0]).health() == 4
    assert in_battle("Smokey", level=1).do("go on", rolls=[0]).health() == 6


@pytest.mark.rule("TB-23")
def test_el_diablo_does_one_damage_more():
    assert in_battle("El Diablo", level=2).do("go on", rolls=[0, 0]).health() == 5
    assert in_battle("El Diablo", level=2).do("go on", rolls=[9, 9]).health() == 6


@pytest.mark.rule("TB-23")
@pytest.mark.parametrize(("level", "hits", "left"), [(4, 2, 10), (5, 3, 13), (5, 0, 15), (6, 1, 18)])
def test_dusty_heals_at_the_end_of_a_round(level, hits, left):
    game = in_battle("Dusty", level=level).do("go on", rolls=[9] * hits + [0] * (level - hits))
    assert game.table.foe_health == left


@pytest.mark.rule("TB-23", "TB-24")
@pytest.mark.parametrize(("level", "again"), [(3, 0), (4, 1), (5, 2)])
def test_snake_eyes_rolls_the_first_hitting_dice_again(level, again):
    game = in_battle("Snake Eyes", level=level).do("go on", rolls=[9] * level + [0] * again)
    assert game.table.foe_health == 3 * level - (level - again)


@pytest.mark.rule("TB-23")
def test_an_undefeated_shamandillo_stays_on_top_seen_by_all():
    game = in_battle("Rocky", level=2, health=[1, 8], pickups=["pie"]).do("go on", rolls=[9, 0, 9, 0])
    assert (game.mover, game.table.continues[0]) == (1, 1)
    assert game.seen(1)["boss"].argmax() == SHAMANDILLOS.index("Rocky")
    game.table.faces.scenes._data[:, :, 0] = ENCOUNTER_NAMES.index("heart")
    game.do("stage 1.1", rolls=[1, 1]).do("die 1", "die 1", "go on")
    game.do("go on", rolls=[9] * 8)
    assert game.tentative == 600, "with full health: eight hits"


@pytest.mark.rule("TB-24")
def test_new_dice_of_the_horseshoe_come_before_the_enemys_rerolls():
    game = in_stage("elemental Prickly Bear; heart", pickups=["horseshoe"], health=[7, 8]).do("go on", "go on", rolls=[0])
    assert game.phase == Phase.REROLL
    game.do("reroll black 0", rolls=[9, 8])
    assert game.tentative == 100, "the nine was rolled again by the bear, and still hit"


# --- flight and water


@pytest.mark.rule("TB-25")
def test_beezards_on_high_are_hit_by_nines_alone():
    heights = [6, 6, 1]
    game = in_stage("elemental Beezard; heart", defeated=2, pickups=["mask"], health=[7, 8]).do("go on")
    game.do("go on", rolls=[*heights, 8, 8, 9])
    assert game.table.foe_health == 1, "one eight on the low one, the nine on a high one"
    assert game.table.height == 1


@pytest.mark.rule("TB-25")
def test_a_feather_lifts_the_good_guy_out_of_reach_but_not_of_zeros():
    game = in_stage("battle Golem; heart", defeated=3, pickups=["feather"], health=[7, 8]).do("go on")
    game.do("go on", rolls=[5, 0, 3, 3, 8])
    assert (game.table.height, game.health(), game.table.foe_health) == (4, 6, 3), "the height is at most the level"
    game.do("go on", rolls=[2, 0, 3, 3, 8])
    assert (game.table.height, game.health()) == (2, 3), "who is one above is reached"


@pytest.mark.rule("TB-25")
def test_the_rulebooks_example_of_heights():
    """At height 3 all Beezards (4, 1, 1, 3) can be hit; the two at height 1 do not reach up."""
    game = in_stage("elemental Beezard; heart", defeated=3, pickups=["feather"], health=[7, 8]).do("go on")
    game.do("go on", rolls=[3, 6, 1, 1, 3, 8, 8, 3, 3])
    assert game.table.foe_heights._data.tolist()[1:5] == [2, 0, 1, 1]
    assert (game.table.foe_health, game.health()) == (2, 7), "the two that reach up are hit first; then only zeros hurt"


@pytest.mark.rule("TB-25")
def test_santa_ana_flies():
    game = in_battle("Santa Ana", level=4).do("go on", rolls=[6, 8, 8, 9, 3])
    assert (game.table.foe_health, game.health()) == (11, 6)


@pytest.mark.rule("TB-26")
def test_breath_is_lost_more_easily_round_by_round():
    game = in_stage("elemental Dune Bug; heart", pickups=["mask"], health=[7, 8]).do("go on")
    game.do("go on", rolls=[0, 2])
    assert game.health() == 7 and game.table.half[0] == 1
    game.do("go on", rolls=[0, 2])
    assert game.health() == 6 and game.table.half[0] == 1, "hurt twice, breath lost once"
    game.do("go on", rolls=[9])
    assert game.tentative == 100, "no breath roll once all are defeated"


@pytest.mark.rule("TB-26", "TB-17")
def test_a_potion_spares_breath_and_a_feather_does_nothing_in_water():
    game = in_stage("elemental Dune Bug; heart", pickups=["potion"], health=[7, 8]).do("go on").do("go on", rolls=[0])
    assert game.health() == 6 and game.table.rounds == 1
    game = in_stage("elemental Dune Bug; heart", pickups=["feather"], health=[7, 8]).do("go on").do("go on", rolls=[0, 6])
    assert game.table.height == 0 and game.health() == 6


@pytest.mark.rule("TB-26")
def test_slick_fights_under_water():
    assert in_battle("Slick", level=1).do("go on", rolls=[0, 1]).health() == 5


@pytest.mark.rule("TB-27")
def test_a_battle_of_sixty_rounds_is_lost_whatever_is_held():
    game = in_battle("Dusty", level=7, pickups=["potion"])
    game.table.rounds = 58
    game.do("go on", rolls=[9] + [9] * 6)
    assert game.phase == Phase.BOOST
    game.do("go on", rolls=[0] * 7)
    assert (game.mover, game.table.continues[0], game.pickups()) == (1, 1, "")


# --- the final battle

HIDEOUTS_5 = ["H1 0N", "H2 1N", "H3 2N", "H4 0S", "H5 0E"]
DONE_5 = ["1.1", "2.1", "3.1", "4.1", "5.1"]


def final(boss: str = "Rocky", length: str = "standard", rolls: tuple[int, ...] = (), **position) -> Position:
    """Seat 0 places the hideout that begins the final battle, and rolls its round unless it is asked for boosts."""
    count = {"easy": 4, "standard": 5}[length]
    cards, done = HIDEOUTS_5[:count], DONE_5[:count]
    game = Position(cards=cards, done=done, defeated=count, boss=boss, stack="H6 N1 N5", length=length, **position)
    return game.do("look", "keep first").do("lay 0 west", rolls=rolls)


@pytest.mark.rule("TB-28")
@pytest.mark.parametrize(("length", "dice"), [("easy", 5), ("standard", 6)])
def test_the_last_hideout_begins_the_final_battle_at_once(length, dice):
    game = final(length=length, pickups=["pie", "pie"], health=[7, 7])
    assert game.final == Final.RUNNING and game.phase == Phase.BOOST and game.mover == 0
    game.do("go on", rolls=[6] * dice)
    assert game.points() == 100 * dice and game.mover == 1
    assert not any(name.startswith("stage") for name in game.legal), "hideouts so placed are not played"


@pytest.mark.rule("TB-28")
def test_an_epic_final_battle_begins_with_the_seat_after_the_sixth_hideout():
    cards, done = [*HIDEOUTS_5, "H6 0W"], DONE_5
    game = Position(cards=cards, done=done, defeated=5, boss="Rocky", length="epic", scenes=["heart", "heart"],
                    num_players=3, out=[1], pickups=["", "", "pie"], health=[8, 0, 7])  # fmt: skip
    game.do("stage 6.1", rolls=[1, 1]).do("die 1", "die 1", "go on")
    game.do("go on", rolls=[9] * 6 * 4)
    game.do("hold nothing")
    assert game.final == Final.RUNNING and game.mover == 2 and game.seen(0)["level"].argmax() == 6


@pytest.mark.rule("TB-29")
def test_in_the_final_battle_six_hits_and_each_health_point_pays():
    game = final(length="easy", pickups=["pie", "pie"], health=[7, 7]).do("go on", rolls=[5, 5, 6, 7, 0])
    assert (game.points(), game.health(), game.mover) == (200, 6, 1)
    game.do("go on", rolls=[9, 9, 9, 9, 9])
    assert (game.points(1), game.mover) == (500, 0)


@pytest.mark.rule("TB-29", "TB-15")
def test_both_slots_are_active_in_the_final_battle():
    game = final(length="easy", pickups=["pie amulet", "pie"], health=[7, 7]).do("go on", rolls=[4, 4, 3, 3, 3])
    assert game.points() == 200


@pytest.mark.rule("TB-29")
def test_who_is_defeated_decides_at_its_next_turn_whether_to_spend_a_continue():
    game = final(health=[1, 7], pickups=["", "pie"], rolls=[0] * 6)
    assert (game.status(), game.table.continues[0], game.mover) == (Status.DOWN, 2, 1)
    game.do("go on", rolls=[1] * 6)
    assert (game.mover, game.legal) == (0, ["revive", "give up"])
    game.do("revive", rolls=[9] * 6)
    assert (game.health(), game.table.continues[0], game.points(), game.status()) == (8, 1, 600, Status.IN)
    game = final(health=[1, 7], pickups=["", "pie"], rolls=[0] * 6).do("go on", rolls=[1] * 6).do("give up")
    assert (game.status(), game.mover) == (Status.OUT, 1)


@pytest.mark.rule("TB-29")
def test_when_all_are_out_the_battle_is_unwon_and_its_points_count():
    game = final(health=[1, 1], continues=[0, 0], points=[50, 0], rolls=[9, 0, 0, 0, 0, 0] + [0] * 6)
    assert (game.end, game.points(0), game.points(1)) == (End.OVER, 150, 0)
    assert game.table.num_defeated == 5


@pytest.mark.rule("TB-29", "TB-27")
def test_the_final_battle_ends_after_sixty_cycles_not_sixty_rounds():
    game = final(pickups=["pie", "pie"], health=[7, 7])
    game.table.cycle, game.table.rounds = 58, 70
    game.do("go on", rolls=[1] * 6).do("go on", rolls=[1] * 6)
    assert game.end == End.RUNNING and game.table.cycle == 59
    game.do("go on", rolls=[1] * 6).do("go on", rolls=[1] * 6)
    assert game.end == End.OVER


@pytest.mark.rule("TB-29", "TB-26")
def test_breath_counts_the_rounds_of_all():
    game = final("Slick", pickups=["pie", "pie"], health=[7, 7]).do("go on", rolls=[9] * 6 + [2])
    assert game.health() == 7
    assert game.do("go on", rolls=[9] * 6 + [2]).health(1) == 6


@pytest.mark.rule("TB-29", "TB-23")
def test_dusty_heals_once_a_cycle():
    game = final("Dusty", pickups=["pie", "pie"], health=[7, 7]).do("go on", rolls=[9] * 6)
    assert game.table.foe_health == 12
    assert game.do("go on", rolls=[0] * 6).table.foe_health == 14


@pytest.mark.rule("TB-29")
def test_effects_at_the_end_of_a_round_concern_who_fought_it():
    game = final("El Diablo", pickups=["pie", "pie"], health=[7, 7]).do("go on", rolls=[9] * 6)
    assert (game.health(0), game.health(1)) == (6, 7)


@pytest.mark.rule("TB-30")
@pytest.mark.parametrize(("length", "princess"), [("easy", 1000), ("standard", 2000)])
def test_who_is_alive_when_it_falls_gets_a_princess(length, princess):
    dice = {"easy": 5, "standard": 6}[length]
    game = final("Rocky", length, pickups=["pie", "pie", ""], health=[7, 7, 1], num_players=3)
    game.do("go on", rolls=[9] * dice).do("go on", rolls=[9] * dice + [0] * dice)
    assert game.status(2) == Status.DOWN
    game.table.foe_health = 1
    game.do("go on", rolls=[9] * dice)
    assert game.final == Final.WON and game.table.boss == NONE
    assert game.status(2) == Status.STOPPED, "it is back in the game, whole, and can reach nothing"
    assert [game.points(seat) for seat in range(3)] == [100 * dice + 100 + princess, 100 * dice + princess, 0]


@pytest.mark.rule("TB-30")
def test_an_epic_princess_is_worth_3000():
    game = won(length="epic")
    assert game.points(0) - 100 == 3000


def won(length: str = "standard", cards=(), done=(), **position) -> Position:
    """The final battle has just been won by seat 0."""
    level = {"easy": 5, "standard": 6, "epic": 7}[length]
    position = {"pickups": ["pie", "pie"], "health": [7, 7], **position}
    game = Position(cards=cards, done=done, defeated=level - 1, boss="Rocky", stack="N1 N5", length=length, **position)
    begin_final(game.state, 0)
    play_on(game.state)
    game.table.foe_health = 1
    return game.do("go on", rolls=[9] + [1] * (level - 1))


@pytest.mark.rule("TB-31")
def test_after_the_final_battle_who_is_behind_plays_a_stage_or_stops():
    game = won(cards=["N8 0N"], points=[500, 0], scenes=["heart", "heart"])
    assert game.phase == Phase.PLAY_ON and game.mover == 1
    assert game.legal == ["stage 0.2", "stage 1.1", "stop"], "no look at level cards"
    game.do("stage 1.1", rolls=[1, 1]).do("die 1", "die 1")
    assert game.seen(0)["level"].argmax() == 5, "the level is the number of Shamandillos defeated"
    assert "back out" not in game.legal


@pytest.mark.rule("TB-31", "TB-18")
def test_who_waits_without_a_life_counts_as_healed_and_has_stopped_where_it_can_reach_nothing():
    game = won(health=[7, 0])
    assert game.status(1) == Status.STOPPED and game.mover == 0
    game = won(health=[7, 0], max_turns=1)
    assert game.end == End.TRUNCATED and game.status(1) == Status.STOPPED, "seat 0 could still go to the saloon"
    game = Position(defeated=5, boss="Rocky", stack="N1 N5", health=[8, 0], max_turns=1)
    begin_final(game.state, 0)
    game.table.foe_health = 1
    with loaded_dice([9] + [1] * 5):
        play_on(game.state)
    assert game.final == Final.WON and game.end == End.OVER, "nobody is left to ask"


@pytest.mark.rule("TB-18", "C-9")
def test_at_the_limit_the_next_fighter_is_not_healed_for_a_round_that_never_begins():
    game = Position(defeated=5, boss="Rocky", stack="N1 N5", health=[5, 0], points=[100, 100], max_turns=1)
    begin_final(game.state, 0)
    with loaded_dice([1] * 6):
        play_on(game.state)
    assert game.end == End.TRUNCATED and (game.health(0), game.health(1)) == (4, 0)
    assert game.rewards == [1.0, -1.0]


@pytest.mark.rule("TB-31")
def test_the_saloon_is_for_who_lacks_health_and_the_finals_hideout_is_not_played():
    game = won(cards=["N8 0N", "H1 0E"], points=[500, 0], health=[7, 8])
    assert game.mover == 1 and game.legal == ["stage 1.1", "stop"]


@pytest.mark.rule("TB-31")
def test_it_goes_on_with_who_has_the_fewest_points_until_nobody_is_left():
    game = won(cards=["N8 0N"], points=[0, 0])
    assert game.points(0) > game.points(1) and game.mover == 1
    assert game.do("stop").mover == 0 and game.status(1) == Status.STOPPED
    assert game.do("stop").end == End.OVER


@pytest.mark.rule("TB-31")
def test_ties_are_asked_clockwise_from_who_felled_the_shamandillo_and_who_can_play_nothing_has_stopped():
    game = won(cards=["N8 0N"], points=[0, 100])
    assert game.points(0) == game.points(1) and game.mover == 0
    game = won(health=[7, 8])
    assert game.status(1) == Status.STOPPED and (game.mover, game.legal) == (0, ["stage 0.2", "stop"])


@pytest.mark.rule("TB-32")
def test_the_game_ends_when_nothing_is_left_to_do():
    closed = ["N1 0N", "N1 0E", "N1 0S", "N1 0W"]
    done = [f"{card}.{at}" for card in range(1, 5) for at in (1, 2)]
    ended = Position(cards=["N5 0N"], done=["1.1"], stack="").do("stage 0.2")
    assert ended.end == End.OVER, "Pete's wagon is nobody's"
    goes_on = Position(cards=["N2 0N"], done=["1.1"], stack="").do("stage 0.2")
    assert goes_on.end == End.RUNNING, "Pancho's is seat 0's"
    assert Position(cards=closed, done=done, stack="N5").do("stage 0.2").end == End.RUNNING, "a card can be placed"


@pytest.mark.rule("TB-32")
def test_the_last_good_guy_may_end_the_game_if_it_is_ahead():
    assert "finish" not in Position(points=[500, 400]).legal
    assert "finish" not in Position(points=[500, 500], out=[1]).legal
    game = Position(points=[500, 400], out=[1])
    assert "finish" in game.legal and game.do("finish").end == End.OVER
    assert "finish" not in Position(points=[500], num_players=1).legal


@pytest.mark.rule("TB-32", "C-7")
def test_ties_are_broken_by_health_and_pickups_and_else_shared():
    assert np.argmax(Position(points=[500, 550], health=[8, 1]).standings) == 1
    assert np.argmax(Position(points=[500, 500], health=[6, 5]).standings) == 0
    assert np.argmax(Position(points=[500, 500], health=[6, 5], pickups=["", "pie mask"]).standings) == 1
    assert Position(points=[500, 500]).rewards == [0.0, 0.0]
    assert Position(points=[500, 400]).rewards == [1.0, -1.0]


@pytest.mark.rule("TB-33")
@pytest.mark.parametrize("reward", ["win", "score"])
def test_a_solo_game_pays_its_points(reward):
    assert Position(points=[4150], num_players=1, reward=reward).rewards == [0.415]


@pytest.mark.rule("TB-34", "C-8")
def test_the_score_is_divided_by_5000():
    assert Position(points=[5000, 0, 500], num_players=3, reward="score").rewards == pytest.approx([0.95, -0.55, -0.4])


@pytest.mark.rule("TB-34", "C-9")
@pytest.mark.parametrize("num_players", [1, 3])
def test_the_turn_limit_truncates(num_players):
    limit = 150 * num_players
    game = Position(num_players=num_players, turn=limit - 2).do("stage 0.2")
    assert game.table.max_turns == limit and game.end == End.RUNNING
    assert game.do("stage 0.2").end == End.TRUNCATED


@pytest.mark.rule("TB-34")
def test_discarded_scenes_are_reshuffled_when_their_deck_is_empty():
    game = Position(cards=["N8 0N"])
    game.table.scene_deck = 0
    game.table.scene_discard._data[:] = 1
    game.state.secret.scenes._data[:] = NONE
    game.do("stage 1.1")
    assert len(set(game.row)) == 2 and game.table.scene_deck == 52 and not any(game.table.scene_discard._data)


@pytest.mark.rule("TB-34")
def test_discarded_pickups_are_reshuffled_when_their_deck_is_empty():
    game = Position(cards=["N6 0S"])
    game.table.pickup_deck = 0
    game.table.pickup_discard._data[:] = game.table.faces.copies._data
    game.state.secret.pickups._data[:] = NONE
    game.do("stage 1.1")
    assert game.table.pickup_deck == 30 and sum(game.table.pool._data) == 2 and not any(game.table.pickup_discard._data)


def test_random_play_meets_every_stage_encounter_and_question():
    """What no game of thousands meets, no test of whole games guards."""
    batch = dig_envs.batch(ID, num_tables=300, seed=4, num_players=3, length="easy")
    generator = np.random.default_rng(4)
    phases: Counter[int] = Counter()
    for _ in range(1500):
        phases.update(batch.states["table"]["phase"].tolist())
        chosen = (batch.masks * generator.random(batch.masks.shape)).argmax(axis=1)
        batch.step(chosen)
    assert set(phases) == set(range(Phase.OVER))
