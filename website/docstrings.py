"""Read docstrings as this project writes them, where MkDocs would show something else.

- Examples stand without fences; `>>>` would become a quotation.
- One line may describe several arguments or attributes: `game, options: what is played`.
- A setting's meaning is an argument of `dig_envs.training.run.settings.setting`.
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
    """Prepare each docstring as it is read."""

    def on_instance(self, *, obj: griffe.Object, **others: Any) -> None:
        """Change the docstring of an object, or give a setting one."""
        if obj.docstring:
            obj.docstring.value = prepared(obj.docstring.value)
        elif isinstance(obj, griffe.Attribute) and isinstance(obj.value, griffe.ExprCall):
            if str(obj.value.function) == "setting":
                obj.value, meaning = obj.value.arguments[:2]
                obj.docstring = griffe.Docstring(ast.literal_eval(str(meaning)), parent=obj)


def prepared(text: str) -> str:
    """Return a docstring with fences around its sessions, and with an entry for each argument, which MkDocs can then check."""
    text = SESSION.sub(lambda found: f"\n```pycon\n{found[0].rstrip()}\n```\n", text)
    text = ARGUMENTS.sub(lambda found: SEVERAL.sub(_one_by_one, found[0]), text)
    text = SEVERAL.sub(_side_by_side, text)
    return re.sub(r"^Example:$", "Examples:", text, flags=re.M)


def _one_by_one(found: re.Match[str]) -> str:
    return "\n".join(f"    {name}: {found[2]}" for name in found[1].split(", "))


def _side_by_side(found: re.Match[str]) -> str:
    """Return attributes that are described together as one name: attributes are not checked."""
    return f"    {found[1].replace(', ', f',{NO_BREAK}')}: {found[2]}"
