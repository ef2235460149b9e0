"""Declare and encode the observation of a seat of DIG, block by block.

The yard is framed by the observer's dog. Row 0 of the block `yard` is the place under it, row d the place d further from the
doghouse. After place 25 comes place 0: row 26 - d is the place d nearer to the doghouse. So each of the 26 places has
one row, and a step of a given length leads to the same row from every place.
"""

from enum import IntEnum

from dig_envs.core.compiler import compiled, inlined
from dig_envs.core.layout import Block, Kind, Layout, writes
from dig_envs.core.seats import seat_clockwise
from dig_envs.dig.components import (
    ACTIONS_PER_TURN,
    BACK_PAIRS,
    BONES_PER_COLOUR,
    COLOURS,
    MAX_PLAYERS,
    NUM_BACKS,
    NUM_BONES,
    NUM_COLOURS,
    PLACES,
    VALUES,
    Card,
)  # fmt: skip
from dig_envs.dig.rules import colour_of, count_of
from dig_envs.dig.state import NONE, Phase


class Column(IntEnum):
    """The columns of a place. Before them the colour of a bowl, or of a bone that I know, is one-hot."""

    BOWL = NUM_COLOURS
    KNOWN = BOWL + 1
    UNKNOWN = KNOWN + 1
    HOLE = UNKNOWN + 1
    DOGHOUSE = HOLE + 1
    OTHERS = DOGHOUSE + 1
    VIEWERS = OTHERS + MAX_PLAYERS - 1
    END = VIEWERS + MAX_PLAYERS


COLUMN_OF = (Column.DOGHOUSE, Column.HOLE, Column.UNKNOWN, *(Column.BOWL for _ in COLOURS))  # by Card


YARD_MEANING = (
    "one row for each place: my dog's place, the places away from the doghouse, then those from the doghouse (place 0) to my "
    "dog. Columns: colour of the bowl or known bone, one-hot (5); bowl, known bone, unknown bone, hole, doghouse, one-hot (5); "
    "dogs of the other seats, clockwise (3); seats that may know the bone by public information, clockwise from me (4). Rows "
    "beyond the end have no card"
)
PLAIN = Layout(
    Block("yard", (PLACES, int(Column.END)), YARD_MEANING),
    Block(
        "place_colours",
        (PLACES, 3),
        "for each place of `yard`: `values`, `hand` and `unaccounted` of the colour of its bowl or known bone",
        Kind.ARITHMETIC,
    ),
    Block("hand", (NUM_COLOURS,), "my bones by colour / 4"),
    Block("hand_sizes", (MAX_PLAYERS,), "bones in each hand / 4; seats clockwise from me"),
    Block("known_hands", (MAX_PLAYERS - 1, NUM_COLOURS), "known bones in the hands of the other seats, by colour / 4"),
    Block("dropped", (MAX_PLAYERS, NUM_COLOURS), "dropped bones by colour / 4; seats clockwise from me"),
    Block(
        "unaccounted",
        (NUM_COLOURS,),
        "bones that are not dropped, not in my hand and not known to me, by colour / 4",
        Kind.RECOUNT,
    ),
    Block(
        "values", (NUM_COLOURS,), "points for a bone of each colour, with the present order of the bowls / 5", Kind.ARITHMETIC
    ),
    Block("actions_left", (1,), "actions left in this turn / 3"),
    Block("to_move", (MAX_PLAYERS,), "the active seat, one-hot; seats clockwise from me"),
    Block("digging", (1,), "1 while the active seat decides whether to put a bone back"),
    Block(
        "just_dug",
        (NUM_COLOURS,),
        "the colour of the bone just dug, one-hot, while the active seat decides; zero if I do not know it",
    ),
    Block("turns", (1,), "turns ended / max_turns"),
    Block("seats", (MAX_PLAYERS,), "1 for each seat in the game"),
    Block(
        "hands_seen",
        (MAX_PLAYERS, MAX_PLAYERS - 1),
        "for each seat and each other hand, clockwise from that seat: bones that the seat may know by public information / 4",
    ),
)
SCENTED = PLAIN + Layout(
    Block(
        "yard_backs",
        (PLACES, NUM_COLOURS),
        "for each place of `yard`: the two colours on the back of its bone, or of the bone just dug there",
    ),
    Block("hand_backs", (MAX_PLAYERS, NUM_BACKS), "backs in each hand / 2; seats clockwise from me"),
    Block("hands_seen_by_back", (MAX_PLAYERS, MAX_PLAYERS - 1, NUM_BACKS), "`hands_seen` by back / 2"),
    Block("hand_bones", (NUM_BONES,), "1 for each bone in my hand"),
    Block("known_hand_bones", (MAX_PLAYERS - 1, NUM_BONES), "1 for each known bone in the hands of the other seats"),
    Block("dropped_bones", (MAX_PLAYERS, NUM_BONES), "1 for each dropped bone; seats clockwise from me"),
    Block(
        "unaccounted_bones",
        (NUM_BONES,),
        "1 for each bone that is not dropped, not in my hand and not known to me",
        Kind.RECOUNT,
    ),
)

# Fields that observations leave out on purpose, with the reason.
OMITTED = {
    "table.scents": "An option: it decides which blocks there are.",
    "table.colours": "Derivable: the bowls in `yard`.",
    "table.copies": "Derivable: all bones are in `dropped`, in `hand`, known or `unaccounted`.",
    "table.actions_per_turn": "An option: actions are counted in `actions_left`.",
    "table.fixed_seats": "An option: it matters only for the deal.",
}


def layout(options):
    """Return the blocks of an observation under these options."""
    return SCENTED if options.scents else PLAIN


