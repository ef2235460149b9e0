"""Draw cards, and resolve immediate ones, in a pick-up or with CARD CACHE (DB-30 to DB-36)."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.rng import Stream, draw_below
from dig_envs.digging_bandits.components import (
    BLOCK,
    DUEL,
    GAMBLING,
    HEIST,
    HIDEOUT,
    SHUFFLE,
    Back,
)
from dig_envs.digging_bandits.rules.actions import SET_TRAP, SHUFFLE_PLAINLY
from dig_envs.digging_bandits.rules.decks import (
    discard,
    forget_draw_order,
    seats_knowing_top,
    shuffle_from,
    take_top,
)
from dig_envs.digging_bandits.rules.dice import roll_value
from dig_envs.digging_bandits.rules.frame_fields import set_shielded, shielded_from
from dig_envs.digging_bandits.rules.frames import announce, pop, push
from dig_envs.digging_bandits.rules.hands import forget_own_hands, gain, know_own_hands, swap_cards, take_all_cards, use
from dig_envs.digging_bandits.rules.kinds import is_immediate
from dig_envs.digging_bandits.rules.naming import seat_named
from dig_envs.digging_bandits.rules.players import anyone_exposed, outside, player_count
from dig_envs.digging_bandits.rules.reactions import resume_asking_at
from dig_envs.digging_bandits.state import NONE, Event, FrameKind


@compiled
def draw_card(state, player, back):
    """Draw the top card of the Dig or Draw deck, if one is left, into the hand, or resolve it (DB-30)."""
    if state.table.deck_size[back] == 0:
        return
    seen = seats_knowing_top(state, back)
    kind = take_top(state, back)
    if not is_immediate(kind):
        gain(state, player, kind, seen | 1 << player)
    elif kind == SHUFFLE:
        push(state, FrameKind.SHUFFLE, player)  # the card goes under the deck after the shuffle (DB-61)
    else:
        discard(state, kind)
        begin_immediate(state, player, kind)


@compiled
def begin_immediate(state, player, kind):
    """Begin the effect of a drawn immediate card, if it has one."""
    table = state.table
    if kind == DUEL:
        if anyone_exposed(table, player):
            push(state, FrameKind.DUEL, player)
    elif kind == GAMBLING:
        announce(state, Event.GAMBLING, player, player, kind)
    elif kind == HIDEOUT:
        announce(state, Event.HIDEOUT, player, NONE, kind)
    elif kind == HEIST:
        if passengers(table, np.int64(0)) >= 2:
            announce(state, Event.HEIST, player, NONE, np.int64(0))
    elif table.deck_size[Back.LAND] > 0:
        push(state, FrameKind.TIP, player)


# --- DUEL


@compiled
def challenge(state, player, action):
    """Announce the DUEL against the named player (DB-31)."""
    victim = seat_named(state.table, player, action)
    pop(state)
    announce(state, Event.DUEL, player, victim, DUEL)


@compiled
def fight_duel(state, player, victim):
    """Roll for both players of a DUEL; the winner takes all cards of the loser (DB-31)."""
    mine = roll_value(state)
    theirs = roll_value(state)
    if mine > theirs:
        take_all_cards(state, player, victim)
    elif theirs > mine:
        take_all_cards(state, victim, player)


# --- TRAIN HEIST


@compiled
def on_train(table, player, shielded):
    """Return whether a player takes part in a TRAIN HEIST: outside the cabin and not shielded (a bit per seat)."""
    return outside(table, player) and not shielded >> player & 1


@compiled
def passengers(table, shielded):
    """Return the number of players that take part in a TRAIN HEIST."""
    count = 0
    for p in range(player_count(table)):
        count += on_train(table, p, shielded)
    return count


@compiled
def pass_cards_on(state, shielded):
    """Pass hands and TECH clockwise (DB-36): swapping the first player's cards with each next player's moves all by one."""
    table = state.table
    if passengers(table, shielded) < 2:
        return
    first = np.int64(NONE)
    know_own_hands(state)
    for p in range(player_count(table)):
        if on_train(table, p, shielded):
            if first == NONE:
                first = p
            else:
                swap_cards(state, first, p)
    forget_own_hands(state)


@compiled
def shield_from_heist(state, player):
    """Play BANDIT'S BLOCK against a TRAIN HEIST, which then leaves its player out (DB-45)."""
    table = state.table
    use(state, player, BLOCK)
    frame = table.frames[table.depth - 1]
    set_shielded(frame, shielded_from(frame) | 1 << player)
    resume_asking_at(state, player)


# --- SHUFFLE DRAW DECK


@compiled
def legal_shuffle(mask):
    """Write the two ways to shuffle (DB-34)."""
    mask[SHUFFLE_PLAINLY] = 1
    mask[SET_TRAP] = 1


@compiled
def shuffle_draw_deck(state, player, action):
    """Shuffle the Draw deck, and set a trap if the player chose it (DB-34). The card goes under the deck (DB-61)."""
    pop(state)
    forget_draw_order(state)
    shuffle_from(state, np.int64(Back.DRAW), np.int64(0), Stream.RESHUFFLE)
    if action == SET_TRAP:
        set_trap(state, player)
    discard(state, SHUFFLE)


@compiled
def set_trap(state, player):
    """Move a random immediate card of the Draw deck to its top, if it has one. The player knows it (DB-34)."""
    deck = state.secret.deck[Back.DRAW]
    size = np.int64(state.table.deck_size[Back.DRAW])
    traps = np.int64(0)
    for at in range(size):
        traps += is_immediate(np.int64(deck[at]))
    if traps == 0:
        return
    chosen = draw_below(state.secret.rng, Stream.RESHUFFLE, traps)
    for at in range(size):
        if is_immediate(np.int64(deck[at])):
            if chosen == 0:
                kind = deck[at]
                deck[at] = deck[0]
                deck[0] = kind
            chosen -= 1
    state.seats[player].draw_top[0] = deck[0]
