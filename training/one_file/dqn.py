"""DQN with self-play in one file: one network of action values decides for all seats, and learns from all decisions.

    python -m dig_envs.training.one_file.dqn --game dig_dig_v0 --variant tiny

Deep Q-networks (Mnih et al. 2015) with double Q-learning (van Hasselt et al. 2016). A greedy policy never mixes its actions, so
in a game with hidden information it remains exploitable, and in self-play it can cycle. It is the baseline of the other files.

- The successor of a decision is the next decision of the same seat. Its reward is the sum of the seat's rewards up to there.
- Rewards come at the end of a game and lie between -1 and 1, so there is no discount.
- The greatest value is taken over the legal actions, in play and in the target.
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
    exploration: Annotated[float, "share of random actions at the start"] = 0.3
    final_exploration: Annotated[float, "share of random actions at the end"] = 0.05
    max_grad_norm: Annotated[float, "largest norm of a gradient"] = 1.0
    hidden: Annotated[int, "units of each of two hidden layers"] = 128
    seed: Annotated[int, "seed of deals, actions and weights"] = 1
    measure_every: Annotated[int, "decisions between two measurements of exploitability"] = 100_000
    output: Annotated[str, "JSON file of the result"] = "runs/one_file/dqn.json"
    tensorboard: Annotated[str, "folder of TensorBoard's files; empty for none"] = ""


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


def learn(
    settings: Settings, network: Network, target: Network, optimizer: Any, replay: ReplayBuffer, places: np.ndarray
) -> None:
    """Improve the values of some decisions, and move the target network."""

    def parts(rows: np.ndarray) -> tuple[torch.Tensor, torch.Tensor]:
        return torch.as_tensor(replay.observations[rows]), torch.as_tensor(replay.masks[rows])

    successors = replay.successors[places]
    with torch.no_grad():
        following = parts(successors)
        best = network.values(*following).argmax(-1, keepdim=True)
        later = target.values(*following).gather(1, best)[:, 0] * torch.as_tensor(successors >= 0)
        wanted = torch.as_tensor(replay.rewards[places]) + later
    found = network.values(*parts(places)).gather(1, torch.as_tensor(replay.actions[places])[:, None])[:, 0]
    loss = nn.functional.smooth_l1_loss(found, wanted)
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(network.parameters(), settings.max_grad_norm)
    optimizer.step()
    with torch.no_grad():
        for own, new in zip(target.parameters(), network.parameters(), strict=True):
            own.lerp_(new, settings.target_rate)


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
    """Train a network, and return the settings, the curve and the exploitability of the last policy as plain data."""
    game, options = game_of(settings.game), options_of(settings)
    random = np.random.default_rng(settings.seed)
    tables = Batch(game, options, settings.num_tables, settings.seed, num_threads=1, skip_forced=True)
    weights = torch.Generator().manual_seed(settings.seed)
    network = Network(tables.layout.size + MAX_PLAYERS, game.num_actions, settings.hidden, weights)
    target = copy.deepcopy(network)
    optimizer = torch.optim.Adam(network.parameters(), settings.learning_rate)
    curve, replay = Curve(settings, options, report), ReplayBuffer(tables, settings.replay_size)
    curve.add(0, network.probabilities)
    for steps in range(settings.num_tables, settings.steps + settings.num_tables, settings.num_tables):
        left = 1 - (steps - settings.num_tables) / settings.steps
        optimizer.param_groups[0]["lr"] = settings.learning_rate * left
        exploration = settings.final_exploration + left * (settings.exploration - settings.final_exploration)
        explores = random.random(settings.num_tables) < exploration
        replay.add(tables, np.where(explores, tables.sample(), network.greedy(inputs_of(tables), tables.masks)))
        if steps >= settings.learning_starts:
            learn(settings, network, target, optimizer, replay, replay.sample(settings.batch_size, random))
        curve.add(steps, network.probabilities)
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
