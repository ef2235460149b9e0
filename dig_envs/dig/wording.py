"""Questions, actions and their results in DIG, in words for people."""

from dig_envs.dig.components import BACK_PAIRS, COLOURS, MAX_STEP
from dig_envs.dig.rules import Action, colour_of
from dig_envs.dig.state import NONE, Phase
from dig_envs.render.changes import differences, point_changes
from dig_envs.render.view import View
from dig_envs.utils.text import pluralized

MINUTES = 5  # of a game against the expert, at 5 seconds a decision

BONES = tuple(f"{'an' if colour[0] in 'aeiou' else 'a'} {colour} bone" for colour in COLOURS)


def may_be_shown(view: View) -> bool:
    """Return True: no decision is secret."""
    return True


def action_as_heard(view: View, action: int) -> str:
    """Describe an action to the other seats, without the colour of a bone that is put back (DIG-5)."""
    return "put a bone back" if action >= Action.PUT else label(view, action)


def label(view: View, action: int) -> str:
    """Describe an action to the seat that chooses it."""
    if action < Action.DIG:
        direction = "back" if action >= Action.HOME else "forward"
        target = _target(view, action)
        return f"move {action % MAX_STEP + 1} {direction} to {f'place {target}' if target else 'the doghouse'}"
    if action == Action.DROP:
        return "drop the bones of this bowl's colour"
    if action >= Action.PUT:
        return f"put {BONES[action - Action.PUT]} back"
    words: dict[int, str] = {Action.DIG: "dig here", Action.END: "end the turn", Action.KEEP: "keep all bones"}
    return words[action]


def question(view: View) -> str:
    """Ask for the decision."""
    table = view.table
    if table.phase == Phase.PUT:
        return "You dug up a bone. Keep all your bones, or put one back face down?"
    left = table.actions_left
    return f"Move, dig, drop or end your turn? You have {pluralized(left, 'action')} left."


def picture_targets(view: View, action: int) -> tuple[str, ...]:
    """Return the target place of an action, or the bone in hand."""
    if action < Action.DIG:
        return (f"place-{_target(view, action)}",)
    if action in (Action.DIG, Action.DROP):
        return (f"place-{view.table.place[view.table.active]}",)
    return (f"hand-{action - Action.PUT}",) if action >= Action.PUT else ()


def _target(view: View, action: int) -> int:
    steps = action % MAX_STEP + 1
    place = view.table.place[view.table.active]
    return place - steps if action >= Action.HOME else place + steps


def describe_change(before: View, after: View, mover: int | None) -> list[str]:
    """Describe the bone that was dug up, the bones that were dropped, and the points."""
    words = []
    if after.table.phase == Phase.PUT:
        words.append(_dug(after))
    for seat in range(after.table.num_players):
        dropped = differences(before.table.dropped[seat], after.table.dropped[seat])
        counts = [sum(dropped[colour :: len(COLOURS)]) for colour in range(len(COLOURS))]
        words += [f"dropped {pluralized(count, f'{name} bone')}" for name, count in zip(COLOURS, counts, strict=True) if count]
    return [*filter(None, words), *point_changes(before, after, mover)]


def _dug(view: View) -> str:
    """Name the bone just dug up, or with scents its back; "" if the seat knows neither."""
    dug = view.known.seats[view.table.active].dug
    if dug != NONE:
        return BONES[colour_of(dug)]
    if not view.table.scents:
        return ""
    back = view.table.back[view.table.place[view.table.active]]
    return f"its back shows {' and '.join(COLOURS[colour] for colour in BACK_PAIRS[back])}"
