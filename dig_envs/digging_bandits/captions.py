"""Describe the table of Digging Bandits in words."""

from typing import Any

from dig_envs.digging_bandits.components import (
    CHARACTERS,
    HAND_KINDS,
    ITEM_BACK,
    ITEM_BRIDGE,
    ITEM_PLOT,
    ITEM_TECH,
    KIND_NAMES,
    PLACE_NAMES,
    Back,
)
from dig_envs.digging_bandits.events import aimed_at
from dig_envs.digging_bandits.rules.frame_fields import bribed_loot, card_played, event_of, loot_of, place_of, seat_of, thief_of
from dig_envs.digging_bandits.rules.loot import LOOT_BRIDGE, LOOT_TECH
from dig_envs.digging_bandits.state import NONE, Event, FrameKind
from dig_envs.render.view import View
from dig_envs.utils.text import shortened

ASKS = {
    FrameKind.DESTINATION: "chooses where to warp",
    FrameKind.TRAVEL: "is at a bridge",
    FrameKind.ACTION: "acts",
    FrameKind.ENCORE: "acts",  # hides that the player holds DOUBLE-TIME
    FrameKind.TOOLS: "composes a digging hand",
    FrameKind.DIGGING: "digs",
    FrameKind.OUTLAW: "sends an outlaw",
    FrameKind.LASSO: "throws a lasso",
    FrameKind.BUILD: "chooses where to build a bridge",
    FrameKind.OFFER: "composes an offer",
    FrameKind.ANSWER: "answers the offer",
    FrameKind.PARTNER: "picks a trade partner",
    FrameKind.TURN_IN: "acts",  # hides that a partner of the bandit holds the SPOON
    FrameKind.BOUNTY: "takes a bounty",
    FrameKind.DISCARD: "exchanges cards",
    FrameKind.TAKE: "takes cards",
    FrameKind.STAKE: "chooses where to put the private plot",
    FrameKind.DUEL: "chooses an opponent for a duel",
    FrameKind.SHUFFLE: "shuffles the Draw deck",
    FrameKind.TIP: "empties a tip cart",
}
EVENTS = {
    Event.ROLL: "rolls",
    Event.SHERIFF: "sends a sheriff after {name}",
    Event.COWBOY: "plays a cowboy against {name}",
    Event.TOLL: "pays a toll",
    Event.BRIBE: "pays a bribe",
    Event.TNT: "lights tnt",
    Event.DIG: "is about to dig",
    Event.SPOON: "digs with the saving spoon",
    Event.DYNAMITE: "has struck dynamite",
    Event.PICK_UP: "is about to pick up",
    Event.LASSO: "throws a lasso at {name}",
    Event.TRADE: "trades with {name}",
    Event.DUEL: "challenges {name} to a duel",
    Event.GAMBLING: "gambles all away",
    Event.HIDEOUT: "rides to the cabin",
    Event.HEIST: "holds up the train",
    Event.WARP: "plays western warp",
    Event.ENCORE: "plays double-time",
    Event.RESCUE: "saves {name} with the spoon",
}


def name_of(view: View, p: int) -> str:
    return shortened(view.name(p), 16)


def status(view: View) -> str:
    """Describe the pending decision, with public facts only."""
    table = view.table
    frame = table.frames[table.depth - 1]
    name = name_of(view, seat_of(frame))
    if frame.what == FrameKind.EVENT:
        return f"{name} {_event(view, frame)}"
    if frame.what == FrameKind.BRIBE:  # as while the OUTLAW was announced: hides that the player can pay
        return f"{name_of(view, thief_of(frame))} {_robbery(name, bribed_loot(frame))}"
    if frame.what == FrameKind.MOVE:
        return f"{name} " + ("must settle a bridge" if table.owing[seat_of(frame)] else "is to move")
    return f"{name} {ASKS[frame.what]}"


def _event(view: View, frame: Any) -> str:
    event = event_of(frame)
    target = aimed_at(frame)
    name = "" if target == NONE else name_of(view, target)
    if event == Event.OUTLAW:
        return _robbery(name, loot_of(frame))
    if event == Event.BUILD:
        return f"builds a bridge on {PLACE_NAMES[place_of(frame)]}"
    if event == Event.BONUS:
        return f"plays {KIND_NAMES[card_played(frame)]}"
    return EVENTS[event].format(name=name)


def _robbery(name: str, loot: int) -> str:
    return f"robs {name} of {loot_name(loot)}"


def loot_name(loot: int) -> str:
    """Return the name of the loot of an OUTLAW."""
    if loot < LOOT_TECH:
        return f"a {Back(loot).name.lower()} card"
    return "a tech" if loot == LOOT_TECH else "the bridge" if loot == LOOT_BRIDGE else "the plot"


def offer(view: View) -> str:
    """Describe the current offer; empty without an offer."""
    table = view.table
    if table.give[0] == NONE:
        return ""
    gives, wants = (", ".join(item_name(item) for item in side if item != NONE) for side in (table.give, table.want))
    return f"offers {gives}" + (f" for {wants}" if wants else "")


def item_name(item: int) -> str:
    """Return the name of an item of an offer."""
    if item < HAND_KINDS:
        return KIND_NAMES[item]
    if item >= ITEM_BACK:
        return f"any {Back(int(item - ITEM_BACK)).name.lower()} card"
    if item in (ITEM_TECH, ITEM_PLOT):
        return "a tech" if item == ITEM_TECH else "the plot"
    return f"the bridge on {PLACE_NAMES[item - ITEM_BRIDGE]}"


def facts(view: View) -> str:
    """List the dice, the tools in play and the offer."""
    dice = view.table.dice
    return " · ".join(filter(None, (f"dice {dice[0]} {dice[1]}" if dice[0] else "", in_play(view))))


def in_play(view: View) -> str:
    """List the tools in play and the offer."""
    tools = counted(view.table.tools)
    return " · ".join(filter(None, (tools and f"in play: {tools}", offer(view))))


def counted(counts: Any) -> str:
    """List cards by kind, for example "shovel x2, coin"."""
    found = [(KIND_NAMES[kind], counts[kind]) for kind in range(HAND_KINDS) if counts[kind]]
    return ", ".join(name if count == 1 else f"{name} x{count}" for name, count in found)


def character(table: Any, p: int) -> str:
    return CHARACTERS[table.character[p]].title()


def whereabouts(table: Any, p: int) -> str:
    """Return the name of a bandit's place; "out" if it is eliminated."""
    return "out" if table.out[p] else PLACE_NAMES[table.place[p]]


def team(view: View, p: int) -> str:
    """Return "team 1" or "team 2"; empty in a game without teams."""
    return f"team {p % view.options.num_teams + 1}" if view.table.teams else ""
