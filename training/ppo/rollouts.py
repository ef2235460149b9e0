"""A rollout buffer for PPO that copies each number once.

sb3-contrib's buffer allocates memory for each rollout, copies the rollout into the order of the tables, copies each minibatch
twice, and stores masks as floats. In games with long observations this takes a tenth of PPO's time.
"""

from collections.abc import Iterator

import numpy as np
import torch as th
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer, MaskableRolloutBufferSamples
from stable_baselines3.common.vec_env import VecNormalize


class RolloutBuffer(MaskableRolloutBuffer):
    """Stores a rollout, (steps, tables, ...), and yields the minibatches of sb3-contrib's `MaskableRolloutBuffer`."""

    def reset(self) -> None:
        """Empty the buffer; the next rollout uses the same memory."""
        if "action_masks" not in vars(self):
            super().reset()
            self.action_masks = np.ones(self.action_masks.shape, bool)
        self.pos, self.full = 0, False

    def get(self, batch_size: int | None = None) -> Iterator[MaskableRolloutBufferSamples]:  # type: ignore[override]
        """Yield all decisions in random order, in minibatches of `batch_size`, or in one minibatch if None."""
        assert self.full, "the rollout is not complete"
        places = np.random.permutation(self.buffer_size * self.n_envs)
        size = batch_size or len(places)
        for start in range(0, len(places), size):
            yield self._get_samples(places[start : start + size])

    def _get_samples(  # type: ignore[override]
        self, batch_inds: np.ndarray, env: VecNormalize | None = None
    ) -> MaskableRolloutBufferSamples:
        """Copy decisions into tensors. The decision of table t in step s has the index t * steps + s."""
        tables, steps = np.divmod(batch_inds, self.buffer_size)
        rows = th.from_numpy(steps * self.n_envs + tables)

        def select(array: np.ndarray) -> th.Tensor:
            flat = th.from_numpy(array).view(self.buffer_size * self.n_envs, -1)
            return flat.index_select(0, rows).to(self.device)

        return MaskableRolloutBufferSamples(
            observations=select(self.observations),
            actions=select(self.actions),
            old_values=select(self.values).flatten(),
            old_log_prob=select(self.log_probs).flatten(),
            advantages=select(self.advantages).flatten(),
            returns=select(self.returns).flatten(),
            action_masks=select(self.action_masks),
        )
