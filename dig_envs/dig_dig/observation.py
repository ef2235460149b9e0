"""Declare and encode the observation of a seat of Dig Dig, block by block."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.layout import Block, Kind, Layout, writes
from dig_envs.core.seats import seat_clockwise
from dig_envs.dig_dig.components import CLEARING_RUN, COPIES, MAX_PLAYERS, NUM_CARDS, NUM_KINDS, NUMBERS, ROW, Card
from dig_envs.dig_dig.rules import highest_playable, is_ninja_on_top, limbo_fits, lowest_playable, total
from dig_envs.dig_dig.state import NONE, Phase

SMALL_HAND = 6  # hand sizes up to this are one-hot: near the end every card counts
NO_TOP = NUM_KINDS  # the column of `top` for an empty pile
SHARE = np.float32(1 / COPIES)
ALL = np.float32(1)
HAND, FACE_UP, BLIND = range(3)  # the columns of `source`

LAYOUT = Layout(
    Block("hand", (NUM_KINDS,), "my hand by kind / 4"),
    Block("copies", (NUMBERS, COPIES), "for each number: 1 in the first n columns if my hand has n copies"),
    Block("face_up", (MAX_PLAYERS, NUM_KINDS), "face-up cards by kind / 4; seats clockwise from me"),
    Block("blind", (MAX_PLAYERS, ROW), "1 where a blind card lies; seats clockwise from me"),
    Block("hand_sizes", (MAX_PLAYERS,), "cards in each hand / 56"),
    Block(
        "small_hands",
        (MAX_PLAYERS, SMALL_HAND + 1),
        f"cards in each hand, one-hot from 0 to {SMALL_HAND}; zero for a larger hand",
    ),
    Block(
        "known_hands", (MAX_PLAYERS, NUM_KINDS), "cards that each hand certainly has by public information, by kind / 4 (DD-21)"
    ),
    Block(
        "known_kinds",
        (MAX_PLAYERS - 1, NUM_KINDS),
        "for each other seat: 1 for each kind that its hand certainly has",
        Kind.RECOUNT,
    ),
    Block("pile", (NUM_KINDS,), "the pile by kind / 4"),
    Block("pile_size", (1,), "cards in the pile / 56"),
    Block(
        "top",
        (NUM_KINDS + 1,),
        "the kind on which the next card is played, NINJAs ignored, one-hot; last column: empty pile",
        Kind.ARITHMETIC,
    ),
    Block("run", (CLEARING_RUN - 1,), "equal numbers on top of the pile, one-hot from 1 (DD-10)", Kind.ARITHMETIC),
    Block(
        "fitting",
        (NUMBERS + 2,),
        "1 for each number, then for BOOM and LIMBO, that may be played on the present pile",
        Kind.ARITHMETIC,
    ),
    Block("ninja", (1,), "1 if the top card is a NINJA, on which no BOOM may be played (DD-12)"),
    Block("compost", (NUM_KINDS,), "the compost by kind / 4"),
    Block("deck_size", (1,), "cards in the draw deck / 56"),
    Block("unseen", (NUM_KINDS,), "cards in places unknown to me, by kind / 4", Kind.RECOUNT),
    Block("phase", (len(Phase),), "the phase, one-hot: set-up, opening, following, play"),
    Block(
        "source",
        (3,),
        "the source of my next card, one-hot: hand, face-up row, blind cards; zero after I am out",
        Kind.ARITHMETIC,
    ),
    Block("picks", (NUM_KINDS,), "in the set-up: cards that the active seat has already laid face up, by kind / 4"),
    Block("to_move", (MAX_PLAYERS,), "the active seat, one-hot; seats clockwise from me"),
    Block("out", (MAX_PLAYERS,), "the final place of each seat that is out / 4; seats clockwise from me"),
    Block("turns", (1,), "turns ended / max_turns"),
    Block("seats", (MAX_PLAYERS,), "1 for each seat in the game"),
    Block("last_seat", (MAX_PLAYERS,), "the seat that last played or picked up, one-hot; seats clockwise from me"),
    Block(
        "last_kind",
        (NUM_KINDS,),
        "the kind of the last play, or of a blind card that did not fit, one-hot; zero after another pick-up",
    ),
    Block("last_count", (1,), "cards of the last play / 4; 0 after a pick-up"),
)

# Fields that observations leave out on purpose, with the reason.
OMITTED = {
    "table.pile": "Only the top of the pile can matter; `top`, `run` and `ninja` describe it.",
}


def layout(options):
    """Return the blocks of an observation, which are the same under all options."""
    return LAYOUT


@compiled
@writes(LAYOUT)
def encode(table, seat, player, out):
    """Write the seat's observation into `out`, a zeroed record of the blocks."""
    encode_cards(table, seat, out)
    for i in range(table.num_players):
        encode_seat(table, seat_clockwise(table, player, i), i, out)
    encode_unseen(out)
    encode_pile(table, out)
    encode_turn(table, player, out)


