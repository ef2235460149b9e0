"""Keep finished games of people as data, if all people at the table agree: the records that `dig-envs study humans` reads.

A game has two files of one random name: a record without names (`GameRecord`), and the facts that a record does not contain:

    {"people": [0], "agents": [null, "greedy"], "seconds": [4.1, 0.2, …]}
"""

import json
import secrets
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dig_envs.core.errors import RecordError
from dig_envs.play.table import Table
from dig_envs.records import Decision, GameRecord
from dig_envs.utils.files import read_bounded, replace

PERSON = "person"  # instead of a person's name
MAX_BYTES = 16 << 20
FACTS = {"people", "agents", "seconds"}


class ConsentedGame:
    """The game of a table, which is kept in a folder when it has ended and as long as all people agree.

    Args:
        folder: the folder of all kept games.
        table: the table.

    Attributes:
        agreed: the seats of the people who agree. Nobody does at the start.
        seconds: the time from the decision before to each decision; None for decisions before this object was made.
    """

    def __init__(self, folder: Path, table: Table):
        self.table = table
        self.agreed: set[int] = set()
        self.seconds: list[float | None] = [None] * len(table.actions)
        self._path = folder / f"{table.game.id}-{secrets.token_hex(8)}.jsonl"
        self._latest = time.monotonic()

    @property
    def is_kept(self) -> bool:
        """Whether the game is in the folder, or will be when it has ended."""
        return self.agreed == set(self.table.people)

    def follow(self) -> None:
        """Store the time of the table's latest decision, or forget the times of decisions that were undone; then `update`."""
        now, decisions = time.monotonic(), len(self.table.actions)
        self.seconds = [*self.seconds, round(now - self._latest, 1)][:decisions]
        self._latest = now
        self.update()

    def update(self) -> None:
        """Write the files of a finished game to which all people agree, and remove them otherwise.

        Raises:
            RecordError: the files cannot be written or removed.
        """
        try:
            if self.table.over and self.is_kept:
                self._write()
            else:
                for path in (self._path, facts_of(self._path)):
                    path.unlink(missing_ok=True)
        except OSError as error:
            raise RecordError(f"the game cannot be kept in {self._path.parent}: {error.strerror}") from error

    def _write(self) -> None:
        table = self.table
        agents = [each.agent for each in table.participants]
        facts = {"people": list(table.people), "agents": agents, "seconds": self.seconds}
        decisions = [Decision(seat, action) for seat, action in table.decisions]
        names = [PERSON if agent is None else agent for agent in agents]
        replace(facts_of(self._path), json.dumps(facts).encode())
        GameRecord.from_decisions(table.game, table.options, table.seed, names, decisions).save(self._path)


@dataclass(frozen=True)
class HumanGame:
    """A kept game.

    Attributes:
        record: the record, without names.
        people: the people's seats.
        agents: each seat's agent; None for a person.
        seconds: the time of each decision; None where it is unknown.
    """

    record: GameRecord
    people: tuple[int, ...]
    agents: tuple[str | None, ...]
    seconds: tuple[float | None, ...]


def facts_of(path: Path) -> Path:
    """Return the file of a game's facts, given the file of its record."""
    return path.with_suffix(".json")


def human_games(folder: Path) -> Iterator[HumanGame]:
    """Yield the kept games of a folder, each checked by a replay.

    Raises:
        RecordError: a file is damaged.
    """
    for path in sorted(folder.glob("*.jsonl")):
        record = GameRecord.load(path)
        yield HumanGame(record, *_parse_facts(facts_of(path), record))


def _parse_facts(path: Path, record: GameRecord) -> tuple[tuple[int, ...], tuple[str | None, ...], tuple[float | None, ...]]:
    try:
        facts: Any = json.loads(read_bounded(path, MAX_BYTES))
    except (OSError, ValueError, RecursionError) as error:
        raise RecordError(f"{path} cannot be read: {error}") from error
    if not isinstance(facts, dict) or facts.keys() != FACTS or not all(isinstance(facts[name], list) for name in FACTS):
        raise RecordError(f"{path} must contain the lists {', '.join(sorted(FACTS))}")
    people, agents, seconds = facts["people"], facts["agents"], facts["seconds"]
    if people != [seat for seat, agent in enumerate(agents) if agent is None] or len(agents) != len(record.names):
        raise RecordError(f"{path}: people and agents do not fit the seats of the record")
    if len(seconds) != len(record.decisions) or not all(each is None or isinstance(each, int | float) for each in seconds):
        raise RecordError(f"{path}: seconds must have one number for each decision")
    return tuple(people), tuple(agents), tuple(seconds)
