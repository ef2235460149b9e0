"""Tools of the maintainers: the strength page and the models that ship. No part of the distribution."""
