"""List the scripted bots of DIG, from weak to strong, and the tuned settings of its search."""

from dig_envs.agents.dig import state_features
from dig_envs.agents.dig.expert import expert
from dig_envs.agents.dig.greedy import greedy

LADDER = (
    ("greedy", "Digs two bones, then carries them to the bowl with the most points for the distance.", greedy),
    ("expert", "Chooses the plan with the most points per action: counts cards, and predicts the places of the bowls.", expert),
)

ESTIMATE = state_features  # evaluates unfinished playouts

SEARCH = {
    "improve": {"rollout": "expert", "turns": 5, "playouts": 700, "z": 1.0},
    "ismcts": {},
    "puct": {},
}

PRICES = {"turns": 0}  # near the end of the game the estimate may be far off
