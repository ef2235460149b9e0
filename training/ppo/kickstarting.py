"""Kickstarting: PPO starts from a clone and stays close to it at first.

In the first rollouts only the value function learns, because its errors would spoil the policy. Then a term of the loss, the
Kullback-Leibler divergence of the policy from the clone's policy, preserves the clone's knowledge. Its weight falls to 0
(Schmitt et al. 2018: "Kickstarting deep reinforcement learning").
"""

import copy
from typing import Any

import numpy as np
import torch as th
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from torch.nn.functional import softmax

from dig_envs.agents.learned.networks import VALUE_FUNCTIONS
from dig_envs.training.clone.fitting import logits_of


class Kickstarting(BaseCallback):
    """Adds the divergence from a clone to the loss of a MaskablePPO.

    Args:
        clone: the policy of the clone, which is copied.
        warm_up: the number of first rollouts in which only the value function learns.
        weight: the initial weight of the divergence in the loss.
        steps: the number of decisions after the warm-up in which the weight falls linearly to 0.
    """

    def __init__(self, clone: MaskableActorCriticPolicy, warm_up: int, weight: float, steps: int):
        super().__init__()
        self.clone = copy.deepcopy(clone).requires_grad_(False)
        self.warm_up, self.first_weight, self.steps = warm_up, weight, steps
        self.weight = 0.0
        self.divergences: list[float] = []

    def _init_callback(self) -> None:
        """Replace the policy's evaluation of actions, which the updates call."""
        model: Any = self.model
        self.ent_coef: float = model.ent_coef
        self.evaluate = model.policy.evaluate_actions
        model.policy.evaluate_actions = self._evaluate_actions

    def _on_rollout_start(self) -> None:
        """Choose the weight and the trained parameters of the update after this rollout."""
        model: Any = self.model
        rollout = model.n_steps * model.n_envs
        left = self.warm_up - model.num_timesteps // rollout
        share = 1.0 - (model.num_timesteps - self.warm_up * rollout) / self.steps
        self.weight = self.first_weight * min(max(share, 0.0), 1.0)
        for name, parameter in model.policy.named_parameters():
            parameter.requires_grad_(left <= 0 or name.startswith(VALUE_FUNCTIONS["MaskablePPO"]))
        if self.divergences:
            self.logger.record("kickstarting/divergence", np.mean(self.divergences))
            self.logger.record("kickstarting/weight", self.weight)
        self.divergences = []
        model.ent_coef = self.ent_coef

    def _on_rollout_end(self) -> None:
        if self.weight:
            self.model.ent_coef = 1.0  # type: ignore[attr-defined]

    def _on_step(self) -> bool:
        return True

    def _on_training_end(self) -> None:
        """Restore the model's entropy coefficient and evaluation of actions."""
        model: Any = self.model
        model.ent_coef = self.ent_coef
        model.policy.evaluate_actions = self.evaluate

    def _evaluate_actions(self, observations: th.Tensor, actions: th.Tensor, action_masks: th.Tensor) -> tuple:
        """Return values, log-likelihoods, and the weighted entropy minus the weighted divergence.

        The last takes the place of the entropy in the loss, where its weight is 1.
        """
        values, likelihoods, entropy = self.evaluate(observations, actions, action_masks)
        if not self.weight:
            return values, likelihoods, entropy
        policy: Any = self.model.policy
        present = policy.action_dist.distribution.logits
        with th.no_grad():
            cloned = logits_of(self.clone, observations, action_masks)
        divergence = (softmax(cloned, dim=1) * (cloned - present)).sum(dim=1)
        self.divergences.append(divergence.mean().item())
        return values, likelihoods, self.ent_coef * entropy - self.weight * divergence
