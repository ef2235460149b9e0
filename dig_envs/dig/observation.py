"""What a seat of DIG observes: block by block, and the encoder that writes it."""

import numpy as np

from dig_envs.core.compile import compiled, inlined
from dig_envs.core.layout import Block, Layout
from dig_envs.dig.components import (
    ACTIONS_PER_TURN,
    BACK_PAIRS,
    BONES_PER_COLOUR,
    MAX_PLAYERS,
    NUM_BACKS,
    NUM_BONES,
    NUM_COLOURS,
    PLACES,
    VALUES,
    YARD_CARDS,
    Card,
)
from dig_envs.dig.rules import colour_of, count_of
from dig_envs.dig.state import NONE, Phase

# Features of a place; beyond the yard's end there are none.
BOWL = 0
KNOWN = BOWL + NUM_COLOURS
UNKNOWN = KNOWN + NUM_COLOURS
HOLE = UNKNOWN + 1
FEATURES = HOLE + 1

PLACE_MEANING = "bowl by colour (5), bone I know by colour (5), bone I don't know, hole; beyond the end all zero"

BLOCKS = Layout(
    Block("yard", (YARD_CARDS, FEATURES), f"places 1 to {YARD_CARDS}: {PLACE_MEANING}"),
    Block("here", (FEATURES,), "the same of the place under my dog; all zero at the doghouse and beyond the end"),
    Block("dogs", (MAX_PLAYERS, PLACES), "each dog's place, one-hot; seats clockwise from me"),
    Block("hand", (NUM_COLOURS,), "my bones by colour / 4"),
    Block("hand_sizes", (MAX_PLAYERS,), "bones in each hand / 4; seats clockwise from me"),
    Block("known_hands", (MAX_PLAYERS - 1, NUM_COLOURS), "bones I know in the others' hands, by colour / 4"),
    Block("dropped", (MAX_PLAYERS, NUM_COLOURS), "dropped bones by colour / 4; seats clockwise from me"),
    Block("unaccounted", (NUM_COLOURS,), "bones neither dropped, nor in my hand, nor known to me, by colour / 4"),
    Block("values", (NUM_COLOURS,), "what a colour pays as the bowls lie now / 5"),
    Block("actions_left", (1,), "actions left in this turn / 3"),
    Block("to_move", (MAX_PLAYERS,), "whose turn it is, one-hot; seats clockwise from me"),
    Block("digging", (1,), "1 while I decide whether to put a bone back"),
    Block("just_dug", (NUM_COLOURS,), "the colour of the bone I have just dug, one-hot"),
    Block("turns", (1,), "turns ended / max_turns"),
    Block("seats", (MAX_PLAYERS,), "1 for each seat that plays"),
)
SCENT_BLOCKS = Layout(
    Block("yard_backs", (YARD_CARDS, NUM_COLOURS), "places 1 to 25: the two colours on the back of the bone there"),
    Block("hand_backs", (MAX_PLAYERS, NUM_BACKS), "backs in each hand / 2; seats clockwise from me"),
    Block("unaccounted_bones", (NUM_BONES,), "1 for each bone neither dropped, nor in my hand, nor known to me"),
)
PLAIN = BLOCKS
SCENTED = BLOCKS + SCENT_BLOCKS

YARD_AT = SCENTED.start("yard")
HERE_AT = SCENTED.start("here")
DOGS_AT = SCENTED.start("dogs")
HAND_AT = SCENTED.start("hand")
SIZES_AT = SCENTED.start("hand_sizes")
KNOWN_HANDS_AT = SCENTED.start("known_hands")
DROPPED_AT = SCENTED.start("dropped")
UNACCOUNTED_AT = SCENTED.start("unaccounted")
VALUES_AT = SCENTED.start("values")
ACTIONS_LEFT_AT = SCENTED.start("actions_left")
TO_MOVE_AT = SCENTED.start("to_move")
DIGGING_AT = SCENTED.start("digging")
JUST_DUG_AT = SCENTED.start("just_dug")
TURNS_AT = SCENTED.start("turns")
SEATS_AT = SCENTED.start("seats")
YARD_BACKS_AT = SCENTED.start("yard_backs")
HAND_BACKS_AT = SCENTED.start("hand_backs")
UNACCOUNTED_BONES_AT = SCENTED.start("unaccounted_bones")

ONE = np.float32(1.0)
QUARTER = np.float32(1.0 / BONES_PER_COLOUR)
QUARTERS = np.arange(BONES_PER_COLOUR + 1, dtype=np.float32) / np.float32(BONES_PER_COLOUR)
VALUE_SHARE = np.arange(VALUES[0] + 1, dtype=np.float32) / np.float32(VALUES[0])


def feature_table():
    """The feature of a place that is set, by its card and by the bone known there + 1 (0: none)."""
    features = np.full((Card.BOWL + NUM_COLOURS, 1 + NUM_BONES), HOLE, np.int64)
    features[Card.BONE] = [UNKNOWN, *(KNOWN + bone % NUM_COLOURS for bone in range(NUM_BONES))]
    for colour in range(NUM_COLOURS):
        features[Card.BOWL + colour] = BOWL + colour
    return features


