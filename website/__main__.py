"""Build the documentation site: `python -m website`, which is `make docs`. Any warning is an error."""

import argparse
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from website.gather import gather
from website.pages import ROOT


def main() -> int:
    """Gather the pages and let MkDocs build the site.

    Returns:
        The exit code: 0; 1 after a warning, 2 if MkDocs is not installed.
    """
    parser = argparse.ArgumentParser(prog="python -m website", description="Build the documentation site.")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "site", help="the site's folder")
    out = parser.parse_args().out.resolve()
    if not find_spec("mkdocs"):
        print("the site needs MkDocs: pip install 'dig-envs[docs]'", file=sys.stderr)
        return 2
    gather(ROOT / "build" / "pages")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(out)]
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"})
    if done.returncode == 0:
        print(f"the site stands in {out}; to read it: python -m http.server --directory {out}")
    return 1 if done.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
