"""Value cards and positions of Dig Dig for its expert."""

from dig_envs.core.compiler import compiled
from dig_envs.core.game import End
from dig_envs.dig_dig.components import NUM_KINDS, Card
from dig_envs.dig_dig.rules import blind_cards

LIMBO_RANK = 4.5  # in a row: it can be played only on a five or more
BLIND_BURDEN = 5.0  # of a blind card, in cards in hand: it often forces its seat to pick up the pile
CLOSE = 3.0  # the lead, in cards, that is worth half of a win
LOSS = -1.0
WIN = 1.0


@compiled
def rank_in_row(kind):
    """Return the ease of playing a face-up card of a kind; higher is easier."""
    return LIMBO_RANK if kind == Card.LIMBO else float(kind)


@compiled
def lead_in_burden(state, player):
    """Return the mean burden of the others less the seat's own, squashed into -1 (lost) to 1 (finished)."""
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
    """Count the cards that a seat still has to play, without BOOM, DROP and NINJA, which can nearly always be played."""
    table = state.table
    cards = BLIND_BURDEN * blind_cards(table, p)
    for kind in range(NUM_KINDS):
        if kind <= Card.TEN or kind == Card.LIMBO:
            cards += state.seats[p].hand[kind] + table.face_up[p][kind]
    return cards
