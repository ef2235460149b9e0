"""Compare the features of 2-Bit Bandits with an independent computation: values and risks of stages, dice and paths."""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import permutations
from typing import NamedTuple

import numpy as np
import pytest

from dig_envs.agents import features
from dig_envs.agents.two_bit_bandits.valuation.odds import BOSS, ODDS, Help
from dig_envs.agents.two_bit_bandits.valuation.power_odds import UNSEEN_ODDS
from dig_envs.two_bit_bandits.components import ENCOUNTER_NAMES, NUM_SHAMANDILLOS, SHAMANDILLOS, Stage
from tests.support.two_bit_bandits_positions import OF_SIZE, Position, in_stage

EXPERT = features.make("expert", game="two_bit_bandits_v0")
HEALTH_POINT, PICKUP = 65, 80
FULL = 8
UNSEEN_POINTS = 30  # of a scene at level 1: 40 % plain battles for 50 points, 10 % elemental battles for 100
SCENES = {Stage.OASIS: 2, Stage.CAMP: 3, Stage.VILLAGE: 4, Stage.FORT: 5, Stage.HIDEOUT: 2}
LIVES = pytest.mark.parametrize(("continues", "death"), [(2, -700.0), (0, -6000.0)])

Odds = dict[int, float]  # chances by health points lost; -1 for a gain of one


class Prospect(NamedTuple):
    """A value in points and two chances."""

    value: float
    completes: float
    dies: float


def price(power: int) -> float:
    """Return the price of power relative to full health, in points."""
    return HEALTH_POINT * (power - FULL) * (0.5 if power > FULL else 1)


def scaled(points: float) -> float:
    return min(1.0, max(0.0, (points + 2000) / 8000))


def prospect(scenes: Sequence[Odds], power: int, points: float, death: float, leaving: bool, half: int = 0) -> Prospect:
    """Return the prospect of consecutive scenes, with backing out before the next scene where that is better."""
    value = completes = dies = 0.0
    for lost, chance in scenes[0].items():
        rest = power - (lost if lost < 0 else lost >> half)
        if rest <= 0:
            outcome = Prospect(death, 0, 1)
        elif len(scenes) == 1:
            outcome = Prospect(points + price(rest), 1, 0)
        else:
            outcome = prospect(scenes[1:], rest, points, death, leaving, half)
            if leaving and price(max(4, rest)) > outcome.value:
                outcome = Prospect(price(max(4, rest)), 0, 0)
        value += chance * outcome.value
        completes += chance * outcome.completes
        dies += chance * outcome.dies
    return Prospect(value, completes, dies)


def odds_of(losses: np.ndarray) -> Odds:
    return {lost: float(chance) for lost, chance in enumerate(losses) if chance > 0}


@cache
def met(name: str, level: int = 1) -> tuple[tuple[int, float], ...]:
    """Return the odds of an encounter, as pairs; the pickup of a barrel counts as a health point."""
    if name in ("barrel", "heart"):
        return ((-1, 1.0),)
    code = [word.lower() for word in ENCOUNTER_NAMES].index(name)
    return tuple(odds_of(ODDS[Help.NONE, level - 1, code]).items())


# --- choices of stages


def stage_prospect(stage: Stage, power: int, death: float, *, level: int = 1, help_: Help = Help.NONE, boss: int | None = None,
                   leaving: bool = True, half: int = 0) -> tuple[float, float, float]:  # fmt: skip
    """Return the value, points and risk of a stage with unseen scenes; the value is relative to doing nothing."""
    scenes = [odds_of(UNSEEN_ODDS[help_, level - 1])] * SCENES[stage]
    points = {Stage.OASIS: 200, Stage.CAMP: 300, Stage.VILLAGE: 400, Stage.FORT: 500, Stage.HIDEOUT: 800}[stage]
    points += SCENES[stage] * UNSEEN_POINTS * level
    more = 0
    if stage == Stage.HIDEOUT:
        scenes.append(odds_of(ODDS[help_, level - 1, BOSS + (NUM_SHAMANDILLOS if boss is None else boss)]))
        points += 300 * level
        more = 2 * PICKUP + 300
    found = prospect(scenes, power, points + more, death, leaving, half)
    return found.value - price(power) + 0.3 * SCENES[stage] * PICKUP, points * found.completes, found.dies


