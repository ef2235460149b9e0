"""Encode the points and the risk of the stages on the map and on level cards in hand, while the observer chooses."""

import numpy as np

from dig_envs.agents.two_bit_bandits.feature_blocks import AT, FACE_PROMISED, PROMISED, between_0_and_1, scaled_worth
from dig_envs.agents.two_bit_bandits.valuation.places import (
    POINTS,
    PROMISE,
    PROMISES,
    RISK,
    WORTH,
    is_idle,
    kind_of,
    promise_kinds,
)
from dig_envs.agents.two_bit_bandits.valuation.strength import strength_of
from dig_envs.core.compiler import compiled, inlined
from dig_envs.core.compiler.working_memory import room
from dig_envs.two_bit_bandits.components import STAGES_A_CARD, Stage
from dig_envs.two_bit_bandits.rules.level_map import COMPLETABLE, is_usable, usable_stages
from dig_envs.two_bit_bandits.state import NONE, Final

A_POINT = np.float32(1 / 2000)
EQUAL = np.float32(150)  # points by which a stage is worth less than the best, to have half its merit
MERIT = 2  # place of the merit among the floats of a stage, after points and chance to die


@compiled
def encode_choice(table, seat, player, out):
    """Write points and risk, for the observer, of the stages on the map and on level cards in hand."""
    promises = room(PROMISES)
    on_map = kinds_on_map(table, player)
    in_hand = kinds_of_card(table, player, seat.looked[0]) | kinds_of_card(table, player, seat.looked[1])
    in_hand |= kinds_of_card(table, player, seat.known)
    promise_kinds(table, player, strength_of(table, player), on_map | in_hand, promises)
    encode_merits(table, player, promises, out)
    encode_map_promises(table, player, promises, out)
    for k in range(2):
        encode_card(table, player, seat.looked[k], promises, out, card_at(k))
    encode_card(table, player, seat.known, promises, out, card_at(2))


@inlined
def card_at(k):
    """Return where the promises of level card k in hand begin."""
    return AT.card_promises + k * STAGES_A_CARD * FACE_PROMISED


@inlined
def cell_of(card, k):
    """Return where the promises of stage k of a card on the map begin."""
    return AT.stage_promises + (card * STAGES_A_CARD + k) * PROMISED


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
                encode_promise(promises, kind_of(stages[k]), out, cell_of(card, k))


@inlined
def encode_promise(promises, kind, out, at):
    """Write the points and the chance to die of a kind of stage."""
    out[at] = between_0_and_1(promises[PROMISE * kind + POINTS] * A_POINT)
    out[at + 1] = between_0_and_1(promises[PROMISE * kind + RISK])


@compiled
def encode_merits(table, player, promises, out):
    """Write how near each stage in the player's reach comes to the best of them, and the value of that one."""
    completes, heals = usable_stages(table, player)
    best = -np.float32(np.inf)
    for card in range(table.placed):
        for k in range(STAGES_A_CARD):
            if is_usable(table, np.int64(card), k, completes, heals):
                kind = kind_of(table.faces.stages[np.uint8(table.level_card[card])][k])
                if not is_idle(table, player, kind):
                    worth = promises[PROMISE * kind + WORTH]
                    best = max(best, worth)
                    out[cell_of(card, k) + MERIT] = 1.0
    for card in range(table.placed):
        for k in range(STAGES_A_CARD):
            at = cell_of(card, k) + MERIT
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
