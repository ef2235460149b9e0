"""Set up lessons: a person makes one choice in a recorded position, and reads which rule the position shows.

Each game has its lessons and their recorded games in `lessons.toml`.
"""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from dig_envs.core.errors import ArgumentError
from dig_envs.core.game import Game
from dig_envs.play.table import Participant, Table
from dig_envs.render.view import package_of

PERSON, OTHER = "Ann", "Bob"  # the names of the players of all lessons
AGENT = "random"  # of the other player, who never moves: the table is paused


@dataclass(frozen=True)
class Lesson:
    """One lesson.

    Attributes:
        game, seat: the number of its recorded game, and the person's seat.
        decisions: the number of decisions before its choice.
        title, text: what the person can do at this moment, and why.
        wanted: the names of the actions that the lesson looks for.
        right, wrong: what is said after one of these actions, and after another one.
    """

    game: int
    seat: int
    decisions: int
    title: str
    text: str
    wanted: tuple[str, ...]
    right: str
    wrong: str = ""

    def answer(self, action: str) -> str:
        """Say what the action of this name did."""
        return self.right if action in self.wanted else self.wrong


@cache
def lessons_of(game: Game) -> tuple[Lesson, ...]:
    """Return the lessons of a game, in their order."""
    return tuple(Lesson(**{**each, "wanted": tuple(each["wanted"])}) for each in _file_of(game).get("lessons", ()))


@cache
def _file_of(game: Game) -> dict[str, Any]:
    package = package_of(game)
    file = files(package).joinpath("lessons.toml") if package else None
    return tomllib.loads(file.read_text("utf-8")) if file and file.is_file() else {}


class TaughtLesson:
    """A lesson at a table, which is paused at the person's choice.

    Args:
        game: the game.
        number: the number of the lesson, from 0.

    Attributes:
        lesson: the lesson.
        table: the table.

    Raises:
        ArgumentError: the game has no such lesson.
    """

    def __init__(self, game: Game, number: int):
        self.number, self.total = number, len(lessons_of(game))
        if not 0 <= number < self.total:
            raise ArgumentError(f"{game.title} has {self.total} lessons, numbered from 0; there is no lesson {number}")
        self.lesson = lessons_of(game)[number]
        record = _file_of(game)["games"][self.lesson.game]
        actions = record["actions"][: self.lesson.decisions]
        seats = [Participant(PERSON) if seat == self.lesson.seat else Participant(OTHER, AGENT) for seat in range(2)]
        self.table = Table(game, {}, record["seed"], seats, actions)
        self.table.paused = True

    @property
    def is_answered(self) -> bool:
        """Whether the person has made the choice."""
        return len(self.table.actions) > self.lesson.decisions

    def message(self) -> dict[str, Any]:
        """Describe the lesson, and what the person's choice did."""
        name = self.table.game.actions.name(self.table.actions[-1]) if self.is_answered else None
        return {
            "number": self.number,
            "total": self.total,
            "title": self.lesson.title,
            "text": self.lesson.text,
            "right": name in self.lesson.wanted,
            "answer": None if name is None else self.lesson.answer(name),
        }
