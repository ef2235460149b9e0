"""Check that Shamandillos, hideouts, points and the final battle agree with how far the game has come."""

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
from dig_envs.two_bit_bandits.determinize import ANY, kind_of_survivor
from dig_envs.two_bit_bandits.invariants_of_cards import level_card_before
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
    """Check that no level card lies on the map twice."""
    seen = 0
    for card in range(table.placed):
        if (seen >> table.level_card[card]) & 1:
            return False
        seen |= 1 << table.level_card[card]
    return True


@compiled
def hideouts_are_sound(state):
    """Check that the stack holds the hideouts that are left, and that each Shamandillo defeated was found in one."""
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
def parts_are_sound(state):
    """Check that the upper part of the stack was placed, or lies on top, with its hideouts (TB-5).

    Its last card may have been put back while cards of the lower part were placed.
    """
    table = state.table
    hideouts = LEVEL_PARTS[0, table.span, 1]
    upper = LEVEL_PARTS[0, table.span, 0] + hideouts
    placed = table.placed - 1
    for k in range(1, min(upper, table.placed)):
        hideouts -= has_hideout(table, np.int64(table.level_card[k]))
    if placed < upper:
        for k in range(upper - placed):
            hideouts -= has_hideout(table, level_card_before(state, np.int64(k)))
        return hideouts == 0
    kind = kind_of_survivor(table) if table.stack_size > 0 else np.int64(ANY)
    return 0 <= hideouts <= 1 and (kind == ANY or kind == has_hideout(table, level_card_before(state, np.int64(0))))


@compiled
def final_is_sound(table):
    """Check that the final battle is fought once its hideout is found and all Shamandillos before it are defeated (TB-28)."""
    if table.final == Final.AHEAD:
        return table.hideouts < FINAL_HIDEOUT[table.span]
    return table.num_defeated == FINAL_HIDEOUT[table.span] - (table.final == Final.RUNNING)


@compiled
def points_are_sound(table):
    """Check that the stages that are done, and the final battle, can have brought so many points."""
    most = np.int64(0 if table.final == Final.AHEAD else MOST_FINAL_POINTS)
    for card in range(table.placed):
        for at in range(STAGES_A_CARD):
            most += MOST_STAGE_POINTS * np.int64(table.done[card][at])
    for p in range(table.num_players):
        if table.points[p] > most:
            return False
    return True
