"""The steps of a round of battle (TB-16, TB-20…27)."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.two_bit_bandits.components import (
    FINAL_HIT_POINTS,
    LAST_ROUND,
    MOST_DICE,
    NUM_MINIONS,
    SHAMANDILLO_POINTS,
    Minion,
    Pickup,
    Shamandillo,
)
from dig_envs.two_bit_bandits.rules.dice import ALWAYS_HITS, ALWAYS_HURTS, hits, hurts, may_reroll, reroll_first_hits, roll_dice
from dig_envs.two_bit_bandits.rules.flight import roll_heights, strike_fliers
from dig_envs.two_bit_bandits.rules.foes import (
    clear_battle,
    clear_round,
    defeat_boss,
    full_health,
    has_power,
    is_boss,
    is_water,
    level,
)
from dig_envs.two_bit_bandits.rules.holdings import count_active, damage, may_boost, take_new
from dig_envs.two_bit_bandits.rules.rolls import roll_six
from dig_envs.two_bit_bandits.state import Final, Phase

HIDEOUT_PICKUPS = 2
REROLLS = 2  # dice that a Horseshoe may reroll


@compiled
def begin_round(table):
    """Ask for boosts only if the fighter can discard a pickup and gain health (TB-16)."""
    table.phase = Phase.BOOST if may_boost(table, np.int64(table.active)) else Phase.ROLL


@compiled
def roll(state):
    """Roll heights and dice, then ask for the player's rerolls (TB-24)."""
    table = state.table
    clear_round(table)
    table.rounds += 1
    roll_heights(state)
    roll_dice(state)
    table.rerolls = REROLLS * count_active(table, np.int64(table.active), Pickup.HORSESHOE)
    ask_for_rerolls(table)


@compiled
def ask_for_rerolls(table):
    table.phase = Phase.REROLL if may_reroll(table) else Phase.STRIKE


@compiled
def strike(state):
    """Roll the enemy's rerolls, count the hits, and deal damage if an enemy is left (TB-20)."""
    table = state.table
    if has_power(table, Minion.PRICKLY_BEAR):
        reroll_first_hits(state, np.int64(1))
    elif is_boss(table, Shamandillo.SNAKE_EYES):
        reroll_first_hits(state, level(table) - 3)
    foes_reach = land_hits(table)
    if table.foe_health == 0:
        table.phase = Phase.WON
    else:
        damage(table, damage_done(table, foes_reach), Phase.BREATH)


@compiled
def land_hits(table):
    """Subtract the hits from the enemies' health; surplus hits are lost. Returns whether any enemy reaches the fighter."""
    nines = np.int64(0)
    others = np.int64(0)
    for k in range(MOST_DICE):
        if hits(table, k):
            nines += table.dice[k] == ALWAYS_HITS
            others += table.dice[k] != ALWAYS_HITS
    if table.height > 0:
        landed, foes_reach = strike_fliers(table, nines, others)
    else:
        landed, foes_reach = min(nines + others, np.int64(table.foe_health)), True
    table.foe_health -= landed
    if table.final == Final.RUNNING:
        table.points[table.active] += FINAL_HIT_POINTS * landed  # TB-29: these points are final
    return foes_reach


@compiled
def damage_done(table, foes_reach):
    """Return the damage of a round. Zeros hurt from any height (TB-25); a Shamandillo does at most 1, Smokey more (TB-23)."""
    done = np.int64(0)
    for k in range(MOST_DICE):
        if hurts(table, k) and (foes_reach or table.dice[k] == ALWAYS_HURTS):
            done += 1
    if is_boss(table, Shamandillo.SMOKEY):
        return min(done, max(1, level(table) - 1))
    return min(done, 1) if table.foe >= NUM_MINIONS else done


@compiled
def breathe(state):
    """Roll for breath in a battle under water (TB-26), unless a Breathing Potion is active (TB-17)."""
    table = state.table
    table.phase = Phase.AFTERMATH
    if is_water(table) and count_active(table, np.int64(table.active), Pickup.POTION) == 0:
        if roll_six(state) <= table.rounds:
            damage(table, np.int64(1), Phase.AFTERMATH)


@compiled
def end_round(table):
    """Deal the damage of Reapers and El Diablo at the end of a round."""
    table.phase = Phase.RECOVERY
    if has_power(table, Minion.REAPER) or is_boss(table, Shamandillo.EL_DIABLO):
        damage(table, np.int64(1), Phase.RECOVERY)


@compiled
def recover(table):
    """Heal Dusty, add a Dust Devil, and end a battle after its last round, except the final battle (TB-27)."""
    if table.final == Final.RUNNING:
        table.phase = Phase.NEXT_FIGHTER
        return
    heal_dusty(table)
    if has_power(table, Minion.DUST_DEVIL) and level(table) > 1:
        table.minions += 1
        table.foe_health += 1
    table.phase = Phase.LIFE_LOST if table.rounds >= LAST_ROUND else Phase.ROUND


@compiled
def heal_dusty(table):
    """Heal Dusty up to full health (TB-23). In the final battle this happens once per cycle (TB-29)."""
    if is_boss(table, Shamandillo.DUSTY):
        table.foe_health = min(full_health(table), table.foe_health + max(0, level(table) - 4))


@compiled
def win(state):
    """Add the points for the defeated enemies (TB-21, TB-23). After a Shamandillo, draw two pickups (TB-10)."""
    table = state.table
    if table.foe < NUM_MINIONS:
        table.tentative += table.minions * table.faces.minion_points[table.foe][table.elemental]
        clear_battle(table)
        table.phase = Phase.ENCOUNTER
    else:
        table.tentative += SHAMANDILLO_POINTS * level(table)
        clear_battle(table)
        defeat_boss(state)
        take_new(state, np.int64(HIDEOUT_PICKUPS), Phase.STAGE_DONE)
