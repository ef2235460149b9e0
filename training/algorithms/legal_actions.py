"""The distribution over legal actions that a policy draws from.

sb3-contrib's normalises the logits of all actions twice before it masks and normalises them once more: a tenth of PPO's time
in DIG, and more where there are more actions. This one masks first.
"""

from functools import cached_property

import numpy as np
import torch as th
from sb3_contrib.common.maskable.distributions import MaskableCategoricalDistribution
from torch.distributions import Categorical

ILLEGAL = -1e8  # the logit of an action that may not be taken, as in sb3-contrib


class LegalActions(MaskableCategoricalDistribution):
    """Distributes over the legal actions by a network's logits, as sb3-contrib's policies ask for it.

    Args:
        action_dim: number of actions.
    """

    def proba_distribution(self, action_logits: th.Tensor) -> "LegalActions":
        """Take the logits of all actions, (n, action_dim); all are legal until `apply_masking`."""
        self._logits = action_logits.view(-1, self.action_dim)
        self.apply_masking(None)
        return self

    def apply_masking(self, masks: th.Tensor | np.ndarray | None) -> None:
        """Say which actions are legal: bool (n, action_dim), all of them if None."""
        self._masks = masks
        self.__dict__.pop("distribution", None)

    @cached_property
    def distribution(self) -> "MaskedCategorical":  # type: ignore[override]
        """The distribution over the legal actions, computed when it is first used."""
        if self._masks is None:
            return MaskedCategorical(self._logits, th.ones_like(self._logits, dtype=th.bool))
        masks = th.as_tensor(self._masks, dtype=th.bool, device=self._logits.device)
        return MaskedCategorical(self._logits, masks.view_as(self._logits))


class MaskedCategorical(Categorical):
    """Distributes over the actions that masks allow.

    Args:
        logits: float (n, num_actions), not normalised.
        masks: bool of that shape, True where an action is legal.
    """

    def __init__(self, logits: th.Tensor, masks: th.Tensor):
        self.masks = masks
        super().__init__(logits=th.where(masks, logits, ILLEGAL), validate_args=False)

    def entropy(self) -> th.Tensor:
        """Return the entropy of the legal actions in nats, (n,)."""
        return -th.where(self.masks, self.logits * self.probs, 0.0).sum(dim=-1)
