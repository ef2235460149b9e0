"""A turn: it begins, its ACTION frame asks for one thing after another, it ends (DB-13, DB-17 to DB-19)."""

import numpy as np

from dig_envs.core.compile import compiled
from dig_envs.core.game import End
from dig_envs.digging_bandits.components import (
    BRIDGE,
    CHARACTERS,
    DOUBLE_TIME,
    GOLD,
    LASSO,
    MINING_SITE,
    OUTLAW,
    SHOVEL,
    SPOON,
    TRADE,
    Back,
)
from dig_envs.digging_bandits.rules.actions import (
    CASH_IN,
    END_TURN,
    KIND_OF_PLAY,
    PICK_UP,
    PLAY,
    PLAY_OF,
    TURN_IN,
)
from dig_envs.digging_bandits.rules.dig import begin_digging_hand, may_begin_with, may_dig_here
from dig_envs.digging_bandits.rules.doodads import can_use_bonus, legal_bonus, play_bonus
from dig_envs.digging_bandits.rules.frames import announce, ask, become, pop, push
from dig_envs.digging_bandits.rules.hands import use
from dig_envs.digging_bandits.rules.immediate import draw_card
from dig_envs.digging_bandits.rules.loot import can_play_outlaw, play_lasso, play_outlaw
from dig_envs.digging_bandits.rules.players import anyone_exposed
from dig_envs.digging_bandits.rules.town import can_build, can_turn_in, cash_in, finish_game, in_town, play_bridge, turn_in
from dig_envs.digging_bandits.rules.trade import play_trade
from dig_envs.digging_bandits.state import NONE, Event, Step, What


@compiled
def begin_turn(state, player, encore):
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
    push(state, What.MOVE, player, np.int64(0))


# --- ACTION: the Bonus action, then dig, play, pick up, win (DB-18)


@compiled
def act_or_end(state, player):
    """Ask what comes next; where nothing is possible any more, the turn is over."""
    if can_act(state.table, state.seats[player], player):
        return ask(state, player)
    become(state, What.ENCORE, np.int64(0))
    return False


@compiled
def can_act(table, seat, player):
    if can_pick_up(table):
        return True
    if table.step == Step.WIN or table.step == Step.PICK_UP:
        return can_win(table, seat, player)
    return can_win(table, seat, player) or can_play(table, seat, player) or can_begin(table, seat, player)


@compiled
def can_begin(table, seat, player):
    """A Bonus action or a dig."""
    if table.step > Step.NONE:
        return False
    return can_dig(table, seat, player) or (not table.bonus and can_use_bonus(table, seat, player))


@compiled
def can_pick_up(table):
    return table.step < Step.PICK_UP and (table.deck_size[Back.DIG] > 0 or table.deck_size[Back.DRAW] > 0)


@compiled
def can_win(table, seat, player):
    if not in_town(table, player):
        return False
    for character in range(len(CHARACTERS)):
        if can_turn_in(table, seat, player, character):
            return True
    return seat.hand[GOLD] > 0


@compiled
def may_play(table, kind):
    """DB-25: one Draw card, or several BRIDGEs, or several OUTLAWs."""
    return table.step < Step.PLAY or (table.step == Step.PLAY and table.playing == kind)


@compiled
def can_play(table, seat, player):
    return (
        (may_play(table, TRADE) and seat.hand[TRADE] > 0)
        or (may_play(table, LASSO) and seat.hand[LASSO] > 0 and anyone_exposed(table, player))
        or (may_play(table, OUTLAW) and can_play_outlaw(table, seat, player))
        or (may_play(table, BRIDGE) and can_build(table, seat, player))
    )


@compiled
def can_dig(table, seat, player):
    if not may_dig_here(table, player):
        return False
    for kind in range(SHOVEL, MINING_SITE + 1):
        if may_begin_with(table, seat, player, kind):
            return True
    return seat.hand[SPOON] > 0


