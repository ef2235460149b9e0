"""Convert a notebook to Markdown: text, code, and the stored output of the code."""

import json
from collections.abc import Iterator
from html import escape
from typing import Any

SHOWN = ("image/png", "image/svg+xml", "text/html", "text/plain")  # in order of preference


def page_of(notebook: str) -> str:
    """Return the Markdown of a notebook, given its JSON."""
    return "\n\n".join(part for cell in json.loads(notebook)["cells"] for part in _cell(cell)) + "\n"


def _cell(cell: dict[str, Any]) -> Iterator[str]:
    text = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        yield text
    elif cell["cell_type"] == "code":
        yield f"```python\n{text}\n```"
        yield from (_output(output) for output in cell["outputs"])


def _output(output: dict[str, Any]) -> str:
    if output["output_type"] == "stream":
        return _printed("".join(output["text"]))
    data = output["data"]
    kind = next(kind for kind in SHOWN if kind in data)
    shown = "".join(data[kind])
    if kind == "image/png":
        return f'<img alt="figure of the code above" src="data:image/png;base64,{shown.strip()}">'
    return _printed(shown) if kind == "text/plain" else f'<div class="output">{_one_block(shown)}</div>'


def _printed(text: str) -> str:
    return f"<pre>{_one_block(escape(text))}</pre>"


def _one_block(html: str) -> str:
    """Replace the empty lines of HTML, which would end it in Markdown."""
    return "\n".join(line if line.strip() else "&#8203;" for line in html.strip("\n").splitlines())
