"""Say in which form the adapters hand out what is observed: a plain array, or a dict, with the mask of legal actions in it."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from gymnasium import spaces

from dig_envs.adapters.arguments import one_of
from dig_envs.core.errors import ArgumentError

OBSERVATION = ("array", "dict")
MASK_IN = ("observation", "info")


@dataclass(frozen=True)
class Form:
    """The form of an observation.

    Attributes:
        is_dict: a dict that holds the observation; else it is the array itself.
        holds_mask: the dict holds the mask of legal actions too; else that stands in the infos.
        observation_key, mask_key: names in the dict.
    """

    is_dict: bool
    holds_mask: bool
    observation_key: str
    mask_key: str

    @classmethod
    def parse(cls, observation: Any = None, mask_in: Any = None, observation_key: Any = None, mask_key: Any = None) -> "Form":
        """Return the form that these arguments ask for; those that are None follow from the others.

        Args:
            observation: "array" or "dict": a dict if the mask stands in it, or if a key is given, else an array.
            mask_in: "observation" or "info": in the observation if that is a dict, else in the info.
            observation_key: "observation" unless given.
            mask_key: "action_mask" unless given.

        Raises:
            ArgumentError: not one of these values, keys that are no texts or alike, or an array with something in it.

        >>> Form.parse(mask_in="observation").is_dict, Form.parse(observation="dict").holds_mask, Form.parse().is_dict
        (True, True, False)
        """
        keyed = observation_key is not None or mask_key is not None
        if mask_in is not None:
            one_of("mask_in", mask_in, MASK_IN)
        if observation is None:
            observation = "dict" if mask_in == "observation" or keyed else "array"
        is_dict = one_of("observation", observation, OBSERVATION) == "dict"
        if not is_dict and (mask_in == "observation" or keyed):
            raise ArgumentError('observation="array" has no keys and holds no mask; take observation="dict", or mask_in="info"')
        keys = ["observation" if observation_key is None else observation_key, "action_mask" if mask_key is None else mask_key]
        if not all(isinstance(key, str) for key in keys) or keys[0] == keys[1]:
            raise ArgumentError(f"observation_key and mask_key are two texts that differ, not {keys!r:.80}")
        return cls(is_dict, is_dict and mask_in != "info", *keys)

    def space(self, size: int, num_actions: int) -> spaces.Space:
        """Return the space of observations of `size` floats."""
        facts = spaces.Box(0.0, 1.0, (size,), np.float32)
        if not self.is_dict:
            return facts
        held: dict[str, spaces.Space] = {self.observation_key: facts}
        if self.holds_mask:
            held[self.mask_key] = spaces.Box(0, 1, (num_actions,), np.int8)
        return spaces.Dict(held)

    def observed(self, facts: np.ndarray, mask: np.ndarray) -> Any:
        """Put an observation and its mask (or a stack of both) into this form."""
        if not self.is_dict:
            return facts
        return {self.observation_key: facts, self.mask_key: mask} if self.holds_mask else {self.observation_key: facts}
