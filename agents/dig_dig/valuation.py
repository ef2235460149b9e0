"""Value cards and positions of Dig Dig, for its expert."""

from dig_envs.core.compiler import compiled
from dig_envs.core.game import End
from dig_envs.dig_dig.components import NUM_KINDS, Kind
from dig_envs.dig_dig.rules.holdings import blind_cards

LIMBO_RANK = 4.5  # in a row it is no better than a five: there it needs a five or more to lie on
BLIND_BURDEN = 5.0  # a blind card is worth so many cards in hand: it often brings a pile with it
CLOSE = 3.0  # a lead of so many cards is half of a sure win
LOSS = -1.0
WIN = 1.0


@compiled
def rank_in_row(kind):
    """Return how easily a face-up card of a kind is shed; more is easier."""
    return LIMBO_RANK if kind == Kind.LIMBO else float(kind)


@compiled
def lead_in_burden(state, player):
    """Return how much larger the others' burden is on average, squashed, from -1 (lost) to 1 (out of the game)."""
    table = state.table
    if table.place[player] > 0:
        return WIN
    if table.end == End.OVER:
        return LOSS
    lead = -burden(state, player)
    for p in range(table.num_players):
        if p != player:
            lead += burden(state, p) / (table.num_players - 1)
    return lead / (CLOSE + abs(lead))


@compiled
def burden(state, p):
    """Count the cards that a seat has yet to shed, but for BOOM, DROP and NINJA, which can nearly always be played."""
    table = state.table
    cards = BLIND_BURDEN * blind_cards(table, p)
    for kind in range(NUM_KINDS):
        if kind <= Kind.TEN or kind == Kind.LIMBO:
            cards += state.seats[p].hand[kind] + table.face_up[p][kind]
    return cards
