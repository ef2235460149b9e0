"""Play a game in words: `TextGame` asks for the seats called "me", and agents play the other seats."""

import copy
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

import numpy as np

from dig_envs.core.agent import Agent, Bot, checked_actions, checked_agent
from dig_envs.core.agent_names import find_agent
from dig_envs.core.arguments import whole_number
from dig_envs.core.batch import Batch
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import ArgumentError, DigEnvsError, OrderError, SnapshotError, nearest
from dig_envs.core.game import NOBODY, Game
from dig_envs.core.seeds import checked_seed, random_seed
from dig_envs.records import Decision, GameRecord
from dig_envs.render.history import ViewerHistory
from dig_envs.render.view import View
from dig_envs.text.answers import Refusal, Unread, read_answer
from dig_envs.text.instructions import rules_text
from dig_envs.text.position import names_for, turn_of
from dig_envs.text.turn import Choice, Turn

ME = "me"
AGENT_STREAM, FAILURE_STREAM = 0, 1  # of random numbers
FORFEIT = -1  # in `TextGame._decisions`, the action of a seat that forfeits

Legal = Literal["listed", "hidden"]
Forced = Literal["played", "asked"]
Failure = Literal["random", "forfeit"]
Shown = Literal["whole", "news"]


@dataclass(frozen=True)
class Played:
    """An action that was played: its number among all actions of the game, its name and its label."""

    action: int
    name: str
    label: str


@dataclass(frozen=True)
class Refused:
    """An answer that was refused.

    Attributes:
        kind: the kind of the refusal.
        message: what was wrong, and what would be right; to be sent to the model.
        attempts_left: how many more answers this decision takes. At 0, the decision is made: see `played`.
        played: the random legal action that was played instead, after the last attempt; None before, and after a forfeit.
    """

    kind: Refusal
    message: str
    attempts_left: int
    played: Played | None = None


@dataclass(frozen=True)
class Message:
    """A message of the transcript.

    Attributes:
        seat: the seat that was asked.
        role: "user" for a turn or a refusal, "assistant" for an answer.
        content: the text.
        refusal: the kind of the refusal; None for turns and answers.
    """

    seat: int
    role: Literal["user", "assistant"]
    content: str
    refusal: Refusal | None = None


@dataclass(frozen=True)
class Result:
    """The result of a seat so far.

    Attributes:
        reward: the seat's reward; None while the game is running.
        decisions: the number of decisions that the seat was asked for and that are made.
        refusals: the number of refused answers, by kind.
        random_actions: the number of decisions that were made at random, after the last attempt.
        forfeited: whether the seat lost the game by a forfeit.
    """

    reward: float | None
    decisions: int
    refusals: Mapping[str, int]
    random_actions: int
    forfeited: bool


@dataclass
class _Count:
    """What is counted for a seat."""

    decisions: int = 0
    refusals: Counter = field(default_factory=Counter)
    random_actions: int = 0
    forfeited: bool = False


