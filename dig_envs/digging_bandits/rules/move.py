"""Move the pieces: the roll, warps, and bridges on the way; the building of bridges (DB-14 to DB-16, DB-20 to DB-24)."""

from dig_envs.core.compiler import compiled
from dig_envs.core.rng import Stream, draw_below
from dig_envs.digging_bandits import components
from dig_envs.digging_bandits.components import Back, Card
from dig_envs.digging_bandits.rules import frames
from dig_envs.digging_bandits.rules.actions import PLAY_OF, Action, same_side
from dig_envs.digging_bandits.rules.cards import discard, gain, lose, mix_bottom, seats_knowing_top, take_top, use
from dig_envs.digging_bandits.state import EVERYONE, NONE, Event, FrameKind


@compiled
def next_place(place):
    """Return the next place clockwise; after the cabin it is space 0 (DB-15)."""
    return (place + 1) % components.LOOP if place < components.LOOP else 0


@compiled
def enter_cabin(state, player):
    """Move a piece to the cabin and give its player the top Doodad, if one is left (DB-15, DB-33)."""
    table = state.table
    table.place[player] = components.CABIN
    table.owing[player] = 0
    if table.deck_size[Back.DOODAD] > 0:
        seen = seats_knowing_top(state, Back.DOODAD)
        gain(state, player, take_top(state, Back.DOODAD), seen)


@compiled
def in_town(table, player):
    """Return whether the piece is on a town where it landed this turn (DB-18)."""
    return table.landed != 0 and components.IS_TOWN[table.place[player]] != 0


# --- bridges


@compiled
def toll_bridge(table, player, place):
    """Return whether a bridge of another side is on a place."""
    return table.bridge[place] != NONE and not same_side(table, player, table.bridge[place])


@compiled
def bridge_limit(table):
    """Return the number of bridges that a player may own (DB-20, DB-59)."""
    return 1 if table.quick_play else components.MAX_BRIDGES


@compiled
def bridges_of(table, player):
    count = 0
    for place in range(components.LOOP):
        count += table.bridge[place] == player
    return count


@compiled
def may_build_at(table, place):
    """Return whether a bridge may be built on a place: a LAND space without Land cards, bridge or plot (DB-20)."""
    return components.IS_LAND[place] and table.height[place] == 0 and table.bridge[place] == NONE and table.plot != place


@compiled
def change_owner(table, place, player):
    """Give a bridge to a player. Pieces of the player's side no longer owe a toll there (DB-22)."""
    table.bridge[place] = player
    for p in range(table.num_players):
        if table.place[p] == place and same_side(table, p, player):
            table.owing[p] = 0


@compiled
def remove_bridge(state, place):
    """Remove a bridge and put its BRIDGE card under the Draw deck. No toll is owed there any more (DB-21, DB-22)."""
    table = state.table
    table.bridge[place] = NONE
    discard(state, Card.BRIDGE)
    for p in range(table.num_players):
        if table.place[p] == place:
            table.owing[p] = 0


# --- the plot


@compiled
def remove_plot(state):
    """Remove the PRIVATE PLOT and put it under the Doodad deck (DB-51)."""
    state.table.plot = NONE
    state.table.plot_owner = NONE
    discard(state, Card.PLOT)


@compiled
def remove_plot_of(state, player):
    """Remove the PRIVATE PLOT if it belongs to this player, who was turned in (DB-51, DB-56)."""
    if state.table.plot_owner == player:
        remove_plot(state)


@compiled
def may_tip_at(table, place):
    """Return whether a TIP CART may put a card on a place: a LAND space without bridge or plot (DB-35)."""
    return components.IS_LAND[place] and table.bridge[place] == NONE and table.plot != place


@compiled
def may_plot_at(table, place):
    """Return whether the PRIVATE PLOT may be put on a place: a LAND space with Land cards and no bridge (DB-51)."""
    return components.IS_LAND[place] and table.height[place] > 0 and table.bridge[place] == NONE and table.plot == NONE


# --- building bridges


@compiled
def can_build(table, seat, player):
    """Return whether a player has the cards to build a bridge, and a place for it (DB-20)."""
    if seat.hand[Card.BRIDGE] == 0 or seat.hand[Card.COIN] < components.BUILDING_COINS or not in_town(table, player):
        return False
    return may_build_somewhere(table, player)


@compiled
def may_build_somewhere(table, player):
    """Return whether a player may own one more bridge, and a place for it exists."""
    if bridges_of(table, player) >= bridge_limit(table):
        return False
    for place in range(components.LOOP):
        if may_build_at(table, place):
            return True
    return False


