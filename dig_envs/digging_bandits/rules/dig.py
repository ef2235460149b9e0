"""Dig: compose the DIGGING HAND, then lift cards one at a time (DB-37 to DB-42)."""

from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits.components import BREAKS_ALL, IS_LAND, MINING_TECH, Card, can_be_held
from dig_envs.digging_bandits.rules import cards, frames
from dig_envs.digging_bandits.rules.actions import KIND_OF_PLAY, PLAY_OF, Action
from dig_envs.digging_bandits.rules.move import remove_plot
from dig_envs.digging_bandits.state import EVERYONE, NONE, Event, FrameKind, Step


@compiled
def may_dig_here(table, player):
    """Return whether a player may dig at its place: a LAND space with Land cards, and no plot of another (DB-37, DB-51)."""
    place = table.place[player]
    return IS_LAND[place] and table.height[place] > 0 and (table.plot != place or table.plot_owner == player)


@compiled
def may_begin_with(table, seat, player, kind):
    """Return whether a DIGGING HAND may begin with a Dig card of that kind, at a place where digging is allowed."""
    if kind == Card.PICKAXE or seat.hand[kind] == 0:
        return False
    return has_tech_for(table, player, kind)


@compiled
def has_tech_for(table, player, kind):
    """Return whether the player's TECH allows one more tool of that kind; quick games need no TECH (DB-37, DB-59)."""
    if table.quick_play:
        return True
    if kind == Card.WHEELBARROW:
        return table.tech[player] > table.tools[Card.WHEELBARROW]
    return kind != Card.MINING_SITE or table.tech[player] >= MINING_TECH


@compiled
def reach(table):
    """Return the number of cards that the SHOVELs and WHEELBARROWs in play can lift (DB-38)."""
    return table.tools[Card.SHOVEL] + 2 * table.tools[Card.WHEELBARROW]


@compiled
def clears_stack(table):
    """Return whether a MINING SITE or the SPOON is in play, which lift the whole stack (DB-38)."""
    return table.tools[Card.MINING_SITE] > 0 or table.tools[Card.SPOON] > 0


# --- TOOLS: the DIGGING HAND is composed


@compiled
def begin_digging_hand(state, player, kind):
    """Begin a DIGGING HAND with a tool. MINING SITE and SPOON dig alone; other tools may follow the rest (DB-37)."""
    state.table.step = Step.DIG
    frames.push(state, FrameKind.TOOLS, player)
    add_tool(state, player, kind)
    if clears_stack(state.table):
        start_digging(state, player)


@compiled
def add_tool(state, player, kind):
    cards.lose(state, player, kind, EVERYONE)
    state.table.tools[kind] += 1


@compiled
def start_digging(state, player):
    """Announce the dig; others may stop it before the first card is lifted (DB-43, DB-45)."""
    if state.table.tools[Card.SPOON] > 0:
        frames.announce(state, Event.SPOON, player, NONE, Card.SPOON)
    else:
        frames.announce(state, Event.DIG, player, NONE, 0)


@compiled
def legal_tools(table, seat, player, mask):
    """Write the tools that may join: SHOVELs and WHEELBARROWs up to the height of the stack, then PICKAXEs (DB-37)."""
    height = table.height[table.place[player]]
    within = reach(table)
    if within < height and table.tools[Card.PICKAXE] == 0:
        mask[PLAY_OF[Card.SHOVEL]] = seat.hand[Card.SHOVEL] > 0
        mask[PLAY_OF[Card.WHEELBARROW]] = seat.hand[Card.WHEELBARROW] > 0 and has_tech_for(table, player, Card.WHEELBARROW)
    mask[PLAY_OF[Card.PICKAXE]] = seat.hand[Card.PICKAXE] > 0 and table.tools[Card.PICKAXE] < min(within, height)
    mask[Action.DIG] = 1


@compiled
def decide_tools(state, player, action):
    """Add a tool to the DIGGING HAND, or start the dig."""
    if action == Action.DIG:
        start_digging(state, player)
    else:
        add_tool(state, player, KIND_OF_PLAY[action - Action.PLAY])


# --- DIGGING: cards are lifted


@compiled
def lift_first(state, player, victim, detail):
    """Lift the first card of a dig that nobody stopped."""
    table = state.table
    height = table.height[table.place[player]]
    alone = clears_stack(table)
    frames.become(state, FrameKind.DIGGING)
    frame = table.frames[table.depth - 1]
    frames.set_cards_left(frame, height if alone else min(height, reach(table)))
    frames.set_stones_left(frame, BREAKS_ALL if alone else table.tools[Card.PICKAXE])
    lift(state, player)


@compiled
def continue_digging(state, player):
    """Ask whether to continue, or end a dig that can lift no more cards. Returns whether a seat is asked."""
    if frames.cards_left(state.table.frames[state.table.depth - 1]) > 0:
        return frames.ask(state, player)
    stop_digging(state)
    return False


@compiled
def legal_digging(table, seat, player, mask):
    """Write the two choices after each card: continue or stop (DB-38)."""
    mask[Action.DIG] = 1
    mask[Action.STOP] = 1


@compiled
def decide_digging(state, player, action):
    if action == Action.DIG:
        lift(state, player)
    else:
        stop_digging(state)


@compiled
def stop_digging(state):
    """End a dig: the DIGGING HAND goes under the Dig deck (DB-42)."""
    cards.discard_tools(state)
    frames.pop(state)


@compiled
def lose_dig(state, player, victim, detail):
    """End a dig that was stopped before the first card (DB-43)."""
    stop_digging(state)


@compiled
def lift(state, player):
    """Lift one card off the stack (DB-38 to DB-41)."""
    table = state.table
    frame = table.frames[table.depth - 1]
    place = table.place[player]
    seen = table.land_seen[cards.stack_start(table, place) + table.height[place] - 1]
    kind = cards.lift_top(state, place)
    if kind == Card.STONE and frames.stones_left(frame) == 0:
        cards.lay_on_top(state, place, kind, EVERYONE)  # DB-40
        frames.set_cards_left(frame, 0)
        return
    frames.set_cards_left(frame, frames.cards_left(frame) - 1)
    if kind == Card.STONE:
        frames.set_stones_left(frame, frames.stones_left(frame) - 1)
    keep_or_discard(state, player, kind, seen | 1 << player)
    if table.height[place] == 0 and table.plot == place:
        remove_plot(state)
    if kind == Card.DYNAMITE and table.tools[Card.SPOON] == 0:
        frames.announce(state, Event.DYNAMITE, player, player, Card.DYNAMITE)


@compiled
def keep_or_discard(state, player, kind, seen):
    """Put GOLD and WANTED into the hand, TECH in front of the digger, other cards under the Landfill (DB-39, DB-59)."""
    table = state.table
    if can_be_held(kind):
        cards.gain(state, player, kind, seen)
    elif kind == Card.TECH and not table.quick_play:
        table.tech[player] += 1
    elif kind == Card.DYNAMITE and table.quick_play:
        table.gone_dynamite += 1
    else:
        cards.discard(state, kind)


@compiled
def blow_away(state, player, victim, detail):
    """Discard all cards of the digger, and end dig and turn: nobody disarmed the DYNAMITE (DB-41)."""
    cards.lose_everything(state, player)
    frames.unwind(state)
    frames.become(state, FrameKind.ENCORE)
