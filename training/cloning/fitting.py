"""Fit a policy and its value function to recorded choices: plain supervised learning."""

import numpy as np
import torch as th
from stable_baselines3.common.type_aliases import Schedule
from torch.nn.functional import cross_entropy, mse_loss

from training.cloning.examples import Examples

VALUE_ROWS = 4  # the value function sees one in so many rows of a minibatch: games are few, and it would learn them by heart


class Fitting:
    """Makes steps of gradient descent, with Adam, towards the teacher's actions and the outcomes of games.

    Args:
        policy: of MaskablePPO.
        rate: the learning rate at each share of the work that is left, from 1 down to 0.
        batch_size: choices in a minibatch.
        value_weight: of the value function's squared error.
    """

    def __init__(self, policy: th.nn.Module, rate: Schedule, batch_size: int, value_weight: float):
        self.policy, self.rate, self.batch_size, self.value_weight = policy, rate, batch_size, value_weight
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
        observations = th.from_numpy(examples.observations[rows])
        chosen, actions = logits_of(self.policy, observations, examples.masks[rows]), th.from_numpy(examples.actions[rows])
        few = -(-self.batch_size // VALUE_ROWS)
        values = self.policy.predict_values(observations[:few])[:, 0]  # type: ignore[operator]
        loss = cross_entropy(chosen, actions)
        error = mse_loss(values, th.from_numpy(examples.values[rows[:few]]))
        self.optimiser.zero_grad()
        (loss + self.value_weight * error).backward()
        self.optimiser.step()
        return loss.item()


def logits_of(policy: th.nn.Module, observations: th.Tensor, masks: np.ndarray | th.Tensor) -> th.Tensor:
    """Return the logarithm of how likely a policy is to take each action, (n, num_actions); of illegal ones far below 0."""
    return policy.get_distribution(observations, action_masks=masks).distribution.logits  # type: ignore[operator]
