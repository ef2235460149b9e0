"""Declare the named blocks of an observation, once for its array, its decoder, its offsets and its documentation."""

import math
from collections import namedtuple
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeVar

import numpy as np

from dig_envs.core.errors import ArgumentError, nearest

F = TypeVar("F", bound=Callable)


class Kind(StrEnum):
    """The kind of information in a block. Observations hold the first three kinds, feature sets the last one."""

    FACT = "fact"  # visible on the table or in the seat's own hand, or remembered by the seat
    RECOUNT = "recount"  # a count of facts, such as the cards that the seat has not seen
    ARITHMETIC = "rule arithmetic"  # an exact result of the rules, such as legal targets or present points
    FEATURE = "feature"  # an estimate: odds, values, tuned constants


@dataclass(frozen=True)
class Block:
    """A named, consecutive part of an observation.

    Attributes:
        name: the block's name, unique in its layout.
        shape: the block's shape.
        meaning: what the floats say, in a few words.
        kind: the kind of information.
    """

    name: str
    shape: tuple[int, ...]
    meaning: str
    kind: Kind = Kind.FACT

    @property
    def size(self) -> int:
        return math.prod(self.shape)


def writes(layout: "Layout") -> Callable[[F], F]:
    """Mark an `encode` that takes `out` as a record of these blocks, as in `out.hand[colour]`."""

    def mark(function: F) -> F:
        function.blocks = layout.dtype  # type: ignore[attr-defined]
        return function

    return mark


@dataclass(frozen=True)
class Layout:
    """The blocks of an observation, in order.

    Attributes:
        blocks: the blocks, in order.
        starts: the index of each block's first float, by name.

    Raises:
        ArgumentError: two blocks have the same name.

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
        """The number of floats of an observation."""
        return sum(block.size for block in self.blocks)

    def start(self, name: str) -> int:
        """Return the index of a block's first float.

        Raises:
            ArgumentError: the layout has no block of this name; the message suggests the nearest name.
        """
        if name not in self.starts:
            raise ArgumentError(f'no observation block "{name}"; {nearest(name, self.starts, "blocks")}')
        return self.starts[name]

    def offsets(self) -> Any:
        """Return the index of each block's first float, as a named tuple. Compiled functions may use it as a constant."""
        return namedtuple("Offsets", self.starts)(**self.starts)

    @property
    def dtype(self) -> np.dtype:
        """The dtype of an observation as a record with one field per block."""
        return np.dtype([(block.name, np.float32, block.shape) for block in self.blocks])

    def decode(self, observation: np.ndarray) -> dict[str, np.ndarray]:
        """Return the blocks of an observation by name, as views.

        Args:
            observation: (size,), or (..., size) for several observations; a block then has the shape (..., *block.shape).

        Raises:
            ArgumentError: the last axis does not have `size` floats.
        """
        observation = np.asarray(observation)
        if observation.ndim == 0 or observation.shape[-1] != self.size:
            raise ArgumentError(f"an observation must have {self.size} floats in its last axis, not shape {observation.shape}")
        lead = observation.shape[:-1]
        return {
            block.name: observation[..., start : start + block.size].reshape(*lead, *block.shape)
            for block, start in zip(self.blocks, self.starts.values(), strict=True)
        }

    def table(self) -> str:
        """Return a Markdown table with the position, shape, kind and meaning of each block."""
        rows = [
            f"| `{block.name}` | {start}-{start + block.size - 1} | {' x '.join(map(str, block.shape))} | {block.kind} "
            f"| {block.meaning} |"
            for block, start in zip(self.blocks, self.starts.values(), strict=True)
        ]
        return "\n".join(["| block | floats | shape | kind | meaning |", "|---|---|---|---|---|", *rows])
