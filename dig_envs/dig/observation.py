"""Declare and encode what a seat of DIG observes, block by block.

The yard is framed by the observer's dog. Row 0 of the block `yard` is the place under it, row d the place d further from the
doghouse, and beyond place 25 the rows go on with place 0: row 26 - d is the place d nearer. So each of the 26 places has
one row, and a step of a given length leads to the same row wherever the dog stands.
"""

import numpy as np

from dig_envs.core.compiler import compiled, inlined
from dig_envs.core.compiler.working_memory import stack_floats
from dig_envs.core.layout import Block, Kind, Layout
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
COLOUR_COUNTS = COUNTS * (NUM_COLOURS + 1)

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
QUARTERS = np.arange(BONES_PER_COLOUR + 1, dtype=np.float32) / np.float32(BONES_PER_COLOUR)
ACTIONS_SHARE = np.arange(ACTIONS_PER_TURN + 1, dtype=np.float32) / np.float32(ACTIONS_PER_TURN)
VALUE_SHARE = np.arange(VALUES[0] + 1, dtype=np.float32) / np.float32(VALUES[0])


def colour_table():
    """Return the colour of what lies at a place, by its card and by the bone known there + 1 (0: none), as an array.

    Its last colour, NUM_COLOURS, is that of a place of no colour.
    """
    colours = np.full((Card.BOWL + NUM_COLOURS, 1 + NUM_BONES), NUM_COLOURS, np.uint8)
    colours[:, 1:] = [bone % NUM_COLOURS for bone in range(NUM_BONES)]
    for colour in range(NUM_COLOURS):
        colours[Card.BOWL + colour] = colour
    return colours


def looks_table():
    """Return the first columns of a place in `yard`, up to the others' dogs, by its card and by the bone known there + 1."""
    looks = np.zeros((*COLOUR_AT.shape, OTHERS), np.float32)
    for card, known in np.ndindex(COLOUR_AT.shape):
        if COLOUR_AT[card, known] < NUM_COLOURS:
            looks[card, known, COLOUR_AT[card, known]] = 1
        looks[card, known, kind_column(card, known)] = 1
    return looks


def kind_column(card, known):
    """Return the column of the kind of a place."""
    if card == Card.BONE:
        return KNOWN if known else UNKNOWN
    return {Card.NOTHING: DOGHOUSE, Card.HOLE: HOLE}.get(card, BOWL)


COLOUR_AT = colour_table()
LOOKS = looks_table()


def seats_table():
    """Return, by number of players, observer and a set of seats in bits, which seats clockwise from the observer are in it."""
    seats = np.zeros((MAX_PLAYERS + 1, MAX_PLAYERS, 1 << MAX_PLAYERS, MAX_PLAYERS), np.float32)
    for num_players, player, bits, i in np.ndindex(seats.shape):
        if player < num_players and i < num_players:
            seats[num_players, player, bits, i] = bits >> (player + i) % num_players & 1
    return seats


SEATS_OF = seats_table()
ALL_SEATS = (1 << MAX_PLAYERS) - 1

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
    """Write what lies in the yard and, place by place, what the seat knows of its colour."""
    counts = stack_floats(COLOUR_COUNTS)
    encode_colours(table, seat, encode_hands(table, seat, player, out) + bones_known(seat), counts, out)
    seats = SEATS_OF[np.uint8(table.num_players), np.uint8(player)]
    row = row_of(np.int64(0), mine)
    for place in range(table.length + 1):
        if place == mine:
            row = np.int64(0)
        card, known = np.uint8(table.yard[place]), np.uint8(seat.known[place] + 1)
        copy(LOOKS[card, known], np.int64(0), OTHERS, out, AT.yard + COLUMNS * row)
        copy(seats[np.uint8(table.seen_by[place])], np.int64(0), MAX_PLAYERS, out, AT.yard + COLUMNS * row + VIEWERS)
        copy(counts, COUNTS * np.int64(COLOUR_AT[card, known]), COUNTS, out, AT.place_colours + COUNTS * row)
        row += 1


@inlined
def copy(source, start, count, out, at):
    """Copy source[start:start + count] into `out`, from out[at] on."""
    moved = stack_floats(count)  # read whole before anything is written: then all are moved at once
    for i in range(count):
        moved[i] = source[np.uint64(start + i)]
    for i in range(count):
        out[np.uint64(at + i)] = moved[i]


