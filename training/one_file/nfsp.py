"""Neural fictitious self-play (NFSP) in one file: best responses to an average policy, and the average of these responses.

    python -m dig_envs.training.one_file.nfsp --game dig_dig_v0 --variant tiny

Heinrich and Silver 2016: "Deep reinforcement learning from self-play in imperfect-information games". In each game each seat
plays the greedy policy of a Q-network (with probability `anticipation`) or the average policy. The Q-network learns from all
decisions, so its greedy policy approaches a best response. A reservoir keeps a uniform sample of all greedy decisions of the
training. The average policy imitates these decisions, and is the result.

- The successor of a decision is the next decision of the same seat. Its reward is the sum of the seat's rewards up to there.
- Rewards come at the end of a game and lie between -1 and 1, so there is no discount.
- One pair of networks has all seats: the observation starts with the seat's own place.
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
from dig_envs.training.one_file import dqn, harness
from dig_envs.training.one_file.dqn import Network, ReplayBuffer, descend, rows_of, value_loss
from dig_envs.training.one_file.harness import MAX_PLAYERS, Curve, inputs_of


@dataclass(frozen=True)
class Settings(dqn.Settings):
    exploration: Annotated[float, "share of random actions in greedy play at the start"] = 0.1
    final_exploration: Annotated[float, "share of random actions in greedy play at the end"] = 0.01
    anticipation: Annotated[float, "probability that a seat plays greedily in a game"] = 0.2
    reservoir_size: Annotated[int, "greedy decisions that the average policy learns from"] = 200_000
    policy_rate: Annotated[float, "learning rate of the average policy at the start; falls to 0"] = 1e-3
    output: Annotated[str, "JSON file of the result"] = "runs/one_file/nfsp.json"


class AveragePolicy(Network):
    """The logits of the average policy."""

    @torch.no_grad()
    def probabilities(self, decisions: Decisions) -> np.ndarray:
        seen = torch.as_tensor(inputs_of(decisions)), torch.as_tensor(decisions.masks) != 0
        return self.values(*seen).softmax(-1).numpy()


class Reservoir:
    """A uniform sample of all greedy decisions so far (Vitter 1985)."""

    def __init__(self, tables: Batch, size: int):
        self.observations = np.zeros((size, tables.layout.size + MAX_PLAYERS), np.float32)
        self.masks = np.zeros((size, tables.game.num_actions), bool)
        self.actions = np.zeros(size, np.int64)
        self.seen = 0

    def add(self, observations: np.ndarray, masks: np.ndarray, actions: np.ndarray, generator: np.random.Generator) -> None:
        order = self.seen + np.arange(len(actions))
        places = np.where(order < len(self.actions), order, generator.integers(0, order + 1))
        kept = places < len(self.actions)
        self.observations[places[kept]], self.masks[places[kept]] = observations[kept], masks[kept] != 0
        self.actions[places[kept]] = actions[kept]
        self.seen += len(actions)

    def sample(self, count: int, generator: np.random.Generator) -> np.ndarray:
        return generator.integers(0, min(self.seen, len(self.actions)), count)


def imitation_loss(policy: AveragePolicy, reservoir: Reservoir, places: np.ndarray) -> torch.Tensor:
    """Return the cross-entropy of greedy decisions."""
    logits = policy.values(*rows_of(reservoir, places))
    return nn.functional.cross_entropy(logits, torch.as_tensor(reservoir.actions[places]))


@torch.no_grad()
def choose(
    tables: Batch, network: Network, policy: AveragePolicy, greedy: np.ndarray, exploration: float, random: np.random.Generator
) -> np.ndarray:
    """Return the actions: of the Q-network where `greedy`, else of the average policy."""
    seen = torch.as_tensor(inputs_of(tables)), torch.as_tensor(tables.masks) != 0
    noise = random.gumbel(size=seen[1].shape)  # the greatest sum of logit and noise is a sample of the policy
    averages = (policy.values(*seen).numpy() + noise).argmax(-1)
    explores = random.random(len(greedy)) < exploration
    return np.where(greedy, np.where(explores, tables.sample(), network.values(*seen).argmax(-1).numpy()), averages)


def train(settings: Settings, report: Callable[[str], Any] = print) -> dict[str, Any]:
    """Train the networks, and return the settings, the curve and the last measurement of the average policy as plain data."""
    random, weights = np.random.default_rng(settings.seed), torch.Generator().manual_seed(settings.seed)
    tables = settings.tables()
    shape = tables.layout.size + MAX_PLAYERS, tables.game.num_actions, settings.hidden
    network, policy = Network(*shape, weights), AveragePolicy(*shape, weights)
    target = copy.deepcopy(network)
    optimizer, policy_optimizer = (torch.optim.Adam(each.parameters()) for each in (network, policy))
    curve, replay = Curve(settings, report), ReplayBuffer(tables, settings.replay_size)
    reservoir = Reservoir(tables, settings.reservoir_size)
    plays_greedily = random.random((settings.num_tables, tables.num_players)) < settings.anticipation
    curve.add(0, policy.probabilities)
    for steps in range(settings.num_tables, settings.steps + settings.num_tables, settings.num_tables):
        left = 1 - (steps - settings.num_tables) / settings.steps
        optimizer.param_groups[0]["lr"] = settings.learning_rate * left
        policy_optimizer.param_groups[0]["lr"] = settings.policy_rate * left
        greedy = plays_greedily[np.arange(settings.num_tables), tables.players]
        actions = choose(tables, network, policy, greedy, settings.exploration_at(left), random)
        reservoir.add(inputs_of(tables)[greedy], tables.masks[greedy], actions[greedy], random)
        replay.add(tables, actions)
        drawn = random.random((int(tables.dones.sum()), tables.num_players))
        plays_greedily[tables.dones] = drawn < settings.anticipation
        if steps >= settings.learning_starts:
            loss = value_loss(network, target, replay, replay.sample(settings.batch_size, random))
            descend(loss, network, optimizer, settings.max_grad_norm)
            loss = imitation_loss(policy, reservoir, reservoir.sample(settings.batch_size, random))
            descend(loss, policy, policy_optimizer, settings.max_grad_norm)
            harness.move(target, network, settings.target_rate)
        curve.add(steps, policy.probabilities)
    return curve.result()


if __name__ == "__main__":
    harness.run(train, Settings, __doc__)
