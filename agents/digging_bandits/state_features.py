"""Compute features of a whole state that predict the winner of an unfinished playout.

The state of a playout is a determinization, so these features contain no hidden information.
"""

import numpy as np

from dig_envs.agents.digging_bandits.valuation.hands import is_prey
from dig_envs.agents.digging_bandits.valuation.land import axes_for, can_disarm, longest_dig, top_cell
from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits import components
from dig_envs.digging_bandits.components import Back, Card
from dig_envs.digging_bandits.rules.actions import same_side
from dig_envs.digging_bandits.rules.move import bridges_of
from dig_envs.digging_bandits.rules.town import bandit_of
from dig_envs.digging_bandits.state import NONE

# Indices of the features of a seat.
HELD_GOLD, PREY_LAND, PREY_DRAW, PREY_PAIR, OWN_LAND, OWN_DRAW, IDLE_PAIR = range(7)
TOOLS_AND_DRAW = 7  # SHOVEL to TRADE
DOODADS = TOOLS_AND_DRAW + int(Card.TRADE - Card.SHOVEL) + 1
NUM_DOODADS = 9
OWN_TECH = DOODADS + NUM_DOODADS
CARDS, BRIDGES, OWNS_PLOT, ACTIVE, IN_CABIN, OWING = range(OWN_TECH + 1, OWN_TECH + 7)
WAY = OWING + 1  # one-hot: the places since the last town
TOWN_SPACING = 5
TO_TOWN, TO_GOLD, TO_WANTED, TO_TECH, TO_DYNAMITE = range(WAY + TOWN_SPACING, WAY + TOWN_SPACING + 5)
KNOWS_GOLD, SEEN_GOLD, GOLD_TO_TOWN, PAIR_TO_TOWN, TOLLS, IS_OUT = range(TO_DYNAMITE + 1, TO_DYNAMITE + 7)
DRAWS = IS_OUT + 1  # of GAMBLING, TRAIN HEIST, DUEL, HIDEOUT CABIN, TIP CART, and of a rival's WANTED
NUM_SEAT_FEATURES = DRAWS + 6

# Indices of the features of the land and the game.
GOLD_AT = 0  # one-hot: the cards above the GOLD
GOLD_USED, GOLD_STONES, LAND_LEFT, TURN, RIVALS, IN_TEAMS, QUICK, PREY_IN_LAND = range(components.STACK, components.STACK + 8)
NUM_GAME_FEATURES = components.STACK + 8

DRAWN = (Card.GAMBLING, Card.HEIST, Card.DUEL, Card.HIDEOUT, Card.TIP_CART)
DISCOUNT = 0.75  # per earlier pick-up of the seat
PICK_UPS = 8  # future pick-ups that count
TOTALS = 11  # of two dice, from 2 to 12
CHANCE = np.array([min(total - 1, 13 - total) / 36 for total in range(2, 13)])


@compiled
def describe_seat(state, player, out):
    """Write the features of a seat into `out`, zeroed (NUM_SEAT_FEATURES,)."""
    describe_hand(state.table, state.seats[player], player, out)
    describe_piece(state.table, state.seats[player], player, out)
    describe_knowledge(state, player, out)
    describe_reach(state, player, out)
    describe_draws(state, player, out)
    gold = out[HELD_GOLD]
    out[GOLD_TO_TOWN] = gold * out[TO_TOWN]
    out[PAIR_TO_TOWN] = out[PREY_PAIR] * out[TO_TOWN]
    if gold > 0:
        for other in range(state.table.num_players):
            if other != player and state.seats[other].known[player][Card.GOLD] > 0:
                out[SEEN_GOLD] = 1.0


@compiled
def describe_hand(table, seat, player, out):
    """Write the features of a seat's hand and possessions."""
    out[HELD_GOLD] = seat.hand[Card.GOLD]
    for character in range(len(components.CHARACTERS)):
        land, draw = seat.hand[Card.LAND_WANTED + character], seat.hand[Card.DRAW_WANTED + character]
        bandit = bandit_of(table, character)
        if is_prey(table, player, character):
            out[PREY_LAND] += land
            out[PREY_DRAW] += draw
            out[PREY_PAIR] += land * draw
        elif bandit == NONE:
            out[IDLE_PAIR] += land * draw
        else:
            out[OWN_LAND] += land
            out[OWN_DRAW] += draw
    for kind in range(Card.SHOVEL, Card.TRADE + 1):
        out[TOOLS_AND_DRAW + kind - Card.SHOVEL] = seat.hand[kind]
    for k in range(NUM_DOODADS):
        out[DOODADS + k] = seat.hand[Card.WARP - NUM_DOODADS + 1 + k]
    out[OWN_TECH] = table.tech[player]
    for back in range(len(table.backs[player])):
        out[CARDS] += 0.2 * table.backs[player][back]
    out[BRIDGES] = bridges_of(table, player)
    out[OWNS_PLOT] = table.plot_owner == player
    out[ACTIVE] = table.active == player
    out[IS_OUT] = table.out[player]


