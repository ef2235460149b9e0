"""Find the chosen action in an answer.

The last JSON object with a key "action" counts, and is refused if its value is no action. Without one, the last
`<action>…</action>` or `\\boxed{…}` counts; else the last line that consists of the number, the label or the name of a legal
action. Prose is never interpreted.
"""

import json
import re
from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from dig_envs.text.turn import Choice
from dig_envs.utils.text import printable, shortened

MAX_ANSWER = 100_000  # characters
MAX_OBJECTS = 200  # the last JSON objects of an answer are read
MAX_QUOTED = 60  # characters
MARKED = re.compile(r"<action>([^<]*)</action>|\\boxed\{([^{}]*)\}", re.IGNORECASE)
EDGES = " \t*_`\"'.,;:>"  # marks around a line that do not belong to an action


class Refusal(StrEnum):
    """The kinds of answers that are refused."""

    EMPTY = "empty"
    UNPARSABLE = "unparsable"
    ILLEGAL = "illegal"
    TRUNCATED = "truncated"


class Unread(NamedTuple):
    """An answer without a legal action: the kind of the refusal, and what was wrong."""

    kind: Refusal
    reason: str


class Stated(NamedTuple):
    """The value of the action in an answer: text, a number, or a JSON value that states no action."""

    value: Any


def read_answer(
    answer: str, choices: Sequence[Choice], all_names: Collection[str], numbered: bool, truncated: bool = False
) -> Choice | Unread:
    """Return the choice that an answer states, or why it states none.

    Args:
        choices: the legal actions.
        all_names: the names of all actions of the game, to tell an illegal action from other words.
        numbered: whether the choices were shown with their numbers, so that a number is an answer.
        truncated: whether the answer was cut off, which is refused.
    """
    if truncated:
        return Unread(Refusal.TRUNCATED, "The answer was cut off.")
    if len(answer) > MAX_ANSWER:
        return Unread(Refusal.UNPARSABLE, f"The answer has {len(answer):,} characters, and at most {MAX_ANSWER:,} are read.")
    if not answer.strip():
        return Unread(Refusal.EMPTY, "The answer is empty.")
    known = _by_words(choices, numbered)
    if (stated := _stated(answer)) is not None:
        words = _as_words(stated.value)
        if words is None:
            return Unread(Refusal.UNPARSABLE, 'The last "action" is neither a number nor the words of an action.')
        return known.get(_plain(words)) or Unread(Refusal.ILLEGAL, f'"{_quoted(words)}" is not a legal action.')
    illegal = None
    for line in reversed(answer.splitlines()):
        plain = _plain(line)
        if plain in known:
            return known[plain]
        if illegal is None and (plain in all_names or (numbered and plain.isascii() and plain.isdigit())):
            illegal = line
    if illegal is not None:
        return Unread(Refusal.ILLEGAL, f'"{_quoted(illegal)}" is not a legal action.')
    return Unread(Refusal.UNPARSABLE, "The answer states no action.")


def _by_words(choices: Sequence[Choice], numbered: bool) -> Mapping[str, Choice]:
    """Return the choices by each form in which an answer may state them. A label goes before a name, a number before both."""
    forms = {_plain(choice.name): choice for choice in choices}
    forms |= {_plain(choice.label): choice for choice in choices}
    if numbered:
        forms |= {_plain(choice.line): choice for choice in choices}
        forms |= {f"{choice.number}": choice for choice in choices}
    return forms


def _stated(answer: str) -> Stated | None:
    """Return the action of the last JSON object that has one, or else of the last mark; None without either."""
    stated = _last_object(answer)
    if stated is None:
        for match in MARKED.finditer(answer):
            stated = Stated(match[1] if match[1] is not None else match[2])
    return stated


def _last_object(answer: str) -> Stated | None:
    """Return the value of the key "action" in the last JSON object with this key. Objects as values are searched too."""
    decoder, stated, end = json.JSONDecoder(), None, 0
    for start in [match.start() for match in re.finditer("{", answer)][-MAX_OBJECTS:]:
        if start < end:
            continue
        try:
            value, after = decoder.raw_decode(answer, start)
        except (ValueError, RecursionError):
            continue
        if "action" in value and not isinstance(value["action"], dict):
            stated, end = Stated(value["action"]), after
    return stated


def _as_words(value: Any) -> str | None:
    """Return a text or a whole number, such as 2 or 2.0, as words; None for other values."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    whole = isinstance(value, int) and not isinstance(value, bool)
    return str(value) if whole or isinstance(value, str) else None


def _plain(words: str) -> str:
    """Return words in lower case, with single spaces and without marks around them."""
    return " ".join(words.lower().split()).strip(EDGES)


def _quoted(words: str) -> str:
    return shortened(printable(" ".join(words[: 4 * MAX_QUOTED].split())), MAX_QUOTED)
