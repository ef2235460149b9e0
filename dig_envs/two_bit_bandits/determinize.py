"""Determinization: build a whole state that agrees with all that one seat knows, for search and for the leak test."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.game import NOBODY, End
from dig_envs.core.rng import Domain, Stream, draw_below, seed_generator, shuffle
from dig_envs.two_bit_bandits.components import (
    LEVELS,
    MAX_PLAYERS,
    NUM_PICKUPS,
    NUM_SHAMANDILLOS,
    PICKUPS,
    ROW,
    SCENES,
    SLOTS,
    STACK,
)
from dig_envs.two_bit_bandits.rules.attack import may_attack
from dig_envs.two_bit_bandits.rules.setup import LEVEL_PARTS, has_hideout
from dig_envs.two_bit_bandits.state import NONE, Asked, Phase

ORDINARY, HIDEOUT = range(2)
ANY = -1
LOOKS = 8  # level cards that redeals imagine looked at: what came before them hardly matters
TRIES = 60  # to find looks that agree with what a seat can tell of them


@compiled
def redeal(table, seat, player, seed, state):
    """Fill a zeroed state with what the player knows; draw the rest from the cards it has not seen."""
    state.table = table
    seed_generator(state.secret.rng, seed, Domain.REDEAL)
    clear_secrets(state)
    state.seats[player] = seat
    deal_scenes(state)
    deal_pickups(state)
    deal_shamandillos(state)
    deal_stack(state, player)
    deal_knowledge(state, player)
    state.secret.mover = table.active if table.end == End.RUNNING else NOBODY
    if table.phase == Phase.ATTACK:
        imagine_window(state, player)


@compiled
def clear_secrets(state):
    secret = state.secret
    for at in range(STACK):
        secret.stack[at] = NONE
    for at in range(SCENES):
        secret.scenes[at] = NONE
    for at in range(PICKUPS):
        secret.pickups[at] = NONE
    for at in range(NUM_SHAMANDILLOS):
        secret.bosses[at] = NONE
    for p in range(MAX_PLAYERS):
        state.seats[p].known = NONE
        for k in range(2):
            state.seats[p].looked[k] = NONE


@compiled
def deal_scenes(state):
    table = state.table
    count = 0
    for card in range(table.faces.num_scenes):
        lies_open = table.scene_discard[card] == 1
        for k in range(ROW):
            lies_open = lies_open or table.row[k] == card
        if not lies_open:
            state.secret.scenes[count] = card
            count += 1
    shuffle(state.secret.scenes, np.int64(table.scene_deck), state.secret.rng, Stream.DEAL)


@compiled
def deal_pickups(state):
    table = state.table
    count = 0
    for kind in range(NUM_PICKUPS):
        for _ in range(table.faces.copies[kind] - pickups_in_sight(table, kind)):
            state.secret.pickups[count] = kind
            count += 1
    shuffle(state.secret.pickups, np.int64(table.pickup_deck), state.secret.rng, Stream.DEAL)


@compiled
def pickups_in_sight(table, kind):
    """Count the pickups of a kind that are held, chosen from or discarded."""
    count = np.int64(table.pickup_discard[kind]) + table.pool[kind]
    for p in range(table.num_players):
        for slot in range(SLOTS):
            count += table.pickups[p][slot] == kind
    return count


@compiled
def deal_shamandillos(state):
    """Shuffle the Shamandillos that are not defeated; on top lies the one that was seen."""
    table = state.table
    count = 0
    for boss in range(NUM_SHAMANDILLOS):
        if table.defeated[boss] == 0 and table.boss != boss:
            state.secret.bosses[count] = boss
            count += 1
    shuffle(state.secret.bosses, np.int64(count), state.secret.rng, Stream.DEAL)
    if table.boss != NONE:
        state.secret.bosses[count] = table.boss


# --- the level stack


@compiled
def deal_stack(state, player):
    """Lay on top what the player knows; below it the rest of the upper part, then the lower part (TB-5)."""
    table = state.table
    if table.stack_size == 0:
        return
    fixed = lay_known_levels(state, state.seats[player])
    hideouts = np.int64(0)
    for k in range(fixed):
        hideouts += has_hideout(table, np.int64(state.secret.stack[table.stack_size - 1 - k]))
    gone = table.placed - 1
    upper = max(0, LEVEL_PARTS[0, table.span, 0] + LEVEL_PARTS[0, table.span, 1] - gone - fixed)
    upper_hideouts = LEVEL_PARTS[0, table.span, 1] - table.hideouts - hideouts if upper > 0 else 0
    lower = table.stack_size - fixed - upper
    all_hideouts = LEVEL_PARTS[0, table.span, 1] + LEVEL_PARTS[1, table.span, 1] - table.hideouts - hideouts
    top = np.int64(table.stack_size - 1 - fixed)
    deal_part(state, top, np.int64(upper), np.int64(upper_hideouts), np.int64(ANY))
    first = kind_of_survivor(table) if fixed == 0 and upper == 0 else np.int64(ANY)
    deal_part(state, top - upper, np.int64(lower), np.int64(all_hideouts - upper_hideouts), first)


@compiled
def lay_known_levels(state, seat):
    """Lay on top the cards that the seat looks at, or the one that it has put back. Returns how many."""
    top = state.table.stack_size - 1
    if seat.looked[0] == NONE:
        state.secret.stack[top] = seat.known
        return 0 if seat.known == NONE else 1
    for k in range(state.table.looks):
        state.secret.stack[top - k] = seat.looked[k]
    return np.int64(state.table.looks)


@compiled
def deal_part(state, top, count, hideouts, first):
    """Lay so many unseen cards from the top down, so many hideouts among them; the kind of the first may be known."""
    left = hideouts
    for k in range(count):
        kind = draw_below(state.secret.rng, Stream.DEAL, np.int64(count - k)) < left
        if k == 0 and first != ANY:
            kind = first == HIDEOUT
        left -= kind
        state.secret.stack[top - k] = draw_unseen_level(state, kind)


@compiled
def draw_unseen_level(state, hideout):
    """Draw a level card, with a hideout or without, that is neither on the map nor laid in the stack yet."""
    count = np.int64(0)
    for card in range(1, LEVELS):
        count += is_unseen(state, card, hideout)
    chosen = draw_below(state.secret.rng, Stream.DEAL, count)
    for card in range(1, LEVELS):
        if is_unseen(state, card, hideout):
            if chosen == 0:
                return card
            chosen -= 1
    return NONE


@compiled
def is_unseen(state, card, hideout):
    table = state.table
    for k in range(table.placed):
        if table.level_card[k] == card:
            return False
    for k in range(table.stack_size):
        if state.secret.stack[k] == card:
            return False
    return has_hideout(table, np.int64(card)) == hideout


@compiled
def kind_of_survivor(table):
    """Return the kind of the upper part's last card, if all can tell that it was put back each time; else ANY.

    That may be so once the upper part is used up.

    Of the upper part all but one card were placed before the lower part began. If none of its kind was placed since, it
    is still the top.
    """
    upper = LEVEL_PARTS[0, table.span, 0] + LEVEL_PARTS[0, table.span, 1]
    placed = np.int64(0)
    for k in range(1, upper):
        placed += has_hideout(table, np.int64(table.level_card[k]))
    kind = placed < LEVEL_PARTS[0, table.span, 1]
    for k in range(upper, table.placed):
        if has_hideout(table, np.int64(table.level_card[k])) == kind:
            return np.int64(ANY)
    return np.int64(HIDEOUT if kind else ORDINARY)


@compiled
def deal_knowledge(state, player):
    """Give the others what they know: the top before it was looked at, if they may know it; level cards looked at."""
    table = state.table
    if table.stack_size == 0:
        return
    top = np.int64(table.stack_size - 1)
    before = state.secret.stack[top - state.seats[player].second]
    if state.seats[player].known != NONE:
        before = state.seats[player].known
    if player != table.active and table.looks > 0:
        show_levels(state, top)
    knowers = imagine_looks(state, player)
    for p in range(table.num_players):
        if p != player and knowers >> p & 1:
            state.seats[p].known = before


@compiled
def imagine_looks(state, player):
    """Imagine who put which level cards back, so that it agrees with what the player can tell of it.

    Fills in what the others can tell. Returns the seats that know the top, a bit each: all that may, where no try agrees.
    """
    seat = state.seats[player]
    others = np.int64(seat.others)
    known = np.int64(seat.known != NONE)
    knowers = np.int64(0)
    for _ in range(TRIES if state.table.may_know else 1):
        knowers = replay_looks(state)
        if np.int64(seat.others) == others and knowers >> player & 1 == known:
            return knowers
    seat.others = others
    for p in range(state.table.num_players):
        if p != player:
            state.seats[p].others = state.table.may_know & ~(1 << p)
    return others


@compiled
def replay_looks(state):
    """Let seats that may know the top look in a random order, a coin telling which card each puts back (TB-8).

    Returns the seats that know the top then, a bit each.
    """
    table = state.table
    for p in range(table.num_players):
        state.seats[p].others = table.may_know & ~(1 << p)
    knowers = np.int64(0)
    looker = np.int64(0)
    for _ in range(min(LOOKS, table.placed - 1) if table.may_know else 0):
        looker = next_looker(state, looker)
        if draw_below(state.secret.rng, Stream.PLAY, np.int64(2)) == 0:  # the old top is placed
            for p in range(table.num_players):
                if knowers >> p & 1 or p == looker:
                    state.seats[p].others = 0
            knowers = np.int64(0)
        knowers |= 1 << looker
        for p in range(table.num_players):
            if p != looker:
                state.seats[p].others = state.seats[p].others | 1 << looker
    return knowers


@compiled
def next_looker(state, last):
    """Draw a seat among those that may know the top; the last one is less likely, as the others' turns come first."""
    table = state.table
    count = np.int64(0)
    for p in range(table.num_players):
        count += table.may_know >> p & 1
    chosen = draw_below(state.secret.rng, Stream.PLAY, 3 * count - 1) // 3
    looker = last
    while chosen >= 0:
        looker = (looker + 1) % table.num_players
        chosen -= table.may_know >> looker & 1
    return np.int64(looker)


