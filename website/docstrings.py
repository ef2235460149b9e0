"""Read docstrings as this project writes them, where MkDocs would show something else.

- Examples stand without fences; `>>>` would become a quotation.
- One line may describe several arguments: `game, options: what is played`.
- A setting's meaning is an argument of `training.settings.setting`.
"""

import ast
import re
from typing import Any

import griffe

SESSION = re.compile(r"^>>> .*\n?(?:\S.*\n?| +.*\n?)*", re.M)
SEVERAL = re.compile(r"^ +(?:\*{0,2}\w+, )+\*{0,2}\w+(?=: )", re.M)
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
    """Return a docstring with fences around its sessions, names that stay together, and "Examples" for its only example."""
    text = SESSION.sub(lambda found: f"\n```pycon\n{found[0].rstrip()}\n```\n", text)
    text = SEVERAL.sub(lambda found: found[0].replace(", ", f",{NO_BREAK}"), text)
    return re.sub(r"^Example:$", "Examples:", text, flags=re.M)
