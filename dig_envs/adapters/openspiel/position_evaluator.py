"""Lay out positions, which are bytes, on one table, and see what follows from them."""

import numpy as np

from dig_envs.adapters.table import Table
from dig_envs.core.batch.batch import NO_ACTION
from dig_envs.core.compiler.thread_pacing import ALONE
from dig_envs.core.game import NOBODY, Game, Options


class Workbench(Table):
    """Serves positions of many games, one after another. One thread may use it.

    A position is the state record as bytes, so that copies of it cost nothing. `player`, `mask` and `rewards` are those of the
    position that was dealt, played or known last.
    """

    def __init__(self, game: Game, options: Options):
        super().__init__(game, options)
        self._bytes = self._states.view(np.uint8)

    def dealt_from(self, seed: int, opening: int) -> bytes:
        """Deal the game of a seed, and make so many random decisions, those of `Batch.sample`; returns the position."""
        self.deal(seed)
        action = np.zeros(1, np.int64)
        for _ in range(opening):
            if self.over:
                break
            self.engine.sample(self._desks, self._tables.masks, action, *ALONE)
            self.play(int(action[0]))
        return self._states.tobytes()

    def played(self, position: bytes, action: int) -> bytes:
        """Carry out a legal action; returns the position of the next decision, or of the end."""
        self._lay_out(position)
        self.play(action)
        return self._states.tobytes()

    def known(self, table: np.ndarray, seat: np.ndarray, player: int, seed: int) -> bytes:
        """Return a position that agrees with what a player knows; the rest is drawn from the seed, dice to come included.

        Args:
            table, seat: structured arrays (1,), the table's record and the player's own.
        """
        self._bytes[:] = 0
        self.engine.redeal_states(table.copy(), seat.copy(), np.array([player]), np.array([seed]), self._states)
        position = self._states.tobytes()
        self._lay_out(position)
        self.play(NO_ACTION)
        return position

    def observed(self, position: bytes, player: int) -> np.ndarray:
        """Encode what a player observes: float32 (layout.size,)."""
        self._lay_out(position)
        return self.observe(player)

    def _lay_out(self, position: bytes) -> None:
        self._bytes[:] = np.frombuffer(position, np.uint8)
        self._players[:] = self._states["secret"]["mover"]
        self._desks["done"] = 0

    def record(self, position: bytes) -> np.ndarray:
        """Return a position as a state record: structured array (1,), a copy."""
        return np.frombuffer(position, self.game.state).copy()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.player == NOBODY
