"""Encode the odds and values by which the expert of 2-Bit Bandits decides, as features that follow the facts."""

import numpy as np

from dig_envs.agents.two_bit_bandits.choice_features import encode_choice
from dig_envs.agents.two_bit_bandits.feature_blocks import BLOCKS
from dig_envs.agents.two_bit_bandits.stage_features import encode_boss, encode_stage
from dig_envs.agents.two_bit_bandits.valuation.strength import strength_of
from dig_envs.core.compiler import compiled
from dig_envs.core.errors import OptionError
from dig_envs.two_bit_bandits.card_set import load_cards, shipped_cards
from dig_envs.two_bit_bandits.state import Phase


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
    if table.phase <= Phase.CHOOSE or table.phase == Phase.PLAY_ON:
        encode_choice(table, seat, player, out)
    fighter = np.int64(table.active)
    strength = strength_of(table, fighter)
    encode_boss(table, strength, out)
    if table.row_size > 0:
        encode_stage(table, fighter, strength, out)


FEATURES = {
    "expert": (
        "The expert's judgement: values and risks of stages, paths and dice, and the risk of going on.",
        layout,
        encode,
    )
}
