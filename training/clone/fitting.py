"""Fit a policy and its value function to recorded choices by supervised learning."""

from collections.abc import Callable

import numpy as np
import torch as th
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.type_aliases import Schedule
from torch.nn.functional import cross_entropy, mse_loss, softmax

from dig_envs.training.clone.examples import Examples
from dig_envs.training.sb3.policy import logits_of

BATCH_ROWS = 4_096  # of one evaluation of a network
VALUE_SHARE = 4  # the value function learns from a quarter of each minibatch: games are few, and it would memorise them


class Fitting:
    """Fits a policy to the teacher's actions or to gains, and its value function to outcomes, with Adam.

    Args:
        policy: a policy of MaskablePPO.
        rate: the learning rate as a function of the remaining share of the work, from 1 down to 0.
        batch_size: choices in a minibatch.
        value_weight: the weight of the squared error of the value function.
        temperature: in units of reward, to learn from gains; None to learn from the teacher's actions.
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
        """Make one step of gradient descent on a minibatch of random examples, and return the loss of the policy.

        Args:
            examples: at least one example.
            left: the remaining share of the work.
        """
        for group in self.optimiser.param_groups:
            group["lr"] = self.rate(left)
        rows = th.randint(len(examples), (self.batch_size,)).numpy()
        arrays = examples.observations[rows], examples.actions[rows], examples.values[rows]
        observations, actions, outcomes = (th.from_numpy(array).to(self.policy.device) for array in arrays)
        logits = logits_of(self.policy, observations, examples.masks[rows])
        few = -(-self.batch_size // VALUE_SHARE)
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
    """Return the loss of a policy that learns from gains: its KL divergence from the prior policy minus its expected gain.

    The loss is least for the policy with probabilities proportional to prior * exp(gain) (Peters, Mülling, Altun 2010:
    "Relative entropy policy search"). The loss is linear in the gains: their noise averages out over choices. The noise would
    not average out in labels of best actions, nor in that best policy as a target (Sun et al. 2017: "Deeply AggreVaTeD").

    Args:
        logits: the logarithm of the probability of each action; far below 0 for illegal actions.
        priors: the logarithms of the prior policy.
        gains: the gain of each action, in units of the temperature.

    Returns:
        The mean loss over rows.
    """
    probabilities = softmax(logits, dim=1)
    return (probabilities * (logits - priors - gains)).sum(dim=1).mean()


def logits_at(policy: MaskableActorCriticPolicy, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
    """Return `logits_of` recorded observations, float32 (n, num_actions), evaluated in parts to bound the memory."""
    return _in_parts(policy, lambda part, rows: logits_of(policy, part, masks[rows]), observations)


def values_at(policy: MaskableActorCriticPolicy, observations: np.ndarray) -> np.ndarray:
    """Return the values of recorded observations, float32 (n,), evaluated in parts to bound the memory."""
    return _in_parts(policy, lambda part, rows: policy.predict_values(part)[:, 0], observations)


def _in_parts(
    policy: MaskableActorCriticPolicy, evaluate: Callable[[th.Tensor, slice], th.Tensor], observations: np.ndarray
) -> np.ndarray:
    """Evaluate a function on `BATCH_ROWS` observations at a time."""
    parts = []
    with th.no_grad():
        for first in range(0, len(observations), BATCH_ROWS):
            rows = slice(first, first + BATCH_ROWS)
            parts.append(evaluate(th.from_numpy(observations[rows]).to(policy.device), rows).cpu().numpy())
    return np.concatenate(parts)
