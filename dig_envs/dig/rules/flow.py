"""Legal actions, one decision, and what follows from it: where to begin reading."""

from dig_envs.core.compiler import compiled, inlined
from dig_envs.core.game import NOBODY, End
from dig_envs.dig.components import ACTIONS_PER_TURN, HAND_LIMIT, MAX_STEP, NUM_COLOURS, Card
from dig_envs.dig.rules.actions import AWAY, DIG, DROP, END, HOME, KEEP, PLACE
from dig_envs.dig.rules.bones import count_of
from dig_envs.dig.rules.dig import dig, first_of, forget_what_was_dug, put_back
from dig_envs.dig.rules.drop import drop
from dig_envs.dig.rules.yard import bones_in_yard, clear_place, close_holes, is_bowl
from dig_envs.dig.state import Phase


@inlined
def legal(table, seat, player, mask):
    """Mark the legal actions of the seat that must decide."""
    if table.phase == Phase.PUT:
        legal_put(table, seat, player, mask)
    else:
        legal_moves(table, player, mask)
        here = table.yard[table.place[player]]
        mask[DIG] = here == Card.BONE
        mask[DROP] = is_bowl(here) and count_of(seat.hand, here - Card.BOWL) > 0
        mask[END] = table.actions_left < ACTIONS_PER_TURN  # DIG-3: after the first or second action


@inlined
def legal_moves(table, player, mask):
    """Mark the moves (DIG-4); from beyond the end they lead only toward the doghouse (DIG-9)."""
    place = table.place[player]
    for step in range(1, MAX_STEP - table.hand_size[player] + 1):
        mask[AWAY + step - 1] = place + step <= table.length
        mask[HOME + step - 1] = place - step >= 0


@compiled
def legal_put(table, seat, player, mask):
    """Mark what may be put back (DIG-5); with four in hand something must be."""
    mask[KEEP] = table.hand_size[player] <= HAND_LIMIT
    for colour in range(NUM_COLOURS):
        mask[PLACE + colour] = count_of(seat.hand, colour) > 0


# --- one decision


@compiled
def apply(state, action):
    """Carry out one decision, and go on to the next or to the end."""
    table = state.table
    player = table.active
    if action < HOME:
        table.place[player] += action - AWAY + 1
        finish_action(state)
    elif action < DIG:
        table.place[player] -= action - HOME + 1
        finish_action(state)
    elif action == DIG:
        dig(state, player)
    elif action == DROP:
        drop(state, player)
        finish_action(state)
    elif action == END:
        end_turn(state)
    else:
        if action >= PLACE:
            put_back(state, player, first_of(state.seats[player].hand, action - PLACE))
        else:
            clear_place(table, table.place[player])
        table.phase = Phase.ACT
        forget_what_was_dug(state)
        finish_action(state)


# --- the end of an action, of a turn, of the game


@inlined
def finish_action(state):
    """Count an action; end the game with the last bone (DIG-11), or the turn with the last action (DIG-3)."""
    table = state.table
    table.actions_left -= 1
    if bones_in_yard(table) == 0:
        close_holes(state)  # DIG-12: before the bowls are ranked
        finish_game(state, End.OVER)  # DIG-11: at once
    elif table.actions_left == 0:
        end_turn(state)


@compiled
def end_turn(state):
    """Close the holes, and go on to the next seat or to the turn limit."""
    table = state.table
    close_holes(state)
    table.turn += 1
    if table.max_turns > 0 and table.turn >= table.max_turns:
        finish_game(state, End.TRUNCATED)  # C-9, DIG-13
    else:
        table.active = (table.active + 1) % table.num_players
        table.actions_left = ACTIONS_PER_TURN
        state.secret.mover = table.active


@compiled
def finish_game(state, end):
    """End the game; nobody moves any more."""
    state.table.end = end
    state.table.actions_left = 0
    state.secret.mover = NOBODY
