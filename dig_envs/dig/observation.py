"""Declare and encode what a seat of DIG observes, block by block.

The yard is framed by the observer's dog. Row 0 of the block `yard` is the place under it, row d the place d further from the
doghouse, and beyond place 25 the rows go on with place 0: row 26 - d is the place d nearer. So each of the 26 places has
one row, and a step of a given length leads to the same row wherever the dog stands.
"""

import numpy as np

from dig_envs.core.compile import compiled, inlined
from dig_envs.core.layout import Block, Kind, Layout
from dig_envs.core.scratch import room
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
    Card,
)
from dig_envs.dig.rules.bones import colour_of, count_of
from dig_envs.dig.state import NONE, Phase

# The columns of a place. The colour of a bowl, or of a bone that I know, is one-hot before the kind of what lies there.
BOWL = NUM_COLOURS
KNOWN = BOWL + 1
UNKNOWN = KNOWN + 1
HOLE = UNKNOWN + 1
DOGHOUSE = HOLE + 1
OTHERS = DOGHOUSE + 1
VIEWERS = OTHERS + MAX_PLAYERS - 1
COLUMNS = VIEWERS + MAX_PLAYERS
VALUE, HELD, UNSEEN, COUNTS = range(4)  # what is repeated of its colour, and how many such numbers there are
COLOUR_COUNTS = COUNTS * NUM_COLOURS

YARD_MEANING = (
    "each place, mine first, then away from the doghouse, then from the doghouse (place 0) up to me: colour of the bowl or of "
    "the bone that I know (5); bowl, bone I know, bone I don't know, hole or doghouse, one-hot (5); the others' dogs, "
    "clockwise (3); seats that may know the bone there, as far as all can tell, me first (4); beyond the end no card"
)
BLOCKS = Layout(
    Block("yard", (PLACES, COLUMNS), YARD_MEANING),
    Block(
        "place_colours",
        (PLACES, COUNTS),
        "by place, as in `yard`: `values`, `hand` and `unaccounted` of the colour of the bowl or of the bone that I know",
        Kind.ARITHMETIC,
    ),
    Block("hand", (NUM_COLOURS,), "my bones by colour / 4"),
    Block("hand_sizes", (MAX_PLAYERS,), "bones in each hand / 4; seats clockwise from me"),
    Block("known_hands", (MAX_PLAYERS - 1, NUM_COLOURS), "bones I know in the others' hands, by colour / 4"),
    Block("dropped", (MAX_PLAYERS, NUM_COLOURS), "dropped bones by colour / 4; seats clockwise from me"),
    Block(
        "unaccounted",
        (NUM_COLOURS,),
        "bones neither dropped, nor in my hand, nor known to me, by colour / 4",
        Kind.RECOUNT,
    ),
    Block("values", (NUM_COLOURS,), "what a colour pays as the bowls lie now / 5", Kind.ARITHMETIC),
    Block("actions_left", (1,), "actions left in this turn / 3"),
    Block("to_move", (MAX_PLAYERS,), "whose turn it is, one-hot; seats clockwise from me"),
    Block("digging", (1,), "1 while the seat whose turn it is decides whether to put a bone back"),
    Block("just_dug", (NUM_COLOURS,), "the colour of the bone just dug, one-hot, while its digger decides and if I know it"),
    Block("turns", (1,), "turns ended / max_turns"),
    Block("seats", (MAX_PLAYERS,), "1 for each seat that plays"),
    Block(
        "hands_seen",
        (MAX_PLAYERS, MAX_PLAYERS - 1),
        "by seat, then by hand clockwise from that seat: bones there that the seat may know, as far as all can tell / 4",
    ),
)
SCENT_BLOCKS = Layout(
    Block(
        "yard_backs",
        (PLACES, NUM_COLOURS),
        "by place, as in `yard`: the two colours on the back of the bone there or just dug there",
    ),
    Block("hand_backs", (MAX_PLAYERS, NUM_BACKS), "backs in each hand / 2; seats clockwise from me"),
    Block("hands_seen_by_back", (MAX_PLAYERS, MAX_PLAYERS - 1, NUM_BACKS), "as `hands_seen`, by back / 2"),
    Block("hand_bones", (NUM_BONES,), "1 for each bone in my hand"),
    Block("known_hand_bones", (MAX_PLAYERS - 1, NUM_BONES), "1 for each bone that I know in the others' hands"),
    Block("dropped_bones", (MAX_PLAYERS, NUM_BONES), "1 for each dropped bone; seats clockwise from me"),
    Block("unaccounted_bones", (NUM_BONES,), "1 for each bone neither dropped, nor in my hand, nor known to me", Kind.RECOUNT),
)
PLAIN = BLOCKS
SCENTED = BLOCKS + SCENT_BLOCKS
AT = SCENTED.offsets()

