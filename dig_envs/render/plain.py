"""Draw a game that has no drawing of its own: the fields of its state that the viewer knows, as text."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from dig_envs.render.lines import COLUMNS, LINES
from dig_envs.render.svg import Svg
from dig_envs.render.theme import INK, PAPER, WIDTH
from dig_envs.render.view import View
from dig_envs.utils.text import shortened

LINE_HEIGHT, LETTERS = 22, 15  # pixels: of a line, and the font size


def text(view: View) -> str:
    """Return the headline, the result or the names, and a line for each field that the viewer knows."""
    names = ", ".join(view.name(seat) for seat in range(view.options.num_players))
    lines = [view.headline(), view.result or names, *_fields(view)]
    if len(lines) > LINES:
        lines[LINES - 1 :] = [f"and {len(lines) - LINES + 1} more"]
    return "\n".join(shortened(line, COLUMNS) for line in lines)


def svg(view: View) -> str:
    """Draw the text."""
    picture = Svg(WIDTH, (LINES + 1) * LINE_HEIGHT)
    picture.rect(0, 0, picture.width, picture.height, fill=PAPER)
    for number, line in enumerate(text(view).splitlines(), start=1):
        picture.text(LINE_HEIGHT, number * LINE_HEIGHT, line, LETTERS, fill=INK, font_weight="normal")
    return picture.document()


def _fields(view: View) -> Iterator[str]:
    """Yield a line "name: value" for each field that the viewer knows: of the table, of its own seat or of everything."""
    state = view.state.reshape(())
    yield from _named(state["table"])
    for seat in range(view.options.num_players):
        if view.seat in (None, seat):
            yield from _named(state["seats"][seat], f"{view.name(seat)}, ")
    if view.seat is None:
        yield from _named(state["secret"])


def _named(record: Any, prefix: str = "") -> Iterator[str]:
    """Yield the fields of a record that are not zero, but for random generators."""
    for name in record.dtype.names:
        if record.dtype[name].names is None and np.any(record[name]):
            yield f"{prefix}{name}: {np.asarray(record[name]).tolist()}"
