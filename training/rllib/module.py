"""The networks that RLlib trains, and the learner that updates them."""

import copy
from typing import Any

from dig_envs.utils.libraries import optional_imports

with optional_imports():
    import torch as th
    import tree
    from ray.rllib.algorithms.ppo.torch.ppo_torch_learner import PPOTorchLearner
    from ray.rllib.connectors.connector_v2 import ConnectorV2
    from ray.rllib.core.columns import Columns
    from ray.rllib.core.rl_module.apis import ValueFunctionAPI
    from ray.rllib.core.rl_module.torch import TorchRLModule
    from ray.rllib.evaluation.postprocessing import Postprocessing


OBSERVATION, MASK = "observation", "action_mask"  # keys of an observation
ILLEGAL_LOGIT = -1e8  # logit of an illegal action, which gives probability 0
MIN_DEVIATION = 1e-4  # of advantages, as in RLlib


class MaskedModule(TorchRLModule, ValueFunctionAPI):
    """A policy with masked actions and a value function, which start as copies of `model_config["networks"]`."""

    def setup(self) -> None:
        self.policy_net, self.value_net = copy.deepcopy(self.model_config["networks"])

    def _forward(self, batch: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        observed = batch[Columns.OBS]
        logits = self.policy_net(observed[OBSERVATION])
        return {Columns.ACTION_DIST_INPUTS: logits.masked_fill(observed[MASK] == 0, ILLEGAL_LOGIT)}

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> th.Tensor:
        """Return the values of the observations, float32 (n,)."""
        return self.value_net(batch[Columns.OBS][OBSERVATION]).squeeze(-1)


class Shuffle(ConnectorV2):
    """Shuffles the decisions of a batch, and drops the rows that RLlib appends to each episode for its last value.

    RLlib takes the minibatches of the first epoch in the order of the episodes, so each would hold decisions of few tables.
    The advantages are standardized again, without the appended rows.
    """

    def __call__(self, *, batch: dict[str, Any], **others: Any) -> dict[str, Any]:
        """Return the batch, tensors (n, ...) by module and column, with shuffled rows."""
        for columns in batch.values():
            rows = columns[Columns.LOSS_MASK].nonzero().squeeze(1)
            rows = rows[th.randperm(len(rows)).to(rows.device)]
            columns.update(tree.map_structure(lambda values, rows=rows: values[rows], dict(columns)))
            advantages = columns[Postprocessing.ADVANTAGES]
            deviation = advantages.std(correction=0).clamp(min=MIN_DEVIATION)
            columns[Postprocessing.ADVANTAGES] = (advantages - advantages.mean()) / deviation
        return batch


class ShufflingLearner(PPOTorchLearner):
    """PPO's learner with shuffled minibatches in every epoch."""

    def build(self) -> None:
        super().build()
        self._learner_connector.append(Shuffle())
