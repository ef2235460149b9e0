"""The actions of Digging Bandits by number. Frames share families: the meaning of an action depends on the frame that asks."""

import numpy as np

from dig_envs.core.actions import ActionTable, Family
from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits.components import (
    BACKS,
    CHARACTERS,
    COIN,
    DRAW_WANTED,
    HAND_KINDS,
    KIND_NAMES,
    MAX_PLAYERS,
    PLACE_NAMES,
    PLACES,
    SHOVEL,
    Back,
)

PLAYABLE = tuple(
    kind for kind in range(SHOVEL, HAND_KINDS) if kind != COIN and not DRAW_WANTED <= kind < DRAW_WANTED + len(CHARACTERS)
)
KIND_OF_PLAY = np.array(PLAYABLE, np.int64)

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
PLAYER = TURN_IN + len(CHARACTERS)  # + seats clockwise from the actor - 1
BACK = PLAYER + MAX_PLAYERS - 1  # + back
TECH_CARD = BACK + BACKS
THIS_BRIDGE = TECH_CARD + 1
THIS_PLOT = THIS_BRIDGE + 1
PLACE = THIS_PLOT + 1  # + place
NAME = PLACE + PLACES  # + kind

PLAY_OF = np.full(HAND_KINDS, -1, np.int64)  # the action that plays a card of a kind
PLAY_OF[KIND_OF_PLAY] = PLAY + np.arange(len(PLAYABLE))

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
    Family("play a card, or add it to the DIGGING HAND", tuple(f"play {KIND_NAMES[kind]}" for kind in PLAYABLE)),
    Family("turn in a WANTED pair (DB-55)", tuple(f"turn in {name}" for name in CHARACTERS)),
    Family("name a player, clockwise from me", tuple(f"player +{k}" for k in range(1, MAX_PLAYERS))),
    Family("name a back: a card to steal, to take or to want", tuple(f"{back.name.lower()} back" for back in Back)),
    Family("name a TECH: to steal or to trade", ("a tech",)),
    Family("aim an OUTLAW at the bridge here (DB-27)", ("this bridge",)),
    Family("name the PRIVATE PLOT: to steal or to trade", ("the plot",)),
    Family("name a place: to warp to, for a bridge, a plot or a Land card; in a trade its bridge", PLACE_NAMES),
    Family("name a kind of card: to discard or to trade", tuple(f"name {KIND_NAMES[kind]}" for kind in range(HAND_KINDS))),
)

# The families begin at the numbers above.
STARTS = {
    ROLL: "roll",
    STAY: "stay",
    PASS: "pass",
    END_TURN: "end turn",
    PAY: "pay",
    STOP: "stop",
    DIG: "dig",
    PICK_UP: "pick up",
    CASH_IN: "cash in",
    DONE: "done",
    ACCEPT: "accept",
    TAKE: "take 1",
    LAY: "lay first",
    SHUFFLE_PLAINLY: "shuffle plainly",
    SET_TRAP: "set a trap",
    PLAY: f"play {KIND_NAMES[PLAYABLE[0]]}",
    TURN_IN: f"turn in {CHARACTERS[0]}",
    PLAYER: "player +1",
    BACK: f"{Back(0).name.lower()} back",
    TECH_CARD: "a tech",
    THIS_BRIDGE: "this bridge",
    THIS_PLOT: "the plot",
    PLACE: PLACE_NAMES[0],
    NAME: f"name {KIND_NAMES[0]}",
}
assert all(ACTIONS.name(number) == name for number, name in STARTS.items())


@compiled
def turns_in(action):
    return TURN_IN <= action < PLAYER


@compiled
def names_player(action):
    return PLAYER <= action < BACK


@compiled
def names_back(action):
    return BACK <= action < TECH_CARD


@compiled
def names_place(action):
    return PLACE <= action < NAME


@compiled
def names_kind(action):
    return action >= NAME
