"""Store results of arenas in an SQLite file, each game once, so that ratings can be computed over the games of many runs.

The contest (game, version, options), the agents' fingerprints by seat, and the seed of the deal identify a game. A run adds its
games in blocks, each in one transaction: the file gets the whole block or nothing of it. Several runs can share a file.
"""

import itertools
import json
import math
import os
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from dig_envs.core.errors import ResultsError

APPLICATION_ID = 0x44494741  # "DIGA" in the file's header
WAIT_SECONDS = 60.0
MAX_TEXT, SHOWN = 10_000, 60  # characters of a text in the file, and in a message
MAX_TABLES = 100  # tables that a check of the schema reads
SCHEMA = """
CREATE TABLE contests (id INTEGER PRIMARY KEY, game TEXT NOT NULL, version TEXT NOT NULL, options TEXT NOT NULL,
                       UNIQUE (game, version, options));
CREATE TABLE agents (id INTEGER PRIMARY KEY, fingerprint TEXT NOT NULL UNIQUE, name TEXT NOT NULL);
CREATE TABLE games (contest INTEGER NOT NULL REFERENCES contests, seats TEXT NOT NULL, seed INTEGER NOT NULL,
                    points TEXT NOT NULL, PRIMARY KEY (contest, seats, seed)) WITHOUT ROWID;
"""


@dataclass(frozen=True)
class Contest:
    """Game, version and options. Only games of the same contest are comparable."""

    game: str
    version: str
    options: str


@dataclass(frozen=True)
class Record:
    """One game: the agents' fingerprints by seat, the seed of the deal, and the result of each seat."""

    seats: tuple[str, ...]
    seed: int
    points: tuple[float, ...]


