"""End a turn and the game, and compute results and rewards (LD-11, LD-14)."""

from dig_envs.core.compiler import compiled
from dig_envs.core.game import NOBODY, End, Reward
from dig_envs.core.rewards import score_margin, share_the_win
from dig_envs.lets_dig_for_treasure.components import SCORE_CONSTANT
from dig_envs.lets_dig_for_treasure.rules.piles import num_piles, pile_of, pile_points
from dig_envs.lets_dig_for_treasure.rules.stacks import a_stack_is_empty
from dig_envs.lets_dig_for_treasure.rules.theft import settle_theft, stolen_card
from dig_envs.lets_dig_for_treasure.state import NONE, Phase


@compiled
def end_turn(state):
    """End a turn: the next one is an extra turn, or the next seat's, or the game is over."""
    table = state.table
    table.turn += 1
    table.digs = 0
    table.phase = Phase.DIG
    table.card = NONE
    if a_stack_is_empty(table):
        finish_game(state)  # LD-11: turns owed are not taken
    elif table.extra_turns > 0:
        table.extra_turns -= 1  # LD-6
    else:
        table.active = (table.active + 1) % table.num_players
        state.secret.mover = table.active


@compiled
def finish_game(state):
    """End the game; the piles are counted openly (LD-14)."""
    if state.table.thief != NONE:
        settle_theft(state, stolen_card(state))
    state.table.end = End.OVER
    state.secret.mover = NOBODY


# --- results


@compiled
def standings(table, seats, out):
    """Write the points of each seat's pile."""
    for p in range(table.num_players):
        out[p] = pile_points(table, seats[p], pile_of(table, p))


@compiled
def rewards(table, points, out):
    """Write each seat's reward (LD-14); partners get their team's (LD-15)."""
    piles = num_piles(table)
    if table.reward == Reward.SCORE:
        score_margin(points, piles, SCORE_CONSTANT, out)
    else:
        share_the_win(points, piles, out)
    for p in range(piles, table.num_players):
        out[p] = out[pile_of(table, p)]
