"""Checks what must hold in every state of Let's Dig for Treasure between decisions."""

from enum import IntEnum

import numpy as np

from dig_envs.core.compile import compiled
from dig_envs.core.game import NOBODY, End, Reward
from dig_envs.lets_dig_for_treasure.components import (
    COPIES,
    DIG_EFFECT,
    DOG,
    LOOT,
    MAX_PLAYERS,
    MOST_EXTRA_TURNS,
    NUM_CARDS,
    NUM_KINDS,
    NUM_PLACES,
    POINTS,
    SCORE_EFFECT,
    SCORE_KINDS,
    STACK_CARDS,
    STACKS,
    TICKET,
    TOPS,
    WORMS,
    Effect,
)
from dig_envs.lets_dig_for_treasure.rules.effects import waiting_effects
from dig_envs.lets_dig_for_treasure.rules.piles import gained, kind_stolen, pile_of, unused_dogs
from dig_envs.lets_dig_for_treasure.rules.points import AS_IT_LIES, bonus_points, stake_of
from dig_envs.lets_dig_for_treasure.rules.setup import copies_in_game
from dig_envs.lets_dig_for_treasure.rules.stacks import a_stack_is_empty, card_at, cards_left
from dig_envs.lets_dig_for_treasure.rules.theft import stolen_card
from dig_envs.lets_dig_for_treasure.state import NONE, TOP, Phase


class Broken(IntEnum):
    """Numbers the invariants of Let's Dig for Treasure; 0 is a sound state."""

    NONE = 0
    OPTIONS = 1  # number of players, teams, reward, end, persons
    STACKS = 2  # sizes, cards where cards can lie, and which have been destroyed
    CARDS = 3  # every kind as often as it is printed
    PILES = 4  # sizes, points and what is at stake agree with the cards
    THEFT = 5  # who knows the stolen card, and that it may be what all think
    TOPS = 6  # what is known of the tops of stacks is true, and known to the right seats
    TURN = 7  # what was dug and waits, whose decision it is
    PHASE = 8  # what is decided has an object


@compiled
def check(state):
    """Return 0, or the number of the first invariant that is broken."""
    table = state.table
    if not options_are_sound(table):
        return Broken.OPTIONS.value
    if not stacks_are_sound(state):
        return Broken.STACKS.value
    if not cards_are_conserved(state):
        return Broken.CARDS.value
    if not theft_is_sound(state):
        return Broken.THEFT.value
    if not piles_are_sound(state):
        return Broken.PILES.value
    if not tops_are_sound(state):
        return Broken.TOPS.value
    if not turn_is_sound(state):
        return Broken.TURN.value
    return 0 if phase_is_sound(state) else Broken.PHASE.value


@compiled
def options_are_sound(table):
    """Check options, end, and the persons of LD-13."""
    n = table.num_players
    return (
        2 <= n <= MAX_PLAYERS
        and 0 <= table.teams <= 1
        and (n == 4 or not table.teams)
        and 0 <= table.land_mine <= 1
        and (table.reward == Reward.WIN or table.reward == Reward.SCORE)
        and (table.end == End.RUNNING or table.end == End.OVER)
        and table.max_turns == 0
        and 0 <= table.turn <= NUM_CARDS
        and 0 <= table.owner < n
        and 0 <= table.new_player < n
        and table.owner != table.new_player
    )


@compiled
def stacks_are_sound(state):
    """Check the sizes of the stacks, and that cards lie where they can; only a destroyed stack has lost cards."""
    table = state.table
    destroyed = np.int64(0)
    for stack in range(STACKS):
        if not 0 <= table.stack_size[stack] <= STACK_CARDS or not 0 <= table.destroyed[stack] <= 1:
            return False
        if table.destroyed[stack] and table.stack_size[stack] > 0:
            return False
        destroyed += table.destroyed[stack]
        for at in range(STACK_CARDS):
            card = state.secret.cards[STACK_CARDS * stack + at]
            if not NONE <= card < NUM_KINDS or (card != NONE) != (at < table.stack_size[stack]):
                return False
    return 0 <= table.lost < STACK_CARDS and destroyed == (table.lost > 0)


