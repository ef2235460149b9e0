"""Mark the legal actions, and carry out one decision, in every phase."""

from dig_envs.core.compiler import compiled
from dig_envs.core.seats import seat_clockwise
from dig_envs.lets_dig_for_treasure.components import DIG_EFFECT, LOOT, SCORE_EFFECT, SCORE_KINDS, STACKS, Effect
from dig_envs.lets_dig_for_treasure.rules import effects
from dig_envs.lets_dig_for_treasure.rules.actions import Action
from dig_envs.lets_dig_for_treasure.rules.digging import answer_skeleton, dig, give_heirloom
from dig_envs.lets_dig_for_treasure.rules.piles import pile_of
from dig_envs.lets_dig_for_treasure.rules.theft import in_loot
from dig_envs.lets_dig_for_treasure.state import NONE, Phase

# --- legal actions


@compiled
def legal(table, seat, player, mask):
    """Write 1 for each legal action of the active seat."""
    if table.phase == Phase.DIG:
        legal_dig(table, seat, mask)
    elif table.phase == Phase.PLAYER:
        legal_players(table, player, mask)
    elif table.phase == Phase.ORDER:
        for i in range(len(SCORE_KINDS)):
            mask[Action.RESOLVE + i] = table.waiting[i] > 0
    elif table.phase == Phase.STACK:
        for stack in range(STACKS):
            mask[Action.LOOK + stack] = table.stack_size[stack] > 0
    elif table.phase == Phase.STEAL:
        for loot in range(LOOT):
            mask[Action.STEAL + loot] = in_loot(table, table.victim, loot) > 0
    else:
        legal_places(table, mask)


@compiled
def legal_dig(table, seat, mask):
    """Allow any stack with cards, and to stop after the first dig (LD-3); a Skeleton asks about the Dog first (LD-7)."""
    if seat.skeleton != NONE:
        mask[Action.USE_DOG] = 1
        mask[Action.NO_DOG] = 1
        return
    for stack in range(STACKS):
        mask[Action.DIG + stack] = table.stack_size[stack] > 0
    mask[Action.STOP] = table.digs > 0


@compiled
def legal_players(table, player, mask):
    """Allow any other player, a partner too (LD-15); the Hat needs a pile to rob."""
    for k in range(1, table.num_players):
        if SCORE_EFFECT[table.card] == Effect.STEAL:
            mask[Action.CHOOSE + k - 1] = effects.can_rob(table, seat_clockwise(table, player, k))
        else:
            mask[Action.CHOOSE + k - 1] = 1


@compiled
def legal_places(table, mask):
    """Allow the cards looked at that are not in their new order yet (LD-9)."""
    first = Action.SCORE if table.phase == Phase.TAKE else Action.PUT
    for place in range(table.placed, table.looked[table.stack]):
        mask[first + place] = 1


# --- one decision


@compiled
def apply(state, action):
    """Carry out a legal action, and advance to the next decision or to the end."""
    if action < Action.STOP:
        dig(state, action - Action.DIG)
    elif action == Action.STOP:
        effects.stop(state)
    elif action <= Action.NO_DOG:
        answer_skeleton(state, action == Action.USE_DOG)
    elif action < Action.RESOLVE:
        choose_player(state, action - Action.CHOOSE + 1)
    elif action < Action.LOOK:
        effects.resolve(state, action - Action.RESOLVE)
    elif action < Action.SCORE:
        effects.look(state, action - Action.LOOK)
    elif action < Action.PUT:
        effects.score_from_stack(state, action - Action.SCORE)
    elif action < Action.STEAL:
        effects.put(state, action - Action.PUT)
    else:
        effects.steal_card(state, action - Action.STEAL)


@compiled
def choose_player(state, steps):
    """Give an Heirloom or a Sewer Line to that player, or aim the Pirate Hat at its pile (LD-1)."""
    table = state.table
    pile = pile_of(table, seat_clockwise(table, table.active, steps))
    if DIG_EFFECT[table.card] == Effect.HELP:
        give_heirloom(state, pile)
    elif SCORE_EFFECT[table.card] == Effect.STEAL:
        effects.aim(table, pile)
    else:
        effects.give_sewer(state, pile)
