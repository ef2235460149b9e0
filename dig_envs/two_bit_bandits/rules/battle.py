"""Fight the rounds of a battle (TB-16, TB-20…27)."""

from dig_envs.core.compiler import compiled
from dig_envs.two_bit_bandits import components
from dig_envs.two_bit_bandits.components import Minion, Pickup, Shamandillo
from dig_envs.two_bit_bandits.rules import dice, foes
from dig_envs.two_bit_bandits.rules.actions import Action
from dig_envs.two_bit_bandits.rules.holdings import boost, count_active, damage, legal_boosts, may_boost, take_new
from dig_envs.two_bit_bandits.state import Final, Phase

HIDEOUT_PICKUPS = 2
REROLLS = 2  # dice that a Horseshoe may reroll
GROUND, SKY = 1, components.TOP_LEVEL  # the lowest and the highest height


@compiled
def begin_round(state):
    """Ask for boosts only if the fighter can discard a pickup and gain health (TB-16)."""
    table = state.table
    table.phase = Phase.BOOST if may_boost(table, table.active) else Phase.ROLL


@compiled
def legal_round(table, player, mask):
    """Allow boosts, or to roll the dice."""
    legal_boosts(table, player, mask)
    mask[Action.GO_ON] = 1


@compiled
def prepare_round(state, action):
    """Boost health before a round, or roll the dice (TB-16)."""
    table = state.table
    if action == Action.GO_ON:
        table.phase = Phase.ROLL
    else:
        boost(table, table.active, action)
        table.phase = Phase.ROUND


@compiled
def roll(state):
    """Roll heights and dice, then ask for the player's rerolls (TB-24)."""
    table = state.table
    foes.clear_round(table)
    table.rounds += 1
    roll_heights(state)
    dice.roll_dice(state)
    table.rerolls = REROLLS * count_active(table, table.active, Pickup.HORSESHOE)
    ask_for_rerolls(table)


@compiled
def ask_for_rerolls(table):
    """Ask for a reroll while a reroll and a die for it are left."""
    table.phase = Phase.REROLL if dice.may_reroll(table) else Phase.STRIKE


