"""Parse the parts of a game record from an untrusted file. Invalid input raises a RecordError that names the line."""

import json
from typing import Any, NoReturn

from dig_envs.core.agent import Candidate
from dig_envs.core.errors import RecordError

MAX_LINE = 1 << 20  # characters
MAX_NAME = 300  # characters
MAX_CANDIDATES = 10_000
FORM = "a decision must be [seat, action] or [seat, action, [[name, share, playouts, value, note], ...]]"


def parse_json(source: str, line: int, text: str) -> Any:
    """Parse a line as JSON, without NaN and infinities."""
    try:
        if len(text) > MAX_LINE:
            raise ValueError
        return json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        _damaged(source, line, "it is not valid JSON")


def parse_object(source: str, line: int, text: str) -> dict[str, Any]:
    """Parse a line as a JSON object."""
    value = parse_json(source, line, text)
    if not isinstance(value, dict):
        _damaged(source, line, "an object is expected")
    return value


def check_fields(source: str, line: int, fields: dict[str, Any], names: tuple[str, ...]) -> None:
    """Refuse an object whose fields are not exactly these."""
    for name in names:
        if name not in fields:
            _damaged(source, line, f'"{name}" is missing')
    for name in fields:
        if name not in names:
            _damaged(source, line, f'"{name:.40}" is unknown')


def parse_names(source: str, value: Any, seats: int) -> tuple[str, ...]:
    """Return one name per seat."""
    if not isinstance(value, list) or len(value) != seats or not all(_is_text(name) and name.strip() for name in value):
        _damaged(source, 1, f"agents must be {seats} names")
    return tuple(value)


def parse_numbers(source: str, line: int, name: str, value: Any, seats: int) -> tuple[float, ...]:
    """Return one number per seat."""
    if not isinstance(value, list) or len(value) != seats or not all(_is_number(number) for number in value):
        _damaged(source, line, f"{name} must be {seats} numbers")
    return tuple(map(float, value))


def parse_decision(source: str, line: int, text: str, seats: int) -> tuple[int, int, tuple[Candidate, ...]]:
    """Return a decision's seat, action and candidates."""
    value = parse_json(source, line, text)
    if not isinstance(value, list) or len(value) not in (2, 3) or not all(_is_whole(number) for number in value[:2]):
        _damaged(source, line, FORM)
    seat, action, *considered = value
    if not 0 <= seat < seats:
        _damaged(source, line, f"the seat must be from 0 to {seats - 1}, not {seat}")
    if not -(2**31) <= action < 2**31:
        _damaged(source, line, "no action has this number")
    rows = considered[0] if considered else []
    if not isinstance(rows, list) or len(rows) > MAX_CANDIDATES or not all(map(_is_candidate, rows)):
        _damaged(source, line, FORM)
    return seat, action, tuple(Candidate(*row) for row in rows)


def _is_candidate(row: Any) -> bool:
    if not isinstance(row, list) or len(row) != 5:
        return False
    name, share, visits, value, note = row
    figures = all(figure is None or _is_number(figure) for figure in (share, value))
    return _is_text(name) and figures and (visits is None or (_is_whole(visits) and 0 <= visits < 2**63)) and _is_text(note)


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= MAX_NAME


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e300


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)


def _damaged(source: str, line: int, reason: str) -> NoReturn:
    raise RecordError(f"{source} is damaged, line {line}: {reason}")
