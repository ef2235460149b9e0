"""Show the examples in docstrings as Python sessions: MkDocs would take `>>>` for quotations."""

import re
from typing import Any

import griffe

SESSION = re.compile(r"^( *)>>> .*\n?(?:\1\S.*\n?|\1 +.*\n?)*", re.M)


class FencedSessions(griffe.Extension):
    """Put fences around the sessions of each docstring as it is read."""

    def on_object(self, *, obj: griffe.Object, **others: Any) -> None:
        """Change the docstring of an object, if it has one."""
        if obj.docstring and ">>>" in obj.docstring.value:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    """Return a docstring with fences around its sessions."""
    return SESSION.sub(lambda found: f"\n{found[1]}```pycon\n{found[0].rstrip()}\n{found[1]}```\n", text)
