"""Count what players hold, and draw cards from the deck."""

from dig_envs.core.compiler import compiled, inlined
from dig_envs.dig_dig.components import NUM_KINDS, NUMBERS, ROW
from dig_envs.dig_dig.state import NONE


@inlined
def total(counts):
    """Return how many cards there are, all kinds together."""
    count = 0
    for kind in range(NUM_KINDS):
        count += counts[kind]
    return count


@compiled
def lowest_number(hand):
    """Return the lowest number in a hand; NUMBERS if it has none."""
    for kind in range(NUMBERS):
        if hand[kind] > 0:
            return kind
    return NUMBERS


@compiled
def blind_cards(table, player):
    """Return how many blind cards a player has."""
    count = 0
    for k in range(ROW):
        count += table.blind[player][k]
    return count


@compiled
def cards_left(table, player):
    """Return how many cards a player has: in hand, face up and blind."""
    return table.hand_size[player] + total(table.face_up[player]) + blind_cards(table, player)


@compiled
def take_top(state):
    """Take the top card off the deck, and return its kind."""
    table = state.table
    table.deck_size -= 1
    kind = state.secret.deck[table.deck_size]
    state.secret.deck[table.deck_size] = NONE
    return kind


@compiled
def draw_up(state, player):
    """Draw up to three cards in hand while the deck lasts (DD-8)."""
    table = state.table
    while table.hand_size[player] < ROW and table.deck_size > 0:
        state.seats[player].hand[take_top(state)] += 1
        table.hand_size[player] += 1
