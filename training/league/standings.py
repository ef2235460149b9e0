"""Store the results of a league's generations against the members, and rate and draw all generations."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch as th

from dig_envs.agents.learned import tensors
from dig_envs.core.arguments import whole_number
from dig_envs.training.arena.ratings import Duel, Estimate, ratings, win_share
from dig_envs.training.show.charts import ACCENT, SOFT, axis_labels, few_ticks, frame, one_panel, write_figure

ARRAYS = {"deals": np.int64, "games": np.int64, "shares": np.float64, "lasts": np.float64, "margins": np.float64}


def generation_name(number: int) -> str:
    """Return the name of the learner at the end of a generation; 0 is the learner before the first generation."""
    return f"generation {number}"


@dataclass(frozen=True)
class Generation:
    """The results of the learner at the end of a generation.

    Attributes:
        steps: decisions of the learner so far.
        admitted: whether a copy of the learner became a member.
        duels: the games against each member.
    """

    steps: int
    admitted: bool
    duels: dict[str, Duel]

    @property
    def shares(self) -> dict[str, Estimate]:
        """The learner's share of wins against each member, with a 95 % interval."""
        return {member: win_share(duel.shares) for member, duel in self.duels.items()}


@dataclass
class Standings:
    """All generations so far, in order."""

    generations: list[Generation] = field(default_factory=list)

    @property
    def admitted(self) -> list[int]:
        """The numbers of the generations that became members."""
        return [number for number, generation in enumerate(self.generations) if generation.admitted]

    def member_selves(self, count: int) -> list[str]:
        """Return the names of the past selves among the members by slot. With `count` selves, a new one replaces the oldest."""
        slots: list[str] = []
        for place, number in enumerate(self.admitted):
            slots[place % count : place % count + 1] = [generation_name(number)]
        return slots

    def ratings(self) -> dict[str, Estimate]:
        """Return ratings on Elo's scale with 95 % intervals: all generations in order, then the other members."""
        selves = [generation_name(number) for number in range(len(self.generations))]
        names = list(dict.fromkeys([*selves, *(member for each in self.generations for member in each.duels)]))
        duels = [
            Duel(number, names.index(member), **{name: getattr(duel, name) for name in ARRAYS})
            for number, generation in enumerate(self.generations)
            for member, duel in generation.duels.items()
        ]
        return dict(zip(names, ratings(duels, len(names)), strict=True))

    def summary(self, rated: Mapping[str, Estimate]) -> dict[str, Any]:
        """Return generations and ratings as plain data."""
        generations = [
            {
                "generation": number,
                "steps": generation.steps,
                "admitted": generation.admitted,
                "win_shares": {member: asdict(share) for member, share in generation.shares.items()},
            }
            for number, generation in enumerate(self.generations)
        ]
        return {"generations": generations, "ratings": {name: asdict(rating) for name, rating in rated.items()}}

    # --- files

    def as_bytes(self) -> bytes:
        """Return all results, deal by deal, as bytes for `standings_from`."""
        plain = [
            {
                "steps": generation.steps,
                "admitted": generation.admitted,
                "duels": {
                    member: {name: th.from_numpy(getattr(duel, name)) for name in ARRAYS}
                    for member, duel in generation.duels.items()
                },
            }
            for generation in self.generations
        ]
        return tensors.pack(plain)


def standings_from(content: bytes) -> Standings:
    """Return the standings from the bytes of `as_bytes`.

    Raises:
        LookupError, TypeError, ValueError, AttributeError: the bytes are not valid.
    """
    return Standings([_generation(values) for values in tensors.unpack(content)])


def _generation(values: Any) -> Generation:
    duels = {str(member): _duel(arrays) for member, arrays in values["duels"].items()}
    if not duels or type(values["admitted"]) is not bool:
        raise ValueError("a generation has no duels, or neither was admitted nor refused")
    return Generation(whole_number("steps", values["steps"], minimum=0), values["admitted"], duels)


def _duel(tensors_by_name: Any) -> Duel:
    arrays = {name: tensors_by_name[name].numpy() for name in ARRAYS}
    if any(array.dtype != ARRAYS[name] for name, array in arrays.items()):
        raise ValueError("a duel has results of other types")
    shapes = {array.shape for array in arrays.values()}
    if len(shapes) > 1 or len(arrays["deals"].shape) != 1 or not len(arrays["deals"]):
        raise ValueError(f"a duel has results of the shapes {shapes}")
    if len(np.unique(arrays["deals"])) < len(arrays["deals"]) or (arrays["games"] < 1).any():
        raise ValueError("a duel has a deal twice, or a deal without games")
    if not np.isfinite(arrays["margins"]).all() or not all(
        ((arrays[name] >= 0) & (arrays[name] <= 1)).all() for name in ("shares", "lasts")
    ):
        raise ValueError("a duel has results outside their ranges")
    return Duel(0, 1, **arrays)


def draw_league(standings: Standings, ratings: Mapping[str, Estimate], title: str, path: Path) -> Path:
    """Draw the ratings of a league's generations with 95 % intervals, and return the path of the chart.

    Generations that were not admitted are rings, and the ratings of other members are horizontal lines.

    Args:
        standings: the results of the generations.
        ratings: the ratings, from `Standings.ratings`.
        title: the title of the chart.
        path: the file of the chart.

    Raises:
        ArgumentError: as `draw_arena`.
    """
    figure, axes = one_panel(path)
    count = len(standings.generations)
    names = list(ratings)
    numbers = np.arange(count)
    rated = np.array([[ratings[name].value, ratings[name].low, ratings[name].high] for name in names[:count]]).T
    admitted = np.array([generation.admitted for generation in standings.generations])
    axes.errorbar(numbers, rated[0], yerr=np.abs(rated[1:] - rated[0]), fmt="-", color=ACCENT, capsize=3, linewidth=1.6)
    axes.scatter(numbers, rated[0], 30, np.where(admitted, ACCENT, "white"), edgecolors=ACCENT, zorder=3)
    for name, label in zip(names[count:], axis_labels(names[count:]), strict=True):
        axes.axhline(ratings[name].value, color=SOFT, linestyle="--", linewidth=1)
        place = (0.01, ratings[name].value)
        style: dict[str, Any] = {"textcoords": "offset points", "fontsize": 8, "color": SOFT, "parse_math": False}
        axes.annotate(label, place, (0, 2), xycoords=("axes fraction", "data"), **style)
    axes.xaxis.set_major_locator(few_ticks())
    frame(axes, title, "generation", "rating on Elo's scale")
    write_figure(figure, path)
    return path
