"""Play 2-Bit Bandits as an expert: weigh points against risk by the valuation, lay dice for the whole row, back out in time."""

from dig_envs.agents.two_bit_bandits.attacking import attack
from dig_envs.agents.two_bit_bandits.exploring import keep, lay, where_to
from dig_envs.agents.two_bit_bandits.playing import best_die, best_reroll, best_to_hold, prepare, save_life
from dig_envs.core.compiler import compiled
from dig_envs.two_bit_bandits.rules import actions
from dig_envs.two_bit_bandits.rules.foes import need
from dig_envs.two_bit_bandits.state import Phase


@compiled
def expert(table, seat, player, mask, rng):
    """Return the expert's action in any phase."""
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
    """Return the expert's action while a stage is played or the final battle runs."""
    phase = table.phase
    if phase == Phase.READY:
        return prepare(table, player, mask)
    if phase == Phase.ATTACK:
        return attack(table, player, mask)
    if phase == Phase.BOOST:
        return actions.GO_ON  # a pickup that is kept can still save a life
    if phase == Phase.REROLL:
        return best_reroll(table, mask, need(table))
    if phase == Phase.SAVE:
        return save_life(table, player, mask)
    return actions.REVIVE