@compiled
def cards_are_conserved(state):
    """Check that each kind is there as often as printed; destroyed cards have not come up, and are in no stack."""
    table = state.table
    hidden = np.int64(0)
    for kind in range(NUM_KINDS):
        open_cards = table.discard[kind] + table.dug[kind]
        for pile in range(MAX_PLAYERS):
            open_cards += table.known[pile][kind]
        in_stacks = 0
        for at in range(NUM_PLACES):
            in_stacks += state.secret.cards[at] == kind
        if table.unseen[kind] != copies_in_game(table, kind) - open_cards or in_stacks > table.unseen[kind]:
            return False
        if min(table.discard[kind], table.dug[kind]) < 0:
            return False
        hidden += table.unseen[kind]
    return hidden == cards_left(table) + table.lost


@compiled
def piles_are_sound(state):
    """Count sizes and points of all piles, and what is at stake, anew from the cards."""
    table = state.table
    stolen = stolen_card(state)
    for pile in range(MAX_PLAYERS):
        size = np.int64(0)
        points = np.int64(0)
        for kind in range(NUM_KINDS):
            count = np.int64(table.known[pile][kind])
            moved = gained(table, pile) if stolen != NONE and kind_stolen(stolen) == kind else 0
            if count < 0 or count + moved < 0:
                return False
            size += count + moved
            points += count * POINTS[kind]
        if size != table.pile_size[pile] or points + bonus_points(table, NONE, pile, AS_IT_LIES) != table.points[pile]:
            return False
        if not 0 <= table.used_dogs[pile] <= table.known[pile][DOG]:
            return False
    return table.stake == stake_of(table, NONE) and ticket_is_sound(table)


@compiled
def ticket_is_sound(table):
    """Check that the turn in which the Lottery Ticket was scored has come, and that it lies in a pile then (LD-14)."""
    scored = np.int64(0)
    for pile in range(MAX_PLAYERS):
        scored += table.known[pile][TICKET]
    return table.ticket_turn == 0 or (1 <= table.ticket_turn <= table.turn + 1 and scored > 0)


@compiled
def theft_is_sound(state):
    """Check who knows the stolen card, and that it is one of those that it may be."""
    table = state.table
    if not (NONE <= table.thief < table.num_players and NONE <= table.victim < table.num_players):
        return False
    stolen = stolen_card(state)
    if not loot_is_sound(table):
        return False
    if table.thief == NONE:
        return stolen == NONE and (table.victim != NONE) == (table.phase == Phase.STEAL)
    if table.victim == table.thief or table.victim == NONE or stolen == NONE or table.loot[stolen] <= 0:
        return False
    for p in range(MAX_PLAYERS):
        knows = p < table.num_players and gained(table, pile_of(table, p)) != 0
        if state.seats[p].stolen != (stolen if knows else NONE):
            return False
    return True


@compiled
def loot_is_sound(table):
    """Check that only a theft has loot, of cards that were seen going into the victim's pile."""
    for loot in range(LOOT):
        count = np.int64(table.loot[loot])
        if count < 0 or (count > 0 and table.thief == NONE) or count > COPIES[kind_stolen(loot)]:
            return False
        if count > 0 and (table.victim == NONE or count > table.known[table.victim][kind_stolen(loot)]):
            return False
    return True


@compiled
def tops_are_sound(state):
    """Check that what is known of the tops of stacks is true, and known to the right seats."""
    table = state.table
    for stack in range(STACKS):
        looked = table.looked[stack]
        size = table.lost if table.destroyed[stack] else table.stack_size[stack]
        if not 0 <= looked <= min(TOPS, size) or (table.looker[stack] == NONE) != (looked == 0):
            return False
        if table.destroyed[stack]:
            if not destroyed_tops_are_sound(state, stack):
                return False
            continue
        for p in range(MAX_PLAYERS):
            knows = p < table.num_players and looked > 0 and pile_of(table, p) == table.looker[stack]
            for place in range(TOPS):
                card = card_at(state, stack, place) if knows and place < looked else NONE
                if state.seats[p].tops[stack][place] != card:
                    return False
    return True


@compiled
def destroyed_tops_are_sound(state, stack):
    """Check that partners know the same cards of a destroyed stack, that these may be gone, and that no other seat does."""
    table = state.table
    cards = state.secret.cards
    for p in range(MAX_PLAYERS):
        tops = state.seats[p].tops[stack]
        knows = p < table.num_players and pile_of(table, p) == table.looker[stack]
        for place in range(TOPS):
            if not knows or place >= table.looked[stack]:
                if tops[place] != NONE:
                    return False
                continue
            kind = np.int64(tops[place])
            if not 0 <= kind < NUM_KINDS or state.seats[table.looker[stack]].tops[stack][place] != kind:
                return False
            gone = np.int64(table.unseen[kind])
            for at in range(NUM_PLACES):
                gone -= cards[at] == kind
            for other in range(place + 1):
                gone -= tops[other] == kind
            if gone < 0:
                return False
    return True


