"""Say why the main actions of 2-Bit Bandits are impossible."""

from dig_envs.render.view import View
from dig_envs.two_bit_bandits.rules.holdings import Slot, active_slots
from dig_envs.two_bit_bandits.rules.level_map import can_explore
from dig_envs.two_bit_bandits.rules.stage import battle_is_next, may_back_out, may_switch
from dig_envs.two_bit_bandits.state import NONE, Final, Phase


def reasons(view: View) -> dict[str, str]:
    """Return the reasons by the action in words, such as {"back out": "finish a scene first"}; "" for a possible action."""
    if view.table.phase == Phase.EXPLORE:
        return {"look at level cards": _look(view)}
    if view.table.phase == Phase.READY:
        health = {} if battle_is_next(view.table) else {"restore health": _health(view)}
        return {"back out": _back_out(view), **health, "swap the pickups": _swap(view)}
    return {}


def _look(view: View) -> str:
    table = view.table
    if can_explore(table):
        return ""
    if not table.stack_size:
        return "no level card is left"
    if table.hideouts > table.num_defeated:
        return "complete the hideout on the map first"
    return "no open exit can be reached"


def _back_out(view: View) -> str:
    table = view.table
    if may_back_out(table, table.active):
        return ""
    if table.final != Final.AHEAD:
        return "nobody backs out after the final battle"
    return "finish a scene first" if not table.scene else "the last Good Guy plays on"


def _health(view: View) -> str:
    table = view.table
    if table.health[table.active] >= table.max_health:
        return "you have full health"
    return "" if table.pickups[table.active][Slot.ACTIVE] != NONE else "you have no pickup"


def _swap(view: View) -> str:
    table = view.table
    if may_switch(table, table.active):
        return ""
    if table.pickups[table.active][Slot.STORED] == NONE:
        return "no pickup is stored"
    return "both pickups are active" if active_slots(table) > 1 else "you have swapped before this scene"