@inlined
def bones_known(seat):
    """Return the bones that the seat knows in the yard, packed."""
    packed = np.int64(0)
    for place in range(PLACES):
        packed += PACKED[np.uint8(seat.known[place] + 1)]
    return packed


@inlined
def encode_hands(table, seat, player, out):
    """Write the bones in hands and those dropped, by colour; return them all, packed."""
    placed = encode_counts(by_colour(table, seat.hand), out, np.int64(AT.hand))
    num_players = np.int64(table.num_players)
    for i in range(num_players):
        p = np.uint8(wrapped(player + i, num_players))
        placed += encode_counts(by_colour(table, table.dropped[p]), out, AT.dropped + i * NUM_COLOURS)
        if i > 0:
            placed += encode_counts(by_colour(table, seat.known_hand[p]), out, AT.known_hands + (i - 1) * NUM_COLOURS)
    return placed


@inlined
def by_colour(table, bones):
    """Return how many of the bones are of each colour, packed. Without scents a bone is its colour."""
    packed = np.int64(0)
    if table.scents:
        for colour in range(NUM_COLOURS):
            packed |= np.int64(count_of(bones, colour)) << (BITS * colour)
    else:
        for colour in range(NUM_COLOURS):
            packed |= np.int64(np.uint8(bones[colour])) << (BITS * colour)
    return packed


@inlined
def count_in(packed, colour):
    """Return a colour's count of those that are packed."""
    return np.uint8(packed >> (BITS * colour) & MASK)


@inlined
def encode_counts(packed, out, at):
    """Write counts of bones by colour; return them."""
    for colour in range(NUM_COLOURS):
        out[np.uint64(at + colour)] = QUARTERS[count_in(packed, colour)]
    return packed


@inlined
def encode_colours(table, seat, placed, counts, out):
    """Write what each colour pays, and how many of its bones the seat can't account for (DIG-10).

    `counts` gets the numbers that are repeated at the places of a colour: what it pays, bones in hand, bones unaccounted for;
    and zeros for places of no colour.
    """
    hand = by_colour(table, seat.hand)
    for colour in range(NUM_COLOURS):
        at = COUNTS * colour
        counts[at + VALUE] = VALUE_SHARE[np.uint8(table.values[colour])]
        counts[at + HELD] = QUARTERS[count_in(hand, colour)]
        counts[at + UNSEEN] = QUARTERS[BONES_PER_COLOUR - count_in(placed, colour)]
        out[AT.values + colour] = counts[at + VALUE]
        out[AT.unaccounted + colour] = counts[at + UNSEEN]
    for k in range(COUNTS):
        counts[COUNTS * NUM_COLOURS + k] = 0.0


# --- seats and turn


@compiled
def wrapped(seat, num_players):
    """Return a seat counted on past the last one; cheaper than a division."""
    return seat - num_players if seat >= num_players else seat


@inlined
def encode_seats(table, seat, player, mine, out):
    """Write the others' dogs into the yard, and each seat's hand size, its turn, and what it may know of the others' hands."""
    num_players = np.int64(table.num_players)
    seats = SEATS_OF[np.uint8(num_players), np.uint8(player)]
    copy(seats[ALL_SEATS], np.int64(0), MAX_PLAYERS, out, np.int64(AT.seats))
    copy(seats[np.uint8(1 << table.active)], np.int64(0), MAX_PLAYERS, out, np.int64(AT.to_move))
    for i in range(num_players):
        p = np.uint8(wrapped(player + i, num_players))
        if i > 0:
            out[np.uint64(AT.yard + COLUMNS * row_of(np.int64(table.place[p]), mine) + OTHERS + i - 1)] = ONE
        out[AT.hand_sizes + i] = QUARTERS[np.uint8(table.hand_size[p])]
        for j in range(1, num_players):
            q = np.uint8(wrapped(p + j, num_players))
            seen = QUARTERS[np.uint8(table.hand_seen[p][q][0])]  # without scents these are all
            out[np.uint64(AT.hands_seen + i * (MAX_PLAYERS - 1) + j - 1)] = seen


@inlined
def encode_turn(table, seat, out):
    """Write how far the turn and the game are, and the bone just dug if the seat knows it."""
    out[AT.actions_left] = ACTIONS_SHARE[np.uint8(table.actions_left)]
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
