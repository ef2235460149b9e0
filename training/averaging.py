"""A running mean of the weights: it is steadier than the last weights, whose last updates are as noisy as any.

Polyak and Juditsky 1992: "Acceleration of stochastic approximation by averaging".
"""

from collections.abc import Iterator
from contextlib import contextmanager

import torch as th
from torch import nn


class Average:
    """The running mean of a network's weights.

    Args:
        network: what is trained.
        keep: the share of the old mean at each fold; 0 follows the network.
    """

    def __init__(self, network: nn.Module, keep: float):
        self.network, self.keep = network, keep
        self.weights: dict[str, th.Tensor] = {}

    def fold(self) -> None:
        """Take the present weights into the mean."""
        for name, weight in self.network.state_dict().items():
            before = self.weights.get(name, weight)
            self.weights[name] = before * self.keep + weight * (1.0 - self.keep)

    @contextmanager
    def in_place(self) -> Iterator[None]:
        """Let the network have the mean for its weights meanwhile."""
        present = {name: weight.clone() for name, weight in self.network.state_dict().items()}
        if self.keep and self.weights:
            self.network.load_state_dict(self.weights)
        try:
            yield
        finally:
            self.network.load_state_dict(present)
