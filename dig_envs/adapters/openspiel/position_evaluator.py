"""Evaluate positions, stored as bytes, on one table: legal actions, successors, rewards and observations."""

import numpy as np

from dig_envs.adapters.single_table import SingleTable
from dig_envs.core.compiler.thread_tuner import ONE_THREAD
from dig_envs.core.game import NOBODY, Game, Options


class PositionEvaluator(SingleTable):
    """Evaluates positions of many games, one after another. Each thread needs its own evaluator.

    A position is a state record as bytes, which clones of a state share. `player`, `mask` and `rewards` describe the position
    that `deal_position`, `successor` or `sample_position` returned last.
    """

    def __init__(self, game: Game, options: Options):
        super().__init__(game, options)
        self._bytes = self._states.view(np.uint8)
        self._mover = self._states["secret"]["mover"]
        self._player, self._done = self._statuses["player"], self._statuses["done"]
        self._position = b""  # the one that the table holds

    def deal_position(self, seed: int, opening: int) -> bytes:
        """Deal the game of a seed and play `opening` random actions, as `Batch.sample` draws them."""
        self.deal(seed)
        action = np.zeros(1, np.int64)
        for _ in range(opening):
            if self.over:
                break
            self.engine.sample(self._statuses, self._tables.masks, action, *ONE_THREAD)
            self.play(int(action[0]))
        return self._position_now()

    def successor(self, position: bytes, action: int) -> bytes:
        """Return the position after a legal action, at the next decision or the end."""
        self._set_position(position)
        self.mask[action] = 1  # the mask still belongs to another position; the caller has checked the action
        self.play(action)
        return self._position_now()

    def sample_position(self, table: np.ndarray, seat: np.ndarray, player: int, seed: int) -> bytes:
        """Return a random position that agrees with a player's information. Future dice are drawn as well.

        Args:
            table, seat: structured arrays (1,), the table's record and the player's own record.
        """
        self._bytes[:] = 0
        self.engine.redeal_states(table.copy(), seat.copy(), np.array([player]), np.array([seed]), self._states)
        position = self._states.tobytes()
        self._set_position(position)
        self._observe_position()
        return position

    def observation_of(self, position: bytes, player: int) -> np.ndarray:
        """Return a player's observation, float32 (layout.size,)."""
        self._set_position(position)
        return self.observe(player)

    def _set_position(self, position: bytes) -> None:
        if position is not self._position:
            self._bytes[:] = np.frombuffer(position, np.uint8)
            self._player[:] = self._mover
            self._done[:] = 0
            self._position = position

    def _position_now(self) -> bytes:
        self._position = self._states.tobytes()
        return self._position

    def record(self, position: bytes) -> np.ndarray:
        """Return a position as a state record: structured array (1,), a copy."""
        return np.frombuffer(position, self.game.state).copy()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.player == NOBODY
