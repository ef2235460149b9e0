"""Translate this project's docstrings into the form that MkDocs expects.

- Sessions with `>>>` get fences; MkDocs would show them as quotations.
- One line that describes several arguments or attributes, `game, options: the game and its options`, becomes several entries.
- A settings field gets its docstring from the second argument of `dig_envs.training.run.settings.setting`.
"""

import ast
import re
from typing import Any

import griffe

SESSION = re.compile(r"^>>> .*\n?(?:\S.*\n?| +.*\n?)*", re.M)
ARGUMENTS = re.compile(r"^Args:\n(?: +.*\n?|\n)+", re.M)
SEVERAL = re.compile(r"^    ((?:\*{0,2}\w+, )+\*{0,2}\w+): (.*(?:\n {8}.*)*)", re.M)
NO_BREAK = "\u00a0"


class ProjectDocstrings(griffe.Extension):
    """An extension of griffe, which reads the source."""

    def on_instance(self, *, obj: griffe.Object, **others: Any) -> None:
        """Translate the docstring of an object, or add one to a setting."""
        if obj.docstring:
            obj.docstring.value = prepared(obj.docstring.value)
        elif isinstance(obj, griffe.Attribute) and isinstance(obj.value, griffe.ExprCall):
            if str(obj.value.function) == "setting":
                obj.value, meaning = obj.value.arguments[:2]
                obj.docstring = griffe.Docstring(ast.literal_eval(str(meaning)), parent=obj)


def prepared(text: str) -> str:
    """Return a docstring with fences around its sessions and one entry for each argument, which MkDocs can check."""
    text = SESSION.sub(lambda match: f"\n```pycon\n{match[0].rstrip()}\n```\n", text)
    text = ARGUMENTS.sub(lambda match: SEVERAL.sub(_one_by_one, match[0]), text)
    text = SEVERAL.sub(_side_by_side, text)
    return re.sub(r"^Example:$", "Examples:", text, flags=re.M)


def _one_by_one(match: re.Match[str]) -> str:
    return "\n".join(f"    {name}: {match[2]}" for name in match[1].split(", "))


def _side_by_side(match: re.Match[str]) -> str:
    """Join the names of attributes with one description into one name; MkDocs does not check attributes."""
    return f"    {match[1].replace(', ', f',{NO_BREAK}')}: {match[2]}"
