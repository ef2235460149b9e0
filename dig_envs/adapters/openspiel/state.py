"""States of games for OpenSpiel."""

from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Any

import numpy as np
import pyspiel

from dig_envs.core.errors import IllegalActionError
from dig_envs.render.view import View
from dig_envs.text.position import names_for, position_of, turn_of

DIGEST = 16  # bytes
NO_MEMORY = bytes(2 * DIGEST)
CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)


class Moment:
    """What states at one point of a game share. Its values do not change, so that clones need no copies.

    Memories are digests, by seat: of its past and of its present information. They are computed when somebody asks for them,
    from the moments since the last known memories; random rollouts never ask.
    """

    __slots__ = ("_came_by", "_memories", "legal", "mover", "position", "returns")

    def __init__(self, mover: int, returns: tuple[float, ...], position: bytes = b"", legal: Sequence[int] = ()):
        self.mover = mover
        self.returns = returns
        self.position = position
        self.legal = legal
        self._memories: tuple[bytes, ...] | None = (NO_MEMORY,) * len(returns)
        self._came_by: tuple[Moment, int, int] | None = None  # the moment before, the seat that acted and its action

    def __deepcopy__(self, memo: dict) -> "Moment":
        return self

    def follow(self, before: "Moment", actor: int, action: int) -> None:
        """Derive the memories, on demand, from the moment before and the action of a seat."""
        self._memories, self._came_by = None, (before, actor, action)

    def memories(self, state: np.dtype) -> tuple[bytes, ...]:
        """Return each seat's memory. `state` is the type of the game's record."""
        waiting, moment = [], self
        while (known := moment._memories) is None:
            assert moment._came_by is not None
            waiting.append(moment)
            moment = moment._came_by[0]
        while waiting:
            moment = waiting.pop()
            assert moment._came_by is not None
            known = moment._memories = _remembered(known, moment.information(state), *moment._came_by[1:])
            moment._came_by = None
        return known

    def set_memories(self, memories: tuple[bytes, ...]) -> None:
        self._memories = memories

    def information(self, state: np.dtype) -> list[bytes]:
        """Return a digest of each seat's information: the table's record and its own."""
        size, own = state["table"].itemsize, state["seats"].base.itemsize
        assert state.fields is not None
        start = state.fields["seats"][1]
        table = _digest(self.position[:size])
        starts = range(start, start + len(self.returns) * own, own)
        return [_digest(table, self.position[each : each + own]) for each in starts]


