"""The rules of Dig Dig. Clause numbers are those of RULES.md."""

from enum import IntEnum

from dig_envs.core.actions import ActionTable, Family
from dig_envs.core.compiler import compiled
from dig_envs.core.game import NOBODY, End, Reward
from dig_envs.core.rng import Stream, draw_below, shuffle
from dig_envs.dig_dig.components import (
    CLEARING_RUN,
    COPIES,
    HAND,
    KIND_NAMES,
    MAX_PLAYERS,
    NUM_CARDS,
    NUM_KINDS,
    NUMBERS,
    ROW,
    Card,
)  # fmt: skip
from dig_envs.dig_dig.state import NONE, Phase


class Action(IntEnum):
    """The first action of each family: PLAY + COPIES * n + m - 1 plays m cards of number n, LAY + kind lays a card."""

    PLAY = 0
    POWER = PLAY + COPIES * NUMBERS  # POWER + kind - BOOM
    BLIND = POWER + NUM_KINDS - NUMBERS
    PICK_UP = BLIND + ROW
    LAY = PICK_UP + 1


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


# --- hands, rows and the deck


@compiled
def total(counts):
    """Return the number of cards, given counts by kind."""
    count = 0
    for kind in range(NUM_KINDS):
        count += counts[kind]
    return count


@compiled
def lowest_number(hand):
    """Return the lowest number in a hand; NUMBERS if the hand has none."""
    for kind in range(NUMBERS):
        if hand[kind] > 0:
            return kind
    return NUMBERS


@compiled
def blind_cards(table, player):
    """Return the number of a player's blind cards."""
    count = 0
    for k in range(ROW):
        count += table.blind[player][k]
    return count


@compiled
def cards_left(table, player):
    """Return the number of a player's cards: in hand, face up and blind."""
    return table.hand_size[player] + total(table.face_up[player]) + blind_cards(table, player)


@compiled
def take_top(state):
    """Remove the top card of the deck and return its kind."""
    table = state.table
    table.deck_size -= 1
    kind = state.secret.deck[table.deck_size]
    state.secret.deck[table.deck_size] = NONE
    return kind


@compiled
def draw_up(state, player):
    """Draw until the hand has `table.hand` cards or the deck is empty (DD-8)."""
    table = state.table
    while table.hand_size[player] < table.hand and table.deck_size > 0:
        state.seats[player].hand[take_top(state)] += 1
        table.hand_size[player] += 1


# --- setting up


@compiled
def deal(state):
    """Deal each player blind, face-up and hand cards, three of each in the full game (DD-2). Seat 0 chooses first (DD-3)."""
    table = state.table
    clear_places(state)
    gather_deck(state)
    shuffle(state.secret.deck, table.deck_size, state.secret.rng, Stream.DEAL)
    for p in range(table.num_players):
        for k in range(max(ROW, HAND)):
            if k < table.row:
                state.secret.blind[p][k] = take_top(state)
                table.blind[p][k] = 1
                table.face_up[p][take_top(state)] += 1
            if k < table.hand:
                state.seats[p].hand[take_top(state)] += 1
        table.hand_size[p] = table.hand
    state.secret.mover = 0


@compiled
def clear_places(state):
    """Empty the deck, the pile and the blind places, and set the last play to none."""
    table = state.table
    for card in range(NUM_CARDS):
        state.secret.deck[card] = NONE
        table.pile[card] = NONE
    for p in range(MAX_PLAYERS):
        for k in range(ROW):
            state.secret.blind[p][k] = NONE
    table.top = NONE
    table.last_seat = NONE
    table.last_kind = NONE


@compiled
def gather_deck(state):
    """Put all cards into the deck, in order of their kinds, except those that a variant leaves in the compost (DD-22)."""
    table = state.table
    for kind in range(NUM_KINDS):
        for _ in range(COPIES - table.compost[kind]):
            state.secret.deck[table.deck_size] = kind
            table.deck_size += 1


@compiled
def lay_face_up(state, kind):
    """Lay a card face up, one of the choices of the active seat, three in the full game (DD-3)."""
    table = state.table
    player = table.active
    table.picks[kind] += 1
    table.known[player][kind] = max(0, table.picks[kind] - table.face_up[player][kind])  # DD-21: the rest is in its hand
    if total(table.picks) == table.row:
        change_rows(state, player)
        if table.active + 1 < table.num_players:
            table.active += 1
            state.secret.mover = table.active
        else:
            find_opener(state)


