"""Carry out events that nobody stopped, and undo stopped events, by the groups of `EVENT_GROUPS`.

This module maps each event to its consequence, which is a function in the module of the card.
"""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits.rules.action import pick_up
from dig_envs.digging_bandits.rules.board import enter_cabin
from dig_envs.digging_bandits.rules.bribe import accept_bribe, ask_for_bribe
from dig_envs.digging_bandits.rules.build import build_bridge, lose_bridge
from dig_envs.digging_bandits.rules.dig import blow_away, lift_first, stop_digging
from dig_envs.digging_bandits.rules.doodads import apply_doodad, lose_doodad
from dig_envs.digging_bandits.rules.exchange import end_trade, exchange
from dig_envs.digging_bandits.rules.frame_fields import detail_of, event_of, seat_of, victim_of
from dig_envs.digging_bandits.rules.frames import pop
from dig_envs.digging_bandits.rules.hands import lose_everything
from dig_envs.digging_bandits.rules.immediate import fight_duel, pass_cards_on
from dig_envs.digging_bandits.rules.loot import look_at_hand
from dig_envs.digging_bandits.rules.move import (
    arrest,
    begin_rolled_move,
    blow_up,
    end_roll,
    lose_toll,
    lose_warp,
    pay_toll,
    warp_by_card,
)
from dig_envs.digging_bandits.rules.reactions import resume_asking_at
from dig_envs.digging_bandits.rules.town import lose_rescue, rescue
from dig_envs.digging_bandits.rules.turn import end_turn
from dig_envs.digging_bandits.state import LAST_MOVE_EVENT, LAST_PLAY_EVENT, Event


@compiled
def carry_out(state):
    """Pop and carry out the innermost event, which nobody stopped. A COWBOY stops the event below it."""
    frame = state.table.frames[state.table.depth - 1]
    event = event_of(frame)
    player = seat_of(frame)
    victim = victim_of(frame)
    detail = detail_of(frame)
    pop(state)
    if event == Event.COWBOY:
        stop_innermost(state)
    elif event <= LAST_MOVE_EVENT:
        carry_out_move(state, event, player)
    elif event <= LAST_PLAY_EVENT:
        carry_out_play(state, event, player, victim, detail)
    else:
        carry_out_card(state, event, player, victim, detail)


@compiled
def carry_out_move(state, event, player):
    """Carry out an event of a move or payment, or begin a dig."""
    if event == Event.ROLL:
        begin_rolled_move(state)
    elif event == Event.SHERIFF:
        arrest(state)
    elif event == Event.TOLL:
        pay_toll(state, player)
    elif event == Event.BRIBE:
        accept_bribe(state)
    elif event == Event.TNT:
        blow_up(state, player)
    else:
        lift_first(state, player)


@compiled
def carry_out_play(state, event, player, victim, detail):
    """Carry out an event of a step of the main action. The detail is a back, a place or a partner."""
    if event == Event.DYNAMITE:
        blow_away(state, player)
    elif event == Event.PICK_UP:
        pick_up(state, player)
    elif event == Event.OUTLAW:
        ask_for_bribe(state, player, victim, detail)
    elif event == Event.LASSO:
        look_at_hand(state, player, victim)
    elif event == Event.BUILD:
        build_bridge(state, player, detail)
    else:
        exchange(state, player, detail)


@compiled
def carry_out_card(state, event, player, victim, detail):
    """Carry out an event of another card. The detail is a kind, the shielded seats or the seat to be saved."""
    if event == Event.DUEL:
        fight_duel(state, player, victim)
    elif event == Event.GAMBLING:
        lose_everything(state, player)
    elif event == Event.HIDEOUT:
        enter_cabin(state, player)
    elif event == Event.HEIST:
        pass_cards_on(state, detail)
    elif event == Event.BONUS:
        apply_doodad(state, player, detail)
    elif event == Event.WARP:
        warp_by_card(state)
    elif event == Event.ENCORE:
        end_turn(state, player, np.int64(1))
    else:
        rescue(state, detail)


@compiled
def stop_innermost(state):
    """Pop the innermost event without carrying it out, because a card stopped it. Most events need no more."""
    frame = state.table.frames[state.table.depth - 1]
    event = event_of(frame)
    player = seat_of(frame)
    detail = detail_of(frame)
    pop(state)
    if event == Event.COWBOY:
        resume_asking_at(state, player)  # the event that the COWBOY answered was not stopped
    elif event == Event.SHERIFF:
        end_roll(state)
    elif event == Event.TOLL:
        lose_toll(state)
    elif event == Event.DIG or event == Event.SPOON:
        stop_digging(state)
    elif event == Event.BUILD:
        lose_bridge(state)
    elif event == Event.TRADE:
        end_trade(state)
    elif event == Event.BONUS:
        lose_doodad(state, detail)
    elif event == Event.WARP:
        lose_warp(state)
    elif event == Event.ENCORE:
        end_turn(state, player, np.int64(0))
    elif event == Event.RESCUE:
        lose_rescue(state, detail)
