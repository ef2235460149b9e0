"""Explain parts of pictures and actions in one sentence each: the module `explanations` in the package of the game's drawing.

| function | returns |
|---|---|
| `explain_part(view, part)` | a part of the picture (`Svg.spot`, `Svg.part`), as the viewer knows it |
| `explain_action(view, action)` | an action of the viewer |

A game without such a module has no explanations.
"""

import re

from dig_envs.render.view import View, module_of

PART = re.compile(r'data-spot="([^"]+)"')


def explain_parts(view: View, svg: str) -> dict[str, str]:
    """Return the explanation of each part of a picture, by the part's name."""
    module = module_of(view.game, "explanations")
    return {} if module is None else {part: module.explain_part(view, part) for part in sorted(set(PART.findall(svg)))}


def explain_action(view: View, action: int) -> str:
    """Return the explanation of an action of the viewer; "" without one."""
    module = module_of(view.game, "explanations")
    return "" if module is None else module.explain_action(view, action)
