"""Types of PettingZoo's two classes of environments, which have none, so that a type checker reports unknown attributes."""

from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np
from numpy.typing import NDArray

from dig_envs.adapters.observation_format import Observation

if TYPE_CHECKING:
    from gymnasium import spaces

    class AECEnv:
        """Attributes of an environment as in https://pettingzoo.farama.org/api/aec/."""

        metadata: dict[str, Any]
        render_mode: str | None
        possible_agents: list[str]
        agents: list[str]
        agent_selection: str
        rewards: dict[str, float]
        terminations: dict[str, bool]
        truncations: dict[str, bool]
        infos: dict[str, dict[str, Any]]
        observation_spaces: dict[str, spaces.Space[Any]]
        _cumulative_rewards: dict[str, float]

        @overload
        def last(self, observe: Literal[True] = True) -> tuple[Observation, float, bool, bool, dict[str, Any]]: ...
        @overload
        def last(self, observe: bool) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]: ...
        def last(self, observe: bool = True) -> Any: ...
        @property
        def num_agents(self) -> int: ...
        @property
        def max_num_agents(self) -> int: ...
        @property
        def unwrapped(self) -> "AECEnv": ...
        def state(self) -> NDArray[np.float32]: ...
        def _was_dead_step(self, action: int | None) -> None: ...
        def _deads_step_first(self) -> str: ...
        def _accumulate_rewards(self) -> None: ...

    class ParallelEnv:
        """Attributes of an environment as in https://pettingzoo.farama.org/api/parallel/."""

        metadata: dict[str, Any]
        render_mode: str | None
        possible_agents: list[str]
        agents: list[str]

        def reset(
            self, seed: int | None = None, options: dict[str, Any] | None = None
        ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]: ...
        def step(
            self, actions: dict[str, Any]
        ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]: ...
        def observation_space(self, agent: str) -> spaces.Space[Any]: ...
        def action_space(self, agent: str) -> spaces.Space[Any]: ...
        def state(self) -> NDArray[np.float32]: ...
        def render(self) -> str | NDArray[Any] | None: ...
        def close(self) -> None: ...
        @property
        def num_agents(self) -> int: ...
        @property
        def max_num_agents(self) -> int: ...
        @property
        def unwrapped(self) -> "ParallelEnv": ...
else:
    from pettingzoo import AECEnv, ParallelEnv

__all__ = ["AECEnv", "Observation", "ParallelEnv"]
