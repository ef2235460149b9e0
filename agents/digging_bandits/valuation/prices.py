"""Define the prices of cards and other items of a trade."""

import numpy as np

from dig_envs.digging_bandits.components import CHARACTERS, HAND_KINDS, ITEMS, KIND_NAMES, Back, Item

WORTH_OF = {
    "gold": 100.0,
    **{f"land wanted {name}": 6.0 for name in CHARACTERS},
    **{f"draw wanted {name}": 4.0 for name in CHARACTERS},
    "shovel": 2.0,
    "pickaxe": 0.5,
    "wheelbarrow": 1.5,
    "mining site": 1.5,
    "bridge": 2.0,
    "coin": 1.5,
    "cowboy": 5.0,
    "lasso": 0.5,
    "outlaw": 5.0,
    "sheriff": 2.5,
    "tnt": 1.0,
    "trade": 0.5,
    "bandit's block": 5.0,
    "card cache": 2.0,
    "double-time": 3.0,
    "golden guide": 1.5,
    "money magnet": 2.0,
    "ouija oracle": 0.5,
    "private plot": 0.5,
    "saving spoon": 4.0,
    "western warp": 8.0,
}
WORTH_OF_TECH = 4.0
WORTH_OF_BRIDGE = 4.0
WORTH_OF_PLOT = 0.5
WORTH_OF_BACK = {Back.LAND: 20.0, Back.DIG: 1.5, Back.DRAW: 2.5, Back.DOODAD: 3.0}

# By item of a trade, float64 (ITEMS,): kinds of cards, a TECH, bridges, the plot, a card of a back.
WORTH = np.zeros(ITEMS)
WORTH[:HAND_KINDS] = [WORTH_OF[KIND_NAMES[kind]] for kind in range(HAND_KINDS)]
WORTH[Item.TECH] = WORTH_OF_TECH
WORTH[Item.BRIDGE : Item.PLOT] = WORTH_OF_BRIDGE
WORTH[Item.PLOT] = WORTH_OF_PLOT
WORTH[Item.BACK :] = [WORTH_OF_BACK[back] for back in Back]
