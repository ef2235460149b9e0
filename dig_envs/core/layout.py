"""Named observation blocks: declared once, they give the array, its decoder and the table in the docs."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from dig_envs.core.errors import ArgumentError, nearest


@dataclass(frozen=True)
class Block:
    """A run of an observation: its name, its shape, and what it means."""

    name: str
    shape: tuple[int, ...]
    meaning: str

    @property
    def size(self) -> int:
        return math.prod(self.shape)


@dataclass(frozen=True)
class Layout:
    """The blocks of one observation, in order.

    >>> layout = Layout(Block("hand", (5,), "my hand"), Block("dogs", (4, 26), "places"))
    >>> layout.size, layout.start("dogs"), layout.decode(np.zeros(109))["dogs"].shape
    (109, 5, (4, 26))
    """

    blocks: tuple[Block, ...]
    starts: dict[str, int] = field(compare=False, repr=False)

    def __init__(self, *blocks: Block):
        starts: dict[str, int] = {}
        position = 0
        for block in blocks:
            if block.name in starts:
                raise ArgumentError(f'two blocks are named "{block.name}"')
            starts[block.name] = position
            position += block.size
        object.__setattr__(self, "blocks", blocks)
        object.__setattr__(self, "starts", starts)

    def __iter__(self) -> Iterator[Block]:
        return iter(self.blocks)

    def __add__(self, more: "Layout") -> "Layout":
        return Layout(*self.blocks, *more.blocks)

    @property
    def size(self) -> int:
        """How many floats an observation has."""
        return sum(block.size for block in self.blocks)

    def start(self, name: str) -> int:
        """Where a block begins."""
        if name not in self.starts:
            raise ArgumentError(f'no observation block "{name}"; {nearest(name, self.starts, "blocks")}')
        return self.starts[name]

    def decode(self, observation: np.ndarray) -> dict[str, np.ndarray]:
        """The blocks of an observation by name, as views. Takes shape (size,) or (..., size)."""
        observation = np.asarray(observation)
        if observation.ndim == 0 or observation.shape[-1] != self.size:
            raise ArgumentError(f"an observation here has {self.size} floats in its last axis, not shape {observation.shape}")
        lead = observation.shape[:-1]
        return {
            block.name: observation[..., start : start + block.size].reshape(*lead, *block.shape)
            for block, start in zip(self.blocks, self.starts.values(), strict=True)
        }

    def table(self) -> str:
        """The blocks as a Markdown table."""
        rows = [
            f"| `{block.name}` | {start}-{start + block.size - 1} | {' x '.join(map(str, block.shape))} | {block.meaning} |"
            for block, start in zip(self.blocks, self.starts.values(), strict=True)
        ]
        return "\n".join(["| block | floats | shape | meaning |", "|---|---|---|---|", *rows])
