"""PPO with self-play in one file: one network decides for all seats, and learns from the decisions of all seats.

    python -m dig_envs.training.one_file.ppo --game dig_dig_v0 --variant tiny

Proximal policy optimisation (Schulman et al. 2017) in the style of CleanRL. In self-play with a large entropy bonus and a small
clip, its last iterate approaches an equilibrium (Rudolph et al. 2026: "Reevaluating policy gradient methods for
imperfect-information games"). Three things differ from PPO for one player:

- The successor of a decision is the next decision of the same seat. Its reward is the sum of the seat's rewards up to there.
- Rewards come at the end of a game, so there is no discount. They lie between -1 and 1, so advantages are not normalised: the
  entropy bonus is in units of reward.
- Learning rate and entropy bonus fall during the training, so that the last policy is the best.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

import numpy as np
import torch
from torch import nn

from dig_envs.core.agent import Decisions
from dig_envs.core.batch import Batch
from dig_envs.training.one_file import harness
from dig_envs.training.one_file.harness import MAX_PLAYERS, Curve, inputs_of, layers


@dataclass(frozen=True)
class SelfPlaySettings(harness.RunSettings):
    """The settings that `mmd` has too."""

    num_tables: Annotated[int, "tables that play at once"] = 128
    num_steps: Annotated[int, "decisions at each table between two updates"] = 32
    minibatches: Annotated[int, "minibatches in an epoch"] = 4
    epochs: Annotated[int, "passes over the decisions of an update"] = 2
    learning_rate: Annotated[float, "of Adam at the start; falls to 0"] = 1e-3
    gae_lambda: Annotated[float, "lambda of generalised advantage estimation"] = 0.95
    value_factor: Annotated[float, "factor of the value loss"] = 0.5
    max_grad_norm: Annotated[float, "largest norm of a gradient"] = 0.5


@dataclass(frozen=True)
class Settings(SelfPlaySettings):
    clip: Annotated[float, "largest change of a probability's ratio that is rewarded"] = 0.1
    entropy: Annotated[float, "factor of the entropy bonus at the start"] = 0.05
    final_entropy: Annotated[float, "factor of the entropy bonus at the end"] = 0.005
    output: Annotated[str, "JSON file of the result"] = "runs/one_file/ppo.json"


class Network(nn.Module):
    """A policy and a value function without shared layers."""

    def __init__(self, inputs: int, num_actions: int, hidden: int, generator: torch.Generator):
        super().__init__()
        self.actor = layers([inputs, hidden, hidden, num_actions], 0.01, generator)
        self.critic = layers([inputs, hidden, hidden, 1], 1.0, generator)

    def log_policy(self, observations: torch.Tensor, masks: torch.Tensor) -> torch.Tensor:
        """Return the logarithms of all probabilities, (n, num_actions); about -1e8 for illegal actions."""
        return self.actor(observations).masked_fill(~masks, -1e8).log_softmax(-1)

    def value(self, observations: torch.Tensor) -> torch.Tensor:
        return self.critic(observations).squeeze(-1)

    @torch.no_grad()
    def probabilities(self, decisions: Decisions) -> np.ndarray:
        """Return the policy in the form that `exact.measure` takes."""
        return self.log_policy(torch.as_tensor(inputs_of(decisions)), torch.as_tensor(decisions.masks) != 0).exp().numpy()


class Rollout(NamedTuple):
    """The decisions of an update, in order of play: (num_steps, num_tables, ...)."""

    observations: torch.Tensor
    masks: torch.Tensor
    actions: torch.Tensor
    log_policies: torch.Tensor  # of all actions
    seats: np.ndarray  # the seat that decided
    rewards: np.ndarray  # of all seats
    ends: np.ndarray  # whether the decision ended its game

    @classmethod
    def empty(cls, tables: Batch, steps: int) -> "Rollout":
        shape, inputs, num_actions = (steps, tables.num_tables), tables.layout.size + MAX_PLAYERS, tables.game.num_actions
        seen = torch.zeros(*shape, inputs), torch.zeros(*shape, num_actions, dtype=torch.bool)
        chosen = torch.zeros(shape, dtype=torch.long), torch.zeros(*shape, num_actions)
        return cls(*seen, *chosen, np.zeros(shape, int), np.zeros((*shape, tables.num_players)), np.zeros(shape, bool))


@torch.no_grad()
def play(tables: Batch, network: Network, rollout: Rollout, generator: torch.Generator) -> None:
    """Play with the network in all seats, and fill the rollout."""
    for step in range(len(rollout.seats)):
        rollout.observations[step] = torch.as_tensor(inputs_of(tables))
        rollout.masks[step] = torch.as_tensor(tables.masks) != 0
        rollout.seats[step] = tables.players
        log_policy = network.log_policy(rollout.observations[step], rollout.masks[step])
        actions = torch.multinomial(log_policy.exp(), 1, generator=generator)[:, 0]
        rollout.actions[step], rollout.log_policies[step] = actions, log_policy
        tables.step(actions.numpy())
        rollout.rewards[step], rollout.ends[step] = tables.rewards, tables.dones


@torch.no_grad()
def advantages_of(tables: Batch, network: Network, rollout: Rollout, gae_lambda: float) -> tuple[np.ndarray, ...]:
    """Estimate advantages (GAE) along the decisions of each seat; advantages never mix seats.

    Returns:
        The advantages, the returns, and whether the seat's next decision or the end of its game is in the rollout; other
        decisions cannot be learned. All are (num_steps, num_tables).
    """
    rows, values = np.arange(tables.num_tables), network.value(rollout.observations).numpy()
    later, running, earned = np.zeros((3, tables.num_tables, tables.num_players), np.float32)  # of each seat's later decisions
    known = np.zeros(later.shape, bool)
    later[rows, tables.players] = network.value(torch.as_tensor(inputs_of(tables))).numpy()
    known[rows, tables.players] = True
    advantages, closed = np.zeros_like(values), np.zeros(values.shape, bool)
    for step in reversed(range(len(values))):
        ended, own = rollout.ends[step], (rows, rollout.seats[step])
        later[ended], running[ended], earned[ended], known[ended] = 0.0, 0.0, 0.0, True
        earned += rollout.rewards[step]
        closed[step] = known[own]
        error = earned[own] + later[own] - values[step] + gae_lambda * running[own]
        advantages[step] = running[own] = np.where(closed[step], error, 0.0)
        later[own], earned[own], known[own] = values[step], 0.0, True
    return advantages, advantages + values, closed


class Learner:
    """Adam and the loss of PPO."""

    def __init__(self, settings: Any, network: Network, generator: torch.Generator):
        self.settings, self.network, self.generator = settings, network, generator
        self.optimizer = torch.optim.Adam(network.parameters(), settings.learning_rate, eps=1e-5)

    def learn(self, data: list[torch.Tensor], left: float) -> None:
        """Improve the network with the decisions of a rollout; `left` is the share of the training that is left."""
        self.optimizer.param_groups[0]["lr"] = self.settings.learning_rate * left
        for _ in range(self.settings.epochs):
            for rows in torch.randperm(len(data[0]), generator=self.generator).chunk(self.settings.minibatches):
                loss = self.loss([part[rows] for part in data], left)
                self.optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.network.parameters(), self.settings.max_grad_norm)
                self.optimizer.step()

    def loss(self, data: list[torch.Tensor], left: float) -> torch.Tensor:
        """Return the loss of a minibatch: clipped policy gradient, entropy bonus, error of the values."""
        observations, masks, actions, before, advantages, returns = data
        settings, log_policy = self.settings, self.network.log_policy(observations, masks)
        entropy = -(log_policy.exp() * log_policy).sum(-1).mean()
        ratio = ratio_of(log_policy, before, actions)
        clipped = ratio.clamp(1 - settings.clip, 1 + settings.clip)
        gain = torch.min(ratio * advantages, clipped * advantages).mean()
        error = (self.network.value(observations) - returns).square().mean()
        entropy_factor = settings.final_entropy + left * (settings.entropy - settings.final_entropy)
        return settings.value_factor * error - gain - entropy_factor * entropy


def ratio_of(log_policy: torch.Tensor, before: torch.Tensor, actions: torch.Tensor) -> torch.Tensor:
    """Return the ratio of the probability of each action, now and in the rollout."""
    return (log_policy - before).gather(1, actions[:, None])[:, 0].exp()


def train(settings: Any, report: Callable[[str], Any] = print, learner_class: type[Learner] = Learner) -> dict[str, Any]:
    """Train a network, and return the settings, the curve and the last measurement as plain data."""
    generator = torch.Generator().manual_seed(settings.seed)
    tables = settings.tables()
    network = Network(tables.layout.size + MAX_PLAYERS, tables.game.num_actions, settings.hidden, generator)
    learner = learner_class(settings, network, generator)
    curve, rollout = Curve(settings, report), Rollout.empty(tables, settings.num_steps)
    curve.add(0, network.probabilities)
    updates = -(-settings.steps // rollout.seats.size)
    for update in range(updates):
        play(tables, network, rollout, generator)
        advantages, returns, closed = advantages_of(tables, network, rollout, settings.gae_lambda)
        parts = [*rollout[:4], torch.as_tensor(advantages), torch.as_tensor(returns)]
        learner.learn([part.flatten(0, 1)[torch.as_tensor(closed.ravel())] for part in parts], 1 - update / updates)
        curve.add((update + 1) * rollout.seats.size, network.probabilities)
    return curve.result()


if __name__ == "__main__":
    harness.run(train, Settings, __doc__)
