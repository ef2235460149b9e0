"""Encode the points and risks of the stages on the map and on level cards in hand, while a destination is chosen."""

import numpy as np

from dig_envs.agents.two_bit_bandits.features.blocks import AT, FACE_PROMISED, PROMISED, between_0_and_1, scaled_worth
from dig_envs.agents.two_bit_bandits.valuation import places
from dig_envs.agents.two_bit_bandits.valuation.places import PROMISES
from dig_envs.agents.two_bit_bandits.valuation.strength import strength_of
from dig_envs.core.compiler import compiled, inlined
from dig_envs.core.compiler.working_memory import stack_floats
from dig_envs.two_bit_bandits.components import STAGES_A_CARD, Stage
from dig_envs.two_bit_bandits.rules.level_map import COMPLETABLE, is_usable, usable_stages
from dig_envs.two_bit_bandits.state import NONE, Final

A_POINT = np.float32(1 / 2000)
EQUAL = np.float32(150)  # points below the best stage at which the merit of a stage is 1/2
MERIT = 2  # the index of the merit in the floats of a stage, after points and chance to die


@compiled
def encode_choice(table, seat, player, out):
    """Write the points and risks, for the observer, of the stages on the map and on level cards in hand."""
    promises = stack_floats(PROMISES)
    on_map = kinds_on_map(table, player)
    in_hand = kinds_of_card(table, player, seat.looked[0]) | kinds_of_card(table, player, seat.looked[1])
    in_hand |= kinds_of_card(table, player, seat.known)
    places.write_promises(table, player, strength_of(table, player), on_map | in_hand, promises)
    encode_merits(table, player, promises, out)
    encode_map_promises(table, player, promises, out)
    for k in range(2):
        encode_card(table, player, seat.looked[k], promises, out, card_at(k))
    encode_card(table, player, seat.known, promises, out, card_at(2))


@inlined
def card_at(k):
    """Return the index of the first float of level card k in hand."""
    return AT.card_promises + k * STAGES_A_CARD * FACE_PROMISED


@inlined
def cell_of(card, k):
    """Return the index of the first float of stage k of a map card."""
    return AT.stage_promises + (card * STAGES_A_CARD + k) * PROMISED


@inlined
def completes_stage(table, player, stage):
    """Return whether a player may complete a kind of Stage that is not done."""
    return COMPLETABLE[np.uint8(table.final == Final.AHEAD), np.uint8(player), np.uint8(stage)]


@compiled
def kinds_on_map(table, player):
    """Return the kinds of stages on the map that the player may complete or that heal, as a bit set."""
    kinds = 1 << Stage.SALOON
    for card in range(table.placed):
        stages = table.faces.stages[np.uint8(table.level_card[card])]
        for k in range(STAGES_A_CARD):
            if table.done[card][k] == 0 and completes_stage(table, player, stages[k]):
                kinds |= 1 << places.kind_of(stages[k])
    return kinds


@compiled
def kinds_of_card(table, player, level_card):
    """Return the kinds of stages on a level card that the player may complete, as a bit set; 0 for no card."""
    kinds = 0
    if level_card != NONE:
        for k in range(STAGES_A_CARD):
            stage = table.faces.stages[level_card][k]
            if completes_stage(table, player, stage):
                kinds |= 1 << places.kind_of(stage)
    return kinds


@compiled
def encode_map_promises(table, player, promises, out):
    """Write the points and the chance to die of each stage on the map that the player may complete."""
    for card in range(table.placed):
        stages = table.faces.stages[np.uint8(table.level_card[card])]
        for k in range(STAGES_A_CARD):
            if table.done[card][k] == 0 and completes_stage(table, player, stages[k]):
                encode_promise(promises, places.kind_of(stages[k]), out, cell_of(card, k))


@inlined
def encode_promise(promises, kind, out, at):
    """Write the points and the chance to die of a kind of stage."""
    out[at] = between_0_and_1(promises[places.PROMISE * kind + places.POINTS] * A_POINT)
    out[at + 1] = between_0_and_1(promises[places.PROMISE * kind + places.RISK])


@compiled
def encode_merits(table, player, promises, out):
    """Write the merit of each stage in the player's reach, and the worth of the best stage."""
    completes, heals = usable_stages(table, player)
    best = -np.float32(np.inf)
    for card in range(table.placed):
        for k in range(STAGES_A_CARD):
            if is_usable(table, card, k, completes, heals):
                kind = places.kind_of(table.faces.stages[np.uint8(table.level_card[card])][k])
                if not places.is_idle(table, player, kind):
                    worth = promises[places.PROMISE * kind + places.WORTH]
                    best = max(best, worth)
                    out[cell_of(card, k) + MERIT] = 1.0
    for card in range(table.placed):
        for k in range(STAGES_A_CARD):
            at = cell_of(card, k) + MERIT
            if out[at] == 1.0:
                kind = places.kind_of(table.faces.stages[np.uint8(table.level_card[card])][k])
                out[at] = EQUAL / (EQUAL + (best - promises[places.PROMISE * kind + places.WORTH]))
    out[AT.best_stage] = scaled_worth(best)


@compiled
def encode_card(table, player, level_card, promises, out, at):
    """Write the points and the chance to die of each stage of a level card in hand; nothing for no card."""
    if level_card != NONE:
        for k in range(STAGES_A_CARD):
            stage = table.faces.stages[level_card][k]
            if completes_stage(table, player, stage):
                encode_promise(promises, places.kind_of(stage), out, at + FACE_PROMISED * k)
