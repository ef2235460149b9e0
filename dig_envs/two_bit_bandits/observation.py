"""Encode the observation of a seat in 2-Bit Bandits: game, seats and decks here, map and stage in other modules.

| module | holds |
|---|---|
| `observation_layout` | the blocks, their columns, the omitted fields |
| `observation_map` | level cards on the map and in hand, places |
| `observation_stage` | the stage in play and its battle |
"""

import numpy as np

from dig_envs.core.compiler import compiled, inlined
from dig_envs.core.engine.sparse_rows import BITS, FIELD, sections
from dig_envs.core.layout import Layout
from dig_envs.two_bit_bandits.card_set import load_cards
from dig_envs.two_bit_bandits.components import (
    ENCOUNTER_NAMES,
    HIDEOUTS,
    LAST_ROUND,
    MAX_PLAYERS,
    MOST_HEALTH,
    NUM_MINIONS,
    NUM_PICKUPS,
    NUM_SHAMANDILLOS,
    PICKUPS,
    SCENES,
    SLOTS,
    STACK,
    STAGES_A_CARD,
    Length,
    Stage,
)
from dig_envs.two_bit_bandits.observation_layout import (
    ALIKE,
    AT,
    BASIC,
    CARD_COLUMNS,
    COLUMNS_OF_SCENE,
    MAP,
    MORE_ENCOUNTERS,
    OMITTED,
    POINTS_UNIT,
    ROW_OF_SCENES,
    STARTS,
    WHOLE,
)
from dig_envs.two_bit_bandits.observation_map import encode_face, encode_map, encode_pawns, owner_from_me, seat_from_me
from dig_envs.two_bit_bandits.observation_stage import encode_battle, encode_pending, encode_stage
from dig_envs.two_bit_bandits.rules.foes import level
from dig_envs.two_bit_bandits.state import NONE, Asked, Final, Phase, Status

__all__ = ["ALIKE", "OMITTED", "encode", "layout"]

STATUSES = len(Status)
MOST_CONTINUES = len(Length)
MOST_BOSS_HEALTH = 9
MOST_MINION_POINTS = 1000
MOST_STAGES = STACK * STAGES_A_CARD
A_STAGE = np.float32(1 / MOST_STAGES)
A_PICKUP = np.float32(1 / PICKUPS)
KINDS_OF_ENCOUNTER = len(ENCOUNTER_NAMES) - 1
MOST_ENCOUNTERS = SCENES * KINDS_OF_ENCOUNTER


def layout(options) -> Layout:
    """Return the blocks, which are the same for all options except for card sets with several encounters on some path."""
    if options.cards is None:
        return BASIC
    return WHOLE if load_cards(options.cards)["scenes"][:, :, 1].any() else BASIC


@sections(*STARTS)
@compiled
def encode(table, seat, player, out):
    """Write the seat's observation into `out` (float32, zeroed). Returns the end of the written part of each section."""
    encode_game(table, seat, out)
    encode_bosses(table, out)
    encode_seats(table, seat, player, out)
    encode_pawns(table, player, out)
    encode_scenes_and_pickups(table, out)
    encode_levels(table, seat, player, out)
    encode_map(table, player, out)
    if table.place != NONE:
        encode_stage(table, player, out)
    if table.foe != NONE:
        encode_battle(table, out)
    if table.then != 0:
        encode_pending(table, out)
    return extents_of(table)


@inlined
def extents_of(table):
    """Return the end of the written part of each section, as bits of one int64."""
    extents = (AT.map + CARD_COLUMNS * np.int64(table.placed)) << (BITS * MAP)
    if table.place != NONE:
        row = AT.row + COLUMNS_OF_SCENE * np.int64(table.row_size)
        extents |= row << (BITS * ROW_OF_SCENES) | FIELD << (BITS * MORE_ENCOUNTERS)
    return np.int64(extents)


@inlined
def encode_game(table, seat, out):
    if table.phase < Phase.OVER:
        out[AT.phase + table.phase] = 1.0
    out[AT.asked] = seat.asked == Asked.NOW
    out[AT.asked + 1] = seat.asked == Asked.PASSED
    out[AT.length + table.span] = 1.0
    out[AT.max_health] = table.max_health * (1 / MOST_HEALTH)
    out[AT.level + level(table) - 1] = 1.0
    if table.final != Final.AHEAD:
        out[AT.final + table.final - 1] = 1.0
    out[AT.cycle] = table.cycle * (1 / LAST_ROUND)
    out[AT.turns] = table.turn / table.max_turns
    out[AT.turns + 1] = 1.0 / (1 + table.max_turns - table.turn)


@inlined
def encode_bosses(table, out):
    """Write the card set's numbers for enemies, and the Shamandillos that were seen."""
    for minion in range(NUM_MINIONS):
        for kind in range(2):
            points = table.faces.minion_points[minion][kind]
            out[AT.minion_points + 2 * minion + kind] = points * (1 / MOST_MINION_POINTS)
    for boss in range(NUM_SHAMANDILLOS):
        out[AT.boss_health + boss] = table.faces.boss_health[boss] * (1 / MOST_BOSS_HEALTH)
        out[AT.defeated + boss] = table.defeated[boss]
    if table.boss != NONE:
        out[AT.boss + table.boss] = 1.0


