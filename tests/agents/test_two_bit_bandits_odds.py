"""Compare battles of 2-Bit Bandits with exact odds from a Markov chain for each minion, kind and level."""

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from math import comb, sqrt

import numpy as np
import pytest

from dig_envs.agents.two_bit_bandits.valuation.battle_odds import all_odds
from dig_envs.agents.two_bit_bandits.valuation.odds import DIGEST, FILE, ODDS, Help
from dig_envs.core.compiler import Specialiser, compiled
from dig_envs.core.compiler.working_memory import compiled_stack_arrays
from dig_envs.core.rng import Domain, seed_generator
from dig_envs.two_bit_bandits import GAME
from dig_envs.two_bit_bandits.components import LAST_ROUND, MINIONS, Encounter, Minion
from dig_envs.two_bit_bandits.rules.attack import begin_minions
from dig_envs.two_bit_bandits.rules.flow import step
from dig_envs.two_bit_bandits.rules.foes import clear_battle
from dig_envs.two_bit_bandits.state import Phase

BATTLES = 200_000
HEALTH = 8
MIN_EXPECTED = 10.0
SIGMAS = 4.0
NEGLIGIBLE = 1e-12


# --- exact odds


def multinomial(dice: int, *shares: float) -> Iterator[tuple[tuple[int, ...], float]]:
    """Yield the counts of each face among the dice, and their probability. The shares of the faces add up to 1."""
    if len(shares) == 1:
        yield (dice,), 1.0
        return
    first, *rest = shares
    left = 1.0 - first
    for count in range(dice + 1):
        chance = comb(dice, count) * first**count * left ** (dice - count)
        if chance > 0.0:
            for counts, more in multinomial(dice - count, *(share / left if left else 0.0 for share in rest)):
                yield (count, *counts), chance * more


@cache
def rolls(level: int, yellow: bool, bear: bool) -> dict[tuple[int, int, int], float]:
    """Compute the odds of (nines, other hits, dice that hurt)."""
    nine, other, hurt = 0.1, (9 - level) / 10, level / 10
    odds: defaultdict[tuple[int, int, int], float] = defaultdict(float)
    for (nines, others, hurts), chance in multinomial(level - yellow, nine, other, hurt):
        if yellow:
            odds[nines, others, hurts + 1] += chance * hurt
            odds[nines, others, hurts] += chance * (1 - hurt)
        elif bear and nines + others:
            odds[0, nines + others, hurts] += chance * (nine + other)
            odds[0, nines + others - 1, hurts + 1] += chance * hurt
        else:
            odds[nines, others, hurts] += chance
    return dict(odds)


def landed(foes: int, nines: int, others: int, flying: float) -> Iterator[tuple[int, float]]:
    """Compute the odds of the number of effective hits, where each foe flies out of reach with probability `flying`."""
    for (above, near), chance in multinomial(foes, flying, 1.0 - flying):
        on_above = min(above, nines)
        yield on_above + min(near, nines - on_above + others), chance


def exact_odds(minion: int, elemental: bool, level: int) -> np.ndarray:
    """Compute the odds of a battle won with 0, 1, … health lost; the last entry is for a lost battle."""
    power = minion if elemental else None
    odds = np.zeros(HEALTH + 1)
    chain = {(level * (2 if power == Minion.GOLEM else 1), HEALTH): 1.0}
    faces = rolls(level, power == Minion.FIREANTULA and level > 1, power == Minion.PRICKLY_BEAR)
    flying = 4 / 6 if power == Minion.BEEZARD and level >= 3 else 0.0
    for number in range(1, LAST_ROUND + 1):
        breath = min(number, 6) / 6 if power == Minion.DUNE_BUG else 0.0
        after: defaultdict[tuple[int, int], float] = defaultdict(float)
        for (foes, health), chance in chain.items():
            for (nines, others, hurts), roll_chance in faces.items():
                for hits, hit_chance in landed(foes, nines, others, flying):
                    share = chance * roll_chance * hit_chance
                    left = foes - hits
                    if left == 0:
                        odds[HEALTH - health] += share
                        continue
                    left += power == Minion.DUST_DEVIL and level > 1
                    hurt = hurts + (power == Minion.REAPER)
                    for more, more_chance in ((0, 1.0 - breath), (1, breath)):
                        after[left, health - hurt - more] += share * more_chance
        odds[HEALTH] += sum(chance for (_, health), chance in after.items() if health <= 0)
        chain = {key: chance for key, chance in after.items() if key[1] > 0 and chance > NEGLIGIBLE}
    odds[HEALTH] += sum(chain.values())
    return odds


