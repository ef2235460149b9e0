"""The rules of Let's Dig for Treasure: the deal, what is legal, and one decision. Clause numbers are those of RULES.md."""

import numpy as np

from dig_envs.core.compile import compiled, inlined
from dig_envs.core.rng import Stream, draw_below, shuffle
from dig_envs.lets_dig_for_treasure.components import (
    COPIES,
    DIG_EFFECT,
    LOOT,
    MAX_PLAYERS,
    MINE,
    NUM_KINDS,
    NUM_PLACES,
    SCORE_EFFECT,
    SCORE_KINDS,
    STACK_CARDS,
    STACKS,
    TOPS,
    Effect,
)
from dig_envs.lets_dig_for_treasure.rules.actions import (
    ACTIONS,
    CHOOSE,
    DIG,
    LOOK,
    NO_DOG,
    PUT,
    RESOLVE,
    SCORE,
    STEAL,
    STOP,
    USE_DOG,
)
from dig_envs.lets_dig_for_treasure.rules.appraisal import appraise
from dig_envs.lets_dig_for_treasure.rules.digging import answer_skeleton, dig, give_heirloom
from dig_envs.lets_dig_for_treasure.rules.effects import (
    aim,
    can_rob,
    give_sewer,
    look,
    put,
    resolve,
    score_from_stack,
    steal_card,
    stop,
)
from dig_envs.lets_dig_for_treasure.rules.piles import pile_of, rewards, standings
from dig_envs.lets_dig_for_treasure.rules.theft import in_loot
from dig_envs.lets_dig_for_treasure.state import NONE, Phase

__all__ = ["ACTIONS", "apply", "deal", "legal", "rewards", "standings"]

# --- the deal


@compiled
def deal(state):
    """LD-2, LD-13."""
    table = state.table
    clear(state)
    for kind in range(NUM_KINDS):
        table.unseen[kind] = copies_in_game(table, kind)
    deal_stacks(state)
    table.active = draw_below(state.secret.rng, Stream.DEAL, np.int64(table.num_players))
    table.owner = draw_below(state.secret.rng, Stream.DEAL, np.int64(table.num_players))
    others = draw_below(state.secret.rng, Stream.DEAL, np.int64(table.num_players - 1))
    table.new_player = (table.owner + 1 + others) % table.num_players
    state.secret.mover = table.active
    appraise(table)


@compiled
def copies_in_game(table, kind):
    """LD-10: the Land Mine may stay in the box."""
    return 0 if kind == MINE and not table.land_mine else np.int64(COPIES[kind])


@compiled
def deal_stacks(state):
    """LD-2: 40 cards each; without the Mine the last has 39."""
    table = state.table
    count = np.int64(0)
    for kind in range(NUM_KINDS):
        for _ in range(table.unseen[kind]):
            state.secret.cards[count] = kind
            table.stack_size[count // STACK_CARDS] += 1
            count += 1
    shuffle(state.secret.cards, count, state.secret.rng, Stream.DEAL)


@compiled
def clear(state):
    """Where nothing is stands NONE."""
    table = state.table
    table.card = NONE
    table.urgent = NONE
    table.stack = NONE
    table.thief = NONE
    table.victim = NONE
    table.last = NONE
    table.busted = NONE
    for stack in range(STACKS):
        table.looker[stack] = NONE
    clear_secrets(state)


@compiled
def clear_secrets(state):
    for p in range(MAX_PLAYERS):
        state.seats[p].stolen = NONE
        state.seats[p].skeleton = NONE
        for stack in range(STACKS):
            for place in range(TOPS):
                state.seats[p].tops[stack][place] = NONE
    for at in range(NUM_PLACES):
        state.secret.cards[at] = NONE


# --- legal actions


@inlined
def legal(table, seat, player, mask):
    if table.phase == Phase.DIG:
        legal_dig(table, seat, mask)
    elif table.phase == Phase.PLAYER:
        legal_players(table, player, mask)
    elif table.phase == Phase.ORDER:
        for i in range(len(SCORE_KINDS)):
            mask[RESOLVE + i] = table.waiting[i] > 0
    elif table.phase == Phase.STACK:
        for stack in range(STACKS):
            mask[LOOK + stack] = table.stack_size[stack] > 0
    elif table.phase == Phase.STEAL:
        for loot in range(LOOT):
            mask[STEAL + loot] = in_loot(table, np.int64(table.victim), loot) > 0
    else:
        legal_places(table, mask)


@inlined
def legal_dig(table, seat, mask):
    """LD-3, LD-7."""
    if seat.skeleton != NONE:
        mask[USE_DOG] = 1
        mask[NO_DOG] = 1
        return
    for stack in range(STACKS):
        mask[DIG + stack] = table.stack_size[stack] > 0
    mask[STOP] = table.digs > 0


@compiled
def legal_players(table, player, mask):
    """Any other player, a partner too (LD-15); the Hat needs a pile to rob."""
    for k in range(1, table.num_players):
        if SCORE_EFFECT[table.card] == Effect.STEAL:
            mask[CHOOSE + k] = can_rob(table, (player + k) % table.num_players)
        else:
            mask[CHOOSE + k] = 1


@compiled
def legal_places(table, mask):
    """LD-9: the cards that are looked at; of those, the ones that do not lie in their new order yet."""
    first = SCORE if table.phase == Phase.TAKE else PUT
    for place in range(table.placed, table.looked[table.stack]):
        mask[first + place] = 1


# --- one decision


@compiled
def apply(state, action):
    if action < STOP:
        dig(state, np.int64(action - DIG))
    elif action == STOP:
        stop(state)
    elif action <= NO_DOG:
        answer_skeleton(state, action == USE_DOG)
    elif action < RESOLVE:
        choose_player(state, action - CHOOSE)
    elif action < LOOK:
        resolve(state, np.int64(action - RESOLVE))
    elif action < SCORE:
        look(state, np.int64(action - LOOK))
    elif action < PUT:
        score_from_stack(state, np.int64(action - SCORE))
    elif action < STEAL:
        put(state, np.int64(action - PUT))
    else:
        steal_card(state, np.int64(action - STEAL))


@compiled
def choose_player(state, clockwise):
    table = state.table
    pile = pile_of(table, np.int64((table.active + clockwise) % table.num_players))
    if DIG_EFFECT[table.card] == Effect.HELP:
        give_heirloom(state, pile)
    elif SCORE_EFFECT[table.card] == Effect.STEAL:
        aim(table, pile)
    else:
        give_sewer(state, pile)
