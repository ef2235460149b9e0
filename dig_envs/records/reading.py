"""Read the parts of a game record that anybody may have made. What is not right raises a RecordError that names the line."""

import json
from typing import Any, NoReturn

from dig_envs.core.agent import Candidate
from dig_envs.core.errors import RecordError

LONGEST_LINE = 1 << 20  # characters
LONGEST_NAME = 300
MOST_CANDIDATES = 10_000
SHAPE = "a decision is [seat, action] or [seat, action, [[name, share, playouts, value, note], ...]]"


def json_in(source: str, line: int, text: str) -> Any:
    """Return what a line holds."""
    try:
        if len(text) > LONGEST_LINE:
            raise ValueError
        return json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        _damaged(source, line, "it is no line of JSON")


def object_in(source: str, line: int, text: str) -> dict[str, Any]:
    """Return the object that a line holds."""
    found = json_in(source, line, text)
    if not isinstance(found, dict):
        _damaged(source, line, "an object is expected")
    return found


def fields_in(source: str, line: int, found: dict[str, Any], names: tuple[str, ...]) -> None:
    """Refuse an object that has not exactly these fields."""
    for name in names:
        if name not in found:
            _damaged(source, line, f'"{name}" is missing')
    for name in found:
        if name not in names:
            _damaged(source, line, f'"{name:.40}" is unknown')


def names_in(source: str, found: Any, seats: int) -> tuple[str, ...]:
    """Return a name for each seat."""
    if not isinstance(found, list) or len(found) != seats or not all(_is_text(name) and name.strip() for name in found):
        _damaged(source, 1, f"agents are {seats} names")
    return tuple(found)


def numbers_in(source: str, line: int, what: str, found: Any, seats: int) -> tuple[float, ...]:
    """Return a number for each seat."""
    if not isinstance(found, list) or len(found) != seats or not all(_is_number(number) for number in found):
        _damaged(source, line, f"{what} are {seats} numbers")
    return tuple(map(float, found))


def decision_in(source: str, line: int, text: str, seats: int) -> tuple[int, int, tuple[Candidate, ...]]:
    """Return the seat, the action, and what was considered."""
    found = json_in(source, line, text)
    if not isinstance(found, list) or len(found) not in (2, 3) or not all(_is_whole(number) for number in found[:2]):
        _damaged(source, line, SHAPE)
    seat, action, *considered = found
    if not 0 <= seat < seats:
        _damaged(source, line, f"seats are 0 to {seats - 1}, not {seat}")
    if not -(2**31) <= action < 2**31:
        _damaged(source, line, "no action has this number")
    rows = considered[0] if considered else []
    if not isinstance(rows, list) or len(rows) > MOST_CANDIDATES or not all(map(_is_candidate, rows)):
        _damaged(source, line, SHAPE)
    return seat, action, tuple(Candidate(*row) for row in rows)


def _is_candidate(row: Any) -> bool:
    if not isinstance(row, list) or len(row) != 5:
        return False
    name, share, visits, value, note = row
    figures = all(figure is None or _is_number(figure) for figure in (share, value))
    return _is_text(name) and figures and (visits is None or (_is_whole(visits) and 0 <= visits < 2**63)) and _is_text(note)


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_NAME


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e300


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)


def _damaged(source: str, line: int, what: str) -> NoReturn:
    raise RecordError(f"{source} is damaged, line {line}: {what}")
