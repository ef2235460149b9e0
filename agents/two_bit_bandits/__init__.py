"""List the scripted bots of 2-Bit Bandits, from weak to strong, and the tuned settings of its search."""

from dig_envs.agents.two_bit_bandits import state_features
from dig_envs.agents.two_bit_bandits.expert import expert
from dig_envs.agents.two_bit_bandits.greedy import greedy

LADDER = (
    ("greedy", "Plays the nearest stage, lays dice on the least harmful paths, never backs out, and drinks when low.", greedy),
    (
        "expert",
        "Weighs each stage's points against its risks by the odds of every encounter, and backs out in time.",
        expert,
    ),
)

ESTIMATE = state_features  # evaluates unfinished playouts

SEARCH = {
    "improve": {"rollout": "expert", "playouts": 1000, "z": 1.0, "depth": 60},
    "ismcts": {},
    "puct": {},
}

PRICES = {"leaf": "standings"}  # as the published regrets were measured
