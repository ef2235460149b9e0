"""Encode what the expert of 2-Bit Bandits judges a position by: what stages promise, what paths and dice are worth, what is risked.

Rows stand in the order of the observation's rows: cards of the map in the order of placing, scene cards in the order of the row.
"""

import numpy as np

from agents.two_bit_bandits.valuation.dice import value_dice
from agents.two_bit_bandits.valuation.induction import VALUES, value_before, value_end
from agents.two_bit_bandits.valuation.odds import BOSS
from agents.two_bit_bandits.valuation.places import (
    POINTS,
    PROMISE,
    PROMISES,
    RISK,
    WORTH,
    is_idle,
    kind_of,
    promise_kinds,
)
from agents.two_bit_bandits.valuation.power_odds import chance_to_die, mean_cost
from agents.two_bit_bandits.valuation.prices import price_of_backing_out, price_of_power
from agents.two_bit_bandits.valuation.stages import foresee_row, points_of_encounter, points_of_row, stage_in_play
from agents.two_bit_bandits.valuation.strength import next_boss, strength_of
from dig_envs.core.compile import compiled, inlined
from dig_envs.core.errors import OptionError
from dig_envs.core.layout import Block, Kind, Layout
from dig_envs.core.scratch import room
from dig_envs.two_bit_bandits.card_set import load_cards, shipped_cards
from dig_envs.two_bit_bandits.components import (
    BONUS_OF,
    ENCOUNTERS_A_PATH,
    LEVELS,
    PATHS,
    ROW,
    SHAMANDILLO_POINTS,
    STAGES_A_CARD,
    Encounter,
    Pickup,
    Stage,
)
from dig_envs.two_bit_bandits.rules.foes import level
from dig_envs.two_bit_bandits.rules.level_map import COMPLETABLE, is_usable, usable_stages
from dig_envs.two_bit_bandits.state import NONE, Final, Phase

PROMISED = 3  # floats of a stage on the map: points, chance to die, merit
FACE_PROMISED = 2  # of a stage on a level card that is not yet placed: points, chance to die
A_POINT = np.float32(1 / 2000)
A_STAGE_POINT = np.float32(1 / 5000)
A_WORTH = np.float32(1 / 8000)
LEAST_WORTH = np.float32(0.25)  # what a worth of 0 is written as
A_POWER = np.float32(1 / 16)
EQUAL = np.float32(150)  # points by which a stage is worth less than the best, to have half its merit
EQUAL_DIE = np.float32(50)  # points by which a die is worth less than the best, to have half its merit

WORTH_SCALE = "from -2,000 to 6,000 points as 0 to 1"
BLOCKS = Layout(
    Block("stage_promises", (LEVELS, STAGES_A_CARD * PROMISED), "while a stage or level card is chosen: cards of the map in the "
          "order of placing; by stage (trunk, spurs), while I may complete it, the points that it scores on average / 2,000, at most "
          "1, and my chance to die there; if it is in my reach, its merit, 150 / (150 + the points by which the best is worth more)",
          Kind.FEATURE),
    Block("best_stage", (1,), f"then: what the best stage in my reach is worth against doing nothing, {WORTH_SCALE}", Kind.FEATURE),
    Block("card_promises", (3, STAGES_A_CARD * FACE_PROMISED), "then: level cards that I look at (2; the kept one first), top of the "
          "stack if I know it; by stage points / 2,000, at most 1, and chance to die", Kind.FEATURE),
    Block("path_worths", (ROW, PATHS), f"scene cards of the row, by path: what it brings to the active seat as it stands, {WORTH_SCALE}; "
          "only paths that a die lies at or may still be laid at, all while the active seat holds a Tuba", Kind.FEATURE),
    Block("die_merits", (PATHS,), "dice to assign, by face: 50 / (50 + the points by which the stage is worth more with the best die "
          "on the next card)", Kind.FEATURE),
    Block("next_risk", (2,), "the next scene, once a die lies there, or a hideout's battle: power that it costs the active seat on "
          "average / 16, from 0 to 1, and its chance to survive", Kind.FEATURE),
    Block("boss_risk", (2,), "the same of the battle with the next Shamandillo, at this level", Kind.FEATURE),
    Block("rest_of_stage", (4,), f"of the stage in play, to the active seat: what going on is worth more than backing out, {WORTH_SCALE}; "
          "once all dice are laid, its chances to complete the stage and to die, and the points of the stage then / 5,000, at most 1",
          Kind.FEATURE),
)  # fmt: skip
AT = BLOCKS.offsets()


def layout(options):
    """Return the blocks, which are the same under all options.

    Raises:
        OptionError: the option `cards` names a set with other scene cards or Shamandillos than the package's own.
    """
    if options.cards is not None:
        cards, shipped = load_cards(options.cards), shipped_cards()
        for field, name in (("boss_health", "Shamandillos"), ("num_scenes", "scene cards"), ("scenes", "scene cards")):
            if not np.array_equal(cards[field], shipped[field]):
                raise OptionError(
                    f"cards: {options.cards}: its {name} are not those of the shipped set, which the odds of the features "
                    '"expert" are computed for; play without the option cards, or without features'
                )
    return BLOCKS


