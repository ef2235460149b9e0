"""Move cards into and out of hands, and update what each seat, and everyone, knows of the hands (DB-61)."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.rng import Stream, draw_below
from dig_envs.digging_bandits.components import BACK_OF, BACKS, END_OF_BACK, FIRST_OF_BACK, HAND_KINDS, TECH
from dig_envs.digging_bandits.rules.decks import discard, mix_bottom
from dig_envs.digging_bandits.rules.players import player_count
from dig_envs.digging_bandits.state import EVERYONE, PUBLIC


@compiled
def cards_in_hand(table, player):
    """Return the number of cards that a player holds, without TECH."""
    count = 0
    for back in range(BACKS):
        count += table.backs[player][back]
    return count


@compiled
def gain(state, player, kind, seen):
    """Add a card to a hand. `seen` holds the seats that know its kind, a bit per seat."""
    table = state.table
    state.seats[player].hand[kind] += 1
    table.backs[player][BACK_OF[kind]] += 1
    if seen & PUBLIC:
        table.known[player][kind] += 1
    for observer in range(player_count(table)):
        if observer != player and seen >> observer & 1:
            state.seats[observer].known[player][kind] += 1


@compiled
def lose(state, player, kind, seen):
    """Remove a card from a hand. For seats not in `seen` it may have been any card of its back (DB-61)."""
    table = state.table
    state.seats[player].hand[kind] -= 1
    table.backs[player][BACK_OF[kind]] -= 1
    forget_one(table.known[player], kind, seen & PUBLIC)
    for observer in range(player_count(table)):
        if observer != player:
            forget_one(state.seats[observer].known[player], kind, seen >> observer & 1)


@compiled
def forget_one(known, kind, seen):
    """Lower the known minimum of a hand by one card: of its kind if the card was seen, else of each kind of its back."""
    if seen:
        known[kind] = max(0, known[kind] - 1)
    else:
        for other in range(FIRST_OF_BACK[BACK_OF[kind]], END_OF_BACK[BACK_OF[kind]]):
            known[other] = max(0, known[other] - 1)


@compiled
def show(state, player, kind, count):
    """Make public that a hand holds at least `count` cards of a kind, since statements in a trade are true (DB-29)."""
    table = state.table
    table.known[player][kind] = max(table.known[player][kind], count)
    for observer in range(player_count(table)):
        if observer != player:
            known = state.seats[observer].known[player]
            known[kind] = max(known[kind], count)


@compiled
def use(state, player, kind):
    """Play a card from a hand, and put it under its deck (DB-12)."""
    lose(state, player, kind, EVERYONE)
    discard(state, kind)


@compiled
def pass_openly(state, giver, taker, kind):
    """Pass a card to another player, in public."""
    lose(state, giver, kind, EVERYONE)
    gain(state, taker, kind, EVERYONE)


@compiled
def pass_unseen(state, giver, taker, kind):
    """Pass a card in secret. The two players see it, and seats that know all cards of that back in the giver's hand (DB-61)."""
    table = state.table
    held = table.backs[giver][BACK_OF[kind]]
    seen = 1 << giver | 1 << taker
    for observer in range(player_count(table)):
        seen |= (state.seats[observer].known[giver][kind] == held) << observer
    if table.known[giver][kind] == held:
        seen = EVERYONE
    lose(state, giver, kind, seen)
    gain(state, taker, kind, seen)


@compiled
def random_card(state, player, back):
    """Return the kind of a random card of a back in a hand. The hand must have one."""
    chosen = draw_below(state.secret.rng, Stream.PLAY, np.int64(state.table.backs[player][back]))
    for kind in range(FIRST_OF_BACK[back], END_OF_BACK[back]):
        chosen -= state.seats[player].hand[kind]
        if chosen < 0:
            return kind
    return 0


