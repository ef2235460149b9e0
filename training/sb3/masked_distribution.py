"""The distribution over legal actions that a policy draws from.

sb3-contrib's normalises the logits of all actions twice before it masks and normalises them once more, and draws a random
number for each action. It raises e to the logits of illegal actions, far below 0, which takes torch's library for that, MKL, a
hundred times as long as for others. This one masks first, normalises once, by kernels that take as long for any logit, and
draws one number a decision: in games of many actions that saves a fourth of PPO's time.
"""

from functools import cached_property

import numpy as np
import torch as th
from sb3_contrib.common.maskable.distributions import MaskableCategoricalDistribution
from torch.nn.functional import log_softmax, softmax

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


class MaskedCategorical:
    """Distributes over the actions that masks allow.

    Args:
        logits: float (n, num_actions), not normalised.
        masks: bool of that shape, True where an action is legal.

    Attributes:
        logits: the logarithm of how likely each action is; of illegal ones far below 0.
        masks: as given.
    """

    def __init__(self, logits: th.Tensor, masks: th.Tensor):
        self.masks = masks
        self.logits = log_softmax(th.where(masks, logits, ILLEGAL), dim=-1)

    @cached_property
    def probs(self) -> th.Tensor:
        """How likely each action is, (n, num_actions); illegal ones 0."""
        return softmax(self.logits, dim=-1)

    def log_prob(self, actions: th.Tensor) -> th.Tensor:
        """Return the logarithm of how likely each row's action is: (n,), of actions (n,)."""
        return self.logits.gather(-1, actions.long().unsqueeze(-1)).squeeze(-1)

    def entropy(self) -> th.Tensor:
        """Return the entropy of the legal actions in nats, (n,)."""
        return -th.where(self.masks, self.logits * self.probs, 0.0).sum(dim=-1)

    def sample(self) -> th.Tensor:
        """Draw a legal action for each row: int64 (n,)."""
        with th.no_grad():
            below = self.probs.cumsum(dim=-1)
            total = below[:, -1:]
            drawn = th.rand_like(total) * total
            drawn = drawn.minimum(th.nextafter(total, th.zeros_like(total)))  # the product may be rounded up to the total
            return (below <= drawn).sum(dim=-1)