# --- seats


@inlined
def encode_seats(table, seat, player, out):
    out[AT.good_guy + player] = 1.0
    for i in range(table.num_players):
        p = np.uint8(seat_from_me(table, player, i))
        out[np.uint32(AT.status + i * STATUSES + table.status[p])] = 1.0
        out[AT.health + i] = table.health[p] * (1 / MOST_HEALTH)
        out[AT.half + i] = table.half[p]
        out[AT.continues + i] = table.continues[p] * (1 / MOST_CONTINUES)
        encode_points(np.int64(table.points[p]), out, AT.points + 2 * i)
        less = np.int64(table.points[p]) - table.points[player]
        out[AT.ahead + i] = 0.5 * ((less >= 0) + np.int64(less > 0))
        out[AT.turn_of + i] = p == table.active
        out[AT.starter + i] = p == table.starter
        out[AT.may_know + 2 * i] = (table.may_know >> p) & 1
        out[AT.may_know + 2 * i + 1] = (seat.others >> p) & 1
        for slot in range(SLOTS):
            if table.pickups[p][slot] != NONE:
                out[AT.pickups + (i * SLOTS + slot) * NUM_PICKUPS + table.pickups[p][slot]] = 1.0


@inlined
def encode_points(points, out, at):
    """Write points as remainder and quotient by POINTS_UNIT, so that different points give different float32 numbers."""
    out[at] = (points & (POINTS_UNIT - 1)) * (1 / POINTS_UNIT)
    out[at + 1] = (points // POINTS_UNIT) * (2 / POINTS_UNIT)


# --- decks


@inlined
def encode_scenes_and_pickups(table, out):
    """Write the discards and the remaining cards of the decks."""
    for card in range(SCENES):
        out[AT.scene_discards + card] = table.scene_discard[card]
    for kind in range(KINDS_OF_ENCOUNTER):
        out[AT.encounters_unseen + kind] = table.encounters_unseen[kind + 1] * (1 / MOST_ENCOUNTERS)
    for kind in range(NUM_PICKUPS):
        gone = table.pickup_discard[kind] + table.pool[kind]
        out[AT.pickup_discards + kind] = table.pickup_discard[kind] * A_PICKUP
        out[AT.pickups_unseen + kind] = (table.faces.copies[kind] - gone) * A_PICKUP
    for p in range(table.num_players):
        for slot in range(SLOTS):
            if table.pickups[p][slot] != NONE:
                out[AT.pickups_unseen + table.pickups[p][slot]] -= A_PICKUP
    out[AT.decks] = table.scene_deck * (1 / SCENES)
    out[AT.decks + 1] = table.pickup_deck * A_PICKUP


@inlined
def encode_levels(table, seat, player, out):
    """Write the level cards that the seat knows and those that it does not know."""
    out[AT.hideouts] = table.hideouts * (1 / HIDEOUTS)
    out[AT.stack] = table.stack_size * (1 / STACK)
    for card in range(STACK):
        out[AT.levels_unseen + card] = 1.0
    for card in range(1, table.placed):
        out[np.uint32(AT.levels_unseen - 1 + table.level_card[card])] = 0.0
    for stage in range(Stage.SALOON, Stage.OWNED_WAGON):
        out[AT.stages_unseen - 1 + stage] = table.stages_unseen[stage] * A_STAGE
    for owner in range(MAX_PLAYERS):
        at = np.uint32(AT.stages_unseen + Stage.HIDEOUT + owner_from_me(table, owner, player))
        out[at] = table.stages_unseen[Stage.OWNED_WAGON + owner] * A_STAGE
    out[AT.second] = seat.second
    for k in range(2):
        if seat.looked[k] != NONE:
            encode_face(table, np.int64(seat.looked[k]), player, out, np.int64(k))
            take_from_unseen(table, np.int64(seat.looked[k]), player, out)
    if seat.known != NONE:
        encode_face(table, np.int64(seat.known), player, out, np.int64(2))
        if seat.looked[0] == NONE:  # otherwise it is one of the cards above
            take_from_unseen(table, np.int64(seat.known), player, out)


@compiled
def take_from_unseen(table, level_card, player, out):
    """Remove a level card that the player knows from the unseen cards."""
    out[AT.levels_unseen - 1 + level_card] = 0.0
    for at in range(STAGES_A_CARD):
        stage = np.int64(table.faces.stages[level_card][at])
        if stage != Stage.NONE:
            kind = stage - 1
            if stage >= Stage.OWNED_WAGON:
                kind = Stage.HIDEOUT + owner_from_me(table, stage - Stage.OWNED_WAGON, player)
            left = np.int64(out[AT.stages_unseen + kind] * MOST_STAGES + 0.5) - 1
            out[AT.stages_unseen + kind] = left * A_STAGE
