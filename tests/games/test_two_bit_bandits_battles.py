"""Test attacks, battles, flight and water in 2-Bit Bandits, clause by clause (TB-19 to TB-27)."""

import pytest

from dig_envs.two_bit_bandits import components
from dig_envs.two_bit_bandits.state import Phase
from tests.support.two_bit_bandits_positions import Position, in_stage

# --- attacks


@pytest.mark.rule("TB-19", "C-3")
def test_seats_decide_on_throws_clockwise_from_the_fighter():
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
    assert game.legal == ["throw stored", "pass"], "the matching pickup cannot be thrown into an elemental battle"
    game.do("throw stored", rolls=[9, 9, 9])
    assert game.tentative == 300 and game.health() == 6, "one of three Reapers is defeated each round"


@pytest.mark.rule("TB-19", "C-3")
def test_a_seat_may_throw_until_it_passes():
    game = in_stage("battle Golem; heart", pickups=["", "beer star", "tuba"], num_players=3)
    assert game.do("throw active").mover == 1 and game.pickups(1) == "star"
    assert game.do("pass").mover == 2
    game.do("throw active", rolls=[9] * 5)
    assert game.tentative == 250


@pytest.mark.rule("TB-19", "C-4")
def test_a_pass_of_a_seat_is_hidden_from_other_seats():
    one = in_stage("battle Golem; heart", pickups=["", "beer", "star", ""], num_players=4)
    two = in_stage("battle Golem; heart", pickups=["", "beer", "star", ""], num_players=4).do("pass")
    assert (one.mover, two.mover) == (1, 2)
    for seat in (0, 3):
        for name, block in one.seen(seat).items():
            assert (block == two.seen(seat)[name]).all(), name


@pytest.mark.rule("TB-19", "C-3", "C-6")
def test_a_throw_reveals_which_seats_have_finished():
    stack = "N1 N2 N10 N4 N5 H1 H2 H3 N7 N6 N9 N3 N11 N12 H4 H5 H6"
    game = in_stage("battle Golem; heart", pickups=["beer", "star", "beer", "star"], num_players=4, stack=stack)
    game.do("pass", "throw active")
    assert game.mover == 2
    for seat in (0, 1, 3):
        movers = {game.redealt(seat, seed).mover for seed in range(40)}
        assert movers == {2, 3} - {seat}, "only seats after the thrower may be the mover"


@pytest.mark.rule("TB-19")
def test_pickups_cannot_be_thrown_into_a_battle_with_a_shamandillo():
    game = in_stage("heart; heart", hideout=True, boss="Rocky", pickups=["", "beer star"]).do("go on")
    game.do("go on", rolls=[9] * 4)
    assert game.tentative == 300


# --- battles


@pytest.mark.rule("TB-20")
@pytest.mark.parametrize(
    ("level", "rolls", "left", "health"),
    [(2, [2, 1], 1, 7), (3, [1, 6, 3], 1, 7), (4, [0, 3, 4, 9], 2, 6), (7, [6, 7, 0, 9, 1, 1, 1], 5, 3)],
)
def test_dice_hit_at_or_above_the_level_and_hurt_below_it(level, rolls, left, health):
    game = in_stage("battle Golem; heart", pickups=["pie"], defeated=level - 1, rolls=rolls)
    assert game.phase == Phase.BOOST and (game.table.foe_health, game.health()) == (left, health)


@pytest.mark.rule("TB-20")
def test_hits_are_counted_before_damage_and_defeated_enemies_do_no_damage():
    game = in_stage("battle Golem; heart", defeated=2, rolls=[1, 6, 3, 0, 8, 2])
    assert (game.health(), game.tentative) == (7, 150), "the rulebook's example"


@pytest.mark.rule("TB-20")
def test_surplus_hits_are_lost():
    game = in_stage("battle Golem; heart", defeated=1, rolls=[0, 9, 9, 9])
    assert game.tentative == 100


@pytest.mark.rule("TB-21")
@pytest.mark.parametrize(("kind", "points"), [("battle", 50), ("elemental", 100)])
def test_minions_give_more_points_in_an_elemental_battle(kind, points):
    game = in_stage(f"{kind} Dust Devil; heart", defeated=1, rolls=[9, 9])
    assert game.tentative == 2 * points


