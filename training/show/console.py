"""Print the output of commands: results to stdout, progress to stderr."""

import json
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from dig_envs.utils.text import printable

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

PLAIN_WIDTH = 120  # enough for most tables
FIRST_LINE, NEXT_LINES = 10.0, 60.0  # seconds to the first line of progress, and between two lines
SHORT = 1.0  # seconds of work that needs no line


def show(*parts: "RenderableType") -> None:
    """Print to stdout; if it is not a terminal, print plain text, `PLAIN_WIDTH` characters wide."""
    from rich.console import Console

    console = Console(width=None if sys.stdout.isatty() else PLAIN_WIDTH, highlight=False, markup=False)
    for part in parts:
        console.print(printable(part) if isinstance(part, str) else part)


def print_result(as_json: bool, data: Any, *parts: "RenderableType") -> None:
    """Print a result as one JSON object, or show its parts as `show` does."""
    if as_json:
        print(json.dumps(data), flush=True)
    else:
        show(*parts)


@contextmanager
def progress_bar(label: str, total: int, shown: bool = True) -> Iterator[Callable[..., None]]:
    """Show progress on stderr, and yield a function that advances it by an amount and can change its label.

    A terminal shows a bar. Anything else, such as a log file or a notebook, gets a line every minute and a first one earlier.
    In a notebook a bar would leave an empty output.

    >>> with progress_bar("playing", total=2) as advance:
    ...     advance(2)
    """
    from rich.console import Console

    console = Console(stderr=True)
    live = console.is_terminal and not console.is_jupyter
    with _bar(console, shown and live) as bar:
        task = bar.add_task(label, total=total)
        with _lines(bar.tasks[0], shown and not live):
            yield lambda amount, label=None: bar.update(task, advance=amount, description=label)


def _bar(console: "Console", shown: bool) -> Any:
    """Make a progress bar whose label is cut to the width of the terminal, so that the rest stays in view."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
    from rich.table import Column

    label = TextColumn("{task.description}", markup=False, table_column=Column(ratio=1, no_wrap=True, overflow="ellipsis"))
    columns = (BarColumn(console.width // 10), MofNCompleteColumn(), TimeRemainingColumn(), label)
    return Progress(*columns, console=console, transient=True, disable=not shown, expand=True)


@contextmanager
def _lines(task: Any, shown: bool) -> Iterator[None]:
    """Print lines of progress for the duration of a `with` block.

    A thread prints them, since work such as a compilation advances nothing for minutes.
    """
    if not shown or sys.stderr is None:
        yield
        return
    ended = threading.Event()
    thread = threading.Thread(target=_print_lines, args=(task, sys.stderr, ended), daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


_due: float | None = None  # when the next line is due; one clock for all bars, because many short ones take minutes too


def _print_lines(task: Any, file: Any, ended: threading.Event) -> None:
    global _due
    now = time.monotonic()
    _due = max(_due or now + FIRST_LINE, now + SHORT)
    while not ended.wait(_due - time.monotonic()):
        with suppress(OSError, ValueError):  # the reader is gone
            print(progress_line(task), file=file, flush=True)
        _due = time.monotonic() + NEXT_LINES


def progress_line(task: Any) -> str:
    """Describe a task of rich in a line, with the time left if it goes on as on average so far."""
    line = f"{printable(task.description)}: {task.completed:,.0f} of {task.total:,.0f}"
    if not task.completed:
        return line
    return f"{line}, {timedelta(seconds=round(task.elapsed * task.remaining / task.completed))} left"
