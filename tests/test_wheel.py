"""The wheel holds all files of the packages, and plays where nothing else of the source tree is."""

import subprocess
import sys

import pytest

from tests import wheel


@pytest.mark.long
def test_an_installed_wheel_plays():
    done = subprocess.run([sys.executable, "-m", "tests.wheel"], cwd=wheel.ROOT, capture_output=True, text=True, timeout=1500)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("is played") == 5


def test_the_workflow_tests_the_oldest_versions_that_the_metadata_promise():
    workflow = (wheel.ROOT / ".github" / "workflows" / "tests.yml").read_text()
    oldest = wheel.requirements("oldest")
    assert "numba==0.68" in oldest
    assert f'python: "3.11", pins: "{" ".join(oldest)}"' in workflow
    assert 'requires-python = ">=3.11"' in (wheel.ROOT / "pyproject.toml").read_text()
