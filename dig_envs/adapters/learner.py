"""Play tables at which one seat learns and agents play the others, for both Gymnasium environments."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from dig_envs.adapters.arguments import ILLEGAL, one_of, parse_options
from dig_envs.adapters.opponents import parse_opponents
from dig_envs.core.batch import Batch
from dig_envs.core.catalogue import game_of
from dig_envs.core.features import FeatureSet
from dig_envs.core.game import NOBODY, End, Game


class LearnerTables(Batch):
    """Tables at which one seat learns. An ended game stays on the table until the next is dealt."""

    def __init__(
        self,
        adapter: type,
        game: str | Game,
        num_tables: int,
        num_threads: int | None,
        opponents: Any,
        seat: Any,
        illegal: str,
        features: str | FeatureSet | None,
        options: Mapping[str, Any],
    ):
        found = game_of(game)
        self.illegal_ends = one_of("illegal", illegal, ILLEGAL) == "end"
        parsed = parse_options(found, adapter, options)
        pool = parse_opponents(opponents, found)
        super().__init__(found, parsed, num_tables, None, num_threads, pool, seat, deal_again=False, features=features)

    def deal_anew(self, tables: np.ndarray, seeds: np.ndarray | None = None) -> None:
        """Deal games in which the learner comes to decide, of these seeds or the next of the tables' own streams."""
        if seeds is None:
            self.deal_next(tables)
        else:
            self.deal(tables, seeds)
        while len(over := tables[self.players[tables] < 0]):
            self.deal_next(over)

    def decide(self, actions: np.ndarray) -> np.ndarray:
        """Carry out one decision at every table. Returns bool (n,): where an illegal action ended the game."""
        outside = (actions >= self.game.num_actions) | ((actions < 0) & (self.players >= 0))
        if self.illegal_ends and not outside.any():
            return self.step_or_forfeit(actions)
        self.step(actions)
        return np.zeros(self.num_tables, bool)

    def abandon(self, tables: np.ndarray) -> None:
        """Leave the games at these tables unfinished: nobody decides there until the next are dealt."""
        self._states["table"]["end"][tables] = End.TRUNCATED
        self._states["secret"]["mover"][tables] = NOBODY
        self._desks["player"][tables] = NOBODY

    @property
    def last_seen(self) -> np.ndarray:
        """float32 (ended, layout.size): what the learner saw at the end of each game that ended in the last step."""
        ended = np.flatnonzero(self.dones)
        return self.final_observations[np.arange(len(ended)), self.last_learner_seats[ended]]

    @property
    def scores(self) -> np.ndarray:
        """float64 (n,): the learner's result in each game that ended in the last step, elsewhere 0."""
        return np.where(self.dones, self.points[np.arange(self.num_tables), self.last_learner_seats], 0.0)
