"""Check what a tag would release, and write what the release needs; the workflow `release.yml` runs this.

python -m tests.release notes v0.2.0                  print the version's section of the changelog
python -m tests.release urls OWNER/REPOSITORY         print the addresses for the metadata, which no file of a clone knows
"""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def notes(tag: str) -> str:
    """Return the changelog's section of a tag's version.

    Raises:
        ValueError: pyproject.toml, the package, CITATION.cff or the changelog is of another version, or of another day.
    """
    version = tag.removeprefix("v")
    stated = {
        "pyproject.toml": tomllib.loads(_read("pyproject.toml"))["project"]["version"],
        "dig_envs/__init__.py": _found(r'^__version__ = "(.*)"$', "dig_envs/__init__.py"),
        "CITATION.cff": _found(r"^version: (.*)$", "CITATION.cff"),
    }
    others = [f"{file} has {found}" for file, found in stated.items() if found != version]
    if others or tag == version:
        raise ValueError(f"the tag {tag} is not v and the version of all files: {', '.join(others)}")
    section = re.search(rf"^## \[{re.escape(version)}\] - (\S+)\n(.*?)(?=^## \[|\Z)", _read("CHANGELOG.md"), re.M | re.S)
    if not section:
        raise ValueError(f"CHANGELOG.md has no section of {version}")
    day, text = section.groups()
    if day != _found(r'^date-released: "(.*)"$', "CITATION.cff"):
        raise ValueError(f"CHANGELOG.md has {day}, unlike CITATION.cff")
    return text.strip() + "\n"


def urls(repository: str) -> str:
    """Return the addresses of a repository on GitHub, as a table for the end of pyproject.toml."""
    owner, name = repository.split("/")
    address = f"https://github.com/{repository}"
    table = {
        "Homepage": address,
        "Documentation": f"https://{owner.lower()}.github.io/{name}/",
        "Source": address,
        "Issues": f"{address}/issues",
        "Changelog": f"{address}/blob/main/CHANGELOG.md",
    }
    return "\n[project.urls]\n" + "".join(f'{name} = "{address}"\n' for name, address in table.items())


def _read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def _found(pattern: str, name: str) -> str:
    found = re.search(pattern, _read(name), re.M)
    return found[1] if found else "none"


if __name__ == "__main__":
    command, argument = sys.argv[1:]
    print({"notes": notes, "urls": urls}[command](argument), end="")
