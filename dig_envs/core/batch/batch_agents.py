"""The agents of a batch: the pool that opponents are drawn from, the agents of seats, and their compiled functions."""

from collections.abc import Sequence
from numbers import Real
from typing import Any

import numpy as np

from dig_envs.core.agent import Agent, Bot, Opponent, checked_agent
from dig_envs.core.arguments import as_list
from dig_envs.core.batch.agent_numbers import MAX_AGENTS, indices_of, numbers_of, same
from dig_envs.core.engine import Engine, engine_of, kernels
from dig_envs.core.errors import ArgumentError
from dig_envs.core.game import Options

MAX_SHARE = 1e300  # so that the sum of all shares is finite


class BatchAgents:
    """The agents of one batch. Kernels refer to an agent by its number (`agent_numbers.py`).

    Attributes:
        agents: the agents.
        bots: the addresses of the compiled bots' functions, which differ between processes, int64 (bots,).
    """

    def __init__(self, engine: Engine, options: Options, agents: list[Agent]):
        self._engine = engine
        self._options = options
        self._set(agents)

    def _set(self, agents: list[Agent]) -> None:
        self.bots = self._engine.bots([agent.function for agent in agents if isinstance(agent, Bot)])
        self.agents = agents

    def __reduce__(self) -> tuple:
        """Leave out compiled code and its addresses, which belong to one process."""
        return _with_engine, (self._engine.game, self._options, self.agents)

    @property
    def all_compiled(self) -> bool:
        """Whether no agent is called from Python."""
        return len(self.bots) == len(self.agents)

    def python_agent(self, number: int) -> Agent:
        """Return the Python agent with this number."""
        return [agent for agent in self.agents if not isinstance(agent, Bot)][kernels.FIRST_PYTHON_AGENT - number]

    def bot(self, number: int) -> Bot:
        """Return the compiled bot with this number."""
        return [agent for agent in self.agents if isinstance(agent, Bot)][number]

    def add_pool(self, opponents: Sequence[Opponent]) -> np.ndarray:
        """Add the agents of a pool of opponents, and return the pool, `kernels.POOL` (opponents,).

        Raises:
            DigEnvsError: the pool is empty or invalid, or an agent cannot play this game with these options.
        """
        opponents = as_list(opponents)
        if not opponents:
            raise ArgumentError("a pool needs at least one opponent")
        for opponent in opponents:
            if not isinstance(opponent, Opponent):
                raise ArgumentError(f"opponents must be a list of Opponent(agent, share), not of {opponent!r:.80}")
        shares = _shares([opponent.share for opponent in opponents])
        agents = self.checked([opponent.agent for opponent in opponents])
        pool = np.zeros(len(agents), kernels.POOL)
        pool["share"] = shares
        pool["noise"] = noise_of(agents)
        pool["controller"] = self.add(agents)
        return pool

    def checked(self, agents: list[Any]) -> list[Agent]:
        """Return the agents, after checking that all of them can play this game with these options."""
        if len(agents) + len(self.agents) > MAX_AGENTS:
            raise ArgumentError(f"a batch has at most {MAX_AGENTS} agents, not {len(self.agents)} + {len(agents)}")
        agents = [checked_agent(self._engine.game, agent) for agent in agents]
        for agent in agents:
            agent.check(self._options)
        return agents

    def add(self, agents: list[Agent]) -> np.ndarray:
        """Add agents, and return their numbers, int16 (agents,). Numbers of earlier agents do not change."""
        agents = [agent.with_noise(0.0) if isinstance(agent, Bot) else agent for agent in agents]
        known = list(self.agents)
        for agent in agents:
            if not any(same(agent, other) for other in known):
                known.append(agent)
        if len(known) > len(self.agents):
            self._set(known)
        indices = [next(index for index, other in enumerate(known) if same(agent, other)) for agent in agents]
        return numbers_of(known)[np.array(indices, np.int64)]

    def drop_unused(self, *numbers: np.ndarray) -> None:
        """Drop agents whose number is in none of these arrays, and write the new numbers of the others into the arrays."""
        indices = [indices_of(each, self.agents) for each in numbers]
        needed = np.zeros(len(self.agents) + 1, bool)
        for each in indices:
            needed[each] = True
        remaining = [agent for index, agent in enumerate(self.agents) if needed[index]]
        if len(remaining) == len(self.agents):
            return
        renumbered = np.full(len(needed), kernels.CALLER, np.int16)
        renumbered[np.flatnonzero(needed[:-1])] = numbers_of(remaining)[:-1]
        for old, index in zip(numbers, indices, strict=True):
            old[...] = renumbered[index]
        self._set(remaining)


def _with_engine(game: Any, options: Options, agents: list[Agent]) -> BatchAgents:
    return BatchAgents(engine_of(game), options, agents)


def noise_of(agents: Sequence[Agent]) -> list[float]:
    """Return each agent's probability of random actions."""
    return [agent.noise if isinstance(agent, Bot) else 0.0 for agent in agents]


def _shares(given: list[Any]) -> np.ndarray:
    """Scale shares to the sum 1."""
    if all(isinstance(share, Real) and 0 <= share < MAX_SHARE for share in given):  # type: ignore[operator]
        shares = np.array(given, np.float64)
        if shares.any():
            return shares / shares.sum()
    raise ArgumentError(f"opponents' shares must be numbers of 0 or more, below {MAX_SHARE:g} and not all 0; got {given!r:.80}")
