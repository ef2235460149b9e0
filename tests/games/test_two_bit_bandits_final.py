"""Test the final battle and the end of the game in 2-Bit Bandits, clause by clause (TB-28 to TB-34)."""

from collections import Counter

import numpy as np
import pytest

import dig_envs
from dig_envs.core.game import End
from dig_envs.two_bit_bandits.rules.final import begin_final
from dig_envs.two_bit_bandits.rules.flow import advance
from dig_envs.two_bit_bandits.state import NONE, Final, Phase, Status
from tests.support.two_bit_bandits_positions import Position, loaded_dice

ID = "two_bit_bandits_v0"


# --- the final battle

HIDEOUTS_5 = ["H1 0N", "H2 1N", "H3 2N", "H4 0S", "H5 0E"]
DONE_5 = ["1.1", "2.1", "3.1", "4.1", "5.1"]


def final(boss: str = "Rocky", length: str = "standard", rolls: tuple[int, ...] = (), **position) -> Position:
    """Begin the final battle: seat 0 places the last hideout. `rolls` are the dice up to the next decision."""
    count = {"easy": 4, "standard": 5}[length]
    cards, done = HIDEOUTS_5[:count], DONE_5[:count]
    game = Position(cards=cards, done=done, defeated=count, boss=boss, stack="H6 N1 N5", length=length, **position)
    return game.do("look", "keep first").do("lay 0 west", rolls=rolls)


@pytest.mark.rule("TB-28")
@pytest.mark.parametrize(("length", "dice"), [("easy", 5), ("standard", 6)])
def test_placing_the_last_hideout_begins_the_final_battle(length, dice):
    game = final(length=length, pickups=["pie", "pie"], health=[7, 7])
    assert game.final == Final.RUNNING and game.phase == Phase.BOOST and game.mover == 0
    game.do("go on", rolls=[6] * dice)
    assert game.points() == 100 * dice and game.mover == 1
    assert not any(name.startswith("stage") for name in game.legal), "the last hideout has no stage to play"


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
def test_in_the_final_battle_a_six_hits_and_each_hit_gives_100_points():
    game = final(length="easy", pickups=["pie", "pie"], health=[7, 7]).do("go on", rolls=[5, 5, 6, 7, 0])
    assert (game.points(), game.health(), game.mover) == (200, 6, 1)
    game.do("go on", rolls=[9, 9, 9, 9, 9])
    assert (game.points(1), game.mover) == (500, 0)


@pytest.mark.rule("TB-29", "TB-15")
def test_both_slots_are_active_in_the_final_battle():
    game = final(length="easy", pickups=["pie amulet", "pie"], health=[7, 7]).do("go on", rolls=[4, 4, 3, 3, 3])
    assert game.points() == 200


@pytest.mark.rule("TB-29")
def test_a_seat_without_health_chooses_at_its_next_turn_to_spend_a_continue():
    game = final(health=[1, 7], pickups=["", "pie"], rolls=[0] * 6)
    assert (game.status(), game.table.continues[0], game.mover) == (Status.DOWN, 2, 1)
    game.do("go on", rolls=[1] * 6)
    assert (game.mover, game.legal) == (0, ["revive", "give up"])
    game.do("revive", rolls=[9] * 6)
    assert (game.health(), game.table.continues[0], game.points(), game.status()) == (8, 1, 600, Status.IN)
    game = final(health=[1, 7], pickups=["", "pie"], rolls=[0] * 6).do("go on", rolls=[1] * 6).do("give up")
    assert (game.status(), game.mover) == (Status.OUT, 1)


@pytest.mark.rule("TB-29")
def test_the_final_battle_is_lost_when_all_seats_are_out_and_its_points_count():
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
def test_breath_rolls_in_the_final_battle_count_the_rounds_of_all_seats():
    game = final("Slick", pickups=["pie", "pie"], health=[7, 7]).do("go on", rolls=[9] * 6 + [2])
    assert game.health() == 7
    assert game.do("go on", rolls=[9] * 6 + [2]).health(1) == 6


@pytest.mark.rule("TB-29", "TB-23")
def test_dusty_heals_once_per_cycle_in_the_final_battle():
    game = final("Dusty", pickups=["pie", "pie"], health=[7, 7]).do("go on", rolls=[9] * 6)
    assert game.table.foe_health == 12
    assert game.do("go on", rolls=[0] * 6).table.foe_health == 14