@compiled
def steal(state, thief, victim, back):
    """Pass a random card of a back to the thief in secret. Does nothing if the victim has none."""
    if state.table.backs[victim][back] > 0:
        pass_unseen(state, victim, thief, random_card(state, victim, back))


# --- whole hands


@compiled
def lose_everything(state, player):
    """Discard hand, TECH and tools of a player, together (DB-32, DB-41)."""
    table = state.table
    sizes = (table.deck_size[0], table.deck_size[1], table.deck_size[2], table.deck_size[3])
    for kind in range(HAND_KINDS):
        for _ in range(state.seats[player].hand[kind]):
            use(state, player, kind)
        for _ in range(table.tools[kind]):
            discard(state, kind)
        table.tools[kind] = 0
    for _ in range(table.tech[player]):
        discard(state, TECH)
    table.tech[player] = 0
    for back in range(BACKS):
        mix_bottom(state, back, np.int64(sizes[back]))


@compiled
def discard_tools(state):
    """Discard the tools in play, together (DB-42, DB-48)."""
    table = state.table
    sizes = (table.deck_size[0], table.deck_size[1], table.deck_size[2], table.deck_size[3])
    for kind in range(HAND_KINDS):
        for _ in range(table.tools[kind]):
            discard(state, kind)
        table.tools[kind] = 0
    for back in range(BACKS):
        mix_bottom(state, back, np.int64(sizes[back]))


@compiled
def take_all_cards(state, taker, loser):
    """Pass all cards of a player to another, with the knowledge of them (DB-31, DB-55)."""
    table = state.table
    know_own_hands(state)
    add_row(table.known, taker, loser)
    for observer in range(player_count(table)):
        add_row(state.seats[observer].known, taker, loser)
    forget_own_hands(state)
    for kind in range(HAND_KINDS):
        state.seats[taker].hand[kind] += state.seats[loser].hand[kind]
        state.seats[loser].hand[kind] = 0
    for back in range(BACKS):
        table.backs[taker][back] += table.backs[loser][back]
        table.backs[loser][back] = 0
    table.tech[taker] += table.tech[loser]
    table.tech[loser] = 0


@compiled
def add_row(known, taker, loser):
    """Add the known cards of the loser to those of the taker."""
    for kind in range(HAND_KINDS):
        known[taker][kind] += known[loser][kind]
        known[loser][kind] = 0


@compiled
def know_own_hands(state):
    """Copy each seat's own hand into its known hands, while whole hands move."""
    for p in range(player_count(state.table)):
        for kind in range(HAND_KINDS):
            state.seats[p].known[p][kind] = state.seats[p].hand[kind]


@compiled
def forget_own_hands(state):
    """Clear each seat's own hand in its known hands."""
    for p in range(player_count(state.table)):
        for kind in range(HAND_KINDS):
            state.seats[p].known[p][kind] = 0


@compiled
def swap_cards(state, one, other):
    """Exchange all cards of two players, and the knowledge of them. TRAIN HEIST is a series of such exchanges (DB-36).

    Call it between `know_own_hands` and `forget_own_hands`, so that the knowledge of own hands moves too.
    """
    table = state.table
    swap_rows(table.known, one, other)
    for observer in range(player_count(table)):
        swap_rows(state.seats[observer].known, one, other)
    for kind in range(HAND_KINDS):
        one_count = state.seats[one].hand[kind]
        state.seats[one].hand[kind] = state.seats[other].hand[kind]
        state.seats[other].hand[kind] = one_count
    for back in range(BACKS):
        count = table.backs[one][back]
        table.backs[one][back] = table.backs[other][back]
        table.backs[other][back] = count
    tech = table.tech[one]
    table.tech[one] = table.tech[other]
    table.tech[other] = tech


@compiled
def swap_rows(known, one, other):
    """Exchange the known cards of two hands."""
    for kind in range(HAND_KINDS):
        one_count = known[one][kind]
        known[one][kind] = known[other][kind]
        known[other][kind] = one_count
