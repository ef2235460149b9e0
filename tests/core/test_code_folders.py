"""Machine code is loaded from folders only that nobody else can write to; by default from a private one."""

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

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Windows has no modes of files")
SOMEONE_ELSE = 4_242


@pytest.fixture
def private(tmp_path, monkeypatch):
    """The folder of a user's caches, not made yet; code goes somewhere into it by default."""
    monkeypatch.setenv("XDG_CACHE_HOME", os.fspath(tmp_path / "caches"))
    monkeypatch.delenv("DIG_ENVS_CACHE_DIR", raising=False)
    return tmp_path / "caches"


@pytest.fixture
def chosen(private, tmp_path, monkeypatch):
    """A folder that the user chose for machine code."""
    folder = tmp_path / "above" / "chosen"
    make(folder.parent)
    make(folder)
    monkeypatch.setenv("DIG_ENVS_CACHE_DIR", os.fspath(folder))
    return folder


def make(folder: Path) -> None:
    """Make a folder that others may read, whatever the umask."""
    folder.mkdir()
    folder.chmod(0o755)


def give_away(path: Path, monkeypatch) -> None:
    """Make a path another user's. Only root can give files away; for others it is this process that has become another."""
    if os.geteuid() == 0:
        os.chown(path, SOMEONE_ELSE, -1, follow_symlinks=False)
    else:
        monkeypatch.setattr(os, "geteuid", lambda: SOMEONE_ELSE)


def assert_refused(chosen: Path, private: Path, why: str) -> None:
    with pytest.warns(RuntimeWarning, match=why) as told:
        (used,) = code_folders()
    assert private in used.parents
    assert len(told) == 1 and str(chosen) in str(told[0].message) and "DIG_ENVS_CACHE_DIR" in str(told[0].message)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert code_folders() == [used], "the warning is given once"


# --- folders


def test_the_default_folder_is_private(private):
    before = os.umask(0)
    try:
        (folder,) = code_folders()
    finally:
        os.umask(before)
    made = [folder, *folder.parents][: len(folder.relative_to(private.parent).parts)]
    assert made[-1] == private
    assert {stat.S_IMODE(step.stat().st_mode) for step in made} == {0o700}


def test_a_folder_of_ones_own_is_used(chosen):
    assert code_folders() == [chosen]


@pytest.mark.parametrize("mode", [0o775, 0o757, 0o1777])
def test_a_folder_that_others_can_write_to_is_refused(chosen, private, mode):
    chosen.chmod(mode)
    assert_refused(chosen, private, f"chmod go-w '{chosen}'")


def test_so_is_one_whose_parent_others_can_write_to(chosen, private):
    chosen.parent.chmod(0o777)
    assert_refused(chosen, private, f"chmod go-w '{chosen.parent}'")


def test_a_parent_like_tmp_keeps_others_from_what_is_not_theirs(chosen):
    chosen.parent.chmod(0o1777)
    assert code_folders() == [chosen]


def test_a_folder_of_another_user_is_refused(chosen, private, monkeypatch):
    code_folders()
    give_away(chosen, monkeypatch)
    with pytest.warns(RuntimeWarning, match="belongs to user"):
        assert chosen not in code_folders()


@pytest.mark.parametrize("open_to_others", ["neither", "folder of the link", "parent of the target"])
def test_a_link_is_as_safe_as_its_place_and_its_target(chosen, private, tmp_path, monkeypatch, open_to_others):
    links = tmp_path / "links"
    make(links)
    link = links / "code"
    link.symlink_to(Path("..") / "above" / "chosen")
    monkeypatch.setenv("DIG_ENVS_CACHE_DIR", os.fspath(link))
    if open_to_others == "neither":
        assert code_folders() == [link]
    else:
        (links if open_to_others == "folder of the link" else chosen.parent).chmod(0o777)
        assert_refused(link, private, "chmod go-w")


def test_without_any_safe_folder_nothing_is_kept(monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null")
    monkeypatch.setenv("DIG_ENVS_CACHE_DIR", "/dev/null/nowhere")
    assert code_folders() == []


# --- files


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


def test_a_link_to_a_file_is_not_followed_and_a_pipe_is_not_waited_for(tmp_path):
    (tmp_path / "code").write_bytes(b"code")
    (tmp_path / "link").symlink_to(tmp_path / "code")
    with pytest.raises(OSError):
        read_code(tmp_path / "link")
    os.mkfifo(tmp_path / "pipe", 0o600)
    assert read_code(tmp_path / "pipe") == b""


# --- code


@compiled
def add(cells):
    cells[0] += 1


def hits_of_a_call() -> int:
    """Call a compiled function, as new to this process; tell how often its code was found on disk."""
    kernel = Specialiser("tests.folders").kernel(add)
    cells = np.zeros(2, np.int64)
    kernel(cells)
    assert cells.tolist() == [1, 0]
    return sum(kernel.stats.cache_hits.values())


class Payload:
    """Code of somebody else's that runs when it is unpickled."""

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
    assert hits_of_a_call() == 1, "the private folder is warm now"


def test_a_warm_cache_that_cannot_be_written_is_used(chosen, private, monkeypatch):
    assert hits_of_a_call() == 0
    writable = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: path != chosen and writable(path, mode))  # a mode does not stop root
    chosen.chmod(0o555)
    assert hits_of_a_call() == 1
    assert not list(private.rglob("*.code"))

    monkeypatch.setattr("dig_envs.core.compiler.compile.np.__version__", "0")  # all keys change
    assert [hits_of_a_call(), hits_of_a_call()] == [0, 1]
    assert len(list(private.rglob("*.code"))) == len(list(chosen.glob("*.code"))) == 1, (
        "what it lacks is saved in the private folder"
    )
