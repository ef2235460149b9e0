"""What observations of 2-Bit Bandits foresee, worked out anew: what stages promise, what dice fit, what a row will cost."""

from itertools import permutations
from math import erf, log, sqrt

import numpy as np
import pytest

from dig_envs.two_bit_bandits.components import ENCOUNTER_NAMES, NUM_SHAMANDILLOS, Stage
from dig_envs.two_bit_bandits.forecast import NORMAL
from dig_envs.two_bit_bandits.merits import worth_of
from dig_envs.two_bit_bandits.odds import BOSS, ODDS, Help
from dig_envs.two_bit_bandits.prospects import BOLDNESS, UNSEEN, UNSEEN_POINTS, promise_of
from tests.rules.two_bit_bandits_positions import OF_SIZE, Position, in_stage

SIX = {"barrel": 0, "heart": 1, "tumble bomb": 2, "spikes": 3}  # where a path has what it leads to, if no battle


def played(odds: list[np.ndarray], power: int, half: int, leaving: bool) -> tuple[float, float, float]:
    """The chances to complete scenes with these odds and to die, and the power left on average, one loss after another."""
    won = died = left = 0.0
    for lost, chance in enumerate(odds[0]):
        rest = max(0, power - (lost >> half))
        if rest == 0:
            outcome = 0.0, 1.0, 0.0
        elif len(odds) == 1:
            outcome = 1.0, 0.0, float(rest)
        elif leaving and survival(odds[1], rest, half) < BOLDNESS:
            outcome = 0.0, 0.0, float(max(4, rest))
        else:
            outcome = played(odds[1:], rest, half, leaving)
        won, died, left = won + chance * outcome[0], died + chance * outcome[1], left + chance * outcome[2]
    return won, died, left


def survival(odds: np.ndarray, power: int, half: int) -> float:
    return float(sum(chance for lost, chance in enumerate(odds) if lost >> half < power))


@pytest.mark.parametrize(("level", "power"), [(1, 2), (1, 5), (3, 9), (5, 12)])
@pytest.mark.parametrize("half", [0, 1])
@pytest.mark.parametrize("leaving", [False, True])
def test_a_camp_promises_what_playing_it_brings(level, power, half, leaving):
    won, died, left = played([UNSEEN[Help.AMULET, level - 1]] * 3, power, half, leaving)
    promise = promise_of(Stage.CAMP, 0, leaving, half)[Help.AMULET, level - 1, power]
    assert promise == pytest.approx([won * (300 + 3 * UNSEEN_POINTS * level), died, left], rel=1e-3, abs=1e-4)


@pytest.mark.parametrize("boss", [2, NUM_SHAMANDILLOS])
def test_a_hideout_ends_with_its_shamandillo(boss):
    won, died, left = played([UNSEEN[0, 1]] * 2 + [ODDS[0, 1, BOSS + boss]], 8, 0, True)
    promise = promise_of(Stage.HIDEOUT, boss, True, 0)[0, 1, 8]
    assert promise == pytest.approx([won * (800 + 2 * UNSEEN_POINTS * 2 + 600), died, left], rel=1e-3, abs=1e-4)


# --- where one may go


def scaled(stage: Stage, boss: int, power: int) -> list[float]:
    points, risk, after = promise_of(stage, boss, True, 0)[0, 0, power]
    return [min(1.0, points / 2000), risk, after / 16]


def test_stages_promise_what_they_do_with_my_power():
    game = Position(cards=["N8 0N", "H1 0E"], pickups=["beer"], health=[5])
    stages = game.seen(0)["stages"]
    power = 5 + 4
    assert stages[Stage.SALOON] == pytest.approx([0, 0, 8 / 16, 1])
    assert stages[Stage.WAGON] == pytest.approx([0, 0, (power + 1) / 16, 0])
    assert stages[Stage.OASIS, :3] == pytest.approx(scaled(Stage.OASIS, 0, power), abs=1e-5)
    assert stages[Stage.HIDEOUT, :3] == pytest.approx(scaled(Stage.HIDEOUT, NUM_SHAMANDILLOS, power), abs=1e-5)
    assert stages[:, 3].tolist() == [0, 1, 0, 1, 0, 0, 0, 1]
    assert game.seen(1)["stages"][Stage.OASIS, :3] == pytest.approx(scaled(Stage.OASIS, 0, 8), abs=1e-5), "each its own power"


