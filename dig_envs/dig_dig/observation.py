"""What a seat of Dig Dig observes: block by block, and the encoder that writes it."""

import numpy as np

from dig_envs.core.compile import inlined
from dig_envs.core.layout import Block, Layout
from dig_envs.dig_dig.components import CLEARING_RUN, COPIES, MAX_PLAYERS, NUM_CARDS, NUM_KINDS, NUMBERS, ROW, Kind
from dig_envs.dig_dig.rules import (
    blind_cards,
    highest_to_follow,
    limbo_goes_on,
    lowest_to_follow,
    ninja_on_top,
)
from dig_envs.dig_dig.state import NONE, Phase

SMALL_HAND = 6  # hand sizes up to this are one-hot: near the end every card counts
TOPS = NUM_KINDS + 1

LAYOUT = Layout(
    Block("hand", (NUM_KINDS,), "my hand by kind / 4"),
    Block("copies", (NUMBERS, COPIES), "my hand's numbers: 1 for the first copy held, the second, …"),
    Block("face_up", (MAX_PLAYERS, NUM_KINDS), "face-up cards by kind / 4; seats clockwise from me"),
    Block("blind", (MAX_PLAYERS, ROW), "1 where a blind card lies; seats clockwise from me"),
    Block("hand_sizes", (MAX_PLAYERS,), "cards in each hand / 56"),
    Block("small_hands", (MAX_PLAYERS, SMALL_HAND + 1), f"cards in each hand, one-hot; all zero above {SMALL_HAND}"),
    Block("known_hands", (MAX_PLAYERS - 1, NUM_KINDS), "cards that the others hold for certain, by kind / 4 (DD-21)"),
    Block("known_kinds", (MAX_PLAYERS - 1, NUM_KINDS), "kinds of which the others hold a card for certain"),
    Block("pile", (NUM_KINDS,), "the pile by kind / 4"),
    Block("pile_size", (1,), "cards in the pile / 56"),
    Block("top", (TOPS,), "the kind that the next card is played against, one-hot: NINJAs looked through; last: none"),
    Block("run", (CLEARING_RUN - 1,), "so many of that number lie on top, one-hot from 1 (DD-10)"),
    Block("fitting", (NUMBERS + 2,), "the numbers, BOOM and LIMBO: 1 for those that may be played on the pile as it is"),
    Block("ninja", (1,), "1 if a NINJA is the top card: no BOOM on it (DD-12)"),
    Block("compost", (NUM_KINDS,), "the compost by kind / 4"),
    Block("deck_size", (1,), "cards in the draw deck / 56"),
    Block("unseen", (NUM_KINDS,), "cards in places that I don't know, by kind / 4"),
    Block("phase", (len(Phase),), "set-up, opening, following, play; one-hot"),
    Block("source", (3,), "what I play from: hand, face-up row, blind cards; one-hot"),
    Block("picks", (NUM_KINDS,), "in the set-up: cards that the active seat has laid face up so far, by kind / 4"),
    Block("to_move", (MAX_PLAYERS,), "whose turn it is, one-hot; seats clockwise from me"),
    Block("out", (MAX_PLAYERS,), "seats that went out: their place / 4"),
    Block("turns", (1,), "turns ended / max_turns"),
    Block("seats", (MAX_PLAYERS,), "1 for each seat that plays"),
)

HAND_AT = LAYOUT.start("hand")
COPIES_AT = LAYOUT.start("copies")
FACE_UP_AT = LAYOUT.start("face_up")
BLIND_AT = LAYOUT.start("blind")
HAND_SIZES_AT = LAYOUT.start("hand_sizes")
SMALL_HANDS_AT = LAYOUT.start("small_hands")
KNOWN_HANDS_AT = LAYOUT.start("known_hands")
KNOWN_KINDS_AT = LAYOUT.start("known_kinds")
PILE_AT = LAYOUT.start("pile")
PILE_SIZE_AT = LAYOUT.start("pile_size")
TOP_AT = LAYOUT.start("top")
RUN_AT = LAYOUT.start("run")
FITTING_AT = LAYOUT.start("fitting")
NINJA_AT = LAYOUT.start("ninja")
COMPOST_AT = LAYOUT.start("compost")
DECK_SIZE_AT = LAYOUT.start("deck_size")
UNSEEN_AT = LAYOUT.start("unseen")
PHASE_AT = LAYOUT.start("phase")
SOURCE_AT = LAYOUT.start("source")
PICKS_AT = LAYOUT.start("picks")
TO_MOVE_AT = LAYOUT.start("to_move")
OUT_AT = LAYOUT.start("out")
TURNS_AT = LAYOUT.start("turns")
SEATS_AT = LAYOUT.start("seats")

QUARTER = np.float32(1.0 / COPIES)
SHARE = np.arange(NUM_CARDS + 1, dtype=np.float32) / np.float32(NUM_CARDS)