@pytest.mark.rule("TB-29")
def test_effects_at_the_end_of_a_round_apply_to_the_fighter_of_the_round():
    game = final("El Diablo", pickups=["pie", "pie"], health=[7, 7]).do("go on", rolls=[9] * 6)
    assert (game.health(0), game.health(1)) == (6, 7)


@pytest.mark.rule("TB-30")
@pytest.mark.parametrize(("length", "princess"), [("easy", 1000), ("standard", 2000)])
def test_seats_with_health_at_the_victory_get_a_princess(length, princess):
    dice = {"easy": 5, "standard": 6}[length]
    game = final("Rocky", length, pickups=["pie", "pie", ""], health=[7, 7, 1], num_players=3)
    game.do("go on", rolls=[9] * dice).do("go on", rolls=[9] * dice + [0] * dice)
    assert game.status(2) == Status.DOWN
    game.table.foe_health = 1
    game.do("go on", rolls=[9] * dice)
    assert game.final == Final.WON and game.table.boss == NONE
    assert game.status(2) == Status.STOPPED, "the seat returns with full health and can reach no stage"
    assert [game.points(seat) for seat in range(3)] == [100 * dice + 100 + princess, 100 * dice + princess, 0]


@pytest.mark.rule("TB-30")
def test_an_epic_princess_is_worth_3000():
    game = won(length="epic")
    assert game.points(0) - 100 == 3000


def won(length: str = "standard", cards=(), done=(), **position) -> Position:
    """Set up a position where seat 0 has just won the final battle."""
    level = {"easy": 5, "standard": 6, "epic": 7}[length]
    position = {"pickups": ["pie", "pie"], "health": [7, 7], **position}
    game = Position(cards=cards, done=done, defeated=level - 1, boss="Rocky", stack="N1 N5", length=length, **position)
    begin_final(game.state, 0)
    advance(game.state)
    game.table.foe_health = 1
    return game.do("go on", rolls=[9] + [1] * (level - 1))


@pytest.mark.rule("TB-31")
def test_after_the_final_battle_the_trailing_seat_plays_a_stage_or_stops():
    game = won(cards=["N8 0N"], points=[500, 0], scenes=["heart", "heart"])
    assert game.phase == Phase.PLAY_ON and game.mover == 1
    assert game.legal == ["stage 0.2", "stage 1.1", "stop"], "a look is not legal after the final battle"
    game.do("stage 1.1", rolls=[1, 1]).do("die 1", "die 1")
    assert game.seen(0)["level"].argmax() == 5, "the level is the number of defeated Shamandillos"
    assert "back out" not in game.legal


@pytest.mark.rule("TB-31", "TB-18")
def test_a_seat_without_health_is_healed_after_the_victory_and_stops_without_a_stage():
    game = won(health=[7, 0])
    assert game.status(1) == Status.STOPPED and game.mover == 0
    game = won(health=[7, 0], max_turns=1)
    assert game.end == End.TRUNCATED and game.status(1) == Status.STOPPED, "seat 0 can still reach the saloon"
    game = Position(defeated=5, boss="Rocky", stack="N1 N5", health=[8, 0], max_turns=1)
    begin_final(game.state, 0)
    game.table.foe_health = 1
    with loaded_dice([9] + [1] * 5):
        advance(game.state)
    assert game.final == Final.WON and game.end == End.OVER, "no seat is left to ask"


@pytest.mark.rule("TB-18", "C-9")
def test_at_the_turn_limit_the_next_fighter_is_not_healed():
    game = Position(defeated=5, boss="Rocky", stack="N1 N5", health=[5, 0], points=[100, 100], max_turns=1)
    begin_final(game.state, 0)
    with loaded_dice([1] * 6):
        advance(game.state)
    assert game.end == End.TRUNCATED and (game.health(0), game.health(1)) == (4, 0)
    assert game.rewards == [1.0, -1.0]


@pytest.mark.rule("TB-31")
def test_after_the_victory_only_wounded_seats_use_the_saloon_and_no_hideout_is_open():
    game = won(cards=["N8 0N", "H1 0E"], points=[500, 0], health=[7, 8])
    assert game.mover == 1 and game.legal == ["stage 1.1", "stop"]


@pytest.mark.rule("TB-31")
def test_after_the_victory_the_seat_with_the_fewest_points_plays_next():
    game = won(cards=["N8 0N"], points=[0, 0])
    assert game.points(0) > game.points(1) and game.mover == 1
    assert game.do("stop").mover == 0 and game.status(1) == Status.STOPPED
    assert game.do("stop").end == End.OVER


