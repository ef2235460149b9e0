"""Magnetic mirror descent (MMD) with self-play in one file: a policy gradient that two divergences hold back.

    python -m dig_envs.training.one_file.mmd --game dig_dig_v0 --variant tiny

Sokota et al. 2023: "A unified approach to reinforcement learning, quantal response equilibria, and two-player zero-sum games".
An update increases the expected reward, minus `magnet` times the divergence KL(policy, magnet), minus `proximal` times the
divergence KL(policy, policy of the rollout). For a fixed magnet the last iterate converges to a regularised equilibrium; as the
factor `magnet` falls, this equilibrium moves to one of the game itself. The magnet is uniform at first. Each update moves it by
`magnet_rate` towards the policy.

- The successor of a decision is the next decision of the same seat. Its reward is the sum of the seat's rewards up to there.
- Rewards come at the end of a game, so there is no discount. They lie between -1 and 1, so advantages are not normalised: the
  factors of the divergences are in units of reward.
"""

import copy
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

import torch
from torch import nn

from dig_envs.training.one_file import harness, ppo


@dataclass(frozen=True)
class Settings(ppo.SelfPlaySettings):
    magnet: Annotated[float, "factor of the divergence from the magnet at the start"] = 0.05
    final_magnet: Annotated[float, "factor of the divergence from the magnet at the end"] = 0.005
    magnet_rate: Annotated[float, "how far an update moves the magnet to the policy; 0: it stays uniform"] = 0.0
    proximal: Annotated[float, "factor of the divergence from the policy of the rollout"] = 0.5
    output: Annotated[str, "JSON file of the result"] = "runs/one_file/mmd.json"


class Learner(ppo.Learner):
    """PPO's learner with divergences from two policies instead of clip and entropy bonus."""

    def __init__(self, settings: Settings, network: ppo.Network, generator: torch.Generator):
        super().__init__(settings, network, generator)
        self.magnet = copy.deepcopy(network)
        nn.init.zeros_(list(self.magnet.actor.parameters())[-2])  # the last weights: the magnet is uniform

    def learn(self, data: list[torch.Tensor], left: float) -> None:
        with torch.no_grad():
            attractor = self.magnet.log_policy(*data[:2])
        super().learn([*data, attractor], left)
        harness.move(self.magnet.actor, self.network.actor, self.settings.magnet_rate)

    def loss(self, data: list[torch.Tensor], left: float) -> torch.Tensor:
        observations, masks, actions, before, advantages, returns, attractor = data
        settings, log_policy = self.settings, self.network.log_policy(observations, masks)
        magnet_factor = settings.final_magnet + left * (settings.magnet - settings.final_magnet)
        regularised = magnet_factor * divergence(log_policy, attractor) + settings.proximal * divergence(log_policy, before)
        error = (self.network.value(observations) - returns).square()
        gain = ppo.ratio_of(log_policy, before, actions) * advantages
        return (settings.value_factor * error - gain + regularised).mean()


def divergence(log_policy: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
    """Return the divergence KL(policy, other) of each row of log-probabilities."""
    return (log_policy.exp() * (log_policy - other)).sum(-1)


def train(settings: Settings, report: Callable[[str], Any] = print) -> dict[str, Any]:
    """Train a network, and return the settings, the curve and the last measurement as plain data."""
    return ppo.train(settings, report, Learner)


if __name__ == "__main__":
    harness.run(train, Settings, __doc__)
