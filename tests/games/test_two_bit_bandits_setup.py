"""Test components, set-up and exploring in 2-Bit Bandits, clause by clause (TB-1 to TB-10)."""

import numpy as np
import pytest

import dig_envs
from dig_envs.two_bit_bandits import GAME
from dig_envs.two_bit_bandits.card_set import shipped_cards
from dig_envs.two_bit_bandits.components import (
    ENCOUNTER_NAMES,
    GOOD_GUYS,
    LEVEL_NAMES,
    MINIONS,
    PICKUP_NAMES,
    PICKUP_WORDS,
    SHAMANDILLOS,
    STAGE_NAMES,
    Stage,
)
from dig_envs.two_bit_bandits.state import NONE, Phase
from tests.support.two_bit_bandits_positions import Position, in_stage

ID = "two_bit_bandits_v0"
FACES = shipped_cards()


def dealt(num_tables: int = 1, **options) -> np.ndarray:
    return dig_envs.batch(ID, num_tables=num_tables, seed=1, **options).states


# --- components and set-up


@pytest.mark.rule("TB-1", "TB-2")
def test_the_game_has_its_components():
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
def test_the_option_max_health_sets_full_health(max_health):
    game = Position(max_health=max_health)
    assert game.health(0) == game.health(1) == max_health and GAME.options().max_health == 8


@pytest.mark.rule("TB-4")
@pytest.mark.parametrize(("length", "continues"), [("easy", 1), ("standard", 2), ("epic", 3)])
def test_the_length_sets_the_number_of_continues(length, continues):
    assert dealt(length=length)["table"]["continues"][0].tolist() == [continues, continues, 0, 0]


@pytest.mark.rule("TB-5")
@pytest.mark.parametrize(
    ("length", "upper", "lower"), [("easy", (4, 2), (5, 3)), ("standard", (6, 3), (6, 3)), ("epic", (6, 3), (11, 3))]
)
def test_the_two_parts_of_the_level_stack_have_their_numbers_of_cards(length, upper, lower):
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
def test_hideouts_are_equally_likely_anywhere_in_their_part():
    tops = [state["secret"]["stack"][17] > 17 for state in dealt(3000)]
    assert abs(np.mean(tops) - 1 / 3) < 0.04


@pytest.mark.rule("TB-6")
def test_the_level_rises_with_each_defeated_shamandillo():
    for defeated in range(6):
        assert Position(defeated=defeated).seen(0)["level"].argmax() == defeated


@pytest.mark.rule("TB-7", "C-10")
@pytest.mark.parametrize("num_players", [1, 2, 3, 4])
def test_all_seats_start_equal_and_the_first_seat_is_random(num_players):
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
def test_a_look_keeps_and_places_one_of_two_level_cards_before_a_stage():
    game = Position(stack="N1 N8 N14").do("look")
    assert game.legal == ["keep first", "keep second"]
    game.do("keep second")
    assert game.legal == ["lay 0 north", "lay 0 east", "lay 0 south", "lay 0 west"]
    game.do("lay 0 east")
    assert LEVEL_NAMES[game.table.level_card[1]] == "N8" and game.phase == Phase.CHOOSE
    assert game.legal == ["stage 0.2", "stage 1.1"], "the trunk blocks the spur, and a second look is not legal"
    assert [LEVEL_NAMES[card] for card in game.state.secret.stack._data[:2]] == ["N14", "N1"]


@pytest.mark.rule("TB-8", "C-6")
def test_only_the_looking_player_sees_both_cards_and_knows_the_returned_card():
    game, other = (Position(stack=stack).do("look") for stack in ("N1 N8 N14", "N5 N6 N14"))
    assert game.seen(0)["my_cards"][:2].any(axis=1).all()
    for name, block in game.seen(1).items():
        assert (block == other.seen(1)[name]).all()
    game.do("keep second", "lay 0 north", "stage 0.2")
    assert LEVEL_NAMES[game.state.seats[0].known] == "N1" and game.state.seats[1].known == NONE
    assert game.seen(0)["my_cards"][2].any() and not game.seen(1)["my_cards"].any()
    game.do("look", "keep first", "lay 0 east")
    assert game.state.seats[0].known == NONE, "the known card is on the map now"
    assert LEVEL_NAMES[game.state.seats[1].known] == "N14"