# Fields that observations leave out on purpose, with the reason.
OMITTED = {"table.scents": "An option: it decides which blocks there are."}

ONE = np.float32(1.0)
A_QUARTER = np.float32(1 / BONES_PER_COLOUR)
QUARTERS = np.arange(BONES_PER_COLOUR + 1, dtype=np.float32) / np.float32(BONES_PER_COLOUR)
VALUE_SHARE = np.arange(VALUES[0] + 1, dtype=np.float32) / np.float32(VALUES[0])


def column_table():
    """Return the column of the kind of a place, by its card and by the bone known there + 1 (0: none), as an array."""
    columns = np.full((Card.BOWL + NUM_COLOURS, 1 + NUM_BONES), BOWL, np.int64)
    columns[Card.NOTHING] = DOGHOUSE
    columns[Card.HOLE] = HOLE
    columns[Card.BONE] = [UNKNOWN, *(KNOWN for _ in range(NUM_BONES))]
    return columns


COLUMN_OF = column_table()


def seats_table():
    """Return, by number of players, observer and a set of seats in bits, which seats clockwise from the observer are in it."""
    seats = np.zeros((MAX_PLAYERS + 1, MAX_PLAYERS, 1 << MAX_PLAYERS, MAX_PLAYERS), np.float32)
    for num_players, player, bits, i in np.ndindex(seats.shape):
        if player < num_players and i < num_players:
            seats[num_players, player, bits, i] = bits >> (player + i) % num_players & 1
    return seats


SEATS_OF = seats_table()

# Counts of bones by colour in one whole number.
BITS = 8
MASK = (1 << BITS) - 1
PACKED = np.array([0, *(1 << (BITS * (bone % NUM_COLOURS)) for bone in range(NUM_BONES))])  # indexed by bone + 1; 0 is no bone


def layout(options):
    """Return the blocks of an observation under these options."""
    return SCENTED if options.scents else PLAIN


@compiled
def encode(table, seat, player, out):
    """Write the seat's observation into `out`, float32 and zeroed."""
    mine = np.int64(table.place[player])
    encode_yard(table, seat, player, mine, out)
    encode_seats(table, seat, player, mine, out)
    encode_turn(table, seat, out)
    if table.scents:
        encode_scents(table, seat, player, out)


@inlined
def row_of(place, mine):
    """Return the row of a place in the frame of an observer whose dog stands at place `mine`."""
    return place - mine if place >= mine else place - mine + PLACES


# --- the yard


