"""Demonstrations: DQN goes on from a clone.

A clone's numbers are logits, no values. So its network is taken over with its last layer made small, which keeps its choices;
the clone plays games into the replay memory; and the values are fitted to what these games paid, with a margin by which the
clone's own action stays ahead of the others (Hester et al. 2018: "Deep Q-learning from demonstrations"). After that DQN learns
as it always does, from values that are already those of a policy that plays well. The margin stays in its loss, with a weight
that falls: where rewards say little of an action, the clone's is played.
"""

from typing import Any

import numpy as np
import torch as th
from stable_baselines3.common.callbacks import BaseCallback
from torch.nn.functional import binary_cross_entropy_with_logits

from dig_envs.agents.learned import LearnedAgent
from dig_envs.training.dqn.masked_dqn import MaskedQNetwork

SMALL = 0.02  # times the clone's last layer: from logits that tell actions apart to logits of values near the middle
MARGIN = (
    0.1  # that the clone's action is ahead of all others, in logits: a fortieth of the range where values are in its middle
)


class Demonstrations(BaseCallback):
    """Lets a MaskedDQN begin with the games and the choices of a clone.

    Args:
        clone: of the same network.
        count: decisions of the clone.
        updates: steps of gradient descent on them, before the first decision of DQN.
        random: the share of random moves among them.
        weight: of the margin in DQN's loss, at first.
        steps: after so many decisions it has fallen to 0, evenly.
    """

    def __init__(self, clone: LearnedAgent, count: int, updates: int, random: float, weight: float, steps: int):
        super().__init__()
        self.clone, self.count, self.updates, self.random = clone, count, updates, random
        self.first_weight, self.steps = weight, steps

    def _on_training_start(self) -> None:
        model: Any = self.model
        model.guide = self.behind
        if model.num_timesteps == 0:
            self._fit(*self._play())

    def _on_step(self) -> bool:
        return True

    @property
    def weight(self) -> float:
        """The weight of the margin now."""
        return self.first_weight * max(0.0, 1.0 - self.model.num_timesteps / self.steps)

    def behind(self, observations: th.Tensor, logits: th.Tensor) -> th.Tensor | float:
        """Return the weighted mean by which the clone's actions fail to be ahead of all others.

        Args:
            observations: float32 (n, floats + num_actions), which end with the masks.
            logits: float32 (n, num_actions), of DQN's network.
        """
        if not self.weight:
            return 0.0
        wanted = th.from_numpy(self._best(observations.cpu().numpy())[:, None]).to(logits.device)
        return self.weight * shortfall(logits, wanted)

    def _play(self) -> tuple[np.ndarray, ...]:
        """Play into the replay memory; returns by step and table: what was seen, done and best, and what it brought."""
        model: Any = self.model
        buffer, env = model.replay_buffer, model.env
        steps = min(self.count // env.num_envs, buffer.buffer_size)
        seen = np.zeros((steps, *model._last_obs.shape), np.float32)
        played, best = np.zeros((2, steps, env.num_envs), np.int64)
        rewards, ended = np.zeros((steps, env.num_envs)), np.zeros((steps, env.num_envs), bool)
        for step in range(steps):
            seen[step] = model._last_obs
            best[step] = self._best(seen[step])
            random = th.rand(env.num_envs).numpy() < self.random
            played[step] = np.where(random, model.random_actions(seen[step]), best[step])
            following, rewards[step], ended[step], infos = env.step(played[step])
            model._store_transition(buffer, played[step], following, rewards[step], ended[step], infos)
        return seen, played, best, *returns_of(rewards, ended, model.gamma)

    def _best(self, observations: np.ndarray) -> np.ndarray:
        """Return the clone's likeliest actions for observations that end with their masks, int64 (n,)."""
        most: int = self.model.action_space.n  # type: ignore[attr-defined,union-attr]
        scores = self.clone.scores(np.ascontiguousarray(observations[:, :-most]))
        return np.where(observations[:, -most:] > 0, scores, -np.inf).argmax(axis=1)

    def _fit(self, seen: np.ndarray, played: np.ndarray, best: np.ndarray, returns: np.ndarray, known: np.ndarray) -> None:
        """Fit the values to the returns of the actions played, and keep the clone's actions ahead."""
        model: Any = self.model
        steps, tables = known.nonzero()
        for _ in range(self.updates if len(steps) else 0):
            some = th.randint(len(steps), (model.batch_size,)).numpy()
            rows = steps[some], tables[some]
            arrays = seen[rows], returns[rows].astype(np.float32), played[rows][:, None], best[rows][:, None]
            observations, paid, taken, wanted = (th.from_numpy(array).to(model.device) for array in arrays)
            logits = model.q_net.logits(observations)
            error = binary_cross_entropy_with_logits(logits.gather(1, taken)[:, 0], model.q_net.shares(paid))
            loss = error + shortfall(logits, wanted)
            model.policy.optimizer.zero_grad()
            loss.backward()
            th.nn.utils.clip_grad_norm_(model.policy.parameters(), model.max_grad_norm)
            model.policy.optimizer.step()
        model.q_net_target.load_state_dict(model.q_net.state_dict())


def shortfall(logits: th.Tensor, wanted: th.Tensor) -> th.Tensor:
    """Return the mean by which wanted actions (n, 1) fail to be ahead of all others by a margin."""
    first = logits.gather(1, wanted)
    rivals = (logits + MARGIN).scatter(1, wanted, first)
    return (rivals.max(dim=1, keepdim=True).values - first).mean()


def returns_of(rewards: np.ndarray, ended: np.ndarray, gamma: float) -> tuple[np.ndarray, np.ndarray]:
    """Return the discounted sum of the rewards from each step to the end of its game, and whether that end is known.

    Args:
        rewards: float (steps, tables).
        ended: bool (steps, tables): a game ended with that step.
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
    """Give a network of values the layers of a clone of that network, the last made small: the best actions stay the same."""
    network: Any = q_net.q_net
    network.load_state_dict(clone.layers.state_dict())
    with th.no_grad():
        for layer in network.last:
            for weights in layer.parameters():
                weights *= SMALL
