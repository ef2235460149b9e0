"""The feature set `expert` of 2-Bit Bandits: the odds and values of the expert."""

import numpy as np

from dig_envs.agents.two_bit_bandits.features.blocks import BLOCKS
from dig_envs.agents.two_bit_bandits.features.choice import encode_choice
from dig_envs.agents.two_bit_bandits.features.stage import encode_boss, encode_stage
from dig_envs.agents.two_bit_bandits.valuation.strength import strength_of
from dig_envs.core.compiler import compiled
from dig_envs.core.errors import OptionError
from dig_envs.two_bit_bandits.card_set import load_cards, shipped_cards
from dig_envs.two_bit_bandits.state import Phase

VERSION = 1  # increase it when the floats change: models trained with another version are refused


def layout(options):
    """Return the blocks, which do not depend on the options.

    Raises:
        OptionError: the option `cards` names a set whose scene cards or Shamandillos differ from the shipped set.
    """
    if options.cards is not None:
        cards, shipped = load_cards(options.cards), shipped_cards()
        for field, name in (("boss_health", "Shamandillos"), ("num_scenes", "scene cards"), ("scenes", "scene cards")):
            if not np.array_equal(cards[field], shipped[field]):
                raise OptionError(
                    f'cards: {options.cards}: its {name} differ from the shipped set, for which the features "expert" are '
                    "computed; play without the option cards, or without features"
                )
    return BLOCKS


@compiled
def encode(table, seat, player, out):
    """Write the features of a seat into `out`, zeroed float32 (BLOCKS.size,)."""
    if table.phase <= Phase.CHOOSE or table.phase == Phase.PLAY_ON:
        encode_choice(table, seat, player, out)
    fighter = table.active
    strength = strength_of(table, fighter)
    encode_boss(table, strength, out)
    if table.row_size > 0:
        encode_stage(table, fighter, strength, out)


FEATURES = {
    "expert": (
        "The expert's values and risks of stages, paths and dice, and the risk of going on.",
        layout,
        encode,
        VERSION,
    )
}
