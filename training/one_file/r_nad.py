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

import copy
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

import numpy as np
import torch
from torch import nn

from dig_envs.core.agent import Decisions
from dig_envs.training.one_file import harness
from dig_envs.training.one_file.harness import MAX_PLAYERS, Curve, inputs_of
from dig_envs.training.one_file.ppo import Network, Rollout, play


@dataclass(frozen=True)
class Settings(harness.RunSettings):
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
    output: Annotated[str, "JSON file of the result"] = "runs/one_file/r_nad.json"


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
    behaviour = rollout.log_policies.numpy()[chosen]
    corrections, fines = np.exp(log_policy[chosen] - behaviour), settings.eta * (np.exp(log_policy) * log_ratio).sum(-1)
    # Of each seat's later decisions: value, target, rewards up to there with and without correction, and the correction.
    later, target, corrected, uncorrected = np.zeros((4, len(rows), num_seats), np.float32)
    weight, known = np.ones_like(later), np.zeros(later.shape, bool)
    later[rows, last[0]] = target[rows, last[0]] = last[1]
    known[rows, last[0]] = True
    estimates = Estimates(np.zeros_like(values), values[..., None] - settings.eta * log_ratio, np.zeros(values.shape, bool))
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
        estimates.action_values[step][rows, rollout.actions[step].numpy()] += surplus / np.exp(behaviour[step])
        trace = np.minimum(settings.trace, whole) * (target[own] - later[own])
        estimates.values[step] = value + whole * (uncorrected[own] + later[own] - value) + trace
        estimates.closed[step] = known[own]
        corrected = paid + correction[:, None] * corrected
        weight *= correction[:, None]
        later[own], target[own], corrected[own], uncorrected[own] = value, estimates.values[step], 0.0, 0.0
        weight[own], known[own] = 1.0, True
    return estimates


def loss_of(settings: Settings, network: Network, rollout: Rollout, estimates: Estimates) -> torch.Tensor:
    """Return the loss of the values and of NeuRD."""
    closed = torch.as_tensor(estimates.closed)
    masks, wanted = rollout.masks[closed], torch.as_tensor(estimates.action_values)[closed]
    observations = rollout.observations[closed]
    logits = network.actor(observations)
    policy = logits.detach().masked_fill(~masks, -1e8).softmax(-1)
    force = (wanted - (policy * wanted).sum(-1, keepdim=True)).clamp(-settings.largest_force, settings.largest_force)
    centred = logits - (logits * masks).sum(-1, keepdim=True) / masks.sum(-1, keepdim=True)
    free = torch.where(force > 0, centred < settings.logit_limit, centred > -settings.logit_limit)
    gain = (centred * force * (free & masks)).sum(-1).mean()
    return (network.value(observations) - torch.as_tensor(estimates.values)[closed]).square().mean() - gain


def train(settings: Settings, report: Callable[[str], Any] = print) -> dict[str, Any]:
    """Train a network, and return the settings, the curve and the last measurement as plain data."""
    generator = torch.Generator().manual_seed(settings.seed)
    tables = settings.tables()
    network = Network(tables.layout.size + MAX_PLAYERS, tables.game.num_actions, settings.hidden, generator)
    target, regular, earlier = (copy.deepcopy(network) for _ in range(3))
    optimizer = torch.optim.Adam(network.parameters(), settings.learning_rate, betas=(0.0, 0.999))
    curve, rollout = Curve(settings, report), Rollout.empty(tables, settings.num_steps)

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
        estimates = v_trace(settings, rollout, values, last, log_policy.numpy(), log_ratio.numpy())
        optimizer.zero_grad()
        loss_of(settings, network, rollout, estimates).backward()
        nn.utils.clip_grad_norm_(network.parameters(), settings.max_grad_norm)
        optimizer.step()
        harness.move(target, network, settings.target_rate)
        if (update + 1) % settings.iteration == 0:
            regular, earlier = copy.deepcopy(target), regular
        curve.add((update + 1) * rollout.seats.size, probabilities)
    return curve.result()


if __name__ == "__main__":
    harness.run(train, Settings, __doc__)
