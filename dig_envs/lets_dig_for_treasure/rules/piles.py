"""Tell whose a score pile is, and what lies in it as far as a seat knows."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.lets_dig_for_treasure.components import DOG, TEAMS, USED_DOG
from dig_envs.lets_dig_for_treasure.state import NONE


@compiled
def pile_of(table, player):
    """Number a seat's pile; partners, who sit opposite, share that of the lower seat (LD-15)."""
    return player % TEAMS if table.teams else player


@compiled
def num_piles(table):
    """Count the score piles: one for each seat, or for each team (LD-15)."""
    return TEAMS if table.teams else np.int64(table.num_players)


@compiled
def kind_stolen(loot):
    """Name the kind of a stolen card, whether it is a used Dog or not."""
    return DOG if loot == USED_DOG else loot


@compiled
def gained(table, pile):
    """Count the cards that a pile has gained unseen: 1 for the thief's, -1 for the victim's, else 0."""
    return (table.thief == pile) - np.int64(table.victim == pile)


@compiled
def held(table, stolen, pile, kind):
    """Count the cards of a kind in a pile, knowing the stolen card, or as all know it (`stolen` NONE)."""
    count = np.int64(table.known[pile][kind])
    if stolen != NONE and kind_stolen(stolen) == kind:
        count += gained(table, pile)
    return count


@compiled
def unused_dogs(table, seat, pile):
    """Count the Dogs of a pile that can still negate a Skeleton (LD-7)."""
    count = np.int64(table.known[pile][DOG]) - table.used_dogs[pile]
    return count + gained(table, pile) if seat.stolen == DOG else count
