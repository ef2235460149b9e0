"""The wheel holds all files of the packages, and plays where nothing else of the source tree is."""

import subprocess
import sys
import tomllib

import pytest

import dig_envs
from tests import release, wheel


@pytest.mark.long
def test_an_installed_wheel_plays():
    done = subprocess.run([sys.executable, "-m", "tests.wheel"], cwd=wheel.ROOT, capture_output=True, text=True, timeout=1500)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("is played") == 5


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
