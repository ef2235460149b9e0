"""States of games for OpenSpiel."""

from collections.abc import Callable
from hashlib import blake2b

import numpy as np
import pyspiel

from dig_envs.core.batch.batch import illegal_action
from dig_envs.core.errors import IllegalActionError

DIGEST = 16  # bytes
NO_MEMORY = bytes(2 * DIGEST)


class SpielState(pyspiel.State):
    """A position at a decision, at the end or before the deal. `SpielGame.new_initial_state` makes the first state.

    All attributes are immutable, so that clones share them.
    """

    def __init__(self, game: pyspiel.Game):
        super().__init__(game)
        self._digits: tuple[int, ...] = ()  # of the seed
        self._position = b""
        self._mover = int(pyspiel.PlayerId.CHANCE)
        self._mask = b""
        self._returns = (0.0,) * game.num_players()
        self._memories = (NO_MEMORY,) * game.num_players()  # by seat: digests of its past and of its present information

    # --- players and legal actions

    def current_player(self) -> int:
        """Return the seat that must decide, or pyspiel's number for chance or for the end."""
        return self._mover

    def is_terminal(self) -> bool:
        """Return whether the game has ended, by its rules or by the turn limit."""
        return self._mover == pyspiel.PlayerId.TERMINAL

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the possible next digits of the seed, all equally likely."""
        return self.get_game().digits

    def _legal_actions(self, player: int) -> list[int]:
        return np.flatnonzero(np.frombuffer(self._mask, np.int8)).tolist()

    def _action_to_string(self, player: int, action: int) -> str:
        return f"digit {action}" if player == pyspiel.PlayerId.CHANCE else self.get_game().source.actions.name(action)

    # --- actions

    def _apply_action(self, action: int) -> None:
        if self._mover == pyspiel.PlayerId.CHANCE:
            self._add_digit(action)
            return
        if self.is_terminal():
            raise IllegalActionError("the game has ended: no player can act")
        game, actor = self.get_game(), self._mover
        mask = np.frombuffer(self._mask, np.int8)
        if not 0 <= action < len(mask) or not mask[action]:
            raise IllegalActionError(illegal_action(game.source, action, mask))
        self._set_position(game.evaluator.successor(self._position, action))
        self._remember(actor, action)

    def _add_digit(self, digit: int) -> None:
        """Add a digit to the seed. The last digit deals the game."""
        game = self.get_game()
        if not 0 <= digit < len(game.digits):
            raise IllegalActionError(f"a digit of the seed must be from 0 to {len(game.digits) - 1}, not {digit}")
        self._digits += (digit,)
        if len(self._digits) == game.num_digits:
            seed = sum(value * len(game.digits) ** place for place, value in enumerate(self._digits))
            self._set_position(game.evaluator.deal_position(seed, game.opening))
            self._remember()

    def _set_position(self, position: bytes) -> None:
        """Set the position that the evaluator returned last."""
        evaluator = self.get_game().evaluator
        self._position = position
        self._mover = int(pyspiel.PlayerId.TERMINAL) if evaluator.over else evaluator.player
        self._mask = evaluator.mask.tobytes()
        if evaluator.over:
            self._returns = tuple(evaluator.rewards)

    def returns(self) -> list[float]:
        """Return each player's reward at the end, else zeros."""
        return list(self._returns)

    def rewards(self) -> list[float]:
        """Return the rewards of the last action: the returns at the end, else zeros."""
        return list(self._returns)

    # --- information of the seats

    @property
    def dealt(self) -> bool:
        """Whether the game has been dealt."""
        return bool(self._position)

    @property
    def record(self) -> np.ndarray:
        """The whole state, secrets included: structured array (1,), a copy. For drawing and analysis, not for players."""
        return self.get_game().evaluator.record(self._position)

    def observation_of(self, player: int) -> np.ndarray:
        """Return a player's observation, float32 (layout.size,); zeros before the deal."""
        evaluator = self.get_game().evaluator
        return evaluator.observation_of(self._position, player) if self.dealt else np.zeros(evaluator.layout.size, np.float32)

    def recollection_of(self, player: int) -> str:
        """Return a digest of everything that a player has seen and done, as hexadecimal digits."""
        return self._memories[player][:DIGEST].hex()

    def _remember(self, actor: int | None = None, action: int | None = None) -> None:
        """Add changes of each seat's information to its memory, and the action to the memory of the seat that acted.

        A decision without a visible change does not change a seat's memory, so that secret decisions of others stay secret.
        """
        memories = []
        for player, (memory, present) in enumerate(zip(self._memories, self._information(), strict=True)):
            past, known = memory[:DIGEST], memory[DIGEST:]
            if player == actor:
                past = _digest(past, b"did", str(action).encode())
            if present != known:
                past = _digest(past, b"saw", present)
            memories.append(past + present)
        self._memories = tuple(memories)

    def _information(self) -> list[bytes]:
        """Return a digest of each seat's information: the table's record and its own."""
        state = self.get_game().source.state
        size = state.fields["table"][0].itemsize
        start = state.fields["seats"][1]
        own = state.fields["seats"][0].base.itemsize
        table = _digest(self._position[:size])
        return [
            _digest(table, self._position[start + player * own : start + (player + 1) * own])
            for player in range(len(self._memories))
        ]

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> "SpielState":
        """Draw hidden cards, future dice and the others' information again. The player's information state stays the same.

        The new state has no history. Before the deal and after the end it is a clone.

        Args:
            player_id: the player's seat.
            probability_sampler: returns a number in [0, 1), such as `pyspiel.UniformProbabilitySampler(0.0, 1.0)`.
        """
        if self._mover < 0:
            return self.clone()
        record = self.record
        seed = int(probability_sampler() * 2**53)
        drawn = self.get_game().state_known(record["table"], record["seats"][:, player_id], player_id, seed)
        memories = list(drawn._memories)
        memories[player_id] = self._memories[player_id]
        drawn._memories = tuple(memories)
        return drawn

    def __str__(self) -> str:
        """Describe the state in one line, which is the same for equal states."""
        game = self.get_game()
        if not self.dealt:
            return f"{game.source.title}, before the deal: digits {list(self._digits)}"
        status = "it has ended" if self.is_terminal() else f"seat {self._mover} decides"
        turn = int(self.record["table"]["turn"][0])
        return f"{game.source.title}, turn {turn}: {status}; {_digest(self._position, *self._memories).hex()}"


def _digest(*parts: bytes) -> bytes:
    return blake2b(b"".join(parts), digest_size=DIGEST).digest()
