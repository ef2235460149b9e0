"""What comes back from a game in words: played actions, refusals, the transcript's messages, and results."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from dig_envs.text.answers import Refusal


@dataclass(frozen=True)
class Played:
    """An action that was played: its number among all actions of the game, its name and its label."""

    action: int
    name: str
    label: str


@dataclass(frozen=True)
class Refused:
    """An answer that was refused.

    Attributes:
        kind: the kind of the refusal.
        message: what was wrong, and what would be right; to be sent to the model.
        attempts_left: how many more answers this decision takes. At 0, the decision is made: see `played`.
        played: the random legal action that was played instead, after the last attempt; None before, and after a forfeit.
    """

    kind: Refusal
    message: str
    attempts_left: int
    played: Played | None = None


@dataclass(frozen=True)
class Message:
    """A message of the transcript.

    Attributes:
        seat: the seat that was asked.
        role: "user" for a turn or a refusal, "assistant" for an answer.
        content: the text.
        refusal: the kind of the refusal; None for turns and answers.
    """

    seat: int
    role: Literal["user", "assistant"]
    content: str
    refusal: Refusal | None = None


@dataclass(frozen=True)
class Result:
    """The result of a seat so far.

    Attributes:
        reward: the seat's reward; None while the game is running.
        decisions: the number of decisions that the seat was asked for and that are made.
        refusals: the number of refused answers, by kind.
        random_actions: the number of decisions that were made at random, after the last attempt.
        forfeited: whether the seat lost the game by a forfeit.
    """

    reward: float | None = None
    decisions: int = 0
    refusals: Mapping[str, int] = field(default_factory=dict)
    random_actions: int = 0
    forfeited: bool = False