@compiled
def encode(table, seat, player, out):
    """Write the features of a seat's position into `out`, float32 (BLOCKS.size,), zeroed."""
    phase = table.phase
    if phase <= Phase.CHOOSE or phase == Phase.PLAY_ON:
        encode_choice(table, seat, player, out)
    fighter = np.int64(table.active)
    strength = strength_of(table, fighter)
    encode_risk(strength, np.uint8(BOSS + next_boss(table)), out, AT.boss_risk)
    if table.row_size > 0:
        encode_paths(table, fighter, strength, out)
        if phase == Phase.ASSIGN:
            encode_dice(table, fighter, strength, out)
        else:
            encode_next(table, strength, out)
            encode_rest(table, fighter, strength, out)


@inlined
def scaled_worth(points):
    """Scale points from -2,000 to 6,000 to 0 to 1."""
    return min(np.float32(1), max(np.float32(0), np.float32(points) * A_WORTH + LEAST_WORTH))


# --- stages to choose


@compiled
def encode_choice(table, seat, player, out):
    """Write what the stages on the map and on level cards in hand promise the observer."""
    promises = room(PROMISES)
    on_map = kinds_on_map(table, player)
    in_hand = kinds_of_card(table, player, seat.looked[0]) | kinds_of_card(table, player, seat.looked[1])
    in_hand |= kinds_of_card(table, player, seat.known)
    promise_kinds(table, player, strength_of(table, player), on_map | in_hand, promises)
    encode_merits(table, player, promises, out)
    encode_map_promises(table, player, promises, out)
    for k in range(2):
        encode_card(table, player, seat.looked[k], promises, out, AT.card_promises + k * STAGES_A_CARD * FACE_PROMISED)
    encode_card(table, player, seat.known, promises, out, AT.card_promises + 2 * STAGES_A_CARD * FACE_PROMISED)


@inlined
def completes_stage(table, player, stage):
    """Return whether a player may complete a Stage where it is not done."""
    return COMPLETABLE[np.uint8(table.final == Final.AHEAD), np.uint8(player), np.uint8(stage)]


@compiled
def kinds_on_map(table, player):
    """Collect the kinds of stages on the map that the player may complete or that heal, as a set with a bit for each."""
    kinds = np.int64(1 << Stage.SALOON)
    for card in range(table.placed):
        stages = table.faces.stages[np.uint8(table.level_card[card])]
        for k in range(STAGES_A_CARD):
            if table.done[card][k] == 0 and completes_stage(table, player, stages[k]):
                kinds |= 1 << kind_of(stages[k])
    return kinds


@compiled
def kinds_of_card(table, player, level_card):
    """Collect the kinds of stages on a level card that the player may complete; no card has none."""
    kinds = np.int64(0)
    if level_card != NONE:
        for k in range(STAGES_A_CARD):
            stage = table.faces.stages[level_card][k]
            if completes_stage(table, player, stage):
                kinds |= 1 << kind_of(stage)
    return kinds


@compiled
def encode_map_promises(table, player, promises, out):
    """Write points and chance to die of each stage on the map that the player may complete."""
    for card in range(table.placed):
        stages = table.faces.stages[np.uint8(table.level_card[card])]
        for k in range(STAGES_A_CARD):
            if table.done[card][k] == 0 and completes_stage(table, player, stages[k]):
                at = AT.stage_promises + (card * STAGES_A_CARD + k) * PROMISED
                encode_promise(promises, kind_of(stages[k]), out, at)


@inlined
def encode_promise(promises, kind, out, at):
    """Write the points and the chance to die of a kind of stage."""
    out[at] = min(np.float32(1), max(np.float32(0), promises[PROMISE * kind + POINTS] * A_POINT))
    out[at + 1] = min(np.float32(1), max(np.float32(0), promises[PROMISE * kind + RISK]))


@compiled
def encode_merits(table, player, promises, out):
    """Write how the stages in the player's reach compare to the best of them, and what that one is worth."""
    completes, heals = usable_stages(table, player)
    best = -np.float32(np.inf)
    for card in range(table.placed):
        for k in range(STAGES_A_CARD):
            if is_usable(table, np.int64(card), k, completes, heals):
                kind = kind_of(table.faces.stages[np.uint8(table.level_card[card])][k])
                if not is_idle(table, player, kind):
                    worth = promises[PROMISE * kind + WORTH]
                    best = max(best, worth)
                    out[AT.stage_promises + (card * STAGES_A_CARD + k) * PROMISED + 2] = 1.0
    for card in range(table.placed):
        for k in range(STAGES_A_CARD):
            at = AT.stage_promises + (card * STAGES_A_CARD + k) * PROMISED + 2
            if out[at] == 1.0:
                kind = kind_of(table.faces.stages[np.uint8(table.level_card[card])][k])
                out[at] = EQUAL / (EQUAL + (best - promises[PROMISE * kind + WORTH]))
    out[AT.best_stage] = scaled_worth(best)


