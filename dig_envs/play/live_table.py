"""Run a table for several viewers at the same time.

Agents, reviews and replays are computed in threads; everything else runs in one event loop.
"""

import asyncio
import contextlib
import sys
import threading
import traceback
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from dig_envs.core.errors import ArgumentError, DigEnvsError, OrderError, RecordError, ResultsError
from dig_envs.core.game import Game
from dig_envs.play.branching import Retry
from dig_envs.play.consent import ConsentedGame
from dig_envs.play.ending import ending
from dig_envs.play.game_frames import GameFrames
from dig_envs.play.lessons import TaughtLesson
from dig_envs.play.messages import (
    about_message,
    absent_message,
    branch_form,
    hint_message,
    moment_id,
    moment_message,
    review_message,
)
from dig_envs.play.presence import Presence
from dig_envs.play.review import LossEstimator, Review, review
from dig_envs.play.store import SavedGame, Store
from dig_envs.render.history import ViewerHistory
from dig_envs.render.view import PUBLIC, Shape

HEARTBEAT = 15.0  # seconds without a message after which a stream sends an empty event
UNSENT = {"failure": {"words": ""}, "absent": {"seats": []}}  # messages that say nothing new at the start of a stream
LASTING = ("consent", "absent", "retry", "lesson")  # kinds of `notices` that an undo does not change
T = TypeVar("T")