def promises(game: Position, card: int, stage: int, seat: int = 0) -> np.ndarray:
    """Return points, chance to die and merit of a stage on the map."""
    return game.features(seat)["stage_promises"][card][3 * stage : 3 * stage + 3]


@LIVES
@pytest.mark.parametrize(("level", "power"), [(1, 2), (1, 5), (3, 9), (5, 12)])
def test_the_points_and_the_risk_of_a_camp(level, power, continues, death):
    pickups = ["beer"] if power > FULL else []
    game = Position(
        cards=["N10 0N"], defeated=level - 1, health=[power - 4 * len(pickups)], pickups=pickups, continues=[continues]
    )
    worth, points, risk = stage_prospect(Stage.CAMP, power, death, level=level)
    assert promises(game, 1, 0)[:2] == pytest.approx([min(1, points / 2000), risk], rel=1e-3, abs=1e-4)
    best = max(worth, price(FULL) - price(power) if power + 1 < FULL else worth)
    assert game.features()["best_stage"] == pytest.approx([scaled(best)], abs=1e-4)


@pytest.mark.parametrize(("pickup", "help_", "half"), [("amulet", Help.AMULET, 0), ("mask", Help.NONE, 1)])
def test_active_pickups_count(pickup, help_, half):
    game = Position(cards=["N10 0N"], pickups=[pickup], health=[4])
    _, points, risk = stage_prospect(Stage.CAMP, 4 + 1, -700, help_=help_, half=half)
    assert promises(game, 1, 0)[:2] == pytest.approx([points / 2000, risk], rel=1e-3, abs=1e-4)


def test_the_last_good_guy_cannot_back_out():
    game = Position(cards=["N10 0N"], health=[3], out=[1], continues=[0])
    _, points, risk = stage_prospect(Stage.CAMP, 3, -6000, leaving=False)
    assert promises(game, 1, 0)[:2] == pytest.approx([points / 2000, risk], rel=1e-3, abs=1e-4)
    assert risk > stage_prospect(Stage.CAMP, 3, -6000)[2]


def test_a_life_is_more_valuable_in_a_solo_game():
    game = Position(cards=["N10 0N"], health=[3], num_players=1)
    _, points, risk = stage_prospect(Stage.CAMP, 3, -7500)
    assert promises(game, 1, 0)[:2] == pytest.approx([points / 2000, risk], rel=1e-3, abs=1e-4)


@pytest.mark.parametrize("boss", [None, "Rocky"])
def test_a_hideout_includes_its_shamandillo(boss):
    game = Position(cards=["H1 0N"], defeated=1, boss=boss)
    if boss:
        game.table.boss = SHAMANDILLOS.index(boss)
    worth, points, risk = stage_prospect(Stage.HIDEOUT, FULL, -700, level=2, boss=SHAMANDILLOS.index(boss) if boss else None)
    assert promises(game, 1, 0)[:2] == pytest.approx([points / 2000, risk], rel=1e-3, abs=1e-4)
    assert game.features()["best_stage"] == pytest.approx([scaled(worth)], abs=1e-4)


@LIVES
def test_merits_compare_stages_with_the_best_in_reach(continues, death):
    game = Position(
        cards=["N8 0N", "N12 0E"], health=[5], continues=[continues]
    )  # an oasis and a village, without a way behind them
    worths = [stage_prospect(stage, 5, death)[0] for stage in (Stage.OASIS, Stage.VILLAGE)]
    worths.append(3 * HEALTH_POINT)
    merits = [promises(game, card, stage)[2] for card, stage in ((1, 0), (2, 0), (0, 1))]
    assert merits == pytest.approx([150 / (150 + max(worths) - worth) for worth in worths], abs=1e-4)
    assert not promises(game, 1, 1)[2], "the camp behind the oasis is not in reach"
    assert promises(game, 1, 1)[0] > 0, "it still has points"


