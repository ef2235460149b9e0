"""DQN with self-play in one file: one network of action values decides for all seats, and learns from all decisions.

    python -m dig_envs.training.one_file.dqn --game dig_dig_v0 --variant tiny

Deep Q-networks (Mnih et al. 2015) with double Q-learning (van Hasselt et al. 2016). A greedy policy never mixes its actions, so
in a game with hidden information it remains exploitable, and in self-play it can cycle. It is the baseline of the other files.

- The successor of a decision is the next decision of the same seat. Its reward is the sum of the seat's rewards up to there.
- Rewards come at the end of a game and lie between -1 and 1, so there is no discount.
- The greatest value is taken over the legal actions, in play and in the target.
"""

import copy
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
import torch
from torch import nn

from dig_envs.core.agent import Decisions
from dig_envs.core.batch import Batch
from dig_envs.training.one_file import harness
from dig_envs.training.one_file.harness import MAX_PLAYERS, Curve, inputs_of, layers


@dataclass(frozen=True)
class Settings(harness.RunSettings):
    num_tables: Annotated[int, "tables that play at once, with one update for each decision of all tables"] = 64
    replay_size: Annotated[int, "decisions that are kept"] = 100_000
    batch_size: Annotated[int, "decisions in an update"] = 256
    learning_starts: Annotated[int, "decisions before the first update"] = 5_000
    learning_rate: Annotated[float, "of Adam at the start; falls to 0"] = 5e-4
    target_rate: Annotated[float, "how far an update moves the target network to the network"] = 0.005
    exploration: Annotated[float, "share of random actions in greedy play at the start"] = 0.3
    final_exploration: Annotated[float, "share of random actions in greedy play at the end"] = 0.05
    max_grad_norm: Annotated[float, "largest norm of a gradient"] = 1.0
    output: Annotated[str, "JSON file of the result"] = "runs/one_file/dqn.json"

    def exploration_at(self, left: float) -> float:
        """Return the share of random actions when a share of the training is left."""
        return self.final_exploration + left * (self.exploration - self.final_exploration)


class Network(nn.Module):
    """The value of each action."""

    def __init__(self, inputs: int, num_actions: int, hidden: int, generator: torch.Generator):
        super().__init__()
        self.body = layers([inputs, hidden, hidden, num_actions], 0.01, generator)

    def values(self, observations: torch.Tensor, masks: torch.Tensor) -> torch.Tensor:
        """Return the values of all actions, (n, num_actions); -1e8 for illegal actions."""
        return self.body(observations).masked_fill(~masks, -1e8)

    @torch.no_grad()
    def greedy(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Return the legal actions with the greatest values, int64 (n,)."""
        return self.values(torch.as_tensor(observations), torch.as_tensor(masks) != 0).argmax(-1).numpy()

    def probabilities(self, decisions: Decisions) -> np.ndarray:
        """Return the greedy policy in the form that `exact.measure` takes."""
        return np.eye(decisions.masks.shape[1])[self.greedy(inputs_of(decisions), decisions.masks)]


class ReplayBuffer:
    """The last decisions of all tables in a ring. Each decision refers to its successor.

    Attributes:
        observations, masks, actions: of each decision.
        rewards: the seat's rewards up to its next decision.
        successors: the place of the seat's next decision in the same game; -1 if the game ended first.
        closed: whether the successor is known.
    """

    def __init__(self, tables: Batch, size: int):
        size -= size % tables.num_tables
        self.observations = np.zeros((size, tables.layout.size + MAX_PLAYERS), np.float32)
        self.masks = np.zeros((size, tables.game.num_actions), bool)
        self.actions, self.successors = np.zeros((2, size), np.int64)
        self.rewards, self.closed = np.zeros(size, np.float32), np.zeros(size, bool)
        self.latest = np.full((tables.num_tables, tables.num_players), -1)  # the place of each seat's latest decision
        self.next, self.filled = 0, 0

    def add(self, tables: Batch, actions: np.ndarray) -> None:
        """Add the decisions of all tables, and step the tables."""
        rows, movers = np.arange(tables.num_tables), tables.players.astype(int)
        places = self.next + rows
        self.observations[places], self.masks[places], self.actions[places] = inputs_of(tables), tables.masks != 0, actions
        self.rewards[places], self.closed[places] = 0.0, False
        before = self.latest[rows, movers]
        self.successors[before[before >= 0]] = places[before >= 0]
        self.closed[before[before >= 0]] = True
        self.latest[rows, movers] = places
        tables.step(actions)
        ended = np.flatnonzero(tables.dones)
        last, rewards = self.latest[ended], tables.rewards[ended]
        decided = last >= 0
        self.rewards[last[decided]], self.successors[last[decided]] = rewards[decided], -1
        self.closed[last[decided]] = True
        self.latest[ended] = -1
        self.filled = max(self.filled, self.next + len(rows))
        self.next = (self.next + len(rows)) % len(self.actions)

    def sample(self, count: int, generator: np.random.Generator) -> np.ndarray:
        """Draw places of closed decisions, at most `count`."""
        places = generator.integers(0, self.filled, count)
        return places[self.closed[places]]


def rows_of(memory: Any, places: np.ndarray) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the observations and masks of some decisions."""
    return torch.as_tensor(memory.observations[places]), torch.as_tensor(memory.masks[places])


def value_loss(network: Network, target: Network, replay: ReplayBuffer, places: np.ndarray) -> torch.Tensor:
    """Return the loss of double Q-learning."""
    successors = replay.successors[places]
    with torch.no_grad():
        following = rows_of(replay, successors)
        best = network.values(*following).argmax(-1, keepdim=True)
        later = target.values(*following).gather(1, best)[:, 0] * torch.as_tensor(successors >= 0)
        wanted = torch.as_tensor(replay.rewards[places]) + later
    chosen = torch.as_tensor(replay.actions[places])[:, None]
    return nn.functional.smooth_l1_loss(network.values(*rows_of(replay, places)).gather(1, chosen)[:, 0], wanted)


def descend(loss: torch.Tensor, network: Network, optimizer: torch.optim.Optimizer, max_grad_norm: float) -> None:
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(network.parameters(), max_grad_norm)
    optimizer.step()


def train(settings: Settings, report: Callable[[str], Any] = print) -> dict[str, Any]:
    """Train a network, and return the settings, the curve and the last measurement as plain data."""
    tables = settings.tables()
    random, weights = np.random.default_rng(settings.seed), torch.Generator().manual_seed(settings.seed)
    network = Network(tables.layout.size + MAX_PLAYERS, tables.game.num_actions, settings.hidden, weights)
    target = copy.deepcopy(network)
    optimizer = torch.optim.Adam(network.parameters(), settings.learning_rate)
    curve, replay = Curve(settings, report), ReplayBuffer(tables, settings.replay_size)
    curve.add(0, network.probabilities)
    for steps in range(settings.num_tables, settings.steps + settings.num_tables, settings.num_tables):
        left = 1 - (steps - settings.num_tables) / settings.steps
        optimizer.param_groups[0]["lr"] = settings.learning_rate * left
        explores = random.random(settings.num_tables) < settings.exploration_at(left)
        replay.add(tables, np.where(explores, tables.sample(), network.greedy(inputs_of(tables), tables.masks)))
        if steps >= settings.learning_starts:
            loss = value_loss(network, target, replay, replay.sample(settings.batch_size, random))
            descend(loss, network, optimizer, settings.max_grad_norm)
            harness.move(target, network, settings.target_rate)
        curve.add(steps, network.probabilities)
    return curve.result()


if __name__ == "__main__":
    harness.run(train, Settings, __doc__)