def test_the_map_shows_the_promise_of_what_is_open():
    game = Position(cards=["N8 0N"])  # an oasis as trunk, and behind it a camp
    seen = game.seen(0)
    card = seen["map"][1]
    assert card[[0, 1, 3]] == pytest.approx([*seen["stages"][Stage.OASIS, :2], 1])
    assert card[4:8] == pytest.approx([*seen["stages"][Stage.CAMP, :2], 0, 0.5])
    done = Position(cards=["N8 0N"], done=["1.1"]).seen(0)["map"][1]
    assert done[:4].tolist() == [0, 0, 0, 1 / 16], "done, and so told from none"
    assert done[7] == 1
    assert not done[8:12].any(), "it has one spur"


def test_level_cards_are_known_by_their_numbers():
    game = Position(cards=["N2 0N", "N5 0E", "H1 0W"], done=["3.1"], defeated=1, stack="N1 H6")
    assert game.seen(0)["map"][:5, -1] * 240 == pytest.approx([1, 3, 6, 19, 0]), "Stone Ridge is 1, N1 2, H1 19"
    game.do("look", "keep second")
    assert game.seen(0)["my_cards"][:, -1] * 240 == pytest.approx([24, 2, 0]), "H6 is kept; N1 goes back"
    game.do("lay 0 south")
    assert game.seen(0)["my_cards"][:, -1] * 240 == pytest.approx([0, 0, 2]), "and is the top of the stack"
    assert not game.seen(1)["my_cards"].any()


def test_one_knows_whose_wagons_are_whose():
    game = Position(num_players=3)
    assert [game.seen(seat)["good_guy"].tolist() for seat in range(3)] == np.eye(4)[:3].tolist(), "TB-7"


def test_a_pawn_stands_on_a_stage():
    game = Position(cards=["N8 0N"], done=["1.1"], scenes=["heart"] * 3).do("stage 1.2")
    pawns = game.seen(0)["pawns"]
    assert pawns[:2] == pytest.approx(np.array([[24 / 48, 23 / 48, 2 / 30], [24 / 48, 24 / 48, 1 / 30]]))
    assert game.seen(1)["pawns"][:2] == pytest.approx(pawns[[1, 0]]), "each begins with its own"
    assert not pawns[2:].any()


def test_a_wagon_promises_its_owner_alone():
    game = Position(cards=["N2 0N"], done=["1.1"])  # the wagon of Pancho Vanilla
    mine, others = game.seen(0), game.seen(1)
    assert (mine["map"][1][7], others["map"][1][7]) == (1, 0.5)
    assert mine["map"][1][6] == 1, "130 points in health, against nothing to gain in the saloon"
    assert mine["best"] == pytest.approx((2000 + 130) / 8000)
    assert others["map"][1][6] == 0
    assert others["best"] == 2000 / 8000


def valued(odds: list[np.ndarray], power: int, leaving: bool, points: float, death: float) -> float:
    """What scenes with these odds bring to who backs out when that is better; health at 65 points."""
    value = 0.0
    for lost, chance in enumerate(odds[0]):
        rest = max(0, power - lost)
        outcome = death if rest == 0 else points + 65 * rest
        if rest and len(odds) > 1:
            on = valued(odds[1:], rest, leaving, points, death)
            outcome = max(on, 65 * max(4, rest)) if leaving else on
        value += chance * outcome
    return value


@pytest.mark.parametrize(("level", "power"), [(1, 2), (2, 5), (5, 12)])
@pytest.mark.parametrize("leaving", [False, True])
@pytest.mark.parametrize("death", [-200.0, -5500.0])
def test_a_camp_is_worth_what_playing_it_brings(level, power, leaving, death):
    worth = worth_of(Stage.CAMP, 0, death, leaving, 0)[Help.AMULET, level - 1, power]
    value = valued([UNSEEN[Help.AMULET, level - 1]] * 3, power, leaving, 300 + 3 * UNSEEN_POINTS * level, death)
    assert worth == pytest.approx(value - 65 * power, rel=1e-3, abs=0.1)


