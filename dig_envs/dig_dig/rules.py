"""The rules of Dig Dig. Clause numbers are those of RULES.md."""

import numpy as np

from dig_envs.core.actions import ActionTable, Family
from dig_envs.core.compile import compiled, inlined
from dig_envs.core.game import NOBODY, End, Reward
from dig_envs.core.rng import Stream, draw_below, shuffle
from dig_envs.dig_dig.components import (
    CLEARING_RUN,
    COPIES,
    KIND_NAMES,
    MAX_PLAYERS,
    NUM_CARDS,
    NUM_KINDS,
    NUMBERS,
    ROW,
    Kind,
)
from dig_envs.dig_dig.state import NONE, Phase

PLAY = 0  # PLAY + COPIES * number + m - 1: play m cards of a number
POWER = PLAY + COPIES * NUMBERS  # POWER + kind - BOOM: play one power card
BLIND = POWER + NUM_KINDS - NUMBERS  # BLIND + k: turn over blind card k
PICK_UP = BLIND + ROW
LAY = PICK_UP + 1  # LAY + kind: in the set-up, lay a card face up


def _play_name(number: str, count: int) -> str:
    return f"play {number}" if count == 1 else f"play {number} x{count}"


ACTIONS = ActionTable(
    Family(
        "play one or more cards of a number (DD-6)",
        tuple(_play_name(KIND_NAMES[number], count) for number in range(NUMBERS) for count in range(1, COPIES + 1)),
    ),
    Family("play a power card (DD-16)", tuple(f"play {name}" for name in KIND_NAMES[NUMBERS:])),
    Family("turn over a blind card (DD-18)", tuple(f"turn {k + 1}" for k in range(ROW))),
    Family("pick up the pile (DD-9)", ("pick up",)),
    Family("in the set-up: lay that card face up (DD-3)", tuple(f"lay {name}" for name in KIND_NAMES)),
)


# --- set-up


@compiled
def deal(state):
    """DD-2: three blind, three face up, three in hand; the rest is the deck. Seat 0 begins the set-up (DD-3)."""
    table = state.table
    deck = state.secret.deck
    for card in range(NUM_CARDS):
        deck[card] = card // COPIES
        table.pile[card] = NONE
    shuffle(deck, np.int64(NUM_CARDS), state.secret.rng, Stream.DEAL)
    table.deck_size = NUM_CARDS
    for p in range(MAX_PLAYERS):
        for k in range(ROW):
            state.secret.blind[p][k] = NONE
    for p in range(table.num_players):
        for k in range(ROW):
            state.secret.blind[p][k] = take_top(state)
            table.blind[p][k] = 1
            table.face_up[p][take_top(state)] += 1
            state.seats[p].hand[take_top(state)] += 1
        table.hand_size[p] = ROW
    table.top = NONE
    table.last_seat = NONE
    table.last_kind = NONE
    state.secret.mover = 0


@compiled
def take_top(state):
    """The deck's top card, taken off."""
    table = state.table
    table.deck_size -= 1
    kind = state.secret.deck[table.deck_size]
    state.secret.deck[table.deck_size] = NONE
    return kind


@compiled
def lay_face_up(state, kind):
    """DD-3: one of the three choices of the active seat."""
    table = state.table
    table.picks[kind] += 1
    if total(table.picks) == ROW:
        change_rows(state, np.int64(table.active))
        if table.active + 1 < table.num_players:
            table.active += 1
            state.secret.mover = table.active
        else:
            find_opener(state)


@compiled
def change_rows(state, player):
    """The chosen cards lie face up; the others are the hand. Cards that lay open are known there (DD-21)."""
    table = state.table
    hand = state.seats[player].hand
    for kind in range(NUM_KINDS):
        lay = table.face_up[player][kind]
        picked = table.picks[kind]
        table.known[player][kind] = max(0, lay - picked)
        hand[kind] += lay - picked
        table.face_up[player][kind] = picked
        table.picks[kind] = 0


@compiled
def find_opener(state):
    """DD-4: the holder of the lowest number, one of them at random; without numbers anybody."""
    table = state.table
    lowest = np.int64(NUMBERS)
    for p in range(table.num_players):
        lowest = min(lowest, lowest_number(state.seats[p].hand))
    holders = np.int64(0)
    for p in range(table.num_players):
        holders += lowest_number(state.seats[p].hand) == lowest
    chosen = draw_below(state.secret.rng, Stream.DEAL, holders)
    for p in range(table.num_players):
        if lowest_number(state.seats[p].hand) == lowest:
            if chosen == 0:
                table.active = p
            chosen -= 1
    table.phase = Phase.OPENING
    state.secret.mover = table.active


# --- small questions


@inlined
def total(counts):
    count = 0
    for kind in range(NUM_KINDS):
        count += counts[kind]
    return count


@compiled
def lowest_number(hand):
    """The lowest number in a hand; NUMBERS if it has none."""
    for kind in range(NUMBERS):
        if hand[kind] > 0:
            return kind
    return NUMBERS