@pytest.mark.rule("TB-31")
def test_tied_seats_play_clockwise_from_the_victor_and_seats_without_a_stage_stop():
    game = won(cards=["N8 0N"], points=[0, 100])
    assert game.points(0) == game.points(1) and game.mover == 0
    game = won(health=[7, 8])
    assert game.status(1) == Status.STOPPED and (game.mover, game.legal) == (0, ["stage 0.2", "stop"])


@pytest.mark.rule("TB-32")
def test_the_game_ends_without_a_level_card_to_place_or_a_stage_to_play():
    closed = ["N1 0N", "N1 0E", "N1 0S", "N1 0W"]
    done = [f"{card}.{at}" for card in range(1, 5) for at in (1, 2)]
    ended = Position(cards=["N5 0N"], done=["1.1"], stack="").do("stage 0.2")
    assert ended.end == End.OVER, "no seat has Pete, the owner of the wagon"
    running = Position(cards=["N2 0N"], done=["1.1"], stack="").do("stage 0.2")
    assert running.end == End.RUNNING, "seat 0 is Pancho, the owner of the wagon"
    assert Position(cards=closed, done=done, stack="N5").do("stage 0.2").end == End.RUNNING, "a card can be placed"


@pytest.mark.rule("TB-32")
def test_the_last_good_guy_may_end_the_game_if_it_is_ahead():
    assert "finish" not in Position(points=[500, 400]).legal
    assert "finish" not in Position(points=[500, 500], out=[1]).legal
    game = Position(points=[500, 400], out=[1])
    assert "finish" in game.legal and game.do("finish").end == End.OVER
    assert "finish" not in Position(points=[500], num_players=1).legal


@pytest.mark.rule("TB-32", "C-7")
def test_ties_are_broken_by_health_plus_pickups_or_shared():
    assert np.argmax(Position(points=[500, 550], health=[8, 1]).standings) == 1
    assert np.argmax(Position(points=[500, 500], health=[6, 5]).standings) == 0
    assert np.argmax(Position(points=[500, 500], health=[6, 5], pickups=["", "pie mask"]).standings) == 1
    assert Position(points=[500, 500]).rewards == [0.0, 0.0]
    assert Position(points=[500, 400]).rewards == [1.0, -1.0]


@pytest.mark.rule("TB-33")
@pytest.mark.parametrize("reward", ["win", "score"])
def test_the_reward_of_a_solo_game_is_its_points(reward):
    assert Position(points=[4150], num_players=1, reward=reward).rewards == [0.415]


@pytest.mark.rule("TB-34", "C-8")
def test_the_score_is_divided_by_5000():
    assert Position(points=[5000, 0, 500], num_players=3, reward="score").rewards == pytest.approx([0.95, -0.55, -0.4])


@pytest.mark.rule("TB-34", "C-9")
@pytest.mark.parametrize("num_players", [1, 3])
def test_the_default_turn_limit_of_150_for_each_player_truncates(num_players):
    limit = 150 * num_players
    game = Position(num_players=num_players, turn=limit - 2).do("stage 0.2")
    assert game.table.max_turns == limit and game.end == End.RUNNING
    assert game.do("stage 0.2").end == End.TRUNCATED


@pytest.mark.rule("TB-34")
def test_discarded_scene_cards_are_reshuffled_into_an_empty_deck():
    game = Position(cards=["N8 0N"])
    game.table.scene_deck = 0
    game.table.scene_discard._data[:] = 1
    game.state.secret.scenes._data[:] = NONE
    game.do("stage 1.1")
    assert len(set(game.row)) == 2 and game.table.scene_deck == 52 and not any(game.table.scene_discard._data)


@pytest.mark.rule("TB-34")
def test_discarded_pickups_are_reshuffled_into_an_empty_deck():
    game = Position(cards=["N6 0S"])
    game.table.pickup_deck = 0
    game.table.pickup_discard._data[:] = game.table.faces.copies._data
    game.state.secret.pickups._data[:] = NONE
    game.do("stage 1.1")
    assert game.table.pickup_deck == 30 and sum(game.table.pool._data) == 2 and not any(game.table.pickup_discard._data)


def test_random_play_reaches_every_phase():
    """Tests that play whole games depend on this."""
    batch = dig_envs.batch(ID, num_tables=300, seed=4, num_players=3, length="easy")
    generator = np.random.default_rng(4)
    phases: Counter[int] = Counter()
    for _ in range(1500):
        phases.update(batch.states["table"]["phase"].tolist())
        chosen = (batch.masks * generator.random(batch.masks.shape)).argmax(axis=1)
        batch.step(chosen)
    assert set(phases) == set(range(Phase.OVER))
