"""Install the package into a new environment, and play there: `python -m tests.wheel [oldest | tested | newest] [FILE]`.

FILE is a wheel or a source distribution; without it a wheel is built. The environment holds the wheel and what its metadata ask
for, without extras: at the oldest versions that they allow, at those of constraints.txt (the default), or at the newest.
Nothing of the source tree is on its path.
"""

import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

from dig_envs.core.compiler.cache_folders import code_folders
from tests.release import urls

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = {"agents": "dig_envs/agents", "dig_envs": "dig_envs", "training": "dig_envs/training"}  # and where wheels hold them
VERSIONS = ("oldest", "tested", "newest")


def copy_of_source(folder: Path) -> Path:
    """Copy the packages, and what builds them, to a new folder "source"."""
    source = folder / "source"
    for package in (*FOLDERS, "editable"):
        if (ROOT / package).exists():  # a source distribution has no folder of links
            shutil.copytree(ROOT / package, source / package, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    return source


def build(folder: Path) -> Path:
    """Build the wheel of a release from a copy of the source: an earlier build leaves files beside the source."""
    source = copy_of_source(folder)
    if "urls" not in tomllib.loads((source / "pyproject.toml").read_text("utf-8"))["project"]:
        with (source / "pyproject.toml").open("a", encoding="utf-8") as file:
            file.write(urls("owner/dig-envs"))
    pip("wheel", "--no-deps", "--wheel-dir", os.fspath(folder), os.fspath(source))
    (wheel,) = folder.glob("*.whl")
    return wheel


def wheel_of(distribution: Path, folder: Path) -> Path:
    """Return the wheel itself, or the one that a source distribution makes."""
    if distribution.suffix == ".whl":
        return distribution
    pip("wheel", "--no-deps", "--wheel-dir", os.fspath(folder), os.fspath(distribution))
    (wheel,) = folder.glob("*.whl")
    return wheel


def missing_files(wheel: Path) -> set[str]:
    """List the files of the packages that are not in the wheel: modules, card sets, rules, pages, tables, `py.typed`."""
    wanted = set()
    for source, target in FOLDERS.items():
        for folder, _, files in os.walk(ROOT / source):  # which follows no link
            if "__pycache__" not in folder:
                inner = Path(folder).relative_to(ROOT / source)
                wanted |= {(Path(target) / inner / file).as_posix() for file in files}
    return wanted - set(zipfile.ZipFile(wheel).namelist())


def foreign_files(wheel: Path) -> set[str]:
    """List the files in the wheel that belong to no package of it, such as tools of the maintainers."""
    return {name for name in zipfile.ZipFile(wheel).namelist() if not name.startswith(("dig_envs/", "dig_envs-"))}


def relative_addresses(wheel: Path) -> list[str]:
    """List the links and pictures of the description that a package index cannot show."""
    with zipfile.ZipFile(wheel) as files:
        (name,) = (name for name in files.namelist() if name.endswith(".dist-info/METADATA"))
        text = files.read(name).decode()
    found = re.findall(r"""(?:\]\(|(?:src|srcset|href)=")([^)"]*)""", text)
    assert len(found) > 40, "the description is not the README"
    return [address for address in found if not address.startswith("https://")]


def requirements(versions: str) -> list[str]:
    """List pip's arguments that choose the versions of what the wheel depends on."""
    if versions == "tested":
        return ["--constraint", os.fspath(ROOT / "constraints.txt")]
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    return [one.partition(",")[0].replace(">=", "==") for one in asked] if versions == "oldest" else []


def install(wheel: Path, versions: str, folder: Path) -> Path:
    """Install the wheel into a new environment.

    Returns:
        The folder of the environment's programs.
    """
    venv.create(folder, symlinks=os.name != "nt")
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    pip("--python", os.fspath(programs / "python"), "install", "--upgrade", os.fspath(wheel), *requirements(versions))
    return programs


def pip(*arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "pip", "--quiet", *arguments], check=True)


def install_namesakes(programs: Path, folder: Path) -> None:
    """Put other code under our folders' names: OpenAI's package `agents`, and a user's own `agents/` and `training.py`."""
    pip("--python", os.fspath(programs / "python"), "install", "--no-deps", "openai-agents")
    (folder / "agents").mkdir(parents=True)
    (folder / "agents" / "__init__.py").write_text("MINE = True\n")
    (folder / "training.py").write_text("MINE = True\n")


def play(programs: Path, folder: Path, versions: str) -> None:
    """Run `wheel_smoke.py` with the installed package, in a folder that holds namesakes of our folders.

    At the versions of the tests it may use the tests' machine code, which saves minutes of compiling.
    """
    install_namesakes(programs, folder)
    cache = code_folders()[-1] if versions == "tested" else folder / "machine_code"
    environment = {**os.environ, "DIG_ENVS_CACHE_DIR": os.fspath(cache)}
    environment.pop("PYTHONPATH", None)
    script = shutil.copy(Path(__file__).with_name("wheel_smoke.py"), folder)  # so that Python looks in the folder first
    subprocess.run([programs / "python", script, programs], cwd=folder, env=environment, check=True)


def main(versions: str = "tested", distribution: str | None = None) -> None:
    """Build, compare, install, play; an exception says what went wrong."""
    assert versions in VERSIONS, f"choose one of {VERSIONS}"
    with TemporaryDirectory() as name:
        folder = Path(name).resolve()
        wheel = build(folder) if distribution is None else wheel_of(Path(distribution).resolve(), folder)
        assert not missing_files(wheel), f"not in the wheel: {missing_files(wheel)}"
        assert not foreign_files(wheel), f"in the wheel: {foreign_files(wheel)}"
        assert not relative_addresses(wheel), f"relative in the description: {relative_addresses(wheel)}"
        play(install(wheel, versions, folder / "environment"), folder / "play", versions)


if __name__ == "__main__":
    main(*sys.argv[1:])
