"""Begin and end a turn (DB-13, DB-19). `move.py` and `action.py` implement the phases between."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.game import End
from dig_envs.digging_bandits.components import (
    DOUBLE_TIME,
)
from dig_envs.digging_bandits.rules.actions import (
    END_TURN,
    PLAY_OF,
)
from dig_envs.digging_bandits.rules.frames import announce, ask, pop, push
from dig_envs.digging_bandits.rules.hands import use
from dig_envs.digging_bandits.rules.town import finish_game
from dig_envs.digging_bandits.state import NONE, Event, FrameKind, Step


@compiled
def begin_turn(state, player, encore):
    """Begin a turn of a player, which is an encore after DOUBLE-TIME."""
    table = state.table
    table.active = player
    table.encore = encore
    table.landed = 0
    table.arrested = 0
    table.step = Step.NONE
    table.bonus = 0
    table.playing = NONE
    table.dice[0] = 0
    table.dice[1] = 0
    push(state, FrameKind.MOVE, player)


# --- ENCORE: the turn is over


@compiled
def end_or_encore(state, player):
    """Ask a player who holds DOUBLE-TIME; otherwise end the turn (DB-19). Returns whether a seat is asked."""
    if state.seats[player].hand[DOUBLE_TIME] > 0:
        return ask(state, player)
    end_turn(state, player, np.int64(0))
    return False


@compiled
def legal_encore(mask):
    """Write the two choices at the end of a turn: play DOUBLE-TIME or not (DB-19)."""
    mask[PLAY_OF[DOUBLE_TIME]] = 1
    mask[END_TURN] = 1


@compiled
def decide_encore(state, player, action):
    """End the turn, or announce DOUBLE-TIME; others may stop it (DB-45)."""
    if action == END_TURN:
        end_turn(state, player, np.int64(0))
    else:
        use(state, player, DOUBLE_TIME)
        announce(state, Event.ENCORE, player, NONE, DOUBLE_TIME)


@compiled
def end_turn(state, player, again):
    """Begin another turn of the same or the next player in the game; truncate the game at the turn limit (DB-60)."""
    table = state.table
    table.turn += 1
    if table.max_turns > 0 and table.turn >= table.max_turns:
        finish_game(state, End.TRUNCATED)
    else:
        pop(state)
        begin_turn(state, player if again else next_player(table, player), again)


@compiled
def next_player(table, player):
    """Return the next player clockwise who is in the game."""
    following = (player + 1) % table.num_players
    while table.out[following]:
        following = (following + 1) % table.num_players
    return following