def layout(options):
    """The blocks of an observation; the same under all options."""
    return LAYOUT


@inlined
def encode(table, seat, player, out):
    encode_pile(table, out)
    encode_mine(table, seat, out)
    encode_rows(table, player, out)
    encode_unseen(out)
    encode_seats(table, player, out)
    encode_turn(table, player, out)


@inlined
def encode_pile(table, out):
    for kind in range(NUM_KINDS):
        out[PILE_AT + kind] = table.in_pile[kind] * QUARTER
    out[PILE_SIZE_AT] = SHARE[np.uint8(table.pile_size)]
    top = np.int64(table.top)
    out[np.uint32(TOP_AT + (NUM_KINDS if top == NONE else top))] = 1.0
    for length in range(1, CLEARING_RUN):
        out[RUN_AT + length - 1] = np.float32(table.run == length)
    ninja = ninja_on_top(table)
    out[NINJA_AT] = ninja
    lowest, highest = lowest_to_follow(top, table.phase == Phase.FOLLOWING), highest_to_follow(top)
    for number in range(NUMBERS):
        out[FITTING_AT + number] = lowest <= number <= highest
    out[FITTING_AT + np.int64(Kind.BOOM)] = not ninja
    out[FITTING_AT + np.int64(Kind.LIMBO)] = limbo_goes_on(top)


@inlined
def encode_mine(table, seat, out):
    for kind in range(NUM_KINDS):
        out[HAND_AT + kind] = seat.hand[kind] * QUARTER
        out[COMPOST_AT + kind] = table.compost[kind] * QUARTER
    for number in range(NUMBERS):
        for copy in range(COPIES):
            out[COPIES_AT + number * COPIES + copy] = np.float32(seat.hand[number] > copy)


@inlined
def encode_rows(table, player, out):
    """Every seat's face-up cards, and what is known of the others' hands."""
    for i in range(table.num_players):
        p = np.uint8(wrapped(player + i, table.num_players))
        for kind in range(NUM_KINDS):
            out[FACE_UP_AT + i * NUM_KINDS + kind] = table.face_up[p][kind] * QUARTER
        if i > 0:
            for kind in range(NUM_KINDS):
                out[KNOWN_HANDS_AT + (i - 1) * NUM_KINDS + kind] = table.known[p][kind] * QUARTER
            for kind in range(NUM_KINDS):
                out[KNOWN_KINDS_AT + (i - 1) * NUM_KINDS + kind] = np.float32(table.known[p][kind] > 0)


@inlined
def encode_unseen(out):
    """What the blocks that show cards leave over; seats that are not there show none."""
    for kind in range(NUM_KINDS):
        left = np.float32(1.0) - out[HAND_AT + kind] - out[COMPOST_AT + kind] - out[PILE_AT + kind]
        for i in range(MAX_PLAYERS):
            left -= out[FACE_UP_AT + i * NUM_KINDS + kind]
        for i in range(MAX_PLAYERS - 1):
            left -= out[KNOWN_HANDS_AT + i * NUM_KINDS + kind]
        out[UNSEEN_AT + kind] = left


@inlined
def wrapped(seat, num_players):
    """A seat counted on past the last one; cheaper than a division."""
    return seat - num_players if seat >= num_players else seat


@inlined
def encode_seats(table, player, out):
    for i in range(table.num_players):
        p = np.uint8(wrapped(player + i, table.num_players))
        for k in range(ROW):
            out[BLIND_AT + i * ROW + k] = table.blind[p][k]
        size = table.hand_size[p]
        out[HAND_SIZES_AT + i] = SHARE[np.uint8(size)]
        if size <= SMALL_HAND:
            out[SMALL_HANDS_AT + i * (SMALL_HAND + 1) + size] = 1.0
        out[OUT_AT + i] = table.place[p] * QUARTER
        out[SEATS_AT + i] = 1.0
        if p == table.active:
            out[TO_MOVE_AT + i] = 1.0


@inlined
def encode_turn(table, player, out):
    out[DECK_SIZE_AT] = SHARE[np.uint8(table.deck_size)]
    out[PHASE_AT + table.phase] = 1.0
    out[SOURCE_AT + source_of(table, player)] = 1.0
    if table.phase == Phase.SET_UP:
        for kind in range(NUM_KINDS):
            out[PICKS_AT + kind] = table.picks[kind] * QUARTER
    if table.max_turns > 0:
        out[TURNS_AT] = table.turn / table.max_turns


@inlined
def source_of(table, player):
    """What the seat plays from next: 0 hand, 1 face-up cards, 2 blind cards."""
    if table.hand_size[player] > 0:
        return 0
    return 2 if blind_cards(table, player) > 0 and no_face_up(table, player) else 1


@inlined
def no_face_up(table, player):
    for kind in range(NUM_KINDS):
        if table.face_up[player][kind] > 0:
            return False
    return True
