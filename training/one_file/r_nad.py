"""Regularised Nash dynamics (R-NaD) with self-play in one file: the algorithm of DeepNash.

    python -m dig_envs.training.one_file.r_nad --game dig_dig_v0 --variant tiny

Perolat et al. 2022: "Mastering the game of Stratego with model-free multiagent reinforcement learning". Each iteration solves
the game with transformed rewards: a seat pays `eta` times the log-ratio of its policy to a regularisation policy, and the
others receive this payment. The solution is the regularisation policy of the next iteration, and the sequence of solutions
converges to an equilibrium. Two parts solve an iteration:

- V-trace along the decisions of each seat. The decisions of others between two decisions of a seat belong to the seat's
  environment, and their probabilities are corrected like its own.
- NeuRD (Hennes et al. 2020): the gradient of the logits is the advantage itself, so it does not vanish where an action is rare.
  Logits beyond `logit_limit` are not pushed further; what remains of rare actions is cut off after the training (`threshold`).
"""

import argparse
import copy
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
    num_tables: Annotated[int, "tables that play at once"] = 64
    num_steps: Annotated[int, "decisions at each table between two updates"] = 24
    learning_rate: Annotated[float, "of Adam"] = 5e-4
    eta: Annotated[float, "factor of the log-ratio in the rewards"] = 0.2
    iteration: Annotated[int, "updates with one regularisation policy"] = 100
    target_rate: Annotated[float, "how far an update moves the target network to the network"] = 0.02
    logit_limit: Annotated[float, "size of a centred logit above which no gradient increases it"] = 2.0
    largest_force: Annotated[float, "largest advantage in a gradient of the logits"] = 20.0
    trace: Annotated[float, "largest weight of a later error in v-trace"] = 1.0
    threshold: Annotated[float, "probabilities below are 0 in the result"] = 0.03
    max_grad_norm: Annotated[float, "largest norm of a gradient"] = 5.0
    hidden: Annotated[int, "units of each of two hidden layers"] = 128
    seed: Annotated[int, "seed of deals, actions and weights"] = 1
    measure_every: Annotated[int, "decisions between two measurements of exploitability"] = 100_000
    output: Annotated[str, "JSON file of the result"] = "runs/one_file/r_nad.json"
    tensorboard: Annotated[str, "folder of TensorBoard's files; empty for none"] = ""


class Network(nn.Module):
    """A policy and a value function without shared layers."""

    def __init__(self, inputs: int, num_actions: int, hidden: int, generator: torch.Generator):
        super().__init__()
        self.actor = layers([inputs, hidden, hidden, num_actions], 0.01, generator)
        self.critic = layers([inputs, hidden, hidden, 1], 1.0, generator)

    def log_policy(self, observations: torch.Tensor, masks: torch.Tensor) -> torch.Tensor:
        """Return the logarithms of all probabilities, (..., num_actions); about -1e8 for illegal actions."""
        return self.actor(observations).masked_fill(~masks, -1e8).log_softmax(-1)

    def value(self, observations: torch.Tensor) -> torch.Tensor:
        return self.critic(observations).squeeze(-1)


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
        seen = torch.zeros(*shape, inputs), torch.zeros(*shape, num_actions, dtype=torch.bool)
        chosen = torch.zeros(shape, dtype=torch.long), torch.zeros(shape)
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
        rollout.actions[step], rollout.log_probs[step] = actions, log_policy.gather(1, actions[:, None])[:, 0]
        tables.step(actions.numpy())
        rollout.rewards[step], rollout.ends[step] = tables.rewards, tables.dones


class Estimates(NamedTuple):
    """What v-trace finds for the decisions of a rollout, (num_steps, num_tables, ...)."""

    values: np.ndarray  # of the decision
    action_values: np.ndarray  # of each action
    closed: np.ndarray  # whether the seat's next decision or the end of its game is in the rollout