@compiled
def show_levels(state, top):
    """Give the active seat the level cards that it looks at; it may have kept the second."""
    table = state.table
    stack = state.secret.stack
    if table.phase == Phase.LAY and table.looks == 2 and draw_below(state.secret.rng, Stream.DEAL, np.int64(2)) == 1:
        kept = stack[top]
        stack[top] = stack[top - 1]
        stack[top - 1] = kept
        state.seats[table.active].second = 1
    for k in range(table.looks):
        state.seats[table.active].looked[k] = stack[top - k]


# --- attacks


@compiled
def imagine_window(state, player):
    """Draw the seat that is asked: the player, or another one that can throw a pickup and may be the one asked now (C-4)."""
    table = state.table
    if state.seats[player].asked == Asked.NOW:
        state.secret.mover = player
    else:
        count = np.int64(0)
        for p in range(table.num_players):
            count += may_be_asked(state, player, np.int64(p))
        chosen = draw_below(state.secret.rng, Stream.DEAL, count)
        for p in range(table.num_players):
            if may_be_asked(state, player, np.int64(p)):
                if chosen == 0:
                    state.secret.mover = p
                chosen -= 1
    asked = np.int64(state.secret.mover)
    state.secret.window = seats_after(table, asked)
    for p in range(table.num_players):
        if p != player and seats_after(table, np.int64(p)) < state.secret.window and may_attack(table, np.int64(p)):
            state.seats[p].asked = Asked.PASSED
    state.seats[asked].asked = Asked.NOW


@compiled
def seats_after(table, p):
    """Return how many seats clockwise from the fighter a seat sits."""
    return (p - table.active) % table.num_players


@compiled
def may_be_asked(state, player, p):
    """Tell whether a seat may be the one asked now, as far as the player can tell: it knows which seats have passed for sure,
    which come later, and which can't throw anything."""
    table = state.table
    if p == player or not may_attack(table, p) or seats_after(table, p) < table.window:
        return False
    if state.seats[player].asked == Asked.PASSED:
        return seats_after(table, p) > seats_after(table, player)
    return seats_after(table, p) < seats_after(table, player) or not may_attack(table, player)
