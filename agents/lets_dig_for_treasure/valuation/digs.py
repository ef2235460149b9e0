"""Value one more dig, in points and in chances to win, by the exact odds of the cards that the seat has not seen.

A stop now gains the value at stake. A dig gains the mean over possible cards: nothing after a bust, else the value at stake
plus the card's value. The value at stake grows with every card and the odds of a bust do not fall, so it is best to stop as
soon as one more card has no gain. Points are converted into chances to win.
"""

import numpy as np

from dig_envs.agents.lets_dig_for_treasure.valuation.cards import GUARD, value_of_digging
from dig_envs.agents.lets_dig_for_treasure.valuation.odds import hidden_cards
from dig_envs.core.compiler import compiled
from dig_envs.lets_dig_for_treasure.components import DIG_EFFECT, NUM_KINDS, STACK_CARDS, STACKS, TOPS, Effect
from dig_envs.lets_dig_for_treasure.rules.digging import busts
from dig_envs.lets_dig_for_treasure.rules.piles import pile_of, pile_points, unused_dogs
from dig_envs.lets_dig_for_treasure.rules.stacks import known_at, unseen_by
from dig_envs.lets_dig_for_treasure.state import NONE, TOP

LAST_SPREAD = 2.0  # standard deviation of a lead at the end of the game; above 0, so that the size of a lead still matters
SPREAD = 60.0  # variance of a lead per card in the shortest stack


@compiled
def lead_of(table, seat, player):
    """Return the lead of a seat's pile over the best other pile, in points."""
    own = pile_of(table, player)
    best = -np.inf
    for other in range(table.num_players):
        pile = pile_of(table, other)
        if pile != own:
            best = max(best, np.float64(pile_points(table, seat, pile)))
    return pile_points(table, seat, own) - best


@compiled
def chance_to_win(lead, cards):
    """Estimate the chance to win with a lead in points and a number of cards in the shortest stack."""
    spread = np.sqrt(LAST_SPREAD * LAST_SPREAD + SPREAD * cards)
    return 1.0 / (1.0 + np.exp(-1.7 * lead / spread))


@compiled
def shortest(table, dug):
    """Count the cards of the shortest stack after a dig from the stack `dug`; NONE for no dig."""
    cards = np.int64(STACK_CARDS)
    for stack in range(STACKS):
        if not table.destroyed[stack]:
            cards = min(cards, max(0, table.stack_size[stack] - (stack == dug)))
    return cards


@compiled
def chance_after_dig(table, seat, player, lead, at_stake, stack):
    """Estimate the chance to win after a dig from a stack and a stop. `lead` does not include the value at stake."""
    cards = shortest(table, stack)
    if known_at(seat, stack, TOP) != NONE:
        return chance_after_known(table, seat, player, lead, at_stake, stack)
    hidden = hidden_cards(table, seat)
    total = 0.0
    for kind in range(NUM_KINDS):
        count = unseen_by(table, seat, kind)
        if count > 0:
            total += count * chance_to_win(lead + value_after(table, seat, player, at_stake, kind, np.int64(1)), cards)
    return total / hidden


@compiled
def chance_after_known(table, seat, player, lead, at_stake, stack):
    """Estimate the chance to win after digging the best number of known cards on top of a stack."""
    best = 0.0
    value = at_stake
    for place in range(TOPS):
        kind = known_at(seat, stack, place)
        if kind == NONE or (place > 0 and value == 0.0):
            break
        value = value_after(table, seat, player, value, kind, copies_to(seat, stack, place))
        best = max(best, chance_to_win(lead + value, shortest(table, stack)))
    return best


@compiled
def copies_to(seat, stack, place):
    """Count the known copies, from the top down to a place, of the kind at that place."""
    copies = np.int64(0)
    for above in range(place + 1):
        copies += known_at(seat, stack, above) == known_at(seat, stack, place)
    return copies


@compiled
def value_after(table, seat, player, at_stake, kind, copies):
    """Return the value at stake after a number of further copies of a kind are dug; 0 after a bust."""
    effect = np.int64(DIG_EFFECT[kind])
    if not busts(effect, np.int64(table.dug[kind] + copies)):
        return at_stake + value_of_digging(table, seat, player, kind)
    if effect == Effect.BUST and unused_dogs(table, seat, pile_of(table, player)) > 0:
        return max(0.0, at_stake - GUARD)
    return 0.0


@compiled
def gain_of_dig(table, seat, player, at_stake, stack):
    """Return the mean change of the value at stake by a dig from a stack, in points."""
    top = known_at(seat, stack, TOP)
    if top != NONE:
        return value_after(table, seat, player, at_stake, top, np.int64(1)) - at_stake
    total = 0.0
    for kind in range(NUM_KINDS):
        count = unseen_by(table, seat, kind)
        if count > 0:
            total += count * (value_after(table, seat, player, at_stake, kind, np.int64(1)) - at_stake)
    return total / hidden_cards(table, seat)
