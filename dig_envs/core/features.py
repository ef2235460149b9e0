"""Define the feature contract: what an agent's own encoder appends to an observation, on request.

An observation holds facts. A `FeatureSet` is to an observation what a bot is to a seat: a layout and a compiled function
`(table, seat, player, out)`, called through a function pointer, so that it is compiled and cached on its own. It is given what
its seat may know, and nothing else. Every adapter, the batch, training and models take one, by its name or as an object:
`dig_envs.batch("dig_v0", num_tables=8, features="expert")`. See `docs/write-your-own-features.md`.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from dig_envs.core.compiler import source_hash
from dig_envs.core.engine import engine_of
from dig_envs.core.errors import ArgumentError
from dig_envs.core.game import Game, Options
from dig_envs.core.layout import Kind, Layout

if TYPE_CHECKING:
    from dig_envs.core.agent import Decisions


@dataclass(frozen=True)
class FeatureSet:
    """Floats that an agent wants to see after the facts.

    Attributes:
        name: as `features=` takes it.
        sentence: what the floats are, in a sentence.
        game: the game whose positions it encodes.
        layout: from the game's options to the blocks, all of `Kind.FEATURE`. It raises OptionError where the set can't
            serve these options.
        function: compiled `(table, seat, player, out)`. It writes into `out` (float32 (layout.size,), zeroed), values in
            [0, 1], and leaves its other arguments as they were.
    """

    name: str
    sentence: str
    game: Game = field(repr=False)
    layout: Callable[[Any], Layout] = field(repr=False)
    function: Callable = field(repr=False)

    @property
    def fingerprint(self) -> str:
        """A text that changes when what the set computes may change."""
        return f"{self.name}:{source_hash(self.function)}"


def features_layout(features: FeatureSet | None, options: Options) -> Layout:
    """Return the blocks that a feature set adds to an observation; no blocks for None.

    Raises:
        ArgumentError: a block of the set is not of `Kind.FEATURE`.
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
    """Return the observations of a batch of decisions with an agent's own features after the facts.

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
