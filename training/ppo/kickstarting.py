"""Kickstarting: PPO starts from a clone and stays close to it at first.

In the first rollouts only the value function learns, because its errors would spoil the policy. Then a term of the loss, the
Kullback-Leibler divergence of the policy from the clone's policy, preserves the clone's knowledge. Its weight falls to 0
(Schmitt et al. 2018: "Kickstarting deep reinforcement learning").
"""

import copy
from typing import Any

import torch as th
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch.nn.functional import softmax

from dig_envs.agents.learned.networks import VALUE_FUNCTIONS
from dig_envs.training.ppo.loss_terms import Term
from dig_envs.training.sb3.policy import logits_of


class Kickstarting(Term):
    """The divergence from a clone, with a weight that falls linearly.

    Args:
        clone: the policy of the clone, which is copied.
        warm_up: the number of first rollouts in which only the value function learns.
        weight: the initial weight of the divergence in the loss.
        steps: the number of decisions after the warm-up in which the weight falls linearly to 0.
    """

    name = "kickstarting"

    def __init__(self, clone: MaskableActorCriticPolicy, warm_up: int, weight: float, steps: int):
        self.clone = copy.deepcopy(clone).requires_grad_(False)
        self.warm_up, self.first_weight, self.steps = warm_up, weight, steps

    def start_rollout(self, model: Any) -> None:
        """Choose the weight and the trained parameters of the update after the next rollout."""
        rollout = model.n_steps * model.n_envs
        left = self.warm_up - model.num_timesteps // rollout
        share = 1.0 - (model.num_timesteps - self.warm_up * rollout) / self.steps
        self.weight = self.first_weight * min(max(share, 0.0), 1.0)
        for name, parameter in model.policy.named_parameters():
            parameter.requires_grad_(left <= 0 or name.startswith(VALUE_FUNCTIONS["MaskablePPO"]))

    def divergence(self, observations: th.Tensor, action_masks: th.Tensor, logits: th.Tensor) -> th.Tensor:
        with th.no_grad():
            cloned = logits_of(self.clone, observations, action_masks)
        return (softmax(cloned, dim=1) * (cloned - logits)).sum(dim=1)
