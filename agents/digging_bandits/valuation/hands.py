"""Estimate what other players hold: the odds that a hand wins at the next town, and what the own hand wins there.

`unseen` is int64 (KINDS,): how many cards of each kind lie or are held where the seat can't know, from `unseen_cards`.
"""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.compiler.working_memory import scratch
from dig_envs.digging_bandits.card_counts import count_seen_cards
from dig_envs.digging_bandits.components import (
    BACK_OF,
    CHARACTERS,
    COPIES,
    DRAW_KINDS,
    DRAW_WANTED,
    DUEL,
    END_OF_BACK,
    FIRST_OF_BACK,
    GAMBLING,
    GOLD,
    HEIST,
    KINDS,
    LAND_WANTED,
    Back,
)
from dig_envs.digging_bandits.rules.players import player_count, same_side
from dig_envs.digging_bandits.rules.town import bandit_of
from dig_envs.digging_bandits.state import NONE

PAIR_WINS = 1.0  # a WANTED pair turned in with two sides left wins the game
PAIR_ROBS = 0.5  # with more sides left it takes all of a player's cards


@compiled
def unseen_cards(table, seat):
    """Count the cards of each kind that are where this seat can't know: int64 (KINDS,). It allocates its result."""
    count = scratch(KINDS, np.int64)
    count_seen_cards(table, seat, count)
    for kind in range(KINDS):
        count[kind] = COPIES[kind] - count[kind]
    return count


@compiled
def is_prey(table, player, character):
    """Return whether turning in a character's WANTED pair hurts a player of another side that is still in the game."""
    bandit = bandit_of(table, character)
    return bandit != NONE and not table.out[bandit] and not same_side(table, player, bandit)


@compiled
def holds_pair(seat, character):
    """Return whether the own hand has both WANTED cards of a character."""
    return seat.hand[LAND_WANTED + character] > 0 and seat.hand[DRAW_WANTED + character] > 0


@compiled
def unknown_cards(table, seat, other, back):
    """Count the cards of a back in another hand that this seat does not know."""
    count = np.int64(table.backs[other][back])
    for kind in range(FIRST_OF_BACK[back], END_OF_BACK[back]):
        count -= seat.known[other][kind]
    return count


@compiled
def unseen_of_back(unseen, back):
    """Count the unseen cards of a back that could be in a hand."""
    count = 0.0
    for kind in range(FIRST_OF_BACK[back], END_OF_BACK[back]):
        count += np.float64(unseen[kind])
    return count


@compiled
def share_held(table, seat, unseen, other, back):
    """Estimate the chance that another player holds a given unseen card of a back."""
    unknown = unknown_cards(table, seat, other, back)
    return min(1.0, unknown / unseen_of_back(unseen, back)) if unknown > 0 else 0.0


@compiled
def chance_to_hold(table, seat, unseen, other, kind):
    """Estimate the chance that another player holds a card of which there is one copy."""
    return chance_by_share(seat, unseen, other, kind, share_held(table, seat, unseen, other, np.int64(BACK_OF[kind])))


@compiled
def chance_by_share(seat, unseen, other, kind, share):
    """Estimate the chance that another player holds such a card, given the chance for any unseen card of its back."""
    if seat.known[other][kind] > 0:
        return 1.0
    return share if unseen[kind] > 0 else 0.0


@compiled
def threat(table, seat, unseen, other):
    """Estimate the chance that another player holds GOLD or a WANTED pair; a pair that only robs counts `PAIR_ROBS`."""
    if table.backs[other][Back.LAND] == 0:
        return 0.0
    share = share_held(table, seat, unseen, other, np.int64(Back.LAND))
    total = chance_by_share(seat, unseen, other, GOLD, share)
    for character in range(len(CHARACTERS)):
        pair = chance_by_share(seat, unseen, other, LAND_WANTED + character, share)
        if pair > 0.0 and is_prey(table, other, character):
            total += pair * chance_to_hold(table, seat, unseen, other, DRAW_WANTED + character) * worth_of_pair(table)
    return min(1.0, total)


@compiled
def worth_of_pair(table):
    """Rate a WANTED pair of a rival, from 0 to 1, where 1 wins the game."""
    alive = table.num_players
    for p in range(player_count(table)):
        alive -= table.out[p]
    return PAIR_WINS if alive <= 2 else PAIR_ROBS


@compiled
def fortune(table, seat, player):
    """Rate what the own hand wins at the next town: 1 for the game, 0 for nothing."""
    if seat.hand[GOLD] > 0:
        return 1.0
    for character in range(len(CHARACTERS)):
        if holds_pair(seat, character) and is_prey(table, player, character):
            return worth_of_pair(table)
    return 0.0


@compiled
def risk_of_pick_up(unseen):
    """Estimate the chance that the next Draw card costs the own hand; a DUEL is lost half the time."""
    count = np.int64(0)
    for k in range(len(DRAW_KINDS)):
        count += unseen[DRAW_KINDS[k]]
    return (unseen[GAMBLING] + unseen[HEIST] + 0.5 * unseen[DUEL]) / max(1, count)
