"""Check the invariants of a state of Let's Dig for Treasure between decisions, after the ranges (`core/fields.py`)."""

from enum import IntEnum

from dig_envs.core.compiler import compiled
from dig_envs.core.game import NOBODY, End
from dig_envs.lets_dig_for_treasure.components import (
    DIG_EFFECT,
    DOG,
    HAT,
    LOOT,
    MAX_PLAYERS,
    MINE,
    NUM_CARDS,
    NUM_KINDS,
    NUM_PLACES,
    POINTS,
    SCORE_EFFECT,
    SCORE_KINDS,
    STACK_CARDS,
    STACKS,
    TEAMS,
    TOPS,
    USED_DOG,
    Effect,
)  # fmt: skip
from dig_envs.lets_dig_for_treasure.rules.effects import can_rob, somebody_to_rob, waiting_effects
from dig_envs.lets_dig_for_treasure.rules.piles import (
    AS_IT_LIES,
    bonus_points,
    gained,
    kind_stolen,
    num_piles,
    pile_of,
    stake_of,
    unused_dogs,
)  # fmt: skip
from dig_envs.lets_dig_for_treasure.rules.setup import copies_in_game
from dig_envs.lets_dig_for_treasure.rules.stacks import a_stack_is_empty, card_at, cards_left
from dig_envs.lets_dig_for_treasure.rules.theft import stolen_card
from dig_envs.lets_dig_for_treasure.state import NONE, TOP, Phase


class Broken(IntEnum):
    """The invariants of Let's Dig for Treasure by number; 0 is a sound state."""

    NONE = 0
    TURN = 1  # options, whose turn, mover, and seats and piles that play
    STACKS = 2  # sizes, cards where cards can lie, the destroyed stack
    CARDS = 3  # every kind as often as it is printed
    PILES = 4  # sizes, points and the stake agree with the cards
    THEFT = 5  # the seats that know the stolen card, and the cards that it may be for the others
    TOPS = 6  # knowledge of the tops of stacks is true
    DECISION = 7  # the decision has something to choose from


@compiled
def check(state):
    """Return 0, or the number of the invariant that the state breaks."""
    if not turn_is_sound(state):
        return Broken.TURN.value
    if not stacks_are_sound(state):
        return Broken.STACKS.value
    if not cards_are_conserved(state):
        return Broken.CARDS.value
    if not theft_is_sound(state):
        return Broken.THEFT.value
    if not piles_are_sound(state):
        return Broken.PILES.value
    if not (tops_are_sound(state) and skeletons_are_sound(state)):
        return Broken.TOPS.value
    return Broken.NONE.value if decision_is_sound(state.table) else Broken.DECISION.value


@compiled
def turn_is_sound(state):
    """Return whether options, turn and mover agree, and all seats and piles that are named play."""
    table = state.table
    n = table.num_players
    if n < 2 or (table.teams and n != 2 * TEAMS) or table.max_turns != 0:
        return False
    if table.turn + table.digs + cards_left(table) > NUM_CARDS:  # each earlier turn took at least one card
        return False
    if table.ticket_turn > table.turn + 1:  # counted from 1
        return False
    if max(table.active, table.owner, table.new_player, table.busted) >= n or table.owner == table.new_player:
        return False
    if max(table.thief, table.victim) >= num_piles(table):
        return False
    if table.end != End.RUNNING:
        return table.end == End.OVER and state.secret.mover == NOBODY
    begins = table.phase == Phase.DIG and not a_stack_is_empty(table)  # LD-11
    return state.secret.mover == table.active and (table.digs > 0 or begins)