@inlined
def is_number(kind):
    return 0 <= kind < NUMBERS


@compiled
def blind_cards(table, player):
    count = 0
    for k in range(ROW):
        count += table.blind[player][k]
    return count


@compiled
def cards_left(table, player):
    """A player's cards: in hand, face up and blind."""
    return table.hand_size[player] + total(table.face_up[player]) + blind_cards(table, player)


@inlined
def ninja_on_top(table):
    return table.pile_size > 0 and table.pile[table.pile_size - 1] == Kind.NINJA


@compiled
def fits(table, kind):
    """Whether a card of that kind may be played now."""
    return goes_on(kind, np.int64(table.top), ninja_on_top(table), table.phase == Phase.FOLLOWING)


@inlined
def goes_on(kind, top, ninja, strictly):
    """Whether a kind may be played against a top that counts, with a NINJA on it or not, `strictly` higher or not."""
    if kind < NUMBERS:
        return lowest_to_follow(top, strictly) <= kind <= highest_to_follow(top)
    if kind == Kind.BOOM:
        return not ninja  # DD-12
    if kind == Kind.LIMBO:
        return limbo_goes_on(top)
    return True  # DD-14, DD-15


@inlined
def lowest_to_follow(top, strictly):
    """DD-7: the lowest number that may be played; DD-5: the second play is higher."""
    return top + strictly if is_number(top) else np.int64(Kind.ONE)


@inlined
def highest_to_follow(top):
    """The highest number that may be played; DD-13: after a LIMBO 5 or lower."""
    return np.int64(Kind.FIVE) if top == Kind.LIMBO else np.int64(Kind.TEN)


@inlined
def limbo_goes_on(top):
    """DD-13."""
    return Kind.FIVE <= top < NUMBERS


# --- legal actions


@inlined
def legal(table, seat, player, mask):
    if table.phase == Phase.SET_UP:
        legal_set_up(table, seat, player, mask)
    elif table.phase == Phase.OPENING and lowest_number(seat.hand) < NUMBERS:
        legal_copies(lowest_number(seat.hand), seat.hand, mask)
    elif table.hand_size[player] > 0:
        legal_hand(table, seat, player, mask)
    elif total(table.face_up[player]) > 0:
        legal_face_up(table, player, mask)
    else:
        for k in range(ROW):
            mask[BLIND + k] = table.blind[player][k]


@compiled
def legal_set_up(table, seat, player, mask):
    for kind in range(NUM_KINDS):
        mask[LAY + kind] = seat.hand[kind] + table.face_up[player][kind] - table.picks[kind] > 0


@inlined
def legal_copies(number, cards, mask):
    """DD-6: any number of the copies held."""
    for count in range(COPIES):
        mask[np.uint32(PLAY + COPIES * number + count)] = cards[number] > count


@inlined
def legal_hand(table, seat, player, mask):
    top = np.int64(table.top)
    ninja = ninja_on_top(table)
    strictly = table.phase == Phase.FOLLOWING
    none = True
    for kind in range(NUM_KINDS):
        if seat.hand[kind] > 0 and goes_on(kind, top, ninja, strictly):
            none = False
            if kind < NUMBERS:
                legal_copies(kind, seat.hand, mask)
            else:
                mask[POWER + kind - NUMBERS] = 1
    mask[PICK_UP] = none  # DD-9


@compiled
def legal_face_up(table, player, mask):
    """DD-17: one card at a time."""
    none = True
    for kind in range(NUM_KINDS):
        if table.face_up[player][kind] > 0 and fits(table, kind):
            none = False
            mask[PLAY + COPIES * kind if kind < NUMBERS else POWER + kind - NUMBERS] = 1
    mask[PICK_UP] = none


# --- one decision


