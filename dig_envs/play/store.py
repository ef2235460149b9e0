"""Keep games on the disk, move by move, so that they go on after a restart (SQLite)."""

import json
import os
import sqlite3
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from dig_envs.core.agent_names import unnamed_files
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import ArgumentError, DigEnvsError, ResultsError
from dig_envs.play.table import Chair, Table
from dig_envs.play.tokens import KEY_BYTES, new_key

APPLICATION = 0x44494750  # "DIGP", which marks the file as ours
VERSION = 1
MOST_ACTIONS = 1_000_000
SCHEMA = """
CREATE TABLE games (
    number INTEGER PRIMARY KEY,
    game TEXT NOT NULL, options TEXT NOT NULL, seed INTEGER NOT NULL, chairs TEXT NOT NULL,
    key BLOB NOT NULL, epoch INTEGER NOT NULL, ended INTEGER NOT NULL
);
CREATE TABLE actions (
    number INTEGER NOT NULL REFERENCES games, place INTEGER NOT NULL, action INTEGER NOT NULL,
    PRIMARY KEY (number, place)
) WITHOUT ROWID;
"""


@dataclass
class Saved:
    """A game that is kept.

    Attributes:
        number: its number in the store.
        table: the game.
        key: the secret of its tokens.
        kept: how many of its actions are on the disk, in which epoch.
    """

    number: int
    table: Table
    key: bytes
    kept: int
    epoch: int


class Store:
    """A file of games.

    Raises:
        ResultsError: it can't be read or written, or is something else.
    """

    def __init__(self, path: Path):
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))  # tokens are made from what is in it
            self._database = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
            self._prepare()
        except (OSError, sqlite3.Error) as error:
            raise ResultsError(f"games can't be kept in {path}: {error}") from error

    def _prepare(self) -> None:
        ask = self._database.execute
        ask("PRAGMA trusted_schema = OFF")
        if not ask("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            self._database.executescript(SCHEMA)
            ask(f"PRAGMA application_id = {APPLICATION}")
            ask(f"PRAGMA user_version = {VERSION}")
        found = ask("PRAGMA application_id").fetchone()[0], ask("PRAGMA user_version").fetchone()[0]
        if found != (APPLICATION, VERSION):
            raise ResultsError(f"{self.path} holds no games of this version of dig-envs; name another file")
        ask("PRAGMA journal_mode = WAL")

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def add(self, table: Table) -> Saved:
        """Begin to keep a game."""
        key = new_key()
        chairs = json.dumps([asdict(chair) for chair in table.chairs])
        row = (table.game.id, json.dumps(table.given), table.seed, chairs, key, table.epoch)
        command = "INSERT INTO games (game, options, seed, chairs, key, epoch, ended) VALUES (?, ?, ?, ?, ?, ?, 0)"
        number = self._do(command, row).lastrowid
        saved = Saved(int(number or 0), table, key, 0, table.epoch)
        self.keep(saved)
        return saved

    def keep(self, saved: Saved) -> None:
        """Save the actions made since the last save; after an undo, all actions that are left."""
        table = saved.table
        self._do("BEGIN IMMEDIATE")
        try:
            if table.epoch != saved.epoch:
                self._do("DELETE FROM actions WHERE number = ? AND place >= ?", (saved.number, len(table.actions)))
                saved.kept = min(saved.kept, len(table.actions))
            new = list(enumerate(table.actions))[saved.kept :]
            for place, action in new:
                self._do("INSERT OR REPLACE INTO actions VALUES (?, ?, ?)", (saved.number, place, action))
            self._do("UPDATE games SET epoch = ?, ended = ? WHERE number = ?", (table.epoch, int(table.over), saved.number))
            self._do("COMMIT")
        except BaseException:
            self._database.rollback()
            raise
        saved.kept, saved.epoch = len(table.actions), table.epoch

    def open(self, number: int | None = None, trusted: Collection[str] = ()) -> Saved:
        """Go on with a game: the newest that has not ended unless a number is given.

        Args:
            number: which game.
            trusted: agents from files of Python that may play there, as their names stand in the game; others are not run.

        Raises:
            ArgumentError: there is no such game.
            ResultsError: it is damaged, or of another version of the game.
        """
        wanted = "number = ?" if number is not None else "ended = 0 ORDER BY number DESC LIMIT 1"
        columns = "number, game, options, seed, chairs, key, epoch"
        row = self._do(f"SELECT {columns} FROM games WHERE {wanted}", () if number is None else (number,)).fetchone()
        if row is None:
            which = "game that goes on" if number is None else f"game {number}"
            raise ArgumentError(f"there is no {which} in {self.path}")
        rows = self._do("SELECT place, action FROM actions WHERE number = ? ORDER BY place LIMIT ?", (row[0], MOST_ACTIONS))
        try:
            return self._opened(row, rows.fetchall(), trusted)
        except (DigEnvsError, ValueError, TypeError, KeyError) as error:
            raise ResultsError(f"game {row[0]} of {self.path} can't be played on: {error}") from error

    def _opened(self, row: Sequence[Any], places: list[tuple[int, int]], trusted: Collection[str]) -> Saved:
        number, game, options, seed, chairs, key, epoch = row
        if [place for place, _ in places] != list(range(len(places))):
            raise ValueError("moves are missing")
        if not isinstance(key, bytes) or len(key) != KEY_BYTES:
            raise ValueError("its key is damaged")
        seats = [Chair(**chair) for chair in json.loads(chairs)]
        for agent in unnamed_files((chair.agent for chair in seats), trusted):
            raise ValueError(f"{agent} is a file that would be run; name it again to allow that: --against {agent}")
        actions = [action for _, action in places]
        table = Table(game_of(game), json.loads(options), seed, seats, actions, epoch + 1)
        saved = Saved(number, table, key, len(actions), epoch)
        self.keep(saved)
        return saved

    def _do(self, command: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        try:
            return self._database.execute(command, values)
        except sqlite3.Error as error:
            raise ResultsError(f"games can't be kept in {self.path}: {error}") from error
