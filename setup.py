"""Name the packages, install an editable copy as a path, and make the README's links absolute (see docs/architecture.md)."""

import re
import tomllib
from pathlib import Path

from setuptools import find_packages, setup
from setuptools.command.editable_wheel import editable_wheel

FOLDERS = {"dig_envs.agents": "agents", "dig_envs.training": "training"}
EDITABLE = "editable"  # holds a link to `dig_envs` and nothing else
PICTURES = (".png", ".svg", ".webp")


class EditablePath(editable_wheel):
    """Install the folder EDITABLE as a path, which type checkers follow; in a copy without links, an import hook."""

    def finalize_options(self) -> None:
        if all(Path(EDITABLE, *name.split(".")).is_dir() for name in FOLDERS):
            self.distribution.package_dir = {"": EDITABLE}
        super().finalize_options()


def packages_in(name: str, folder: str) -> list[str]:
    """Return the names of the package that a folder holds and of all packages below it."""
    return [name, *(f"{name}.{inner}" for inner in find_packages(folder))]


def description() -> str:
    """Return the README, with absolute addresses if pyproject.toml has the repository's address, which a release adds."""
    readme, project = Path("README.md").read_text("utf-8"), tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"]
    return absolute(readme, project["urls"]["Source"], f"v{project['version']}") if "urls" in project else readme


def absolute(readme: str, repository: str, tag: str) -> str:
    """Return a README with addresses in a repository on GitHub in place of relative links and pictures."""
    files = f"{repository.replace('//github.com', '//raw.githubusercontent.com')}/{tag}/"

    def address(link: re.Match[str]) -> str:
        return link[1] + (files if link[2].endswith(PICTURES) else f"{repository}/blob/{tag}/") + link[2]

    readme = re.sub(r"git clone REPOSITORY(.*?) +# REPOSITORY: .*", rf"git clone {repository}\1", readme)
    readme = readme.replace("](../../actions/", f"]({repository}/actions/")
    return re.sub(r"""(\]\(|(?:src|srcset|href)=")(?!https?:|#)([^)"]+)""", address, readme)


own = ["dig_envs", *(f"dig_envs.{name}" for name in find_packages("dig_envs", exclude=["agents*", "training*"]))]
mapped = [package for name, folder in FOLDERS.items() for package in packages_in(name, folder)]
setup(
    packages=[*own, *mapped],
    package_dir=FOLDERS,
    cmdclass={"editable_wheel": EditablePath},
    long_description=description(),
    long_description_content_type="text/markdown",
)
