"""List the scripted bots of Dig Dig, from weak to strong, and the tuned settings of its search."""

from dig_envs.agents.dig_dig import state_features
from dig_envs.agents.dig_dig.expert import expert
from dig_envs.agents.dig_dig.greedy import greedy

LADDER = (
    (
        "greedy",
        "Plays LIMBO if it can, else all copies of the lowest number that fits, else another power card.",
        greedy,
    ),
    ("expert", "Plans its row; once the deck is empty, plays out each action in determinizations.", expert),
)

ESTIMATE = state_features  # evaluates unfinished playouts

SEARCH = {
    "ismcts": {"depth": 4, "playouts": 5500, "exploration": 0.7},
    "improve": {"playouts": 2000, "z": 1.0},
    "puct": {"base": "greedy", "playouts": 2000, "prior": 0.3, "exploration": 2.0},
}
