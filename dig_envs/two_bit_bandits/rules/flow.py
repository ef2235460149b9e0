"""Carry out one decision, then all steps up to the next question. Two tables name the functions of each phase."""

from dig_envs.core.compiler import compiled
from dig_envs.core.compiler.dispatch import dispatch
from dig_envs.core.game import End
from dig_envs.two_bit_bandits.rules import battle, stage
from dig_envs.two_bit_bandits.rules.attack import attack, legal_attack, open_window
from dig_envs.two_bit_bandits.rules.dice import legal_rerolls
from dig_envs.two_bit_bandits.rules.explore import (
    choose_stage,
    explore,
    keep,
    legal_cards,
    legal_exits,
    legal_explore,
    legal_play_on,
    legal_stages,
    place_card,
    play_on,
)
from dig_envs.two_bit_bandits.rules.final import begin_fight, defeat_fighter, legal_revival, next_to_fight, revive, win_final
from dig_envs.two_bit_bandits.rules.holdings import hold, legal_boosts, legal_hold, save, take_damage
from dig_envs.two_bit_bandits.rules.turns import end_turn, finish_game, limit_reached
from dig_envs.two_bit_bandits.state import NONE, Final, Phase


@compiled
def end_life(state):
    """End the life of the active seat; in the final battle it keeps its continue (TB-18, TB-29)."""
    if state.table.final == Final.RUNNING:
        defeat_fighter(state.table)
    else:
        stage.lose_life(state.table)


@compiled
def win_battle(state):
    """End a battle as won."""
    if state.table.final == Final.RUNNING:
        win_final(state)
    else:
        battle.win(state)


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


# By question: the function that writes its legal actions, and the function that carries out the decision.
QUESTIONS = {
    Phase.EXPLORE: (legal_explore, explore),
    Phase.KEEP: (legal_cards, keep),
    Phase.LAY: (legal_exits, place_card),
    Phase.CHOOSE: (legal_stages, choose_stage),
    Phase.ASSIGN: (stage.legal_dice, stage.assign),
    Phase.HOLD: (legal_hold, hold),
    Phase.READY: (stage.legal_ready, stage.prepare),
    Phase.ATTACK: (legal_attack, attack),
    Phase.BOOST: (battle.legal_round, battle.prepare_round),
    Phase.REROLL: (legal_rerolls, battle.reroll_or_stand),
    Phase.SAVE: (legal_boosts, save),
    Phase.REVIVE: (legal_revival, revive),
    Phase.PLAY_ON: (legal_play_on, play_on),
}
legal_in_phase = dispatch("legal_in_phase", {phase: pair[0] for phase, pair in QUESTIONS.items()}, otherwise=legal_play_on)
decide = dispatch("decide", {phase: pair[1] for phase, pair in QUESTIONS.items()}, otherwise=play_on)
# The steps without a question.
step = dispatch(
    "step",
    {
        Phase.TURN_OVER: end_turn,
        Phase.NEXT_SCENE: stage.next_scene,
        Phase.ENCOUNTER: stage.next_encounter,
        Phase.STAGE_DONE: stage.complete_stage,
        Phase.LIFE_LOST: end_life,
        Phase.DAMAGE: take_damage,
        Phase.WINDOW: open_window,
        Phase.ROUND: battle.begin_round,
        Phase.ROLL: battle.roll,
        Phase.STRIKE: battle.strike,
        Phase.BREATH: battle.breathe,
        Phase.AFTERMATH: battle.end_round,
        Phase.RECOVERY: battle.recover,
        Phase.WON: win_battle,
        Phase.NEXT_FIGHTER: next_fighter,
    },
    otherwise=next_fighter,
)


@compiled
def legal(table, seat, player, mask):
    """Write 1 for each legal action of the seat that must decide."""
    legal_in_phase(table.phase, table, player, mask)


@compiled
def apply(state, action):
    """Carry out a legal action, and advance to the next question or to the end."""
    decide(state.table.phase, state, action)
    advance(state)


@compiled
def advance(state):
    """Run steps until the next question or the end of the game."""
    table = state.table
    while table.phase > Phase.OVER:
        step(table.phase, state)
    if table.phase < Phase.OVER and table.phase != Phase.ATTACK:
        state.secret.mover = table.active
