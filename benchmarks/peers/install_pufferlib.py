"""Install PufferLib's environments into the environment of this Python, from the source distribution alone.

    python install_pufferlib.py FOLDER      # the folder for the unpacked source

`pip install pufferlib` builds all environments. It first downloads raylib for the web and Box2D from GitHub, which few of the
environments need; raylib for Linux is in the source distribution. This script therefore fetches the source without the
downloads (NO_OCEAN=1, for which 3.0.0 leaves one name undefined), removes all environments that are not measured, and builds
the rest with PufferLib's setup.py, without its trainer.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
from pathlib import Path

VERSION = "3.0.0"
ENVIRONMENTS = ("squared", "connect4", "tripletriad", "go")
NOT_NEEDED = ("raylib-5.5_webassembly", "box2d-web", "box2d-linux-amd64")  # setup.py downloads missing folders
PIP = (sys.executable, "-m", "pip", "--quiet")


def main(folder: Path) -> None:
    """Fetch, reduce, build and install."""
    if sys.platform != "linux":
        sys.exit("error: PufferLib's source distribution has raylib for Linux on x86-64 alone")
    source = fetch(folder)
    for name in NOT_NEEDED:
        (source / name).mkdir(exist_ok=True)
    for binding in source.glob("pufferlib/ocean/*/binding.c"):
        if binding.parent.name not in ENVIRONMENTS:
            binding.unlink()
    run([*PIP, "install", "--no-deps", "--no-build-isolation", str(source)], NO_TRAIN="1")


def fetch(folder: Path) -> Path:
    """Download and unpack the source, and return its folder."""
    shim = Path(sysconfig.get_paths()["purelib"]) / "no_ocean.pth"
    shim.write_text("import builtins; builtins.c_extension_paths = []\n")
    wanted = f"pufferlib=={VERSION}"
    options = ("--no-deps", "--no-binary", ":all:", "--no-build-isolation", "--dest", str(folder))
    try:
        run([*PIP, "download", *options, wanted], NO_OCEAN="1", NO_TRAIN="1")
    finally:
        shim.unlink()
    source = folder / f"pufferlib-{VERSION}"
    shutil.rmtree(source, ignore_errors=True)
    with tarfile.open(folder / f"{source.name}.tar.gz") as archive:
        archive.extractall(folder, filter="data")
    return source


def run(command: list[str], **variables: str) -> None:
    """Run a command with additional environment variables."""
    subprocess.run(command, check=True, env={**os.environ, **variables})


if __name__ == "__main__":
    main(Path(sys.argv[1]))
