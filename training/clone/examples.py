"""Store the latest recorded choices, and select held-out games."""

from typing import Any

import numpy as np
import torch as th

from dig_envs.training.clone.recording_kernel import Choices
from dig_envs.training.sb3.replay_buffer import with_zeros, without_zeros

ARRAYS = ("actions", "values", "rounds", "gains", "priors")


class Examples:
    """A ring buffer of recorded choices: new choices replace the oldest.

    The first `len(self)` rows of the arrays are filled.

    Args:
        size: the number of rows.
        floats: the number of floats of an observation.
        num_actions: the number of actions of the game.
        with_gains: also store gains and priors.

    Attributes:
        observations: float32 (size, floats).
        masks: int8 (size, num_actions), the action masks.
        actions: int64 (size,), the teacher's actions.
        values: float32 (size,), the reward of the seat at the end of the game.
        rounds: int64 (size,), the round in which the choice was recorded.
        gains: float16 (size, num_actions), the gain of each action in units of reward; (size, 0) without gains.
        priors: float16 (size, num_actions), the logarithm of the learner's probability of each action when the choice was
            recorded, 0 for illegal actions; (size, 0) without gains.
        taken: the number of choices that were ever added.
    """

    def __init__(self, size: int, floats: int, num_actions: int, with_gains: bool = False):
        self.observations = np.zeros((size, floats), np.float32)
        self.masks = np.zeros((size, num_actions), np.int8)
        self.actions = np.zeros(size, np.int64)
        self.values = np.zeros(size, np.float32)
        self.rounds = np.zeros(size, np.int64)
        self.gains = np.zeros((size, num_actions if with_gains else 0), np.float16)
        self.priors = np.zeros_like(self.gains)
        self.taken = 0

    def __len__(self) -> int:
        return min(self.taken, len(self.actions))

    def add(
        self, choices: Choices, rows: np.ndarray, number: int, scale: float = 1.0, priors: np.ndarray | None = None
    ) -> None:
        """Add recorded choices; they replace the oldest choices if the buffer is full.

        Args:
            choices: the recorded choices.
            rows: the rows of the choices to add.
            number: the round.
            scale: the factor of the values.
            priors: the priors of all choices; without priors, gains are not stored.
        """
        size = len(self.actions)
        self.taken += max(0, len(rows) - size)
        rows = rows[-size:]
        places = (self.taken + np.arange(len(rows))) % size
        self.observations[places] = choices.observations[rows]
        self.masks[places] = choices.masks[rows]
        self.actions[places] = choices.actions[rows]
        self.values[places] = scale * choices.values[rows]
        self.rounds[places] = number
        if priors is not None:
            self.gains[places] = choices.gains[rows]
            self.priors[places] = priors[rows]
        self.taken += len(rows)

    # --- checkpoints

    def contents(self) -> dict[str, Any]:
        """Return the filled rows as tensors."""
        filled = len(self)
        return {
            "taken": self.taken,
            "observations": without_zeros(self.observations[:filled]),
            "masks": th.from_numpy(np.packbits(self.masks[:filled].astype(bool))),
            **{name: th.from_numpy(getattr(self, name)[:filled]) for name in ARRAYS},
        }

    def restore(self, stored: dict[str, Any]) -> None:
        """Fill the buffer with the result of `contents`.

        Raises:
            ValueError: the tensors do not fit into this buffer.
        """
        self.taken = int(stored["taken"])
        filled = len(self)
        for name in ARRAYS:
            array, saved = getattr(self, name)[:filled], stored[name].numpy()
            if saved.shape != array.shape or saved.dtype != array.dtype or not np.isfinite(saved).all():
                raise ValueError(f"its recorded {name} do not fit")
            array[...] = saved
        self.observations[:filled] = with_zeros(stored["observations"], self.observations[:filled])
        packed, masks = stored["masks"].numpy(), self.masks[:filled]
        if packed.dtype != np.uint8 or packed.shape != (-(-masks.size // 8),):
            raise ValueError("its recorded masks do not fit")
        masks[...] = np.unpackbits(packed, count=masks.size).reshape(masks.shape)
        if filled and not np.take_along_axis(masks, self.actions[:filled, None].clip(0, masks.shape[1] - 1), axis=1).all():
            raise ValueError("its recorded actions are not legal")


def is_held_out(games: np.ndarray, before: int, share: float) -> np.ndarray:
    """Return whether each row belongs to a held-out game, bool (n,). Held-out games are spread evenly.

    Args:
        games: int64 (n,), the number of each row's game, from 0.
        before: the number of games that were recorded earlier.
        share: the share of held-out games.

    >>> is_held_out(np.arange(8), 0, 0.25)
    array([False, False, False,  True, False, False, False,  True])
    """
    numbers = games + before
    return np.floor((numbers + 1) * share) > np.floor(numbers * share)