@inlined
def encode_yard(table, seat, player, mine, out):
    """Write what lies in the yard and, as it is counted here, where the bones of each colour are."""
    known_places = room(PLACES)
    num_known = np.int64(0)
    placed = encode_hands(table, seat, player, out)
    length = np.int64(table.length)
    seats = SEATS_OF[np.uint8(table.num_players), np.uint8(player)]
    at = AT.yard + COLUMNS * row_of(np.int64(0), mine)
    for place in range(length + 1):
        if place == mine:
            at = AT.yard
        known = np.uint8(seat.known[place] + 1)
        out[np.uint32(at + COLUMN_OF[np.uint8(table.yard[place]), known])] = ONE
        encode_viewers(seats, np.uint8(table.seen_by[place]), out, at + VIEWERS)
        at += COLUMNS
        placed += PACKED[known]
        known_places[num_known] = place  # is kept if the number grows: an unpredictable branch takes longer
        num_known += known != 0
    counts = room(COLOUR_COUNTS)
    encode_colours(table, seat, placed, counts, out)
    for colour in range(NUM_COLOURS):
        encode_colour_at(row_of(np.int64(table.bowls[colour]), mine), colour, counts, out)
    for k in range(num_known):
        place = np.int64(known_places[k])
        encode_colour_at(row_of(place, mine), colour_of(np.int64(seat.known[place])), counts, out)


@inlined
def encode_hands(table, seat, player, out):
    """Write the bones in hands and those dropped, by colour; return them all, packed."""
    placed = encode_counts(table, seat.hand, out, np.int64(AT.hand))
    num_players = np.int64(table.num_players)
    for i in range(num_players):
        p = np.uint8(wrapped(player + i, num_players))
        placed += encode_counts(table, table.dropped[p], out, AT.dropped + i * NUM_COLOURS)
        if i > 0:
            placed += encode_counts(table, seat.known_hand[p], out, AT.known_hands + (i - 1) * NUM_COLOURS)
    return placed


@inlined
def bones_of(table, bones, colour):
    """Return how many of the bones are of a colour. Without scents a bone is its colour."""
    return count_of(bones, colour) if table.scents else np.int64(bones[colour])


@inlined
def encode_counts(table, bones, out, at):
    """Write how many of the bones are of each colour; return these counts, packed."""
    found = room(NUM_COLOURS)
    placed = np.int64(0)
    for colour in range(NUM_COLOURS):
        count = bones_of(table, bones, colour)
        found[colour] = np.float32(count) * A_QUARTER
        placed += count << (BITS * colour)
    for colour in range(NUM_COLOURS):
        out[np.uint32(at + colour)] = found[colour]
    return placed


@inlined
def encode_colours(table, seat, placed, counts, out):
    """Write what each colour pays, and how many of its bones the seat can't account for (DIG-10).

    `counts` gets the numbers that are repeated at the places of a colour: what it pays, bones in hand, bones unaccounted for.
    """
    for colour in range(NUM_COLOURS):
        at = COUNTS * colour
        counts[at + VALUE] = VALUE_SHARE[np.uint8(table.values[colour])]
        counts[at + HELD] = QUARTERS[np.uint8(bones_of(table, seat.hand, colour))]
        counts[at + UNSEEN] = QUARTERS[np.uint8(BONES_PER_COLOUR - ((placed >> (BITS * colour)) & MASK))]
        out[AT.values + colour] = counts[at + VALUE]
        out[AT.unaccounted + colour] = counts[at + UNSEEN]


@inlined
def encode_colour_at(row, colour, counts, out):
    """Write the colour of what lies in a row, and once more what the seat knows of that colour."""
    out[np.uint32(AT.yard + COLUMNS * row + colour)] = ONE
    at = AT.place_colours + COUNTS * row
    counted = room(COUNTS)
    for k in range(COUNTS):
        counted[k] = counts[np.uint32(COUNTS * colour + k)]
    for k in range(COUNTS):
        out[np.uint32(at + k)] = counted[k]


@inlined
def encode_viewers(seats, viewers, out, at):
    """Write which seats may know the bone at a place (DIG-10), by their bits."""
    shown = room(MAX_PLAYERS)  # read whole before anything is written: then all are moved at once
    for i in range(MAX_PLAYERS):
        shown[i] = seats[viewers, np.uint8(i)]
    for i in range(MAX_PLAYERS):
        out[np.uint32(at + i)] = shown[i]


# --- seats and turn


@compiled
def wrapped(seat, num_players):
    """Return a seat counted on past the last one; cheaper than a division."""
    return seat - num_players if seat >= num_players else seat