@compiled
def describe_piece(table, seat, player, out):
    """Write the features of the place of a seat's piece, and of the next towns and bridges."""
    place = np.int64(table.place[player])
    out[IN_CABIN] = place == components.CABIN
    out[OWING] = table.owing[player]
    if place != components.CABIN:
        out[WAY + (place + TOWN_SPACING - 2) % TOWN_SPACING] = 1.0
    first = place if place < components.LOOP else np.int64(-1)
    for k in range(TOTALS):
        to = (first + 2 + k) % components.LOOP
        if components.IS_TOWN[to]:
            out[TO_TOWN] += CHANCE[k]
    for step in range(1, TOTALS + 2):
        owner = np.int64(table.bridge[(first + step) % components.LOOP])
        if owner != NONE and not same_side(table, player, owner):
            out[TOLLS] += 1.0


@compiled
def describe_reach(state, player, out):
    """Write the finds that a seat's tools may lift after its next roll."""
    table, seat = state.table, state.seats[player]
    longest, axes, safe = longest_dig(table, seat, player), axes_for(table, seat, player), can_disarm(seat)
    if seat.hand[Card.SPOON] > 0:
        longest, axes = np.int64(components.DECK_CELLS), np.int64(components.BREAKS_ALL)
    place = np.int64(table.place[player])
    first = place if place < components.LOOP else np.int64(-1)
    if not table.owing[player] and longest > 0:
        for k in range(TOTALS):
            to = (first + 2 + k) % components.LOOP
            if components.IS_LAND[to] and (table.plot != to or table.plot_owner == player):
                describe_stack(state, player, to, CHANCE[k], longest, axes, safe, out)


@compiled
def describe_stack(state, player, place, chance, longest, axes, safe, out):
    """Add the finds that tools may lift from a stack, weighted by the chance to land there."""
    table = state.table
    top = top_cell(table, place)
    for below in range(min(longest, table.height[place])):
        kind = np.int64(state.secret.land[top - below])
        if kind == Card.STONE:
            axes -= 1
            if axes < 0:
                return
        elif kind == Card.DYNAMITE:
            out[TO_DYNAMITE] += 0.0 if safe else chance
            if not safe:
                return
        elif kind == Card.TECH:
            out[TO_TECH] += chance
        elif kind == Card.GOLD:
            out[TO_GOLD] += chance
        elif kind != Card.GROUND and is_prey(table, player, kind - Card.LAND_WANTED):
            out[TO_WANTED] += chance


@compiled
def describe_draws(state, player, out):
    """Write the important Draw cards that a seat will pick up, if every seat picks up in each turn."""
    table = state.table
    count = np.int64(table.num_players)
    at = (player - table.active + count) % count
    weight = 1.0
    for _ in range(PICK_UPS):
        if at >= table.deck_size[Back.DRAW]:
            return
        kind = np.int64(state.secret.deck[Back.DRAW][at])
        for k in range(len(DRAWN)):
            if kind == DRAWN[k]:
                out[DRAWS + k] += weight
        wanted = kind - Card.DRAW_WANTED
        if 0 <= wanted < len(components.CHARACTERS) and is_prey(table, player, wanted):
            out[DRAWS + len(DRAWN)] += weight
        weight *= DISCOUNT
        at += count


@compiled
def describe_game(state, out):
    """Write the features of the land and the game into `out`, zeroed (NUM_GAME_FEATURES,)."""
    table = state.table
    cards = np.int64(0)
    for place in range(components.LOOP):
        top = top_cell(table, place)
        stones = np.int64(0)
        cards += table.height[place]
        for below in range(table.height[place]):
            kind = np.int64(state.secret.land[top - below])
            stones += kind == Card.STONE
            if kind == Card.GOLD:
                out[GOLD_AT + min(below, components.STACK - 1)] = 1.0
                out[GOLD_STONES] = stones
            elif (
                Card.LAND_WANTED <= kind < Card.LAND_WANTED + len(components.CHARACTERS)
                and bandit_of(table, kind - Card.LAND_WANTED) != NONE
            ):
                out[PREY_IN_LAND] += 1.0
    for at in range(table.deck_size[Back.LAND]):
        out[GOLD_USED] += state.secret.deck[Back.LAND][at] == Card.GOLD
    out[LAND_LEFT] = cards / components.DECK_CELLS
    out[TURN] = min(2.0, table.turn / 50.0)
    out[RIVALS] = table.num_players - 2
    out[IN_TEAMS] = table.teams
    out[QUICK] = table.quick_play


@compiled
def describe_knowledge(state, player, out):
    """Write whether a seat knows the location of the GOLD in the land."""
    for at in range(components.DECK_CELLS):
        if state.seats[player].land[at] == Card.GOLD:
            out[KNOWS_GOLD] = 1.0


@compiled
def is_in_play(table, player):
    """Return whether a seat can still win by itself."""
    return not table.out[player]


@compiled
def is_same_side(table, player, other):
    """Return whether two seats win together."""
    return same_side(table, player, other)


@compiled
def chances_to_rewards(table, out):
    """Replace the chances to win by the expected rewards (C-8). Partners share the sum of their chances."""
    count = np.int64(table.num_players)
    if table.teams:
        one = out[0] + out[2]
        for p in range(count):
            out[p] = 2.0 * one - 1.0 if p % 2 == 0 else 1.0 - 2.0 * one
    else:
        for p in range(count):
            out[p] = (out[p] * count - 1.0) / (count - 1)
