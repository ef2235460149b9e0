"""Answers of language models, and the folder that stores them, so that a repeated run asks nothing twice."""

import hashlib
import json
import math
import os
import re
import threading
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

from dig_envs.core.errors import ResultsError
from dig_envs.utils.files import read_bounded, replace
from dig_envs.utils.text import printable, shortened

KEY = "OPENAI_API_KEY"  # the environment variable
MIN_KEY = 8  # characters; shorter ones, such as "EMPTY", are no secrets
MAX_REASON = 300  # characters
MAX_BYTES = 64 << 20  # of a stored answer
NUMBER = re.compile(r'"action"\s*:\s*"?(\d+)(?=["\s}])|^\s*(\d+)\s*$')  # an answer with the number of an action
LOCKS = [threading.Lock() for _ in range(4096)]  # the same question is asked once at a time


class Answer(NamedTuple):
    """An answer of a language model.

    Attributes:
        text: the words of the model.
        prompt_tokens, completion_tokens: the tokens of question and answer; 0 if unknown.
        truncated: whether the bound on tokens cut the answer off.
        seconds: the time that the answer took.
        numbers: the probability of each number as the action of this answer, where the server gives it; None if unknown.
    """

    text: str
    prompt_tokens: int = 0
    completion_tokens: int = 0
    truncated: bool = False
    seconds: float = 0.0
    numbers: Mapping[str, float] | None = None


def answer_of(returned: Any) -> Answer:
    """Return what a callable has returned as an `Answer`.

    Args:
        returned: a text, a text and its usage, or an `Answer`. Usage is a mapping or an object with names of `Answer`.

    Raises:
        TypeError: it is something else.
    """
    if isinstance(returned, Answer) and isinstance(returned.text, str):
        return returned
    text, usage = returned if isinstance(returned, tuple) and len(returned) == 2 else (returned, None)
    if not isinstance(text, str):
        raise TypeError(f"it returned {text!r:.80}, not a string or (string, usage)")
    given = usage if isinstance(usage, Mapping) else {name: getattr(usage, name, None) for name in Answer._fields}
    asked, said = map(token_count, (given.get("prompt_tokens"), given.get("completion_tokens")))
    return Answer(text, asked, said, given.get("truncated") is True)


def number_probabilities(tokens: Sequence[tuple[str, Mapping[str, float]]]) -> dict[str, float] | None:
    """Return the probability of each number at the place where an answer states its action; None if it states no number.

    Args:
        tokens: the tokens of the answer, each with the log-probabilities of the most probable tokens in its place.
    """
    matches = list(NUMBER.finditer("".join(token for token, _ in tokens)))
    if not matches:
        return None
    start, ends = matches[-1].start(matches[-1].lastindex or 0), accumulate(len(token) for token, _ in tokens)
    place = next(k for k, end in enumerate(ends) if end > start)
    numbers: dict[str, float] = {}
    for alternative, log_probability in tokens[place][1].items():
        if digits := re.search(r"\d+", alternative):
            numbers[digits[0]] = numbers.get(digits[0], 0.0) + math.exp(min(log_probability, 0.0))
    return numbers


def token_count(given: Any) -> int:
    """Return a number of tokens; 0 if it is no whole number from 0."""
    return given if type(given) is int and given >= 0 else 0


def server_key() -> str:
    """Return the key of the server, without spaces and line ends around it; "" without one."""
    return os.environ.get(KEY, "").strip()


def without_key(words: str) -> str:
    """Return the words without the key of the server."""
    key = server_key()
    return words.replace(key, "…").replace(repr(key)[1:-1], "…") if len(key) >= MIN_KEY else words


def shown_reason(words: str) -> str:
    """Return the reason of an error in one short line without the key."""
    return shortened(printable(" ".join(without_key(words).split())), MAX_REASON)


def stored_answer(
    folder: Path, model: str, messages: Sequence[Mapping[str, str]], ask: Callable[[], Answer]
) -> tuple[Answer, bool]:
    """Return the stored answer of a model to messages, or ask and store the answer; and whether it was stored before.

    Args:
        folder: the folder of the answers.
        model: the model with all settings that its answers depend on.
        messages: the question.
        ask: asks the model.

    Raises:
        ResultsError: the answer cannot be stored.
    """
    key = hashlib.sha256(json.dumps([model, list(messages)]).encode()).hexdigest()
    path = folder / key[:2] / f"{key}.json"
    with LOCKS[int(key[:3], 16)]:
        if (stored := _read(path)) is not None:
            return stored, True
        answer = ask()
        try:
            replace(path, json.dumps(answer._asdict()).encode())
        except OSError as error:
            raise ResultsError(f"the answers cannot be stored in {os.fspath(folder)}: {error.strerror}") from error
        return answer, False


def _read(path: Path) -> Answer | None:
    """Read a stored answer; None if the file is missing or damaged."""
    try:
        stored = Answer(**json.loads(read_bounded(path, MAX_BYTES)))
    except (OSError, ValueError, TypeError, RecursionError):
        return None
    kinds: tuple[Any, ...] = (str, int, int, bool, (int, float), (dict, type(None)))
    return stored if all(isinstance(value, kind) for value, kind in zip(stored, kinds, strict=True)) else None