@compiled
def encode_card(table, player, level_card, promises, out, at):
    """Write the promises of a level card that is not yet placed; nothing for no card."""
    if level_card != NONE:
        for k in range(STAGES_A_CARD):
            stage = table.faces.stages[level_card][k]
            if completes_stage(table, player, stage):
                encode_promise(promises, kind_of(stage), out, at + FACE_PROMISED * k)


# --- the stage in play, as the active seat has it


@inlined
def encode_risk(strength, code, out, at):
    """Write the power that something met costs on average, and the chance to survive it."""
    out[at] = min(np.float32(1), max(np.float32(0), mean_cost(strength, code) * A_POWER))
    out[at + 1] = np.float32(1) - chance_to_die(strength, code)


@compiled
def encode_paths(table, fighter, strength, out):
    """Write what the paths of the row's cards are worth that dice may lead to; a Tuba may bring any card to any die."""
    values = room(VALUES)
    value_end(table, fighter, np.float64(0), values)
    now = price_of_power(table, strength.power)
    held = table.pickups[fighter]
    every = held[0] == Pickup.TUBA or held[1] == Pickup.TUBA
    for k in range(table.row_size):
        die = np.int64(table.row_dice[k])
        if die > 0 and not every:
            encode_path(table, strength, np.int64(k), die - 1, values, now, out)
        else:
            for path in range(PATHS):
                if every or table.rolled[path] > 0:
                    encode_path(table, strength, np.int64(k), np.int64(path), values, now, out)


@inlined
def encode_path(table, strength, k, path, values, now, out):
    """Write what a path brings in points if it is played next: its points and pickups, less the power and life that it may cost."""
    encounters = table.faces.scenes[np.uint8(table.row[k])][np.uint8(path)]
    worth = np.float32(0)
    for at in range(ENCOUNTERS_A_PATH):
        code = np.uint8(encounters[at])
        if code == Encounter.NONE:
            break
        worth += value_before(strength, code, values) - now + np.float32(level(table) * points_of_encounter(table, code))
    out[AT.path_worths + k * PATHS + path] = scaled_worth(worth)


@compiled
def encode_dice(table, fighter, strength, out):
    """Write the merits of the dice to assign, and what the best of them makes the stage worth."""
    values = room(PATHS)
    value_dice(table, fighter, strength, values)
    best = -np.float32(np.inf)
    for face in range(PATHS):
        if table.rolled[face] > 0:
            best = max(best, values[face])
    for face in range(PATHS):
        if table.rolled[face] > 0:
            out[AT.die_merits + face] = EQUAL_DIE / (EQUAL_DIE + (best - values[face]))
    out[AT.rest_of_stage] = scaled_worth(best - price_of_backing_out(table, strength.power))


@compiled
def encode_next(table, strength, out):
    """Write the risk of the next scene, or of the battle of a hideout."""
    k = np.int64(table.scene)
    if k == table.row_size:
        out[AT.next_risk] = out[AT.boss_risk]
        out[AT.next_risk + 1] = out[AT.boss_risk + 1]
        return
    encounters = table.faces.scenes[np.uint8(table.row[k])][np.uint8(table.row_dice[k] - 1)]
    cost = np.float32(0)
    survives = np.float32(1)
    for at in range(ENCOUNTERS_A_PATH):
        code = np.uint8(encounters[at])
        if code == Encounter.NONE:
            break
        cost += mean_cost(strength, code)
        survives *= np.float32(1) - chance_to_die(strength, code)
    out[AT.next_risk] = min(np.float32(1), max(np.float32(0), cost * A_POWER))
    out[AT.next_risk + 1] = survives


@compiled
def encode_rest(table, fighter, strength, out):
    """Write what going on is worth, from the scene in play on, which counts as if it began now."""
    scene = np.int64(table.scene)
    forecast = foresee_row(table, fighter, strength, table.row_dice, scene)
    stage = stage_in_play(table)
    points = points_of_row(table, table.row_dice, scene) + BONUS_OF[stage]
    points += SHAMANDILLO_POINTS * level(table) * (stage == Stage.HIDEOUT)
    out[AT.rest_of_stage] = scaled_worth(forecast.value - price_of_backing_out(table, strength.power))
    out[AT.rest_of_stage + 1] = min(np.float32(1), max(np.float32(0), forecast.completes))
    out[AT.rest_of_stage + 2] = min(np.float32(1), max(np.float32(0), forecast.dies))
    out[AT.rest_of_stage + 3] = min(np.float32(1), np.float32(points) * A_STAGE_POINT)


FEATURES = {
    "expert": (
        "What the expert judges by: what stages promise, what paths and dice are worth, what going on risks.",
        layout,
        encode,
    )
}
