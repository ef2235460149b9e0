"""Save games on disk after each action, so that they continue after a restart (SQLite)."""

import json
import os
import sqlite3
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from dig_envs.core.agent_names import risk_of, untrusted_names
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import ArgumentError, DigEnvsError, ResultsError
from dig_envs.play.table import Participant, Table
from dig_envs.play.tokens import KEY_BYTES, new_key

APPLICATION_ID = 0x44494750  # "DIGP", which identifies the file's format
VERSION = 1
MAX_ACTIONS = 1_000_000
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
class SavedGame:
    """A game in a store.

    Attributes:
        number: its number in the store.
        table: the game.
        key: the secret key of its tokens.
        num_saved: number of actions on disk.
        epoch: the table's epoch at the last save.
    """

    number: int
    table: Table
    key: bytes
    num_saved: int
    epoch: int


class Store:
    """A file of games.

    Raises:
        ResultsError: the file cannot be read or written, or has another format.
    """

    def __init__(self, path: Path):
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))  # the file contains the secret keys
            os.chmod(path, 0o600)  # also of a file that existed
            self._database = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
            self._prepare()
        except (OSError, sqlite3.Error) as error:
            raise self._failure(error) from error

    def _prepare(self) -> None:
        run = self._database.execute
        run("PRAGMA trusted_schema = OFF")
        if not run("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            self._database.executescript(SCHEMA)
            run(f"PRAGMA application_id = {APPLICATION_ID}")
            run(f"PRAGMA user_version = {VERSION}")
        version = run("PRAGMA application_id").fetchone()[0], run("PRAGMA user_version").fetchone()[0]
        tables = [sql for (sql,) in run("SELECT sql FROM sqlite_master")]
        if version != (APPLICATION_ID, VERSION) or tables != [part.strip() for part in SCHEMA.split(";")][:-1]:
            raise ResultsError(f"{self.path} is not a file of games of this version of dig-envs; choose another file")
        run("PRAGMA journal_mode = WAL")

    def _failure(self, error: Exception) -> ResultsError:
        return ResultsError(f"games cannot be saved in {self.path}: {error}")

    def close(self) -> None:
        self._database.close()

    def add(self, table: Table) -> SavedGame:
        """Save a new game."""
        key = new_key()
        participants = json.dumps([asdict(each) for each in table.participants])
        row = (table.game.id, json.dumps(table.given_options), table.seed, participants, key, table.epoch)
        command = "INSERT INTO games (game, options, seed, chairs, key, epoch, ended) VALUES (?, ?, ?, ?, ?, ?, 0)"
        number = self._execute(command, row).lastrowid
        saved = SavedGame(int(number or 0), table, key, 0, table.epoch)
        self.save(saved)
        return saved

    def save(self, saved: SavedGame) -> None:
        """Save the actions since the last save; after an undo, all actions.

        Raises:
            ResultsError: the file cannot be written, or another process has opened the game since; the file has not changed.
        """
        table = saved.table
        first = saved.num_saved if table.epoch == saved.epoch else 0
        self._execute("BEGIN IMMEDIATE")
        try:
            command = "UPDATE games SET epoch = ?, ended = ? WHERE number = ? AND epoch = ?"
            if not self._execute(command, (table.epoch, int(table.over), saved.number, saved.epoch)).rowcount:
                raise ResultsError(f"another process has opened game {saved.number} of {self.path}: continue it there")
            self._execute("DELETE FROM actions WHERE number = ? AND place >= ?", (saved.number, first))
            for place in range(first, len(table.actions)):
                self._execute("INSERT INTO actions VALUES (?, ?, ?)", (saved.number, place, table.actions[place]))
            self._execute("COMMIT")
        except BaseException:
            self._database.rollback()
            raise
        saved.num_saved, saved.epoch = len(table.actions), table.epoch

    def open(self, number: int | None = None, trusted: Collection[str] = ()) -> SavedGame:
        """Load a game; the newest unfinished one if no number is given.

        Args:
            number: the game's number.
            trusted: names of agents whose Python files may be run; other files are refused.

        Raises:
            ArgumentError: there is no such game.
            ResultsError: the game is damaged, or was saved by another version of its rules.
        """
        condition = "number = ?" if number is not None else "ended = 0 ORDER BY number DESC LIMIT 1"
        columns = "number, game, options, seed, chairs, key, epoch"
        command = f"SELECT {columns} FROM games WHERE {condition}"
        row = self._execute(command, () if number is None else (number,)).fetchone()
        if row is None:
            raise ArgumentError(f"{self.path} has no {'unfinished game' if number is None else f'game {number}'}")
        command = "SELECT place, action FROM actions WHERE number = ? ORDER BY place LIMIT ?"
        actions = self._execute(command, (row[0], MAX_ACTIONS)).fetchall()
        try:
            return self._load(row, actions, trusted)
        except (DigEnvsError, ValueError, TypeError, KeyError, RecursionError) as error:
            raise ResultsError(f"game {row[0]} of {self.path} cannot be resumed: {error}") from error

    def _load(self, row: Sequence[Any], places: list[tuple[int, int]], trusted: Collection[str]) -> SavedGame:
        number, game, options, seed, seated, key, epoch = row
        if [place for place, _ in places] != list(range(len(places))):
            raise ValueError("actions are missing")
        if not isinstance(key, bytes) or len(key) != KEY_BYTES:
            raise ValueError("its key is damaged")
        participants = [Participant(**each) for each in json.loads(seated)]
        for agent in untrusted_names((each.agent for each in participants), trusted):
            raise ValueError(f"{agent} is {risk_of(agent)}; name it again to allow that: --against {agent}")
        actions = [action for _, action in places]
        table = Table(game_of(game), json.loads(options), seed, participants, actions, epoch + 1)
        saved = SavedGame(number, table, key, len(actions), epoch)
        self.save(saved)
        return saved

    def _execute(self, command: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        try:
            return self._database.execute(command, values)
        except (sqlite3.Error, OverflowError) as error:  # OverflowError: an integer of more than 64 bits
            raise self._failure(error) from error
