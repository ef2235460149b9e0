"""Install PufferLib's environments into this Python's environment, from the source distribution alone.

    python install_pufferlib.py FOLDER      # where the source is unpacked

`pip install pufferlib` builds all environments, and first downloads raylib for the web and Box2D from GitHub, which few of them
need; raylib for Linux is in the source distribution. So the source is fetched without them (NO_OCEAN=1, which 3.0.0 supports
but for one name that it leaves undefined), reduced to the environments that are measured, and built by its own setup.py. Its
trainer is left out.
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
NOT_NEEDED = ("raylib-5.5_webassembly", "box2d-web", "box2d-linux-amd64")  # setup.py downloads what does not exist
PIP = (sys.executable, "-m", "pip", "--quiet")


def main(folder: Path) -> None:
    """Fetch, reduce, build and install."""
    if sys.platform != "linux":
        sys.exit("error: PufferLib's source distribution brings raylib for Linux on x86-64 alone")
    source = fetch(folder)
    for name in NOT_NEEDED:
        (source / name).mkdir(exist_ok=True)
    for binding in source.glob("pufferlib/ocean/*/binding.c"):
        if binding.parent.name not in ENVIRONMENTS:
            binding.unlink()
    run([*PIP, "install", "--no-deps", "--no-build-isolation", str(source)], NO_TRAIN="1")


def fetch(folder: Path) -> Path:
    """Download and unpack the source; returns its folder."""
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
    """Run a command with these variables set."""
    subprocess.run(command, check=True, env={**os.environ, **variables})


if __name__ == "__main__":
    main(Path(sys.argv[1]))