def test_only_its_owner_gains_from_a_wagon():
    game = Position(cards=["N2 0N"], done=["1.1"])  # the wagon of Pancho Vanilla
    assert promises(game, 1, 1, seat=0).tolist() == [0, 0, 1]
    assert promises(game, 1, 1, seat=1).tolist() == [0, 0, 0]
    assert game.features()["best_stage"] == pytest.approx([scaled(2 * PICKUP)])
    assert game.features(1)["best_stage"] == 0, "nothing is in reach but a saloon at full health"


def test_a_completed_stage_has_no_points():
    assert not promises(Position(cards=["N8 0N"], done=["1.1"]), 1, 0).any()


def test_level_cards_in_hand_have_the_same_points_as_on_the_map():
    game = Position(cards=["N8 0N"], stack="N1 H6").do("look", "keep second")
    camp, oasis = stage_prospect(Stage.HIDEOUT, FULL, -700), stage_prospect(Stage.OASIS, FULL, -700)
    cards = game.features()["card_promises"]
    assert cards[0, :2] == pytest.approx([camp[1] / 2000, camp[2]], abs=1e-4)
    assert cards[1, :2] == pytest.approx([oasis[1] / 2000, oasis[2]], abs=1e-4)
    assert not game.features(1)["card_promises"].any(), "other seats do not know them"


def test_stages_are_compared_only_for_a_choice():
    seen = in_stage("barrel; spikes; battle golem").features()
    assert not seen["best_stage"].any() and not seen["stage_promises"].any()


# --- the stage in play


FACES = ("heart", "spikes", "battle golem")


def with_dice(power: int = 6, pickups: tuple[str, ...] = (), scenes: int = 3, **position) -> Position:
    """Set up a stage with dice 1, 2, 3, …; path p of card k has the encounter `on_path(k, p)`."""
    game = Position(
        cards=[f"{OF_SIZE[scenes]} 0N"], health=[power], scenes=["tumble bomb"] * scenes, pickups=pickups, **position
    )
    for card in range(scenes):
        for path in range(scenes):
            code = [word.lower() for word in ENCOUNTER_NAMES].index(on_path(card, path))
            game.table.faces.scenes[card][path][0] = code
    return game.do("stage 1.1", rolls=range(1, scenes + 1))


def on_path(card: int, path: int) -> str:
    return FACES[(2 * card + path) % 3]


def minion_points(name: str) -> int:
    return 100 if name.startswith("elemental") else 50 if name.startswith("battle") else 0


def row_prospect(names: Sequence[str], power: int, bonus: int, death: float, leaving: bool = True) -> Prospect:
    """Return the prospect of a row of encounters at level 1."""
    return prospect([dict(met(name)) for name in names], power, bonus + sum(map(minion_points, names)), death, leaving)


def best_with(first: int, laid: Sequence[int], left: Sequence[int], value: Callable[[Sequence[int]], float]) -> float:
    """Return the value of the best order of the remaining dice that begins with a given die."""
    rest = list(left)
    rest.remove(first)
    return max(value([*laid, first, *order]) for order in permutations(rest))


@LIVES
@pytest.mark.parametrize("power", [2, 3, 6])
@pytest.mark.parametrize(("scenes", "bonus", "laid"), [(3, 300, 0), (3, 300, 1), (4, 400, 0)])
def test_the_first_die_of_the_best_order_has_the_highest_merit(scenes, bonus, laid, power, continues, death):
    game = with_dice(power, scenes=scenes, continues=[continues])
    faces = list(range(scenes))
    if laid:
        game.do("die 2")
        faces.remove(1)

    def value(order: Sequence[int]) -> float:
        return row_prospect([on_path(card, path) for card, path in enumerate(order)], power, bonus, death).value

    worths = {face: best_with(face, [1] * laid, faces, value) for face in faces}
    assert laid or len({round(worth) for worth in worths.values()}) > 1
    best = max(worths.values())
    seen = game.features()
    assert seen["die_merits"][faces] == pytest.approx([50 / (50 + best - worths[face]) for face in faces], rel=2e-3)
    assert seen["die_merits"].sum() == pytest.approx(seen["die_merits"][faces].sum())
    assert seen["rest_of_stage"] == pytest.approx([scaled(best - price(max(4, power))), 0, 0, 0], abs=1e-4)


