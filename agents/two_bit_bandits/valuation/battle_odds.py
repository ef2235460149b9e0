"""Compute the odds of the health lost in a battle that is fought to its end, by level, enemy and helping pickup.

A round is a table of odds of (hits, health lost); a battle is a Markov chain over the enemies' health. The odds are exact with
two exceptions: the breath roll has the same chance in every round, and only the better of two helping pickups counts.

`python -m dig_envs.agents.two_bit_bandits.valuation.battle_odds` writes the file that `odds.py` reads.
"""

from collections import defaultdict
from itertools import product
from math import comb

import numpy as np

from dig_envs.agents.two_bit_bandits.valuation.odds import ATTACKED, BOSS, FILE, KINDS, MAX_LOST, Help
from dig_envs.two_bit_bandits import components
from dig_envs.two_bit_bandits.components import Encounter, Minion, Shamandillo
from dig_envs.two_bit_bandits.rules.attack import ADDED_MINIONS
from dig_envs.two_bit_bandits.rules.battle import REROLLS
from dig_envs.two_bit_bandits.rules.dice import AMULET_HELP, RED_DICE
from dig_envs.two_bit_bandits.rules.stage import TUMBLE_DAMAGE

Faces = dict[tuple[int, int, int], float]  # chances of (nines, other hits, dice that hurt)
Round = dict[tuple[int, int], float]  # chances of (effective hits, health lost if an enemy is left)

BREATH = 1 / 3  # chance that a breath roll costs a health point: about that of the first rounds (TB-26)
OUT_OF_REACH = 2 / 3  # chance that a flying enemy is out of reach, from level 3 on (TB-25)
PLAIN = components.NUM_MINIONS  # a foe without power; the Shamandillos follow
FIRST_BOSS = PLAIN + 1
FOES = FIRST_BOSS + components.NUM_SHAMANDILLOS


# --- one round


def with_die(odds: Faces, die: Faces) -> Faces:
    """Return the odds with one more die."""
    more: defaultdict[tuple[int, int, int], float] = defaultdict(float)
    for (counts, chance), (face, share) in product(odds.items(), die.items()):
        more[counts[0] + face[0], counts[1] + face[1], counts[2] + face[2]] += chance * share
    return more


def rolled_again(odds: Faces, count: int, die: Faces, hurting: bool) -> Faces:
    """Return the odds after `count` dice are rolled again: dice that hurt if `hurting`, else dice that hit."""
    after: defaultdict[tuple[int, int, int], float] = defaultdict(float)
    for (nines, others, hurts), chance in odds.items():
        again = min(count, hurts if hurting else nines + others)
        from_others = 0 if hurting else min(again, others)
        left = (nines, others, hurts - again) if hurting else (nines - again + from_others, others - from_others, hurts)
        rolled: Faces = {left: chance}
        for _ in range(again):
            rolled = with_die(rolled, die)
        for faces, share in rolled.items():
            after[faces] += share
    return after


def roll(level: int, foe: int, help_: Help) -> Faces:
    """Compute the odds of a round's dice after all re-rolls (TB-17, TB-20, TB-21)."""
    hits_from = max(1, level - AMULET_HELP) if help_ == Help.AMULET else level
    nine, other, rest = 0.1, (9 - hits_from) / 10, hits_from / 10
    black: Faces = {(1, 0, 0): nine, (0, 1, 0): other, (0, 0, 1): rest}
    red: Faces = {(1, 0, 0): nine, (0, 1, 0): other, (0, 0, 0): rest}
    yellow: Faces = {(0, 0, 1): level / 10, (0, 0, 0): 1 - level / 10}
    yellows = int(foe == Minion.FIREANTULA and level > 1)
    dice = [black] * (level - yellows) + [yellow] * yellows + [red] * (RED_DICE if help_ == Help.FIREBALL else 0)
    odds: Faces = {(0, 0, 0): 1.0}
    for die in dice:
        odds = with_die(odds, die)
    if help_ == Help.HORSESHOE:
        odds = rolled_again(odds, REROLLS, black, hurting=True)
    enemy_rerolls = {int(Minion.PRICKLY_BEAR): 1, FIRST_BOSS + Shamandillo.SNAKE_EYES: max(0, level - 3)}.get(foe, 0)
    return rolled_again(odds, enemy_rerolls, black, hurting=False) if enemy_rerolls else odds


def flying(level: int, foe: int, foes: int) -> dict[int, float]:
    """Compute the odds of the enemies' health that flies out of reach (TB-25): all or nothing for a Shamandillo."""
    if level < 3 or foe not in (Minion.BEEZARD, FIRST_BOSS + Shamandillo.SANTA_ANA):
        return {0: 1.0}
    if foe >= FIRST_BOSS:
        return {foes: OUT_OF_REACH, 0: 1 - OUT_OF_REACH}
    return {k: comb(foes, k) * OUT_OF_REACH**k * (1 - OUT_OF_REACH) ** (foes - k) for k in range(foes + 1)}


