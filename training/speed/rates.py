"""Rates of loops that take turns, so that a busy machine slows all of them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from statistics import median
from typing import Any, TypeVar

from dig_envs.training.show.console import progress_bar

Key = TypeVar("Key")


@dataclass(frozen=True)
class Rate:
    """Steps per second, one number per turn."""

    turns: tuple[float, ...]

    @property
    def median(self) -> float:
        return median(self.turns)

    @property
    def best(self) -> float:
        return max(self.turns)

    def against(self, base: "Rate") -> float:
        """Return the median over the turns of the ratio to another rate."""
        return median(mine / other for mine, other in zip(self.turns, base.turns, strict=True))


def in_turns(loops: dict[Key, Callable[[], Any]], turns: int, progress: bool) -> dict[Key, list[Any]]:
    """Call every loop once per turn, and return its results by its key."""
    results: dict[Key, list[Any]] = {key: [] for key in loops}
    with progress_bar("measuring", turns * len(loops), progress) as advance:
        for _ in range(turns):
            for key, loop in loops.items():
                results[key].append(loop())
                advance(1)
    return results


def rates_of(results: Iterable[tuple[float, ...]]) -> list[Rate]:
    """Return one `Rate` for each of the numbers that a loop measures in every turn."""
    return [Rate(rate) for rate in zip(*results, strict=True)]
