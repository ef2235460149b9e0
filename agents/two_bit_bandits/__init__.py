"""The ladder of 2-Bit Bandits."""

from agents.two_bit_bandits.expert import expert
from agents.two_bit_bandits.greedy import greedy

LADDER = (
    ("greedy", "Plays the nearest stage, lays dice on the least harmful paths, never backs out, and drinks when low.", greedy),
    (
        "expert",
        "Weighs each stage's points against its risks by the exact odds, scene by scene, backs out in time.",
        expert,
    ),
)
