"""Fit a policy and its value function to recorded choices: plain supervised learning."""

from typing import Any

import torch as th
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
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

    def __init__(self, policy: MaskableActorCriticPolicy, rate: Schedule, batch_size: int, value_weight: float):
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
        arrays = examples.observations[rows], examples.actions[rows], examples.values[rows]
        observations, actions, outcomes = (th.from_numpy(array).to(self.policy.device) for array in arrays)
        chosen = logits_of(self.policy, observations, examples.masks[rows])
        few = -(-self.batch_size // VALUE_ROWS)
        values = self.policy.predict_values(observations[:few])[:, 0]
        loss = cross_entropy(chosen, actions)
        error = mse_loss(values, outcomes[:few])
        self.optimiser.zero_grad()
        (loss + self.value_weight * error).backward()
        self.optimiser.step()
        return loss.item()


def logits_of(policy: MaskableActorCriticPolicy, observations: th.Tensor, masks: Any) -> th.Tensor:
    """Return the logarithm of how likely a policy is to take each action, (n, num_actions); of illegal ones far below 0."""
    distribution: Any = policy.get_distribution(observations, action_masks=masks).distribution
    return distribution.logits
