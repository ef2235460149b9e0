"""Number the agents of a batch as its kernels know them: bots count up from 0, Python agents down from HELD_BY_AGENT.

Outside the kernels an agent is known by its *place* in the list of the batch's agents, or, in a snapshot, by its fingerprint.
The caller of the batch has the place -1.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from dig_envs.core.agent import Agent, Bot
from dig_envs.core.engine.kernels import CALLER, HELD_BY_AGENT

MOST_AGENTS = 2**15 - 1  # their numbers are int16


def numbers_of(agents: Sequence[Agent]) -> np.ndarray:
    """Return the number of each agent, and after them the caller's, so that `numbers_of(agents)[place]` is right for -1 too."""
    bots = np.array([isinstance(agent, Bot) for agent in agents], bool)
    numbers = np.where(bots, np.cumsum(bots) - 1, HELD_BY_AGENT + 1 - np.cumsum(~bots))
    return np.append(numbers, CALLER).astype(np.int16)


def places_of(numbers: np.ndarray, agents: Sequence[Agent]) -> np.ndarray:
    """Return the place of each number: the inverse of `numbers_of`."""
    by_number = np.empty(len(agents) + 1, np.int16)
    by_number[numbers_of(agents)] = [*range(len(agents)), -1]  # negative numbers count from the end, as they do here
    return by_number[numbers]


def same(one: Agent, other: Agent) -> bool:
    """Tell whether two agents are one to a batch: the same object, or equal bots."""
    return one is other or (isinstance(one, Bot) and isinstance(other, Bot) and one == other)


def counted(names: Iterable[str]) -> list[tuple[str, int]]:
    """Tell agents of one name apart by their order.

    >>> counted(["a", "b", "a"])
    [('a', 0), ('b', 0), ('a', 1)]
    """
    seen: Counter[str] = Counter()
    found = []
    for name in names:
        found.append((name, seen[name]))
        seen[name] += 1
    return found
