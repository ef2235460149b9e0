"""Call a function for many questions at the same time. Functions may be coroutines."""

import asyncio
import inspect
import os
import threading
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from functools import cache
from typing import Any, TypeVar

Question = TypeVar("Question")
Reply = TypeVar("Reply")


def ask_all(ask: Callable[[Question], Reply], questions: Sequence[Question], at_once: int) -> list[Reply]:
    """Return the answers to all questions, in their order.

    The threads are daemons, so that Ctrl-C waits for no server. After an exception no further question is asked.

    Args:
        at_once: the maximum number of threads.

    Raises:
        Exception: the first exception that `ask` has raised.
    """
    waiting, answers, errors = deque(enumerate(questions)), {}, []  # type: ignore[var-annotated]

    def work() -> None:
        while True:
            try:
                number, question = waiting.popleft()
            except IndexError:
                return
            try:
                answers[number] = ask(question)
            except BaseException as error:
                errors.append(error)
                waiting.clear()

    threads = [threading.Thread(target=work, daemon=True) for _ in range(min(at_once, len(questions)))]
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        waiting.clear()
    if errors:
        raise errors[0]
    return [answers[number] for number in range(len(questions))]


def result_of(value: Any) -> Any:
    """Return a value, or the result of an awaitable, which runs in one event loop of this process."""
    if not inspect.isawaitable(value):
        return value
    return asyncio.run_coroutine_threadsafe(_awaited(value), _event_loop(os.getpid())).result()


async def _awaited(value: Awaitable[Any]) -> Any:
    return await value


@cache
def _event_loop(process: int) -> asyncio.AbstractEventLoop:
    """Return a running event loop. All calls share it, since clients keep connections that belong to one loop."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, daemon=True).start()
    return loop