class TextGame:
    """One game, played in words. Not safe for use by several threads at the same time.

    Args:
        game: a game or its id.
        seed: the seed of the deal, as in `reset(seed=seed)` of every adapter; None draws one.
        seats: for each seat "me", an agent's name, or an `Agent`. Several seats may be "me", as in self-play.
        legal: whether turns list the legal actions.
        forced: whether decisions with one legal action are "played" without an answer, or "asked".
        attempts: the number of answers that a decision takes.
        after_failure: after the last attempt, a "random" legal action is played, or the seat loses by "forfeit".
        history: whether a turn shows the "whole" position, or after the first turn the "news" alone.
        **options: the game's options; `num_players` is the number of seats.

    Attributes:
        game, options, seed, seats: the arguments, resolved and checked.
        rules: the rules of the game with these options, and how to answer.

    Raises:
        DigEnvsError: an argument is invalid.

    Example:
        >>> from dig_envs import text
        >>> game = text.TextGame("dig_dig_v0", seed=7, seats=["me", "greedy"])
        >>> game.answer("I see.").kind, type(game.answer('{"action": 1}')).__name__
        (<Refusal.UNPARSABLE: 'unparsable'>, 'Played')
    """

    def __init__(
        self,
        game: str | Game,
        seed: int | None = None,
        seats: Sequence[str | Agent] = (ME, "expert"),
        *,
        legal: Legal = "listed",
        forced: Forced = "played",
        attempts: int = 2,
        after_failure: Failure = "random",
        history: Shown = "whole",
        **options: Any,
    ):
        self.game = game_of(game)
        self.seed = random_seed() if seed is None else checked_seed(seed)
        if not isinstance(seats, list | tuple) or not all(isinstance(seat, str | Agent) for seat in seats) or ME not in seats:
            raise ArgumentError(
                f'seats must be a list of agents and names of agents with at least one "{ME}", not {seats!r:.80}'
            )
        self.seats = tuple(seats)
        self.options = self.game.parse_options(**{"num_players": len(self.seats), **options})
        if self.options.num_players != len(self.seats):
            raise ArgumentError(
                f"{self.options.num_players} seats need {self.options.num_players} names, not {len(self.seats)}"
            )
        self.listed = _one_of("legal", legal, Legal) == "listed"
        self.asks_forced = _one_of("forced", forced, Forced) == "asked"
        self.attempts = whole_number("attempts", attempts, minimum=1, maximum=1000)
        self.forfeits = _one_of("after_failure", after_failure, Failure) == "forfeit"
        self.whole = _one_of("history", history, Shown) == "whole"
        self._agents = {seat: self._seated(agent) for seat, agent in enumerate(self.seats) if agent != ME}
        self._deal(self.seed)

    def _seated(self, agent: str | Agent) -> Agent:
        found = checked_agent(self.game, find_agent(agent, self.game) if isinstance(agent, str) else agent)
        found.check(self.options)
        return found

    def _deal(self, seed: int) -> None:
        self.seed = seed
        self._batch = Batch(self.game, self.options, 1, seed, num_threads=1, deal_again=False)
        self._generators = self._batch.bot_generators[0]
        self._decisions: list[tuple[int, int]] = []
        self._histories = {seat: ViewerHistory(seat, self.game) for seat in self.learners}
        self._read = dict.fromkeys(self.learners, 0)  # lines of the log before the seat's last decision
        self._counts = {seat: _Count() for seat in self.learners}
        self._transcript: list[Message] = []
        self._turn: Turn | None = None
        self._failed = 0  # answers to the present turn
        self._show()

    # --- the game

    @cached_property
    def learners(self) -> tuple[int, ...]:
        """The seats called "me"."""
        return tuple(seat for seat, agent in enumerate(self.seats) if isinstance(agent, str) and agent == ME)

    @cached_property
    def rules(self) -> str:
        return rules_text(self.game, self.options, self.listed)

    @property
    def over(self) -> bool:
        """Whether the game has ended. Agents play first until a seat called "me" must decide."""
        self._advance()
        return self._mover == NOBODY

    @property
    def turn(self) -> Turn:
        """The present decision.

        Raises:
            OrderError: the game is over.
        """
        if self.over:
            raise OrderError("the game is over")
        if self._turn is None:
            self._turn = self._next_turn()
            self._transcript.append(Message(self._turn.seat, "user", self._turn.text()))
        return self._turn

    def answer(self, answer: str, seat: int | None = None, truncated: bool = False) -> Played | Refused:
        """Play the action that an answer states, or refuse the answer.

        Args:
            answer: the words of the model. `dig_envs/text/answers.py` lists the forms that are read.
            seat: the seat that answers, to be checked; None for the seat that must decide.
            truncated: whether the answer was cut off, which is refused.

        Raises:
            OrderError: the game is over, or another seat must decide.
            ArgumentError: the answer is no string.
        """
        turn = self.turn
        if seat is not None and seat != turn.seat:
            raise OrderError(f"seat {turn.seat} must decide, not seat {seat!r:.40}")
        if not isinstance(answer, str):
            raise ArgumentError(f"an answer must be a string, not {answer!r:.80}")
        found = read_answer(answer, turn.choices, self.game.actions.numbers, self.listed)
        if truncated:
            found = Unread(Refusal.TRUNCATED, "The answer was cut off.")
        self._transcript.append(Message(turn.seat, "assistant", answer))
        return self._refuse(turn, found) if isinstance(found, Unread) else self._play(turn, found)

    @property
    def rewards(self) -> list[float]:
        """Each seat's reward.

        Raises:
            OrderError: the game is running.
        """
        if not self.over:
            raise OrderError("the game is running")
        return self._batch.rewards[0].tolist()

    def result(self, seat: int | str = ME) -> Result:
        """Return the result of a seat so far.

        Args:
            seat: the number of a seat called "me", or "me" if there is one such seat.

        Raises:
            ArgumentError: there is no such seat, or there are several.
        """
        if seat == ME and len(self.learners) == 1:
            seat = self.learners[0]
        if isinstance(seat, bool) or seat not in self._counts:
            seats = " or ".join(map(str, self.learners))
            raise ArgumentError(f'the seats called "{ME}" have the numbers {seats}, not {seat!r:.40}')
        count = self._counts[int(seat)]
        reward = self.rewards[int(seat)] if self.over else None
        return Result(reward, count.decisions, dict(count.refusals), count.random_actions, count.forfeited)

    # --- transcript, record, copies

    @property
    def transcript(self) -> tuple[Message, ...]:
        """All turns that were looked at or answered, answers and refusals, in order."""
        return tuple(self._transcript)

    def messages(self, seat: int) -> list[dict[str, str]]:
        """Return the transcript of a seat as chat messages: the rules from "system", turns and refusals from "user"."""
        own = [{"role": each.role, "content": each.content} for each in self._transcript if each.seat == seat]
        return [{"role": "system", "content": self.rules}, *own]

    def record(self) -> GameRecord:
        """Return a record of all decisions so far, which replays. A forfeit is no decision."""
        names = [agent if isinstance(agent, str) else agent.shown_name for agent in self.seats]
        made = [Decision(seat, action) for seat, action in self._decisions if action != FORFEIT]
        return GameRecord.from_decisions(self.game, self.options, self.seed, names, made)

    def clone(self) -> "TextGame":
        """Return an independent copy, which goes on in the same way if it gets the same answers."""
        twin = copy.copy(self)
        twin._batch, twin._generators = self._batch.clone(), self._generators.copy()
        twin._decisions, twin._transcript, twin._read = list(self._decisions), list(self._transcript), dict(self._read)
        twin._histories = {seat: history.copy() for seat, history in self._histories.items()}
        twin._counts = copy.deepcopy(self._counts)
        return twin

    def snapshot(self) -> bytes:
        """Return the game so far, for `restore` of a game with the same arguments; the seed may differ."""
        return json.dumps(
            {
                "game": self.game.id,
                "seed": self.seed,
                "decisions": self._decisions,
                "generators": self._generators.tobytes().hex(),
                "read": list(self._read.values()),
                "failed": self._failed,
                "turn": self._turn is not None,
                "counts": [vars(count) for count in self._counts.values()],
                "transcript": [vars(message) for message in self._transcript],
            }
        ).encode()

    def restore(self, snapshot: bytes) -> None:
        """Return to a snapshot, without asking any agent again.

        Raises:
            SnapshotError: the bytes are damaged, or of a game with other arguments. This game has not changed.
        """
        twin = copy.copy(self)
        try:
            twin._replay(json.loads(snapshot))
        except (DigEnvsError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise SnapshotError(f"this is no snapshot of a game of {self.game.id} with these seats: {error!s:.200}") from error
        self.__dict__.update(twin.__dict__)

    def _replay(self, saved: Mapping[str, Any]) -> None:
        if saved["game"] != self.game.id or len(saved["read"]) != len(self.learners) or saved["turn"] not in (True, False):
            raise SnapshotError("it has another game or other seats")
        self._deal(checked_seed(saved["seed"]))
        for seat, action in saved["decisions"]:
            if self._mover != seat:
                raise SnapshotError(f"seat {seat} does not decide here")
            self._step(int(action))
        self._generators = np.frombuffer(bytes.fromhex(saved["generators"]), self._generators.dtype).copy()
        if len(self._generators) != len(self.seats):
            raise SnapshotError("it has other seats")
        self._read = dict(zip(self.learners, map(int, saved["read"]), strict=True))
        counts = [_Count(**{**one, "refusals": Counter(one["refusals"])}) for one in saved["counts"]]
        self._counts = dict(zip(self.learners, counts, strict=True))
        messages = [{**one, "refusal": one["refusal"] and Refusal(one["refusal"])} for one in saved["transcript"]]
        self._transcript = [Message(**message) for message in messages]
        self._turn = self._next_turn() if saved["turn"] else None
        self._failed = int(saved["failed"])

    # --- one step

    @property
    def _mover(self) -> int:
        return int(self._batch.players[0])

    def _advance(self) -> None:
        """Play the decisions of agents, and forced ones, until a seat called "me" must decide."""
        while (seat := self._mover) != NOBODY:
            legal = self._batch.masks[0].nonzero()[0]
            if seat in self._agents:
                self._step(self._choice_of(seat))
            elif len(legal) == 1 and not self.asks_forced:
                self._step(int(legal[0]))
            else:
                return

    def _choice_of(self, seat: int) -> int:
        """Return an agent's choice. Scripted bots draw the same random numbers as in the arena."""
        agent = self._agents[seat]
        decisions = self._batch.decisions(generator=self._random(AGENT_STREAM))
        if isinstance(agent, Bot):
            return int(agent.act_with(decisions, self._generators[seat : seat + 1])[0])
        return int(checked_actions(agent, agent.act(decisions), decisions.masks)[0])

    def _random(self, stream: int) -> np.random.Generator:
        return np.random.default_rng([self.seed, len(self._decisions), self._mover, stream])

    def _next_turn(self) -> Turn:
        seat, view = self._mover, self._view(self._mover)
        decided = self._counts[seat].decisions
        news = tuple(line.text(seat, view.names) for line in self._histories[seat].log[self._read[seat] :])
        shown = {"listed": self.listed, "whole": self.whole or not decided}
        return turn_of(view, self._batch.masks[0], number=decided, news=news, **shown)

    def _refuse(self, turn: Turn, found: Unread) -> Refused:
        count = self._counts[turn.seat]
        count.refusals[found.kind] += 1
        self._failed += 1
        left = self.attempts - self._failed
        message = found.reason
        if left and self.listed:
            message += " Answer with the number of one action as JSON: " + "; ".join(each.line for each in turn.choices)
        elif left:
            message += ' Answer with the name of one legal action as JSON: {"action": "…"}.'
        self._transcript.append(Message(turn.seat, "user", message, found.kind))
        played = None
        if not left and self.forfeits:
            count.forfeited = True
            self._end_turn(turn, FORFEIT)
        elif not left:
            count.random_actions += 1
            played = self._play(turn, turn.choices[int(self._random(FAILURE_STREAM).integers(len(turn.choices)))])
        return Refused(found.kind, message, left, played)

    def _play(self, turn: Turn, choice: Choice) -> Played:
        self._end_turn(turn, choice.action)
        return Played(choice.action, choice.name, choice.label)

    def _end_turn(self, turn: Turn, action: int) -> None:
        self._read[turn.seat] = len(self._histories[turn.seat].log)
        self._counts[turn.seat].decisions += 1
        self._turn, self._failed = None, 0
        self._step(action)

    def _step(self, action: int) -> None:
        before, mover = self._batch.states, self._mover
        if action == FORFEIT:
            self._batch.step_or_forfeit(np.array([self._batch.masks[0].argmin()]))
        else:
            self._batch.step(np.array([action]))
            for seat, history in self._histories.items():
                history.hear(self._view(seat, before), mover, action)
        self._decisions.append((mover, action))
        self._show()

    def _show(self) -> None:
        state, mover = self._batch.states, self._mover
        for seat, history in self._histories.items():
            history.see(self._view(seat, state), mover, self._batch.masks[0])

    def _view(self, seat: int, state: np.ndarray | None = None) -> View:
        shown = self._batch.states if state is None else state
        return View(self.game, self.options, shown, seat, names_for(seat, len(self.seats)))


def _one_of(name: str, value: str, known: Any) -> str:
    """Return a value of a `Literal`, checked."""
    if value not in known.__args__:
        raise ArgumentError(f"{name} must not be {value!r:.40}; {nearest(value, known.__args__)}")
    return value
