"""Run a notebook without Jupyter: `python -m tests.support.notebook_run FILE` writes the output of its cells."""

import ast
import json
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from types import ModuleType
from typing import Any

SHOWN = ("_repr_html_", "_repr_svg_")


def code_cells(path: Path) -> list[dict[str, Any]]:
    return [cell for cell in json.loads(path.read_text("utf-8"))["cells"] if cell["cell_type"] == "code"]


def run(path: Path) -> list[dict[str, str]]:
    """Run the cells in order, as a module `__main__`. Return the printed text and the shown HTML or SVG of each cell."""
    module = sys.modules["__main__"] = ModuleType("__main__")
    found = []
    for number, cell in enumerate(code_cells(path)):
        printed = StringIO()
        with redirect_stdout(printed):
            shown = value_of("".join(cell["source"]), vars(module), f"<cell {number} of {path.name}>")
        found.append({"printed": printed.getvalue(), "shown": shown})
    return found


def value_of(source: str, scope: dict[str, Any], name: str) -> str:
    """Execute a cell. Return the HTML or SVG of its last expression as a notebook shows it, or an empty string."""
    body = ast.parse(source).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), name, "exec"), scope)
    value = None if last is None else eval(compile(ast.Expression(last.value), name, "eval"), scope)
    ways = [way for way in SHOWN if hasattr(type(value), way)]
    return getattr(value, ways[0])() if ways else ""


if __name__ == "__main__":
    json.dump(run(Path(sys.argv[1])), sys.stdout)
