"""List the scripted bots of DIG, from weak to strong, and the tuned settings of its search."""

from dig_envs.agents.dig.expert import expert
from dig_envs.agents.dig.greedy import greedy

LADDER = (
    ("greedy", "Digs to two bones, then carries them to the bowl that pays best for the distance.", greedy),
    ("expert", "Does what brings most for its actions: counts cards, and foresees where the bowls will lie.", expert),
)

SEARCH = {
    "improve": {"rollout": "expert", "playouts": 250, "z": 1.5, "margin": 0.2},
    "ismcts": {},
    "puct": {},
}
