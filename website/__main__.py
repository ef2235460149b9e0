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
    """Collect the pages, and build the site with MkDocs.

    Returns:
        The exit code: 0; 1 after a warning, 2 if MkDocs is not installed.
    """
    parser = argparse.ArgumentParser(prog="python -m website", description="Build the documentation site.")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "site", help="the site's folder")
    out = parser.parse_args().out.resolve()
    if not find_spec("mkdocs"):
        print("the site needs MkDocs: pip install 'dig-envs[docs]'", file=sys.stderr)
        return 2
    pages = ROOT / "build" / "pages"
    gather(pages)
    return build(pages, out)


def build(pages: Path, out: Path) -> int:
    """Build the site from collected pages with MkDocs, and print the warnings.

    Returns:
        The exit code: 0, or 1 after a warning.
    """
    # `--quiet` would also hide warnings from `--strict`.
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(out)]
    environment = {**os.environ, "SITE_PAGES": str(pages), "NO_MKDOCS_2_WARNING": "1"}
    completed = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    if completed.returncode:
        print("\n".join(line for line in completed.stderr.splitlines() if not line.startswith("INFO")), file=sys.stderr)
        return 1
    print(f"the site is in {out}; to read it: python -m http.server --directory {out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