@compiled
def turn_is_sound(state):
    """Check whose decision it is, and what was dug in this turn."""
    table = state.table
    if not (0 <= table.active < table.num_players and 0 <= table.extra_turns <= MOST_EXTRA_TURNS):
        return False
    if not marks_are_sound(table) or not digs_are_sound(table):
        return False
    if table.end == End.OVER:
        return state.secret.mover == NOBODY and a_stack_is_empty(table) and table.digs == 0 and table.thief == NONE
    for kind in range(NUM_KINDS):
        effect = DIG_EFFECT[kind]
        if table.dug[kind] > 0 and (effect == Effect.BUST or effect == Effect.DOOM):
            return False
    return state.secret.mover == table.active and table.dug[WORMS] <= 1 and skeletons_are_sound(state)


@compiled
def digs_are_sound(table):
    """Check that no more cards are dug than have come up in this turn, and none after the turn is over."""
    dug = np.int64(0)
    for kind in range(NUM_KINDS):
        dug += table.dug[kind]
    return dug <= table.digs <= NUM_CARDS


@compiled
def marks_are_sound(table):
    """Check the card that came up last, and the seat whose turn was a bust with it."""
    if not NONE <= table.last < NUM_KINDS or not NONE <= table.busted < table.num_players:
        return False
    return table.busted == NONE or table.last != NONE


@compiled
def skeletons_are_sound(state):
    """Check that only the active seat, and only with an unused Dog, is looking at a Skeleton."""
    table = state.table
    for p in range(MAX_PLAYERS):
        seat = state.seats[p]
        if seat.skeleton != NONE:
            stack = np.int64(seat.skeleton)
            if p != table.active or table.phase != Phase.DIG or not 0 <= stack < STACKS or table.stack_size[stack] == 0:
                return False
            if DIG_EFFECT[card_at(state, stack, TOP)] != Effect.BUST or unused_dogs(table, seat, pile_of(table, p)) <= 0:
                return False
    return True


@compiled
def phase_is_sound(state):
    """Check that every decision has an object, and that nothing is left over from an earlier one."""
    table = state.table
    phase = table.phase
    looking = phase == Phase.TAKE or phase == Phase.PUT_BACK
    deciding = phase != Phase.DIG and phase != Phase.ORDER
    if not Phase.DIG <= phase <= Phase.STEAL or (table.card != NONE) != deciding or (table.stack != NONE) != looking:
        return False
    if not effects_are_sound(table) or (phase != Phase.DIG and table.digs == 0):
        return False
    if phase == Phase.DIG and waiting_effects(table) != 0:
        return False
    if phase == Phase.ORDER and waiting_effects(table) < 2:
        return False
    if looking and not 0 <= table.placed < table.looked[table.stack]:
        return False
    if phase == Phase.STACK and cards_left(table) == 0:
        return False
    return looking or table.placed == 0


@compiled
def effects_are_sound(table):
    """Check the cards whose effects are decided or wait, and that only an Heirloom asks before the cards dug are scored."""
    if not NONE <= table.card < NUM_KINDS or not NONE <= table.urgent < NUM_KINDS:
        return False
    for i in range(len(SCORE_KINDS)):
        if not 0 <= table.waiting[i] <= COPIES[SCORE_KINDS[i]]:
            return False
    if table.urgent != NONE and (table.phase != Phase.PUT_BACK or SCORE_EFFECT[table.urgent] == Effect.NONE):
        return False
    if table.card == NONE:
        return True
    effect = SCORE_EFFECT[table.card]
    if table.phase == Phase.PLAYER:
        helps = DIG_EFFECT[table.card] == Effect.HELP and table.dug[table.card] > 0
        return helps or effect == Effect.GIVE or effect == Effect.STEAL
    if table.phase == Phase.TAKE:
        return effect == Effect.MAP
    if table.phase == Phase.STEAL:
        return effect == Effect.STEAL
    return effect == Effect.MAP or effect == Effect.LOOK
