"""The ladder of bots of Digging Bandits, from the weakest."""

from dig_envs.agents.digging_bandits.expert import expert
from dig_envs.agents.digging_bandits.greedy import greedy
from dig_envs.agents.digging_bandits.valuation.chances import expected_rewards

LADDER = (
    ("greedy", "Digs when it can, cashes in when it can, trades, robs players who have found something, and picks up.", greedy),
    ("expert", "Infers who may hold the GOLD, keeps cards out of turn for what decides, and lies low with what wins.", expert),
)

ESTIMATE = expected_rewards  # of a playout that stops before the end

SEARCH = {"improve": {"rollout": "expert", "turns": 3, "playouts": 1500, "pool": 128, "z": 1.0}, "ismcts": {}, "puct": {}}
