"""Questions, actions and their results in Let's Dig for Treasure, in words for people."""

from dig_envs.lets_dig_for_treasure.components import DOG, HAT, LOOT_NAMES, NAMES, SCORE_KINDS, STACKS, USED_DOG
from dig_envs.lets_dig_for_treasure.drawing import tops_seen
from dig_envs.lets_dig_for_treasure.rules.actions import Action
from dig_envs.lets_dig_for_treasure.rules.piles import pile_of
from dig_envs.lets_dig_for_treasure.state import NONE, Phase
from dig_envs.render.changes import differences, named_counts, point_changes, subject
from dig_envs.render.view import PUBLIC, View

MINUTES = 4  # of a game against the expert, at 5 seconds a decision


def may_be_shown(view: View) -> bool:
    """Return False while another seat decides in secret about its Dog (LD-12)."""
    active = view.table.active
    return view.seat == active or view.record.seats[active].skeleton == NONE


def action_as_heard(view: View, action: int) -> str | None:
    """Describe an action to the other seats, without unused Dogs and without the names of hidden cards."""
    if action == Action.NO_DOG:
        return None
    if action >= Action.STEAL:
        return "steal a card"
    if action >= Action.SCORE:
        return "score one of the cards" if action < Action.PUT else "put one of the cards back"
    return label(view, action)


def label(view: View, action: int) -> str:
    """Describe an action to the seat that chooses it."""
    if action < Action.STOP:
        return f"dig in stack {action + 1}"
    if action in WORDS:
        return WORDS[action]
    if action < Action.RESOLVE:
        card, name = NAMES[view.table.card], view.name(_chosen(view, action))
        return f"steal from {name}" if view.table.card == HAT else f"give {card} to {name}"
    if action < Action.LOOK:
        return f"use {NAMES[SCORE_KINDS[action - Action.RESOLVE]]} next"
    if action < Action.SCORE:
        return f"look at stack {action - Action.LOOK + 1}"
    if action < Action.STEAL:
        if action < Action.PUT:
            return f"score {_looked_at(view, action - Action.SCORE)}"
        return f"put back {_looked_at(view, action - Action.PUT)} next"
    return f"steal {LOOT_NAMES[action - Action.STEAL]}"


WORDS: dict[int, str] = {
    Action.STOP: "stop and score",
    Action.USE_DOG: "use a Dog against the Skeleton",
    Action.NO_DOG: "bust without using a Dog",
}


def question(view: View) -> str:
    """Ask for the decision."""
    table = view.table
    if view.record.seats[table.active].skeleton != NONE:
        return "You dug up an Evil Skeleton. Use one of your Dogs?"
    card = "" if table.card == NONE else NAMES[table.card]
    return {
        Phase.DIG: "Keep digging, or stop and score your cards?" if table.digs else "Which stack do you dig in?",
        Phase.PLAYER: f"{card}: which player do you choose?",
        Phase.ORDER: "Which effect do you resolve next?",
        Phase.STACK: f"{card}: which stack do you look at?",
        Phase.TAKE: f"{card}: which of these cards do you score?",
        Phase.PUT_BACK: f"{card}: put the cards back. Which card comes next, counted from the top?",
        Phase.STEAL: "Which card do you steal?",
    }[Phase(table.phase)]


def picture_targets(view: View, action: int) -> tuple[str, ...]:
    """Return the stack, the card looked at, the player or the card of a pile that an action concerns."""
    table = view.table
    pile = pile_of(table, table.active)
    if action < Action.STOP:
        return (f"stack-{action}",)
    if action == Action.STOP:
        return ("dug",)
    if action in (Action.USE_DOG, Action.NO_DOG):
        return (f"pile-{pile}-{DOG}",) if action == Action.USE_DOG else ()
    if action < Action.RESOLVE:
        return (f"seat-{_chosen(view, action)}",)
    if action < Action.LOOK:
        return (f"pile-{pile}-{SCORE_KINDS[action - Action.RESOLVE]}",)
    if action < Action.SCORE:
        return (f"stack-{action - Action.LOOK}",)
    if action < Action.STEAL:
        return (f"top-{table.stack}-{action - Action.SCORE if action < Action.PUT else action - Action.PUT}",)
    kind = DOG if action - Action.STEAL == USED_DOG else action - Action.STEAL
    return tuple(f"pile-{p}-{kind}" for p in range(table.num_players) if pile_of(table, p) == table.victim)


def _chosen(view: View, action: int) -> int:
    return (view.table.active + action - Action.CHOOSE + 1) % view.table.num_players


def _looked_at(view: View, place: int) -> str:
    kind = tops_seen(view, view.table.stack)[place]
    return f"card {place + 1}" if kind is None else NAMES[kind]


assert STACKS == Action.STOP


def describe_change(before: View, after: View, mover: int | None) -> list[str]:
    """Describe cards dug up, a bust, cards looked at, a card stolen, and the points."""
    table = after.table
    up = named_counts(differences(table.unseen, before.table.unseen), NAMES)
    words = [", ".join(up)] if up else []
    if up and table.busted != NONE:
        words.append(f"{subject(after, table.busted, mover)}busted")
    if before.table.phase == Phase.STACK and table.stack != NONE:
        tops = [NAMES[kind] for kind in tops_seen(after, table.stack) if kind is not None]
        words += [f"from the top: {', '.join(tops)}"] if tops else []
    return [*words, *_stolen(before, after), *point_changes(before, after, mover)]


def _stolen(before: View, after: View) -> list[str]:
    """Name the stolen card to its former owner."""
    if after.seat == PUBLIC or after.seat == before.table.active:
        return []
    old, new = (view.record.seats[view.seat].stolen for view in (before, after))
    return [f"it was {LOOT_NAMES[new]}"] if new not in (NONE, old) else []
