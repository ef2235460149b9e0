"""Keep the rollouts that PPO learns from, and hand them out in minibatches, with one copy of each number.

sb3-contrib's buffer asks for new memory for each rollout, copies all of it into the order of the tables, copies each minibatch
twice, and keeps masks as floats. In games with long observations that is a tenth of PPO's time.
"""

from collections.abc import Iterator

import numpy as np
import torch as th
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer, MaskableRolloutBufferSamples
from stable_baselines3.common.vec_env import VecNormalize


class RolloutBuffer(MaskableRolloutBuffer):
    """Keeps a rollout, (steps, tables, ...), and yields it in the minibatches of sb3-contrib's `MaskableRolloutBuffer`."""

    def reset(self) -> None:
        """Empty the buffer for the next rollout, whose numbers overwrite those of the last."""
        if "action_masks" not in vars(self):
            super().reset()
            self.action_masks = np.ones(self.action_masks.shape, bool)
        self.pos, self.full = 0, False

    def get(self, batch_size: int | None = None) -> Iterator[MaskableRolloutBufferSamples]:  # type: ignore[override]
        """Yield all decisions in random order, in minibatches of `batch_size`, or in one."""
        assert self.full, "a rollout is handed out once all its steps are in"
        places = np.random.permutation(self.buffer_size * self.n_envs)
        size = batch_size or len(places)
        for start in range(0, len(places), size):
            yield self._get_samples(places[start : start + size])

    def _get_samples(  # type: ignore[override]
        self, batch_inds: np.ndarray, env: VecNormalize | None = None
    ) -> MaskableRolloutBufferSamples:
        """Copy decisions into tensors; the decision of table t in step s has the number t * steps + s."""
        tables, steps = np.divmod(batch_inds, self.buffer_size)
        rows = th.from_numpy(steps * self.n_envs + tables)

        def taken(kept: np.ndarray) -> th.Tensor:
            flat = th.from_numpy(kept).view(self.buffer_size * self.n_envs, -1)
            return flat.index_select(0, rows).to(self.device)

        return MaskableRolloutBufferSamples(
            observations=taken(self.observations),
            actions=taken(self.actions),
            old_values=taken(self.values).flatten(),
            old_log_prob=taken(self.log_probs).flatten(),
            advantages=taken(self.advantages).flatten(),
            returns=taken(self.returns).flatten(),
            action_masks=taken(self.action_masks),
        )
