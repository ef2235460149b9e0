"""The ladder of bots of Digging Bandits, from the weakest."""

from agents.digging_bandits.expert import expert
from agents.digging_bandits.greedy import greedy

LADDER = (
    ("greedy", "Digs when it can, cashes in when it can, trades, robs players who have found something, and picks up.", greedy),
    ("expert", "Infers who may hold the GOLD, keeps cards out of turn for what decides, and lies low with what wins.", expert),
)

SEARCH = {"improve": {"rollout": "expert", "playouts": 100}, "ismcts": {}, "puct": {}}
