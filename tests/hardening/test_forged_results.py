"""Forged results files: rows that no arena writes are refused, and the file does not change."""

import sqlite3
from contextlib import closing

import pytest

from dig_envs.core.errors import ResultsError
from tests.support.arenas import STRONG, WEAK, run

FORGERIES = {
    "NaN": "UPDATE games SET points = '[NaN, 0.0]'",
    "infinity": "UPDATE games SET points = '[Infinity, 0.0]'",
    "too large": f"UPDATE games SET points = '[1{'0' * 400}, 0.0]'",
    "strings": """UPDATE games SET points = '["1", "0"]'""",
    "booleans": "UPDATE games SET points = '[true, false]'",
    "an object": """UPDATE games SET points = '{"0": 1, "1": 0}'""",
    "cut off": "UPDATE games SET points = '[1.0' WHERE seed % 64 = 3",
    "deep": f"UPDATE games SET points = '{'[' * 9_000}'",
    "points as bytes": "UPDATE games SET points = x'5b312c305d'",
    "more points than seats": "UPDATE games SET points = '[1, 0, 0]'",
    "unknown agents": "UPDATE games SET seats = '9' || seats",
    "other numbers of seats": "UPDATE games SET seats = seats || ' 1', points = '[1, 0, 0]' WHERE seed % 64 = 3",
    "seed": "UPDATE games SET seed = -7 WHERE seed % 64 = 3",
    "name as a number": "UPDATE agents SET name = x'00ff'",
    "very long name": f"UPDATE agents SET name = '{'x' * 20_000}'",
    "fingerprint as bytes": "UPDATE agents SET fingerprint = x'00ff' WHERE id = 1",
    "endless view": """
        ALTER TABLE games RENAME TO hidden;
        CREATE VIEW games AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
        SELECT 1 AS contest, '1 2' AS seats, i AS seed, '[1, 0]' AS points FROM n
    """,
    "trigger": "CREATE TRIGGER late AFTER INSERT ON games BEGIN DELETE FROM agents; END",
}


@pytest.mark.parametrize("statement", FORGERIES.values(), ids=FORGERIES)
def test_forged_results_are_refused(statement, tmp_path):
    path = tmp_path / "arena.sqlite"
    run([WEAK, STRONG], results=path)
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(statement)
    before = path.read_bytes()
    with pytest.raises(ResultsError, match=r"arena\.sqlite"):
        run([WEAK, STRONG], results=path)
    assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]
