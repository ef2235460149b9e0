"""A state of a game as OpenSpiel has it."""

from collections.abc import Callable
from hashlib import blake2b

import numpy as np
import pyspiel

from dig_envs.core.batch.batch import illegal_action
from dig_envs.core.errors import IllegalActionError

DIGEST = 16  # bytes
FRESH = bytes(2 * DIGEST)


class SpielState(pyspiel.State):
    """A position between two decisions, at an end, or before the deal. `SpielGame.new_initial_state` makes the first.

    All that it holds is immutable, so that clones share it.
    """

    def __init__(self, game: pyspiel.Game):
        super().__init__(game)
        self._digits: tuple[int, ...] = ()  # of the seed
        self._position = b""
        self._mover = int(pyspiel.PlayerId.CHANCE)
        self._mask = b""
        self._returns = (0.0,) * game.num_players()
        self._memories = (FRESH,) * game.num_players()  # by seat: a digest of all that it saw and did, and one of what it knows

    # --- whose turn it is, and what may be done

    def current_player(self) -> int:
        """Return the seat that must decide, or pyspiel's number of chance or of the end."""
        return self._mover

    def is_terminal(self) -> bool:
        """Tell whether the game has ended, by its rules or by the turn limit."""
        return self._mover == pyspiel.PlayerId.TERMINAL

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the digits that the seed may go on with, all equally likely."""
        return self.get_game().digits

    def _legal_actions(self, player: int) -> list[int]:
        return np.flatnonzero(np.frombuffer(self._mask, np.int8)).tolist()

    def _action_to_string(self, player: int, action: int) -> str:
        return f"digit {action}" if player == pyspiel.PlayerId.CHANCE else self.get_game().source.actions.name(action)

    # --- what comes of it

    def _apply_action(self, action: int) -> None:
        if self._mover == pyspiel.PlayerId.CHANCE:
            self._draw(action)
            return
        game, actor = self.get_game(), self._mover
        mask = np.frombuffer(self._mask, np.int8)
        if not 0 <= action < len(mask) or not mask[action]:
            raise IllegalActionError(illegal_action(game.source, action, mask))
        self._show(game.bench.played(self._position, action))
        self._remember(actor, action)

    def _draw(self, digit: int) -> None:
        """Add a digit to the seed; the last one deals."""
        game = self.get_game()
        if not 0 <= digit < len(game.digits):
            raise IllegalActionError(f"a digit is from 0 to {len(game.digits) - 1} here, not {digit}")
        self._digits += (digit,)
        if len(self._digits) == game.num_digits:
            seed = sum(value * len(game.digits) ** place for place, value in enumerate(self._digits))
            self._show(game.bench.dealt_from(seed, game.opening))
            self._remember()

    def _show(self, position: bytes) -> None:
        """Take over the position that the workbench shows."""
        bench = self.get_game().bench
        self._position = position
        self._mover = int(pyspiel.PlayerId.TERMINAL) if bench.over else bench.player
        self._mask = bench.mask.tobytes()
        if bench.over:
            self._returns = tuple(bench.rewards)

    def returns(self) -> list[float]:
        """Return each player's reward at the end, and zeros before."""
        return list(self._returns)

    def rewards(self) -> list[float]:
        """Return what the last action brought: the returns at the end, and zeros before."""
        return list(self._returns)

    # --- what seats know

    @property
    def dealt(self) -> bool:
        """Whether there is a position; before, only chance has moved."""
        return bool(self._position)

    @property
    def record(self) -> np.ndarray:
        """The whole state, secrets included: structured array (1,), a copy. For drawing and analysis, never for players."""
        return self.get_game().bench.record(self._position)

    def observation_of(self, player: int) -> np.ndarray:
        """Encode what a player may know: float32 (layout.size,); zeros before the deal."""
        bench = self.get_game().bench
        return bench.observed(self._position, player) if self.dealt else np.zeros(bench.layout.size, np.float32)

    def recollection_of(self, player: int) -> str:
        """Return a digest of all that a player has seen and done, as hexadecimal digits."""
        return self._memories[player][:DIGEST].hex()

    def _remember(self, actor: int | None = None, action: int | None = None) -> None:
        """Note what each seat now knows, if that has changed, and of the one that acted what it did.

        A decision that changes nothing for a seat leaves its memory alone: nobody learns that another was asked in secret.
        """
        memories = []
        for player, (memory, now) in enumerate(zip(self._memories, self._knowledge(), strict=True)):
            past, known = memory[:DIGEST], memory[DIGEST:]
            if player == actor:
                past = _digest(past, b"did", str(action).encode())
            if now != known:
                past = _digest(past, b"saw", now)
            memories.append(past + now)
        self._memories = tuple(memories)

    def _knowledge(self) -> list[bytes]:
        """Digest what each seat knows: the table and its own record."""
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
        """Draw another state in which a player knows what it knows here: hidden cards, dice to come, what others know.

        The player's information state is the same. The new state has no history, for no deal led to it. Before the deal and
        after the end it is a clone.

        Args:
            player_id: the seat.
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
        """Describe the state in a line; equal states have equal lines."""
        game = self.get_game()
        if not self.dealt:
            return f"{game.source.title}, before the deal: digits {list(self._digits)}"
        who = "it has ended" if self.is_terminal() else f"seat {self._mover} decides"
        turn = int(self.record["table"]["turn"][0])
        return f"{game.source.title}, turn {turn}: {who}; {_digest(self._position, *self._memories).hex()}"


def _digest(*parts: bytes) -> bytes:
    return blake2b(b"".join(parts), digest_size=DIGEST).digest()