class LiveTable:
    """A table that is played over the network, one action at a time.

    Args:
        saved, store: the game, and the store that saves it after each action; None saves nothing.
        estimator: makes the estimator of a game's reviews; None offers no reviews.
        host: the seat whose person may open the lobby; None for the first person's.
        study: the folder in which the game is kept if its people agree; None never asks them.
        retry: the first decision of a branch of another game, if its person made it.
        known_deal: whether its people have played the deal before.
        lesson: the lesson that is taught at the table.

    Attributes:
        failure: why the agents have stopped; empty if they play.
        notices: messages to each viewer besides its moments, by kind: "ending", "review", "next", "consent", "absent", "retry",
            "lesson".
        presence: the open streams of the viewers.
    """

    def __init__(
        self,
        saved: SavedGame,
        store: Store | None,
        estimator: Callable[[Game], LossEstimator] | None = None,
        host: int | None = None,
        study: Path | None = None,
        retry: Retry | None = None,
        known_deal: bool = False,
        lesson: TaughtLesson | None = None,
    ):
        self.saved, self.store, self.table, self.estimator = saved, store, saved.table, estimator
        self.host = next(iter(self.table.people), None) if host is None else host
        self.consented = None if study is None else ConsentedGame(study, self.table, known_deal)
        self.failure = ""
        self.notices: dict[int, dict[str, dict[str, Any]]] = {viewer: {} for viewer in self.viewers}
        self._retry = retry
        if retry is not None:
            self.notices[retry.seat]["retry"] = retry.question()
        self.lesson = lesson
        if lesson is not None:
            self.notices[lesson.lesson.seat]["lesson"] = lesson.message()
        self._reviews: dict[int, Review] = {}
        self._tasks: set[asyncio.Task] = set()  # of endings, reviews and comparisons
        self._describing: asyncio.Task | None = None  # the task of the ending
        self._thinking: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)  # an agent uses one thread at a time
        self._changed = asyncio.Event()
        self._closed = False
        self.presence = Presence(self.table.people, self._send_absent)
        self._agents: asyncio.Task | None = None

    @property
    def viewers(self) -> list[int]:
        """The people's seats, and PUBLIC."""
        return list(self.table.histories)

    async def act(self, seat: int, moment: str, action: int) -> None:
        """Carry out a person's action, chosen at the moment with this id."""
        if self.lesson is not None and self.lesson.is_answered:
            raise OrderError("the choice of this lesson is made")
        latest = self.table.histories[seat].latest
        place = len(self.table.actions)
        self.table.act(seat, latest.number if moment == moment_id(self.table, latest) else -1, action)
        if self._retry is not None and self._retry.place == place and self.estimator is not None:
            self._start(self._compare_again(self._retry, action, self.estimator))
        self._save_and_go_on()

    async def _compare_again(self, retry: Retry, action: int, estimator: Callable[[Game], LossEstimator]) -> None:
        compared = await in_thread(lambda: retry.compared(action, estimator(self.table.game)), self._thinking["review"])
        self.send(retry.seat, "retry", compared)

    async def undo(self, seat: int) -> None:
        """Undo a person's last action, also while an agent thinks."""
        self.table.undo(seat)
        if self.consented is not None:
            self.consented.count(undos=1)
        self._cancel_agents()
        self._forget_ending()
        self._save_and_go_on()

    async def hint(self, seat: int, adviser: str) -> dict[str, Any]:
        """Return an agent's choice for a person's decision as a message."""
        choose = self.table.hint(seat, adviser)
        if self.consented is not None:
            self.consented.count(hints=1)
        try:
            return hint_message(await in_thread(choose, self._thinking[adviser]), self.table.options)
        except DigEnvsError:
            raise
        except Exception as error:  # an agent is arbitrary code
            raise ArgumentError(f"{adviser} failed: {type(error).__name__}: {error}") from error

    async def consent(self, seat: int, keep: bool) -> None:
        """Store whether a person agrees that the finished game is kept as data.

        Raises:
            ArgumentError: this server keeps no games.
        """
        if self.consented is None:
            raise ArgumentError("this server keeps no games")
        (self.consented.agreed.add if keep else self.consented.agreed.discard)(seat)
        self.consented.update()
        for viewer in self.table.people:
            agreed = self.consented.agreed
            self.send(viewer, "consent", {"keep": viewer in agreed, "everybody": self.consented.is_kept})

    # --- after the end

    def _forget_ending(self) -> None:
        self._reviews.clear()
        self._describing = None
        for task in self._tasks:
            task.cancel()
        for messages in self.notices.values():
            for kind in messages.keys() - LASTING:
                del messages[kind]

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _describe_end(self) -> None:
        record = self.table.record()
        for viewer in self.viewers:
            sentences = await in_thread(partial(ending, record, viewer), self._thinking["ending"])
            self.send(viewer, "ending", {**sentences, "epoch": self.table.epoch})

    async def review(self, seat: int) -> None:
        """Start the review of a seat's decisions, whose progress and result are messages of the kind "review".

        Raises:
            OrderError: the game is not over.
            ArgumentError: this server offers no reviews.
        """
        self.check_over()
        if self.estimator is None:
            raise ArgumentError("this server offers no reviews")
        if "review" not in self.notices[seat]:
            self._send_progress(seat, self.table.epoch, 0, 1)
            self._start(self._review(seat, self.estimator))

    def check_over(self) -> None:
        """Raise an OrderError unless the game is over."""
        if not self.table.over:
            raise OrderError("the game is not over")

    def _send_progress(self, seat: int, epoch: int, completed: int, total: int, error: str = "") -> None:
        if epoch == self.table.epoch:  # a thread goes on after an undo
            self.send(seat, "review", {"epoch": epoch, "completed": completed, "total": total, "result": None, "error": error})

    async def _review(self, seat: int, estimator: Callable[[Game], LossEstimator]) -> None:
        loop, record, game, epoch = asyncio.get_running_loop(), self.table.record(), self.table.game, self.table.epoch

        def progress(completed: int, total: int) -> None:
            loop.call_soon_threadsafe(self._send_progress, seat, epoch, completed, total)

        try:
            reviewed = await in_thread(lambda: review(record, seat, estimator(game), progress), self._thinking["review"])
            self._reviews[seat] = reviewed
            self.send(seat, "review", review_message(reviewed, epoch))
        except Exception as error:  # a search calls agents, which are arbitrary code
            traceback.print_exc(file=sys.stderr)
            self._send_progress(seat, epoch, 0, 1, f"the review failed: {error}")

    async def replay(self, viewer: int, shape: Shape = Shape.WIDE) -> str:
        """Return the page that replays the finished game as a viewer saw it, with the candidates of its review, if it has one.

        Raises:
            OrderError: the game is not over.
        """
        self.check_over()
        reviewed = self._reviews.get(viewer)
        record = reviewed.record if reviewed else self.table.record()
        more = "" if viewer == PUBLIC else branch_form(self.table.advisers)
        return await in_thread(
            lambda: GameFrames(record, viewer, shape).replay().page("/page/", more), self._thinking["replay"]
        )

    # --- agents

    def wake_agents(self) -> None:
        """Start the agents' task if an agent must decide and no task is running; after the end, describe the end."""
        if self._closed or self.table.paused:
            return
        if self.table.over and self._describing is None and "ending" not in self.notices[PUBLIC]:
            self._describing = self._start(self._describe_end())
        if self.table.agent_to_move and (self._agents is None or self._agents.done()):
            self._agents = asyncio.create_task(self._play_agents())

    async def _play_agents(self) -> None:
        table = self.table
        while table.agent_to_move and not self._closed:
            agent = table.participants[table.mover]
            try:
                table.play_agent(await in_thread(table.agent_choice(), self._thinking[str(agent.agent)]))
                self.failure = ""
                self._save_and_go_on()
            except (RecordError, ResultsError) as error:
                return self._stop_agents(str(error))
            except Exception:  # an agent is arbitrary code; its error may contain what only its seat knows
                traceback.print_exc(file=sys.stderr)
                return self._stop_agents(f"{agent.name} has failed")

    def _stop_agents(self, reason: str) -> None:
        self.failure = f"the agents have stopped: {reason}"
        self._notify()

    def _cancel_agents(self) -> None:
        if self._agents is not None:
            self._agents.cancel()
            self._agents = None

    def _save_and_go_on(self) -> None:
        try:
            if self.store is not None:
                self.store.save(self.saved)
            if self.lesson is not None:
                self.notices[self.lesson.lesson.seat]["lesson"] = self.lesson.message()
            if self.consented is not None:
                self.consented.follow()
        finally:
            self._notify()
            self.wake_agents()

    def send(self, viewer: int, kind: str, message: dict[str, Any]) -> None:
        """Send a message to a viewer, and again to each stream that the viewer opens later."""
        self.notices[viewer][kind] = message
        self._notify()

    def _notify(self) -> None:
        """Wake all streams."""
        self._changed.set()
        self._changed = asyncio.Event()

    # --- streams

    def _send_absent(self) -> None:
        for viewer in self.viewers:
            self.send(viewer, "absent", absent_message(self.presence.absent))

    async def stream(
        self, viewer: int, after: str = "", shape: Shape = Shape.WIDE
    ) -> AsyncIterator[tuple[str, dict[str, Any]]]:
        """Yield a viewer's events as pairs (kind, message): "about" once, then "moment", "failure", `notices` and "heartbeat".

        Args:
            viewer: a person's seat, or PUBLIC.
            after: the id of the last moment that the viewer has. Later moments are sent one by one.
            shape: the shape of the pictures.
        """
        yield "about", about_message(self.table, viewer, self.host, self.consented is not None)
        number, known_lines = _position_after(self.table.epoch, self.table.histories[viewer], after)
        epoch, sent = self.table.epoch, dict(UNSENT)
        while not self._closed:
            changed = self._changed
            if epoch != self.table.epoch:
                epoch = self.table.epoch
                number, known_lines = _position_after(epoch, self.table.histories[viewer], "")
            history = self.table.histories[viewer]
            for moment in history.after(number):
                yield "moment", moment_message(self.table, history, moment, known_lines, shape)
                number, known_lines = moment.number, moment.log_length
                if epoch != self.table.epoch:
                    break
            for kind, message in [("failure", {"words": self.failure}), *self.notices[viewer].items()]:
                if sent.get(kind) != message:
                    sent[kind] = message
                    yield kind, message
            if changed is self._changed:
                try:
                    await asyncio.wait_for(changed.wait(), HEARTBEAT)
                except TimeoutError:
                    yield "heartbeat", {}

    def end_streams(self) -> None:
        """End all streams and the agents' task, without waiting for an agent that thinks."""
        self._closed = True
        self._cancel_agents()
        for task in self._tasks:
            task.cancel()
        self._notify()


async def in_thread(function: Callable[[], T], lock: threading.Lock) -> T:
    """Call a function under a lock, in a thread for which the end of the process does not wait, and return its result."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def settle(report: Callable[[Any], None], value: Any) -> None:
        if not future.done():  # it may have been cancelled
            report(value)

    def run() -> None:
        try:
            with lock:
                outcome: tuple[Callable, Any] = future.set_result, function()
        except Exception as error:
            outcome = future.set_exception, error
        with contextlib.suppress(RuntimeError):  # the loop has been closed
            loop.call_soon_threadsafe(settle, *outcome)

    threading.Thread(target=run, daemon=True).start()
    return await future


def _position_after(epoch: int, history: ViewerHistory, after: str) -> tuple[int, int]:
    """Return the number of the last moment and the number of log lines that a viewer has.

    An unknown id counts as a viewer that lacks only the latest moment, but the whole log.
    """
    for moment in history.moments:
        if after == f"{epoch}-{moment.number}":
            return moment.number, moment.log_length
    return history.latest.number - 1, 0
