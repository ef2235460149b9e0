"""Turn PettingZoo's bookkeeping of agents into arrays and back: the part of a snapshot that is not the game's."""

from collections.abc import Mapping

import numpy as np
from pettingzoo import AECEnv

from dig_envs.core.errors import SnapshotError

AGENT_ROW = np.dtype([("live", "i1"), ("terminated", "i1"), ("truncated", "i1"), ("reward", "f8"), ("cumulative", "f8")])
NOBODY = -1


def blank(env: AECEnv) -> dict[str, np.ndarray]:
    """Make empty arrays: `seats`, a row an agent, and `turn`, the selected agent and the one that dead steps put off."""
    return {"seats": np.zeros(len(env.possible_agents), AGENT_ROW), "turn": np.full(2, NOBODY, np.int8)}


def written(env: AECEnv) -> dict[str, np.ndarray]:
    """Write an environment's bookkeeping into arrays."""
    number = {agent: seat for seat, agent in enumerate(env.possible_agents)}
    arrays = blank(env)
    books = (env.terminations, env.truncations, env.rewards, env._cumulative_rewards)
    for agent in env.agents:
        arrays["seats"][number[agent]] = (1, *(book[agent] for book in books))
    arrays["turn"][:] = [number.get(agent, NOBODY) for agent in (env.agent_selection, env._skip_agent_selection)]
    return arrays


def check(arrays: Mapping[str, np.ndarray]) -> None:
    """Raise SnapshotError if the selected agent does not go with the agents that are left."""
    live, (selected, skipped) = arrays["seats"]["live"], arrays["turn"]
    inside = 0 <= selected < len(live) and NOBODY <= skipped < len(live)
    if not inside or (live.any() and not live[selected]):
        raise SnapshotError("this snapshot is unsound: whose turn it is does not go with who is in the game")


def read(env: AECEnv, arrays: Mapping[str, np.ndarray]) -> None:
    """Set an environment's bookkeeping from arrays, with empty infos."""
    rows = {agent: row for agent, row in zip(env.possible_agents, arrays["seats"].tolist(), strict=True) if row[0]}
    selected, skipped = arrays["turn"].tolist()
    env.agents = list(rows)
    env.terminations = {agent: bool(row[1]) for agent, row in rows.items()}
    env.truncations = {agent: bool(row[2]) for agent, row in rows.items()}
    env.rewards = {agent: row[3] for agent, row in rows.items()}
    env._cumulative_rewards = {agent: row[4] for agent, row in rows.items()}
    env.infos = {agent: {} for agent in rows}
    env.agent_selection = env.possible_agents[selected]
    env._skip_agent_selection = None if skipped == NOBODY else env.possible_agents[skipped]
