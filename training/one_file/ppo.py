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

import argparse
import dataclasses
import itertools
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, NamedTuple, get_type_hints

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
    num_tables: Annotated[int, "tables that play at once"] = 128
    num_steps: Annotated[int, "decisions at each table between two updates"] = 32
    minibatches: Annotated[int, "minibatches in an epoch"] = 4
    epochs: Annotated[int, "passes over the decisions of an update"] = 2
    learning_rate: Annotated[float, "of Adam at the start; falls to 0"] = 1e-3
    gae_lambda: Annotated[float, "lambda of generalised advantage estimation"] = 0.95
    clip: Annotated[float, "largest change of a probability's ratio that is rewarded"] = 0.1
    entropy: Annotated[float, "factor of the entropy bonus at the start"] = 0.05
    final_entropy: Annotated[float, "factor of the entropy bonus at the end"] = 0.005
    value_factor: Annotated[float, "factor of the value loss"] = 0.5
    max_grad_norm: Annotated[float, "largest norm of a gradient"] = 0.5
    hidden: Annotated[int, "units of each of two hidden layers"] = 128
    seed: Annotated[int, "seed of deals, actions and weights"] = 1
    measure_every: Annotated[int, "decisions between two measurements of exploitability"] = 100_000
    output: Annotated[str, "JSON file of the result"] = "runs/one_file/ppo.json"
    tensorboard: Annotated[str, "folder of TensorBoard's files; empty for none"] = ""


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


class Rollout(NamedTuple):
    """The decisions of an update, in order of play: (num_steps, num_tables, ...)."""

    observations: torch.Tensor
    masks: torch.Tensor
    actions: torch.Tensor
    log_probs: torch.Tensor
    seats: np.ndarray  # the seat that decided
    rewards: np.ndarray  # of all seats
    ends: np.ndarray  # whether the decision ended its game

    @classmethod
    def empty(cls, tables: Batch, steps: int) -> "Rollout":
        shape, inputs, num_actions = (steps, tables.num_tables), tables.layout.size + MAX_PLAYERS, tables.game.num_actions
        tensors = torch.zeros(*shape, inputs), torch.zeros(*shape, num_actions, dtype=torch.bool)
        chosen = torch.zeros(shape, dtype=torch.long), torch.zeros(shape)
        return cls(*tensors, *chosen, np.zeros(shape, int), np.zeros((*shape, tables.num_players)), np.zeros(shape, bool))


@torch.no_grad()
def play(tables: Batch, network: Network, rollout: Rollout, generator: torch.Generator) -> None:
    """Play with the network in all seats, and fill the rollout."""
    for step in range(len(rollout.seats)):
        rollout.observations[step] = torch.as_tensor(inputs_of(tables))
        rollout.masks[step] = torch.as_tensor(tables.masks) != 0
        rollout.seats[step] = tables.players
        log_policy = network.log_policy(rollout.observations[step], rollout.masks[step])
        actions = torch.multinomial(log_policy.exp(), 1, generator=generator)
        rollout.actions[step], rollout.log_probs[step] = actions[:, 0], log_policy.gather(1, actions)[:, 0]
        tables.step(actions[:, 0].numpy())
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


def learn(
    settings: Settings,
    network: Network,
    optimizer: torch.optim.Optimizer,
    data: list[torch.Tensor],
    entropy_factor: float,
    generator: torch.Generator,
) -> None:
    """Improve the network with the decisions of a rollout."""
    for _ in range(settings.epochs):
        for rows in torch.randperm(len(data[0]), generator=generator).chunk(settings.minibatches):
            observations, masks, actions, log_probs, advantages, returns = (part[rows] for part in data)
            log_policy = network.log_policy(observations, masks)
            entropy = -(log_policy.exp() * log_policy).sum(-1).mean()
            ratio = (log_policy.gather(1, actions[:, None])[:, 0] - log_probs).exp()
            clipped = ratio.clamp(1 - settings.clip, 1 + settings.clip)
            gain = torch.min(ratio * advantages, clipped * advantages).mean()
            error = (network.value(observations) - returns).square().mean()
            loss = settings.value_factor * error - gain - entropy_factor * entropy
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), settings.max_grad_norm)
            optimizer.step()


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
    generator = torch.Generator().manual_seed(settings.seed)
    tables = Batch(game, options, settings.num_tables, settings.seed, num_threads=1, skip_forced=True)
    network = Network(tables.layout.size + MAX_PLAYERS, game.num_actions, settings.hidden, generator)
    optimizer = torch.optim.Adam(network.parameters(), settings.learning_rate, eps=1e-5)
    curve, rollout = Curve(settings, options, report), Rollout.empty(tables, settings.num_steps)
    curve.add(0, network.probabilities)
    updates = -(-settings.steps // rollout.seats.size)
    for update in range(updates):
        left = 1 - update / updates
        optimizer.param_groups[0]["lr"] = settings.learning_rate * left
        play(tables, network, rollout, generator)
        advantages, returns, closed = advantages_of(tables, network, rollout, settings.gae_lambda)
        parts = [*rollout[:4], torch.as_tensor(advantages), torch.as_tensor(returns)]
        data = [part.flatten(0, 1)[torch.as_tensor(closed.ravel())] for part in parts]
        entropy_factor = settings.final_entropy + left * (settings.entropy - settings.final_entropy)
        learn(settings, network, optimizer, data, entropy_factor, generator)
        curve.add((update + 1) * rollout.seats.size, network.probabilities)
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
