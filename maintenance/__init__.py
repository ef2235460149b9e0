"""Tools of the maintainers, which need a clone of the repository: the strength page, and models that ship with the package."""
