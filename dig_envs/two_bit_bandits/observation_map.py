"""Encode the blocks of places relative to the observer's pawn: the map, known level cards, and pawns."""

import numpy as np

from dig_envs.core.compiler import compiled, inlined
from dig_envs.two_bit_bandits.components import LEVELS, SIDES, STAGES_A_CARD, Stage
from dig_envs.two_bit_bandits.observation_layout import (
    AT,
    CARD_COLUMNS,
    CARD_ENTRY,
    CARD_OWNERS,
    CARD_SIDES,
    CARD_STAGES,
    FACE_COLUMNS,
    PAWN_COLUMNS,
    PAWN_STAGE,
    STAGE_COLUMN,
    STAGE_KINDS,
)
from dig_envs.two_bit_bandits.rules.level_map import SOUTH, is_usable, usable_stages

CELLS = (np.arange(-LEVELS, LEVELS + 1) / (2.0 * LEVELS) + 0.5).astype(np.float32)  # indexed by distance + LEVELS

# The value of a stage on the map, by 0 for no stage, else 1 + (it is done) + 2 * (it may be chosen).
OPENNESS = np.array([0, 2 / 3, 1 / 3, 1, 1], np.float32)
# The value of a side of a card, by (an exit) + 2 * (leads on) + 4 * (no card there) + 8 * (the junction can be reached).
SIDE_OPENNESS = np.array([0, 1 / 4, 1 / 2, 1 / 2, 0, 3 / 4, 0, 0, 0, 1 / 4, 1 / 2, 1 / 2, 0, 1, 0, 0], np.float32)


@inlined
def seat_from_me(table, player, i):
    """Return the seat i seats clockwise from the player; cheaper than a modulo."""
    return player + i - table.num_players if player + i >= table.num_players else player + i


@inlined
def owner_from_me(table, owner, player):
    """Return the row of an owner: its seat relative to the player, or its own number if it does not play."""
    if owner >= table.num_players:
        return np.int64(owner)
    return owner - player if owner >= player else owner - player + table.num_players


@inlined
def encode_map(table, player, out):
    """Write the cards on the map. Unsigned indices need no test for negative values."""
    here = np.uint8(table.pawn[player]) // np.uint8(STAGES_A_CARD)
    x, y = np.int64(table.x[here]) - LEVELS, np.int64(table.y[here]) - LEVELS
    completes, heals = usable_stages(table, player)
    for card in range(table.placed):
        at = np.uint64(AT.map + CARD_COLUMNS * card)
        out[at] = CELLS[np.uint8(table.x[card] - x)]
        out[at + np.uint64(1)] = CELLS[np.uint8(table.y[card] - y)]
        stages = table.faces.stages[np.uint8(table.level_card[card])]
        for k in range(STAGES_A_CARD):
            stage = np.uint8(stages[k])
            usable = np.uint8(is_usable(table, np.int64(card), k, completes, heals))
            shown = np.uint8(stage != Stage.NONE) * np.uint8(1 + table.done[card][k] + 2 * usable)
            out[at + np.uint64(CARD_STAGES + STAGE_KINDS * k + np.int64(STAGE_COLUMN[stage]))] = OPENNESS[shown]
            if stage >= Stage.OWNED_WAGON:
                out[at + np.uint64(CARD_OWNERS + owner_from_me(table, np.int64(stage) - Stage.OWNED_WAGON, player))] = 1.0
        encode_sides(table, card, out, at)


@inlined
def encode_sides(table, card, out, at):
    """Write the openness of each side of a card on the map, and the side of its entry; Stone Ridge has no entry."""
    exits, joined, free = np.uint8(table.paths[card]), np.uint8(table.joined[card]), np.uint8(table.free[card])
    reached = np.uint8(table.reached[card]) << np.uint8(3)
    for side in range(len(SIDES)):
        by = np.uint8(side)
        bits = (exits >> by) & 1 | ((joined >> by) & 1) << 1 | ((free >> by) & 1) << 2 | reached
        out[at + np.uint64(CARD_SIDES + side)] = SIDE_OPENNESS[np.uint8(bits)]
    entry = (np.uint8(table.rotation[card]) + np.uint8(SOUTH)) & np.uint8(len(SIDES) - 1)
    out[at + np.uint64(CARD_ENTRY + entry)] = np.float32(card > 0)


@compiled
def encode_face(table, level_card, player, out, k):
    """Write a known level card into row k of `my_cards`."""
    at = AT.my_cards + FACE_COLUMNS * k - CARD_STAGES
    for stage_at in range(STAGES_A_CARD):
        stage = np.int64(table.faces.stages[level_card][stage_at])
        if stage != Stage.NONE:
            out[at + CARD_STAGES + STAGE_KINDS * stage_at + np.int64(STAGE_COLUMN[stage])] = 1.0
            if stage >= Stage.OWNED_WAGON:
                out[at + CARD_OWNERS + owner_from_me(table, stage - Stage.OWNED_WAGON, player)] = 1.0
    for side in range(len(SIDES)):
        out[at + CARD_SIDES + side] = (table.faces.exits[level_card] >> side) & 1


# --- pawns


@inlined
def encode_pawns(table, player, out):
    for i in range(table.num_players):
        p = np.uint8(seat_from_me(table, player, i))
        encode_place(table, np.int64(table.pawn[p]), player, out, np.int64(AT.pawns + PAWN_COLUMNS * i))


@compiled
def encode_place(table, place, player, out, at):
    """Write a place of the map: cells to the east and to the south of the player's pawn, and its stage on the card."""
    here = np.uint8(table.pawn[player]) // np.uint8(STAGES_A_CARD)
    card = np.uint8(place) // np.uint8(STAGES_A_CARD)
    out[at] = CELLS[np.uint8(table.x[card] - table.x[here] + LEVELS)]
    out[at + 1] = CELLS[np.uint8(table.y[card] - table.y[here] + LEVELS)]
    out[at + PAWN_STAGE + place - STAGES_A_CARD * np.int64(card)] = 1.0
