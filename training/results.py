"""Results of arenas, stored in an SQLite file: every game once, so that ratings can be computed again over all of them.

A game is unique by its contest (game, version, options), the agents' fingerprints by seat, and the seed of its deal.
A run adds its games in one transaction: they are all in the file or none is, also when several runs share it.
"""

import json
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from dig_envs.core.errors import ResultsError

APPLICATION_ID = 0x44494741  # "DIGA" in the file's header
WAIT_SECONDS = 60.0
SCHEMA = """
CREATE TABLE contests (id INTEGER PRIMARY KEY, game TEXT NOT NULL, version TEXT NOT NULL, options TEXT NOT NULL,
                       UNIQUE (game, version, options));
CREATE TABLE agents (id INTEGER PRIMARY KEY, fingerprint TEXT NOT NULL UNIQUE, name TEXT NOT NULL);
CREATE TABLE games (contest INTEGER NOT NULL REFERENCES contests, seats TEXT NOT NULL, seed INTEGER NOT NULL,
                    points TEXT NOT NULL, PRIMARY KEY (contest, seats, seed)) WITHOUT ROWID;
"""


@dataclass(frozen=True)
class Contest:
    """The game, version and options, which must be equal for games to be compared."""

    game: str
    version: str
    options: str


@dataclass(frozen=True)
class Record:
    """One game: the agents' fingerprints by seat, the seed of the deal, and each seat's result."""

    seats: tuple[str, ...]
    seed: int
    points: tuple[float, ...]


class Results:
    """A results file. It is made when the first games are added; opening one checks it and changes nothing.

    Raises:
        ResultsError: it is no results file, is damaged, or can't be written. It is as it was.
    """

    def __init__(self, path: str | Path):
        self.path = Path(path)
        if not self.path.parent.is_dir():
            raise ResultsError(f"{self.path}: there is no folder {self.path.parent} for the results")
        with self._explained():
            if self.path.exists():
                self._check()
            else:
                tempfile.TemporaryFile(dir=self.path.parent).close()

    def records(self, contest: Contest) -> list[Record]:
        """Read all games of a contest."""
        with self._reading() as connection:
            fingerprints = {str(number): fingerprint for fingerprint, number in _numbers(connection).items()}
            query = "SELECT seats, seed, points FROM games WHERE contest = ?"
            rows = connection.execute(query, (_contest_number(connection, contest),))
            return [_record(fingerprints, *row) for row in rows]

    def names(self) -> dict[str, str]:
        """Read the agents' names by fingerprint."""
        with self._reading() as connection:
            return dict(connection.execute("SELECT fingerprint, name FROM agents"))

    def add(self, contest: Contest, names: dict[str, str], records: Sequence[Record]) -> None:
        """Add games and the names of their agents (by fingerprint). A game that is there already stays as it is."""
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
            raise ResultsError(f"{self.path} is not a file, so it can't hold results")
        with closing(self._connect()) as connection:
            if self.path.stat().st_size:
                identity = connection.execute("PRAGMA application_id").fetchone()[0]
                if identity != APPLICATION_ID:
                    raise ResultsError(f"{self.path} is a database of something else than arena results")
                if (state := connection.execute("PRAGMA integrity_check").fetchone()[0]) != "ok":
                    raise sqlite3.DatabaseError(state.splitlines()[-1])
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("PRAGMA user_version = 0")  # fails if the file can't be written: before games are played
            connection.rollback()

    def _connect(self) -> sqlite3.Connection:
        return sqlite3.connect(self.path, timeout=WAIT_SECONDS, isolation_level=None)

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """Open the file to read from; as long as there is none, an empty database in memory."""
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
        try:
            yield
        except ResultsError:
            raise
        except OSError as error:
            raise ResultsError(f"{self.path} can't be written: {error.strerror}") from error
        except sqlite3.OperationalError as error:
            raise ResultsError(f"{self.path} can't be used for results: {error}") from error
        except (sqlite3.DatabaseError, ValueError, KeyError, TypeError) as error:
            raise ResultsError(f"{self.path} is damaged, or not a results file: {error}; move it away to start anew") from error


def _create(connection: sqlite3.Connection) -> None:
    for statement in SCHEMA.split(";"):
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")


def _numbers(connection: sqlite3.Connection) -> dict[str, int]:
    return dict(connection.execute("SELECT fingerprint, id FROM agents"))


def _contest_number(connection: sqlite3.Connection, contest: Contest) -> int | None:
    query = "SELECT id FROM contests WHERE game = ? AND version = ? AND options = ?"
    row = connection.execute(query, (contest.game, contest.version, contest.options)).fetchone()
    return row[0] if row else None


def _seats_text(seats: Sequence[str], numbers: dict[str, int]) -> str:
    return " ".join(str(numbers[fingerprint]) for fingerprint in seats)


def _record(fingerprints: dict[str, str], seats: str, seed: int, points: str) -> Record:
    found = tuple(fingerprints[number] for number in seats.split())
    values = tuple(float(value) for value in json.loads(points))
    if len(values) != len(found):
        raise ValueError(f"{len(found)} seats with {len(values)} results")
    return Record(found, int(seed), values)