def v_trace(
    settings: Settings,
    rollout: Rollout,
    values: np.ndarray,
    last: tuple[np.ndarray, np.ndarray],
    log_policy: np.ndarray,
    log_ratio: np.ndarray,
) -> Estimates:
    """Estimate values under transformed rewards, along the decisions of each seat.

    Args:
        settings, rollout: the settings, and the decisions.
        values: float32 (num_steps, num_tables), by the target network.
        last: the seats that decide after the rollout and the values of their decisions, (num_tables,).
        log_policy: float32 (num_steps, num_tables, num_actions), of the learned policy.
        log_ratio: the logarithm of its ratio to the regularisation policy, 0 for illegal actions.
    """
    rows, num_seats = np.arange(values.shape[1]), rollout.rewards.shape[2]
    chosen = (*np.indices(values.shape), rollout.actions.numpy())
    behaviour = rollout.log_probs.numpy()
    corrections, fines = np.exp(log_policy[chosen] - behaviour), settings.eta * (np.exp(log_policy) * log_ratio).sum(-1)
    # Of each seat's later decisions: value, target, rewards up to there with and without correction, and the correction.
    later, target, corrected, uncorrected = np.zeros((4, len(rows), num_seats), np.float32)
    weight, known = np.ones_like(later), np.zeros(later.shape, bool)
    later[rows, last[0]] = target[rows, last[0]] = last[1]
    known[rows, last[0]] = True
    found = Estimates(np.zeros_like(values), values[..., None] - settings.eta * log_ratio, np.zeros(values.shape, bool))
    for step in reversed(range(len(values))):
        ended, own = rollout.ends[step], (rows, rollout.seats[step])
        later[ended], target[ended], corrected[ended], uncorrected[ended] = 0.0, 0.0, 0.0, 0.0
        weight[ended], known[ended] = 1.0, True
        paid = np.repeat(fines[step][:, None] / (num_seats - 1), num_seats, axis=1)
        paid[own] = -fines[step]
        correction, value = corrections[step], values[step]
        uncorrected += rollout.rewards[step] + paid
        corrected += rollout.rewards[step]
        whole = correction * weight[own]
        surplus = corrected[own] + weight[own] * target[own] - value
        found.action_values[step][rows, rollout.actions[step].numpy()] += surplus / np.exp(behaviour[step])
        trace = np.minimum(settings.trace, whole) * (target[own] - later[own])
        found.values[step] = value + whole * (uncorrected[own] + later[own] - value) + trace
        found.closed[step] = known[own]
        corrected = paid + correction[:, None] * corrected
        weight *= correction[:, None]
        later[own], target[own], corrected[own], uncorrected[own] = value, found.values[step], 0.0, 0.0
        weight[own], known[own] = 1.0, True
    return found


def loss_of(settings: Settings, network: Network, rollout: Rollout, found: Estimates) -> torch.Tensor:
    """Return the loss of the values and of NeuRD."""
    closed = torch.as_tensor(found.closed)
    masks, wanted = rollout.masks[closed], torch.as_tensor(found.action_values)[closed]
    observations = rollout.observations[closed]
    logits = network.actor(observations)
    policy = logits.detach().masked_fill(~masks, -1e8).softmax(-1)
    force = (wanted - (policy * wanted).sum(-1, keepdim=True)).clamp(-settings.largest_force, settings.largest_force)
    centred = logits - (logits * masks).sum(-1, keepdim=True) / masks.sum(-1, keepdim=True)
    free = torch.where(force > 0, centred < settings.logit_limit, centred > -settings.logit_limit)
    gain = (centred * force * (free & masks)).sum(-1).mean()
    return (network.value(observations) - torch.as_tensor(found.values)[closed]).square().mean() - gain


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
    target, regular, earlier = (copy.deepcopy(network) for _ in range(3))
    optimizer = torch.optim.Adam(network.parameters(), settings.learning_rate, betas=(0.0, 0.999))
    curve, rollout = Curve(settings, options, report), Rollout.empty(tables, settings.num_steps)

    @torch.no_grad()
    def probabilities(decisions: Decisions) -> np.ndarray:
        """Return the policy without rare actions in the form that `exact.measure` takes."""
        policy = target.log_policy(torch.as_tensor(inputs_of(decisions)), torch.as_tensor(decisions.masks) != 0).exp()
        kept = policy * (policy >= policy.max(-1, keepdim=True).values.clamp(max=settings.threshold))
        return (kept / kept.sum(-1, keepdim=True)).numpy()

    curve.add(0, probabilities)
    for update in range(-(-settings.steps // rollout.seats.size)):
        play(tables, network, rollout, generator)
        with torch.no_grad():
            seen = rollout.observations, rollout.masks
            log_policy = network.log_policy(*seen)
            share = min(1.0, 2 * (update % settings.iteration) / settings.iteration)  # the change of rewards is gradual
            reference = share * regular.log_policy(*seen) + (1 - share) * earlier.log_policy(*seen)
            log_ratio = (log_policy - reference).masked_fill(~rollout.masks, 0.0)
            last = tables.players.astype(int), target.value(torch.as_tensor(inputs_of(tables))).numpy()
            values = target.value(rollout.observations).numpy()
        found = v_trace(settings, rollout, values, last, log_policy.numpy(), log_ratio.numpy())
        optimizer.zero_grad()
        loss_of(settings, network, rollout, found).backward()
        nn.utils.clip_grad_norm_(network.parameters(), settings.max_grad_norm)
        optimizer.step()
        with torch.no_grad():
            for own, new in zip(target.parameters(), network.parameters(), strict=True):
                own.lerp_(new, settings.target_rate)
        if (update + 1) % settings.iteration == 0:
            regular, earlier = copy.deepcopy(target), regular
        curve.add((update + 1) * rollout.seats.size, probabilities)
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
