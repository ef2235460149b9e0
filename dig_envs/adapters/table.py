"""Play one table at which the caller decides for every seat, without a batch's checks."""

from threading import RLock
from typing import Any

import numpy as np

from dig_envs.core.batch.batch import NO_ACTION, checked_seed
from dig_envs.core.batch.one_thread import exclusive
from dig_envs.core.batch.state_checks import check_states
from dig_envs.core.compiler.thread_pacing import ALONE
from dig_envs.core.engine import engine_of, kernels
from dig_envs.core.engine.record_arrays import copied
from dig_envs.core.errors import SnapshotError
from dig_envs.core.feature_names import find_features
from dig_envs.core.features import FeatureSet, features_layout
from dig_envs.core.game import NOBODY, End, Game, Options
from dig_envs.core.rng import LOW


class Table:
    """One game. The caller checks that actions are legal, and lets one thread at a time in.

    Copies and pickles go on with the same game, dice included.

    Attributes:
        game, options, features, layout: what is played and observed.
        dealt: a game has been dealt.
        player: the seat that must decide, or NOBODY.
        observation: float32 (layout.size,), of that seat; the next action overwrites it.
        mask: int8 (num_actions,), 1 for its legal actions; the next action overwrites it.
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
        self._action = np.zeros(1, np.int64)
        self._tables = kernels.Tables(
            states=np.zeros(1, game.state),
            desks=np.zeros(1, self.engine.desk),
            setup=np.zeros(1, self.engine.setup),
            pool=np.zeros(1, kernels.POOL),
            bots=self.engine.bots([]),
            features=self.engine.features([] if self.features is None else [self.features.function], added.size),
            finals=np.zeros(1, game.state),
            observations=np.zeros((1, self.layout.size), np.float32),
            masks=np.zeros((1, game.num_actions), np.int8),
        )
        self._states, self._desks, self._setup = self._tables.states, self._tables.desks, self._tables.setup
        self._desks["controllers"] = kernels.CALLER
        self._setup["template"] = game.template(options)
        self._setup["learner"] = kernels.NO_LEARNER
        self._setup["facts"] = facts.size
        self._players = self._desks["player"]
        self.observation = self._tables.observations[0]
        self.mask = self._tables.masks[0]

    def deal(self, seed: int | None) -> None:
        """Deal the game of a seed; without one, the next game of the table's own stream, which a drawn seed starts."""
        if seed is None and not self.dealt:
            seed = int(np.random.SeedSequence().generate_state(1, np.uint32)[0])
        if seed is None:
            self.engine.deal_next(self._row, self._tables)
        else:
            self.engine.deal_tables(self._row, np.array([checked_seed(seed)]), self._tables)
        self._begin()

    def _begin(self) -> None:
        """Show the position that was just dealt or restored."""
        self.dealt = True
        self._desks["done"] = 0
        self.play(NO_ACTION)

    def play(self, action: int) -> None:
        """Carry out a legal action, and go on to the next decision or to the end."""
        self._action[0] = action
        self.engine.advance(self._row, self._action, self._tables, *ALONE)
        self.player = self._players.item()

    def observe(self, seat: int) -> np.ndarray:
        """Encode what a seat observes now: float32 (layout.size,)."""
        out = np.empty((1, self.layout.size), np.float32)
        self.engine.encode_seats(self._states, np.array([seat]), self._tables.features, int(self._setup["facts"][0]), out)
        return out[0]

    @property
    def truncated(self) -> bool:
        """Whether the turn limit has ended the game."""
        return bool(self._states["table"]["end"][0] == End.TRUNCATED)

    @property
    def rewards(self) -> list[float]:
        """Each seat's reward, once the game has ended."""
        return self._desks["rewards"][0, : self.options.num_players].tolist()

    @property
    def state(self) -> np.ndarray:
        """The whole state, secrets included: structured array (1,), a copy."""
        return copied(self._states)

    # --- copies

    def arrays(self) -> dict[str, np.ndarray]:
        """Return the arrays that a copy needs; the rest follows from them."""
        return {"states": self._states, "next_games": self._desks["next_games"]}

    def check(self, arrays: dict[str, np.ndarray]) -> None:
        """Refuse `arrays` that no table of this game and options has.

        Raises:
            SnapshotError: the state is unsound, of other options, or its generators are none.
        """
        check_states(self.engine, self.options, self._setup["template"], arrays["states"])
        if (arrays["next_games"]["key"] > LOW).any():
            raise SnapshotError("this snapshot is unsound: its stream of further games has a key that no seed gives")

    def go_on_from(self, arrays: dict[str, np.ndarray]) -> None:
        """Take over the `arrays` of another table of the same game and options, once they are checked."""
        self._states[...] = arrays["states"]
        self._desks["next_games"] = arrays["next_games"]
        self._begin()

    @exclusive
    def __getstate__(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "options": self.options,
            "features": self.features,
            "arrays": self.arrays() if self.dealt else None,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        Table.__init__(self, state["game"], state["options"], state["features"])
        if state["arrays"]:
            self.check(state["arrays"])
            self.go_on_from(state["arrays"])
