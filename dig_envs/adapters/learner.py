"""A batch at which one seat per table learns and agents play the other seats, for Gymnasium and Stable-Baselines3."""

import warnings
from collections.abc import Mapping
from typing import Any

import numpy as np

from dig_envs.adapters.arguments import ILLEGAL_EFFECTS, parse_options
from dig_envs.adapters.opponents import parse_opponents
from dig_envs.core.arguments import one_of
from dig_envs.core.batch import Batch
from dig_envs.core.catalogue import game_of
from dig_envs.core.features import FeatureSet
from dig_envs.core.game import NOBODY, End, Game

UNMASKED = (
    "an illegal action has ended a game with a loss: choose actions by action_masks(). With sb3-contrib, evaluate with "
    "evaluate_policy or MaskableEvalCallback from sb3_contrib.common.maskable, and call predict(..., action_masks=...)"
)


class LearnerTables(Batch):
    """Tables at which one seat learns.

    Args:
        adapter: the class whose other keywords are not options of the game.
        opponents, seat, illegal: as for the adapters.
        deal_again: whether a game that has ended is followed by the next; otherwise it stays until `deal_to_learner`.
    """

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
        *,
        seed: int | None = None,
        skip_forced: bool = False,
        deal_again: bool = False,
    ):
        game = game_of(game)
        self._warned = False
        self.illegal_ends = one_of("illegal", illegal, ILLEGAL_EFFECTS) == "end"
        parsed = parse_options(game, adapter, options)
        super().__init__(
            game,
            parsed,
            num_tables,
            seed,
            num_threads,
            opponents=parse_opponents(opponents, game),
            learner=seat,
            deal_again=deal_again,
            skip_forced=skip_forced,
            features=features,
        )

    def deal_to_learner(self, tables: np.ndarray, seeds: np.ndarray | None = None) -> None:
        """Deal games until the learner must decide at these tables. Without seeds, each table deals its own next game."""
        if seeds is None:
            self.deal_next(tables)
        else:
            self.deal(tables, seeds)
        while len(over := tables[self.players[tables] < 0]):
            self.deal_next(over)

    def decide(self, actions: np.ndarray) -> np.ndarray:
        """Carry out one action at every table. Returns bool (n,): where an illegal action ended the game.

        The first such action is reported by a warning, as clients that forget the masks would measure forfeits.
        """
        if not self.illegal_ends:
            self.step(actions)
            return np.zeros(self.num_tables, bool)
        forfeits = self.step_or_forfeit(actions)
        if not self._warned and forfeits.any():
            self._warned = True
            warnings.warn(UNMASKED, stacklevel=4)
        return forfeits

    def abandon(self, tables: np.ndarray) -> None:
        """Stop the games at these tables without results. No seat decides there until the next deal."""
        self._states["table"]["end"][tables] = End.TRUNCATED
        self._states["secret"]["mover"][tables] = NOBODY
        self._statuses["player"][tables] = NOBODY

    @property
    def learner_masks(self) -> np.ndarray:
        """int8 (n, num_actions): a copy of the masks, which allows action 0 alone at tables whose game has ended.

        Libraries sample an action for these tables too, and from a mask of zeros they sample NaN.
        """
        masks = self.masks.copy()
        ended = np.flatnonzero(self.players < 0)
        masks[ended, 0] |= ~masks[ended].any(axis=1)
        return masks

    @property
    def last_seen(self) -> np.ndarray:
        """float32 (ended, layout.size): the learner's final observation of each game that ended in the last step."""
        ended = np.flatnonzero(self.dones)
        return self.final_observations[np.arange(len(ended)), self.last_learner_seats[ended]]

    @property
    def scores(self) -> np.ndarray:
        """float64 (n,): the learner's points in each game that ended in the last step, else 0."""
        return np.where(self.dones, self.points[np.arange(self.num_tables), self.last_learner_seats], 0.0)
