"""Roll six-sided dice, and the ten-sided dice of a round: black, of which one may be yellow, then red (TB-17, TB-20, TB-21)."""

from dig_envs.core.compiler import compiled
from dig_envs.core.rng import Stream, draw_below
from dig_envs.two_bit_bandits.components import DIE_SIDES, MAX_DICE, PATHS, Die, Minion, Pickup
from dig_envs.two_bit_bandits.rules.actions import Action
from dig_envs.two_bit_bandits.rules.foes import has_power, level, need
from dig_envs.two_bit_bandits.rules.holdings import count_active
from dig_envs.two_bit_bandits.state import NONE

ALWAYS_HURTS = 0
ALWAYS_HITS = 9
RED_DICE = 2  # red dice of a Fireball
AMULET_HELP = 2


# --- rolling


@compiled
def roll_six(state):
    """Roll a six-sided die: 1 to 6."""
    return 1 + draw_below(state.secret.rng, Stream.DICE, PATHS)


@compiled
def roll_ten(state):
    """Roll a ten-sided die: 0 to 9."""
    return draw_below(state.secret.rng, Stream.DICE, DIE_SIDES)


@compiled
def roll_dice(state):
    """Roll the dice of a round: the level, one of them yellow against Fireantulas (TB-21), and the red dice (TB-17)."""
    table = state.table
    table.yellows = has_power(table, Minion.FIREANTULA) and level(table) > 1
    table.reds = RED_DICE * count_active(table, table.active, Pickup.FIREBALL)
    for k in range(level(table) + table.reds):
        roll_die(state, k)


@compiled
def roll_die(state, k):
    """Roll die k."""
    state.table.dice[k] = roll_ten(state)


@compiled
def colour(table, k):
    """Return the colour (a Die) of die k."""
    if k >= level(table):
        return Die.RED.value
    return Die.YELLOW.value if k >= level(table) - table.yellows else Die.BLACK.value


@compiled
def hits(table, k):
    """Return whether a die hits (TB-20); each active Amulet lowers the required value by 2 (TB-17)."""
    value = table.dice[k]
    if value <= ALWAYS_HURTS or colour(table, k) == Die.YELLOW:
        return False
    help_ = AMULET_HELP * count_active(table, table.active, Pickup.AMULET)
    return value == ALWAYS_HITS or value >= need(table) - help_


@compiled
def hurts(table, k):
    """Return whether a die hurts (TB-20); red dice and hitting dice never do (TB-17)."""
    value = table.dice[k]
    if value == NONE or colour(table, k) == Die.RED:
        return False
    return value == ALWAYS_HURTS or (value < need(table) and not hits(table, k))


# --- rerolls


@compiled
def legal_rerolls(table, player, mask):
    """Allow to reroll a die that was not rerolled in this round, or to stand."""
    mask[Action.STAND] = 1
    for k in range(MAX_DICE):
        if may_be_rerolled(table, k):
            mask[Action.REROLL + DIE_SIDES * colour(table, k) + table.dice[k]] = 1


@compiled
def may_be_rerolled(table, k):
    """Return whether die k was rolled, and was not rerolled in this round."""
    return table.dice[k] != NONE and table.rerolled[k] == 0


@compiled
def reroll(state, wanted_colour, value):
    """Reroll the first die of that colour and value; the player sees the new value (TB-17, TB-24)."""
    table = state.table
    k = 0
    while not (may_be_rerolled(table, k) and colour(table, k) == wanted_colour and table.dice[k] == value):
        k += 1
    roll_die(state, k)
    table.rerolled[k] = 1
    table.rerolls -= 1


@compiled
def may_reroll(table):
    """Return whether a reroll is left, and a die to use it on."""
    if table.rerolls == 0:
        return False
    for k in range(MAX_DICE):
        if may_be_rerolled(table, k):
            return True
    return False


@compiled
def reroll_first_hits(state, count):
    """Reroll the first `count` hitting dice for the enemy; the new values are final (TB-24)."""
    left = count
    for k in range(MAX_DICE):
        if left > 0 and hits(state.table, k):
            roll_die(state, k)
            left -= 1
