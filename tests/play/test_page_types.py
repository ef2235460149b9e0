"""The types in the comments of the page's scripts agree (TypeScript's compiler, without output)."""

import shutil
import subprocess
from importlib.resources import files

import pytest

COMPILER = shutil.which("tsc")
SETTINGS = ["--noEmit", "--allowJs", "--checkJs", "--strict", "--target", "es2022", "--module", "es2022"]
LIBRARIES = ["--lib", "dom,dom.iterable,es2022", "--moduleResolution", "node"]


@pytest.mark.long
@pytest.mark.skipif(COMPILER is None, reason="Debian's node-typescript is not installed")
@pytest.mark.parametrize("script", ["play.js", "lobby.js", "branch.js"])
def test_types_of_scripts_agree(script):
    folder = str(files("dig_envs.play").joinpath("page"))
    command = [str(COMPILER), *SETTINGS, *LIBRARIES, script]
    completed = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
    assert completed.returncode == 0, completed.stdout
