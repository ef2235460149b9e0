"""Name the packages: `agents/` and `training/` are `dig_envs.agents` and `dig_envs.training` (see docs/architecture.md)."""

from setuptools import find_packages, setup

FOLDERS = {"dig_envs.agents": "agents", "dig_envs.training": "training"}


def packages_in(name: str, folder: str) -> list[str]:
    """Return the names of the package that a folder holds and of all packages below it."""
    return [name, *(f"{name}.{inner}" for inner in find_packages(folder))]


own = ["dig_envs", *(f"dig_envs.{name}" for name in find_packages("dig_envs", exclude=["agents*", "training*"]))]
mapped = [package for name, folder in FOLDERS.items() for package in packages_in(name, folder)]
setup(packages=[*own, *mapped], package_dir=FOLDERS)
