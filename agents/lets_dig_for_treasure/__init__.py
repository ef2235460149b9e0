"""List the scripted bots of Let's Dig for Treasure, from weak to strong, and the tuned settings of its search."""

from dig_envs.agents.lets_dig_for_treasure.expert import expert
from dig_envs.agents.lets_dig_for_treasure.greedy import greedy

LADDER = (
    (
        "greedy",
        "Stops at thirteen points, or at seven with a Worms among the cards, and takes the most valuable cards.",
        greedy,
    ),
    ("expert", "Weighs the points at stake against the exact odds of a bust, by the chance to win.", expert),
)

SEARCH = {
    "improve": {"rollout": "expert", "playouts": 100, "z": 2.5},
    "ismcts": {},
    "puct": {},
}