@writes(SCENTED)
@compiled
def encode(table, seat, player, out):
    """Write the seat's observation into `out`, a zeroed record of the blocks."""
    for colour in range(NUM_COLOURS):
        out.values[colour] = table.values[colour] / VALUES[0]
        out.hand[colour] = count_of(seat.hand, colour) / BONES_PER_COLOUR
        out.unaccounted[colour] = table.copies[colour] / BONES_PER_COLOUR - out.hand[colour]
    for i in range(table.num_players):
        encode_seat(table, seat, player, i, out)
    for place in range(table.length + 1):
        if seat.known[place] != NONE:
            out.unaccounted[colour_of(seat.known[place])] -= 1 / BONES_PER_COLOUR
    for place in range(table.length + 1):
        encode_place(table, seat, player, place, out)
    for colour in range(table.colours):
        encode_colour(row_of(table.bowls[colour], table.place[player]), colour, out)
    out.actions_left[0] = table.actions_left / ACTIONS_PER_TURN
    out.digging[0] = table.phase == Phase.PUT
    if seat.dug != NONE:
        out.just_dug[colour_of(seat.dug)] = 1
    out.turns[0] = table.turn / table.max_turns
    if table.scents:
        encode_scents(table, seat, player, out)


@inlined
def encode_seat(table, seat, player, i, out):
    """Write the i-th seat clockwise from the observer: its dog, its bones, and its possible knowledge of yard and hands."""
    p = seat_clockwise(table, player, i)
    out.seats[i] = 1
    out.to_move[i] = p == table.active
    out.hand_sizes[i] = table.hand_size[p] / BONES_PER_COLOUR
    for colour in range(NUM_COLOURS):
        out.dropped[i, colour] = count_of(table.dropped[p], colour) / BONES_PER_COLOUR
        out.unaccounted[colour] -= out.dropped[i, colour]
    if i > 0:
        out.yard[row_of(table.place[p], table.place[player]), Column.OTHERS + i - 1] = 1
        for colour in range(NUM_COLOURS):
            out.known_hands[i - 1, colour] = count_of(seat.known_hand[p], colour) / BONES_PER_COLOUR
            out.unaccounted[colour] -= out.known_hands[i - 1, colour]
    for j in range(1, table.num_players):
        q = seat_clockwise(table, p, j)
        seen = 0
        for back in range(NUM_BACKS):
            seen += table.hand_seen[p][q][back]
        out.hands_seen[i, j - 1] = seen / BONES_PER_COLOUR


@inlined
def encode_place(table, seat, player, place, out):
    """Write the card at a place as the seat knows it, and the seats that may know it too."""
    row = row_of(place, table.place[player])
    bone = seat.known[place]
    out.yard[row, Column.KNOWN if bone != NONE else COLUMN_OF[table.yard[place]]] = 1
    viewers = seats_from(table.seen_by[place], player, table.num_players)
    for i in range(MAX_PLAYERS):
        out.yard[row, Column.VIEWERS + i] = (viewers >> i) & 1
    if bone != NONE:
        encode_colour(row, colour_of(bone), out)


@inlined
def seats_from(seats, player, num_players):
    """Rotate a set of seats, given as bits, so that bit 0 is the player and bit i the i-th seat clockwise."""
    return ((seats >> player) | (seats << (num_players - player))) & ((1 << num_players) - 1)


@inlined
def encode_colour(row, colour, out):
    """Write the colour of a place, and the numbers of that colour."""
    out.yard[row, colour] = 1
    out.place_colours[row, 0] = out.values[colour]
    out.place_colours[row, 1] = out.hand[colour]
    out.place_colours[row, 2] = out.unaccounted[colour]


@inlined
def row_of(place, mine):
    """Return the row of a place for an observer whose dog is at place `mine`."""
    return place - mine if place >= mine else place - mine + PLACES


@compiled
def unaccounted(table, seat, bone):
    """Return the number of copies of a bone neither dropped, nor in the seat's hand, nor known to the seat (DIG-10)."""
    count = copies_of(table, bone) - seat.hand[bone]
    for p in range(table.num_players):
        count -= table.dropped[p][bone] + seat.known_hand[p][bone]
    for place in range(1, table.length + 1):
        count -= seat.known[place] == bone
    return count


@compiled
def copies_of(table, bone):
    """Return the number of bones equal to a bone, itself included."""
    if table.scents:
        return 1
    return table.copies[bone] if bone < NUM_COLOURS else 0


# --- with scents


@compiled
def encode_scents(table, seat, player, out):
    """Write the backs, and bones one by one, since with scents bones of a colour differ (DIG-14)."""
    for place in range(1, table.length + 1):
        just_dug = table.phase == Phase.PUT and place == table.place[table.active]
        if table.yard[place] == Card.BONE or just_dug:
            for colour in BACK_PAIRS[table.back[place]]:
                out.yard_backs[row_of(place, table.place[player]), colour] = 1
    for bone in range(NUM_BONES):
        out.hand_bones[bone] = seat.hand[bone]
        out.unaccounted_bones[bone] = unaccounted(table, seat, bone)
    for i in range(table.num_players):
        encode_scents_of(table, seat, player, i, out)


@compiled
def encode_scents_of(table, seat, player, i, out):
    """Write the bones and backs of the i-th seat clockwise from the observer."""
    p = seat_clockwise(table, player, i)
    for bone in range(NUM_BONES):
        out.dropped_bones[i, bone] = table.dropped[p][bone]
        if i > 0:
            out.known_hand_bones[i - 1, bone] = seat.known_hand[p][bone]
    for back in range(NUM_BACKS):
        out.hand_backs[i, back] = table.hand_backs[p][back] / 2
        for j in range(1, table.num_players):
            out.hands_seen_by_back[i, j - 1, back] = table.hand_seen[p][seat_clockwise(table, p, j)][back] / 2
