"""Number the actions, and name the seats that actions can name.

Frames share families of actions: the meaning of an action depends on the frame that asks.
"""

from enum import IntEnum

import numpy as np

from dig_envs.core.actions import ActionTable, Family
from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits import components
from dig_envs.digging_bandits.components import Back, Card

PLAYABLE = tuple(
    kind
    for kind in range(Card.SHOVEL, components.HAND_KINDS)
    if kind != Card.COIN and not Card.DRAW_WANTED <= kind < Card.BLOCK
)
KIND_OF_PLAY = np.array(PLAYABLE, np.int64)


class Action(IntEnum):
    """The first action of each family."""

    ROLL = 0
    STAY = 1
    PASS = 2
    END_TURN = 3
    PAY = 4
    STOP = 5
    DIG = 6
    PICK_UP = 7
    CASH_IN = 8
    DONE = 9
    ACCEPT = 10
    TAKE = 11  # TAKE + n - 1: n Land cards with a TIP CART
    LAY = 13  # LAY + k: put down the first or second of them next
    SHUFFLE_PLAINLY = 15
    SET_TRAP = 16
    PLAY = 17  # PLAY + k: play a card of kind KIND_OF_PLAY[k]
    TURN_IN = PLAY + len(PLAYABLE)  # + character
    PLAYER = TURN_IN + len(components.CHARACTERS)  # + seats clockwise from the actor - 1
    BACK = PLAYER + components.MAX_PLAYERS - 1  # + back
    TECH_CARD = BACK + components.BACKS
    THIS_BRIDGE = TECH_CARD + 1
    THIS_PLOT = THIS_BRIDGE + 1
    PLACE = THIS_PLOT + 1  # + place
    NAME = PLACE + components.PLACES  # + kind


PLAY_OF = np.full(components.HAND_KINDS, -1, np.int64)  # the action that plays a card of a kind
PLAY_OF[KIND_OF_PLAY] = Action.PLAY + np.arange(len(PLAYABLE))


ACTIONS = ActionTable(
    Family("roll the dice (DB-14)", ("roll",)),
    Family("stay at the bridge, owing its toll (DB-22)", ("stay",)),
    Family("play no card, take no offer", ("pass",)),
    Family("end the turn (DB-18)", ("end turn",)),
    Family("pay the toll or the bribe (DB-21, DB-26)", ("pay",)),
    Family("stop at the bridge, or stop digging (DB-21, DB-38)", ("stop",)),
    Family("dig with this hand, or dig on (DB-37, DB-38)", ("dig",)),
    Family("pick up a Dig and a Draw card (DB-44)", ("pick up",)),
    Family("cash in the GOLD (DB-54)", ("cash in",)),
    Family("that is all of this side of the offer (DB-29)", ("done",)),
    Family("say yes to the offer (DB-29)", ("accept",)),
    Family("TIP CART: how many Land cards (DB-35)", ("take 1", "take 2")),
    Family("TIP CART: which card is put down next (DB-35)", ("lay first", "lay second")),
    Family("SHUFFLE DRAW DECK, in secret (DB-34)", ("shuffle plainly", "set a trap")),
    Family("play a card, or add it to the DIGGING HAND", tuple(f"play {components.KIND_NAMES[kind]}" for kind in PLAYABLE)),
    Family("turn in a WANTED pair (DB-55)", tuple(f"turn in {name}" for name in components.CHARACTERS)),
    Family("name a player, clockwise from me", tuple(f"player +{k}" for k in range(1, components.MAX_PLAYERS))),
    Family("name a back: a card to steal, to take or to want", tuple(f"{back.name.lower()} back" for back in Back)),
    Family("name a TECH: to steal or to trade", ("a tech",)),
    Family("aim an OUTLAW at the bridge here (DB-27)", ("this bridge",)),
    Family("name the PRIVATE PLOT: to steal or to trade", ("the plot",)),
    Family("name a place: to warp to, for a bridge, a plot or a Land card; in a trade its bridge", components.PLACE_NAMES),
    Family(
        "name a kind of card: to discard or to trade",
        tuple(f"name {components.KIND_NAMES[kind]}" for kind in range(components.HAND_KINDS)),
    ),
)


# The families begin at the numbers above.
STARTS = {
    Action.ROLL: "roll",
    Action.STAY: "stay",
    Action.PASS: "pass",
    Action.END_TURN: "end turn",
    Action.PAY: "pay",
    Action.STOP: "stop",
    Action.DIG: "dig",
    Action.PICK_UP: "pick up",
    Action.CASH_IN: "cash in",
    Action.DONE: "done",
    Action.ACCEPT: "accept",
    Action.TAKE: "take 1",
    Action.LAY: "lay first",
    Action.SHUFFLE_PLAINLY: "shuffle plainly",
    Action.SET_TRAP: "set a trap",
    Action.PLAY: f"play {components.KIND_NAMES[PLAYABLE[0]]}",
    Action.TURN_IN: f"turn in {components.CHARACTERS[0]}",
    Action.PLAYER: "player +1",
    Action.BACK: f"{Back(0).name.lower()} back",
    Action.TECH_CARD: "a tech",
    Action.THIS_BRIDGE: "this bridge",
    Action.THIS_PLOT: "the plot",
    Action.PLACE: components.PLACE_NAMES[0],
    Action.NAME: f"name {components.KIND_NAMES[0]}",
}
assert all(ACTIONS.name(number) == name for number, name in STARTS.items()), "the families begin at the numbers of `Action`"


@compiled
def turns_in(action):
    return Action.TURN_IN <= action < Action.PLAYER


@compiled
def names_player(action):
    return Action.PLAYER <= action < Action.BACK


@compiled
def names_back(action):
    return Action.BACK <= action < Action.TECH_CARD


@compiled
def names_place(action):
    return Action.PLACE <= action < Action.NAME


@compiled
def names_kind(action):
    return action >= Action.NAME


# --- seats, and the actions that name them


@compiled
def same_side(table, one, other):
    """Return whether two seats are the same or partners (DB-58)."""
    return one == other or (table.teams != 0 and (one - other) % 2 == 0)


@compiled
def outside(table, player):
    """Return whether a player is in the game and outside the cabin (DB-33)."""
    return table.out[player] == 0 and table.place[player] != components.CABIN


@compiled
def exposed(table, player, other):
    """Return whether a player may aim cards at `other`: another player who is in the game and outside the cabin."""
    return other != player and outside(table, other)


@compiled
def anyone_exposed(table, player):
    """Return whether a player may aim cards at any other player."""
    for other in range(table.num_players):
        if exposed(table, player, other):
            return True
    return False


@compiled
def seat_named(table, player, action):
    """Return the seat that an action `player +k` names."""
    return (player + 1 + action - Action.PLAYER) % table.num_players


@compiled
def name_of_seat(table, player, other):
    """Return the action that names another seat."""
    return Action.PLAYER + (other - player - 1) % table.num_players


@compiled
def legal_exposed(table, seat, player, mask):
    """Write the other players who are not in the cabin (DB-28, DB-31)."""
    for other in range(table.num_players):
        if exposed(table, player, other):
            mask[name_of_seat(table, player, other)] = 1


@compiled
def legal_backs(table, victim, mask):
    """Write the backs of the cards that a player holds."""
    for back in range(components.BACKS):
        mask[Action.BACK + back] = table.backs[victim][back] > 0
