"""A magnet: a policy near which the policy of PPO is held, as in magnetic mirror descent.

In games with hidden information the best response to oneself circles around an equilibrium. A penalty on the distance from a
fixed or slowly moving policy turns the circle into a spiral to the equilibrium (Sokota et al. 2023: "A unified approach to
reinforcement learning, quantal response equilibria, and two-player zero-sum games").
"""

import copy
from typing import Any

import torch as th
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch import nn
from torch.nn.functional import softmax

from dig_envs.training.ppo.loss_terms import Term
from dig_envs.training.sb3.policy import logits_of


class Magnet(Term):
    """The Kullback-Leibler divergence of the policy from its magnet.

    Args:
        weight: the weight of the divergence in the loss.
        policy: the magnet is a moving average of this policy's weights; None for the uniform policy.
        memory: the share of the old average in the new average after each rollout.
    """

    name = "magnet"

    def __init__(self, weight: float, policy: MaskableActorCriticPolicy | None = None, memory: float = 0.0):
        self.weight, self.memory = weight, memory
        self.average = None if policy is None else copy.deepcopy(policy).requires_grad_(False)

    def end_rollout(self, model: Any) -> None:
        """Move the average towards the policy."""
        if self.average is not None:
            with th.no_grad():
                for old, new in zip(self.average.parameters(), model.policy.parameters(), strict=True):
                    old.lerp_(new, 1.0 - self.memory)

    def module(self) -> nn.Module | None:
        return self.average

    def divergence(self, observations: th.Tensor, action_masks: th.Tensor, logits: th.Tensor) -> th.Tensor:
        if self.average is None:
            magnet = -action_masks.sum(dim=1, keepdim=True).to(logits).log()
        else:
            with th.no_grad():
                magnet = logits_of(self.average, observations, action_masks)
        return (softmax(logits, dim=1) * (logits - magnet)).sum(dim=1)