# --- simulated battles


@compiled
def fight(count, states, minion, elemental, level, outcomes):
    """Fight `count` battles. outcomes[k] counts the battles won with k health lost, the last entry the lost battles."""
    state = states[0]
    table = state.table
    for _ in range(count):
        table.num_defeated = level - 1
        table.health[0] = HEALTH
        begin_minions(state, minion, elemental)
        while table.phase != Phase.ENCOUNTER and table.phase != Phase.LIFE_LOST:
            step(table.phase, state)
        outcomes[HEALTH - table.health[0] if table.phase == Phase.ENCOUNTER else HEALTH] += 1
        clear_battle(table)


@pytest.fixture(scope="module")
def fights():
    kernel = Specialiser("tests.two_bit_bandits", compiled_stack_arrays()).kernel(fight)

    def run(minion: int, elemental: bool, level: int) -> np.ndarray:
        states = GAME.template(GAME.parse_options(num_players=1))
        seeded = Specialiser("tests.seed").kernel(seed_generator)
        seeded(states[0]["secret"]["rng"], 100 * minion + 10 * level + elemental, Domain.GAME)
        states["table"]["pickups"] = -1
        outcomes = np.zeros(HEALTH + 1, np.int64)
        kernel(BATTLES, states, minion, elemental, level, outcomes)
        return outcomes

    return run


def deviation(counts: np.ndarray, odds: np.ndarray) -> float:
    """Compute chi-squared in standard deviations (Wilson and Hilferty, 1931), with rare outcomes merged."""
    expected = odds * counts.sum()
    common = expected >= MIN_EXPECTED
    seen = np.append(counts[common], counts[~common].sum())
    wanted = np.append(expected[common], expected[~common].sum())
    possible = wanted > 0.0
    assert not seen[~possible].any()
    chi = ((seen[possible] - wanted[possible]) ** 2 / np.maximum(wanted[possible], 1.0)).sum()
    freedom = max(1, possible.sum() - 1)
    return ((chi / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / sqrt(2 / (9 * freedom))


@pytest.mark.long
@pytest.mark.rule("TB-20", "TB-21", "TB-25", "TB-26", "TB-27")
@pytest.mark.parametrize("level", range(1, 8))
@pytest.mark.parametrize("elemental", [False, True], ids=["plain", "elemental"])
@pytest.mark.parametrize("minion", Minion, ids=MINIONS)
def test_simulated_battles_agree_with_exact_odds(fights, minion, elemental, level):
    odds = exact_odds(minion, elemental, level)
    assert odds.sum() == pytest.approx(1.0, abs=1e-6)
    assert deviation(fights(int(minion), elemental, level), odds) < SIGMAS


def test_the_comparison_detects_a_slightly_different_game(fights):
    """The test has power: it distinguishes battles with Reapers from battles with Golems."""
    assert deviation(fights(int(Minion.REAPER), True, 3), exact_odds(Minion.GOLEM, False, 3)) > 10 * SIGMAS


# --- the odds that bots and features use


def test_a_fingerprint_changes_with_the_file_of_odds():
    """`odds.DIGEST` must be the first 12 digits of the file's SHA-256."""
    assert sha256(FILE.read_bytes()).hexdigest()[:12] == DIGEST


def test_the_file_of_odds_is_up_to_date():
    assert np.allclose(ODDS, all_odds(), atol=1e-6)
    assert np.allclose(ODDS.sum(axis=-1), 1.0, atol=1e-5)


@pytest.mark.parametrize("level", range(1, 8))
@pytest.mark.parametrize("elemental", [False, True], ids=["plain", "elemental"])
@pytest.mark.parametrize("minion", [minion for minion in Minion if minion != Minion.DUNE_BUG])
def test_odds_are_exact_except_for_the_breath_roll(minion, elemental, level):
    code = (Encounter.ELEMENTAL if elemental else Encounter.BATTLE) + minion
    assert np.allclose(ODDS[Help.NONE, level - 1, code, :HEALTH], exact_odds(minion, elemental, level)[:HEALTH], atol=2e-3)
