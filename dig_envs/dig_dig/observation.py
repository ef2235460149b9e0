"""Declare and encode what a seat of Dig Dig observes, block by block."""

import numpy as np

from dig_envs.core.compiler import inlined
from dig_envs.core.layout import Block, Layout
from dig_envs.core.layout import Kind as Statement
from dig_envs.dig_dig.components import CLEARING_RUN, COPIES, MAX_PLAYERS, NUM_CARDS, NUM_KINDS, NUMBERS, ROW, Kind
from dig_envs.dig_dig.rules.pile import highest_to_follow, limbo_goes_on, lowest_to_follow, ninja_on_top
from dig_envs.dig_dig.state import NONE, Phase

RECOUNT, ARITHMETIC = Statement.RECOUNT, Statement.ARITHMETIC
SMALL_HAND = 6  # hand sizes up to this are one-hot: near the end every card counts
TOPS = NUM_KINDS + 1
HAND, FACE_UP, BLIND = range(3)  # what a seat plays from

LAYOUT = Layout(
    Block("hand", (NUM_KINDS,), "my hand by kind / 4"),
    Block("copies", (NUMBERS, COPIES), "my hand's numbers: 1 for the first copy held, the second, …"),
    Block("face_up", (MAX_PLAYERS, NUM_KINDS), "face-up cards by kind / 4; seats clockwise from me"),
    Block("blind", (MAX_PLAYERS, ROW), "1 where a blind card lies; seats clockwise from me"),
    Block("hand_sizes", (MAX_PLAYERS,), "cards in each hand / 56"),
    Block("small_hands", (MAX_PLAYERS, SMALL_HAND + 1), f"cards in each hand, one-hot; all zero above {SMALL_HAND}"),
    Block("known_hands", (MAX_PLAYERS, NUM_KINDS), "cards that each hand holds for certain, as all know, by kind / 4 (DD-21)"),
    Block("known_kinds", (MAX_PLAYERS - 1, NUM_KINDS), "kinds of which the others hold a card for certain", RECOUNT),
    Block("pile", (NUM_KINDS,), "the pile by kind / 4"),
    Block("pile_size", (1,), "cards in the pile / 56"),
    Block(
        "top", (TOPS,), "the kind that the next card is played against, one-hot: NINJAs looked through; last: none", ARITHMETIC
    ),
    Block("run", (CLEARING_RUN - 1,), "so many of that number lie on top, one-hot from 1 (DD-10)", ARITHMETIC),
    Block(
        "fitting",
        (NUMBERS + 2,),
        "the numbers, BOOM and LIMBO: 1 for those that may be played on the pile as it is",
        ARITHMETIC,
    ),
    Block("ninja", (1,), "1 if a NINJA is the top card: no BOOM on it (DD-12)"),
    Block("compost", (NUM_KINDS,), "the compost by kind / 4"),
    Block("deck_size", (1,), "cards in the draw deck / 56"),
    Block("unseen", (NUM_KINDS,), "cards in places that I don't know, by kind / 4", RECOUNT),
    Block("phase", (len(Phase),), "set-up, opening, following, play; one-hot"),
    Block("source", (3,), "what I play from: hand, face-up row, blind cards; one-hot, none once I am out", ARITHMETIC),
    Block("picks", (NUM_KINDS,), "in the set-up: cards that the active seat has laid face up so far, by kind / 4"),
    Block("to_move", (MAX_PLAYERS,), "whose turn it is, one-hot; seats clockwise from me"),
    Block("out", (MAX_PLAYERS,), "seats that went out: their place / 4"),
    Block("turns", (1,), "turns ended / max_turns"),
    Block("seats", (MAX_PLAYERS,), "1 for each seat that plays"),
    Block("last_seat", (MAX_PLAYERS,), "who played or picked up last, one-hot; seats clockwise from me"),
    Block("last_kind", (NUM_KINDS,), "the kind of that play, or of the blind card that did not fit, one-hot; none: picked up"),
    Block("last_count", (1,), "so many cards were played / 4; 0: picked up"),
)

AT = LAYOUT.offsets()

# Fields that observations leave out on purpose, with the reason.
OMITTED = {
    "table.pile": "Of the pile's order only the top can ever matter, which `top`, `run` and `ninja` tell.",
}

QUARTER = np.float32(1.0 / COPIES)
SHARE = np.arange(NUM_CARDS + 1, dtype=np.float32) / np.float32(NUM_CARDS)


def layout(options):
    """Return the blocks of an observation, which are the same under all options."""
    return LAYOUT


@inlined
def encode(table, seat, player, out):
    """Write the seat's observation into `out`, float32 and zeroed."""
    encode_pile(table, out)
    encode_mine(table, seat, out)
    encode_rows(table, player, out)
    encode_unseen(out)
    encode_seats(table, player, out)
    encode_turn(table, player, out)


