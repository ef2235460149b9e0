"""Checks the fields of Let's Dig for Treasure one by one: whatever they hold, the other invariants may look up with them."""

from dig_envs.core.compiler import compiled
from dig_envs.core.game import NOBODY, End, Reward
from dig_envs.core.rng import is_generator
from dig_envs.lets_dig_for_treasure.components import (
    COPIES,
    LOOT,
    MAX_PLAYERS,
    MOST_EXTRA_TURNS,
    NUM_CARDS,
    NUM_KINDS,
    NUM_PLACES,
    SCORE_KINDS,
    STACK_CARDS,
    STACKS,
    TOPS,
)
from dig_envs.lets_dig_for_treasure.rules.piles import kind_stolen, num_piles
from dig_envs.lets_dig_for_treasure.state import NONE, Phase


@compiled
def options_are_sound(table):
    """Check the options."""
    return (
        2 <= table.num_players <= MAX_PLAYERS
        and 0 <= table.teams <= 1
        and (table.num_players == 4 or not table.teams)
        and 0 <= table.land_mine <= 1
        and (table.reward == Reward.WIN or table.reward == Reward.SCORE)
        and table.max_turns == 0
    )


@compiled
def fields_are_in_range(state):
    """Check each seat, pile, stack, kind and count by itself."""
    return (
        turn_is_in_range(state.table)
        and kinds_are_in_range(state.table)
        and stacks_are_in_range(state.table)
        and effects_are_in_range(state.table)
        and seats_are_in_range(state.seats)
        and secret_is_in_range(state.secret)
    )


@compiled
def turn_is_in_range(table):
    """Check the turn, whose it is, and the persons of LD-13."""
    n = table.num_players
    return (
        (table.end == End.RUNNING or table.end == End.OVER)
        and 0 <= table.turn <= NUM_CARDS
        and 0 <= table.digs <= NUM_CARDS
        and 0 <= table.extra_turns <= MOST_EXTRA_TURNS
        and 0 <= table.active < n
        and 0 <= table.owner < n
        and 0 <= table.new_player < n
        and table.owner != table.new_player
        and NONE <= table.busted < n
    )


@compiled
def kinds_are_in_range(table):
    """Check the cards that all have seen, by kind, and those that they have not."""
    for kind in range(NUM_KINDS):
        if min(table.dug[kind], table.discard[kind], table.unseen[kind]) < 0:
            return False
        if max(table.dug[kind], table.discard[kind], table.unseen[kind]) > COPIES[kind]:
            return False
        for pile in range(MAX_PLAYERS):
            if not 0 <= table.known[pile][kind] <= COPIES[kind]:
                return False
    for loot in range(LOOT):
        if not 0 <= table.loot[loot] <= COPIES[kind_stolen(loot)]:
            return False
    for pile in range(MAX_PLAYERS):
        if table.used_dogs[pile] < 0:
            return False
    return NONE <= table.thief < num_piles(table) and NONE <= table.victim < num_piles(table)


@compiled
def stacks_are_in_range(table):
    """Check the sizes of the stacks, and who has looked at them."""
    for stack in range(STACKS):
        if not (0 <= table.stack_size[stack] <= STACK_CARDS and 0 <= table.destroyed[stack] <= 1):
            return False
        if not (0 <= table.looked[stack] <= TOPS and NONE <= table.looker[stack] < num_piles(table)):
            return False
    return 0 <= table.lost < STACK_CARDS


@compiled
def effects_are_in_range(table):
    """Check the effects that are decided or wait, and the card that came up last."""
    for i in range(len(SCORE_KINDS)):
        if not 0 <= table.waiting[i] <= COPIES[SCORE_KINDS[i]]:
            return False
    return (
        Phase.DIG <= table.phase <= Phase.STEAL
        and NONE <= table.card < NUM_KINDS
        and NONE <= table.urgent < NUM_KINDS
        and NONE <= table.last < NUM_KINDS
        and NONE <= table.stack < STACKS
        and 0 <= table.placed < TOPS
    )


@compiled
def seats_are_in_range(seats):
    """Check the cards that seats know."""
    for p in range(MAX_PLAYERS):
        if not (NONE <= seats[p].stolen < LOOT and NONE <= seats[p].skeleton < STACKS):
            return False
        for stack in range(STACKS):
            for place in range(TOPS):
                if not NONE <= seats[p].tops[stack][place] < NUM_KINDS:
                    return False
    return True


@compiled
def secret_is_in_range(secret):
    """Check the cards in the stacks, who decides, and the generator."""
    for at in range(NUM_PLACES):
        if not NONE <= secret.cards[at] < NUM_KINDS:
            return False
    return NOBODY <= secret.mover < MAX_PLAYERS and is_generator(secret.rng)