@pytest.mark.rule("TB-8")
def test_a_known_card_stays_known_when_another_seat_puts_it_back():
    game = Position(stack="N1 N8 N14 N5").do("look", "keep second", "lay 0 north", "stage 0.2")
    game.do("look", "keep second", "lay 0 east")
    assert [LEVEL_NAMES[game.state.seats[seat].known] for seat in (0, 1)] == ["N1", "N1"]


@pytest.mark.rule("TB-8", "C-6")
def test_a_redeal_gives_other_seats_possible_knowledge_of_the_top_card():
    def known(game: Position, player: int, seed: int = 1) -> list[str]:
        twin = game.redealt(player, seed=seed).state
        return [LEVEL_NAMES[seat.known] if seat.known != NONE else "" for seat in (twin.seats[p] for p in range(3))]

    game = Position(num_players=3).do("look", "keep second", "lay 0 north", "stage 0.2", "look")
    assert known(game, 1) == ["N1", "", ""], "seat 0 has put back the first of its two cards"
    game.do("keep first", "lay 0 east")
    assert known(game, 0)[0] == "" and known(game, 0)[1] != "", "N1 was placed, so seat 0 no longer knows the top card"
    assert known(game, 1) == ["", "N3", ""], "seat 1 knows that N1 was placed"
    sampled = [known(game, 2, seed) for seed in range(20)]
    assert any(seats[0] for seats in sampled) and any(seats[1] for seats in sampled), (
        "for seat 2, either seat may know the top card"
    )
    game.do("stage 0.2", "look", "keep second")
    sampled = [known(game, 2, seed) for seed in range(20)]
    assert {seats[0] for seats in sampled} == {seats[1] for seats in sampled} == {"", "N3"}, (
        "seat 2 has seen the card that either seat may know"
    )
    assert all("N3" in seats for seats in sampled) and known(game, 1) == ["", "N3", ""]


@pytest.mark.rule("TB-8")
def test_the_last_level_card_must_be_kept_and_an_empty_stack_allows_no_look():
    game = Position(stack="N8").do("look")
    assert game.legal == ["keep first"]
    game.do("keep first", "lay 0 north", "stage 0.2")
    assert "look" not in game.legal and game.state.seats[0].known == NONE


@pytest.mark.rule("TB-8")
def test_a_look_is_illegal_with_an_open_hideout_or_without_a_reachable_exit():
    assert "look" not in Position(cards=["H1 0N"]).legal
    assert "look" in Position(cards=["H1 0N"], done=["1.1"], defeated=1).legal
    closed = ["N1 0N", "N1 0E", "N1 0S", "N1 0W"]
    assert "look" not in Position(cards=closed).legal
    assert "look" in Position(cards=closed, done=["3.1"]).legal


@pytest.mark.rule("TB-9")
@pytest.mark.parametrize(("side", "exits"), [("N", "WN"), ("E", "NE"), ("S", "ES"), ("W", "SW")])
def test_a_placed_card_is_rotated_so_that_its_entry_meets_the_exit(side, exits):
    """Unrotated, N9 has exits west and north."""
    game = Position(cards=[f"N9 0{side}"], done=["1.1"]).do("look", "keep first")
    names = {"N": "north", "E": "east", "S": "south", "W": "west"}
    assert {name.split()[2] for name in game.legal if name.startswith("lay 1")} == {names[exit_] for exit_ in exits}


