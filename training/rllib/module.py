"""The network that RLlib trains: one of `dig_envs.agents.learned.build`, with illegal actions masked."""

from typing import Any

import numpy as np
import torch as th
from gymnasium import spaces
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis import ValueFunctionAPI
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.core.rl_module.torch import TorchRLModule

from dig_envs.agents.learned import Architecture, build

OBSERVATION, MASK = "observation", "action_mask"  # the keys of what a seat sees
ILLEGAL = -1e8  # the logit of an illegal action: it is never drawn, and adds nothing to the entropy


class MaskedModule(TorchRLModule, ValueFunctionAPI):
    """A policy and a value function over what a seat observes, and the mask of its legal actions.

    `model_config["architecture"]` describes the policy, as JSON (`Architecture.as_json`). The names of the networks are those
    of `dig_envs.training.rllib.export`.
    """

    def setup(self) -> None:
        architecture = Architecture.from_json(self.model_config["architecture"])
        self.policy_net, self.value_net = build(architecture), build(architecture.value_function())

    def _forward(self, batch: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        seen = batch[Columns.OBS]
        logits = self.policy_net(seen[OBSERVATION])
        return {Columns.ACTION_DIST_INPUTS: logits.masked_fill(seen[MASK] == 0, ILLEGAL)}

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> th.Tensor:
        """Return what the observations are worth, float32 (n,)."""
        return self.value_net(batch[Columns.OBS][OBSERVATION]).squeeze(-1)


def module_spec(architecture: Architecture) -> RLModuleSpec:
    """Return what RLlib makes a `MaskedModule` of."""
    return RLModuleSpec(
        module_class=MaskedModule,
        observation_space=seen_space(architecture.inputs, architecture.outputs),
        action_space=spaces.Discrete(architecture.outputs),
        model_config={"architecture": architecture.as_json()},
    )


def seen_space(floats: int, num_actions: int) -> spaces.Dict:
    """Return the space of what a seat sees: the observation with its features, and the mask."""
    box = spaces.Box(0.0, 1.0, (floats,), np.float32)
    return spaces.Dict({OBSERVATION: box, MASK: spaces.Box(0, 1, (num_actions,), np.int8)})
