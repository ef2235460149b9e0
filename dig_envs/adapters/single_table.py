"""One table at which the caller decides for every seat, without the checks of a batch."""

from threading import RLock
from typing import Any

import numpy as np

from dig_envs.core.batch.one_thread import exclusive
from dig_envs.core.batch.snapshot_bytes import check_ranges
from dig_envs.core.engine import engine_of, kernels
from dig_envs.core.engine.kernels import REFUSED
from dig_envs.core.engine.record_arrays import copy_records
from dig_envs.core.feature_names import find_features
from dig_envs.core.features import FeatureSet, features_layout
from dig_envs.core.game import NOBODY, End, Game, Options
from dig_envs.core.seeds import checked_seed, random_seed


class SingleTable:
    """Play one table whose caller decides for every seat. Only one thread may use the table at a time.

    Copies and pickles continue the same game with the same dice.

    Attributes:
        game, options, features, layout: the game and its observations.
        dealt: whether a game has been dealt.
        player: the seat that must decide, or NOBODY.
        observation: float32 (layout.size,), the observation of that seat, which the next action overwrites.
        mask: int8 (num_actions,), 1 for the legal actions of that seat, which the next action overwrites.
    """

    def __init__(self, game: Game, options: Options, features: str | FeatureSet | None = None):
        self._busy = RLock()
        self.game = game
        self.options = options
        self.features = find_features(features, game)
        facts, added = game.layout(options), features_layout(self.features, options)
        self.layout = facts + added
        self.dealt = False
        self.player = NOBODY
        self.engine = engine_of(game)
        self._row = np.zeros(1, np.int64)
        self._tables = kernels.Tables(
            states=np.zeros(1, game.state),
            statuses=np.zeros(1, self.engine.status),
            setup=np.zeros(1, self.engine.setup),
            pool=np.zeros(1, kernels.POOL),
            bots=self.engine.bots([]),
            features=self.engine.features([] if self.features is None else [self.features.function], added.size),
            finals=np.zeros(1, game.state),
            observations=np.zeros((1, self.layout.size), np.float32),
            masks=np.zeros((1, game.num_actions), np.int8),
        )
        self._states, self._statuses, self._setup = self._tables.states, self._tables.statuses, self._tables.setup
        self._statuses["controllers"] = kernels.CALLER
        self._setup["template"] = game.template(options)
        self._setup["learner"] = kernels.NO_LEARNER
        self._setup["facts"] = facts.size
        self._advance = self.engine.advance_one
        self._pointers = self.engine.pointers_of(self._tables)
        self._address = self.engine.address_of(self._pointers)
        self.observation = self._tables.observations[0]
        self.mask = self._tables.masks[0]

    def deal(self, seed: int | None) -> None:
        """Deal the game of a seed, or the next game of the table's own stream. A random seed starts the stream."""
        if seed is None and not self.dealt:
            seed = random_seed()
        if seed is None:
            self.engine.deal_next(self._row, self._tables)
        else:
            self.engine.deal_tables(self._row, np.array([checked_seed(seed)]), self._tables)
        self._observe_position()

    def _observe_position(self) -> None:
        """Update player, observation and mask after a deal or a restored state."""
        self.dealt = True
        self._statuses["done"] = 0
        self.player = self._advance(kernels.NO_ACTION, self._address)

    def play(self, action: int) -> bool:
        """Carry out an action if the mask has it, update player, observation and mask, and return whether the mask had it."""
        player = self._advance(action, self._address)
        if player == REFUSED:
            return False
        self.player = player
        return True

    def observe(self, seat: int) -> np.ndarray:
        """Return the observation of any seat, float32 (layout.size,)."""
        out = np.empty((1, self.layout.size), np.float32)
        self.engine.encode_seats(self._states, np.array([seat]), self._tables.features, int(self._setup["facts"][0]), out)
        return out[0]

    @property
    def truncated(self) -> bool:
        """Whether the turn limit ended the game."""
        return bool(self._states["table"]["end"][0] == End.TRUNCATED)

    @property
    def rewards(self) -> list[float]:
        """Each seat's reward after the end."""
        return self._statuses["rewards"][0, : self.options.num_players].tolist()

    @property
    def state(self) -> np.ndarray:
        """The whole state, secrets included: structured array (1,), a copy."""
        return copy_records(self._states)

    # --- copies

    def arrays(self) -> dict[str, np.ndarray]:
        """Return the arrays that define the game and the stream of further games."""
        return {"states": self._states, "next_games": self._statuses["next_games"]}

    def check(self, arrays: dict[str, np.ndarray]) -> None:
        """Raise SnapshotError if a value of the state in `arrays` is out of its range."""
        check_ranges(self.game, arrays["states"])

    def set_arrays(self, arrays: dict[str, np.ndarray]) -> None:
        """Continue from the checked `arrays` of a table of the same game and options."""
        self._states[...] = arrays["states"]
        self._statuses["next_games"] = arrays["next_games"]
        self._observe_position()

    @exclusive
    def __getstate__(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "options": self.options,
            "features": self.features,
            "arrays": self.arrays() if self.dealt else None,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        SingleTable.__init__(self, state["game"], state["options"], state["features"])
        if state["arrays"]:
            self.check(state["arrays"])
            self.set_arrays(state["arrays"])
