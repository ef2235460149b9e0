"""Carry out one decision, then all steps without a question, up to the next question."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.game import End
from dig_envs.two_bit_bandits.components import DIE_SIDES, NUM_PICKUPS, PATHS, SIDES
from dig_envs.two_bit_bandits.rules import actions
from dig_envs.two_bit_bandits.rules.attack import legal_attack, open_window, pass_attack, throw
from dig_envs.two_bit_bandits.rules.battle import (
    ask_for_rerolls,
    begin_round,
    breathe,
    end_round,
    recover,
    roll,
    strike,
    win,
)
from dig_envs.two_bit_bandits.rules.dice import legal_rerolls, reroll
from dig_envs.two_bit_bandits.rules.explore import (
    choose_stage,
    keep,
    legal_exits,
    legal_explore,
    legal_stages,
    look,
    place_card,
)
from dig_envs.two_bit_bandits.rules.final import begin_fight, defeat_fighter, give_up, next_to_fight, revive, win_final
from dig_envs.two_bit_bandits.rules.holdings import boost, discard_pool, drink, hold, take_damage
from dig_envs.two_bit_bandits.rules.stage import (
    assign,
    back_out,
    begin_scene,
    complete_stage,
    legal_boosts,
    legal_ready,
    lose_life,
    make_ready,
    next_encounter,
    next_scene,
    replace_scene,
    skip,
    swap_scenes,
    switch,
)
from dig_envs.two_bit_bandits.rules.turns import end_turn, finish_game, limit_reached, stop
from dig_envs.two_bit_bandits.state import NONE, Final, Phase

# --- legal actions


@compiled
def legal(table, seat, player, mask):
    phase = table.phase
    if phase == Phase.EXPLORE:
        legal_explore(table, player, mask)
    elif phase == Phase.KEEP:
        for k in range(table.looks):
            mask[actions.KEEP + k] = 1
    elif phase == Phase.LAY:
        legal_exits(table, mask)
    elif phase == Phase.CHOOSE:
        legal_stages(table, player, mask)
    elif phase == Phase.PLAY_ON:
        legal_stages(table, player, mask)
        mask[actions.STOP] = 1
    elif phase == Phase.REVIVE:
        mask[actions.REVIVE] = 1
        mask[actions.GIVE_UP] = 1
    else:
        legal_in_stage(table, seat, player, mask)


@compiled
def legal_in_stage(table, seat, player, mask):
    phase = table.phase
    if phase == Phase.ASSIGN:
        for face in range(PATHS):
            mask[actions.ASSIGN + face] = table.rolled[face] > 0
    elif phase == Phase.HOLD:
        for kind in range(NUM_PICKUPS):
            mask[actions.HOLD + kind] = table.pool[kind] > 0
        mask[actions.HOLD_NOTHING] = 1
    elif phase == Phase.READY:
        legal_ready(table, player, mask)
    elif phase == Phase.ATTACK:
        legal_attack(table, player, mask)
    elif phase == Phase.REROLL:
        legal_rerolls(table, mask)
    else:
        legal_boosts(table, player, mask)
        mask[actions.GO_ON] = phase == Phase.BOOST  # not in SAVE, where a pickup must be discarded


# --- one decision


@compiled
def apply(state, action):
    if action < actions.ASSIGN:
        apply_on_map(state, action)
    elif action < actions.GO_ON:
        apply_choice(state, action)
    elif action < actions.THROW:
        apply_preparation(state, action)
    else:
        apply_in_battle(state, action)
    advance(state)


@compiled
def apply_on_map(state, action):
    if action < actions.LAY:
        choose_stage(state, np.int64(action - actions.STAGE))
    elif action < actions.LOOK:
        exit_ = action - actions.LAY
        place_card(state, np.int64(exit_ // len(SIDES)), np.int64(exit_ % len(SIDES)))
    elif action == actions.LOOK:
        look(state)
    elif action < actions.FINISH:
        keep(state, np.int64(action - actions.KEEP))
    elif action == actions.FINISH:
        finish_game(state, End.OVER)
    else:
        stop(state)


@compiled
def apply_choice(state, action):
    if action < actions.HOLD:
        assign(state.table, action - actions.ASSIGN + 1)
    elif action < actions.HOLD_NOTHING:
        hold(state.table, action - actions.HOLD)
    else:
        discard_pool(state.table)


@compiled
def apply_preparation(state, action):
    """Carry out a decision before a scene, before a round of battle, or at zero health."""
    table = state.table
    player = np.int64(table.active)
    if action == actions.GO_ON:
        end_preparation(state)
    elif action == actions.SWITCH:
        switch(state)
    elif action == actions.BACK_OUT:
        back_out(table)
    elif action < actions.DRINK:
        boost(table, player, np.int64(action - actions.BOOST))
        continue_preparation(state)
    elif action == actions.DRINK:
        drink(table, player)
        continue_preparation(state)
    elif action == actions.SKIP:
        skip(table)
    elif action < actions.REPLACE:
        pair = action - actions.SWAP
        swap_scenes(state, actions.SWAP_FIRST[pair], actions.SWAP_SECOND[pair])
    else:
        replace_scene(state, action - actions.REPLACE)


@compiled
def end_preparation(state):
    if state.table.phase == Phase.READY:
        begin_scene(state)
    else:
        state.table.phase = Phase.ROLL


@compiled
def continue_preparation(state):
    """Ask the same question after a boost if it still has choices; after a saved life, the damage continues."""
    table = state.table
    if table.phase == Phase.READY:
        make_ready(state)
    elif table.phase == Phase.BOOST:
        table.phase = Phase.ROUND
    else:
        table.phase = Phase.DAMAGE


@compiled
def apply_in_battle(state, action):
    table = state.table
    if action < actions.PASS:
        throw(state, np.int64(action - actions.THROW))
    elif action == actions.PASS:
        pass_attack(state)
    elif action < actions.STAND:
        die = action - actions.REROLL
        reroll(state, die // DIE_SIDES, die % DIE_SIDES)
        ask_for_rerolls(table)
    elif action == actions.STAND:
        table.rerolls = 0
        table.phase = Phase.STRIKE
    elif action == actions.REVIVE:
        revive(table)
    else:
        give_up(table)


# --- steps without a question


@compiled
def advance(state):
    """Run steps until the next question or the end of the game."""
    table = state.table
    while table.phase > Phase.OVER:
        if table.phase >= Phase.WINDOW:
            step_in_battle(state)
        else:
            step_in_turn(state)
    if table.phase < Phase.OVER and table.phase != Phase.ATTACK:
        state.secret.mover = table.active


@compiled
def step_in_turn(state):
    table = state.table
    phase = table.phase
    if phase == Phase.TURN_OVER:
        end_turn(state)
    elif phase == Phase.NEXT_SCENE:
        next_scene(state)
    elif phase == Phase.ENCOUNTER:
        next_encounter(state)
    elif phase == Phase.STAGE_DONE:
        complete_stage(table)
    elif phase == Phase.DAMAGE:
        take_damage(table)
    elif table.final == Final.RUNNING:
        defeat_fighter(table)
    else:
        lose_life(table)


@compiled
def step_in_battle(state):
    table = state.table
    phase = table.phase
    if phase == Phase.WINDOW:
        open_window(state)
    elif phase == Phase.ROUND:
        begin_round(table)
    elif phase == Phase.ROLL:
        roll(state)
    elif phase == Phase.STRIKE:
        strike(state)
    elif phase == Phase.BREATH:
        breathe(state)
    elif phase == Phase.AFTERMATH:
        end_round(table)
    elif phase == Phase.RECOVERY:
        recover(table)
    elif phase == Phase.NEXT_FIGHTER:
        next_fighter(state)
    elif table.final == Final.RUNNING:
        win_final(state)
    else:
        win(state)


@compiled
def next_fighter(state):
    """Begin the round of the next seat. Each round of the final battle is a turn; without a seat it is lost (TB-29)."""
    table = state.table
    table.turn += 1
    seat = next_to_fight(table)
    if seat == NONE:
        finish_game(state, End.OVER)
    elif limit_reached(table):
        finish_game(state, End.TRUNCATED)
    else:
        begin_fight(table, seat)
