"""RLlib's PPO with minibatches of decisions drawn at random, as elsewhere.

RLlib cuts minibatches out of the episodes in their order, and shuffles from the second epoch on alone: the first minibatches of
an update would each hold the decisions of a few tables. It also appends a row to each episode, for the value of what follows,
and has these rows count among the advantages' mean and deviation.
"""

from typing import Any

import torch as th
import tree
from ray.rllib.algorithms.ppo.torch.ppo_torch_learner import PPOTorchLearner
from ray.rllib.connectors.connector_v2 import ConnectorV2
from ray.rllib.core.columns import Columns
from ray.rllib.evaluation.postprocessing import Postprocessing

LEAST_DEVIATION = 1e-4  # of advantages, as RLlib has it


class Shuffle(ConnectorV2):
    """Draws the rows of a batch in another order, without those that are no decisions, and scales their advantages anew."""

    def __call__(self, *, batch: dict[str, Any], **others: Any) -> dict[str, Any]:
        """Return the batch, whose columns are tensors by name and module."""
        return {module: shuffled(columns) for module, columns in batch.items()}


def shuffled(columns: dict[str, Any]) -> dict[str, Any]:
    """Return columns, tensors (n, …), with the rows of the loss mask alone, in an order from torch's generator."""
    kept = columns[Columns.LOSS_MASK].nonzero().squeeze(1)
    order = kept[th.randperm(len(kept)).to(kept.device)]
    drawn = {name: tree.map_structure(lambda values: values[order], column) for name, column in columns.items()}
    advantages = drawn[Postprocessing.ADVANTAGES]
    scale = advantages.std(correction=0).clamp(min=LEAST_DEVIATION)
    return {**drawn, Postprocessing.ADVANTAGES: (advantages - advantages.mean()) / scale}


class ShufflingLearner(PPOTorchLearner):
    """PPO's learner, whose batches are shuffled before the first epoch too."""

    def build(self) -> None:
        super().build()
        self._learner_connector.append(Shuffle())
