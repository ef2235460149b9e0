"""Fit a policy and its value function to recorded choices: plain supervised learning."""

from collections.abc import Callable
from typing import Any

import numpy as np
import torch as th
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.type_aliases import Schedule
from torch.nn.functional import cross_entropy, mse_loss, softmax

from dig_envs.training.clone.examples import Examples

ROWS = 4_096  # that a network judges at once
VALUE_ROWS = 4  # the value function sees one in so many rows of a minibatch: games are few, and it would learn them by heart


class Fitting:
    """Makes steps of gradient descent, with Adam, towards the teacher's actions and the outcomes of games.

    Args:
        policy: of MaskablePPO.
        rate: the learning rate at each share of the work that is left, from 1 down to 0.
        batch_size: choices in a minibatch.
        value_weight: of the value function's squared error.
        temperature: in units of reward, where it learns from gains; None where from the teacher's actions.
    """

    def __init__(
        self,
        policy: MaskableActorCriticPolicy,
        rate: Schedule,
        batch_size: int,
        value_weight: float,
        temperature: float | None = None,
    ):
        self.policy, self.rate, self.batch_size, self.value_weight = policy, rate, batch_size, value_weight
        self.temperature = temperature
        self.optimiser = th.optim.Adam(policy.parameters(), rate(1.0), eps=1e-5)

    def step(self, examples: Examples, left: float) -> float:
        """Learn from a minibatch drawn from all examples, and return its loss.

        Args:
            examples: at least one.
            left: the share of the work that is left.
        """
        for group in self.optimiser.param_groups:
            group["lr"] = self.rate(left)
        rows = th.randint(len(examples), (self.batch_size,)).numpy()
        arrays = examples.observations[rows], examples.actions[rows], examples.values[rows]
        observations, actions, outcomes = (th.from_numpy(array).to(self.policy.device) for array in arrays)
        logits = logits_of(self.policy, observations, examples.masks[rows])
        few = -(-self.batch_size // VALUE_ROWS)
        values = self.policy.predict_values(observations[:few])[:, 0]
        if self.temperature is None:
            loss = cross_entropy(logits, actions)
        else:
            gains, priors = (th.from_numpy(array[rows]).to(logits) for array in (examples.gains, examples.priors))
            loss = loss_by_gains(logits, priors, gains / self.temperature)
        error = mse_loss(values, outcomes[:few])
        self.optimiser.zero_grad()
        (loss + self.value_weight * error).backward()
        self.optimiser.step()
        return loss.item()


def loss_by_gains(logits: th.Tensor, priors: th.Tensor, gains: th.Tensor) -> th.Tensor:
    """Return the loss of a policy that learns from gains: its KL divergence from the policy before, less its expected gain.

    The least of it is the policy that is as likely to take an action as before, times exp(gain) (Peters, Mülling, Altun 2010:
    "Relative entropy policy search"). It is linear in gains, so that their noise averages out over choices; in the label of a
    best action, or in that best policy, it does not (Sun et al. 2017: "Deeply AggreVaTeD").

    Args:
        logits: the logarithms of how likely each action is; of illegal ones far below 0.
        priors: the same, before.
        gains: of each action, in units of the temperature.

    Returns:
        The mean over rows.
    """
    likely = softmax(logits, dim=1)
    return (likely * (logits - priors - gains)).sum(dim=1).mean()


def logits_of(policy: MaskableActorCriticPolicy, observations: th.Tensor, masks: Any) -> th.Tensor:
    """Return the logarithm of how likely a policy is to take each action, (n, num_actions); of illegal ones far below 0."""
    distribution: Any = policy.get_distribution(observations, action_masks=masks).distribution
    return distribution.logits


def logits_at(policy: MaskableActorCriticPolicy, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
    """Compute `logits_of` for recorded observations, some at a time so that they fit into memory: float32 (n, num_actions)."""
    return _in_parts(policy, lambda seen, some: logits_of(policy, seen, masks[some]), observations)


def values_at(policy: MaskableActorCriticPolicy, observations: np.ndarray) -> np.ndarray:
    """Compute the values of recorded observations, some at a time so that they fit into memory: float32 (n,)."""
    return _in_parts(policy, lambda seen, some: policy.predict_values(seen)[:, 0], observations)


def _in_parts(
    policy: MaskableActorCriticPolicy, answer: Callable[[th.Tensor, slice], th.Tensor], observations: np.ndarray
) -> np.ndarray:
    """Evaluate a network on `ROWS` observations at a time."""
    parts = []
    with th.no_grad():
        for first in range(0, len(observations), ROWS):
            some = slice(first, first + ROWS)
            parts.append(answer(th.from_numpy(observations[some]).to(policy.device), some).cpu().numpy())
    return np.concatenate(parts)
