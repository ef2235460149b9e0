"""Gather the site's pages in one folder: those of `docs/`, and those that stand beside what they describe.

Their links are led to where the pages stand in the site. Notebooks and source files become pages where a page links to them.
"""

import re
import shutil
from pathlib import Path

from website import notebooks, pages

SCRIPT = re.compile(r"^\[([\w.]+\.py)\]\(([\w./]+\.py)\)$", re.M)  # a line of its own that links to a script


def gather(folder: Path) -> None:
    """Write the sources of the whole site into a folder, which is emptied before."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(pages.ROOT / "docs", folder)
    texts = {path: (pages.ROOT / path).read_text("utf-8") for path in pages.documents()}
    del texts["README.md"]  # the home page stands for it
    for path in pages.shown_files():
        texts[path] = _as_page(path)
    for path, text in texts.items():
        file = folder / pages.address_of(path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(_with_scripts(pages.led_to_the_site(text, path), file.parent), "utf-8")


def _with_scripts(text: str, folder: Path) -> str:
    """Return a page's text in which the scripts that it offers are shown."""

    def shown(found: re.Match[str]) -> str:
        return f'{found[0]}\n\n```python title="{found[1]}"\n{(folder / found[2]).read_text("utf-8")}```'

    return SCRIPT.sub(shown, text)


def _as_page(path: str) -> str:
    """Return a notebook or a source file as Markdown."""
    text = (pages.ROOT / path).read_text("utf-8")
    if path.endswith(".ipynb"):
        return notebooks.page_of(text)
    language = "python" if path.endswith(".py") else "text"
    return f"---\nsearch:\n  exclude: true\n---\n\n# `{path}`\n\n````{language}\n{text}\n````\n"