@compiled
def stacks_are_sound(state):
    """Check that cards lie where they can; only a stack that the Land Mine has destroyed has lost cards (LD-10, LD-17)."""
    table = state.table
    destroyed = 0
    for stack in range(STACKS):
        if table.destroyed[stack] and table.stack_size[stack] > 0:
            return False
        if stack < table.stacks:
            destroyed += table.destroyed[stack]
        elif not table.destroyed[stack]:
            return False
        for at in range(STACK_CARDS):
            if (state.secret.cards[STACK_CARDS * stack + at] != NONE) != (at < table.stack_size[stack]):
                return False
    return destroyed == (table.lost > 0) and (destroyed == 0 or (table.land_mine == 1 and table.unseen[MINE] == 0))


@compiled
def cards_are_conserved(state):
    """Check that each kind is there as often as printed; destroyed cards have not come up, and are in no stack."""
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
    """Check sizes and points of all piles, and the stake, against the cards."""
    table = state.table
    stolen = stolen_card(state)
    for pile in range(MAX_PLAYERS):
        size = 0
        points = 0
        for kind in range(NUM_KINDS):
            count = table.known[pile][kind]
            moved = gained(table, pile) if stolen != NONE and kind_stolen(stolen) == kind else 0
            if count + moved < 0 or (count > 0 and pile >= num_piles(table)):
                return False
            size += count + moved
            points += count * POINTS[kind]
        if size != table.pile_size[pile] or points + bonus_points(table, NONE, pile, AS_IT_LIES) != table.points[pile]:
            return False
        if table.used_dogs[pile] > table.known[pile][DOG]:
            return False
    return table.stake == stake_of(table, NONE)


@compiled
def theft_is_sound(state):
    """Check the seats that know the stolen card, and that the card is possible by public information."""
    table = state.table
    stolen = stolen_card(state)
    for p in range(MAX_PLAYERS):
        knows = p < table.num_players and table.thief != NONE and gained(table, pile_of(table, p)) != 0
        if state.seats[p].stolen != (stolen if knows else NONE):
            return False
    if not loot_is_sound(table):
        return False
    if table.thief == NONE:
        return stolen == NONE and (table.victim != NONE) == (table.phase == Phase.STEAL)
    if table.victim == table.thief or table.victim == NONE or stolen == NONE or table.loot[stolen] == 0:
        return False
    return hat_is_used(table) and dogs_are_sound(table, stolen)


@compiled
def hat_is_used(table):
    """Return whether the Pirate Hat, of which there is one, can steal no second card (LD-8)."""
    pending = table.dug[HAT] + table.unseen[HAT] + (table.urgent == HAT) + (table.card == HAT)
    for i in range(len(SCORE_KINDS)):
        pending += table.waiting[i] * (SCORE_KINDS[i] == HAT)
    return pending == 0


@compiled
def dogs_are_sound(table, stolen):
    """Check that victim and thief have their used Dogs, and that an unused Dog may be the stolen card (LD-12)."""
    used = table.used_dogs[table.victim]
    unused = table.known[table.victim][DOG] - used
    if used < max(table.loot[USED_DOG], stolen == USED_DOG) or unused < (stolen == DOG):
        return False
    return unused > 0 or table.loot[DOG] == 0


@compiled
def loot_is_sound(table):
    """Check that only a theft has loot, of cards that were seen going into the victim's pile."""
    for loot in range(LOOT):
        if table.loot[loot] > 0:
            if table.thief == NONE or table.victim == NONE or table.loot[loot] > table.known[table.victim][kind_stolen(loot)]:
                return False
    return True


@compiled
def tops_are_sound(state):
    """Check that knowledge of the tops of stacks is true, and held by the right seats."""
    table = state.table
    for stack in range(STACKS):
        looked = table.looked[stack]
        size = table.lost if table.destroyed[stack] else table.stack_size[stack]
        if looked > size or (table.looker[stack] == NONE) != (looked == 0):
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
    """Check that partners know the same cards of a destroyed stack, and no other seat knows a card of it."""
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
            kind = tops[place]
            if kind == NONE or state.seats[table.looker[stack]].tops[stack][place] != kind:
                return False
            gone = table.unseen[kind]
            for at in range(NUM_PLACES):
                gone -= cards[at] == kind
            for other in range(place + 1):
                gone -= tops[other] == kind
            if gone < 0:
                return False
    return True


