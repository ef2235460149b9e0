"""What a seat of Digging Bandits can tell of the cards that it does not see: who may hold what wins, where GOLD may lie.

`unseen` has how many cards of each kind lie or are held where the seat can't know, as an observation's block `unseen`.
"""

import numpy as np

from dig_envs.core.compile import compiled
from dig_envs.core.scratch import scratch
from dig_envs.digging_bandits.census import count_cell, count_open_cards, count_single_cards
from dig_envs.digging_bandits.components import (
    BACK_OF,
    CHARACTERS,
    COPIES,
    DECK_CELLS,
    DRAW_WANTED,
    DYNAMITE,
    END_OF_BACK,
    FIRST_OF_BACK,
    GOLD,
    HAND_KINDS,
    KINDS,
    LAND_KINDS,
    LAND_WANTED,
    Back,
)
from dig_envs.digging_bandits.rules.players import player_count, same_side
from dig_envs.digging_bandits.rules.town import bandit_of
from dig_envs.digging_bandits.state import NONE

PAIR_WINS = 1.0  # with two sides left
PAIR_ROBS = 0.5  # with more, it takes all of a player's cards


@compiled
def unseen_cards(table, seat):
    """How many cards of each kind are where this seat can't know: int64 (KINDS,). For bots, as it allocates."""
    count = scratch(KINDS, np.int64)
    count_open_cards(table, count)
    count_single_cards(table, seat, count)
    for at in range(DECK_CELLS):
        count_cell(count, seat.land[at])
    for kind in range(HAND_KINDS):
        count[kind] += seat.hand[kind]
        for other in range(player_count(table)):
            count[kind] += seat.known[other][kind]
    for kind in range(KINDS):
        count[kind] = COPIES[kind] - count[kind] - table.faces[kind]
    return count


# --- hands


@compiled
def is_prey(table, player, character):
    """Whether a character's WANTED pair is worth turning in: somebody of another side plays it, and is not out."""
    bandit = bandit_of(table, character)
    return bandit != NONE and not table.out[bandit] and not same_side(table, player, bandit)


@compiled
def holds_pair(seat, character):
    return seat.hand[LAND_WANTED + character] > 0 and seat.hand[DRAW_WANTED + character] > 0


@compiled
def unknown_cards(table, seat, other, back):
    """Cards of a back in another's hand that this seat does not know."""
    count = np.int64(table.backs[other][back])
    for kind in range(FIRST_OF_BACK[back], END_OF_BACK[back]):
        count -= seat.known[other][kind]
    return count


@compiled
def unseen_of_back(unseen, back):
    """Cards of a back that could be in a hand, and lie unseen."""
    count = 0.0
    for kind in range(FIRST_OF_BACK[back], END_OF_BACK[back]):
        count += np.float64(unseen[kind])
    return count


@compiled
def share_held(table, seat, unseen, other, back):
    """How likely another player holds a card of that back that this seat does not see."""
    unknown = unknown_cards(table, seat, other, back)
    return min(1.0, unknown / unseen_of_back(unseen, back)) if unknown > 0 else 0.0


@compiled
def chance_to_hold(table, seat, unseen, other, kind):
    """How likely another player holds a card of which there is one."""
    return chance_by_share(seat, unseen, other, kind, share_held(table, seat, unseen, other, np.int64(BACK_OF[kind])))


@compiled
def chance_by_share(seat, unseen, other, kind, share):
    if seat.known[other][kind] > 0:
        return 1.0
    return share if unseen[kind] > 0 else 0.0


@compiled
def threat(table, seat, unseen, other):
    """How likely another player holds what wins at the next town, or almost does: kept Land cards are GOLD or WANTED."""
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
    alive = table.num_players
    for p in range(player_count(table)):
        alive -= table.out[p]
    return PAIR_WINS if alive <= 2 else PAIR_ROBS


@compiled
def fortune(table, seat, player):
    """What the own hand would win at the next town: 1 for the game."""
    if seat.hand[GOLD] > 0:
        return 1.0
    for character in range(len(CHARACTERS)):
        if holds_pair(seat, character) and is_prey(table, player, character):
            return worth_of_pair(table)
    return 0.0


# --- the land


@compiled
def unknown_land(table, seat, player, unseen):
    """Land cards that lie where this seat does not know them, in stacks and in the Landfill."""
    count = np.int64(0)
    for k in range(len(LAND_KINDS)):
        count += unseen[LAND_KINDS[k]]
    return count - unknown_finds(table, seat, player)


@compiled
def unknown_finds(table, seat, player):
    """Unknown Land cards in the others' hands: GOLD or WANTED, and not in the land any more."""
    count = np.int64(0)
    for other in range(player_count(table)):
        if other != player:
            count += unknown_cards(table, seat, other, np.int64(Back.LAND))
    return count


@compiled
def chance_of_dynamite(table, seat, player, unseen):
    """How likely it is DYNAMITE."""
    return unseen[DYNAMITE] / max(1, unknown_land(table, seat, player, unseen))
