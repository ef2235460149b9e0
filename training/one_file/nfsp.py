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

import argparse
import copy
import dataclasses
import itertools
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import numpy as np
import torch
from torch import nn

from dig_envs import exact, game_of
from dig_envs.core.agent import Decisions
from dig_envs.core.batch import Batch
from dig_envs.core.game import Options

MAX_PLAYERS = 5  # of all games


@dataclasses.dataclass(frozen=True)
class Settings:
    game: Annotated[str, "a game with small variants"] = "dig_dig_v0"
    variant: Annotated[str, "a variant that is small enough for exact analysis"] = "tiny"
    reward: Annotated[str, "the game's option reward"] = "win"
    steps: Annotated[int, "decisions of all seats"] = 1_000_000
    num_tables: Annotated[int, "tables that play at once, with one update for each decision of all tables"] = 64
    replay_size: Annotated[int, "decisions that are kept"] = 100_000
    batch_size: Annotated[int, "decisions in an update"] = 256
    learning_starts: Annotated[int, "decisions before the first update"] = 5_000
    learning_rate: Annotated[float, "of Adam at the start; falls to 0"] = 5e-4
    target_rate: Annotated[float, "how far an update moves the target network to the network"] = 0.005
    exploration: Annotated[float, "share of random actions in greedy play at the start"] = 0.1
    final_exploration: Annotated[float, "share of random actions in greedy play at the end"] = 0.01
    anticipation: Annotated[float, "probability that a seat plays greedily in a game"] = 0.2
    reservoir_size: Annotated[int, "greedy decisions that the average policy learns from"] = 200_000
    policy_rate: Annotated[float, "learning rate of the average policy at the start; falls to 0"] = 1e-3
    max_grad_norm: Annotated[float, "largest norm of a gradient"] = 1.0
    hidden: Annotated[int, "units of each of two hidden layers"] = 128
    seed: Annotated[int, "seed of deals, actions and weights"] = 1
    measure_every: Annotated[int, "decisions between two measurements of exploitability"] = 100_000
    output: Annotated[str, "JSON file of the result"] = "runs/one_file/nfsp.json"
    tensorboard: Annotated[str, "folder of TensorBoard's files; empty for none"] = ""


class Network(nn.Module):
    """One output for each action: values of the Q-network, logits of the average policy."""

    def __init__(self, inputs: int, num_actions: int, hidden: int, generator: torch.Generator):
        super().__init__()
        self.body = layers([inputs, hidden, hidden, num_actions], 0.01, generator)

    def forward(self, observations: torch.Tensor, masks: torch.Tensor) -> torch.Tensor:
        """Return the outputs, (n, num_actions); -1e8 for illegal actions."""
        return self.body(observations).masked_fill(~masks, -1e8)

    @torch.no_grad()
    def probabilities(self, decisions: Decisions) -> np.ndarray:
        """Return the policy in the form that `exact.measure` takes."""
        return self(torch.as_tensor(inputs_of(decisions)), torch.as_tensor(decisions.masks) != 0).softmax(-1).numpy()


def layers(sizes: list[int], gain: float, generator: torch.Generator) -> nn.Sequential:
    linear = [nn.Linear(a, b) for a, b in itertools.pairwise(sizes)]
    for layer in linear:
        nn.init.orthogonal_(layer.weight, gain if layer is linear[-1] else 2**0.5, generator=generator)
        nn.init.zeros_(layer.bias)
    parts = [part for layer in linear for part in (layer, nn.ReLU())]
    return nn.Sequential(*parts[:-1])


def inputs_of(decisions: Batch | Decisions) -> np.ndarray:
    """Append the one-hot number of the deciding seat to each observation, and return the inputs, float32 (n, inputs).

    An observation is relative to its seat, so without this number a network could not know which seat began.
    """
    return np.concatenate([decisions.observations, np.eye(MAX_PLAYERS, dtype=np.float32)[decisions.players]], axis=1)


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


