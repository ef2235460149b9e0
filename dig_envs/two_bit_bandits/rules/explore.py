"""Explore: look at level cards, keep and place one, and choose a stage (TB-8…10)."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.game import End
from dig_envs.two_bit_bandits.components import MAX_PLAYERS, SCENES_OF, SIDES, STAGES_A_CARD, Stage
from dig_envs.two_bit_bandits.rules.actions import Action
from dig_envs.two_bit_bandits.rules.final import begin_final
from dig_envs.two_bit_bandits.rules.holdings import discard_all, take_new
from dig_envs.two_bit_bandits.rules.level_map import can_explore, is_open_exit, is_usable, lay_card, stage_at, usable_stages
from dig_envs.two_bit_bandits.rules.stage import set_up
from dig_envs.two_bit_bandits.rules.turns import finish_game, stop
from dig_envs.two_bit_bandits.state import NONE, Phase, Status

FINAL_HIDEOUT = np.array([5, 6, 7])  # by length, the hideout whose placement begins the final battle; epic games have no 7th
WAGON_PICKUPS = 2


# --- the start of a turn


@compiled
def legal_explore(table, player, mask):
    """Allow the reachable stages, to look at level cards, and to end the game (TB-8, TB-32)."""
    legal_stages(table, player, mask)
    mask[Action.LOOK] = can_explore(table)
    mask[Action.FINISH] = may_finish(table, player)


@compiled
def may_finish(table, player):
    """Return whether the player may end the game: as the last of several Good Guys, with the most points (TB-32)."""
    for p in range(table.num_players):
        if p != player and (table.status[p] != Status.OUT or table.points[p] >= table.points[player]):
            return False
    return table.num_players > 1


@compiled
def explore(state, action):
    """Go to a stage, look at level cards, or end the game."""
    if action == Action.LOOK:
        look(state)
    elif action == Action.FINISH:
        finish_game(state, End.OVER)
    else:
        choose_stage(state, action)


# --- level cards


@compiled
def look(state):
    """Show the active seat the top two level cards, or the only one (TB-8)."""
    table = state.table
    seat = state.seats[table.active]
    table.looks = min(2, table.stack_size)
    for k in range(table.looks):
        seat.looked[k] = state.secret.stack[table.stack_size - 1 - k]
    table.phase = Phase.KEEP


@compiled
def legal_cards(table, player, mask):
    """Allow to keep any of the level cards looked at."""
    for k in range(table.looks):
        mask[Action.KEEP + k] = 1


@compiled
def keep(state, action):
    """Put the kept card on top, until it is placed, and the other card under it."""
    seat = state.seats[state.table.active]
    seat.second = action - Action.KEEP
    if seat.second == 1:
        top = state.table.stack_size - 1
        seat.looked[0] = state.secret.stack[top - 1]
        seat.looked[1] = state.secret.stack[top]
        for j in range(2):
            state.secret.stack[top - j] = seat.looked[j]
    state.table.phase = Phase.LAY


@compiled
def legal_exits(table, player, mask):
    """Allow the reachable exits without a card."""
    for card in range(table.placed):
        for side in range(len(SIDES)):
            if is_open_exit(table, card, side):
                mask[Action.LAY + len(SIDES) * card + side] = 1


@compiled
def place_card(state, action):
    """Place the kept card at an exit of a card on the map (TB-8, TB-9); this may begin the final battle (TB-28)."""
    table = state.table
    card, side = (action - Action.LAY) // len(SIDES), (action - Action.LAY) % len(SIDES)
    table.stack_size -= 1
    level_card = state.secret.stack[table.stack_size]
    state.secret.stack[table.stack_size] = NONE
    lay_card(table, level_card, card, side)
    remember_others(state, table.active, level_card)
    remember_top(state, table.active, level_card)
    if table.hideouts == FINAL_HIDEOUT[table.span]:
        begin_final(state, table.active)
    else:
        table.phase = Phase.CHOOSE


@compiled
def remember_others(state, player, level_card):
    """Update which seats may know the top of the stack, by the knowledge of each seat.

    A seat that has put a card back knows it. Other seats may still know the old top, except to a seat that saw it placed.
    """
    table = state.table
    knows = 1 << player if table.looks == 2 else 0
    table.may_know = table.may_know | knows if table.looks == 2 else 0
    for p in range(table.num_players):
        seat = state.seats[p]
        top_is_gone = seat.second == 0 if p == player else seat.known == level_card
        if top_is_gone:
            seat.others = 0
        seat.others = (seat.others | knows) & table.may_know & ~(1 << p)


@compiled
def remember_top(state, player, level_card):
    """Update the knowledge of the top: the placed card is gone, and the player knows the card that it put back (TB-8)."""
    table = state.table
    for p in range(MAX_PLAYERS):
        if state.seats[p].known == level_card:
            state.seats[p].known = NONE
    seat = state.seats[player]
    seat.known = seat.looked[1]
    seat.looked[0] = NONE
    seat.looked[1] = NONE
    seat.second = 0
    table.looks = 0


# --- stages


@compiled
def legal_stages(table, player, mask):
    """Allow the stages that the player can reach and use (TB-8, TB-10)."""
    completes, heals = usable_stages(table, player)
    for card in range(table.placed):
        for at in range(STAGES_A_CARD):
            place = np.uint8(Action.STAGE + STAGES_A_CARD * card + at)
            mask[place] = is_usable(table, card, at, completes, heals)


@compiled
def choose_stage(state, action):
    """Move the pawn to a stage and begin it; a saloon or a wagon takes the whole turn (TB-10)."""
    table = state.table
    place = action - Action.STAGE
    stage = stage_at(table, place)
    table.came_from = table.pawn[table.active]
    table.pawn[table.active] = place
    table.place = place
    if stage == Stage.SALOON:
        visit_saloon(table, table.active)
    elif stage == Stage.WAGON or stage >= Stage.OWNED_WAGON:
        take_new(state, WAGON_PICKUPS, Phase.STAGE_DONE)
    else:
        set_up(state, SCENES_OF[stage])


@compiled
def visit_saloon(table, player):
    """Restore full health and discard all pickups (TB-10)."""
    discard_all(table, player)
    table.health[player] = table.max_health
    table.place = NONE
    table.came_from = NONE
    table.phase = Phase.TURN_OVER


@compiled
def legal_play_on(table, player, mask):
    """Allow the stages that the player can reach and use, or to stop (TB-31)."""
    legal_stages(table, player, mask)
    mask[Action.STOP] = 1


@compiled
def play_on(state, action):
    """After the final battle, play another stage, or stop for good (TB-31)."""
    if action == Action.STOP:
        stop(state)
    else:
        choose_stage(state, action)