@inlined
def encode_pile(table, out):
    """Write the pile: its cards, what lies on top, and what may be played on it."""
    for kind in range(NUM_KINDS):
        out[AT.pile + kind] = table.in_pile[kind] * QUARTER
    out[AT.pile_size] = SHARE[np.uint8(table.pile_size)]
    top = np.int64(table.top)
    out[np.uint32(AT.top + (NUM_KINDS if top == NONE else top))] = 1.0
    for length in range(1, CLEARING_RUN):
        out[AT.run + length - 1] = np.float32(table.run == length)
    ninja = ninja_on_top(table)
    out[AT.ninja] = ninja
    lowest, highest = lowest_to_follow(top, table.phase == Phase.FOLLOWING), highest_to_follow(top)
    for number in range(NUMBERS):
        out[AT.fitting + number] = lowest <= number <= highest
    out[AT.fitting + np.int64(Kind.BOOM)] = not ninja
    out[AT.fitting + np.int64(Kind.LIMBO)] = limbo_goes_on(top)


@inlined
def encode_mine(table, seat, out):
    """Write my hand and the compost."""
    for kind in range(NUM_KINDS):
        out[AT.hand + kind] = seat.hand[kind] * QUARTER
        out[AT.compost + kind] = table.compost[kind] * QUARTER
    for number in range(NUMBERS):
        for copy in range(COPIES):
            out[AT.copies + number * COPIES + copy] = np.float32(seat.hand[number] > copy)


@inlined
def encode_rows(table, player, out):
    """Write every seat's face-up cards, and what all know of the hands."""
    for i in range(table.num_players):
        p = np.uint8(wrapped(player + i, table.num_players))
        for kind in range(NUM_KINDS):
            out[AT.face_up + i * NUM_KINDS + kind] = table.face_up[p][kind] * QUARTER
        for kind in range(NUM_KINDS):
            out[AT.known_hands + i * NUM_KINDS + kind] = table.known[p][kind] * QUARTER
        if i > 0:
            for kind in range(NUM_KINDS):
                out[AT.known_kinds + (i - 1) * NUM_KINDS + kind] = np.float32(table.known[p][kind] > 0)


@inlined
def encode_unseen(out):
    """Write the unseen cards: all cards less those that the other blocks show."""
    for kind in range(NUM_KINDS):
        left = np.float32(1.0) - out[AT.hand + kind] - out[AT.compost + kind] - out[AT.pile + kind]
        for i in range(MAX_PLAYERS):
            left -= out[AT.face_up + i * NUM_KINDS + kind]
        for i in range(1, MAX_PLAYERS):
            left -= out[AT.known_hands + i * NUM_KINDS + kind]
        out[AT.unseen + kind] = left


@inlined
def wrapped(seat, num_players):
    """Return a seat counted on past the last one; cheaper than a division."""
    return seat - num_players if seat >= num_players else seat


@inlined
def encode_seats(table, player, out):
    """Write each seat's blind cards, hand size, place and turn."""
    for i in range(table.num_players):
        p = np.uint8(wrapped(player + i, table.num_players))
        for k in range(ROW):
            out[AT.blind + i * ROW + k] = table.blind[p][k]
        size = table.hand_size[p]
        out[AT.hand_sizes + i] = SHARE[np.uint8(size)]
        if size <= SMALL_HAND:
            out[AT.small_hands + i * (SMALL_HAND + 1) + size] = 1.0
        out[AT.out + i] = table.place[p] * QUARTER
        out[AT.seats + i] = 1.0
        out[AT.to_move + i] = np.float32(p == table.active)
        out[AT.last_seat + i] = np.float32(p == table.last_seat)


@inlined
def encode_turn(table, player, out):
    """Write the deck's size, the phase, and how far the game is."""
    out[AT.deck_size] = SHARE[np.uint8(table.deck_size)]
    out[AT.phase + table.phase] = 1.0
    encode_source(table, player, out)
    if table.last_kind != NONE:
        out[AT.last_kind + table.last_kind] = 1.0
    out[AT.last_count] = table.last_count * QUARTER
    if table.phase == Phase.SET_UP:
        for kind in range(NUM_KINDS):
            out[AT.picks + kind] = table.picks[kind] * QUARTER
    if table.max_turns > 0:
        out[AT.turns] = table.turn / table.max_turns


@inlined
def encode_source(table, player, out):
    """Write what the seat plays from next (DD-17, DD-18); nothing for a seat that is out."""
    if table.hand_size[player] > 0:
        out[AT.source + HAND] = 1.0
    elif not no_face_up(table, player):
        out[AT.source + FACE_UP] = 1.0
    elif table.place[player] == 0:
        out[AT.source + BLIND] = 1.0


@inlined
def no_face_up(table, player):
    """Return whether a seat has no face-up cards."""
    for kind in range(NUM_KINDS):
        if table.face_up[player][kind] > 0:
            return False
    return True
