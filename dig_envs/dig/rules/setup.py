"""Setting up the yard (DIG-2)."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.rng import Stream, draw_below, shuffle
from dig_envs.dig.components import ACTIONS_PER_TURN, MAX_PLAYERS, NUM_BONES, PLACES, YARD_CARDS, Card
from dig_envs.dig.rules.bones import back_of, colour_of
from dig_envs.dig.rules.yard import rank_bowls
from dig_envs.dig.state import NONE, Phase


@compiled
def deal(state):
    """Shuffle bones and bowls into the yard, put every dog at the doghouse, and draw who begins (DIG-2, C-1)."""
    table = state.table
    forget_everything(state)
    cards = state.secret.yard  # first as shuffled cards: a bone, or NUM_BONES + colour for a bowl
    for card in range(YARD_CARDS):
        cards[card] = card
    shuffle(cards, YARD_CARDS, state.secret.rng, Stream.DEAL)
    for place in range(PLACES - 1, 0, -1):
        lay_card(state, place, cards[place - 1])
    cards[0] = NONE
    rank_bowls(table)
    table.length = YARD_CARDS
    table.active = draw_below(state.secret.rng, Stream.DEAL, np.int64(table.num_players))
    table.actions_left = ACTIONS_PER_TURN
    table.phase = Phase.ACT
    state.secret.mover = table.active


@compiled
def forget_everything(state):
    """Let no seat know any bone of the yard."""
    for p in range(MAX_PLAYERS):
        state.seats[p].dug = NONE
        for place in range(PLACES):
            state.seats[p].known[place] = NONE


@compiled
def lay_card(state, place, card):
    """Put a shuffled card down at a place of the yard."""
    if card >= NUM_BONES:
        state.table.yard[place] = Card.BOWL + (card - NUM_BONES)
        state.table.bowls[card - NUM_BONES] = place
        state.secret.yard[place] = NONE
    else:
        bone = card if state.table.scents else colour_of(np.int64(card))
        state.table.yard[place] = Card.BONE
        state.table.bones += 1
        state.table.back[place] = back_of(state.table, bone)
        state.secret.yard[place] = bone