@compiled
def skeletons_are_sound(state):
    """Check that only the active seat is looking at a Skeleton, before it scores, and only with an unused Dog."""
    table = state.table
    for p in range(MAX_PLAYERS):
        seat = state.seats[p]
        if seat.skeleton != NONE:
            stack = seat.skeleton
            if p != table.active or table.phase != Phase.DIG or table.stack_size[stack] == 0:
                return False
            if DIG_EFFECT[card_at(state, stack, TOP)] != Effect.BUST or unused_dogs(table, seat, pile_of(table, p)) <= 0:
                return False
    return True


# --- the decision


@compiled
def decision_is_sound(table):
    """Return whether the card, the stack and the effects of the decision are there, and there is something to choose."""
    phase = table.phase
    looking = phase == Phase.TAKE or phase == Phase.PUT_BACK
    asking = phase != Phase.DIG and phase != Phase.ORDER
    if (table.card != NONE) != asking or (table.stack != NONE) != looking:
        return False
    if table.urgent != NONE and SCORE_EFFECT[table.urgent] == Effect.NONE:
        return False
    if not effects_are_sound(table):
        return False
    if looking:
        return look_is_sound(table)
    if phase == Phase.ORDER:
        return table.placed == 0 and waiting_effects(table) > 1 and table.urgent == NONE
    return table.placed == 0 and (table.card == NONE or card_is_sound(table))


@compiled
def card_is_sound(table):
    """Return whether the card whose effect is decided asks for this decision, and there is something to choose."""
    effect = SCORE_EFFECT[table.card]
    if table.phase == Phase.PLAYER:
        helps = DIG_EFFECT[table.card] == Effect.HELP and table.dug[table.card] > 0
        return helps or effect == Effect.GIVE or (effect == Effect.STEAL and somebody_to_rob(table))
    if table.phase == Phase.STEAL:
        return effect == Effect.STEAL and table.victim != NONE and can_rob(table, table.victim)
    return (effect == Effect.MAP or effect == Effect.LOOK) and cards_left(table) > 0


@compiled
def look_is_sound(table):
    """Return whether the active seat looks at a stack with cards, and has more than one to put back (LD-9)."""
    effect = SCORE_EFFECT[table.card]
    if table.destroyed[table.stack] or table.looker[table.stack] != pile_of(table, table.active):
        return False
    if table.phase == Phase.TAKE:
        return effect == Effect.MAP and table.placed == 0 and table.looked[table.stack] > 0
    return (effect == Effect.MAP or effect == Effect.LOOK) and table.placed + 1 < table.looked[table.stack]


@compiled
def cards_dug(table):
    """Return the number of cards dug in this turn, neither scored nor discarded."""
    count = 0
    for kind in range(NUM_KINDS):
        count += table.dug[kind]
    return count


@compiled
def effects_are_sound(table):
    """Return whether piles hold the cards of pending effects and of extra turns, and no effect is pending during a dig."""
    pile = pile_of(table, table.active)
    digging = table.phase == Phase.DIG or cards_dug(table) > 0
    if digging and (waiting_effects(table) > 0 or table.urgent != NONE):
        return False
    extra_turns = table.extra_turns + 0
    for i in range(len(SCORE_KINDS)):
        kind = SCORE_KINDS[i]
        pending = table.waiting[i] + (table.urgent == kind) + (table.card == kind)
        older = table.loot[kind] if table.victim == pile else 0  # the cards that the stolen card may be
        if pending + older > table.known[pile][kind]:
            return False
        if SCORE_EFFECT[kind] == Effect.EXTRA_TURN:
            extra_turns += pending - scored(table, kind)
    return extra_turns <= 0


@compiled
def scored(table, kind):
    """Return the number of cards of a kind in all piles."""
    count = 0
    for pile in range(MAX_PLAYERS):
        count += table.known[pile][kind]
    return count
