"""A position of Dig Dig in words, as one seat knows it."""

from dig_envs.dig_dig.components import KIND_NAMES, NUMBERS
from dig_envs.dig_dig.drawing import PLACES, blind_of, hand_of, run_of, wanted
from dig_envs.dig_dig.state import NONE, Phase
from dig_envs.render.prose import clockwise, counted, each_of, joined
from dig_envs.render.view import View
from dig_envs.utils.text import pluralized

CARDS = tuple(name if kind < NUMBERS else name.upper() for kind, name in enumerate(KIND_NAMES))
CHOSEN = "Chosen so far to lie face up, from your hand and your face-up cards"


def describe(view: View) -> dict[str, str | list[str]]:
    """Return the parts of the position by their titles."""
    table = view.table
    pile = ", ".join(CARDS[table.pile[at]] for at in range(table.pile_size))
    laid = {CHOSEN: f"{each_of(table.picks, CARDS)}."} if table.phase == Phase.SET_UP else {}
    return {
        **laid,
        "Last play": _last_play(view),
        "Pile from the bottom": joined(pile or "empty", wanted(view), run_of(table)),
        "Compost (out of the game)": f"{counted(table.compost, CARDS)}.",
        "Draw deck": f"{pluralized(table.deck_size, 'card')}.",
        "Players": [_player(view, p) for p in clockwise(view)],
    }


def _last_play(view: View) -> str:
    table, kind = view.table, view.table.last_kind
    if table.last_seat == NONE:
        return "none."
    name = view.name(table.last_seat)
    if table.last_count:
        cards = ", ".join([CARDS[kind]] * table.last_count)
        return f"{name} played {cards}{'' if table.pile_size else ', which cleared the pile'}."
    turned = "" if kind == NONE else f"turned over {CARDS[kind]}, which did not fit, and "
    return f"{name} {turned}picked up the pile."


def _player(view: View, p: int) -> str:
    table, hand, own = view.table, hand_of(view, p), p == view.seat
    blind = [f"blind card {k + 1}" for k, kind in enumerate(blind_of(view, p)) if kind != NONE]
    cards = each_of(hand.known, CARDS)
    if hand.others:
        cards = (f"{cards} and " if sum(hand.known) else "") + pluralized(hand.others, "unknown card")
    public = f"the others know of them: {each_of(table.known[p], CARDS)}" if own and sum(table.known[p]) else ""
    return joined(
        view.name(p),
        PLACES[table.place[p]],
        f"hand: {cards}",
        public,
        f"face up: {each_of(table.face_up[p], CARDS)}",
        f"not turned over: {', '.join(blind) or 'no card'}",
    )