@pytest.mark.rule("TB-21")
def test_minions_have_no_powers_in_a_plain_battle():
    game = in_stage("battle Dust Devil; heart", defeated=1, pickups=["potion"], rolls=[9, 0])
    assert game.phase == Phase.BOOST and game.table.foe_health == 1


@pytest.mark.rule("TB-21")
def test_a_dust_devil_joins_each_round_from_level_two():
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
    assert (game.table.foe_health, game.health()) == (1, 7), (
        "the last black die counts as yellow: a nine of this die neither hits nor hurts"
    )
    game.do("go on", rolls=[0, 1])
    assert game.health() == 6, "a yellow die does damage; the mask halves two damage to one"
    assert in_stage("elemental Fireantula; heart", rolls=[9]).tentative == 100


@pytest.mark.rule("TB-21")
def test_golems_have_two_health_points_in_an_elemental_battle():
    game = in_stage("elemental Golem; heart", defeated=1, rolls=[9, 9, 9, 9])
    assert game.tentative == 200
    assert in_stage("battle Golem; heart", defeated=1, rolls=[9, 9]).tentative == 100


@pytest.mark.rule("TB-21", "TB-24")
def test_prickly_bears_reroll_the_first_hitting_die():
    game = in_stage("elemental Prickly Bear; heart", defeated=1, rolls=[0, 9, 1, 9, 9, 5])
    assert (game.health(), game.tentative) == (6, 200)


@pytest.mark.rule("TB-21")
def test_a_remaining_reaper_does_damage_at_the_end_of_a_round():
    game = in_stage("elemental Reaper; heart", defeated=1, rolls=[9, 1, 9, 9])
    assert game.health() == 6 and game.tentative == 200


def in_battle(boss: str, level: int = 1, **position) -> Position:
    """Begin a battle with a Shamandillo, before its first round: seat 0 holds a Slice of Pie and lacks one health point."""
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
def test_the_health_of_a_shamandillo_is_three_times_the_level_and_of_rocky_four_times(boss, health):
    assert in_battle(boss, level=3).table.foe_health == health


@pytest.mark.rule("TB-23")
def test_a_shamandillo_except_smokey_does_at_most_one_damage_a_round():
    assert in_battle("Rocky", level=4).do("go on", rolls=[0, 0, 0, 0]).health() == 6
    assert in_battle("Smokey", level=4).do("go on", rolls=[0, 0, 0, 0]).health() == 4
    assert in_battle("Smokey", level=1).do("go on", rolls=[0]).health() == 6


@pytest.mark.rule("TB-23")
def test_el_diablo_does_one_more_damage():
    assert in_battle("El Diablo", level=2).do("go on", rolls=[0, 0]).health() == 5
    assert in_battle("El Diablo", level=2).do("go on", rolls=[9, 9]).health() == 6


@pytest.mark.rule("TB-23")
@pytest.mark.parametrize(("level", "hits", "left"), [(4, 2, 10), (5, 3, 13), (5, 0, 15), (6, 1, 18)])
def test_dusty_heals_at_the_end_of_a_round(level, hits, left):
    game = in_battle("Dusty", level=level).do("go on", rolls=[9] * hits + [0] * (level - hits))
    assert game.table.foe_health == left


@pytest.mark.rule("TB-23", "TB-24")
@pytest.mark.parametrize(("level", "again"), [(3, 0), (4, 1), (5, 2)])
def test_snake_eyes_rerolls_the_first_hitting_dice(level, again):
    game = in_battle("Snake Eyes", level=level).do("go on", rolls=[9] * level + [0] * again)
    assert game.table.foe_health == 3 * level - (level - again)


@pytest.mark.rule("TB-23")
def test_an_undefeated_shamandillo_stays_on_top_and_is_public():
    game = in_battle("Rocky", level=2, health=[1, 8], pickups=["pie"]).do("go on", rolls=[9, 0, 9, 0])
    assert (game.mover, game.table.continues[0]) == (1, 1)
    assert game.seen(1)["boss"].argmax() == components.SHAMANDILLOS.index("Rocky")
    game.table.faces.scenes._data[:, :, 0] = components.ENCOUNTER_NAMES.index("heart")
    game.do("stage 1.1", rolls=[1, 1]).do("die 1", "die 1", "go on")
    game.do("go on", rolls=[9] * 8)
    assert game.tentative == 600, "the Shamandillo has full health again and needs eight hits"