@compiled
def legal_action(table, seat, player, mask):
    if table.step == Step.NONE:
        if not table.bonus:
            legal_bonus(table, seat, player, mask)
        legal_first_tool(table, seat, player, mask)
    mask[PLAY_OF[TRADE]] = may_play(table, TRADE) and seat.hand[TRADE] > 0
    mask[PLAY_OF[LASSO]] = may_play(table, LASSO) and seat.hand[LASSO] > 0 and anyone_exposed(table, player)
    mask[PLAY_OF[OUTLAW]] = may_play(table, OUTLAW) and can_play_outlaw(table, seat, player)
    mask[PLAY_OF[BRIDGE]] = may_play(table, BRIDGE) and can_build(table, seat, player)
    mask[PICK_UP] = can_pick_up(table)
    if in_town(table, player):
        mask[CASH_IN] = seat.hand[GOLD] > 0
        for character in range(len(CHARACTERS)):
            mask[TURN_IN + character] = can_turn_in(table, seat, player, character)
    mask[END_TURN] = table.step > Step.NONE or not can_do_main(table, seat, player)


@compiled
def can_do_main(table, seat, player):
    """DB-18: at least one step must be done, if one is possible."""
    return can_pick_up(table) or can_win(table, seat, player) or can_play(table, seat, player) or can_dig(table, seat, player)


@compiled
def legal_first_tool(table, seat, player, mask):
    if may_dig_here(table, player):
        for kind in range(SHOVEL, MINING_SITE + 1):
            if may_begin_with(table, seat, player, kind):
                mask[PLAY_OF[kind]] = 1
        mask[PLAY_OF[SPOON]] = seat.hand[SPOON] > 0


@compiled
def decide_action(state, player, action):
    table = state.table
    if action == PICK_UP:
        table.step = Step.PICK_UP
        announce(state, Event.PICK_UP, player, NONE, np.int64(0))  # DB-43
    elif action == END_TURN:
        become(state, What.ENCORE, np.int64(0))
    elif action == CASH_IN:
        cash_in(state, player)
    elif action >= TURN_IN:
        table.step = Step.WIN
        turn_in(state, player, action - TURN_IN)
    else:
        play_in_turn(state, player, KIND_OF_PLAY[action - PLAY])


@compiled
def play_in_turn(state, player, kind):
    """A tool for the dig, a Draw card of the main action, or a Doodad of the Bonus action."""
    if kind <= MINING_SITE or kind == SPOON:
        begin_digging_hand(state, player, kind)
    elif kind > TRADE:
        play_bonus(state, player, kind)
    else:
        state.table.step = Step.PLAY
        play_draw_card(state, player, kind)


@compiled
def play_draw_card(state, player, kind):
    if kind == BRIDGE:
        play_bridge(state, player)
    elif kind == OUTLAW:
        play_outlaw(state, player)
    elif kind == LASSO:
        play_lasso(state, player)
    else:
        play_trade(state, player)


@compiled
def pick_up(state, player):
    """DB-44: first a Dig card, then a Draw card."""
    draw_card(state, player, np.int64(Back.DIG))
    draw_card(state, player, np.int64(Back.DRAW))


# --- ENCORE: the turn is over


@compiled
def end_or_encore(state, player):
    """DB-19: who holds DOUBLE-TIME is asked."""
    if state.seats[player].hand[DOUBLE_TIME] > 0:
        return ask(state, player)
    end_turn(state, player, np.int64(0))
    return False


@compiled
def legal_encore(mask):
    mask[PLAY_OF[DOUBLE_TIME]] = 1
    mask[END_TURN] = 1


@compiled
def decide_encore(state, player, action):
    if action == END_TURN:
        end_turn(state, player, np.int64(0))
    else:
        use(state, player, DOUBLE_TIME)
        announce(state, Event.ENCORE, player, NONE, DOUBLE_TIME)


@compiled
def end_turn(state, player, again):
    """The same player has another turn, or the next one that is in the game has its turn (DB-60)."""
    table = state.table
    table.turn += 1
    if table.max_turns > 0 and table.turn >= table.max_turns:
        finish_game(state, End.TRUNCATED)
    else:
        pop(state)
        begin_turn(state, player if again else next_player(table, player), again)


@compiled
def next_player(table, player):
    following = (player + 1) % table.num_players
    while table.out[following]:
        following = (following + 1) % table.num_players
    return following
