"""Print the output of commands: results to stdout, progress to stderr."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING

from dig_envs.utils.text import printable

if TYPE_CHECKING:
    from rich.console import RenderableType

PLAIN_WIDTH = 120  # enough for most tables


def show(*parts: "RenderableType") -> None:
    """Print to stdout; if it is not a terminal, print plain text, `PLAIN_WIDTH` characters wide."""
    from rich.console import Console

    console = Console(width=None if sys.stdout.isatty() else PLAIN_WIDTH, highlight=False, markup=False)
    for part in parts:
        console.print(printable(part) if isinstance(part, str) else part)


@contextmanager
def progress_bar(label: str, total: int, shown: bool = True) -> Iterator[Callable[..., None]]:
    """Show a progress bar on stderr, and yield a function that advances it by an amount and can change its label.

    No bar is shown if stderr is not a terminal, or in a notebook without ipywidgets, where rich would print a warning.

    >>> with progress_bar("playing", total=2) as advance:
    ...     advance(2)
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    disabled = not shown or not (console.is_terminal or (console.is_jupyter and find_spec("ipywidgets")))
    with Progress(*columns, console=console, transient=True, disable=disabled) as bar:
        task = bar.add_task(label, total=total)
        yield lambda amount, label=None: bar.update(task, advance=amount, description=label)
