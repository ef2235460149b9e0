"""Polyak averaging: keep a running average of the weights, which is less noisy than the weights themselves.

Polyak and Juditsky 1992: "Acceleration of stochastic approximation by averaging".
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch as th
from torch import nn


class PolyakAverage:
    """The running average of a network's weights.

    Args:
        network: what is trained.
        keep: the share of the old average that each update keeps; 0 follows the network.
    """

    def __init__(self, network: nn.Module, keep: float):
        self.network, self.keep = network, keep
        self.weights: dict[str, th.Tensor] = {}

    def update(self) -> None:
        """Take the present weights into the average; with `keep` 0 do nothing."""
        if not self.keep:
            return
        for name, present in self.network.state_dict().items():
            weight = present.cpu()
            before = self.weights.get(name, weight)
            self.weights[name] = before * self.keep + weight * (1.0 - self.keep)

    def restore(self, weights: Any) -> None:
        """Take up the average of another process.

        Raises:
            ValueError: it is of another network.
        """
        wanted = {name: weight.shape for name, weight in self.network.state_dict().items()} if weights else {}
        if {name: weight.shape for name, weight in weights.items()} != wanted:
            raise ValueError("the averaged weights are of another network")
        self.weights = weights

    @contextmanager
    def in_place(self) -> Iterator[None]:
        """Give the network the averaged weights for the time of a `with` block."""
        present = {name: weight.clone() for name, weight in self.network.state_dict().items()}
        if self.keep and self.weights:
            self.network.load_state_dict(self.weights)
        try:
            yield
        finally:
            self.network.load_state_dict(present)
