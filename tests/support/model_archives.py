"""Read the parts of a model file, and write model files from parts."""

import zipfile


def contents(path):
    """Return the content of each file in an archive, by name."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(files, path, **options):
    """Write files into an archive at `path`, and return the path."""
    with zipfile.ZipFile(path, "w", **options) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path