@pytest.mark.rule("TB-24")
def test_rerolls_of_the_horseshoe_come_before_the_enemys_rerolls():
    game = in_stage("elemental Prickly Bear; heart", pickups=["horseshoe"], health=[7, 8]).do("go on", "go on", rolls=[0])
    assert game.phase == Phase.REROLL
    game.do("reroll black 0", rolls=[9, 8])
    assert game.tentative == 100, "the bear rerolled the nine, and the new roll hit too"


# --- flight and water


@pytest.mark.rule("TB-25")
def test_only_nines_hit_beezards_out_of_reach():
    heights = [6, 6, 1]
    game = in_stage("elemental Beezard; heart", defeated=2, pickups=["mask"], health=[7, 8]).do("go on")
    game.do("go on", rolls=[*heights, 8, 8, 9])
    assert game.table.foe_health == 1, "an eight hit the low Beezard, and the nine hit a high Beezard"
    assert game.table.height == 1


@pytest.mark.rule("TB-25")
def test_a_feather_lifts_the_good_guy_out_of_reach_but_not_of_zeros():
    game = in_stage("battle Golem; heart", defeated=3, pickups=["feather"], health=[7, 8]).do("go on")
    game.do("go on", rolls=[5, 0, 3, 3, 8])
    assert (game.table.height, game.health(), game.table.foe_health) == (4, 6, 3), "the height is at most the level"
    game.do("go on", rolls=[2, 0, 3, 3, 8])
    assert (game.table.height, game.health()) == (2, 3), "an enemy one height above is reached"


@pytest.mark.rule("TB-25")
def test_the_rulebooks_example_of_heights():
    """At height 3 all Beezards (4, 1, 1, 3) can be hit; the two at height 1 do not reach the Good Guy."""
    game = in_stage("elemental Beezard; heart", defeated=3, pickups=["feather"], health=[7, 8]).do("go on")
    game.do("go on", rolls=[3, 6, 1, 1, 3, 8, 8, 3, 3])
    assert game.table.foe_heights._data.tolist()[1:5] == [2, 0, 1, 1]
    assert (game.table.foe_health, game.health()) == (2, 7), (
        "hits go to the two Beezards that reach the Good Guy; then only zeros hurt"
    )


@pytest.mark.rule("TB-25")
def test_santa_ana_fights_in_the_air():
    game = in_battle("Santa Ana", level=4).do("go on", rolls=[6, 8, 8, 9, 3])
    assert (game.table.foe_health, game.health()) == (11, 6)


@pytest.mark.rule("TB-26")
def test_the_breath_roll_gets_harder_each_round():
    game = in_stage("elemental Dune Bug; heart", pickups=["mask"], health=[7, 8]).do("go on")
    game.do("go on", rolls=[0, 2])
    assert game.health() == 7 and game.table.half[0] == 1
    game.do("go on", rolls=[0, 2])
    assert game.health() == 6 and game.table.half[0] == 1, "two damage, and one lost breath roll"
    game.do("go on", rolls=[9])
    assert game.tentative == 100, "there is no breath roll after the last enemy is defeated"


@pytest.mark.rule("TB-26", "TB-17")
def test_a_potion_prevents_breath_rolls_and_a_feather_has_no_effect_under_water():
    game = in_stage("elemental Dune Bug; heart", pickups=["potion"], health=[7, 8]).do("go on").do("go on", rolls=[0])
    assert game.health() == 6 and game.table.rounds == 1
    game = in_stage("elemental Dune Bug; heart", pickups=["feather"], health=[7, 8]).do("go on").do("go on", rolls=[0, 6])
    assert game.table.height == 0 and game.health() == 6


@pytest.mark.rule("TB-26")
def test_slick_fights_under_water():
    assert in_battle("Slick", level=1).do("go on", rolls=[0, 1]).health() == 5


@pytest.mark.rule("TB-27")
def test_a_battle_is_lost_after_sixty_rounds():
    game = in_battle("Dusty", level=7, pickups=["potion"])
    game.table.rounds = 58
    game.do("go on", rolls=[9] + [9] * 6)
    assert game.phase == Phase.BOOST
    game.do("go on", rolls=[0] * 7)
    assert (game.mover, game.table.continues[0], game.pickups()) == (1, 1, "")