@compiled
def apply(state, action):
    player = np.int64(state.table.active)
    if action >= LAY:
        lay_face_up(state, action - LAY)
    elif action == PICK_UP:
        pick_up(state, player)
        end_turn(state)
    elif action >= BLIND:
        turn_blind(state, player, action - BLIND)
    elif action >= POWER:
        play(state, player, NUMBERS + action - POWER, np.int64(1))
    else:
        play(state, player, action // COPIES, 1 + action % COPIES)


@compiled
def play(state, player, kind, count):
    """DD-6; DD-17: from the face-up cards if there is no hand."""
    table = state.table
    if table.hand_size[player] > 0:
        state.seats[player].hand[kind] -= count
        table.hand_size[player] -= count
        table.known[player][kind] = max(0, table.known[player][kind] - count)  # DD-21
    else:
        table.face_up[player][kind] -= count
    put_on_pile(state, player, kind, count)


@compiled
def turn_blind(state, player, k):
    """DD-18: the card is shown, and played if it fits; else it is taken in hand with the pile."""
    table = state.table
    kind = np.int64(state.secret.blind[player][k])
    state.secret.blind[player][k] = NONE
    table.blind[player][k] = 0
    if fits(table, kind):
        put_on_pile(state, player, kind, np.int64(1))
    else:
        state.seats[player].hand[kind] += 1
        table.hand_size[player] += 1
        table.known[player][kind] += 1  # DD-21
        pick_up(state, player)
        remember(table, player, kind, np.int64(0))
        end_turn(state)


@compiled
def put_on_pile(state, player, kind, count):
    table = state.table
    for _ in range(count):
        table.pile[table.pile_size] = kind
        table.pile_size += 1
    table.in_pile[kind] += count
    top_the_pile(table, kind, count)
    remember(table, player, kind, count)
    table.phase = Phase.FOLLOWING if table.phase == Phase.OPENING and kind < NUMBERS else Phase.PLAY
    cleared = kind == Kind.BOOM or table.run >= CLEARING_RUN
    if cleared:
        clear_pile(table)
    draw_up(state, player)
    if cards_left(table, player) == 0:
        go_out(state, player)
    elif cleared:
        state.secret.mover = player  # DD-11: plays again
    else:
        end_turn(state)


@compiled
def top_the_pile(table, kind, count):
    """What the next card is played against, and the run of one number on top: NINJAs are looked through (DD-10, DD-15)."""
    if kind != Kind.NINJA:
        if kind != table.top:
            table.run = 0
        if kind < NUMBERS:
            table.run += count
        table.top = kind


@compiled
def remember(table, player, kind, count):
    table.last_seat = player
    table.last_kind = kind
    table.last_count = count


@compiled
def clear_pile(table):
    """DD-10, DD-12: the pile goes to the compost."""
    for kind in range(NUM_KINDS):
        table.compost[kind] += table.in_pile[kind]
    empty_pile(table)


@compiled
def empty_pile(table):
    for kind in range(NUM_KINDS):
        table.in_pile[kind] = 0
    for at in range(table.pile_size):
        table.pile[at] = NONE
    table.pile_size = 0
    table.top = NONE
    table.run = 0


@compiled
def draw_up(state, player):
    """DD-8."""
    table = state.table
    while table.hand_size[player] < ROW and table.deck_size > 0:
        state.seats[player].hand[take_top(state)] += 1
        table.hand_size[player] += 1


@compiled
def pick_up(state, player):
    """DD-9: the whole pile, which may be nothing. All have seen it, and know it in that hand (DD-21)."""
    table = state.table
    for kind in range(NUM_KINDS):
        state.seats[player].hand[kind] += table.in_pile[kind]
        table.known[player][kind] += table.in_pile[kind]
    table.hand_size[player] += table.pile_size
    empty_pile(table)
    table.phase = Phase.PLAY
    remember(table, player, np.int64(NONE), np.int64(0))


# --- the end of a turn, of the game


@compiled
def go_out(state, player):
    """DD-19: the last with cards loses."""
    table = state.table
    out = 0
    for p in range(table.num_players):
        out += table.place[p] > 0
    table.place[player] = out + 1
    if out + 2 == table.num_players:
        finish_game(state, End.OVER)
    else:
        end_turn(state)


@compiled
def end_turn(state):
    table = state.table
    table.turn += 1
    if table.max_turns > 0 and table.turn >= table.max_turns:
        finish_game(state, End.TRUNCATED)  # DD-20
    else:
        table.active = next_in(table, table.active)
        state.secret.mover = table.active


@compiled
def next_in(table, player):
    """The next seat clockwise that still has cards."""
    p = (player + 1) % table.num_players
    while table.place[p] > 0:
        p = (p + 1) % table.num_players
    return p


@compiled
def finish_game(state, end):
    state.table.end = end
    state.secret.mover = NOBODY


# --- results


@compiled
def rank_key(table, player):
    """Less is better: seats that went out in their order, then by cards left (DD-19, DD-20)."""
    return table.place[player] - NUM_CARDS if table.place[player] > 0 else cards_left(table, player)


@compiled
def standings(table, seats, out):
    """With `reward="rank"` from 1 for the first to -1 for the last, ties sharing; else 0 for who lost, 1 for the others."""
    num_players = np.int64(table.num_players)
    for p in range(num_players):
        better = 0
        equal = 0
        worse = 0
        for q in range(num_players):
            better += rank_key(table, q) < rank_key(table, p)
            equal += rank_key(table, q) == rank_key(table, p)
            worse += rank_key(table, q) > rank_key(table, p)
        if table.reward == Reward.RANK:
            out[p] = 1.0 - (2.0 * better + equal - 1.0) / (num_players - 1)
        else:
            out[p] = 1.0 if worse > 0 else 0.0


@compiled
def rewards(table, points, out):
    """DD-19, DD-20: the losers share -1, the others share +1; all equal, 0 for all."""
    losers = 0
    for p in range(table.num_players):
        losers += points[p] == 0.0
    for p in range(table.num_players):
        if table.reward == Reward.RANK:
            out[p] = points[p]
        elif losers == table.num_players:
            out[p] = 0.0
        else:
            out[p] = -1.0 / losers if points[p] == 0.0 else 1.0 / (table.num_players - losers)
