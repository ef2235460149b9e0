"""One decision of a seat, as text and as JSON."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

Legal = Literal["listed", "hidden"]  # whether turns list the legal actions
LEGAL = get_args(Legal)
Parts = Mapping[str, str | list[str]]  # the parts of a position by their titles, in their order
NAMED = 'Answer with the name of one legal action as JSON: {"action": "…"}.'


@dataclass(frozen=True)
class Choice:
    """A legal action.

    Attributes:
        number: its number in this turn's list, from 1.
        action: its number among all actions of the game.
        name: its name, which is the same in all positions.
        label: what it does, in words.
    """

    number: int
    action: int
    name: str
    label: str

    @property
    def line(self) -> str:
        """The action as a line of the list."""
        return f"{self.number}. {self.label}"


@dataclass(frozen=True)
class Turn:
    """A decision that a seat must make, with all that the seat knows.

    Attributes:
        seat: the seat, from 0. In words, seat 0 is "player 1", and "you" for itself.
        table: the position, as far as the seat knows it: sentences or lists of sentences by title.
        question: the question to the seat.
        choices: the legal actions.
        number: the number of this decision among those of the seat, from 0.
        news: what happened since the seat's last decision, one line each, as the seat knows it.
        listed: whether text and JSON list the choices.
        whole: whether `text()` shows the whole position by default.
    """

    seat: int
    table: Parts
    question: str
    choices: tuple[Choice, ...]
    number: int = 0
    news: tuple[str, ...] = ()
    listed: bool = True
    whole: bool = True

    def text(self, whole: bool | None = None) -> str:
        """Return the turn as text.

        Args:
            whole: True for the whole position, False for the news alone; None for the setting of the game.
        """
        parts = [_listed("News", list(self.news))] if self.news else []
        if self.whole if whole is None else whole:
            parts += [_listed(title, words) for title, words in self.table.items()]
        if self.listed:
            parts += ["\n".join([self.question, *(choice.line for choice in self.choices)])]
            parts += ['Answer with the number of one action as JSON, such as {"action": 1}.']
        else:
            parts += [self.question, NAMED]
        return "\n\n".join(parts)

    def reworded(self, reword: Callable[[str], str]) -> "Turn":
        """Return the turn with all words of the game changed by a function."""
        table = {
            title: reword(words) if isinstance(words, str) else list(map(reword, words)) for title, words in self.table.items()
        }
        choices = tuple(replace(one, name=reword(one.name), label=reword(one.label)) for one in self.choices)
        news = tuple(map(reword, self.news))
        return replace(self, table=table, question=reword(self.question), choices=choices, news=news)

    def correction(self, reason: str) -> str:
        """Return the reply to a refused answer: the reason for the refusal, and how to answer."""
        if self.listed:
            right = f"Answer with the number of one action as JSON: {'; '.join(choice.line for choice in self.choices)}"
        else:
            right = NAMED
        return f"{reason} {right}"

    def as_dict(self) -> dict[str, Any]:
        """Return the turn as values for JSON; without the choices if the game does not list them."""
        choices = [{"number": one.number, "name": one.name, "label": one.label} for one in self.choices]
        return {
            "seat": self.seat,
            "decision": self.number,
            "news": list(self.news),
            "table": dict(self.table),
            "question": self.question,
            **({"choices": choices} if self.listed else {}),
        }


def _listed(title: str, words: str | list[str]) -> str:
    if isinstance(words, str):
        return f"{title}: {words}"
    return "\n".join([f"{title}:", *(f"- {line}" for line in words)])
