"""Keep recorded choices, as many as memory is given, and put some games aside for judging."""

from typing import Any

import numpy as np
import torch as th

from dig_envs.training.clone.recording_kernel import Choices
from dig_envs.training.sb3.replay_buffer import with_zeros, without_zeros

WHOLE = ("actions", "values", "rounds", "gains", "priors")


class Examples:
    """The latest choices, up to a number; the oldest make room for new ones.

    Args:
        most: how many are kept.
        floats: of an observation.
        num_actions: of the game.
        with_gains: keep what a search says of all actions, too.

    Attributes:
        observations: float32 (most, floats); what follows has a row for each, too. Filled are the first `len(self)`.
        masks: int8 (most, num_actions).
        actions: int64 (most,), the teacher's.
        values: float32 (most,), the reward of the seat at the end of the game.
        rounds: int64 (most,), the round in which it was recorded.
        gains: float16 (most, num_actions), what each action gains, in units of reward; (most, 0) if not kept, as the next.
        priors: float16 (most, num_actions), the logarithm of how likely the learner was to take it; of illegal ones 0.
        taken: how many came in so far.
    """

    def __init__(self, most: int, floats: int, num_actions: int, with_gains: bool = False):
        self.observations = np.zeros((most, floats), np.float32)
        self.masks = np.zeros((most, num_actions), np.int8)
        self.actions = np.zeros(most, np.int64)
        self.values = np.zeros(most, np.float32)
        self.rounds = np.zeros(most, np.int64)
        self.gains = np.zeros((most, num_actions if with_gains else 0), np.float16)
        self.priors = np.zeros_like(self.gains)
        self.taken = 0

    def __len__(self) -> int:
        return min(self.taken, len(self.actions))

    def add(
        self, choices: Choices, rows: np.ndarray, number: int, scale: float = 1.0, priors: np.ndarray | None = None
    ) -> None:
        """Add recorded choices; where there is no room, the oldest are dropped.

        Args:
            choices: what was recorded.
            rows: which of them.
            number: of the round.
            scale: by which their values are multiplied.
            priors: of all choices, as in the attribute; with them gains are kept too.
        """
        most = len(self.actions)
        self.taken += max(0, len(rows) - most)
        rows = rows[-most:]
        places = (self.taken + np.arange(len(rows))) % most
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
        """Return all of it as tensors."""
        filled = len(self)
        return {
            "taken": self.taken,
            "observations": without_zeros(self.observations[:filled]),
            "masks": th.from_numpy(np.packbits(self.masks[:filled].astype(bool))),
            **{name: th.from_numpy(getattr(self, name)[:filled]) for name in WHOLE},
        }

    def restore(self, stored: dict[str, Any]) -> None:
        """Take up again what `contents` returned.

        Raises:
            ValueError: it is of other examples.
        """
        self.taken = int(stored["taken"])
        filled = len(self)
        for name in WHOLE:
            kept, found = getattr(self, name)[:filled], stored[name].numpy()
            if found.shape != kept.shape or found.dtype != kept.dtype or not np.isfinite(found).all():
                raise ValueError(f"its recorded {name} do not fit")
            kept[...] = found
        self.observations[:filled] = with_zeros(stored["observations"], self.observations[:filled])
        packed, masks = stored["masks"].numpy(), self.masks[:filled]
        if packed.dtype != np.uint8 or packed.shape != (-(-masks.size // 8),):
            raise ValueError("its recorded masks do not fit")
        masks[...] = np.unpackbits(packed, count=masks.size).reshape(masks.shape)
        if filled and not np.take_along_axis(masks, self.actions[:filled, None].clip(0, masks.shape[1] - 1), axis=1).all():
            raise ValueError("its recorded actions are not legal")


def held_out(games: np.ndarray, before: int, share: float) -> np.ndarray:
    """Tell which rows belong to games that are put aside: evenly spread ones, so many of all.

    Args:
        games: int64 (n,), the number of each row's game, from 0.
        before: how many games were recorded earlier.
        share: of games.

    >>> held_out(np.arange(8), 0, 0.25)
    array([False, False, False,  True, False, False, False,  True])
    """
    numbers = games + before
    return np.floor((numbers + 1) * share) > np.floor(numbers * share)
