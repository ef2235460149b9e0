"""Format observations as plain arrays or as dicts, which can include the action mask."""

from dataclasses import dataclass
from typing import Any, TypeAlias, get_args

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from dig_envs.adapters.options import MaskPlace
from dig_envs.core.arguments import one_of
from dig_envs.core.errors import ArgumentError

Observation: TypeAlias = dict[str, NDArray[Any]] | NDArray[Any]
"""An observation, float32; or a dict of an observation and, in the formats that hold it, its action mask, int8."""

OBSERVATION = ("array", "dict")
MASK_IN = get_args(MaskPlace)


@dataclass(frozen=True)
class ObservationFormat:
    """The format of observations.

    Attributes:
        is_dict: observations are dicts; otherwise plain arrays.
        holds_mask: the dicts include the action mask; otherwise the infos do.
        observation_key, mask_key: keys of the dicts.
    """

    is_dict: bool
    holds_mask: bool
    observation_key: str
    mask_key: str

    @classmethod
    def parse(
        cls, observation: Any = None, mask_in: Any = None, observation_key: Any = None, mask_key: Any = None
    ) -> "ObservationFormat":
        """Return the format for the arguments of an adapter.

        Args:
            observation: "array" or "dict"; None: "dict" if the mask is in the observation or a key is given, else "array".
            mask_in: "observation" or "info"; None: "observation" if observations are dicts, else "info".
            observation_key: None: "observation".
            mask_key: None: "action_mask".

        Raises:
            ArgumentError: an invalid value, equal keys, or keys or a mask for plain arrays.

        >>> parse = ObservationFormat.parse
        >>> parse(mask_in="observation").is_dict, parse(observation="dict").holds_mask, parse().is_dict
        (True, True, False)
        """
        has_keys = observation_key is not None or mask_key is not None
        if mask_in is not None:
            one_of("mask_in", mask_in, MASK_IN)
        if observation is None:
            observation = "dict" if mask_in == "observation" or has_keys else "array"
        is_dict = one_of("observation", observation, OBSERVATION) == "dict"
        if not is_dict and (mask_in == "observation" or has_keys):
            raise ArgumentError('observation="array" has no keys and holds no mask; use observation="dict", or mask_in="info"')
        keys = ["observation" if observation_key is None else observation_key, "action_mask" if mask_key is None else mask_key]
        if not all(isinstance(key, str) for key in keys) or keys[0] == keys[1]:
            raise ArgumentError(f"observation_key and mask_key must be two strings that differ, not {keys!r:.80}")
        return cls(is_dict, is_dict and mask_in != "info", *keys)

    def space(self, size: int, num_actions: int) -> spaces.Space:
        """Return the space of observations with `size` floats."""
        array = spaces.Box(0.0, 1.0, (size,), np.float32)
        if not self.is_dict:
            return array
        parts: dict[str, spaces.Space] = {self.observation_key: array}
        if self.holds_mask:
            parts[self.mask_key] = spaces.Box(0, 1, (num_actions,), np.int8)
        return spaces.Dict(parts)

    def apply(self, array: np.ndarray, mask: np.ndarray) -> Observation:
        """Format an observation with a copy of its mask, or a batch of both."""
        if not self.is_dict:
            return array
        return {self.observation_key: array, self.mask_key: mask.copy()} if self.holds_mask else {self.observation_key: array}