@compiled
def write_shares(counts, out):
    """Write the number of cards of each kind as a share of its copies."""
    for kind in range(NUM_KINDS):
        out[kind] = counts[kind] * SHARE


@compiled
def encode_cards(table, seat, out):
    """Write the cards of the seat's hand, the pile and the compost."""
    write_shares(seat.hand, out.hand)
    write_shares(table.in_pile, out.pile)
    write_shares(table.compost, out.compost)
    if table.phase == Phase.SET_UP:
        write_shares(table.picks, out.picks)
    for number in range(NUMBERS):
        for copy in range(COPIES):
            out.copies[number, copy] = seat.hand[number] > copy


@compiled
def encode_unseen(out):
    """Write the unseen cards of each kind: all copies without those of the other blocks."""
    for kind in range(NUM_KINDS):
        unseen = ALL - out.hand[kind] - out.compost[kind] - out.pile[kind]
        for i in range(MAX_PLAYERS):
            unseen -= out.face_up[i, kind]
        for i in range(1, MAX_PLAYERS):
            unseen -= out.known_hands[i, kind]
        out.unseen[kind] = unseen


@compiled
def encode_seat(table, p, i, out):
    """Write the rows, the hand size and the known cards of seat p, the i-th clockwise from the observer."""
    write_shares(table.face_up[p], out.face_up[i])
    write_shares(table.known[p], out.known_hands[i])
    if i > 0:
        for kind in range(NUM_KINDS):
            out.known_kinds[i - 1, kind] = table.known[p][kind] > 0
    for k in range(ROW):
        out.blind[i, k] = table.blind[p][k]
    size = table.hand_size[p]
    out.hand_sizes[i] = size / NUM_CARDS
    if size <= SMALL_HAND:
        out.small_hands[i, size] = 1
    out.out[i] = table.place[p] / COPIES
    out.seats[i] = 1
    out.to_move[i] = p == table.active
    out.last_seat[i] = p == table.last_seat


@compiled
def encode_pile(table, out):
    """Write the top of the pile, and the kinds that may be played on it."""
    out.pile_size[0] = table.pile_size / NUM_CARDS
    out.top[NO_TOP if table.top == NONE else table.top] = 1
    if table.run > 0:
        out.run[table.run - 1] = 1
    out.ninja[0] = is_ninja_on_top(table)
    lowest, highest = lowest_playable(table), highest_playable(table)
    for number in range(NUMBERS):
        out.fitting[number] = lowest <= number <= highest
    out.fitting[Card.BOOM] = not is_ninja_on_top(table)
    out.fitting[Card.LIMBO] = limbo_fits(table)


@compiled
def encode_turn(table, player, out):
    """Write the deck's size, the phase, the last play, and the source of the seat's next play (DD-17, DD-18)."""
    out.deck_size[0] = table.deck_size / NUM_CARDS
    out.phase[table.phase] = 1
    if table.hand_size[player] > 0:
        out.source[HAND] = 1
    elif total(table.face_up[player]) > 0:
        out.source[FACE_UP] = 1
    elif table.place[player] == 0:
        out.source[BLIND] = 1
    if table.last_kind != NONE:
        out.last_kind[table.last_kind] = 1
    out.last_count[0] = table.last_count / COPIES
    out.turns[0] = table.turn / table.max_turns
