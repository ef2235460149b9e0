"""What a seat of Dig Dig observes: block by block, and the encoder that writes it."""

import numpy as np

from dig_envs.core.compile import compiled
from dig_envs.core.layout import Block, Layout
from dig_envs.dig_dig.components import CLEARING_RUN, COPIES, MAX_PLAYERS, NUM_CARDS, NUM_KINDS, NUMBERS, ROW
from dig_envs.dig_dig.rules import blind_cards, effective_top, ninja_on_top, run_on_top
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
    Block("pile", (NUM_KINDS,), "the pile by kind / 4"),
    Block("pile_size", (1,), "cards in the pile / 56"),
    Block("top", (TOPS,), "the kind that the next card is played against, one-hot: NINJAs looked through; last: none"),
    Block("run", (CLEARING_RUN - 1,), "so many of that number lie on top, one-hot from 1 (DD-10)"),
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
PILE_AT = LAYOUT.start("pile")
PILE_SIZE_AT = LAYOUT.start("pile_size")
TOP_AT = LAYOUT.start("top")
RUN_AT = LAYOUT.start("run")
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

QUARTERS = np.arange(COPIES + 1, dtype=np.float32) / np.float32(COPIES)
SHARE = np.arange(NUM_CARDS + 1, dtype=np.float32) / np.float32(NUM_CARDS)


def layout(options):
    """The blocks of an observation; the same under all options."""
    return LAYOUT


@compiled
def encode(table, seat, player, out):
    encode_kinds(table, seat, player, out)
    encode_pile(table, out)
    encode_hand(seat, out)
    encode_seats(table, player, out)
    encode_turn(table, player, out)


@compiled
def encode_kinds(table, seat, player, out):
    """Where the cards of each kind are, and how many are unseen."""
    for kind in range(NUM_KINDS):
        left = COPIES - put_count(seat.hand[kind], out, HAND_AT + kind)
        left -= put_count(table.compost[kind], out, COMPOST_AT + kind)
        put_count(table.picks[kind], out, PICKS_AT + kind)
        for i in range(table.num_players):
            p = np.uint8(wrapped(player + i, table.num_players))
            left -= put_count(table.face_up[p][kind], out, FACE_UP_AT + i * NUM_KINDS + kind)
            if i > 0:
                left -= put_count(table.known[p][kind], out, KNOWN_HANDS_AT + (i - 1) * NUM_KINDS + kind)
        out[UNSEEN_AT + kind] = QUARTERS[np.uint8(left)]


@compiled
def put_count(count, out, at):
    out[at] = QUARTERS[np.uint8(count)]
    return np.int64(count)


@compiled
def wrapped(seat, num_players):
    """A seat counted on past the last one; cheaper than a division."""
    return seat - num_players if seat >= num_players else seat


@compiled
def encode_pile(table, out):
    for at in range(table.pile_size):
        out[PILE_AT + table.pile[at]] += QUARTERS[1]
        out[UNSEEN_AT + table.pile[at]] -= QUARTERS[1]
    out[PILE_SIZE_AT] = SHARE[np.uint8(table.pile_size)]
    top = effective_top(table)
    out[TOP_AT + (NUM_KINDS if top == NONE else top)] = 1.0
    run = run_on_top(table)
    if run > 0:
        out[RUN_AT + run - 1] = 1.0
    out[NINJA_AT] = ninja_on_top(table)


@compiled
def encode_hand(seat, out):
    for number in range(NUMBERS):
        for copy in range(seat.hand[number]):
            out[COPIES_AT + number * COPIES + copy] = 1.0


@compiled
def encode_seats(table, player, out):
    for i in range(table.num_players):
        p = np.uint8(wrapped(player + i, table.num_players))
        for k in range(ROW):
            out[BLIND_AT + i * ROW + k] = table.blind[p][k]
        size = table.hand_size[p]
        out[HAND_SIZES_AT + i] = SHARE[np.uint8(size)]
        if size <= SMALL_HAND:
            out[SMALL_HANDS_AT + i * (SMALL_HAND + 1) + size] = 1.0
        out[OUT_AT + i] = QUARTERS[np.uint8(table.place[p])]
        out[SEATS_AT + i] = 1.0
        if p == table.active:
            out[TO_MOVE_AT + i] = 1.0


@compiled
def encode_turn(table, player, out):
    out[DECK_SIZE_AT] = SHARE[np.uint8(table.deck_size)]
    out[PHASE_AT + table.phase] = 1.0
    out[SOURCE_AT + source_of(table, player)] = 1.0
    if table.max_turns > 0:
        out[TURNS_AT] = table.turn / table.max_turns


@compiled
def source_of(table, player):
    """What the seat plays from next: 0 hand, 1 face-up cards, 2 blind cards."""
    if table.hand_size[player] > 0:
        return 0
    return 2 if blind_cards(table, player) > 0 and no_face_up(table, player) else 1


@compiled
def no_face_up(table, player):
    for kind in range(NUM_KINDS):
        if table.face_up[player][kind] > 0:
            return False
    return True