FEATURE_OF = feature_table()


def layout(options):
    """The blocks of an observation under these options."""
    return SCENTED if options.scents else PLAIN


@compiled
def encode(table, seat, player, out):
    encode_bones(table, seat, player, out)
    encode_yard(table, seat, player, out)
    encode_seats(table, player, out)
    encode_turn(table, seat, player, out)
    if table.scents:
        encode_backs(table, player, out)
        encode_unaccounted_bones(table, seat, out)


@inlined
def encode_yard(table, seat, player, out):
    """Each place; what is known of it is accounted for. Unsigned indices spare the compiler a test for negative ones."""
    at = YARD_AT
    for place in range(1, table.length + 1):
        known = seat.known[place]
        out[np.uint32(at + FEATURE_OF[np.uint8(table.yard[place]), np.uint8(known + 1)])] = ONE
        at += FEATURES
        if known != NONE:
            out[UNACCOUNTED_AT + colour_of(known)] -= QUARTER
    here = np.uint8(table.place[player])
    if table.yard[here] != Card.NOTHING:
        out[HERE_AT + FEATURE_OF[np.uint8(table.yard[here]), np.uint8(seat.known[here] + 1)]] = ONE


@inlined
def encode_bones(table, seat, player, out):
    """Where the bones of each colour are, and how many the seat can't account for (DIG-10)."""
    for colour in range(NUM_COLOURS):
        out[VALUES_AT + colour] = VALUE_SHARE[np.uint8(table.values[colour])]
        out[UNACCOUNTED_AT + colour] = ONE
    encode_counts(table, seat.hand, out, np.int64(HAND_AT))
    for i in range(table.num_players):
        p = np.uint8(wrapped(player + i, table.num_players))
        encode_counts(table, table.dropped[p], out, DROPPED_AT + i * NUM_COLOURS)
        if i > 0:
            encode_counts(table, seat.known_hand[p], out, KNOWN_HANDS_AT + (i - 1) * NUM_COLOURS)


@inlined
def encode_counts(table, bones, out, at):
    """How many of the bones are of each colour. They are accounted for."""
    if table.scents:
        for colour in range(NUM_COLOURS):
            account(count_of(bones, colour), colour, out, at)
    else:  # a bone is its colour
        for colour in range(NUM_COLOURS):
            account(np.int64(bones[colour]), colour, out, at)


@inlined
def account(count, colour, out, at):
    out[np.uint32(at + colour)] = QUARTERS[np.uint8(count)]
    out[UNACCOUNTED_AT + colour] -= QUARTERS[np.uint8(count)]


@compiled
def wrapped(seat, num_players):
    """A seat counted on past the last one; cheaper than a division."""
    return seat - num_players if seat >= num_players else seat


@inlined
def encode_seats(table, player, out):
    for i in range(table.num_players):
        p = np.uint8(wrapped(player + i, table.num_players))
        out[DOGS_AT + i * PLACES + table.place[p]] = 1.0
        out[SIZES_AT + i] = QUARTERS[np.uint8(table.hand_size[p])]
        out[SEATS_AT + i] = 1.0
        if p == table.active:
            out[TO_MOVE_AT + i] = 1.0


@inlined
def encode_turn(table, seat, player, out):
    out[ACTIONS_LEFT_AT] = table.actions_left / ACTIONS_PER_TURN
    if table.phase == Phase.PUT and player == table.active:
        out[DIGGING_AT] = 1.0
        out[JUST_DUG_AT + colour_of(seat.dug)] = 1.0
    out[TURNS_AT] = table.turn / table.max_turns


@compiled
def unaccounted(table, seat, bone):
    """How many copies of a bone the seat can't place: not dropped, not in its hand, not known (DIG-10)."""
    count = 1 if table.scents else (BONES_PER_COLOUR if bone < NUM_COLOURS else 0)
    count -= seat.hand[bone]
    for p in range(table.num_players):
        count -= table.dropped[p][bone] + seat.known_hand[p][bone]
    for place in range(1, table.length + 1):
        if seat.known[place] == bone:
            count -= 1
    return count


@compiled
def encode_unaccounted_bones(table, seat, out):
    for bone in range(NUM_BONES):
        out[UNACCOUNTED_BONES_AT + bone] = unaccounted(table, seat, bone)


@compiled
def encode_backs(table, player, out):
    """DIG-14: backs are seen wherever the card lies."""
    for place in range(1, table.length + 1):
        if table.yard[place] == Card.BONE:
            pair = BACK_PAIRS[table.back[place]]
            out[YARD_BACKS_AT + (place - 1) * NUM_COLOURS + pair[0]] = 1.0
            out[YARD_BACKS_AT + (place - 1) * NUM_COLOURS + pair[1]] = 1.0
    for i in range(table.num_players):
        p = wrapped(player + i, table.num_players)
        for back in range(NUM_BACKS):
            out[HAND_BACKS_AT + i * NUM_BACKS + back] = table.hand_backs[p][back] * 0.5