class SpielState(pyspiel.State):
    """A position at a decision, at the end or before the deal. `SpielGame.new_initial_state` makes the first state."""

    def __init__(self, game: pyspiel.Game):
        super().__init__(game)
        self._moment = game.before_deal

    # --- players and legal actions

    def current_player(self) -> int:
        """Return the seat that must decide, or pyspiel's number for chance or for the end."""
        return self._moment.mover

    def is_terminal(self) -> bool:
        """Return whether the game has ended, by its rules or by the turn limit."""
        return self._moment.mover == TERMINAL

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the possible next digits of the seed, all equally likely."""
        return self.get_game().digits

    def _legal_actions(self, player: int) -> Sequence[int]:
        return self._moment.legal

    def _action_to_string(self, player: int, action: int) -> str:
        return f"digit {action}" if player == pyspiel.PlayerId.CHANCE else self.get_game().source.actions.name(action)

    # --- actions

    def _apply_action(self, action: int) -> None:
        before = self._moment
        if before.mover == CHANCE:
            self._add_digit(action)
            return
        if before.mover == TERMINAL:
            raise IllegalActionError("the game has ended: no player can act")
        game = self.get_game()
        if action not in before.legal:
            mask = np.array(self.legal_actions_mask(before.mover), np.int8)
            raise IllegalActionError(game.source.actions.why_illegal(action, mask))
        self._set_position(game.evaluator.successor(before.position, action))
        self._moment.follow(before, before.mover, action)

    def _add_digit(self, digit: int) -> None:
        """Add a digit to the seed, which the history holds. The last digit deals the game."""
        game, digits = self.get_game(), [*self.history(), digit]
        if not 0 <= digit < len(game.digits):
            raise IllegalActionError(f"a digit of the seed must be from 0 to {len(game.digits) - 1}, not {digit}")
        if len(digits) == game.num_digits:
            seed = sum(value * len(game.digits) ** place for place, value in enumerate(digits))
            self._set_position(game.evaluator.deal_position(seed, game.opening))
            self._moment.follow(game.before_deal, CHANCE, digit)

    def _set_position(self, position: bytes) -> None:
        """Set the position that the evaluator returned last."""
        evaluator = self.get_game().evaluator
        if evaluator.over:
            self._moment = Moment(TERMINAL, tuple(evaluator.rewards), position)
        else:
            legal = evaluator.mask.nonzero()[0].tolist()
            self._moment = Moment(evaluator.player, self._moment.returns, position, legal)

    def returns(self) -> list[float]:
        """Return each player's reward at the end, else zeros."""
        return list(self._moment.returns)

    def rewards(self) -> list[float]:
        """Return the rewards of the last action: the returns at the end, else zeros."""
        return list(self._moment.returns)

    # --- information of the seats

    @property
    def dealt(self) -> bool:
        """Whether the game has been dealt."""
        return bool(self._moment.position)

    @property
    def record(self) -> np.ndarray:
        """The whole state, secrets included: structured array (1,), a copy. For drawing and analysis, not for players."""
        return self.get_game().evaluator.record(self._moment.position)

    def observation_of(self, player: int) -> np.ndarray:
        """Return a player's observation, float32 (layout.size,); zeros before the deal."""
        evaluator = self.get_game().evaluator
        if not self.dealt:
            return np.zeros(evaluator.layout.size, np.float32)
        return evaluator.observation_of(self._moment.position, player)

    def description_of(self, player: int) -> dict[str, Any]:
        """Return what a player knows in words, for JSON.

        | key | value |
        |---|---|
        | `seat` | the player |
        | `table` | the parts of the position by their titles; empty before the deal |
        | `question`, `choices` | only for the player that must decide: action, name and label of each legal action |
        """
        game = self.get_game()
        if not self.dealt:
            return {"seat": player, "table": {}}
        view = View(game.source, game.options, self.record, player, names_for(player, game.num_players()))
        if player != self._moment.mover:
            return {"seat": player, "table": dict(position_of(view))}
        turn = turn_of(view, np.array(self.legal_actions_mask(player), np.int8))
        choices = [{"action": each.action, "name": each.name, "label": each.label} for each in turn.choices]
        return {"seat": player, "table": dict(turn.table), "question": turn.question, "choices": choices}

    def hides_state_from_agents(self) -> bool:
        """Return True: the whole state holds hidden cards. Kaggle's harness asks before it hands the state to agents."""
        return True

    def recollection_of(self, player: int) -> str:
        """Return a digest of everything that a player has seen and done, as hexadecimal digits."""
        return self._memories[player][:DIGEST].hex()

    @property
    def _memories(self) -> tuple[bytes, ...]:
        return self._moment.memories(self.get_game().source.state)

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> "SpielState":
        """Draw hidden cards, future dice and the others' information again. The player's information state stays the same.

        The new state has no history. Before the deal and after the end it is a clone.

        Args:
            player_id: the player's seat.
            probability_sampler: returns a number in [0, 1), such as `pyspiel.UniformProbabilitySampler(0.0, 1.0)`.
        """
        if self._moment.mover < 0:
            return self.clone()
        record = self.record
        seed = int(probability_sampler() * 2**53)
        drawn = self.get_game().state_known(record["table"], record["seats"][:, player_id], player_id, seed)
        memories = list(drawn._memories)
        memories[player_id] = self._memories[player_id]
        drawn._moment.set_memories(tuple(memories))
        return drawn

    def __str__(self) -> str:
        """Describe the state in one line, which is the same for equal states."""
        game = self.get_game()
        if not self.dealt:
            return f"{game.source.title}, before the deal: digits {self.history()}"
        status = "it has ended" if self.is_terminal() else f"seat {self._moment.mover} decides"
        turn = int(self.record["table"]["turn"][0])
        return f"{game.source.title}, turn {turn}: {status}; {_digest(self._moment.position, *self._memories).hex()}"


def _remembered(memories: tuple[bytes, ...], information: list[bytes], actor: int, action: int) -> tuple[bytes, ...]:
    """Add changes of each seat's information to its memory, and the action to the memory of the seat that acted.

    A decision without a visible change does not change a seat's memory, so that secret decisions of others stay secret.
    """
    after = []
    for player, (memory, present) in enumerate(zip(memories, information, strict=True)):
        past, known = memory[:DIGEST], memory[DIGEST:]
        if player == actor:
            past = _digest(past, b"did", str(action).encode())
        if present != known:
            past = _digest(past, b"saw", present)
        after.append(past + present)
    return tuple(after)


def _digest(*parts: bytes) -> bytes:
    return blake2b(b"".join(parts), digest_size=DIGEST).digest()
