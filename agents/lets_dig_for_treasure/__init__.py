"""List the scripted bots of Let's Dig for Treasure, the weakest first."""

from dig_envs.agents.lets_dig_for_treasure.expert import expert
from dig_envs.agents.lets_dig_for_treasure.greedy import greedy

LADDER = (
    ("greedy", "Stops at thirteen points, at seven with a Worms among them, and takes what counts most.", greedy),
    ("expert", "Weighs what is at stake against the exact odds of a bust, in chances to win.", expert),
)

SEARCH = {
    "improve": {"rollout": "expert", "playouts": 100, "z": 2.5},
    "ismcts": {},
    "puct": {},
}