@compiled
def reroll_or_stand(state, action):
    """Reroll a die, or end the rerolls (TB-17)."""
    table = state.table
    if action == Action.STAND:
        table.rerolls = 0
        table.phase = Phase.STRIKE
    else:
        die = action - Action.REROLL
        dice.reroll(state, die // components.DIE_SIDES, die % components.DIE_SIDES)
        ask_for_rerolls(table)


@compiled
def strike(state):
    """Roll the enemy's rerolls, count the hits, and deal damage if an enemy is left (TB-20)."""
    table = state.table
    if foes.has_power(table, Minion.PRICKLY_BEAR):
        dice.reroll_first_hits(state, 1)
    elif foes.is_boss(table, Shamandillo.SNAKE_EYES):
        dice.reroll_first_hits(state, foes.level(table) - 3)
    foes_reach = land_hits(table)
    if table.foe_health == 0:
        table.phase = Phase.WON
    else:
        damage(table, damage_done(table, foes_reach), Phase.BREATH)


@compiled
def land_hits(table):
    """Subtract the hits from the enemies' health; surplus hits are lost. Return whether an enemy reaches the fighter."""
    nines = 0
    others = 0
    for k in range(components.MAX_DICE):
        if dice.hits(table, k):
            nines += table.dice[k] == dice.ALWAYS_HITS
            others += table.dice[k] != dice.ALWAYS_HITS
    if table.height > 0:
        landed, foes_reach = strike_fliers(table, nines, others)
    else:
        landed, foes_reach = min(nines + others, table.foe_health), True
    table.foe_health -= landed
    if table.final == Final.RUNNING:
        table.points[table.active] += components.FINAL_HIT_POINTS * landed  # TB-29: these points are final
    return foes_reach


@compiled
def damage_done(table, foes_reach):
    """Return the damage of a round. Zeros hurt from any height (TB-25); a Shamandillo does at most 1, Smokey more (TB-23)."""
    dealt = 0
    for k in range(components.MAX_DICE):
        if dice.hurts(table, k) and (foes_reach or table.dice[k] == dice.ALWAYS_HURTS):
            dealt += 1
    if foes.is_boss(table, Shamandillo.SMOKEY):
        return min(dealt, max(1, foes.level(table) - 1))
    return min(dealt, 1) if table.foe >= components.NUM_MINIONS else dealt


@compiled
def breathe(state):
    """Roll for breath in a battle under water (TB-26), unless a Breathing Potion is active (TB-17)."""
    table = state.table
    table.phase = Phase.AFTERMATH
    if foes.is_water(table) and count_active(table, table.active, Pickup.POTION) == 0:
        if dice.roll_six(state) <= table.rounds:
            damage(table, 1, Phase.AFTERMATH)


@compiled
def end_round(state):
    """Deal the damage of Reapers and El Diablo at the end of a round."""
    table = state.table
    table.phase = Phase.RECOVERY
    if foes.has_power(table, Minion.REAPER) or foes.is_boss(table, Shamandillo.EL_DIABLO):
        damage(table, 1, Phase.RECOVERY)


@compiled
def recover(state):
    """Heal Dusty, add a Dust Devil, and end a battle after its last round, except the final battle (TB-27)."""
    table = state.table
    if table.final == Final.RUNNING:
        table.phase = Phase.NEXT_FIGHTER
        return
    heal_dusty(table)
    if foes.has_power(table, Minion.DUST_DEVIL) and foes.level(table) > 1:
        table.minions += 1
        table.foe_health += 1
    table.phase = Phase.LIFE_LOST if table.rounds >= components.LAST_ROUND else Phase.ROUND


@compiled
def heal_dusty(table):
    """Heal Dusty up to full health (TB-23). In the final battle this happens once per cycle (TB-29)."""
    if foes.is_boss(table, Shamandillo.DUSTY):
        table.foe_health = min(foes.full_health(table), table.foe_health + max(0, foes.level(table) - 4))


@compiled
def win(state):
    """Add the points for the defeated enemies (TB-21, TB-23). After a Shamandillo, draw two pickups (TB-10)."""
    table = state.table
    if table.foe < components.NUM_MINIONS:
        table.tentative += table.minions * table.faces.minion_points[table.foe][table.elemental]
        foes.clear_battle(table)
        table.phase = Phase.ENCOUNTER
    else:
        table.tentative += components.SHAMANDILLO_POINTS * foes.level(table)
        foes.clear_battle(table)
        foes.defeat_boss(state)
        take_new(state, HIDEOUT_PICKUPS, Phase.STAGE_DONE)


# --- flight (TB-25)


@compiled
def roll_heights(state):
    """Roll the heights of a round. Without flight the Good Guy's height is 0."""
    table = state.table
    if not (foes.foes_fly(table) or foes.good_guy_flies(table)):
        return
    table.height = roll_height(state) if foes.good_guy_flies(table) else GROUND
    if not foes.foes_fly(table):
        table.foe_heights[GROUND] = table.foe_health
    elif foes.has_power(table, Minion.BEEZARD):
        for _ in range(table.foe_health):
            table.foe_heights[roll_height(state)] += 1
    else:
        table.foe_heights[roll_height(state)] = table.foe_health


@compiled
def roll_height(state):
    """Roll a height: a six-sided die, at most the level."""
    return min(dice.roll_six(state), foes.level(state.table))


@compiled
def health_between(table, lowest, highest):
    """Return the total health of the enemies between two heights, inclusive."""
    health = 0
    for height in range(max(lowest, GROUND), min(highest, SKY) + 1):
        health += table.foe_heights[height]
    return health


@compiled
def strike_fliers(table, nines, others):
    """Distribute the hits: nines first to enemies out of reach, others first to enemies that can reach the Good Guy.

    Return the number of effective hits, and whether an enemy that can reach the Good Guy is left.
    """
    above = health_between(table, table.height + 2, SKY)
    near = health_between(table, table.height - 1, table.height + 1)
    below = health_between(table, GROUND, table.height - 2)
    on_above = min(nines, above)
    within_reach = nines - on_above + others
    on_near = min(within_reach, near)
    on_below = min(within_reach - on_near, below)
    foes_that_reach = above - on_above + near - on_near
    return on_above + on_near + on_below, foes_that_reach > 0
