"""Collect the site's pages in one folder, with their links translated for the site.

Pages come from `docs/` and from the folders of the code that they describe. Notebooks and linked source files become pages too.
"""

import re
import shutil
from pathlib import Path

from website import notebooks, pages

SCRIPT = re.compile(r"^\[([\w.]+\.py)\]\(([\w./]+\.py)\)$", re.M)  # a line that contains only a link to a script


def gather(folder: Path) -> None:
    """Empty a folder, and write the sources of the whole site into it."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(pages.ROOT / "docs", folder)
    texts = {path: (pages.ROOT / path).read_text("utf-8") for path in pages.documents()}
    del texts["README.md"]  # docs/index.md is the home page
    for path in pages.shown_files():
        texts[path] = _as_page(path)
    for path, text in texts.items():
        file = folder / pages.address_of(path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(_with_scripts(pages.with_site_links(text, path), file.parent), "utf-8")


def _with_scripts(text: str, folder: Path) -> str:
    """Add the code of scripts below the lines that link to them."""

    def shown(match: re.Match[str]) -> str:
        return f'{match[0]}\n\n```python title="{match[1]}"\n{(folder / match[2]).read_text("utf-8")}```'

    return SCRIPT.sub(shown, text)


def _as_page(path: str) -> str:
    """Return a notebook or a source file as Markdown."""
    text = (pages.ROOT / path).read_text("utf-8")
    if path.endswith(".ipynb"):
        return notebooks.page_of(text)
    language = "python" if path.endswith(".py") else "text"
    return f"---\nsearch:\n  exclude: true\n---\n\n# `{path}`\n\n````{language}\n{text}\n````\n"