@inlined
def encode_seats(table, seat, player, mine, out):
    """Write the others' dogs into the yard, and each seat's hand size, its turn, and what it may know of the others' hands."""
    num_players = np.int64(table.num_players)
    for i in range(num_players):
        p = np.uint8(wrapped(player + i, num_players))
        if i > 0:
            out[np.uint32(AT.yard + COLUMNS * row_of(np.int64(table.place[p]), mine) + OTHERS + i - 1)] = ONE
        out[AT.hand_sizes + i] = QUARTERS[np.uint8(table.hand_size[p])]
        out[AT.seats + i] = ONE
        out[AT.to_move + i] = np.float32(p == table.active)
        for j in range(1, num_players):
            q = np.uint8(wrapped(p + j, num_players))
            seen = QUARTERS[np.uint8(table.hand_seen[p][q][0])]  # without scents these are all
            out[np.uint32(AT.hands_seen + i * (MAX_PLAYERS - 1) + j - 1)] = seen


@inlined
def encode_turn(table, seat, out):
    """Write how far the turn and the game are, and the bone just dug if the seat knows it."""
    out[AT.actions_left] = table.actions_left / ACTIONS_PER_TURN
    out[AT.digging] = table.phase == Phase.PUT
    if seat.dug != NONE:
        out[AT.just_dug + colour_of(np.int64(seat.dug))] = ONE
    out[AT.turns] = table.turn / table.max_turns


@compiled
def unaccounted(table, seat, bone):
    """Return how many copies of a bone the seat can't place: not dropped, not in its hand, not known (DIG-10)."""
    count = 1 if table.scents else (BONES_PER_COLOUR if bone < NUM_COLOURS else 0)
    count -= seat.hand[bone]
    for p in range(table.num_players):
        count -= table.dropped[p][bone] + seat.known_hand[p][bone]
    for place in range(1, table.length + 1):
        if seat.known[place] == bone:
            count -= 1
    return count


# --- with scents


@compiled
def encode_scents(table, seat, player, out):
    """Write what the backs tell: bones one by one where colours alone would not tell them apart (DIG-14)."""
    for place in range(1, table.length + 1):
        just_dug = table.phase == Phase.PUT and place == table.place[table.active]
        if table.yard[place] == Card.BONE or just_dug:
            pair = BACK_PAIRS[table.back[place]]
            at = AT.yard_backs + NUM_COLOURS * row_of(np.int64(place), np.int64(table.place[player]))
            out[at + pair[0]] = 1.0
            out[at + pair[1]] = 1.0
    for bone in range(NUM_BONES):
        out[AT.hand_bones + bone] = seat.hand[bone]
        out[AT.unaccounted_bones + bone] = unaccounted(table, seat, bone)
    for i in range(table.num_players):
        encode_scents_of(table, seat, player, i, out)


@compiled
def encode_scents_of(table, seat, player, i, out):
    """Write the bones and backs of the i-th seat clockwise from the observer."""
    p = wrapped(player + i, np.int64(table.num_players))
    for bone in range(NUM_BONES):
        out[AT.dropped_bones + i * NUM_BONES + bone] = table.dropped[p][bone]
        if i > 0:
            out[AT.known_hand_bones + (i - 1) * NUM_BONES + bone] = seat.known_hand[p][bone]
    for back in range(NUM_BACKS):
        out[AT.hand_backs + i * NUM_BACKS + back] = table.hand_backs[p][back] * 0.5
    for j in range(1, table.num_players):
        q = wrapped(p + j, np.int64(table.num_players))
        hand = i * (MAX_PLAYERS - 1) + j - 1
        seen = np.int64(0)
        for back in range(NUM_BACKS):
            seen += table.hand_seen[p][q][back]
            out[AT.hands_seen_by_back + hand * NUM_BACKS + back] = table.hand_seen[p][q][back] * 0.5
        out[AT.hands_seen + hand] = QUARTERS[np.uint8(seen)]
