"""Questions, actions and their results in Dig Dig, in words for people."""

from dig_envs.dig_dig.components import COPIES, KIND_NAMES, NUMBERS
from dig_envs.dig_dig.drawing import hand_of
from dig_envs.dig_dig.rules import Action, total
from dig_envs.dig_dig.state import Phase
from dig_envs.render.changes import differences, named_counts, subject
from dig_envs.render.view import View
from dig_envs.utils.text import pluralized

MINUTES = 5  # of a game against the expert, at 5 seconds a decision


def may_be_shown(view: View) -> bool:
    """Return True: no decision is secret."""
    return True


def action_as_heard(view: View, action: int) -> str:
    """Describe an action to the other seats, in full: every action is public."""
    return label(view, action)


def label(view: View, action: int) -> str:
    """Describe an action to the seat that chooses it."""
    if action >= Action.LAY:
        return f"lay {_card(action - Action.LAY)} face up"
    if action == Action.PICK_UP:
        return "pick up the pile"
    if action >= Action.BLIND:
        return f"turn over blind card {action - Action.BLIND + 1}"
    count = action % COPIES + 1 if action < Action.POWER else 1
    return f"play {('', '', 'two', 'three', 'four')[count]}".rstrip() + f" {_card(_kind(action))}" + "s" * (count > 1)


def question(view: View) -> str:
    """Ask for the decision."""
    table = view.table
    me = table.active
    if table.phase == Phase.SET_UP:
        return f"Choose your face-up card {total(table.picks) + 1} of {table.row}."
    if table.phase == Phase.OPENING:
        return "You begin, with your lowest number if you have one. Which cards do you play?"
    if table.hand_size[me]:
        return "Which cards do you play from your hand?"
    return "Which face-up card do you play?" if total(table.face_up[me]) else "Which blind card do you turn over?"


def picture_targets(view: View, action: int) -> tuple[str, ...]:
    """Return the card that an action plays, in hand or on the table, or the pile."""
    me = view.table.active
    if action == Action.PICK_UP:
        return ("pile",)
    if Action.BLIND <= action < Action.PICK_UP:
        return (f"blind-{me}-{action - Action.BLIND}",)
    kind = action - Action.LAY if action >= Action.LAY else _kind(action)
    return (f"{'hand' if view.table.hand_size[me] else 'row'}-{me}-{kind}",)


def _kind(action: int) -> int:
    return action // COPIES if action < Action.POWER else NUMBERS + action - Action.POWER


def _card(kind: int) -> str:
    return KIND_NAMES[kind] if kind < NUMBERS else KIND_NAMES[kind].upper()


def describe_change(before: View, after: View, mover: int | None) -> list[str]:
    """Describe the blind card that was turned over, the pile, the cards drawn, and a player that went out."""
    words = []
    table = after.table
    player = before.table.active
    if sum(before.table.blind[player]) > sum(table.blind[player]):
        fits = "" if table.last_count else ", which did not fit"
        words.append(f"{subject(after, player, mover)}turned over {_card(table.last_kind)}{fits}")
    if not table.last_count and before.table.phase != Phase.SET_UP:
        words.append(f"{subject(after, player, mover)}took {pluralized(before.table.pile_size, 'card')}")
    if total(table.compost) > total(before.table.compost):
        words.append("the pile went to the compost")
    words += _drawn(before, after, player, mover)
    if table.place[player] > before.table.place[player]:
        words.append(f"{subject(after, player, mover)}went out")
    return words


def _drawn(before: View, after: View, player: int, mover: int | None) -> list[str]:
    """Describe the number of cards drawn, and for the player who drew them their kinds."""
    drawn = before.table.deck_size - after.table.deck_size
    if drawn <= 0:
        return []
    if after.seat != player:
        return [f"{subject(after, player, mover)}drew {pluralized(drawn, 'card')}"]
    kept = list(hand_of(before, player).known)
    kept[after.table.last_kind] -= after.table.last_count
    new = differences(kept, hand_of(after, player).known)
    cards = named_counts(new, [_card(kind) for kind in range(len(KIND_NAMES))])
    return [f"{subject(after, player, mover)}drew {', '.join(cards)}"]
