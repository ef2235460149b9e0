"""The feature contract: floats that an agent's own encoder appends to an observation, on request.

An observation itself holds only facts. A `FeatureSet` adds an agent's estimates: it is a layout and a compiled function,
`(table, seat, player, out)`. The function is given only information that its seat may know. It is compiled on its own and
called through a function pointer.

Every adapter, the batch, training and models take a feature set by name or as an object:
`dig_envs.batch("dig_v0", num_tables=8, features="expert")`. See `docs/write-your-own-features.md`.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from dig_envs.core.arguments import whole_number
from dig_envs.core.engine import engine_of
from dig_envs.core.errors import ArgumentError
from dig_envs.core.game import Game, Options
from dig_envs.core.layout import Kind, Layout

if TYPE_CHECKING:
    from dig_envs.core.agent import Decisions


@dataclass(frozen=True)
class FeatureSet:
    """Named floats that follow the facts of an observation.

    Attributes:
        name: the value of the argument `features=` that selects the set.
        sentence: what the floats are, in one sentence.
        game: the game whose positions are encoded.
        layout: a function from the game's options to the blocks, all of `Kind.FEATURE`. It raises OptionError for options
            that the set does not support.
        function: compiled `(table, seat, player, out)`. It writes values in [0, 1] into `out`, float32 (layout.size,),
            zeroed. It does not change its other arguments.
        version: a positive integer that the author increases when the floats of equal positions change. Models trained with
            another version are refused.
    """

    name: str
    sentence: str
    game: Game = field(repr=False)
    layout: Callable[[Any], Layout] = field(repr=False)
    function: Callable = field(repr=False)
    version: int = 1

    def __post_init__(self) -> None:
        whole_number("version", self.version, 1)

    @property
    def name_and_version(self) -> str:
        """Such as "expert:1". Snapshots and the fingerprints of agents contain this text."""
        return f"{self.name}:{self.version}"


def features_layout(features: FeatureSet | None, options: Options) -> Layout:
    """Return the layout of a feature set under these options; an empty layout for None.

    Raises:
        ArgumentError: a block is not of `Kind.FEATURE`.
        OptionError: the set does not support these options.
    """
    if features is None:
        return Layout()
    layout = features.layout(options)
    for block in layout:
        if block.kind is not Kind.FEATURE:
            raise ArgumentError(
                f'block "{block.name}" of the features {features.name} must be of Kind.FEATURE, not {block.kind}'
            )
    return layout


def append_features(decisions: "Decisions", features: FeatureSet | None, options: Options) -> np.ndarray:
    """Return the observations of decisions, followed by an agent's own features.

    Returns:
        float32 (n, facts + features).
    """
    if features is None:
        return decisions.observations
    engine = engine_of(decisions.game)
    out = np.zeros((len(decisions), features_layout(features, options).size), np.float32)
    pointer = engine.features([features.function], out.shape[1])
    engine.encode_features(decisions.tables, decisions.seats, decisions.players, pointer, out)
    return np.concatenate([decisions.observations, out], axis=1)
