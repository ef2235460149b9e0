"""Types of PettingZoo's `AECEnv`, which has none, so that a type checker reports unknown attributes."""

from typing import TYPE_CHECKING, Any, Literal, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

Observation: TypeAlias = dict[str, NDArray[Any]] | NDArray[Any]
"""A dict of an observation (float32) and its action mask (int8); with `mask_in="info"` the observation alone."""

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
else:
    from pettingzoo import AECEnv

__all__ = ["AECEnv", "Observation"]
