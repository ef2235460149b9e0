"""List the scripted bots of Digging Bandits, from weak to strong, and the tuned settings of its search."""

from dig_envs.agents.digging_bandits import state_features
from dig_envs.agents.digging_bandits.expert import expert
from dig_envs.agents.digging_bandits.greedy import greedy

LADDER = (
    ("greedy", "Digs when it can, cashes in when it can, trades, robs players who have found something, and picks up.", greedy),
    (
        "expert",
        "Infers which players may hold the GOLD, saves cards for decisive events, and avoids risks with a winning hand.",
        expert,
    ),
)

ESTIMATE = state_features  # evaluates unfinished playouts

SEARCH = {"improve": {"rollout": "expert", "turns": 3, "playouts": 1500, "pool": 128, "z": 1.0}, "ismcts": {}, "puct": {}}
