"""The folder of a run: a second run is refused, a lock stops a second process, and a crash leaves no obstacle."""

import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from dig_envs.agents.trained.registry import file_of
from dig_envs.core.errors import ArgumentError
from dig_envs.training import clone, dqn, league, ppo
from dig_envs.training.cli import main
from dig_envs.training.run.folder import LOCK, check_free, clear, locked
from dig_envs.training.run.run import Run
from dig_envs.training.studies import exploit_many, seeds
from tests.support.tiny_training import TINY_CLONE, TINY_DQN, TINY_LEAGUE, TINY_PPO, changed

MEASURED = changed(TINY_PPO, steps=1_024, evaluate_every=512, evaluate_games=2, evaluate_against=("random",))
HOLD = """
import sys, time
from pathlib import Path
from dig_envs.training.run.folder import locked
with locked(Path(sys.argv[1])):
    print("locked", flush=True)
    time.sleep(600)
"""


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize(
    ("algorithm", "config"),
    [(ppo, TINY_PPO), (dqn, TINY_DQN), (league, TINY_LEAGUE), (clone, TINY_CLONE)],
    ids=["ppo", "dqn", "league", "clone"],
)
@pytest.mark.parametrize("name", ["checkpoint.zip", "model.zip", "best.zip", "progress.jsonl"])
def test_a_folder_that_holds_a_run_is_refused(algorithm, config, name, tmp_path):
    (tmp_path / name).write_bytes(b"an earlier run")
    with pytest.raises(ArgumentError) as caught:
        algorithm.train(changed(config, folder=str(tmp_path)), progress=False)
    assert str(caught.value).startswith(f"{tmp_path} already has a run ({name}): ") and "another --folder" in str(caught.value)
    assert (f"--resume {tmp_path / 'checkpoint.zip'}" in str(caught.value)) == (name == "checkpoint.zip")
    assert contents(tmp_path) == {name: b"an earlier run"}


def test_the_command_refuses_a_second_run_and_its_advice_works(tmp_path, capsys):
    folder = tmp_path / "a run"
    command = [
        "train",
        "--algo",
        "ppo",
        "--num-envs",
        "16",
        "--n-steps",
        "16",
        "--batch-size",
        "64",
        "--layers",
        "8",
        "--games",
        "0",
    ]
    command += ["--evaluate-games", "0", "--steps", "256", "--folder"]
    assert main.main([*command, str(folder)]) == 0
    before = contents(folder)
    capsys.readouterr()
    assert main.main([*command, str(folder)]) == 2
    error = capsys.readouterr().err
    assert f"already has a run (checkpoint.zip, model.zip): continue it with --resume '{folder / 'checkpoint.zip'}'" in error
    assert "Traceback" not in error and contents(folder) == before
    assert main.main(["train", "--resume", str(folder / "checkpoint.zip"), "--steps", "512"]) == 0
    assert main.main([*command, str(tmp_path / "another")]) == 0


def test_a_run_is_not_resumed_beside_files_of_another_game(tmp_path):
    """Its model would lie beside the best model of the other game."""
    config = changed(TINY_PPO, steps=512, folder=str(tmp_path / "run"))
    ppo.train(config, progress=False)
    (tmp_path / "other").mkdir()
    shutil.copy(file_of("ppo", "dig_dig_v0"), tmp_path / "other" / "best.zip")
    elsewhere = changed(config, folder=str(tmp_path / "other"))
    with pytest.raises(ArgumentError, match=r"best\.zip is of dig_dig_v0, not of dig_v0: give another --folder"):
        ppo.train(elsewhere, progress=False, resume=tmp_path / "run" / "checkpoint.zip")
    assert [path.name for path in (tmp_path / "other").iterdir()] == ["best.zip"]


