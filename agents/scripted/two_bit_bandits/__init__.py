"""The ladder of 2-Bit Bandits."""

from agents.scripted.two_bit_bandits.expert import expert
from agents.scripted.two_bit_bandits.greedy import greedy

LADDER = (
    ("greedy", "Plays the nearest stage, lays dice on the least harmful paths, never backs out, and drinks when low.", greedy),
    ("expert", "Weighs points against the risk to its lives, lays dice in the best order, and backs out by the odds.", expert),
)
