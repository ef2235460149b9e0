"""Polyak averaging: a running average of the weights is less noisy than the weights.

Polyak and Juditsky 1992: "Acceleration of stochastic approximation by averaging".
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from dig_envs.utils.libraries import optional_imports

with optional_imports():
    import torch as th
    from torch import nn


class PolyakAverage:
    """The running average of a network's weights.

    Args:
        network: the network in training.
        keep: the share of the old average in each new average; 0 for no averaging.
    """

    def __init__(self, network: nn.Module, keep: float):
        self.network, self.keep = network, keep
        self.weights: dict[str, th.Tensor] = {}

    def update(self) -> None:
        """Update the average with the present weights; with `keep` 0 do nothing."""
        if not self.keep:
            return
        for name, present in self.network.state_dict().items():
            weight = present.cpu()
            before = self.weights.get(name, weight)
            self.weights[name] = before * self.keep + weight * (1.0 - self.keep)

    def restore(self, weights: Any) -> None:
        """Replace the average by the average of a checkpoint.

        Raises:
            ValueError: the weights belong to another network.
        """
        wanted = {name: weight.shape for name, weight in self.network.state_dict().items()} if weights else {}
        if {name: weight.shape for name, weight in weights.items()} != wanted:
            raise ValueError("the averaged weights belong to another network")
        self.weights = weights

    @contextmanager
    def in_place(self) -> Iterator[None]:
        """Give the network the averaged weights for the duration of a `with` block."""
        present = {name: weight.clone() for name, weight in self.network.state_dict().items()}
        if self.keep and self.weights:
            self.network.load_state_dict(self.weights)
        try:
            yield
        finally:
            self.network.load_state_dict(present)
