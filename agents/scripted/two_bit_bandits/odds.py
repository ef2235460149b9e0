"""What encounters cost on average, computed once: health lost by level, for every encounter, scene and Shamandillo."""

from math import comb

import numpy as np

from dig_envs.two_bit_bandits.components import ENCOUNTER_NAMES, NUM_MINIONS, TOP_LEVEL, Encounter, Minion

MOST_FOES = 40
BY_NUMBER: dict[int, float] = {Encounter.HEART: -1.0, Encounter.TUMBLE_BOMB: 2.0, Encounter.SPIKES: 3.5}
NEVER = 30.0  # more damage than anybody survives


def battle_damage(level: int, minion: int, elemental: bool) -> float:
    """The mean health lost in a battle fought to its end: a Markov chain over the enemies' health."""
    power = minion if elemental else None
    yellow = power == Minion.FIREANTULA and level > 1
    growth = int(power == Minion.DUST_DEVIL and level > 1)
    foes = level * (2 if power == Minion.GOLEM else 1)
    steps = np.eye(MOST_FOES)
    damage = np.zeros(MOST_FOES)
    for left in range(1, MOST_FOES):
        for hits, chance in enumerate(_binomial(level - yellow, _hit_chance(level, power))):
            if hits < left:
                damage[left] += chance * (level - yellow - hits + yellow * level / 10 + _extra(power))
                steps[left, min(MOST_FOES - 1, left - hits + growth)] -= chance
    return float(np.clip(np.linalg.lstsq(steps, damage, rcond=None)[0][foes], 0.0, NEVER))


def _hit_chance(level: int, power: int | None) -> float:
    """Of one die. Bears and heights make it smaller, about as much as here."""
    chance = (10 - level) / 10
    if power == Minion.PRICKLY_BEAR:
        return chance - chance * (1 - chance) / level
    return chance * 0.7 if power == Minion.BEEZARD and level > 2 else chance


def _extra(power: int | None) -> float:
    """Damage at the end of a round."""
    return 1.0 if power == Minion.REAPER else 0.5 if power == Minion.DUNE_BUG else 0.0


def _binomial(count: int, chance: float) -> list[float]:
    return [comb(count, k) * chance**k * (1 - chance) ** (count - k) for k in range(count + 1)]


def boss_damage(level: int) -> float:
    """The mean health lost against a Shamandillo: about one a round, until its health is gone."""
    rounds = 3 * level / (level * (10 - level) / 10)
    return rounds * (1 - ((10 - level) / 10) ** level)


def _encounter_damage(level: int, code: int) -> float:
    if code >= Encounter.BATTLE:
        minion, elemental = (code - Encounter.BATTLE) % NUM_MINIONS, code >= Encounter.ELEMENTAL
        return battle_damage(level, minion, elemental)
    return BY_NUMBER.get(code, 0.0)


LEVELS = range(1, TOP_LEVEL + 1)
CODES = range(len(ENCOUNTER_NAMES))
DAMAGE = np.array([[0.0 for _ in CODES], *([_encounter_damage(level, code) for code in CODES] for level in LEVELS)])
BOSS_DAMAGE = np.array([0.0] + [boss_damage(level) for level in LEVELS])
# What a scene costs if one may choose a little: the mean of a barrel, a bomb and two plain battles.
SCENE_DAMAGE = np.array([0.0] + [(2.0 + 2 * DAMAGE[level][Encounter.BATTLE]) / 4 for level in LEVELS])
