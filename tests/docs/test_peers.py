"""The side-by-side benchmark: its table and plot from given figures, and its protocol with our own games."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmarks.peers import __main__ as command
from benchmarks.peers import environments, report, session
from benchmarks.peers.environments import PEERS, TITLES, Peer, PeerError
from benchmarks.peers.session import Session, Worker
from dig_envs.core.errors import ArgumentError
from website import peers_page


def row(**changes: Any) -> dict[str, Any]:
    """Return the row of a subject that is stepped twice as fast by two threads."""
    figures = {
        "steps_1": {"rate": 1000.0},
        "steps_2": {"rate": 2000.0},
        "clone": {"rate": 50_000.0},
        "playouts": {"rate": 40.0, "decisions": 12.5},
    }
    about = {"peer": "ours", "game": "dig_v0", "form": "batch", "tables": 8, "floats": 600, "bytes": 2425, "decisions": 20.0}
    return {**about, "parallel": "threads", "remark": "", "figures": figures, "errors": {}, **changes}


def document(*rows: dict[str, Any], **failures: str) -> dict[str, Any]:
    about = {"machine": "a machine", "turns": 3, "seconds": 0.1, "threads": [1, 2], "versions": {"ours": "1.2"}}
    return {**about, "rows": list(rows), "failures": failures}


def cells_by_column(found: dict[str, Any]) -> list[dict[str, str]]:
    lines = [line.strip("| ").split(" | ") for line in report.markdown(found, TITLES).splitlines() if line.startswith("|")]
    return [dict(zip(lines[0], line, strict=True)) for line in lines[2:]]


def test_the_table_has_what_makes_figures_comparable():
    found = document(row(remark="fast"), row(game="dig_dig_v0", remark="fast"))
    cells, _ = cells_by_column(found)
    assert "- dig-envs, dig_v0, dig_dig_v0: fast." in report.markdown(found, TITLES)
    assert cells["peer"] == "dig-envs" and cells["floats observed"] == "600" and cells["decisions per game"] == "20"
    assert cells["steps/s, 1 thread"] == "1,000" and cells["steps/s, 2 threads"] == "2,000"
    assert cells["floats/s"] == "600,000" and cells["games/s"] == "50"
    assert cells["clone µs"] == "20" and cells["playouts/s"] == "40" and cells["decisions per playout"] == "12.5"


def test_missing_measurements_are_dashes_and_failures_are_reported():
    failed = {"peer": "openspiel", "game": "chess", "error": "no such game", "figures": {}}
    broken = row(errors={"ppo": "ImportError: torch"}, decisions=None)
    found = document(broken, failed, rlcard="pip failed")
    (cells,) = cells_by_column(found)
    assert cells["PPO steps/s"] == cells["games/s"] == cells["decisions per game"] == report.NONE
    text = report.markdown(found, TITLES)
    assert "OpenSpiel, chess was not measured: no such game" in text
    assert "RLCard was not measured, or not to the end: pip failed" in text and "dig_v0, ppo: ImportError: torch" in text


def test_the_plot_names_every_subject(tmp_path):
    pytest.importorskip("matplotlib")
    from benchmarks.peers.plot import draw

    failed = {"peer": "openspiel", "game": "chess", "error": "no such game", "figures": {}}
    draw(document(row(), row(peer="rlcard", game="uno"), failed), TITLES, tmp_path / "peers.svg")
    drawn = (tmp_path / "peers.svg").read_text()
    assert "dig-envs: dig_v0 (batch)" in drawn and "RLCard: uno (batch)" in drawn and "chess" not in drawn


@pytest.mark.long
def test_our_games_are_measured_by_a_process_and_written(tmp_path, capsys):
    pytest.importorskip("matplotlib")
    wanted = "ours:dig_v0,ours:dig_v0/aec"
    folders = ["--cache", str(tmp_path / "cache"), "--out", str(tmp_path)]
    short = ["--seconds", "0.001", "--turns", "1", "--measures", "steps,clone,playouts"]
    assert command.main(["--only", wanted, *short, *folders]) == 0
    batch, env = json.loads((tmp_path / "peers.json").read_text())["rows"]
    assert (batch["form"], env["form"]) == ("batch", "AEC") and batch["floats"] == env["floats"]
    for found in (batch, env):
        assert set(found["figures"]) == {"steps_1", "steps_2", "clone", "playouts"}, found
        assert all(figure["rate"] > 0 for figure in found["figures"].values())
    assert "| dig-envs | dig_v0 | batch |" in capsys.readouterr().out
    assert (tmp_path / "peers.md").exists() and (tmp_path / "peers.svg").exists()


ADAPTER = """
from benchmarks.peers.protocol import Subject, serve, timed
import sys
def make(name):
    print("a library says hello")
    measures = {"steps": timed(lambda: 7), "moves": timed(lambda: 1 / 0), "clone": timed(lambda: sys.exit(3))}
    if name == "odd":
        raise ValueError("is odd")
    return Subject(name, "Python", 1, 1, None, measures)
