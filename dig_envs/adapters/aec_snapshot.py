"""Turn PettingZoo's bookkeeping of agents into arrays and back: the part of a snapshot that is not the game's."""

from collections.abc import Mapping

import numpy as np
from pettingzoo import AECEnv

from dig_envs.core.errors import SnapshotError
from dig_envs.core.game import NOBODY, End

AGENT_ROW = np.dtype([("live", "i1"), ("terminated", "i1"), ("truncated", "i1"), ("reward", "f8"), ("cumulative", "f8")])


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
    """Raise SnapshotError if these are no books of an environment in the state that stands with them."""
    seats, (selected, skipped) = arrays["seats"], arrays["turn"].tolist()
    live = seats["live"] == 1
    flags = np.stack([seats[name] for name in ("live", "terminated", "truncated")])
    sums = np.stack([seats["reward"], seats["cumulative"]])
    if not np.isin(flags, (0, 1)).all() or not np.isfinite(sums).all() or flags[:, ~live].any() or sums[:, ~live].any():
        raise SnapshotError("this snapshot is unsound: its rewards are no numbers, or its flags neither 0 nor 1")
    inside = 0 <= selected < len(live) and NOBODY <= skipped < len(live)
    if not inside or (live.any() and not live[selected]):
        raise SnapshotError("this snapshot is unsound: whose turn it is does not go with who is in the game")
    end, mover = arrays["states"]["table"]["end"][0], arrays["states"]["secret"]["mover"][0]
    ends = {(0, 0): End.RUNNING, (1, 0): End.OVER, (0, 1): End.TRUNCATED, (1, 1): End.RUNNING}  # both: an illegal action
    told = set(zip(*flags[1:, live].tolist(), strict=True))
    if len(told) > 1 or any(ends[flag] != end for flag in told):
        raise SnapshotError("this snapshot is unsound: the ends that agents were told are not the game's")
    if (0, 0) in told and not (live.all() and selected == mover and skipped == NOBODY and not sums.any()):
        raise SnapshotError("this snapshot is unsound: the game goes on, but not for its agents")


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
