"""Kickstarting: between its updates, PPO's policy also imitates a teacher's moves, less and less as the run goes on.

This is behaviour cloning on the decisions that the learner meets in its own games, and so it shows the way out of the learner's
own mistakes (Ross, Gordon, Bagnell 2011: "A reduction of imitation learning to no-regret online learning"). The rewards
take over by and by, and lead beyond the teacher (Schmitt et al. 2018: "Kickstarting deep reinforcement learning").
"""

from typing import Any

import numpy as np
import torch as th
from stable_baselines3.common.callbacks import BaseCallback

from dig_envs.core.agent import Agent, Decisions
from dig_envs.core.batch import Batch


class Kickstarting(BaseCallback):
    """Lets a MaskablePPO imitate a teacher between its updates.

    Args:
        teacher: whose moves are imitated.
        batch: the tables that the learner plays at.
        steps: when the learner has made so many decisions, the imitation has faded.
        seed: decides the teacher's random draws.
    """

    def __init__(self, teacher: Agent, batch: Batch, steps: int, seed: int):
        super().__init__()
        self.teacher, self.batch, self.steps, self.seed = teacher, batch, steps, seed
        self.moves: list[np.ndarray] = []
        self.rollout: tuple[np.ndarray, ...] | None = None

    @property
    def share(self) -> float:
        """The share of a rollout that is imitated: 1 at the start, 0 after `steps`."""
        return max(0.0, 1.0 - self.model.num_timesteps / self.steps)

    # --- callback

    def _on_rollout_start(self) -> None:
        if self.rollout is not None:
            self._imitate(*self.rollout)
        self.rollout = None
        self.generator = np.random.default_rng([self.seed, self.model.num_timesteps])
        self.moves = self._ask()

    def _on_step(self) -> bool:
        self.moves += self._ask()
        return True

    def _on_rollout_end(self) -> None:
        if len(self.moves) > 1:
            buffer: Any = self.model.rollout_buffer  # type: ignore[attr-defined]
            moves = np.stack(self.moves[: len(buffer.observations)])
            self.rollout = tuple(_flat(part) for part in (buffer.observations, buffer.action_masks, moves[..., None]))

    # --- imitation

    def _ask(self) -> list[np.ndarray]:
        """Return the teacher's moves in the decisions that wait: one array (tables,), or none once the imitation has faded."""
        if self.share == 0.0:
            return []
        batch = self.batch
        facts = batch.observations[:, : batch.num_facts]  # the learner's features are not the teacher's
        args = batch.states, batch.players, facts, batch.masks, self.generator
        return [self.teacher.act(Decisions.of(batch.game, *args))]

    def _imitate(self, observations: np.ndarray, masks: np.ndarray, moves: np.ndarray) -> None:
        """Make as many passes as an update of PPO does, through as much of the rollout as is still imitated."""
        model: Any = self.model
        imitated = int(self.share * len(moves))
        if imitated == 0:
            return
        losses = []
        for _ in range(model.n_epochs):
            for rows in th.randperm(len(moves))[:imitated].split(model.batch_size):
                losses.append(self._learn(observations[rows], masks[rows], moves[rows, 0]))
        self.logger.record("kickstarting/log_likelihood", -np.mean(losses))
        self.logger.record("kickstarting/share", self.share)

    def _learn(self, observations: np.ndarray, masks: np.ndarray, moves: np.ndarray) -> float:
        """Take one step of gradient descent towards the teacher's moves, and return the loss."""
        policy: Any = self.model.policy
        policy.set_training_mode(True)
        seen, wanted = (th.as_tensor(part, device=policy.device) for part in (observations, moves))
        loss = -policy.get_distribution(seen, action_masks=masks).log_prob(wanted).mean()
        policy.optimizer.zero_grad()
        loss.backward()
        th.nn.utils.clip_grad_norm_(policy.parameters(), self.model.max_grad_norm)  # type: ignore[attr-defined]
        policy.optimizer.step()
        return loss.item()


def _flat(part: np.ndarray) -> np.ndarray:
    """Reshape (steps, tables, n) to (steps x tables, n)."""
    return part.reshape(-1, part.shape[-1])
