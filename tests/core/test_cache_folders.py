"""Machine code is loaded only from folders and files that no other user can write; by default from a private folder."""

import hashlib
import os
import pickle
import stat
import warnings
from pathlib import Path

import numpy as np
import pytest

from dig_envs.core.compiler import Specialiser, compiled
from dig_envs.core.compiler.cache_folders import code_folders, read_code

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Windows has no file modes")
ANOTHER_USER = 4_242


@pytest.fixture
def private(tmp_path, monkeypatch):
    """The user's cache folder, which does not exist yet and will contain the private folder."""
    monkeypatch.setenv("XDG_CACHE_HOME", os.fspath(tmp_path / "caches"))
    monkeypatch.delenv("DIG_ENVS_CACHE_DIR", raising=False)
    return tmp_path / "caches"


@pytest.fixture
def chosen(private, tmp_path, monkeypatch):
    """A folder of DIG_ENVS_CACHE_DIR, which others may read."""
    folder = tmp_path / "chosen"
    folder.mkdir()
    folder.chmod(0o755)
    monkeypatch.setenv("DIG_ENVS_CACHE_DIR", os.fspath(folder))
    return folder


def give_away(path: Path, monkeypatch) -> None:
    """Make a path another user's. Without root's rights, let this process pretend to be another user."""
    if os.geteuid() == 0:
        os.chown(path, ANOTHER_USER, -1)
    else:
        monkeypatch.setattr(os, "geteuid", lambda: ANOTHER_USER)


def test_the_default_folder_is_private(private):
    before = os.umask(0)
    try:
        (folder,) = code_folders()
    finally:
        os.umask(before)
    made = [folder, *folder.parents][: len(folder.relative_to(private.parent).parts)]
    assert made[-1] == private
    assert {stat.S_IMODE(step.stat().st_mode) for step in made} == {0o700}


def test_a_chosen_folder_or_a_link_to_it_is_used(chosen, tmp_path, monkeypatch):
    assert code_folders() == [chosen]
    (tmp_path / "link").symlink_to(chosen)
    monkeypatch.setenv("DIG_ENVS_CACHE_DIR", os.fspath(tmp_path / "link"))
    assert code_folders() == [tmp_path / "link"]


@pytest.mark.parametrize("mode", [0o775, 0o757, 0o1777])
def test_a_folder_that_others_can_write_is_refused_with_one_warning(chosen, private, mode):
    chosen.chmod(mode)
    with pytest.warns(RuntimeWarning, match=f"chmod go-w '{chosen}'") as given:
        (used,) = code_folders()
    assert private in used.parents
    assert len(given) == 1 and "DIG_ENVS_CACHE_DIR" in str(given[0].message)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert code_folders() == [used]


def test_a_folder_of_another_user_is_refused(chosen, private, monkeypatch):
    code_folders()
    give_away(chosen, monkeypatch)
    with pytest.warns(RuntimeWarning, match="belongs to user"):
        assert chosen not in code_folders()


def test_without_a_usable_folder_nothing_is_cached(monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null")
    monkeypatch.setenv("DIG_ENVS_CACHE_DIR", "/dev/null/nowhere")
    assert code_folders() == []


def test_a_file_that_others_could_have_written_is_not_read(tmp_path, monkeypatch):
    file = tmp_path / "code"
    file.write_bytes(b"code")
    file.chmod(0o644)
    assert read_code(file) == b"code"
    file.chmod(0o664)
    with pytest.warns(RuntimeWarning, match=f"chmod go-w '{file}'"), pytest.raises(PermissionError):
        read_code(file)
    file.chmod(0o644)
    give_away(file, monkeypatch)
    with pytest.raises(PermissionError, match="belongs to user"):
        read_code(file)


def test_a_link_to_a_file_is_not_followed_and_reading_a_pipe_does_not_wait(tmp_path):
    (tmp_path / "code").write_bytes(b"code")
    (tmp_path / "link").symlink_to(tmp_path / "code")
    with pytest.raises(OSError):
        read_code(tmp_path / "link")
    os.mkfifo(tmp_path / "pipe", 0o600)
    assert read_code(tmp_path / "pipe") == b""


@compiled
def add(cells):
    cells[0] += 1


def hits_of_a_call() -> int:
    """Call a compiled function that is new to this process; return how often its code was found on disk."""
    kernel = Specialiser("tests.folders").kernel(add)
    cells = np.zeros(2, np.int64)
    kernel(cells)
    assert cells.tolist() == [1, 0]
    return sum(kernel.stats.cache_hits.values())


class Payload:
    """An object that creates a file when it is unpickled."""

    def __init__(self, mark: Path):
        self.mark = mark

    def __reduce__(self):
        return (Path.touch, (self.mark,))


def test_code_in_an_unsafe_folder_does_not_run(chosen, private, tmp_path):
    assert hits_of_a_call() == 0
    (file,) = chosen.glob("*.code")
    body = pickle.dumps(Payload(tmp_path / "it ran"))
    file.write_bytes(hashlib.sha256(body).digest() + body)
    chosen.chmod(0o777)
    with pytest.warns(RuntimeWarning):
        assert hits_of_a_call() == 0
    assert not (tmp_path / "it ran").exists()
    assert hits_of_a_call() == 1, "the private folder has the code"


def test_a_filled_folder_that_cannot_be_written_is_used(chosen, private, monkeypatch):
    assert hits_of_a_call() == 0
    writable = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: path != chosen and writable(path, mode))  # root ignores modes
    chosen.chmod(0o555)
    assert hits_of_a_call() == 1
    assert not list(private.rglob("*.code"))

    monkeypatch.setattr("dig_envs.core.compiler.compile.np.__version__", "0")  # changes all keys
    assert [hits_of_a_call(), hits_of_a_call()] == [0, 1]
    assert len(list(private.rglob("*.code"))) == len(list(chosen.glob("*.code"))) == 1, (
        "missing code is saved in the private folder"
    )