@pytest.mark.parametrize(("continues", "death"), [(2, -200.0), (0, -5500.0)])
def test_the_best_stage_in_reach_stands_out(continues, death):
    game = Position(cards=["N8 0N", "N12 0E"], health=[5], continues=[continues])  # an oasis, a village; behind them no way
    seen = game.seen(0)
    worths = {stage: worth_of(stage, 0, death, True, 0)[0, 0, 5] for stage in (Stage.OASIS, Stage.VILLAGE)}
    worths[Stage.SALOON] = 3 * 65
    best = max(worths.values())
    assert seen["best"] == pytest.approx((2000 + best) / 8000, abs=1e-5)
    merits = [seen["map"][card][4 * at + 2] for card, at in ((1, 0), (2, 0), (0, 0), (0, 1), (1, 1))]
    there = [150 / (150 + best - worths[stage]) for stage in (Stage.OASIS, Stage.VILLAGE)]
    assert merits[:2] == pytest.approx(there, abs=1e-4)
    assert sorted(merits[2:]) == pytest.approx([0, 0, 150 / (150 + best - worths[Stage.SALOON])], abs=1e-4)


def test_stages_are_compared_only_where_one_is_chosen():
    seen = in_stage("barrel; spikes; battle golem").seen(0)
    assert seen["best"] == 0
    assert not seen["map"][:, 2:12:4].any()


# --- the stage in play


def code_of(name: str) -> int:
    return [word.lower() for word in ENCOUNTER_NAMES].index(name)


def loss(name: str) -> tuple[float, float]:
    """The power that it costs at level 1 on average, and the variance of that."""
    if name in ("barrel", "heart"):
        return -1.0, 0.0
    odds = ODDS[0, 0, code_of(name)]
    mean = float(odds @ np.arange(len(odds)))
    return mean, float(odds @ (np.arange(len(odds)) - mean) ** 2)


def price(name: str, power: int) -> float:
    points = 0 if name in SIX else 100 if name.startswith("elemental") else 50
    chance = survival(ODDS[0, 0, code_of(name)], max(1, power - 3), 0)  # with what other scenes leave of it
    return 65 * loss(name)[0] - 3000 * log(max(0.1, chance)) - points


def test_the_next_scene_and_the_whole_stage_are_foreseen():
    game = in_stage("barrel; spikes; battle golem", health=[4], deck="potion")
    game.do("hold potion")
    assert game.table.scene == 1
    seen = game.seen(0)
    power = 4 + 1
    losses = [loss("spikes"), loss("battle golem")]
    mean, spread = sum(m for m, _ in losses), sum(v for _, v in losses)
    assert seen["next"] == pytest.approx([losses[0][0] / 16, survival(ODDS[0, 0, code_of("spikes")], power, 0)], abs=1e-5)
    assert seen["outlook"][:2] == pytest.approx([mean / 32, (300 + 50) / 5000], abs=1e-5)
    assert seen["outlook"][2] == pytest.approx((1 + erf((power - 0.5 - mean) / sqrt(2 * (spread + 0.1)))) / 2, abs=0.05)


def test_before_its_battle_a_hideouts_shamandillo_is_next():
    game = in_stage("heart; heart", hideout=True).do("go on")
    seen = game.seen(0)
    assert game.table.scene == 2
    assert seen["next"] == pytest.approx(seen["boss_risk"])
    assert 0 < seen["next"][1] < 1


def test_the_table_of_the_normal_distribution():
    assert [NORMAL[32], NORMAL[40]] == pytest.approx([0.5, (1 + erf(sqrt(0.5))) / 2])


FACES = ("heart", "spikes", "battle golem")


def with_dice(power: int = 6, pickups: tuple[str, ...] = (), scenes: int = 3, **position) -> Position:
    """A stage whose dice are 1, 2, 3, …; card k has on path p what `on_path` says."""
    game = Position(
        cards=[f"{OF_SIZE[scenes]} 0N"], health=[power], scenes=["tumble bomb"] * scenes, pickups=pickups, **position
    )
    for card in range(scenes):
        for path in range(scenes):
            game.table.faces.scenes[card][path][0] = code_of(on_path(card, path))
    return game.do("stage 1.1", rolls=range(1, scenes + 1))