class Results:
    """A results file. `add` makes the file with its first games; opening an existing file checks it and changes nothing.

    Raises:
        ResultsError: the file is not a results file, is damaged, or cannot be written. The file is unchanged.
    """

    def __init__(self, path: str | Path):
        if not isinstance(path, str | os.PathLike):
            raise ResultsError(f"a results file is named by a path, not {path!r}")
        self.path = Path(path)
        if "\0" in str(self.path):
            raise ResultsError(f"{str(self.path)!r} is not a valid name of a file")
        if not self.path.parent.is_dir():
            raise ResultsError(f"{self.path}: there is no folder {self.path.parent}")
        with self._explained():
            if self.path.exists() or self.path.is_symlink():
                self._check()
            else:
                tempfile.TemporaryFile(dir=self.path.parent).close()

    def records(self, contest: Contest) -> list[Record]:
        """Read all games of a contest.

        Raises:
            ResultsError: the file has invalid content.
        """
        with self._reading() as connection:
            fingerprints = {str(number): fingerprint for fingerprint, number in _numbers(connection).items()}
            number = _contest_number(connection, contest)
            rows = connection.execute("SELECT seats, seed, points FROM games WHERE contest = ?", (number,))
            records = [_record(fingerprints, *row) for row in rows]
        if len({len(record.seats) for record in records}) > 1:
            raise ResultsError(f"{self.path} is damaged: games of one contest have different numbers of seats")
        return records

    def names(self) -> dict[str, str]:
        """Read the agents' names by fingerprint."""
        with self._reading() as connection:
            return _names(connection)

    def add(self, contest: Contest, names: dict[str, str], records: Sequence[Record]) -> None:
        """Add games, and the names of their agents by fingerprint. A game that the file already has stays unchanged."""
        with self._explained(), closing(self._connect()) as connection, connection:
            connection.execute("BEGIN IMMEDIATE")
            if not connection.execute("PRAGMA application_id").fetchone()[0]:
                _create(connection)
            added = "INSERT OR IGNORE INTO contests (game, version, options) VALUES (?, ?, ?)"
            connection.execute(added, (contest.game, contest.version, contest.options))
            connection.executemany("INSERT OR IGNORE INTO agents (fingerprint, name) VALUES (?, ?)", names.items())
            number, numbers = _contest_number(connection, contest), _numbers(connection)
            rows = [(number, _seats_text(r.seats, numbers), r.seed, json.dumps(r.points)) for r in records]
            connection.executemany("INSERT OR IGNORE INTO games VALUES (?, ?, ?, ?)", rows)

    def _check(self) -> None:
        if not self.path.is_file():
            raise ResultsError(f"{self.path} is not a file")
        with closing(self._connect()) as connection:
            if self.path.stat().st_size:
                identity = connection.execute("PRAGMA application_id").fetchone()[0]
                if identity != APPLICATION_ID:
                    raise ResultsError(f"{self.path} is a database, but not a results file of an arena")
                _check_schema(connection)
                if (state := connection.execute("PRAGMA integrity_check").fetchone()[0]) != "ok":
                    raise sqlite3.DatabaseError(state.splitlines()[-1])
                _names(connection)
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("PRAGMA user_version = 0")  # fails before games are played if the file cannot be written
            connection.rollback()

    def _connect(self) -> sqlite3.Connection:
        return sqlite3.connect(self.path, timeout=WAIT_SECONDS, isolation_level=None)

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """Open the file for reading; if it does not exist, yield an empty database in memory."""
        with self._explained():
            if self.path.exists() and self.path.stat().st_size:
                with closing(sqlite3.connect(f"{self.path.resolve().as_uri()}?mode=ro", WAIT_SECONDS, uri=True)) as connection:
                    yield connection
            else:
                with closing(sqlite3.connect(":memory:")) as connection:
                    _create(connection)
                    yield connection

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Turn errors of SQLite and of invalid content into ResultsError."""
        try:
            yield
        except ResultsError:
            raise
        except OSError as error:
            raise ResultsError(f"{self.path} cannot be written: {error.strerror}") from error
        except sqlite3.OperationalError as error:
            raise ResultsError(f"{self.path} cannot be used for results: {error}") from error
        except (sqlite3.Error, ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
            advice = "move it away to start a new file"
            raise ResultsError(f"{self.path} is damaged, or not a results file: {error}; {advice}") from error


def _check_schema(connection: sqlite3.Connection) -> None:
    """Refuse a file with other tables than ours: a view can be endless, and a trigger can change added games."""
    with closing(sqlite3.connect(":memory:")) as ours:
        _create(ours)
        listed = "SELECT type, name, sql FROM sqlite_master ORDER BY name"
        if connection.execute(listed).fetchmany(MAX_TABLES) != ours.execute(listed).fetchall():
            raise sqlite3.DatabaseError("its tables are not those of a results file")


def _create(connection: sqlite3.Connection) -> None:
    for statement in SCHEMA.split(";"):
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")


def _numbers(connection: sqlite3.Connection) -> dict[str, int]:
    return dict(connection.execute("SELECT fingerprint, id FROM agents"))


def _names(connection: sqlite3.Connection) -> dict[str, str]:
    names = dict(connection.execute("SELECT fingerprint, name FROM agents"))
    for text in itertools.chain(names, names.values()):
        _checked_text(text)
    return names


def _contest_number(connection: sqlite3.Connection, contest: Contest) -> int | None:
    query = "SELECT id FROM contests WHERE game = ? AND version = ? AND options = ?"
    row = connection.execute(query, (contest.game, contest.version, contest.options)).fetchone()
    return row[0] if row else None


def _seats_text(seats: Sequence[str], numbers: dict[str, int]) -> str:
    return " ".join(str(numbers[fingerprint]) for fingerprint in seats)


def _record(fingerprints: dict[str, str], seats: str, seed: int, points: str) -> Record:
    agents = tuple(fingerprints[number] for number in _checked_text(seats).split())
    values = json.loads(_checked_text(points))
    if not isinstance(values, list) or len(values) != len(agents):
        raise ValueError(f"{len(agents)} seats have the results {points[:SHOWN]}")
    if not all(type(value) in (int, float) and math.isfinite(value) for value in values):
        raise ValueError(f"results are not finite numbers: {points[:SHOWN]}")
    if type(seed) is not int or seed < 0:
        raise ValueError(f"the seed of a deal is {seed!r}")
    return Record(agents, seed, tuple(map(float, values)))


def _checked_text(value: object) -> str:
    if not isinstance(value, str) or len(value) > MAX_TEXT:
        raise ValueError(f"{repr(value)[:SHOWN]} is not a text, or it is too long")
    return value
