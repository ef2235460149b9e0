"""The ladder of DIG."""

from agents.scripted.dig.expert import expert
from agents.scripted.dig.greedy import greedy

LADDER = (
    ("greedy", "Digs to two bones, then carries them to the bowl that pays best for the distance.", greedy),
    ("expert", "Plans digs and deliveries by what an action brings; counts cards and foresees the bowls.", expert),
)
