"""Demonstrations: DQN starts from a clone.

The outputs of a clone are logits, not values. So DQN starts with the clone's network with a small last layer, which preserves
its choices. The clone plays the first games of the replay buffer, and the values are fitted to the returns of these games, with
a margin by which the clone's action stays ahead of the others (Hester et al. 2018: "Deep Q-learning from demonstrations"). Then
DQN learns as usual. The margin stays in the loss with a falling weight: the clone's action is played where rewards say little.
"""

from typing import Any

import numpy as np
import torch as th
from stable_baselines3.common.callbacks import BaseCallback
from torch.nn.functional import binary_cross_entropy_with_logits

from dig_envs.agents.learned import LearnedAgent
from dig_envs.training.dqn.masked_dqn import MaskedQNetwork

SMALL = 0.02  # factor of the clone's last layer, so that the logits are values near the middle of the range
MARGIN = 0.1  # of the clone's action, in logits: a fortieth of the range of values near its middle


class Demonstrations(BaseCallback):
    """Starts a MaskedDQN with games of a clone, and adds a margin of the clone's actions to its loss.

    Args:
        clone: a clone with the same network.
        count: the number of decisions that the clone plays.
        updates: the number of steps of gradient descent on these decisions before DQN's first decision.
        random: the share of random actions among these decisions.
        weight: the initial weight of the margin in DQN's loss.
        steps: the number of decisions in which the weight falls linearly to 0.
    """

    def __init__(self, clone: LearnedAgent, count: int, updates: int, random: float, weight: float, steps: int):
        super().__init__()
        self.clone, self.count, self.updates, self.random = clone, count, updates, random
        self.first_weight, self.steps = weight, steps

    def _on_training_start(self) -> None:
        model: Any = self.model
        model.extra_loss = self.margin_loss
        if not model.replay_buffer.size():
            self._fit(*self._play())

    def _on_step(self) -> bool:
        return True

    @property
    def weight(self) -> float:
        """The present weight of the margin."""
        return self.first_weight * max(0.0, 1.0 - self.model.num_timesteps / self.steps)

    def margin_loss(self, observations: th.Tensor, logits: th.Tensor) -> th.Tensor | float:
        """Return the weighted mean shortfall of the clone's actions.

        Args:
            observations: float32 (n, floats + num_actions), which end with the masks.
            logits: float32 (n, num_actions), the logits of DQN's network.
        """
        if not self.weight:
            return 0.0
        wanted = th.from_numpy(self._best(observations.cpu().numpy())[:, None]).to(logits.device)
        return self.weight * shortfall(logits, wanted)

    def _play(self) -> tuple[np.ndarray, ...]:
        """Play games into the replay buffer.

        Returns:
            Observations, actions, the clone's actions, returns, and whether each return is known, all (steps, tables, ...).
        """
        model: Any = self.model
        buffer, env = model.replay_buffer, model.env
        steps = min(self.count // env.num_envs, buffer.buffer_size)
        observations = np.zeros((steps, *model._last_obs.shape), np.float32)
        played, best = np.zeros((2, steps, env.num_envs), np.int64)
        rewards, ended = np.zeros((steps, env.num_envs)), np.zeros((steps, env.num_envs), bool)
        for step in range(steps):
            observations[step] = model._last_obs
            best[step] = self._best(observations[step])
            random = th.rand(env.num_envs).numpy() < self.random
            played[step] = np.where(random, model.random_actions(observations[step]), best[step])
            following, rewards[step], ended[step], infos = env.step(played[step])
            model._store_transition(buffer, played[step], following, rewards[step], ended[step], infos)
        return observations, played, best, *returns_of(rewards, ended, model.gamma)

    def _best(self, observations: np.ndarray) -> np.ndarray:
        """Return the clone's likeliest actions, int64 (n,), for observations that end with their masks."""
        num_actions: int = self.model.action_space.n  # type: ignore[attr-defined,union-attr]
        scores = self.clone.scores(np.ascontiguousarray(observations[:, :-num_actions]))
        return np.where(observations[:, -num_actions:] > 0, scores, -np.inf).argmax(axis=1)

    def _fit(
        self, observations: np.ndarray, played: np.ndarray, best: np.ndarray, returns: np.ndarray, known: np.ndarray
    ) -> None:
        """Fit the values of the played actions to their returns, with the margin of the clone's actions."""
        model: Any = self.model
        steps, tables = known.nonzero()
        for _ in range(self.updates if len(steps) else 0):
            drawn = th.randint(len(steps), (model.batch_size,)).numpy()
            rows = steps[drawn], tables[drawn]
            arrays = observations[rows], returns[rows].astype(np.float32), played[rows][:, None], best[rows][:, None]
            inputs, targets, taken, wanted = (th.from_numpy(array).to(model.device) for array in arrays)
            logits = model.q_net.logits(inputs)
            error = binary_cross_entropy_with_logits(logits.gather(1, taken)[:, 0], model.q_net.shares(targets))
            loss = error + shortfall(logits, wanted)
            model.policy.optimizer.zero_grad()
            loss.backward()
            th.nn.utils.clip_grad_norm_(model.policy.parameters(), model.max_grad_norm)
            model.policy.optimizer.step()
        model.q_net_target.load_state_dict(model.q_net.state_dict())


def shortfall(logits: th.Tensor, wanted: th.Tensor) -> th.Tensor:
    """Return the mean shortfall of wanted actions, (n, 1): the distance that they lack to be `MARGIN` ahead of all others."""
    first = logits.gather(1, wanted)
    rivals = (logits + MARGIN).scatter(1, wanted, first)
    return (rivals.max(dim=1, keepdim=True).values - first).mean()


def returns_of(rewards: np.ndarray, ended: np.ndarray, gamma: float) -> tuple[np.ndarray, np.ndarray]:
    """Return the discounted return of each step to the end of its game, and whether this end is known, both (steps, tables).

    Args:
        rewards: float (steps, tables).
        ended: bool (steps, tables), whether a game ended with the step.
        gamma: the discount of a step.

    >>> returns_of(np.array([[0.0], [1.0], [0.0]]), np.array([[False], [True], [False]]), 0.5)[0][:, 0].tolist()
    [0.5, 1.0, 0.0]
    """
    returns, known = np.zeros_like(rewards), np.zeros_like(ended)
    after, is_known = np.zeros(rewards.shape[1]), np.zeros(rewards.shape[1], bool)
    for step in range(len(rewards) - 1, -1, -1):
        after = rewards[step] + gamma * np.where(ended[step], 0.0, after)
        is_known = is_known | ended[step]
        returns[step], known[step] = after, is_known
    return returns, known


def take_choices(q_net: MaskedQNetwork, clone: LearnedAgent) -> None:
    """Copy the layers of a clone into a network of values. Its last layer is made small, and its best actions stay the same."""
    network: Any = q_net.q_net
    network.load_state_dict(clone.layers.state_dict())
    with th.no_grad():
        for layer in network.last:
            for weights in layer.parameters():
                weights *= SMALL