@compiled
def change_rows(state, player):
    """Make the chosen cards the face-up row, and the other cards the hand. All players know the old row (DD-21)."""
    table = state.table
    hand = state.seats[player].hand
    for kind in range(NUM_KINDS):
        open_cards = table.face_up[player][kind]
        picked = table.picks[kind]
        table.known[player][kind] = max(0, open_cards - picked)
        hand[kind] += open_cards - picked
        table.face_up[player][kind] = picked
        table.picks[kind] = 0


@compiled
def find_opener(state):
    """Let the holder of the lowest number begin; draw among several, and among all if no hand has a number (DD-4)."""
    table = state.table
    lowest = NUMBERS
    for p in range(table.num_players):
        lowest = min(lowest, lowest_number(state.seats[p].hand))
    holders = 0
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


# --- the pile: which cards may be played on it


@compiled
def is_number(kind):
    """Return whether a kind is a number; NONE is not."""
    return 0 <= kind < NUMBERS


@compiled
def fits(table, kind):
    """Return whether a card of a kind may be played now."""
    if kind < NUMBERS:
        return lowest_playable(table) <= kind <= highest_playable(table)
    if kind == Card.BOOM:
        return not is_ninja_on_top(table)  # DD-12
    if kind == Card.LIMBO:
        return limbo_fits(table)
    return True  # DD-14, DD-15


@compiled
def lowest_playable(table):
    """Return the lowest number that may be played (DD-7); the second play must be higher (DD-5)."""
    return table.top + (table.phase == Phase.FOLLOWING) if is_number(table.top) else Card.ONE + 0


@compiled
def highest_playable(table):
    """Return the highest number that may be played: 5 after a LIMBO (DD-13)."""
    return Card.FIVE + 0 if table.top == Card.LIMBO else Card.TEN + 0


@compiled
def limbo_fits(table):
    """Return whether a LIMBO may be played (DD-13)."""
    return Card.FIVE <= table.top < NUMBERS


@compiled
def is_ninja_on_top(table):
    """Return whether the top card is a NINJA."""
    return table.pile_size > 0 and table.pile[table.pile_size - 1] == Card.NINJA


# --- legal actions


@compiled
def legal(table, seat, player, mask):
    """Mark the legal actions of the seat that must decide, by the source it plays from."""
    if table.phase == Phase.SET_UP:
        for kind in range(NUM_KINDS):  # DD-3
            mask[Action.LAY + kind] = seat.hand[kind] + table.face_up[player][kind] - table.picks[kind] > 0
    elif table.phase == Phase.OPENING and lowest_number(seat.hand) < NUMBERS:
        mark_copies(lowest_number(seat.hand), seat.hand, mask)
    elif table.hand_size[player] > 0:
        mark_hand(table, seat, mask)
    elif total(table.face_up[player]) > 0:
        mark_face_up(table, player, mask)
    else:
        for k in range(ROW):
            mask[Action.BLIND + k] = table.blind[player][k]


@compiled
def mark_copies(number, cards, mask):
    """Mark the plays of a number: any count of the copies (DD-6)."""
    for count in range(COPIES):
        mask[Action.PLAY + COPIES * number + count] = cards[number] > count


@compiled
def mark_hand(table, seat, mask):
    """Mark the plays from the hand, or picking up if no card fits (DD-9)."""
    none_fits = True
    for kind in range(NUM_KINDS):
        if seat.hand[kind] > 0 and fits(table, kind):
            none_fits = False
            if kind < NUMBERS:
                mark_copies(kind, seat.hand, mask)
            else:
                mask[Action.POWER + kind - NUMBERS] = 1
    mask[Action.PICK_UP] = none_fits


@compiled
def mark_face_up(table, player, mask):
    """Mark the plays from the face-up cards, one card at a time (DD-17), or picking up if no card fits."""
    none_fits = True
    for kind in range(NUM_KINDS):
        if table.face_up[player][kind] > 0 and fits(table, kind):
            none_fits = False
            mask[Action.PLAY + COPIES * kind if kind < NUMBERS else Action.POWER + kind - NUMBERS] = 1
    mask[Action.PICK_UP] = none_fits


# --- one decision


