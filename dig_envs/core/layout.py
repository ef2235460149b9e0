"""Declare named observation blocks once, for the array, its decoder, its offsets and the table in the docs."""

import math
from collections import namedtuple
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import numpy as np

from dig_envs.core.errors import ArgumentError, nearest


class Kind(StrEnum):
    """The kind of statement that a block makes. Observations hold the first three kinds; features are of the last."""

    FACT = "fact"  # on the table, in the seat's own hand, or remembered by it
    RECOUNT = "recount"  # facts counted again, such as the cards that the seat has not seen
    ARITHMETIC = "rule arithmetic"  # what the rules make of facts, exact: what may be played, points as they stand
    FEATURE = "feature"  # judgement: odds, values, tuned constants


@dataclass(frozen=True)
class Block:
    """A run of an observation: its name, its shape, what it means, and what kind of statement it is."""

    name: str
    shape: tuple[int, ...]
    meaning: str
    kind: Kind = Kind.FACT

    @property
    def size(self) -> int:
        return math.prod(self.shape)


@dataclass(frozen=True)
class Layout:
    """The blocks of one observation, in order.

    >>> layout = Layout(Block("hand", (5,), "my hand"), Block("dogs", (4, 26), "places"))
    >>> layout.size, layout.start("dogs"), layout.decode(np.zeros(109))["dogs"].shape
    (109, 5, (4, 26))
    >>> layout.offsets()
    Offsets(hand=0, dogs=5)
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
        """Return where a block begins."""
        if name not in self.starts:
            raise ArgumentError(f'no observation block "{name}"; {nearest(name, self.starts, "blocks")}')
        return self.starts[name]

    def offsets(self) -> Any:
        """Return where each block begins: a named tuple of integers, which compiled functions may use as a global constant."""
        return namedtuple("Offsets", self.starts)(**self.starts)

    def decode(self, observation: np.ndarray) -> dict[str, np.ndarray]:
        """Split an observation, shape (size,) or (..., size), into its blocks by name, as views."""
        observation = np.asarray(observation)
        if observation.ndim == 0 or observation.shape[-1] != self.size:
            raise ArgumentError(f"an observation here has {self.size} floats in its last axis, not shape {observation.shape}")
        lead = observation.shape[:-1]
        return {
            block.name: observation[..., start : start + block.size].reshape(*lead, *block.shape)
            for block, start in zip(self.blocks, self.starts.values(), strict=True)
        }

    def table(self) -> str:
        """Return the blocks as a Markdown table."""
        rows = [
            f"| `{block.name}` | {start}-{start + block.size - 1} | {' x '.join(map(str, block.shape))} | {block.kind} "
            f"| {block.meaning} |"
            for block, start in zip(self.blocks, self.starts.values(), strict=True)
        ]
        return "\n".join(["| block | floats | shape | kind | meaning |", "|---|---|---|---|---|", *rows])
