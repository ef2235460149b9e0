"""Say why the main actions of Let's Dig for Treasure are impossible."""

from dig_envs.lets_dig_for_treasure.state import NONE, Phase
from dig_envs.render.view import View


def reasons(view: View) -> dict[str, str]:
    """Return the reasons by the action in words, such as {"stop": "dig up a card first"}; "" for a possible action."""
    table = view.table
    if table.phase != Phase.DIG or view.record.seats[table.active].skeleton != NONE:
        return {}
    stacks = {f"dig in stack {stack + 1}": _dig(view, stack) for stack in range(len(table.stack_size))}
    return {"stop": "" if table.digs else "dig up a card first", **stacks}


def _dig(view: View, stack: int) -> str:
    if view.table.stack_size[stack]:
        return ""
    return "a Land Mine has destroyed it" if view.table.destroyed[stack] else "it is empty"
