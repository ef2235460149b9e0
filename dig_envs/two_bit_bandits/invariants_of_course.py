"""Check that Shamandillos, hideouts, points and the final battle agree with each other."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.two_bit_bandits.components import (
    BONUS_OF,
    ENCOUNTERS_A_PATH,
    FINAL_HIT_POINTS,
    LAST_ROUND,
    MAX_PLAYERS,
    MOST_DICE,
    ROW,
    STAGES_A_CARD,
    Length,
    Stage,
)
from dig_envs.two_bit_bandits.invariants_of_stage import MOST_BATTLE_POINTS, MOST_BOSS_POINTS
from dig_envs.two_bit_bandits.rules.explore import FINAL_HIDEOUT
from dig_envs.two_bit_bandits.rules.final import PRINCESS_POINTS
from dig_envs.two_bit_bandits.rules.level_map import stage_at
from dig_envs.two_bit_bandits.rules.setup import LEVEL_PARTS, has_hideout
from dig_envs.two_bit_bandits.state import Final, Phase

HIDEOUTS_IN_ALL = LEVEL_PARTS[:, :, 1].sum(axis=0)
MOST_STAGE_POINTS = MOST_BATTLE_POINTS * ENCOUNTERS_A_PATH * ROW + MOST_BOSS_POINTS + int(BONUS_OF.max())
MOST_FINAL_POINTS = FINAL_HIT_POINTS * MOST_DICE * LAST_ROUND * MAX_PLAYERS + PRINCESS_POINTS * len(Length)


@compiled
def course_is_sound(state):
    return (
        level_cards_differ(state.table)
        and hideouts_are_sound(state)
        and final_is_sound(state.table)
        and points_are_sound(state.table)
    )


@compiled
def level_cards_differ(table):
    """Check that no level card is on the map twice."""
    seen = 0
    for card in range(table.placed):
        if (seen >> table.level_card[card]) & 1:
            return False
        seen |= 1 << table.level_card[card]
    return True


@compiled
def hideouts_are_sound(state):
    """Check that the stack holds the remaining hideouts, and that each defeated Shamandillo belongs to a hideout."""
    table = state.table
    left = HIDEOUTS_IN_ALL[table.span] - table.hideouts
    for k in range(table.stack_size):
        left -= has_hideout(table, np.int64(state.secret.stack[k]))
    if left != 0:
        return False
    defeated = np.int64(table.final == Final.WON)
    for place in range(table.placed * STAGES_A_CARD):
        if stage_at(table, place) == Stage.HIDEOUT:
            done = table.done[place // STAGES_A_CARD][place % STAGES_A_CARD] == 1
            defeated += done or (table.place == place and table.phase == Phase.HOLD and table.then == Phase.STAGE_DONE)
    return table.num_defeated == defeated


@compiled
def final_is_sound(table):
    """Check that the final battle follows its hideout and the defeat of all Shamandillos before it (TB-28)."""
    if table.final == Final.AHEAD:
        return table.hideouts < FINAL_HIDEOUT[table.span]
    return table.num_defeated == FINAL_HIDEOUT[table.span] - (table.final == Final.RUNNING)


@compiled
def points_are_sound(table):
    """Check that completed stages and the final battle can have given the points of each seat."""
    most = np.int64(0 if table.final == Final.AHEAD else MOST_FINAL_POINTS)
    for card in range(table.placed):
        for at in range(STAGES_A_CARD):
            most += MOST_STAGE_POINTS * np.int64(table.done[card][at])
    for p in range(table.num_players):
        if table.points[p] > most:
            return False
    return True
