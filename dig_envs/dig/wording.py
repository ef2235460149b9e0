"""Say what a seat of DIG is asked, what its actions mean, where they are on the picture, and what others hear of them."""

from dig_envs.dig.components import BACK_PAIRS, COLOURS, MAX_STEP
from dig_envs.dig.rules.actions import ACTIONS, DIG, DROP, END, HOME, KEEP, PLACE
from dig_envs.dig.state import Phase
from dig_envs.dig.visibility import visibility_of
from dig_envs.render.changes import differences, gains, numbered
from dig_envs.render.view import View

BONES = tuple(f"{'an' if colour[0] in 'aeiou' else 'a'} {colour} bone" for colour in COLOURS)


def settled(view: View) -> bool:
    """Return True: nobody is asked in secret."""
    return True


def told(view: View, action: int) -> str:
    """Say what the others hear of an action: of a bone that is put back not the colour (DIG-5)."""
    return "put a bone back" if action >= PLACE else label(view, action)


def label(view: View, action: int) -> str:
    """Say what an action does."""
    if action < DIG:
        target = _target(view, action)
        return f"move {action % MAX_STEP + 1} {'back' if action >= HOME else 'on'}, to " + (
            f"place {target}" if target else "the doghouse"
        )
    if action == DROP:
        return "drop the bones of this bowl's colour"
    if action >= PLACE:
        return f"put {BONES[action - PLACE]} back"
    return {DIG: "dig here", END: "end the turn", KEEP: "keep the bones"}.get(action, ACTIONS.name(action))


def question(view: View) -> str:
    """Say what the seat decides."""
    table = view.table
    if table.phase == Phase.PUT:
        return "You have dug a bone. Keep all your bones, or put one back, face down, into the hole?"
    left = table.actions_left
    return f"Move, dig, drop or end the turn? You have {left} action{'' if left == 1 else 's'} left."


def spots(view: View, action: int) -> tuple[str, ...]:
    """Name what an action is about on the picture: the place it leads to, or a bone in hand."""
    if action < DIG:
        return (f"place-{_target(view, action)}",)
    if action in (DIG, DROP):
        return (f"place-{view.table.place[view.table.active]}",)
    return (f"hand-{action - PLACE}",) if action >= PLACE else ()


def _target(view: View, action: int) -> int:
    steps = action % MAX_STEP + 1
    place = view.table.place[view.table.active]
    return place - steps if action >= HOME else place + steps


def outcome(before: View, after: View, mover: int | None) -> list[str]:
    """Say which bone was dug, if the seat knows it, or its back; what was dropped, and the points that this brought."""
    words = []
    if after.table.phase == Phase.PUT:
        words.append(_dug(after))
    for seat in range(after.table.num_players):
        dropped = differences(before.table.dropped[seat], after.table.dropped[seat])
        counts = [sum(dropped[colour :: len(COLOURS)]) for colour in range(len(COLOURS))]
        words += [f"drops {numbered(count, f'{name} bone')}" for name, count in zip(COLOURS, counts, strict=True) if count]
    return [*filter(None, words), *gains(before, after, mover)]


def _dug(view: View) -> str:
    """Name the bone just dug, as far as the seat knows it."""
    dug = visibility_of(view).dug
    if dug is not None and dug.colour is not None:
        return BONES[dug.colour]
    if not view.table.scents:
        return ""
    back = view.table.back[view.table.place[view.table.active]]
    return f"its back is {' and '.join(COLOURS[colour] for colour in BACK_PAIRS[back])}"
