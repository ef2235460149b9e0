"""Estimate the hands of other players: the odds that a hand wins at the next town, and the prize of the own hand.

`unseen` is the result of `unseen_cards`, int64 (KINDS,): the number of cards of each kind that the seat has not located.
"""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.compiler.working_memory import scratch
from dig_envs.digging_bandits import components
from dig_envs.digging_bandits.components import KINDS, Back, Card
from dig_envs.digging_bandits.rules.actions import same_side
from dig_envs.digging_bandits.rules.cards import count_seen_cards
from dig_envs.digging_bandits.rules.town import bandit_of
from dig_envs.digging_bandits.state import NONE

PAIR_WINS = 1.0  # a WANTED pair wins the game if two sides are left
PAIR_ROBS = 0.5  # else it takes all cards of a player


@compiled
def unseen_cards(table, seat):
    """Count the cards of each kind whose location the seat does not know, int64 (KINDS,). The result is allocated."""
    count = scratch(KINDS, np.int64)
    count_seen_cards(table, seat, count)
    for kind in range(KINDS):
        count[kind] = components.COPIES[kind] - count[kind]
    return count


@compiled
def is_prey(table, player, character):
    """Return whether a character's WANTED pair hurts a rival who is still in the game."""
    bandit = bandit_of(table, character)
    return bandit != NONE and not table.out[bandit] and not same_side(table, player, bandit)


@compiled
def holds_pair(seat, character):
    """Return whether the own hand has both WANTED cards of a character."""
    return seat.hand[Card.LAND_WANTED + character] > 0 and seat.hand[Card.DRAW_WANTED + character] > 0


@compiled
def unknown_cards(table, seat, other, back):
    """Count the unknown cards of a back in another player's hand."""
    count = np.int64(table.backs[other][back])
    for kind in range(components.FIRST_OF_BACK[back], components.END_OF_BACK[back]):
        count -= seat.known[other][kind]
    return count


@compiled
def unseen_of_back(unseen, back):
    """Count the unseen cards of a back that may be in a hand."""
    count = 0.0
    for kind in range(components.FIRST_OF_BACK[back], components.END_OF_BACK[back]):
        count += np.float64(unseen[kind])
    return count


@compiled
def share_held(table, seat, unseen, other, back):
    """Estimate the chance that another player holds a given unseen card of a back."""
    unknown = unknown_cards(table, seat, other, back)
    return min(1.0, unknown / unseen_of_back(unseen, back)) if unknown > 0 else 0.0


@compiled
def chance_to_hold(table, seat, unseen, other, kind):
    """Estimate the chance that another player holds the only copy of a card."""
    return chance_by_share(
        seat, unseen, other, kind, share_held(table, seat, unseen, other, np.int64(components.BACK_OF[kind]))
    )


@compiled
def chance_by_share(seat, unseen, other, kind, share):
    """Estimate the same chance from the chance for any unseen card of the back."""
    if seat.known[other][kind] > 0:
        return 1.0
    return share if unseen[kind] > 0 else 0.0


@compiled
def threat(table, seat, unseen, other):
    """Estimate the chance that another player holds GOLD or a WANTED pair; a pair that only robs counts `PAIR_ROBS`."""
    if table.backs[other][Back.LAND] == 0:
        return 0.0
    share = share_held(table, seat, unseen, other, np.int64(Back.LAND))
    total = chance_by_share(seat, unseen, other, Card.GOLD, share)
    for character in range(len(components.CHARACTERS)):
        pair = chance_by_share(seat, unseen, other, Card.LAND_WANTED + character, share)
        if pair > 0.0 and is_prey(table, other, character):
            total += pair * chance_to_hold(table, seat, unseen, other, Card.DRAW_WANTED + character) * worth_of_pair(table)
    return min(1.0, total)


@compiled
def worth_of_pair(table):
    """Return the value of a rival's WANTED pair: 1 if it wins the game."""
    alive = table.num_players
    for p in range(table.num_players):
        alive -= table.out[p]
    return PAIR_WINS if alive <= 2 else PAIR_ROBS


@compiled
def prize_in_hand(table, seat, player):
    """Return the prize of the own hand at the next town: 1 for the game, 0 for nothing."""
    if seat.hand[Card.GOLD] > 0:
        return 1.0
    for character in range(len(components.CHARACTERS)):
        if holds_pair(seat, character) and is_prey(table, player, character):
            return worth_of_pair(table)
    return 0.0


@compiled
def risk_of_pick_up(unseen):
    """Estimate the chance to lose the own hand by the next Draw card. A DUEL counts half."""
    count = np.int64(0)
    for k in range(len(components.DRAW_KINDS)):
        count += unseen[components.DRAW_KINDS[k]]
    return (unseen[Card.GAMBLING] + unseen[Card.HEIST] + 0.5 * unseen[Card.DUEL]) / max(1, count)
