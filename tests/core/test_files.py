"""Files: untrusted files are read within bounds, and a file is written as a whole or not at all."""

import os
import sys
from pathlib import Path

import pytest

import dig_envs
from dig_envs import agents
from dig_envs.core.errors import ModelError, OptionError, ResultsError
from dig_envs.training import arena
from dig_envs.training.cli import main
from dig_envs.training.run import checkpoint
from dig_envs.utils import files
from dig_envs.utils.text import printable
from tests.support.tiny_training import DIG


def pipe(folder: Path) -> Path:
    """A named pipe without a writer."""
    os.mkfifo(folder / "pipe")
    return folder / "pipe"


def directory(folder: Path) -> Path:
    (folder / "folder.zip").mkdir()
    return folder / "folder.zip"


def endless(folder: Path) -> Path:
    return Path("/dev/zero")


def unnamable(folder: Path) -> Path:
    return folder / "nul\0.zip"


def huge(folder: Path) -> Path:
    """A sparse file, larger than a disk."""
    path = folder / "huge.zip"
    with path.open("wb") as file:
        file.truncate(1 << 43)
    return path


def loop(folder: Path) -> Path:
    """A link to itself."""
    (folder / "loop.zip").symlink_to("loop.zip")
    return folder / "loop.zip"


NO_FILES = [directory, unnamable, huge, loop] + ([] if sys.platform == "win32" else [pipe, endless])
each = pytest.mark.parametrize("make", NO_FILES, ids=lambda make: make.__name__)


@each
def test_only_a_regular_file_within_bounds_is_read(make, tmp_path):
    with pytest.raises(OSError) as caught:
        files.read_bounded(make(tmp_path), 1 << 20)
    assert caught.value.strerror


@each
def test_models_checkpoints_results_and_cards_must_be_regular_files(make, tmp_path):
    path = make(tmp_path)
    with pytest.raises(ModelError):
        agents.learned.load(path, DIG)
    for read in (checkpoint.read, lambda path: checkpoint.check(path, "PPO")):
        with pytest.raises(ModelError):
            read(path)
    with pytest.raises(OptionError):
        dig_envs.game_of("two_bit_bandits_v0").parse_options(cards=str(path))
    with pytest.raises(ResultsError):
        arena.run(DIG, ["random", "greedy"], games=2, results=path, progress=False)


@each
def test_commands_report_the_error_in_one_line_with_exit_code_2(make, tmp_path, capsys):
    path = str(make(tmp_path))
    model = path if path.endswith(".zip") else f"{path}.zip"
    commands = [
        ["watch", "--game", "dig_v0", "--agents", model],
        ["train", "--resume", path],
        ["arena", "--game", "dig_v0", "--agents", "random,greedy", "--results", path],
        ["watch", "--game", "two_bit_bandits_v0", "--agents", "random", "--option", f"cards={path}"],
    ]
    for arguments in commands:
        assert main.main(arguments) == 2
        out, err = capsys.readouterr()
        assert out == "" and err.count("\n") == 1, arguments


def test_a_file_at_its_limit_is_read(tmp_path):
    (tmp_path / "file").write_bytes(b"x" * 100)
    assert files.read_bounded(tmp_path / "file", 100) == b"x" * 100
    with pytest.raises(OSError, match="at most 99"):
        files.read_bounded(tmp_path / "file", 99)


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path):
    path = tmp_path / "deep" / "file"
    files.replace(path, b"first")
    assert path.read_bytes() == b"first" and path.stat().st_mode & 0o777 == 0o666 & ~umask()
    with pytest.raises(KeyboardInterrupt), files.replacing(path) as file:
        file.write(b"half of the sec")
        file.flush()
        raise KeyboardInterrupt
    assert path.read_bytes() == b"first" and list(path.parent.iterdir()) == [path]
    files.replace(path, b"second")
    assert path.read_bytes() == b"second" and list(path.parent.iterdir()) == [path]
    for wrong in (tmp_path / "deep", tmp_path / "a\0b", path / "below"):
        with pytest.raises(OSError):
            files.replace(wrong, b"")
    assert sorted(entry.name for entry in tmp_path.rglob("*")) == ["deep", "file"]


def umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def test_the_new_file_is_on_the_disk_before_it_replaces_the_old_one(tmp_path, monkeypatch):
    calls = []
    fsync, replace = os.fsync, os.replace
    monkeypatch.setattr(os, "fsync", lambda number: (calls.append("fsync"), fsync(number)))
    monkeypatch.setattr(os, "replace", lambda *paths: (calls.append("replace"), replace(*paths)))
    files.replace(tmp_path / "file", b"content")
    assert calls[:2] == ["fsync", "replace"]


# --- text


def test_characters_that_change_a_terminal_are_replaced():
    assert printable("a\x1b[31mb\x9bc\nd\u202ee\ud800") == "a\ufffd[31mb\ufffdc\ufffdd\ufffde\ufffd"
    assert printable("Zoë · 你好 –…") == "Zoë · 你好 –…"