def rows_of(memory: ReplayBuffer | Reservoir, places: np.ndarray) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the observations and masks of some decisions."""
    return torch.as_tensor(memory.observations[places]), torch.as_tensor(memory.masks[places])


def value_loss(network: Network, target: Network, replay: ReplayBuffer, places: np.ndarray) -> torch.Tensor:
    """Return the loss of double Q-learning."""
    successors = replay.successors[places]
    with torch.no_grad():
        following = rows_of(replay, successors)
        best = network(*following).argmax(-1, keepdim=True)
        later = target(*following).gather(1, best)[:, 0] * torch.as_tensor(successors >= 0)
        wanted = torch.as_tensor(replay.rewards[places]) + later
    found = network(*rows_of(replay, places)).gather(1, torch.as_tensor(replay.actions[places])[:, None])[:, 0]
    return nn.functional.smooth_l1_loss(found, wanted)


def imitation_loss(policy: Network, reservoir: Reservoir, places: np.ndarray) -> torch.Tensor:
    """Return the cross-entropy of greedy decisions."""
    return nn.functional.cross_entropy(policy(*rows_of(reservoir, places)), torch.as_tensor(reservoir.actions[places]))


def descend(loss: torch.Tensor, network: Network, optimizer: torch.optim.Optimizer, max_grad_norm: float) -> None:
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(network.parameters(), max_grad_norm)
    optimizer.step()


@torch.no_grad()
def choose(
    tables: Batch, network: Network, policy: Network, greedy: np.ndarray, exploration: float, random: np.random.Generator
) -> np.ndarray:
    """Return the actions: of the Q-network where `greedy`, else of the average policy."""
    seen = torch.as_tensor(inputs_of(tables)), torch.as_tensor(tables.masks) != 0
    noise = random.gumbel(size=seen[1].shape)  # the greatest sum of logit and noise is a sample of the policy
    averages = (policy(*seen).numpy() + noise).argmax(-1)
    explores = random.random(len(greedy)) < exploration
    return np.where(greedy, np.where(explores, tables.sample(), network(*seen).argmax(-1).numpy()), averages)


class Curve:
    """Exact exploitability in the course of the training."""

    def __init__(self, settings: Settings, options: Options, report: Callable[[str], Any]):
        self.settings, self.report = settings, report
        self.form = exact.sequence_form(game_of(settings.game), options)
        self.points: list[dict[str, float]] = []
        self.began = time.process_time()
        self.writer = None
        if settings.tensorboard:
            from torch.utils.tensorboard import SummaryWriter

            self.writer = SummaryWriter(settings.tensorboard)

    def add(self, steps: int, policy: Callable[[Decisions], np.ndarray]) -> None:
        """Measure a policy that plays all seats, once every `measure_every` decisions."""
        if self.points and steps < min(self.points[-1]["steps"] + self.settings.measure_every, self.settings.steps):
            return
        found = exact.measure(self.form, policy).exploitability
        seconds = time.process_time() - self.began
        self.points.append({"steps": steps, "seconds": round(seconds, 1), "exploitability": found})
        self.report(f"{steps:>11,} decisions {seconds:7.1f} s  exploitability {found:.4f}")
        if self.writer:
            self.writer.add_scalar("exploitability", found, steps)


def options_of(settings: Settings) -> Options:
    game = game_of(settings.game)
    variant = game.options.variants[settings.variant]
    return game.parse_options(variant=settings.variant, num_players=variant.num_players, reward=settings.reward)


def train(settings: Settings, report: Callable[[str], Any] = print) -> dict[str, Any]:
    """Train the networks, and return the settings, the curve and the exploitability of the average policy as plain data."""
    game, options = game_of(settings.game), options_of(settings)
    random, weights = np.random.default_rng(settings.seed), torch.Generator().manual_seed(settings.seed)
    tables = Batch(game, options, settings.num_tables, settings.seed, num_threads=1, skip_forced=True)
    network, policy = (Network(tables.layout.size + MAX_PLAYERS, game.num_actions, settings.hidden, weights) for _ in range(2))
    target = copy.deepcopy(network)
    optimizer, policy_optimizer = (torch.optim.Adam(each.parameters()) for each in (network, policy))
    curve, replay = Curve(settings, options, report), ReplayBuffer(tables, settings.replay_size)
    reservoir = Reservoir(tables, settings.reservoir_size)
    plays_greedily = random.random((settings.num_tables, tables.num_players)) < settings.anticipation
    curve.add(0, policy.probabilities)
    for steps in range(settings.num_tables, settings.steps + settings.num_tables, settings.num_tables):
        left = 1 - (steps - settings.num_tables) / settings.steps
        optimizer.param_groups[0]["lr"] = settings.learning_rate * left
        policy_optimizer.param_groups[0]["lr"] = settings.policy_rate * left
        exploration = settings.final_exploration + left * (settings.exploration - settings.final_exploration)
        greedy = plays_greedily[np.arange(settings.num_tables), tables.players]
        actions = choose(tables, network, policy, greedy, exploration, random)
        reservoir.add(inputs_of(tables)[greedy], tables.masks[greedy], actions[greedy], random)
        replay.add(tables, actions)
        drawn = random.random((int(tables.dones.sum()), tables.num_players))
        plays_greedily[tables.dones] = drawn < settings.anticipation
        if steps >= settings.learning_starts:
            loss = value_loss(network, target, replay, replay.sample(settings.batch_size, random))
            descend(loss, network, optimizer, settings.max_grad_norm)
            loss = imitation_loss(policy, reservoir, reservoir.sample(settings.batch_size, random))
            descend(loss, policy, policy_optimizer, settings.max_grad_norm)
            with torch.no_grad():
                for own, new in zip(target.parameters(), network.parameters(), strict=True):
                    own.lerp_(new, settings.target_rate)
        curve.add(steps, policy.probabilities)
    return {"settings": dataclasses.asdict(settings), "curve": curve.points, **curve.points[-1]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, hint in get_type_hints(Settings, include_extras=True).items():
        default, flag = getattr(Settings, name), "--" + name.replace("_", "-")
        parser.add_argument(flag, type=hint.__origin__, default=default, help=f"{hint.__metadata__[0]} ({default})")
    settings = Settings(**vars(parser.parse_args()))
    torch.set_num_threads(1)
    torch.set_float32_matmul_precision("medium")  # the fastest products; on some processors they round to bfloat16
    result = train(settings)
    Path(settings.output).parent.mkdir(parents=True, exist_ok=True)
    Path(settings.output).write_text(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
