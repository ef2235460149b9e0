"""Convert the agents' attributes of a PettingZoo environment, such as rewards and terminations, to arrays and back."""

from collections.abc import Mapping

import numpy as np
from pettingzoo import AECEnv

from dig_envs.core.errors import SnapshotError
from dig_envs.core.game import NOBODY, End

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
    """Raise SnapshotError if the agents' attributes are invalid or contradict the state in the same snapshot."""
    seats, (selected, skipped) = arrays["seats"], arrays["turn"].tolist()
    live = seats["live"] == 1
    flags = np.stack([seats[name] for name in ("live", "terminated", "truncated")])
    sums = np.stack([seats["reward"], seats["cumulative"]])
    if not np.isin(flags, (0, 1)).all() or not np.isfinite(sums).all() or flags[:, ~live].any() or sums[:, ~live].any():
        raise SnapshotError("this snapshot is invalid: a reward is not finite, or a flag is not 0 or 1")
    inside = 0 <= selected < len(live) and NOBODY <= skipped < len(live)
    if not inside or (live.any() and not live[selected]):
        raise SnapshotError("this snapshot is invalid: the selected agent is not in the game")
    end, mover = arrays["states"]["table"]["end"][0], arrays["states"]["secret"]["mover"][0]
    ends = {(0, 0): End.RUNNING, (1, 0): End.OVER, (0, 1): End.TRUNCATED, (1, 1): End.RUNNING}  # (1, 1): illegal action
    agent_ends = set(zip(*flags[1:, live].tolist(), strict=True))
    if len(agent_ends) > 1 or any(ends[flag] != end for flag in agent_ends):
        raise SnapshotError("this snapshot is invalid: terminations and truncations contradict the game's end")
    if (0, 0) in agent_ends and not (live.all() and selected == mover and skipped == NOBODY and not sums.any()):
        raise SnapshotError("this snapshot is invalid: the game is running, but the agents' attributes contradict that")


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
