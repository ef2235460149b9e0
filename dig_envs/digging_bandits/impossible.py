"""Say why the main actions of Digging Bandits are impossible."""

from dig_envs.digging_bandits.captions import innermost
from dig_envs.digging_bandits.components import BUILDING_COINS, CHARACTERS, IS_LAND, Card
from dig_envs.digging_bandits.rules.dig import may_dig_here
from dig_envs.digging_bandits.rules.move import in_town
from dig_envs.digging_bandits.rules.turn import can_dig, can_do_main, can_pick_up, can_play, may_play
from dig_envs.digging_bandits.state import FrameKind, Step
from dig_envs.render.view import View


def reasons(view: View) -> dict[str, str]:
    """Return the reasons by the action in words, such as {"dig": "you have no tool"}; "" for a possible action."""
    kind, me = innermost(view.table).kind, view.record.secret.mover
    found = {}
    if kind == FrameKind.MOVE:
        found["roll"] = "settle the bridge first" if view.table.owing[me] else ""
    if kind == FrameKind.TRAVEL or found.get("roll"):
        found["pay the toll"] = "" if _hand(view)[Card.COIN] else "you have no COIN"
    if kind == FrameKind.ACTION:
        found |= _in_town(view) | {
            "dig": _dig(view),
            "play a Draw card": _play(view),
            "pick up": _pick_up(view),
            "end the turn": _end(view),
        }
    return found


def _hand(view: View) -> tuple[int, ...]:
    return view.record.seats[view.record.secret.mover].hand


def _rights(view: View) -> tuple:
    """Return the arguments of the rules' guards: the table, the seat's record and its number."""
    me = view.record.secret.mover
    return view.table, view.record.seats[me], me


def _in_town(view: View) -> dict[str, str]:
    """Return the reason for each card that ends the game of a bandit, if the hand holds such cards away from a town."""
    hand = _hand(view)
    pair = any(hand[Card.LAND_WANTED + at] and hand[Card.DRAW_WANTED + at] for at in range(len(CHARACTERS)))
    kinds = {"cash in the GOLD": hand[Card.GOLD], "turn in a WANTED pair": pair}
    away = not in_town(view.table, view.record.secret.mover)
    return {words: "land on a town first" for words, held in kinds.items() if held and away}


def _dig(view: View) -> str:
    table, hand, me = view.table, _hand(view), view.record.secret.mover
    if table.step != Step.NONE:
        return "you have dug" if table.step == Step.DIG else "digging comes first in a turn"
    if can_dig(*_rights(view)):
        return ""
    place = table.place[me]
    if not IS_LAND[place]:
        return "you are not on a space of the land"
    if not may_dig_here(table, me):
        return "this is the PRIVATE PLOT of another player" if table.height[place] else "no Land cards lie here"
    if hand[Card.WHEELBARROW] or hand[Card.MINING_SITE]:
        return "your tools need more TECH"
    return "a PICKAXE needs another tool" if hand[Card.PICKAXE] else "you have no tool"


def _play(view: View) -> str:
    table, hand = view.table, _hand(view)
    if can_play(*_rights(view)):
        return ""
    held = [kind for kind in (Card.TRADE, Card.LASSO, Card.OUTLAW, Card.BRIDGE) if hand[kind]]
    if not held:
        return "you have no TRADE, LASSO, OUTLAW or BRIDGE"
    playable = [kind for kind in held if may_play(table, kind)]
    if not playable:
        return "you have played" if table.step == Step.PLAY else "playing comes before picking up"
    return " and ".join(
        dict.fromkeys(_bridge(view) if kind == Card.BRIDGE else "nobody outside the cabin has cards" for kind in playable)
    )


def _bridge(view: View) -> str:
    """Say why no bridge can be built with a BRIDGE card."""
    if not in_town(view.table, view.record.secret.mover):
        return "a BRIDGE needs a town where you landed"
    if _hand(view)[Card.COIN] < BUILDING_COINS:
        return f"a BRIDGE needs {BUILDING_COINS} COINs"
    return "no further bridge is allowed or finds a free space"


def _pick_up(view: View) -> str:
    if can_pick_up(view.table):
        return ""
    if view.table.step < Step.PICK_UP:
        return "both decks are empty"
    return "you have picked up" if view.table.step == Step.PICK_UP else "it comes before turning in"


def _end(view: View) -> str:
    possible = view.table.step == Step.NONE and can_do_main(*_rights(view))
    return "dig, play, pick up or turn something in first" if possible else ""
