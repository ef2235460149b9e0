"""Play a game in words: `TextGame` asks for the seats called "me", and agents play the other seats."""

import copy
import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from functools import cached_property
from typing import Any, Literal, get_args

from dig_envs.core.agent import Agent, checked_agent
from dig_envs.core.agent_names import find_agent
from dig_envs.core.arguments import as_integer, flag, one_of, whole_number
from dig_envs.core.batch.snapshot_bytes import check_header, with_checksum, without_checksum
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import ArgumentError, DigEnvsError, OrderError, SnapshotError
from dig_envs.core.game import NOBODY, Game
from dig_envs.core.seeds import checked_seed, random_seed
from dig_envs.records import GameRecord
from dig_envs.text.answers import MAX_ANSWER, Refusal, Unread, read_answer
from dig_envs.text.instructions import rules_text
from dig_envs.text.outcomes import Message, Played, Refused, Result
from dig_envs.text.position import turn_of
from dig_envs.text.seated_game import FORFEIT, SeatedGame
from dig_envs.text.turn import LEGAL, Choice, Legal, Turn

ME = "me"
FAILURE_STREAM = 1  # of random numbers

Forced = Literal["played", "asked"]
Failure = Literal["random", "forfeit"]
Shown = Literal["whole", "news"]


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
        game, options, seed, seats, legal, forced, attempts, after_failure, history: the arguments, resolved and checked.
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
        seed = random_seed() if seed is None else checked_seed(seed)
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
        self.legal = one_of("legal", legal, LEGAL)
        self.forced = one_of("forced", forced, get_args(Forced))
        self.attempts = whole_number("attempts", attempts, minimum=1, maximum=1000)
        self.after_failure = one_of("after_failure", after_failure, get_args(Failure))
        self.history = one_of("history", history, get_args(Shown))
        agents = {seat: self._seated(agent) for seat, agent in enumerate(self.seats) if agent != ME}
        self._play = SeatedGame(self.game, self.options, seed, agents)
        self._read = dict.fromkeys(self.learners, 0)  # lines of the log before the seat's last decision
        self._results = dict.fromkeys(self.learners, Result())
        self._transcript: list[Message] = []
        self._turn: Turn | None = None
        self._failed = 0  # refused answers to the present turn

    def _seated(self, agent: str | Agent) -> Agent:
        seated = checked_agent(self.game, find_agent(agent, self.game) if isinstance(agent, str) else agent)
        seated.check(self.options)
        return seated

    # --- the game

    @property
    def seed(self) -> int:
        """The seed of the deal."""
        return self._play.seed

    @property
    def learners(self) -> tuple[int, ...]:
        """The seats called "me"."""
        return self._play.learners

    @cached_property
    def rules(self) -> str:
        """The rules of the game with these options, and how to answer."""
        return rules_text(self.game, self.options, self.legal == "listed")

    @property
    def over(self) -> bool:
        """Whether the game has ended. Agents play first until a seat called "me" must decide."""
        self._play.advance(play_forced=self.forced == "played")
        return self._play.mover == NOBODY

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
        if seat is not None and as_integer(seat) != turn.seat:
            raise OrderError(f"seat {turn.seat} must decide, not seat {seat!r:.40}")
        if not isinstance(answer, str):
            raise ArgumentError(f"an answer must be a string, not {answer!r:.80}")
        read = read_answer(answer, turn.choices, self.game.actions.numbers, self.legal == "listed", truncated)
        self._transcript.append(Message(turn.seat, "assistant", answer[:MAX_ANSWER]))
        return self._refuse(turn, read) if isinstance(read, Unread) else self._carry_out(turn, read)

    @property
    def rewards(self) -> list[float]:
        """Each seat's reward.

        Raises:
            OrderError: the game is running.
        """
        if not self.over:
            raise OrderError("the game is running")
        return self._play.batch.rewards[0].tolist()

    def result(self, seat: int | str = ME) -> Result:
        """Return the result of a seat so far.

        Args:
            seat: the number of a seat called "me", or "me" if there is one such seat.

        Raises:
            ArgumentError: there is no such seat, or there are several.
        """
        if seat == ME and len(self.learners) == 1:
            seat = self.learners[0]
        number = as_integer(seat)
        if number is None or number not in self._results:
            seats = " or ".join(map(str, self.learners))
            raise ArgumentError(f'the seats called "{ME}" have the numbers {seats}, not {seat!r:.40}')
        return replace(self._results[number], reward=self.rewards[number] if self.over else None)

    # --- transcript, record, copies

    @property
    def transcript(self) -> tuple[Message, ...]:
        """All turns that were looked at or answered, answers (their first 100,000 characters) and refusals, in order."""
        return tuple(self._transcript)

    def messages(self, seat: int) -> list[dict[str, str]]:
        """Return the transcript of a seat as chat messages: the rules from "system", turns and refusals from "user"."""
        own = [{"role": each.role, "content": each.content} for each in self._transcript if each.seat == seat]
        return [{"role": "system", "content": self.rules}, *own]

    def record(self) -> GameRecord:
        """Return a record of all decisions so far, which replays. A forfeit is no decision."""
        return self._play.record(self._names)

    def clone(self) -> "TextGame":
        """Return an independent copy, which goes on in the same way if it gets the same answers."""
        twin = copy.copy(self)
        twin._play, twin._transcript = self._play.copy(), list(self._transcript)
        twin._read, twin._results = dict(self._read), dict(self._results)
        return twin

    def snapshot(self) -> bytes:
        """Return the game so far, for `restore` of a game with the same arguments; the seed may differ."""
        saved = {
            "arguments": self._arguments,
            "play": self._play.saved(),
            "read": list(self._read.values()),
            "results": [asdict(result) for result in self._results.values()],
            "transcript": [asdict(message) for message in self._transcript],
            "turn": self._turn is not None,
            "failed": self._failed,
        }
        return with_checksum(json.dumps(saved).encode())

    @property
    def _arguments(self) -> dict[str, Any]:
        """The arguments that a snapshot belongs to, as values for JSON."""
        settings = {name: getattr(self, name) for name in ("legal", "forced", "attempts", "after_failure", "history")}
        return {"game": self.game.id, "options": self.options.identity, "seats": self._names, **settings}

    @property
    def _names(self) -> list[str]:
        return [agent if isinstance(agent, str) else agent.shown_name for agent in self.seats]

    def restore(self, snapshot: bytes) -> None:
        """Return to a snapshot, without asking any agent again.

        Raises:
            SnapshotError: the bytes are damaged, or of a game with other arguments. This game has not changed.
        """
        twin = copy.copy(self)
        try:
            saved = json.loads(without_checksum(snapshot))
            check_header(saved["arguments"], json.loads(json.dumps(self._arguments)))
            twin._play = self._play.restored(saved["play"])
            twin._read = dict(zip(self.learners, map(int, saved["read"]), strict=True))
            twin._results = dict(zip(self.learners, [Result(**each) for each in saved["results"]], strict=True))
            messages = [{**each, "refusal": each["refusal"] and Refusal(each["refusal"])} for each in saved["transcript"]]
            twin._transcript = [Message(**message) for message in messages]
            twin._turn = twin._next_turn() if flag("turn", saved["turn"]) else None
            twin._failed = int(saved["failed"])
        except (DigEnvsError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise SnapshotError(f"this is no snapshot of such a game of {self.game.id}: {error!s:.200}") from error
        self.__dict__.update(twin.__dict__)

    # --- one decision

    def _next_turn(self) -> Turn:
        seat = self._play.mover
        view, decided = self._play.views[seat], self._results[seat].decisions
        news = tuple(line.text(seat, view.names) for line in self._play.histories[seat].log[self._read[seat] :])
        shown = {"listed": self.legal == "listed", "whole": self.history == "whole" or not decided}
        return turn_of(view, self._play.mask, number=decided, news=news, **shown)

    def _refuse(self, turn: Turn, unread: Unread) -> Refused:
        refusals = self._results[turn.seat].refusals
        self._note(turn.seat, refusals={**refusals, unread.kind: refusals.get(unread.kind, 0) + 1})
        self._failed += 1
        left = self.attempts - self._failed
        message = turn.correction(unread.reason) if left else unread.reason
        self._transcript.append(Message(turn.seat, "user", message, unread.kind))
        played = None
        if not left and self.after_failure == "forfeit":
            self._note(turn.seat, forfeited=True)
            self._end_turn(turn, FORFEIT)
        elif not left:
            self._note(turn.seat, random_actions=self._results[turn.seat].random_actions + 1)
            number = int(self._play.random(FAILURE_STREAM).integers(len(turn.choices)))
            played = self._carry_out(turn, turn.choices[number])
        return Refused(unread.kind, message, left, played)

    def _carry_out(self, turn: Turn, choice: Choice) -> Played:
        self._end_turn(turn, choice.action)
        return Played(choice.action, choice.name, choice.label)

    def _end_turn(self, turn: Turn, action: int) -> None:
        self._read[turn.seat] = len(self._play.histories[turn.seat].log)
        self._note(turn.seat, decisions=turn.number + 1)
        self._turn, self._failed = None, 0
        self._play.step(action)

    def _note(self, seat: int, **changes: Any) -> None:
        self._results[seat] = replace(self._results[seat], **changes)