@compiled
def play_bridge(state, player):
    """Play a BRIDGE card and its COINs. They stay in play until the bridge is built or stopped."""
    lose(state, player, Card.BRIDGE, EVERYONE)
    for _ in range(components.BUILDING_COINS):
        lose(state, player, Card.COIN, EVERYONE)
    state.table.playing = Card.BRIDGE
    frames.push(state, FrameKind.BUILD, player)


@compiled
def legal_build(table, seat, player, mask):
    """Write the places where a bridge may be built (DB-20)."""
    for place in range(components.LOOP):
        mask[Action.PLACE + place] = may_build_at(table, place)


@compiled
def propose_bridge(state, player, action):
    """Announce a bridge on the named place; others may stop it."""
    frames.pop(state)
    frames.announce(state, Event.BUILD, player, NONE, action - Action.PLACE)


@compiled
def build_bridge(state, player, victim, detail):
    """Build the bridge and discard its COINs (DB-20). A piece at its place has already crossed it (DB-23)."""
    state.table.bridge[detail] = player
    for _ in range(components.BUILDING_COINS):
        discard(state, Card.COIN)


@compiled
def lose_bridge(state, player, victim, detail):
    """Discard BRIDGE and COINs of a stopped building, together (DB-20)."""
    start = state.table.deck_size[Back.DRAW]
    discard(state, Card.BRIDGE)
    for _ in range(components.BUILDING_COINS):
        discard(state, Card.COIN)
    mix_bottom(state, Back.DRAW, start)


# --- dice


@compiled
def roll_die(state):
    """Roll one die: 1 to 6."""
    return 1 + draw_below(state.secret.rng, Stream.DICE, 6)


@compiled
def is_four_two(one, other):
    """Return whether two dice show 4 and 2."""
    return one + other == components.WARP_DICE and (one == 4 or other == 4)


@compiled
def roll_value(state):
    """Roll two dice and return their sum, or BEST_ROLL for 4 and 2, which beats every sum (DB-11, DB-31)."""
    one = roll_die(state)
    other = roll_die(state)
    return components.BEST_ROLL if is_four_two(one, other) else one + other


@compiled
def comes_to_town(table, player):
    """Return whether the dice lead a piece to a town, ignoring bridges; 4 and 2 leads anywhere (DB-14)."""
    one = table.dice[0]
    other = table.dice[1]
    start = table.place[player]
    if start >= components.LOOP:
        start = -1  # from the cabin the first step is onto space 0 (DB-15)
    return is_four_two(one, other) or components.IS_TOWN[(start + one + other) % components.LOOP] != 0


# --- MOVE: choose how to move, or settle a bridge first


@compiled
def legal_move(table, seat, player, mask):
    """Write the actions at the start of a turn: roll; settle a bridge or stay (DB-22); or play WESTERN WARP (DB-14)."""
    if table.owing[player]:
        legal_settling(seat, mask)
        mask[Action.STAY] = 1
    else:
        mask[Action.ROLL] = 1
    mask[PLAY_OF[Card.WARP]] = seat.hand[Card.WARP] > 0


@compiled
def legal_settling(seat, mask):
    """Write the ways to settle a bridge: a COIN or TNT (DB-21)."""
    mask[Action.PAY] = seat.hand[Card.COIN] > 0
    mask[PLAY_OF[Card.TNT]] = seat.hand[Card.TNT] > 0


@compiled
def decide_move(state, player, action):
    table = state.table
    if action == Action.ROLL:
        table.dice[0] = roll_die(state)
        table.dice[1] = roll_die(state)
        frames.announce(state, Event.ROLL, player, NONE, 0)
    elif action == Action.STAY:
        frames.become(state, FrameKind.ACTION)  # DB-22
    elif action == PLAY_OF[Card.WARP]:
        lose(state, player, Card.WARP, EVERYONE)
        frames.announce(state, Event.WARP, player, NONE, Card.WARP)
    else:
        settle_bridge(state, player, action)


# --- settling a bridge


@compiled
def settle_bridge(state, player, action):
    """Announce the payment or the TNT; others may stop either (DB-24)."""
    if action == Action.PAY:
        lose(state, player, Card.COIN, EVERYONE)
        frames.announce(state, Event.TOLL, player, NONE, Card.COIN)
    else:
        owner = state.table.bridge[state.table.place[player]]
        use(state, player, Card.TNT)
        frames.announce(state, Event.TNT, player, owner, Card.TNT)


