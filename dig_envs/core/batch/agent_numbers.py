"""Convert between three ways to refer to an agent of a batch.

| reference | used in | caller |
|---|---|---|
| index into the batch's list of agents | `Batch` | -1 |
| number (`controllers`): bots 0, 1, …; Python agents `FIRST_PYTHON_AGENT` and below | kernels | `CALLER` |
| fingerprint, with a count for duplicates | snapshots | -1 |
"""

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from dig_envs.core.agent import Agent, Bot
from dig_envs.core.engine.kernels import CALLER, FIRST_PYTHON_AGENT

MAX_AGENTS = 2**15 - 1  # numbers are int16


def numbers_of(agents: Sequence[Agent]) -> np.ndarray:
    """Return the number of each agent, then that of the caller, so that index -1 gives the caller's: int16 (agents + 1,)."""
    bots = np.array([isinstance(agent, Bot) for agent in agents], bool)
    numbers = np.where(bots, np.cumsum(bots) - 1, FIRST_PYTHON_AGENT + 1 - np.cumsum(~bots))
    return np.append(numbers, CALLER).astype(np.int16)


def indices_of(numbers: np.ndarray, agents: Sequence[Agent]) -> np.ndarray:
    """Return the index of each number, the inverse of `numbers_of`."""
    by_number = np.empty(len(agents) + 1, np.int16)
    by_number[numbers_of(agents)] = [*range(len(agents)), -1]  # negative numbers index from the end
    return by_number[numbers]


def same(one: Agent, other: Agent) -> bool:
    """Return whether two agents are the same object or equal bots."""
    return one is other or (isinstance(one, Bot) and isinstance(other, Bot) and one == other)


def with_occurrences(names: Iterable[str]) -> list[tuple[str, int]]:
    """Return each name with the number of its earlier occurrences.

    >>> with_occurrences(["a", "b", "a"])
    [('a', 0), ('b', 0), ('a', 1)]
    """
    seen: Counter[str] = Counter()
    keys = []
    for name in names:
        keys.append((name, seen[name]))
        seen[name] += 1
    return keys
