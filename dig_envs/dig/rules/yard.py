"""The yard: what lies in it, and how holes are closed (DIG-8)."""

import numpy as np

from dig_envs.core.compiler import compiled, inlined
from dig_envs.dig.components import NUM_COLOURS, PLACES, VALUES, Card
from dig_envs.dig.state import NONE


@inlined
def is_bowl(card):
    """Return whether what lies at a place is a bowl."""
    return card >= Card.BOWL


@inlined
def bones_in_yard(table):
    """Return how many bones lie in the yard."""
    return np.int64(table.bones)


@compiled
def may_have_seen(table, place, player):
    """Return 1 if the seat may know the bone at a place, as far as all can tell, else 0 (DIG-10)."""
    return (table.seen_by[place] >> player) & 1


@compiled
def clear_place(table, place):
    """Forget back and viewers of a bone that has left a place."""
    table.seen_by[place] = 0
    table.back[place] = 0


@compiled
def close_holes(state):
    """Fill each hole, the nearest first, with the furthest card; one with no card beyond it disappears (DIG-8)."""
    table = state.table
    if table.length == table.bones + NUM_COLOURS:
        return  # bones and bowls alone
    for place in range(1, PLACES):
        if place <= table.length and table.yard[place] == Card.HOLE:
            trim_end(table)
            if place < table.length:
                move_card(state, table.length, place)
                table.length -= 1
    trim_end(table)


@compiled
def trim_end(table):
    """Take away holes at the yard's end (DIG-8)."""
    while table.length > 0 and table.yard[table.length] == Card.HOLE:
        table.yard[table.length] = Card.NOTHING
        table.length -= 1


@compiled
def move_card(state, source, target):
    """Move a card into a hole, and what is known of it with it (DIG-10). Dogs stay (DIG-9)."""
    table = state.table
    table.yard[target] = table.yard[source]
    table.back[target] = table.back[source]
    table.seen_by[target] = table.seen_by[source]
    state.secret.yard[target] = state.secret.yard[source]
    if is_bowl(table.yard[source]):
        table.bowls[table.yard[source] - Card.BOWL] = target
        rank_bowls(table)
    table.yard[source] = Card.NOTHING
    clear_place(table, source)
    state.secret.yard[source] = NONE
    for p in range(table.num_players):
        state.seats[p].known[target] = state.seats[p].known[source]
        state.seats[p].known[source] = NONE


@compiled
def rank_bowls(table):
    """Set what each colour pays: the nearest bowl's 5, then 4, 3, 2, 1 (DIG-12)."""
    for colour in range(NUM_COLOURS):
        nearer = 0
        for other in range(NUM_COLOURS):
            nearer += table.bowls[other] < table.bowls[colour]
        table.values[colour] = VALUES[nearer]
