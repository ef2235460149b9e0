"""Draw a game that has no drawing of its own: the fields of its state that the viewer knows, as text."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from dig_envs.core.fields import Field, Part, RecordField
from dig_envs.render.lines import COLUMNS, LINES
from dig_envs.render.palette import INK, PAPER
from dig_envs.render.svg import Svg
from dig_envs.render.theme import WIDTH
from dig_envs.render.view import View
from dig_envs.utils.text import shortened

HEADLINE = ("num_players", "reward", "end", "max_turns", "turn")  # fields of every game, which the first lines show
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
    """Yield a line "meaning: values" for each field that the viewer knows: of the table, of its own seat or of everything."""
    state, fields = view.state.reshape(()), view.game.fields
    yield from _lines(fields.table, state["table"])
    for seat in range(view.options.num_players):
        if view.seat in (None, seat):
            yield from _lines(fields.seat, state["seats"][seat], f"{view.name(seat)}: ")
    if view.seat is None:
        yield from _lines(fields.secret, state["secret"])


def _lines(part: Part, record: Any, prefix: str = "") -> Iterator[str]:
    """Yield a line for each field of a record, without arrays of zeros and the fields of the headline."""
    for item in part.fields:
        cells = record[item.name]
        if item.name not in HEADLINE and (not item.shape or np.any(cells)):
            yield f"{prefix}{item.meaning}: {_values(item, cells)}"


def _values(item: Field, cells: Any) -> str:
    """Return the values of a field: numbers with commas, rows with semicolons, records with the meanings of their fields."""
    if np.ndim(cells):
        return ("; " if np.ndim(cells) > 1 else ", ").join(_values(item, row) for row in cells)
    if isinstance(item, RecordField):
        return ", ".join(f"{inner.meaning}: {_values(inner, cells[inner.name])}" for inner in item.values.fields)
    return str(cells)