def test_a_run_is_locked_while_it_is_active(tmp_path):
    run = Run(changed(TINY_PPO, folder=str(tmp_path)))
    with run.active():
        assert (tmp_path / LOCK).exists()
        with pytest.raises(ArgumentError, match="another process trains in"), Run(run.config).active():
            pass
        with pytest.raises(ArgumentError, match="another process trains in"):
            ppo.train(run.config, progress=False)
    assert list(tmp_path.iterdir()) == []
    with Run(run.config).active():
        pass


def test_a_lock_stops_another_process_and_ends_with_a_crash(tmp_path):
    with subprocess.Popen([sys.executable, "-c", HOLD, str(tmp_path)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "locked\n"
        with pytest.raises(ArgumentError, match=r"another process trains in .*: wait until it ends, or give another --folder"):
            ppo.train(changed(TINY_PPO, steps=512, folder=str(tmp_path)), progress=False)
        assert [path.name for path in tmp_path.iterdir()] == [LOCK]
        process.send_signal(signal.SIGKILL if sys.platform != "win32" else signal.SIGTERM)
    assert (tmp_path / LOCK).exists()
    assert ppo.train(changed(TINY_PPO, steps=512, folder=str(tmp_path)), progress=False).model.exists()
    assert not (tmp_path / LOCK).exists() or sys.platform == "win32"


def test_the_lock_ends_with_an_error_too(tmp_path):
    for _ in range(2):
        with pytest.raises(RuntimeError, match="an error"), locked(tmp_path):
            raise RuntimeError("an error")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows removes no open file")
def test_a_lock_file_that_the_last_holder_has_removed_is_no_lock(tmp_path, monkeypatch):
    """Between opening and locking, the last holder removes the file: a third process can lock a file of the same name."""
    opened = Path.open

    def open_and_lose(path, mode):
        file = opened(path, mode)
        path.unlink()
        return file

    monkeypatch.setattr(Path, "open", open_and_lose)
    with pytest.raises(ArgumentError, match="another process trains in"), locked(tmp_path):
        pass


def test_a_folder_that_can_not_be_made_is_refused(tmp_path):
    (tmp_path / "file").write_bytes(b"")
    refused = (
        (tmp_path / "file" / "run", r"the folder .*file/run cannot be written: "),
        (Path("a\0b"), "no folder can have the name"),
    )
    for folder, said in refused:
        with pytest.raises(ArgumentError, match=said), locked(folder):
            pass
        with pytest.raises(ArgumentError, match=said):
            ppo.train(changed(TINY_PPO, folder=str(folder)), progress=False)


def test_a_cleared_folder_is_free_and_keeps_other_files(tmp_path):
    for name in ("checkpoint.zip", "model.zip", "best.zip", "progress.jsonl", "notes.txt"):
        (tmp_path / name).write_bytes(b"")
    clear(tmp_path)
    check_free(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_the_unfinished_run_of_a_seed_is_trained_again(tmp_path):
    config = changed(MEASURED, folder=str(tmp_path / "whole"))
    whole = seeds.run("ppo", config, [0], progress=False)
    ppo.train(changed(MEASURED, steps=2_048, folder=str(tmp_path / "half" / "0")), progress=False)
    again = seeds.run("ppo", changed(config, folder=str(tmp_path / "half")), [0], progress=False)
    assert again.runs[0].measurements == whole.runs[0].measurements
    model = (tmp_path / "half" / "0" / "model.zip").stat().st_mtime_ns
    assert seeds.run("ppo", changed(config, folder=str(tmp_path / "half")), [0], progress=False).runs == again.runs
    assert (tmp_path / "half" / "0" / "model.zip").stat().st_mtime_ns == model


def test_best_responses_are_refused_before_any_is_trained(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "runs" / "exploit-dig_v0-greedy-0"
    folder.mkdir(parents=True)
    (folder / "model.zip").write_bytes(b"an earlier response")
    with pytest.raises(ArgumentError, match="exploit-dig_v0-greedy-0 already has a run"):
        list(exploit_many.run_all(["random", "greedy"], MEASURED, 2, progress=False))
    assert [path.name for path in (tmp_path / "runs").iterdir()] == [folder.name]