@pytest.mark.rule("TB-9")
def test_an_open_stage_blocks_the_path_and_a_completed_stage_does_not():
    cards = ["N8 0N", "N1 1N"]
    assert Position(cards=cards).stages == {"0.2", "1.1", "2.1"}
    assert Position(cards=cards, done=["1.1"]).stages == {"0.2", "1.2", "2.1"}
    assert Position(cards=cards, done=["1.1", "2.1"]).stages == {"0.2", "1.2", "2.2"}


@pytest.mark.rule("TB-9")
def test_facing_exits_join_and_other_exits_are_blocked():
    """Exits of two adjacent cards that face each other join their paths. An exit that faces no exit is blocked."""
    square = ["N6 0N", "N6 0E", "N1 1E"]  # the third is north of the second and entered from the first
    game = Position(cards=square, done=["1.1", "2.1"])
    assert {"3.1", "1.2", "2.2"} <= game.stages and game.table.reached[3] == 0
    game = Position(cards=["N6 0N", "N6 0E", "N6 1E"], done=["2.1"])
    assert game.table.reached[1] == 0 and game.table.reached[3] == 1, "entered from the side, where exits meet"
    assert {"1.1", "2.2", "3.2"} <= game.stages


@pytest.mark.rule("TB-9")
def test_the_saloon_does_not_block_the_path():
    assert {"1.1", "2.1"} <= Position(cards=["N8 0N", "N8 0S"]).stages


@pytest.mark.rule("TB-10")
def test_the_saloon_heals_and_takes_all_pickups():
    game = Position(health=[2, 8], pickups=["star tuba"]).do("stage 0.2")
    assert (game.health(), game.pickups(), game.mover, game.points()) == (8, "", 1, 0)
    assert "stage 0.2" in game.legal, "the saloon is never completed"
    assert game.table.pickup_discard[PICKUP_WORDS.index("star")] == 1


@pytest.mark.rule("TB-10")
def test_a_wagon_gives_two_pickups_and_takes_the_whole_turn():
    game = Position(cards=["N6 0N"], deck="pie beer").do("stage 1.1")
    assert game.legal == ["hold pie", "hold beer", "hold nothing"]
    game.do("hold beer", "hold pie")
    assert (game.pickups(), game.mover, game.points()) == ("beer pie", 1, 0)
    assert "1.1" not in game.stages and "1.2" in game.stages


@pytest.mark.rule("TB-10")
def test_only_the_owner_uses_an_owned_wagon():
    for seat, card in enumerate(("N2", "N3")):
        game = Position(cards=[f"{card} 0N"], done=["1.1"])
        assert ("1.2" in game.stages) == (seat == 0)
        assert ("1.2" in game.do("stage 0.2").stages) == (seat == 1)


@pytest.mark.rule("TB-10", "TB-14")
@pytest.mark.parametrize(("scenes", "bonus"), [(2, 200), (3, 300), (4, 400), (5, 500)])
def test_a_completed_stage_gives_its_bonus(scenes, bonus):
    game = in_stage("; ".join(["heart"] * scenes))
    game.do(*["go on"] * (scenes - 1))
    assert (game.points(), game.mover, game.pawn()) == (bonus, 1, "1.1")
    assert "1.1" not in game.stages


@pytest.mark.rule("TB-10", "TB-23")
def test_a_hideout_gives_800_the_shamandillos_points_and_two_pickups():
    game = in_stage("heart; heart", hideout=True, boss="Rocky", deck="pie mask").do("go on")
    assert game.phase == Phase.READY
    game.do("go on", rolls=[9, 1, 3, 5])
    assert game.legal == ["hold pie", "hold mask", "hold nothing"] and game.tentative == 300
    game.do("hold mask", "hold nothing")
    assert (game.points(), game.pickups(), game.mover) == (1100, "mask", 1)
    assert game.table.defeated[SHAMANDILLOS.index("Rocky")] == 1 and "look" in game.legal
