"""The wheel holds all files of the packages, and plays where nothing else of the source tree is."""

import os
import re
import subprocess
import sys
import tomllib
import venv

import pytest

import dig_envs
from tests import release, wheel

LINES = (
    "from dig_envs import agents, game_of",
    "from dig_envs.training import arena",
    'reveal_type(game_of("dig_v0").title)',
    'reveal_type(agents.names("dig_v0"))',
    'reveal_type(arena.run("dig_v0", ["random"]))',
)


@pytest.mark.long
def test_an_installed_wheel_plays():
    completed = subprocess.run(
        [sys.executable, "-m", "tests.wheel"], cwd=wheel.ROOT, capture_output=True, text=True, timeout=1500
    )
    assert completed.returncode == 0, completed.stderr
    assert completed.stdout.count("is played") == 5


@pytest.mark.long
@pytest.mark.skipif(not (wheel.ROOT / "editable").is_dir(), reason="a source distribution has no links")
def test_type_checkers_follow_an_editable_install(tmp_path):
    """The path of the install makes no other folder of the repository importable."""
    source = wheel.copy_of_source(tmp_path)
    venv.create(tmp_path / "environment", symlinks=os.name != "nt")
    python = os.fspath(tmp_path / "environment" / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))
    wheel.pip("--python", python, "install", "--no-deps", "--editable", os.fspath(source))
    (tmp_path / "script.py").write_text("".join(f"{line}\n" for line in LINES))
    checker = [sys.executable, "-m", "mypy", "--python-executable", python, "--ignore-missing-imports", "script.py"]
    found = subprocess.run(checker, cwd=tmp_path, capture_output=True, text=True, timeout=600).stdout
    types = ["str", "list[str]", "dig_envs.training.arena.result.ArenaResult"]
    assert re.findall(r'note: Revealed type is "(.*)"', found) == types
    assert "Success" in found, found
    code = "from importlib.util import find_spec; print([name for name in ('agents', 'training', 'tests') if find_spec(name)])"
    assert subprocess.run([python, "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=60).stdout == "[]\n"


def test_a_release_has_one_version_and_its_section_of_the_changelog(monkeypatch):
    version = dig_envs.__version__
    assert release.notes(f"v{version}").startswith("### ")
    for tag in ("v9.9.9", version):
        with pytest.raises(ValueError, match="not v and the version of all files"):
            release.notes(tag)
    monkeypatch.setattr(release, "_read", lambda name, read=release._read: read(name).replace(f"## [{version}]", "## [9.9.9]"))
    with pytest.raises(ValueError, match="no section"):
        release.notes(f"v{version}")


def test_the_metadata_of_a_release_name_its_repository():
    metadata = (release.ROOT / "pyproject.toml").read_text(encoding="utf-8") + release.urls("Owner/name")
    urls = tomllib.loads(metadata)["project"]["urls"]
    assert urls["Source"] == "https://github.com/Owner/name" and urls["Documentation"] == "https://owner.github.io/name/"


def test_the_workflow_tests_the_oldest_versions_that_the_metadata_promise():
    workflow = (wheel.ROOT / ".github" / "workflows" / "tests.yml").read_text()
    oldest = wheel.requirements("oldest")
    assert "numba==0.68" in oldest
    assert f'python: "3.11", pins: "{" ".join(oldest)}"' in workflow
    assert 'requires-python = ">=3.11"' in (wheel.ROOT / "pyproject.toml").read_text()
