"""Convert the agents' attributes of a PettingZoo environment, such as rewards and terminations, to arrays and back."""

from collections.abc import Mapping

import numpy as np
from pettingzoo import AECEnv

from dig_envs.core.batch.snapshot_bytes import refuse_outside
from dig_envs.core.game import NOBODY

AGENT_ROW = np.dtype([("live", "i1"), ("terminated", "i1"), ("truncated", "i1"), ("reward", "f8"), ("cumulative", "f8")])


def empty_arrays(env: AECEnv) -> dict[str, np.ndarray]:
    """Return arrays of the right shapes: `seats`, a row per agent, and `turn`, the selected and the skipped agent."""
    return {"seats": np.zeros(len(env.possible_agents), AGENT_ROW), "turn": np.full(2, NOBODY, np.int8)}


def agent_arrays(env: AECEnv) -> dict[str, np.ndarray]:
    """Return the agents' attributes as arrays."""
    number = {agent: seat for seat, agent in enumerate(env.possible_agents)}
    arrays = empty_arrays(env)
    columns = (env.terminations, env.truncations, env.rewards, env._cumulative_rewards)
    for agent in env.agents:
        arrays["seats"][number[agent]] = (1, *(column[agent] for column in columns))
    arrays["turn"][:] = [number.get(agent, NOBODY) for agent in (env.agent_selection, env._skip_agent_selection)]
    return arrays


def check_arrays(arrays: Mapping[str, np.ndarray]) -> None:
    """Raise SnapshotError if the selected or the skipped agent is no agent of the environment."""
    selected, skipped = arrays["turn"]
    last = len(arrays["seats"]) - 1
    refuse_outside("the selected agent", selected, 0, last)
    refuse_outside("the skipped agent", skipped, NOBODY, last)


def set_agents(env: AECEnv, arrays: Mapping[str, np.ndarray]) -> None:
    """Set the agents' attributes from arrays, with empty infos."""
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
