"""A policy of Stable-Baselines3 with networks of `dig_envs.agents.learned`."""

from typing import Any

import torch as th
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.type_aliases import Schedule
from torch import nn

from dig_envs.agents.learned import Architecture, build
from dig_envs.training.sb3.masked_distribution import LegalActions


class NetworkPolicy(MaskableActorCriticPolicy):
    """MaskablePPO's policy with a policy network and a value network of a given architecture.

    Args:
        architecture: the description of the policy; `architecture.value_function()` describes the value network.
    """

    def __init__(self, *args: Any, architecture: Architecture, **kwargs: Any):
        self.architecture = architecture
        super().__init__(*args, **kwargs)
        assert isinstance(self.action_space, spaces.Discrete)
        self.action_dist = LegalActions(int(self.action_space.n))

    def _build(self, lr_schedule: Schedule) -> None:
        networks = PolicyAndValue(self.architecture).to(self.device)
        self.mlp_extractor = networks  # type: ignore[assignment]
        self.action_net, self.value_net = nn.Identity(), nn.Identity()  # type: ignore[assignment]
        rate = lr_schedule(1)
        self.optimizer = self.optimizer_class(self.parameters(), lr=rate, **self.optimizer_kwargs)  # type: ignore[call-arg]


class PolicyAndValue(nn.Module):
    """The policy network and the value network, with the names and methods that Stable-Baselines3 expects."""

    def __init__(self, architecture: Architecture):
        super().__init__()
        self.policy_net, self.value_net = build(architecture), build(architecture.value_function())

    def forward(self, observations: th.Tensor) -> tuple[th.Tensor, th.Tensor]:
        return self.policy_net(observations), self.value_net(observations)

    def forward_actor(self, observations: th.Tensor) -> th.Tensor:
        """Return the policy's logits, (n, num_actions)."""
        return self.policy_net(observations)

    def forward_critic(self, observations: th.Tensor) -> th.Tensor:
        """Return the values of observations, (n, 1)."""
        return self.value_net(observations)
