"""The expert of 2-Bit Bandits: points against risk at the level, dice for the whole row, pickups kept with a purpose."""

from agents.two_bit_bandits.attacking import attack
from agents.two_bit_bandits.exploring import keep, lay, where_to
from agents.two_bit_bandits.playing import best_die, best_reroll, best_to_hold, prepare, save_life
from dig_envs.core.compile import compiled
from dig_envs.two_bit_bandits.rules import actions
from dig_envs.two_bit_bandits.rules.foes import need
from dig_envs.two_bit_bandits.state import Phase


@compiled
def expert(table, seat, player, mask, rng):
    phase = table.phase
    if phase == Phase.EXPLORE or phase == Phase.CHOOSE or phase == Phase.PLAY_ON:
        return where_to(table, player, mask)
    if phase == Phase.KEEP:
        return keep(table, seat, mask)
    if phase == Phase.LAY:
        return lay(mask)
    if phase == Phase.ASSIGN:
        return best_die(table, player, mask)
    if phase == Phase.HOLD:
        return best_to_hold(mask)
    return in_stage(table, player, mask)


@compiled
def in_stage(table, player, mask):
    phase = table.phase
    if phase == Phase.READY:
        return prepare(table, player, mask)
    if phase == Phase.ATTACK:
        return attack(table, player, mask)
    if phase == Phase.BOOST:
        return actions.GO_ON  # what one holds saves a life as well when it must
    if phase == Phase.REROLL:
        return best_reroll(table, mask, need(table))
    if phase == Phase.SAVE:
        return save_life(table, player, mask)
    return actions.REVIVE
