"""Say what a seat of Let's Dig for Treasure is asked, what its actions mean, where they are on the picture, and what others
hear of them."""

from dig_envs.lets_dig_for_treasure.components import DOG, LOOT_NAMES, NAMES, SCORE_KINDS, STACKS, USED_DOG
from dig_envs.lets_dig_for_treasure.rules.actions import CHOOSE, LOOK, NO_DOG, PUT, RESOLVE, SCORE, STEAL, STOP, USE_DOG
from dig_envs.lets_dig_for_treasure.state import NONE, Phase
from dig_envs.lets_dig_for_treasure.visibility import visibility_of
from dig_envs.render.changes import differences, gains, named, who
from dig_envs.render.view import PUBLIC, View


def settled(view: View) -> bool:
    """Return whether the seat may see this moment: not while another is asked, in secret, about its Dog (LD-12)."""
    active = view.table.active
    return view.seat == active or view.record.seats[active].skeleton == NONE


def told(view: View, action: int) -> str | None:
    """Say what the others hear of an action: not that a Dog was not used, nor which of the cards looked at or stolen it was."""
    if action == NO_DOG:
        return None
    if action >= STEAL:
        return "steal a card"
    if action >= SCORE:
        return "score one of the cards looked at" if action < PUT else "put one of the cards looked at back"
    return label(view, action)


def label(view: View, action: int) -> str:
    """Say what an action does."""
    if action < STOP:
        return f"dig in stack {action + 1}"
    if action in WORDS:
        return WORDS[action]
    if action < RESOLVE:
        return f"choose {view.name(_chosen(view, action))}"
    if action < LOOK:
        return f"now the {NAMES[SCORE_KINDS[action - RESOLVE]]}"
    if action < SCORE:
        return f"look at stack {action - LOOK + 1}"
    if action < STEAL:
        verb, place = ("score", action - SCORE) if action < PUT else ("put back next:", action - PUT)
        return f"{verb} {_looked_at(view, place)}"
    return f"steal {LOOT_NAMES[action - STEAL]}"


WORDS = {STOP: "stop, and score", USE_DOG: "use a Dog against the Skeleton", NO_DOG: "use no Dog, and bust"}


def question(view: View) -> str:
    """Say what the seat decides."""
    table = view.table
    if view.record.seats[table.active].skeleton != NONE:
        return "You have dug up an Evil Skeleton. Use one of your Dogs?"
    card = "" if table.card == NONE else NAMES[table.card]
    return {
        Phase.DIG: "Dig on, or stop and score what you have dug?" if table.digs else "Dig up the top card of which stack?",
        Phase.PLAYER: f"{card}: which player do you choose?",
        Phase.ORDER: "Which effect comes next?",
        Phase.STACK: f"{card}: which stack do you look at?",
        Phase.TAKE: f"{card}: which of these cards do you score?",
        Phase.PUT_BACK: f"{card}: put the cards back. Which comes next, from the top?",
        Phase.STEAL: "Which card do you steal?",
    }[Phase(table.phase)]


def spots(view: View, action: int) -> tuple[str, ...]:
    """Name what an action is about on the picture: a stack, a card looked at, a player, a card of a pile."""
    table = view.table
    pile = table.active % 2 if table.teams else table.active
    if action < STOP:
        return (f"stack-{action}",)
    if action == STOP:
        return ("dug",)
    if action in (USE_DOG, NO_DOG):
        return (f"pile-{pile}-{DOG}",) if action == USE_DOG else ()
    if action < RESOLVE:
        return (f"seat-{_chosen(view, action)}",)
    if action < LOOK:
        return (f"pile-{pile}-{SCORE_KINDS[action - RESOLVE]}",)
    if action < SCORE:
        return (f"stack-{action - LOOK}",)
    if action < STEAL:
        return (f"top-{table.stack}-{action - SCORE if action < PUT else action - PUT}",)
    kind = DOG if action - STEAL == USED_DOG else action - STEAL
    return tuple(f"pile-{p}-{kind}" for p in range(table.num_players) if p % 2 != pile % 2 or (not table.teams and p != pile))


def _chosen(view: View, action: int) -> int:
    return (view.table.active + action - CHOOSE) % view.table.num_players


def _looked_at(view: View, place: int) -> str:
    kind = visibility_of(view).tops[view.table.stack][place]
    return f"card {place + 1}" if kind is None else NAMES[kind]


assert STACKS == STOP


def outcome(before: View, after: View, mover: int | None) -> list[str]:
    """Say which cards came up, whether they bust, what was seen of a stack or stolen, and the points that this brought."""
    table = after.table
    up = named(differences(table.unseen, before.table.unseen), NAMES)
    words = [", ".join(up)] if up else []
    if up and table.busted != NONE:
        words.append(f"{who(after, table.busted, mover)}bust{'' if table.busted in (mover, after.seat) else 's'}")
    if before.table.phase == Phase.STACK and table.stack != NONE:
        tops = [NAMES[kind] for kind in visibility_of(after).tops[table.stack] if kind is not None]
        words += [f"from the top: {', '.join(tops)}"] if tops else []
    return [*words, *_stolen(before, after), *gains(before, after, mover)]


def _stolen(before: View, after: View) -> list[str]:
    """Say which card was stolen, to those who know it and have not chosen it."""
    if after.seat == PUBLIC or after.seat == before.table.active:
        return []
    old, new = (view.record.seats[view.seat].stolen for view in (before, after))
    return [f"it is {LOOT_NAMES[new]}"] if new not in (NONE, old) else []