def test_laid_dice_have_no_merit():
    assert not with_dice().do("die 1", "die 2", "die 3").features()["die_merits"].any()


def test_the_risks_of_the_next_scene_and_of_the_stage():
    game = in_stage("barrel; spikes; battle golem", health=[4], deck="potion")
    game.do("hold potion")
    assert game.table.scene == 1
    seen = game.features()
    power = 4 + 1
    spikes = dict(met("spikes"))
    survives = sum(chance for lost, chance in spikes.items() if lost < power)
    mean = sum(lost * chance for lost, chance in spikes.items())
    assert seen["next_risk"] == pytest.approx([mean / 16, survives], abs=1e-5)
    rest = row_prospect(["spikes", "battle golem"], power, 300, -700)
    wanted = [scaled(rest.value - price(power)), rest.completes, rest.dies, (300 + 50) / 5000]
    assert seen["rest_of_stage"] == pytest.approx(wanted, abs=1e-4)


def test_the_shamandillo_is_the_next_risk_after_the_scenes_of_a_hideout():
    game = in_stage("heart; heart", hideout=True).do("go on")
    seen = game.features()
    assert game.table.scene == 2
    assert seen["next_risk"].tolist() == seen["shamandillo_risk"].tolist()
    assert 0 < seen["next_risk"][1] < 1
    odds = odds_of(ODDS[Help.NONE, 0, BOSS + NUM_SHAMANDILLOS])
    rest = prospect([odds], FULL, 800 + 300 + 2 * PICKUP + 300, -700, False)
    assert seen["rest_of_stage"][:3] == pytest.approx([scaled(rest.value), rest.completes, rest.dies], abs=1e-4)


@pytest.mark.parametrize("power", [2, 6])
def test_the_worth_of_a_path_is_its_value_as_the_next_scene(power):
    worths = with_dice(power).features()["path_worths"]
    for card in range(3):
        for path in range(3):
            name = on_path(card, path)
            value = row_prospect([name], power, 0, -700).value - price(power)
            assert worths[card, path] == pytest.approx(scaled(value), abs=1e-4), name


def test_paths_without_a_possible_die_are_zero():
    game = with_dice()
    worths = game.features()["path_worths"]
    assert worths[:3, :3].all() and not worths[:3, 3:].any() and not worths[3:].any()
    worths = game.do("die 2").features()["path_worths"]
    assert worths[0].astype(bool).tolist() == [False, True, False, False, False, False]
    assert worths[1].astype(bool).tolist() == [True, False, True, False, False, False]
    assert with_dice(pickups=("tuba",)).features()["path_worths"][:3].all(), "with a Tuba any path is possible"


def test_the_worth_of_a_barrel_is_its_pickup():
    worths = in_stage("barrel; spikes; heart", health=[5]).features()["path_worths"]
    assert worths[0, 0] == pytest.approx(scaled(PICKUP + HEALTH_POINT))
    assert worths[2, 0] == pytest.approx(scaled(HEALTH_POINT))


def test_power_above_the_tables_does_not_change():
    game = in_stage("barrel; spikes; heart", health=[12], pickups=["beer beer"], max_health=12)
    worths = game.features()["path_worths"]
    assert worths[0, 0] == pytest.approx(scaled(PICKUP)), "a barrel's pickup without the value of its health"
    assert worths[2, 0] == pytest.approx(scaled(0))
