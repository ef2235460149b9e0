"""Keep finished games of people as data, if all people at the table agree: the files that `dig-envs study humans` reads."""

import secrets
import time
from dataclasses import replace
from pathlib import Path

from dig_envs.core.errors import RecordError
from dig_envs.play.table import Table
from dig_envs.records.human_games import Help, HumanGame, facts_of, save

PERSON = "person"  # instead of a person's name


class ConsentedGame:
    """The game of a table, which is kept in a folder when it has ended and as long as all people agree.

    Args:
        folder: the folder of all kept games.
        table: the table.
        known_deal: whether its people have played the deal before.

    Attributes:
        agreed: the seats of the people who agree. Nobody does at the start.
        seconds: the time from the decision before to each decision, with the times of decisions that were undone in its place;
            None if unknown, as before this object was made.
        help: the help that people had; None if unknown, as for a game that began before this object was made.
    """

    def __init__(self, folder: Path, table: Table, known_deal: bool = False):
        self.table = table
        self.agreed: set[int] = set()
        self.seconds: list[float | None] = [None] * len(table.actions)
        self.help = None if table.epoch else Help(known_deal=known_deal)
        self._path = folder / f"{table.game.id}-{secrets.token_hex(8)}.jsonl"
        self._latest = time.monotonic()

    @property
    def is_kept(self) -> bool:
        """Whether the game is in the folder, or will be when it has ended."""
        return self.agreed == set(self.table.people)

    def follow(self) -> None:
        """Store the time of the table's latest decision, or add the times of undone decisions to the next one; then `update`.

        Times since a decision that was not followed, as it could not be saved, are unknown.
        """
        now, decisions = time.monotonic(), len(self.table.actions)
        if decisions <= len(self.seconds):
            self._latest -= sum(seconds or 0.0 for seconds in self.seconds[decisions:])
            del self.seconds[decisions:]
        else:
            missed = decisions - 1 - len(self.seconds)
            self.seconds += [*[None] * missed, None if missed else round(now - self._latest, 1)]
            self._latest = now
        self.update()

    def count(self, undos: int = 0, hints: int = 0) -> None:
        """Add undos and hints to the help that the people of this game had."""
        if self.help is not None:
            self.help = replace(self.help, undos=self.help.undos + undos, hints=self.help.hints + hints)

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
        names = [PERSON if agent is None else agent for agent in agents]
        save(self._path, HumanGame(table.record(names), tuple(table.people), tuple(agents), tuple(self.seconds), self.help))
