"""Kickstarting: PPO goes on from a clone, and is drawn back to it less and less.

At first the value function alone learns, for its errors would spoil the policy. From then on a term of the loss, the
Kullback-Leibler divergence of the policy from the clone's, keeps what the clone knows until rewards have taken over (Schmitt
et al. 2018: "Kickstarting deep reinforcement learning").
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
    """Lets a MaskablePPO go on from a clone.

    Args:
        clone: the policy that it starts from; a copy is kept.
        warm_up: for so many rollouts the policy stays as it is, and the value function learns.
        weight: of the divergence in the loss, at first.
        steps: after so many decisions more it has fallen to 0, evenly.
    """

    def __init__(self, clone: MaskableActorCriticPolicy, warm_up: int, weight: float, steps: int):
        super().__init__()
        self.clone = copy.deepcopy(clone).requires_grad_(False)
        self.warm_up, self.first_weight, self.steps = warm_up, weight, steps
        self.weight = 0.0
        self.divergences: list[float] = []

    def _init_callback(self) -> None:
        """Follow what the updates ask the policy."""
        model: Any = self.model
        self.ent_coef: float = model.ent_coef
        self.evaluate = model.policy.evaluate_actions
        model.policy.evaluate_actions = self._evaluate_actions

    def _on_rollout_start(self) -> None:
        """Decide what the update after this rollout does."""
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
        """Give the model its own entropy coefficient and evaluation of actions back."""
        model: Any = self.model
        model.ent_coef = self.ent_coef
        model.policy.evaluate_actions = self.evaluate

    def _evaluate_actions(self, observations: th.Tensor, actions: th.Tensor, action_masks: th.Tensor) -> tuple:
        """Return values, log-likelihoods, and in the place of the entropy, whose weight is 1 now, all that is to be maximised:
        the weighted entropy less the weighted divergence."""
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