serve("numpy", ["odd", "even"], make, sys.argv[1:])
"""


@pytest.fixture
def adapted(tmp_path, monkeypatch):
    """Return a peer, and a function that starts a worker with one valid and one failing subject."""
    (tmp_path / "benchmarks_of_a_test.py").write_text(ADAPTER)
    peer = Peer("ours", "a peer", "x", own=True)
    popen = session.subprocess.Popen
    program = [sys.executable, str(tmp_path / "benchmarks_of_a_test.py")]
    monkeypatch.setattr(session.subprocess, "Popen", lambda command, **more: popen(program, **more))
    return peer, lambda given: Worker(given, sys.executable, tmp_path)


def test_a_measurement_or_a_game_that_fails_stops_no_other(adapted):
    peer, start = adapted
    said: list[str] = []
    found = Session(start, [peer], said.append)
    odd, even = found.run(2, 0.0, [1, 2], ["steps", "moves"])
    found.close()
    assert odd["error"] == "ValueError: is odd" and odd["figures"] == {}
    assert set(even["figures"]) == {"steps_1", "steps_2"} and "ZeroDivisionError" in even["errors"]["moves"]
    assert not found.failures


def test_a_peer_that_dies_or_does_not_start_stops_no_other(adapted):
    peer, start = adapted

    def start_one(given: Peer) -> Worker:
        if given.name == "rlcard":
            raise PeerError("pip failed: no such version")
        return start(given)

    found = Session(start_one, [Peer("rlcard", "RLCard", "x"), peer, Peer("pgx", "Pgx", "x")], lambda text: None)
    dead = found.workers["pgx"][0]
    dead.process.kill()
    dead.process.wait()
    rows = found.run(1, 0.0, [1], ["steps"])
    found.close()
    assert {row["peer"] for row in rows} == {"ours"} and all(row["figures"] for row in rows if "error" not in row)
    assert set(found.failures) == {"rlcard", "pgx"} and found.failures["rlcard"] == "pip failed: no such version"


def test_every_peer_has_an_adapter_and_pinned_requirements():
    for peer in PEERS:
        assert (environments.FOLDER / "adapters" / f"{peer.adapter}.py").exists()
        if not peer.own:
            lines = (environments.FOLDER / "requirements" / f"{peer.name}.txt").read_text().splitlines()
            assert lines and all("==" in line for line in lines), peer.name


def test_an_environment_that_is_ready_is_taken_and_one_that_fails_says_why(tmp_path):
    rlcard = next(peer for peer in PEERS if peer.name == "rlcard")
    with pytest.raises(PeerError, match="venv failed"):
        environments.environment(rlcard, tmp_path, "/bin/false")
    ready = tmp_path / "rlcard" / "ready"
    ready.write_text((environments.FOLDER / "requirements" / "rlcard.txt").read_text())
    assert environments.environment(rlcard, tmp_path, "/bin/false") == str(tmp_path / "rlcard" / "venv" / "bin" / "python")


@pytest.mark.parametrize(
    ("option", "value"), [("--only", "gym"), ("--measures", "speed"), ("--threads", "0"), ("--turns", "x")]
)
def test_invalid_arguments_are_refused(option, value, capsys):
    with pytest.raises(SystemExit):
        command.main([option, value])
    assert f'"{value}" is no' in capsys.readouterr().err


def test_the_help_says_what_is_written(capsys):
    with pytest.raises(SystemExit):
        command.main(["--help"])
    assert Path("build/peers").name in capsys.readouterr().out


def test_the_page_has_all_peers():
    found = json.loads(peers_page.DATA.read_text())
    assert not found["failures"] and {row["peer"] for row in found["rows"]} == {peer.name for peer in PEERS}


@pytest.fixture
def copies(tmp_path, monkeypatch):
    """Let `peers_page` write data and picture into a temporary folder. Returns the session of the page."""
    found = json.loads(peers_page.DATA.read_text())
    monkeypatch.setattr(peers_page, "DATA", tmp_path / "peers.json")
    monkeypatch.setattr(peers_page, "PLOT", tmp_path / "peers.svg")
    return found


def test_the_page_takes_a_session(copies, tmp_path):
    pytest.importorskip("matplotlib")
    (tmp_path / "found.json").write_text(json.dumps({**copies, "machine": "a machine"}))
    peers_page.add(tmp_path / "found.json")
    assert "a machine" in (tmp_path / "peers.svg").read_text() and "a machine" in peers_page.tables()["peers"]
    assert json.loads((tmp_path / "peers.json").read_text()) == {**copies, "machine": "a machine"}


def test_a_session_of_some_peers_does_not_change_the_page(copies, tmp_path):
    rows = [row for row in copies["rows"] if row["peer"] != "pgx"]
    (tmp_path / "found.json").write_text(json.dumps({**copies, "rows": rows}))
    with pytest.raises(ArgumentError, match="lacks pgx connect_four JAX"):
        peers_page.add(tmp_path / "found.json")
    assert [path.name for path in tmp_path.iterdir()] == ["found.json"]