def health_lost(level: int, foe: int, hurts: int) -> int:
    """Return the health that `hurts` hurting dice cost in a round, without the breath roll (TB-21, TB-23)."""
    if foe >= FIRST_BOSS:
        most = max(1, level - 1) if foe == FIRST_BOSS + Shamandillo.SMOKEY else 1
        return min(hurts, most) + (foe == FIRST_BOSS + Shamandillo.EL_DIABLO)
    return hurts + (foe == Minion.REAPER)


def round_odds(level: int, foe: int, foes: int, faces: Faces) -> Round:
    """Compute the odds of a round against enemies with total health `foes`."""
    breath = BREATH if foe in (Minion.DUNE_BUG, FIRST_BOSS + Shamandillo.SLICK) else 0.0
    odds: defaultdict[tuple[int, int], float] = defaultdict(float)
    for (above, share), ((nines, others, hurts), chance) in product(flying(level, foe, foes).items(), faces.items()):
        on_above = min(above, nines)
        landed = on_above + min(foes - above, nines - on_above + others)
        lost = health_lost(level, foe, hurts)
        odds[landed, lost] += share * chance * (1 - breath)
        odds[landed, lost + 1] += share * chance * breath
    return odds


# --- a battle


def first_health(level: int, foe: int) -> int:
    """Return the enemies' health at the start of a battle without thrown pickups (TB-21, TB-23)."""
    if foe >= FIRST_BOSS:
        return level * (4 if foe == FIRST_BOSS + Shamandillo.ROCKY else 3)
    return level * (2 if foe == Minion.GOLEM else 1)


def growth(level: int, foe: int) -> int:
    """Return the rise of the enemies' health after each round (TB-21, TB-23)."""
    if foe == FIRST_BOSS + Shamandillo.DUSTY:
        return max(0, level - 4)
    return int(foe == Minion.DUST_DEVIL and level > 1)


def battle_odds(level: int, foe: int, help_: Help, first: int) -> np.ndarray:
    """Compute the odds of 0, 1, … health points lost against enemies with health `first`, float64 (MAX_LOST + 1,).

    A round costs health, reduces the enemies' health, or has no effect, so each cell depends on earlier cells only.
    """
    faces = roll(level, foe, help_)
    more = growth(level, foe)
    top = first if foe >= FIRST_BOSS else first + more * MAX_LOST
    rounds = [round_odds(level, foe, foes, faces) for foes in range(top + 1)]
    idle = [each.pop((0, 0), 0.0) for each in rounds]
    odds = np.zeros((top + 1, MAX_LOST + 1))
    odds[0, 0] = 1.0
    for lost, foes in product(range(MAX_LOST), range(1, top + 1)):
        for (landed, hurt), chance in rounds[foes].items():
            left = min(top, foes - landed + more) if landed < foes else 0
            before = lost - (hurt if left else 0)
            if before >= 0:
                odds[foes, lost] += chance * odds[left, before]
        odds[foes, lost] /= 1.0 - idle[foes]
    odds[first, MAX_LOST] = 1.0 - odds[first, :MAX_LOST].sum()
    return odds[first]


# --- all encounters


def encounter_odds(level: int, code: int, help_: Help, added: int = 0) -> np.ndarray:
    """Compute the odds of the health that an encounter costs, float64 (MAX_LOST + 1,). A heart costs nothing here."""
    if code >= Encounter.BATTLE:
        minion = (code - Encounter.BATTLE) % components.NUM_MINIONS
        foe = minion if code >= Encounter.ELEMENTAL else PLAIN
        return battle_odds(level, foe, help_, first_health(level, foe) + added * (2 if foe == Minion.GOLEM else 1))
    odds = np.zeros(MAX_LOST + 1)
    if code == Encounter.SPIKES:
        odds[1 : components.PATHS + 1] = 1 / components.PATHS
    else:
        odds[TUMBLE_DAMAGE if code == Encounter.TUMBLE_BOMB else 0] = 1.0
    return odds


def boss_odds(level: int, help_: Help) -> np.ndarray:
    """Compute the odds of each Shamandillo and of an unknown one, float64 (NUM_SHAMANDILLOS + 1, MAX_LOST + 1)."""
    foes = range(FIRST_BOSS, FOES)
    odds = np.array([battle_odds(level, foe, help_, first_health(level, foe)) for foe in foes])
    return np.concatenate([odds, odds.mean(axis=0, keepdims=True)])


def all_odds() -> np.ndarray:
    """Compute all odds: float32 (len(Help), TOP_LEVEL, KINDS, MAX_LOST + 1), by help, level less 1, code, health lost."""
    odds = np.zeros((len(Help), components.TOP_LEVEL, KINDS, MAX_LOST + 1), np.float32)
    for help_, level in product(Help, range(1, components.TOP_LEVEL + 1)):
        cell = odds[help_, level - 1]
        cell[:BOSS] = [encounter_odds(level, code, help_) for code in range(BOSS)]
        cell[BOSS:ATTACKED] = boss_odds(level, help_)
        cell[ATTACKED:] = [encounter_odds(level, code, help_, ADDED_MINIONS) for code in range(Encounter.BATTLE, BOSS)]
    return odds


if __name__ == "__main__":
    np.save(FILE, all_odds())
