"""Check the invariants of a state of Let's Dig for Treasure between decisions, after the ranges (`core/fields.py`)."""

from enum import IntEnum

from dig_envs.core.compiler import compiled
from dig_envs.core.game import NOBODY, End
from dig_envs.lets_dig_for_treasure.components import (
    DOG,
    LOOT,
    MAX_PLAYERS,
    NUM_KINDS,
    NUM_PLACES,
    POINTS,
    SCORE_EFFECT,
    STACK_CARDS,
    STACKS,
    TOPS,
    Effect,
)  # fmt: skip
from dig_envs.lets_dig_for_treasure.rules import piles
from dig_envs.lets_dig_for_treasure.rules.effects import waiting_effects
from dig_envs.lets_dig_for_treasure.rules.setup import copies_in_game
from dig_envs.lets_dig_for_treasure.rules.stacks import card_at, cards_left
from dig_envs.lets_dig_for_treasure.rules.theft import stolen_card
from dig_envs.lets_dig_for_treasure.state import NONE, Phase


class Broken(IntEnum):
    """The invariants of Let's Dig for Treasure by number; 0 is a sound state."""

    NONE = 0
    TURN = 1  # mover, seats and piles that play, and the parts of the decision
    STACKS = 2  # sizes, and cards where cards can lie
    CARDS = 3  # every kind as often as it is printed
    PILES = 4  # sizes, points and the stake agree with the cards
    THEFT = 5  # the seats that know the stolen card, and the cards that it may be for the others
    TOPS = 6  # knowledge of the tops of stacks is true


@compiled
def check(state):
    """Return 0, or the number of the invariant that the state breaks."""
    if not (turn_is_sound(state) and decision_is_sound(state.table)):
        return Broken.TURN.value
    if not stacks_are_sound(state):
        return Broken.STACKS.value
    if not cards_are_conserved(state):
        return Broken.CARDS.value
    if not theft_is_sound(state):
        return Broken.THEFT.value
    if not piles_are_sound(state):
        return Broken.PILES.value
    return Broken.NONE.value if tops_are_true(state) else Broken.TOPS.value


@compiled
def turn_is_sound(state):
    """Return whether end and mover agree, and whether the table names only seats and piles of this game."""
    table = state.table
    if max(table.active, table.owner, table.new_player, table.busted) >= table.num_players or table.owner == table.new_player:
        return False
    if max(table.thief, table.victim) >= piles.num_piles(table):
        return False
    return state.secret.mover == (table.active if table.end == End.RUNNING else NOBODY)


@compiled
def decision_is_sound(table):
    """Return whether card, stack and effects of a decision are set while it is asked, and clear otherwise."""
    phase = table.phase
    looking = phase == Phase.TAKE or phase == Phase.PUT_BACK
    if (table.card != NONE) != (phase != Phase.DIG and phase != Phase.ORDER) or (table.stack != NONE) != looking:
        return False
    if table.urgent != NONE and (phase == Phase.DIG or SCORE_EFFECT[table.urgent] == Effect.NONE):
        return False
    return (phase != Phase.DIG or waiting_effects(table) == 0) and (phase == Phase.PUT_BACK or table.placed == 0)


@compiled
def stacks_are_sound(state):
    """Return whether stacks have cards up to their sizes, and a destroyed stack has none (LD-10)."""
    table = state.table
    for stack in range(STACKS):
        if (table.destroyed[stack] and table.stack_size[stack] > 0) or (stack >= table.stacks and not table.destroyed[stack]):
            return False
        for at in range(STACK_CARDS):
            if (state.secret.cards[STACK_CARDS * stack + at] != NONE) != (at < table.stack_size[stack]):
                return False
    return True


@compiled
def cards_are_conserved(state):
    """Return whether each kind is there as often as printed; destroyed cards have not come up, and are in no stack."""
    table = state.table
    hidden = 0
    for kind in range(NUM_KINDS):
        open_cards = table.discard[kind] + table.dug[kind]
        for pile in range(MAX_PLAYERS):
            open_cards += table.known[pile][kind]
        in_stacks = 0
        for at in range(NUM_PLACES):
            in_stacks += state.secret.cards[at] == kind
        if table.unseen[kind] != copies_in_game(table, kind) - open_cards or in_stacks > table.unseen[kind]:
            return False
        hidden += table.unseen[kind]
    return hidden == cards_left(table) + table.lost


@compiled
def piles_are_sound(state):
    """Return whether sizes and points of all piles, and the stake, agree with the cards."""
    table = state.table
    stolen = stolen_card(state)
    for pile in range(MAX_PLAYERS):
        size = 0
        points = 0
        for kind in range(NUM_KINDS):
            count = table.known[pile][kind]
            moved = piles.gained(table, pile) if stolen != NONE and piles.kind_stolen(stolen) == kind else 0
            if count + moved < 0 or (count > 0 and pile >= piles.num_piles(table)):
                return False
            size += count + moved
            points += count * POINTS[kind]
        if (
            size != table.pile_size[pile]
            or points + piles.bonus_points(table, NONE, pile, piles.AS_IT_LIES) != table.points[pile]
        ):
            return False
        if table.used_dogs[pile] > table.known[pile][DOG]:
            return False
    return table.stake == piles.stake_of(table, NONE)


@compiled
def theft_is_sound(state):
    """Return whether only thief and victim know the stolen card, and public knowledge allows this card."""
    table = state.table
    stolen = stolen_card(state)
    for p in range(MAX_PLAYERS):
        knows = p < table.num_players and table.thief != NONE and piles.gained(table, piles.pile_of(table, p)) != 0
        if state.seats[p].stolen != (stolen if knows else NONE):
            return False
    for loot in range(LOOT):
        most = table.known[table.victim][piles.kind_stolen(loot)] if table.thief != NONE and table.victim != NONE else 0
        if table.loot[loot] > most:
            return False
    return stolen == NONE if table.thief == NONE else stolen != NONE and table.loot[stolen] > 0


@compiled
def tops_are_true(state):
    """Return whether the seats that looked at a stack, and no other seats, know the true cards on its top."""
    table = state.table
    for stack in range(STACKS):
        looked = table.looked[stack]
        size = table.lost if table.destroyed[stack] else table.stack_size[stack]
        if looked > size or (table.looker[stack] == NONE) != (looked == 0):
            return False
        for p in range(MAX_PLAYERS):
            knows = p < table.num_players and piles.pile_of(table, p) == table.looker[stack]
            for place in range(TOPS):
                known = state.seats[p].tops[stack][place]
                if (known != NONE) != (knows and place < looked):
                    return False
                if known != NONE and not table.destroyed[stack] and known != card_at(state, stack, place):
                    return False
    return True
