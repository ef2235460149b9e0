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
        architecture: the description of the policy.
        value_function: the description of the value network; `architecture.value_function()` if None. Its inputs may be longer
            than those of the policy, which reads the first floats of an observation.
    """

    def __init__(self, *args: Any, architecture: Architecture, value_function: Architecture | None = None, **kwargs: Any):
        self.architecture, self.value_function = architecture, value_function or architecture.value_function()
        super().__init__(*args, **kwargs)
        assert isinstance(self.action_space, spaces.Discrete)
        self.action_dist = LegalActions(int(self.action_space.n))

    @property
    def sees_more(self) -> bool:
        """Whether the value network sees more than the policy network."""
        return self.value_function.inputs > self.architecture.inputs

    def _build(self, lr_schedule: Schedule) -> None:
        networks = PolicyAndValue(self.architecture, self.value_function).to(self.device)
        self.mlp_extractor = networks  # type: ignore[assignment]
        self.action_net, self.value_net = nn.Identity(), nn.Identity()  # type: ignore[assignment]
        rate = lr_schedule(1)
        self.optimizer = self.optimizer_class(self.parameters(), lr=rate, **self.optimizer_kwargs)  # type: ignore[call-arg]


class PolicyAndValue(nn.Module):
    """The policy network and the value network, with the names and methods that Stable-Baselines3 expects."""

    def __init__(self, architecture: Architecture, value_function: Architecture):
        super().__init__()
        self.policy_net, self.value_net = build(architecture), build(value_function)
        self.inputs = architecture.inputs

    def forward(self, observations: th.Tensor) -> tuple[th.Tensor, th.Tensor]:
        return self.forward_actor(observations), self.forward_critic(observations)

    def forward_actor(self, observations: th.Tensor) -> th.Tensor:
        """Return the policy's logits, (n, num_actions)."""
        return self.policy_net(observations[:, : self.inputs])

    def forward_critic(self, observations: th.Tensor) -> th.Tensor:
        """Return the values of observations, (n, 1)."""
        return self.value_net(observations)


def logits_of(policy: MaskableActorCriticPolicy, observations: th.Tensor, masks: Any) -> th.Tensor:
    """Return the logarithm of the policy's probability of each action, (n, num_actions); far below 0 for illegal actions."""
    distribution: Any = policy.get_distribution(observations, action_masks=masks).distribution
    return distribution.logits
