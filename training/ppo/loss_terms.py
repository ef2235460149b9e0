"""Further terms of PPO's loss: weighted divergences of the policy from other policies."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch as th
from stable_baselines3.common.callbacks import BaseCallback
from torch import nn


class Term:
    """A divergence of the policy from another policy.

    Attributes:
        name: the name in logs.
        weight: the present weight in the loss; with 0 the divergence is not computed.
    """

    name: str
    weight = 0.0

    def module(self) -> nn.Module | None:
        """Return the module whose weights belong into a checkpoint; None if there is no such module."""
        return None

    def start_rollout(self, model: Any) -> None:
        """Set the weight before a rollout. A resumed run repeats this call."""

    def end_rollout(self, model: Any) -> None:
        """Change the other policy after a rollout, before the update of the model."""

    def divergence(self, observations: th.Tensor, action_masks: th.Tensor, logits: th.Tensor) -> th.Tensor:
        """Return the divergence at each decision, (n,).

        Args:
            observations: (n, floats).
            action_masks: (n, num_actions).
            logits: the logarithm of the policy's probability of each action, (n, num_actions); far below 0 if illegal.
        """
        raise NotImplementedError


class LossTerms(BaseCallback):
    """Adds terms to the loss of a MaskablePPO.

    Stable-Baselines3 gives no access to the loss. So the policy's evaluation of actions returns the weighted entropy minus the
    terms in the place of the entropy, whose weight is 1 during updates.
    """

    def __init__(self, terms: Sequence[Term]):
        super().__init__()
        self.terms = list(terms)
        self.divergences: dict[str, list[float]] = {term.name: [] for term in self.terms}

    def _init_callback(self) -> None:
        """Replace the policy's evaluation of actions, which the updates call."""
        model: Any = self.model
        self.ent_coef: float = model.ent_coef
        self.evaluate = model.policy.evaluate_actions
        model.policy.evaluate_actions = self._evaluate_actions

    def _on_rollout_start(self) -> None:
        model: Any = self.model
        for term in self.terms:
            term.start_rollout(model)
            if self.divergences[term.name]:
                self.logger.record(f"{term.name}/divergence", np.mean(self.divergences[term.name]))
                self.logger.record(f"{term.name}/weight", term.weight)
            self.divergences[term.name] = []
        model.ent_coef = self.ent_coef

    def _on_rollout_end(self) -> None:
        self.model.ent_coef = 1.0  # type: ignore[attr-defined]
        for term in self.terms:
            term.end_rollout(self.model)

    def _on_step(self) -> bool:
        return True

    def _on_training_end(self) -> None:
        """Restore the model's entropy coefficient and evaluation of actions."""
        model: Any = self.model
        model.ent_coef = self.ent_coef
        model.policy.evaluate_actions = self.evaluate

    def _evaluate_actions(self, observations: th.Tensor, actions: th.Tensor, action_masks: th.Tensor) -> tuple:
        """Return values, log-likelihoods, and the weighted entropy minus the weighted divergences."""
        values, likelihoods, entropy = self.evaluate(observations, actions, action_masks)
        gain = self.ent_coef * entropy
        model: Any = self.model
        logits = model.policy.action_dist.distribution.logits
        for term in self.terms:
            if term.weight:
                divergence = term.divergence(observations, action_masks, logits)
                self.divergences[term.name].append(divergence.mean().item())
                gain = gain - term.weight * divergence
        return values, likelihoods, gain
