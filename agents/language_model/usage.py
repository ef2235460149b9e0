"""The conversations of a language model about its decisions, and their costs."""

from collections import Counter
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING

from dig_envs.agents.language_model.answers import Answer

if TYPE_CHECKING:
    from dig_envs.text.answers import Refusal


@dataclass
class Conversation:
    """The conversation about one decision.

    Attributes:
        messages: the messages, each with "role" and "content": rules, position, answers and refusals.
        answers: the answers with their tokens and seconds.
        refusals: the kinds of the refused answers.
        action: the action of the last answer; None if all answers were refused.
        num_stored: the number of answers that were stored before.
        probabilities: the probability of each legal action, where the server gives it; None if unknown.
    """

    messages: list[dict[str, str]]
    answers: list[Answer] = field(default_factory=list)
    refusals: "list[Refusal]" = field(default_factory=list)
    action: int | None = None
    num_stored: int = 0
    probabilities: dict[int, float] | None = None


@dataclass
class Usage:
    """The decisions of an agent, summed up. Decisions with one legal action are not asked and not counted.

    Attributes:
        decisions: the number of decisions.
        answers: the number of answers, stored ones included.
        num_stored: the number of answers that were stored before, which cost nothing.
        prompt_tokens, completion_tokens: the tokens of all answers.
        seconds: the time of all answers.
        refusals: the number of refused answers by kind.
        random_actions: the number of decisions that were made at random, since all answers were refused.
    """

    decisions: int = 0
    answers: int = 0
    num_stored: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    seconds: float = 0.0
    refusals: dict[str, int] = field(default_factory=dict)
    random_actions: int = 0

    def add(self, conversation: Conversation) -> None:
        """Add a decision."""
        self.decisions += 1
        self.answers += len(conversation.answers)
        self.num_stored += conversation.num_stored
        for answer in conversation.answers:
            self.prompt_tokens += answer.prompt_tokens
            self.completion_tokens += answer.completion_tokens
            self.seconds += answer.seconds
        for kind in conversation.refusals:
            self.refusals[kind] = self.refusals.get(kind, 0) + 1
        self.random_actions += conversation.action is None

    def __add__(self, other: "Usage") -> "Usage":
        """Return the sum of two usages."""
        numbers = {
            one.name: getattr(self, one.name) + getattr(other, one.name) for one in fields(self) if one.name != "refusals"
        }
        kinds = Counter(self.refusals) + Counter(other.refusals)
        return Usage(**numbers, refusals=dict(kinds))
