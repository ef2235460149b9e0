"""Tools of the maintainers, which need a clone: the strength page, and models and weights that ship with the package."""
