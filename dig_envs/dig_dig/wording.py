"""Say what a seat of Dig Dig is asked, what its actions mean, where they are on the picture, and what others hear of them."""

from dig_envs.dig_dig.components import COPIES, KIND_NAMES, NUMBERS, ROW
from dig_envs.dig_dig.rules.actions import BLIND, LAY, PICK_UP, POWER
from dig_envs.dig_dig.rules.holdings import total
from dig_envs.dig_dig.state import Phase
from dig_envs.dig_dig.visibility import visibility_of
from dig_envs.render.changes import differences, named, numbered, who
from dig_envs.render.view import View


def settled(view: View) -> bool:
    """Return True: nobody is asked in secret."""
    return True


def told(view: View, action: int) -> str:
    """Say what the others hear of an action: all, as every play is open."""
    return label(view, action)


def label(view: View, action: int) -> str:
    """Say what an action does."""
    if action >= LAY:
        return f"lay {_card(action - LAY)} face up"
    if action == PICK_UP:
        return "pick up the pile"
    if action >= BLIND:
        return f"turn over blind card {action - BLIND + 1}"
    count = action % COPIES + 1 if action < POWER else 1
    return f"play {('', '', 'two', 'three', 'four')[count]}".rstrip() + f" {_card(_kind(action))}" + "s" * (count > 1)


def question(view: View) -> str:
    """Say what the seat decides."""
    table = view.table
    me = table.active
    if table.phase == Phase.SET_UP:
        return f"Choose card {total(table.picks) + 1} of the {ROW} that will lie face up before you."
    if table.phase == Phase.OPENING:
        return "You begin, with your lowest number. How many of it?"
    if table.hand_size[me]:
        return "Which cards do you play from your hand?"
    return "Which face-up card do you play?" if total(table.face_up[me]) else "Which blind card do you turn over?"


def spots(view: View, action: int) -> tuple[str, ...]:
    """Name what an action is about on the picture: a card in hand or before the player, or the pile."""
    me = view.table.active
    if action == PICK_UP:
        return ("pile",)
    if BLIND <= action < PICK_UP:
        return (f"blind-{me}-{action - BLIND}",)
    kind = action - LAY if action >= LAY else _kind(action)
    return (f"{'hand' if view.table.hand_size[me] else 'row'}-{me}-{kind}",)


def _kind(action: int) -> int:
    return action // COPIES if action < POWER else NUMBERS + action - POWER


def _card(kind: int) -> str:
    return KIND_NAMES[kind] if kind < NUMBERS else KIND_NAMES[kind].upper()


def outcome(before: View, after: View, mover: int | None) -> list[str]:
    """Say which blind card was turned over, what was picked up or cleared away, what was drawn, and who went out."""
    words = []
    table = after.table
    player = before.table.active
    if sum(before.table.blind[player]) > sum(table.blind[player]):
        fits = "" if table.last_count else ", which does not fit"
        words.append(f"{who(after, player, mover)}turns over {_card(table.last_kind)}{fits}")
    if not table.last_count and before.table.phase != Phase.SET_UP:
        words.append(f"{who(after, player, mover)}takes {numbered(before.table.pile_size, 'card')}")
    if total(table.compost) > total(before.table.compost):
        words.append("the pile goes to the compost")
    words += _drawn(before, after, player, mover)
    if table.place[player] > before.table.place[player]:
        words.append(f"{who(after, player, mover)}goes out")
    return words


def _drawn(before: View, after: View, player: int, mover: int | None) -> list[str]:
    """Say how many cards were drawn; to who drew them, which."""
    drawn = before.table.deck_size - after.table.deck_size
    if drawn <= 0:
        return []
    if after.seat != player:
        return [f"{who(after, player, mover)}draws {numbered(drawn, 'card')}"]
    kept = list(visibility_of(before).hands[player].known)
    kept[after.table.last_kind] -= after.table.last_count
    cards = named(differences(kept, visibility_of(after).hands[player].known), [_card(kind) for kind in range(len(KIND_NAMES))])
    return [f"{who(after, player, mover)}draws {', '.join(cards)}"]
