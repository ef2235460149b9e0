"""A position of Let's Dig for Treasure in words, as one seat knows it."""

from dig_envs.lets_dig_for_treasure.components import LOOT_NAMES, NAMES, SCORE_KINDS
from dig_envs.lets_dig_for_treasure.drawing import counts_of, doubt, news, pile_seen, roles_of, tops_seen, used_dogs
from dig_envs.lets_dig_for_treasure.rules.piles import pile_of
from dig_envs.lets_dig_for_treasure.state import NONE
from dig_envs.render.prose import clockwise, counted, joined, seats_named
from dig_envs.render.view import View
from dig_envs.utils.text import pluralized


def describe(view: View) -> dict[str, str | list[str]]:
    """Return the parts of the position by their titles."""
    table = view.table
    parts: dict[str, str | list[str]] = {
        "Stacks": [_stack(view, stack) for stack in range(table.stacks)],
        "Dug up in this turn": joined(
            counted(counts_of(table.dug), NAMES),
            pluralized(table.digs, "dig"),
            f"your pile would change by {pluralized(table.stake, 'point')}" if table.digs else "",
            news(view),
            f"the Lottery Ticket was scored in turn {table.ticket_turn}" if table.ticket_turn else "",
        ),
        "Not shown to all yet, cards that only some seats have seen included": joined(counted(counts_of(table.unseen), NAMES)),
        "Players": [_player(view, p) for p in clockwise(view)],
    }
    for title, words in (("Effects", _effects(view)), ("Stolen card", _stolen(view))):
        if words:
            parts[title] = words
    return parts


def _stack(view: View, stack: int) -> str:
    table = view.table
    tops = [None if kind is None else NAMES[kind] for kind in tops_seen(view, stack)]
    looker, looked = table.looker[stack], table.looked[stack]
    if table.destroyed[stack]:
        gone = ", ".join(name for name in tops if name)
        return joined(
            f"stack {stack + 1}: destroyed", f"you know that these cards are gone: {gone}" if gone else "", _lost(view)
        )
    known = [f"{place + 1}. {name}" for place, name in enumerate(tops) if name]
    whose = seats_named(view, [p for p in range(table.num_players) if pile_of(table, p) == looker])
    return joined(
        f"stack {stack + 1}: {pluralized(table.stack_size[stack], 'card')}",
        f"cards known to you, from the top: {', '.join(known)}" if known else "",
        f"known to {whose}: the top {pluralized(looked, 'card')}" if looker != NONE and looked else "",
    )


def _lost(view: View) -> str:
    return f"{pluralized(view.table.lost, 'card')} of destroyed stacks unseen" if view.table.lost else ""


def _effects(view: View) -> str:
    """Describe the effect that is decided, and those that wait."""
    table = view.table
    waiting = counted([table.waiting[k] for k in range(len(SCORE_KINDS))], [NAMES[kind] for kind in SCORE_KINDS])
    return joined(
        "" if table.card == NONE else f"now: {NAMES[table.card]}",
        "" if table.stack == NONE else f"stack {table.stack + 1}",
        f"{pluralized(table.placed, 'card')} put back so far" if table.placed else "",
        "" if table.urgent == NONE else f"next: {NAMES[table.urgent]}",
        "" if waiting == "none" else f"waiting: {waiting}",
    )


def _stolen(view: View) -> str:
    """Describe the card that changed piles unseen, or the pile that is looked through."""
    table = view.table
    if table.victim == NONE:
        return ""
    piles = [seats_named(view, [p for p in range(table.num_players) if pile_of(table, p) == pile])
             for pile in (table.victim, table.thief)]  # fmt: skip
    if table.thief == NONE:
        return f"The pile of {piles[0]} is looked through."
    stolen = view.known.seats[view.seat or 0].stolen
    may_be = f"all know that it is one of: {counted(table.loot, LOOT_NAMES)}"
    known = "" if stolen == NONE else f"you know that it is {LOOT_NAMES[stolen]}"
    return joined(f"from {piles[0]} to {piles[1]}", may_be, known)


def _player(view: View, p: int) -> str:
    table, pile = view.table, pile_seen(view, p)
    with_partner = [view.name((p + 2) % 4)] if table.teams else []
    return joined(
        view.name(p),
        *(f"team with {name}, one pile for both" for name in with_partner),
        *(role for role in roles_of(view, p) if not role.startswith("team")),
        f"{pluralized(pile.points, 'point')} in the pile: {counted(pile.cards, NAMES)}",
        *used_dogs(pile),
        *doubt(pile),
    )