def on_path(card: int, path: int) -> str:
    return FACES[(card * card + path) % 3]


def worth_of_rest(faces: tuple[int, ...], first: int, power: int, death: float) -> float:
    """What cards from `first` on bring at level 1 to who lays a die when its card is reached, and may back out there.

    Points on the way count when they are won, so they hold nobody back from leaving later.
    """
    if not faces:
        return 300 + against_full(power)
    worths = [worth_of_die(face, faces, first, power, death) for face in faces]
    return max(*worths, against_full(max(4, power)))


def worth_of_die(face: int, faces: tuple[int, ...], first: int, power: int, death: float) -> float:
    """With that one of these dice on the first card."""
    name, rest = on_path(first, face), tuple(other for other in faces if other != face)
    points = 50 if name.startswith("battle") else 0
    odds = {-1: 1.0} if name == "heart" else {lost: chance for lost, chance in enumerate(ODDS[0, 0, code_of(name)]) if chance}
    return sum(
        chance * (points + worth_of_rest(rest, first + 1, power - lost, death) if lost < power else death)
        for lost, chance in odds.items()
    )


def against_full(power: int) -> float:
    """Of 8 health, in points."""
    return 65 * (power - 8) * (0.5 if power > 8 else 1)


@pytest.mark.parametrize(("continues", "death"), [(2, -700.0), (0, -6000.0)])
@pytest.mark.parametrize("power", [2, 3, 6])
def test_a_die_fits_best_where_the_stage_is_worth_most(power, continues, death):
    game = with_dice(power, continues=[continues])
    worths = {face: worth_of_die(face, (0, 1, 2), 0, power, death) for face in range(3)}
    assert len({round(worth) for worth in worths.values()}) > 1
    best = max(worths.values())
    fits = game.seen(0)["die"]
    assert fits[:3] == pytest.approx([50 / (50 + best - worths[face]) for face in range(3)], rel=1e-3)
    assert not fits[3:].any()
    assert not game.do("die 1", "die 2", "die 3").seen(0)["die"].any()


def test_dice_already_laid_count_as_they_end_on_average():
    game = with_dice(8).do("die 2")
    power = int(8.5 - loss(on_path(0, 1))[0])
    worths = {face: max(worth_of_die(face, (0, 2), 1, power, -700.0), against_full(max(4, power))) for face in (0, 2)}
    fits = game.seen(0)["die"][[0, 2]]
    assert fits == pytest.approx([50 / (50 + max(worths.values()) - worth) for worth in worths.values()], rel=1e-3)
    assert min(fits) < 0.99


def test_of_many_dice_one_fits_best_where_the_row_costs_least():
    power, count = 6, 4
    dice = range(count)
    totals = {face: min(sum(price(on_path(k, path), power) for k, path in enumerate(order))
                        for order in permutations(dice) if order[0] == face) for face in dice}  # fmt: skip
    best = min(totals.values())
    assert len({round(total) for total in totals.values()}) > 1
    fits = with_dice(power, scenes=count).seen(0)["die"]
    assert fits[:count] == pytest.approx([50 / (50 + totals[face] - best) for face in dice], abs=1e-3)


def test_the_cards_of_the_row_are_known_by_their_numbers():
    game = with_dice()
    assert game.seen(1)["row_cards"] * 540 == pytest.approx([*(card + 1 for card in game.row), 0, 0])
    assert not Position().seen(0)["row_cards"].any()


def test_the_row_shows_paths_that_dice_may_lead_to():
    game = with_dice()
    row = game.seen(0)["row"]
    assert row[:3, 3:].sum() == 0
    assert row[0, 0, SIX["heart"]] == pytest.approx(1 / 3)
    assert row[0, 1, -1] == pytest.approx((price("spikes", 6) + 2000) / 8000, abs=1e-4)
    row = game.do("die 2").seen(0)["row"]
    assert row[0].any(axis=1).tolist() == [False, True, False, False, False, False]
    assert row[1].any(axis=1).tolist() == [True, False, True, False, False, False]
    assert with_dice(pickups=("tuba",)).seen(0)["row"][:3].any(axis=2).all(), "a Tuba may bring any card to any die"