@compiled
def pay_toll(state, player, victim, detail):
    """Give the COIN to the owner of the bridge, who may be in the cabin (DB-21, DB-33)."""
    table = state.table
    owner = table.bridge[table.place[player]]
    gain(state, owner, Card.COIN, EVERYONE)
    table.owing[player] = 0


@compiled
def lose_toll(state, player, victim, detail):
    """Discard the COIN of a stopped toll. The toll is still owed (DB-24)."""
    discard(state, Card.COIN)


@compiled
def blow_up(state, player, victim, detail):
    """Remove the bridge at the player's place (DB-21)."""
    remove_bridge(state, state.table.place[player])


# --- ROLL, and a SHERIFF played against it


@compiled
def begin_rolled_move(state, player, victim, detail):
    """Begin the move by the dice, after the roll was not stopped; 4 and 2 warps (DB-14)."""
    table = state.table
    if is_four_two(table.dice[0], table.dice[1]):
        frames.become(state, FrameKind.DESTINATION)
    else:
        frames.become(state, FrameKind.TRAVEL)
        frames.set_steps_left(table.frames[table.depth - 1], table.dice[0] + table.dice[1])


@compiled
def arrest(state, player, victim, detail):
    """Carry out a SHERIFF that nobody stopped: the turn loses its Bonus and main action (DB-16), in `end_move`."""
    state.table.arrested = 1
    end_roll(state, player, victim, detail)


@compiled
def end_roll(state, player, victim, detail):
    """End the window of a roll after a SHERIFF was played, and move: only one SHERIFF is played, blocked or not (DB-16)."""
    frames.pop(state)  # the ROLL; no other seat is asked about it
    begin_rolled_move(state, player, victim, detail)


# --- WESTERN WARP, played instead of rolling


@compiled
def warp_by_card(state, player, victim, detail):
    """Ask for the destination of a WESTERN WARP that nobody stopped. The card stays in play until the piece lands (DB-33)."""
    frames.become(state, FrameKind.DESTINATION)
    frames.set_warp_in_play(state.table.frames[state.table.depth - 1], 1)


@compiled
def lose_warp(state, player, victim, detail):
    """Discard a stopped WESTERN WARP; its player moves without it (DB-45)."""
    discard(state, Card.WARP)


# --- DESTINATION: choose where to warp


@compiled
def legal_destination(table, seat, player, mask):
    """Write every place (DB-14)."""
    for place in range(components.PLACES):
        mask[Action.PLACE + place] = 1


@compiled
def warp_to(state, player, action):
    """Land on a place without passing bridges (DB-14, DB-53). A WARP goes to its deck after the Doodad is taken (DB-33)."""
    table = state.table
    place = action - Action.PLACE
    with_card = frames.warp_in_play(table.frames[table.depth - 1])
    if place == components.CABIN:
        enter_cabin(state, player)
    else:
        table.place[player] = place
        table.owing[player] = toll_bridge(table, player, place)  # DB-23
    if with_card:
        discard(state, Card.WARP)
    end_move(state, 1)


# --- TRAVEL: step by step


@compiled
def travel(state, player):
    """Move the piece until a bridge must be settled or the roll is used up. Returns whether a seat is asked."""
    table = state.table
    frame = table.frames[table.depth - 1]
    while frames.steps_left(frame) > 0 and not table.owing[player]:
        frames.set_steps_left(frame, frames.steps_left(frame) - 1)
        table.place[player] = next_place(table.place[player])
        table.owing[player] = toll_bridge(table, player, table.place[player])
    if table.owing[player]:
        return frames.ask(state, player)
    end_move(state, 1)
    return False


@compiled
def legal_travel(table, seat, player, mask):
    """Write the ways to settle the bridge, and the choice to stop at it (DB-21)."""
    legal_settling(seat, mask)
    mask[Action.STOP] = 1


@compiled
def decide_travel(state, player, action):
    """Stop at the bridge or settle it. The piece has landed if the roll is used up (DB-23)."""
    if action == Action.STOP:
        table = state.table
        end_move(state, int(frames.steps_left(table.frames[table.depth - 1]) == 0))
    else:
        settle_bridge(state, player, action)


@compiled
def end_move(state, landed):
    """End the move: ACTION follows, or ENCORE after an arrest (DB-16). A stop before the full roll is no landing (DB-27)."""
    state.table.landed = landed
    if state.table.arrested:
        frames.become(state, FrameKind.ENCORE)
    else:
        frames.become(state, FrameKind.ACTION)
