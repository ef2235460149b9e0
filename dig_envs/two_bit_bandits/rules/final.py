"""Fight the final battle: one round per seat in turn until the Shamandillo or all Good Guys are defeated (TB-28…30)."""

from dig_envs.core.compiler import compiled
from dig_envs.two_bit_bandits.components import LAST_ROUND
from dig_envs.two_bit_bandits.rules.actions import Action
from dig_envs.two_bit_bandits.rules.battle import heal_dusty
from dig_envs.two_bit_bandits.rules.foes import begin_boss, clear_battle, clear_round, defeat_boss
from dig_envs.two_bit_bandits.state import NONE, Final, Phase, Status

PRINCESS_POINTS = 1000  # times 1, 2 or 3 by length


@compiled
def begin_final(state, seat):
    """Begin the final battle with a seat (TB-28)."""
    table = state.table
    table.final = Final.RUNNING
    table.starter = seat
    begin_boss(state)
    begin_fight(table, seat)


@compiled
def begin_fight(table, seat):
    """Begin the round of a seat; a defeated Good Guy first decides whether to spend a continue (TB-29)."""
    table.active = seat
    if table.status[seat] == Status.DOWN:
        table.phase = Phase.REVIVE
    else:
        if table.health[seat] == 0:  # lost a life before the battle (TB-18)
            table.health[seat] = table.max_health
        table.phase = Phase.ROUND


@compiled
def legal_revival(table, player, mask):
    """Allow to spend a continue, or to give up."""
    mask[Action.REVIVE] = 1
    mask[Action.GIVE_UP] = 1


@compiled
def revive(state, action):
    """Spend a continue and fight on at full health, or be out (TB-29)."""
    table = state.table
    player = table.active
    if action == Action.REVIVE:
        table.continues[player] -= 1
        table.status[player] = Status.IN
        table.health[player] = table.max_health
        table.phase = Phase.ROUND
    else:
        table.status[player] = Status.OUT
        table.phase = Phase.NEXT_FIGHTER


@compiled
def defeat_fighter(table):
    """Mark the fighter as defeated; it keeps its continue (TB-29)."""
    player = table.active
    table.status[player] = Status.DOWN if table.continues[player] > 0 else Status.OUT
    table.half[player] = 0
    table.phase = Phase.NEXT_FIGHTER


@compiled
def next_to_fight(table):
    """Return the next seat that is not out; NONE without such a seat, or after the last cycle (TB-29)."""
    clear_round(table)
    seat = table.active
    for _ in range(table.num_players):
        seat = (seat + 1) % table.num_players
        if seat == table.starter:
            table.cycle += 1
            heal_dusty(table)
        if table.status[seat] != Status.OUT and table.cycle < LAST_ROUND:
            return seat
    return NONE


@compiled
def win_final(state):
    """End the final battle as won: Good Guys that are alive get a Princess (TB-30).

    A defeated Good Guy gets none; it spends its continue and plays on.
    """
    table = state.table
    clear_battle(table)
    defeat_boss(state)
    table.final = Final.WON
    table.starter = table.active
    table.cycle = 0
    for p in range(table.num_players):
        table.half[p] = 0
        if table.status[p] == Status.IN:
            table.points[p] += PRINCESS_POINTS * (table.span + 1)
        elif table.status[p] == Status.DOWN:
            table.continues[p] -= 1
            table.status[p] = Status.IN
            table.pawn[p] = 0
    table.phase = Phase.TURN_OVER