@compiled
def apply(state, action):
    """Carry out one decision, and advance to the next decision or to the end."""
    player = state.table.active
    if action >= Action.LAY:
        lay_face_up(state, action - Action.LAY)
    elif action == Action.PICK_UP:
        pick_up(state, player)
        end_turn(state)
    elif action >= Action.BLIND:
        turn_blind(state, player, action - Action.BLIND)
    elif action >= Action.POWER:
        play(state, player, NUMBERS + action - Action.POWER, 1)
    else:
        play(state, player, action // COPIES, 1 + action % COPIES)


@compiled
def play(state, player, kind, count):
    """Play cards from the hand (DD-6), or from the face-up cards if the hand is empty (DD-17)."""
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
    """Turn over a blind card: play the card if it fits, else take it in hand with the pile (DD-18)."""
    table = state.table
    kind = state.secret.blind[player][k]
    state.secret.blind[player][k] = NONE
    table.blind[player][k] = 0
    if fits(table, kind):
        put_on_pile(state, player, kind, 1)
    else:
        state.seats[player].hand[kind] += 1
        table.hand_size[player] += 1
        table.known[player][kind] += 1  # DD-21
        pick_up(state, player)
        record_play(table, player, kind, 0)
        end_turn(state)


@compiled
def put_on_pile(state, player, kind, count):
    """Put cards on the pile and carry out the effects: a cleared pile, drawn cards, a player out, the next turn."""
    table = state.table
    for _ in range(count):
        table.pile[table.pile_size] = kind
        table.pile_size += 1
    table.in_pile[kind] += count
    update_top(table, kind, count)
    record_play(table, player, kind, count)
    table.phase = Phase.FOLLOWING if table.phase == Phase.OPENING and kind < NUMBERS else Phase.PLAY
    cleared = kind == Card.BOOM or table.run >= CLEARING_RUN
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
def update_top(table, kind, count):
    """Update the kind to play against and the run on top; a NINJA changes neither (DD-10, DD-15)."""
    if kind != Card.NINJA:
        if kind != table.top:
            table.run = 0
        if kind < NUMBERS:
            table.run += count
        table.top = kind


@compiled
def clear_pile(table):
    """Move the pile to the compost (DD-10, DD-12)."""
    for kind in range(NUM_KINDS):
        table.compost[kind] += table.in_pile[kind]
    empty_pile(table)


@compiled
def empty_pile(table):
    """Leave no card on the pile."""
    for kind in range(NUM_KINDS):
        table.in_pile[kind] = 0
    for at in range(table.pile_size):
        table.pile[at] = NONE
    table.pile_size = 0
    table.top = NONE
    table.run = 0


@compiled
def pick_up(state, player):
    """Take the whole pile in hand, even an empty one (DD-9). All players know these cards (DD-21)."""
    table = state.table
    for kind in range(NUM_KINDS):
        state.seats[player].hand[kind] += table.in_pile[kind]
        table.known[player][kind] += table.in_pile[kind]
    table.hand_size[player] += table.pile_size
    empty_pile(table)
    table.phase = Phase.PLAY
    record_play(table, player, NONE, 0)


@compiled
def record_play(table, player, kind, count):
    """Record the last play, for the observation."""
    table.last_seat = player
    table.last_kind = kind
    table.last_count = count


# --- the end of a turn and of the game


@compiled
def go_out(state, player):
    """Let a player without cards go out; the last player with cards loses (DD-19)."""
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
    """Pass the turn to the next seat that has cards, or end the game at the turn limit."""
    table = state.table
    table.turn += 1
    if table.turn >= table.max_turns:
        finish_game(state, End.TRUNCATED)  # DD-20
    else:
        table.active = next_in_play(table, table.active)
        state.secret.mover = table.active


@compiled
def next_in_play(table, player):
    """Return the next seat clockwise that still has cards."""
    p = (player + 1) % table.num_players
    while table.place[p] > 0:
        p = (p + 1) % table.num_players
    return p


@compiled
def finish_game(state, end):
    """End the game."""
    state.table.end = end
    state.secret.mover = NOBODY


# --- results


@compiled
def rank_key(table, player):
    """Return a number that orders the seats, best first: seats that are out, then by cards left (DD-19, DD-20)."""
    return table.place[player] - NUM_CARDS if table.place[player] > 0 else cards_left(table, player)


@compiled
def standings(table, seats, out):
    """Write each seat's result: with `reward="rank"` from 1 down to -1, ties sharing; else 0 for losers, 1 for others."""
    for p in range(table.num_players):
        better = 0
        equal = 0
        worse = 0
        for q in range(table.num_players):
            better += rank_key(table, q) < rank_key(table, p)
            equal += rank_key(table, q) == rank_key(table, p)
            worse += rank_key(table, q) > rank_key(table, p)
        if table.reward == Reward.RANK:
            out[p] = 1.0 - (2.0 * better + equal - 1.0) / (table.num_players - 1)
        else:
            out[p] = 1.0 if worse > 0 else 0.0


@compiled
def rewards(table, points, out):
    """Write rewards: the losers share -1, the others +1; 0 for all seats if all are equal (DD-19, DD-20)."""
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
