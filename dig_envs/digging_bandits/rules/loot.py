"""Take from another player: OUTLAW and its bribe, LASSO, and the card of a bounty (DB-26 to DB-28, DB-55)."""

from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits.components import BRIBE_COINS, CABIN, HAND_KINDS, Card, Loot
from dig_envs.digging_bandits.rules import frames
from dig_envs.digging_bandits.rules.actions import Action, exposed, legal_backs, name_of_seat, names_player, seat_named
from dig_envs.digging_bandits.rules.cards import cards_in_hand, steal, use
from dig_envs.digging_bandits.rules.move import bridge_limit, bridges_of, change_owner
from dig_envs.digging_bandits.state import NONE, Event, FrameKind


@compiled
def loot_named(action):
    """Return the loot that an action names: a back, or `Loot.TECH`."""
    return action - Action.BACK


# --- which players, which bridge, which plot


@compiled
def can_be_robbed(table, player, other):
    """Return whether `other` is another player outside the cabin who has a card or a TECH (DB-26)."""
    return exposed(table, player, other) and (cards_in_hand(table, other) > 0 or table.tech[other] > 0)


@compiled
def may_steal_bridge(table, player):
    """Return whether a player may steal the bridge that it landed on exactly, whose owner is outside the cabin (DB-27)."""
    place = table.place[player]
    if not table.landed or table.bridge[place] == NONE or table.bridge[place] == player:
        return False
    return table.place[table.bridge[place]] != CABIN and bridges_of(table, player) < bridge_limit(table)


@compiled
def may_steal_plot(table, player):
    """Return whether a player landed exactly on another's PRIVATE PLOT, whose owner is outside the cabin (DB-27)."""
    if not table.landed or table.plot != table.place[player] or table.plot_owner == player:
        return False
    return table.place[table.plot_owner] != CABIN


@compiled
def can_play_outlaw(table, seat, player):
    """Return whether a player holds an OUTLAW and something can be stolen."""
    if seat.hand[Card.OUTLAW] == 0:
        return False
    for other in range(table.num_players):
        if can_be_robbed(table, player, other):
            return True
    return may_steal_bridge(table, player) or may_steal_plot(table, player)


# --- OUTLAW


@compiled
def play_outlaw(state, player):
    """Play an OUTLAW; another may follow (DB-25)."""
    use(state, player, Card.OUTLAW)
    state.table.playing = Card.OUTLAW
    frames.push(state, FrameKind.OUTLAW, player)
    frames.set_target(state.table.frames[state.table.depth - 1], NONE)


@compiled
def legal_outlaw(table, seat, player, mask):
    """Write the players, bridge and plot that an OUTLAW may rob; after a player is named, its backs and TECH (DB-26, DB-27)."""
    victim = frames.target_of(table.frames[table.depth - 1])
    if victim == NONE:
        for other in range(table.num_players):
            if can_be_robbed(table, player, other):
                mask[name_of_seat(table, player, other)] = 1
        mask[Action.THIS_BRIDGE] = may_steal_bridge(table, player)
        mask[Action.THIS_PLOT] = may_steal_plot(table, player)
    else:
        legal_backs(table, victim, mask)
        mask[Action.TECH_CARD] = table.tech[victim] > 0


@compiled
def decide_outlaw(state, player, action):
    """Name the player to rob, or announce the theft."""
    table = state.table
    frame = table.frames[table.depth - 1]
    if names_player(action):
        frames.set_target(frame, seat_named(table, player, action))
    elif action == Action.THIS_BRIDGE:
        send_outlaw(state, player, table.bridge[table.place[player]], Loot.BRIDGE)
    elif action == Action.THIS_PLOT:
        send_outlaw(state, player, table.plot_owner, Loot.PLOT)
    else:
        send_outlaw(state, player, frames.target_of(frame), loot_named(action))


@compiled
def send_outlaw(state, player, victim, loot):
    frames.pop(state)
    frames.announce(state, Event.OUTLAW, player, victim, loot)


# --- LASSO


@compiled
def play_lasso(state, player):
    """Play a LASSO (DB-28)."""
    use(state, player, Card.LASSO)
    frames.push(state, FrameKind.LASSO, player)


@compiled
def throw_lasso(state, player, action):
    """Announce the LASSO against the named player."""
    victim = seat_named(state.table, player, action)
    frames.pop(state)
    frames.announce(state, Event.LASSO, player, victim, Card.LASSO)


@compiled
def look_at_hand(state, player, victim, detail):
    """Show a whole hand to the player of a LASSO, in secret (DB-28)."""
    for kind in range(HAND_KINDS):
        state.seats[player].known[victim][kind] = state.seats[victim].hand[kind]


# --- BOUNTY: a card for the WANTED pair of a character without a player (DB-55)


@compiled
def can_give_bounty(table, player, other):
    """Return whether `other` is another player outside the cabin who holds a card."""
    return exposed(table, player, other) and cards_in_hand(table, other) > 0


@compiled
def legal_bounty(table, seat, player, mask):
    """Write PASS and the players who may be robbed; after a player was named, its backs (DB-55)."""
    victim = frames.target_of(table.frames[table.depth - 1])
    if victim == NONE:
        mask[Action.PASS] = 1
        for other in range(table.num_players):
            if can_give_bounty(table, player, other):
                mask[name_of_seat(table, player, other)] = 1
    else:
        legal_backs(table, victim, mask)


@compiled
def decide_bounty(state, player, action):
    """Name the player to rob, steal a card of the named back, or decline the theft (DB-55)."""
    table = state.table
    frame = table.frames[table.depth - 1]
    if names_player(action):
        frames.set_target(frame, seat_named(table, player, action))
    elif action == Action.PASS:
        frames.pop(state)
    else:
        victim = frames.target_of(frame)
        frames.pop(state)
        steal(state, player, victim, loot_named(action))


# --- BRIBE: the victim of an OUTLAW that nobody stopped may pay


@compiled
def ask_for_bribe(state, player, victim, detail):
    """Push the frame in which the victim of an OUTLAW considers a bribe (DB-26)."""
    frames.push(state, FrameKind.BRIBE, victim)
    frame = state.table.frames[state.table.depth - 1]
    frames.set_thief(frame, player)
    frames.set_bribed_loot(frame, detail)


@compiled
def consider_bribe(state, player):
    """Ask a victim that can pay; otherwise carry out the theft. Returns whether a seat is asked."""
    if state.seats[player].hand[Card.COIN] >= BRIBE_COINS:
        return frames.ask(state, player)
    rob(state, player)
    return False


@compiled
def legal_bribe(table, seat, player, mask):
    """Write the two choices of the victim: pay or not (DB-26)."""
    mask[Action.PAY] = 1
    mask[Action.PASS] = 1


@compiled
def decide_bribe(state, player, action):
    """Announce the bribe, which others may stop (DB-24), or carry out the theft."""
    if action == Action.PASS:
        rob(state, player)
    else:
        thief = frames.thief_of(state.table.frames[state.table.depth - 1])
        for _ in range(BRIBE_COINS):
            use(state, player, Card.COIN)
        frames.announce(state, Event.BRIBE, player, thief, Card.COIN)


@compiled
def accept_bribe(state, player, victim, detail):
    """Finish an OUTLAW whose bribe was paid: nothing is stolen (DB-26)."""
    frames.pop(state)


@compiled
def rob(state, victim):
    """Give the thief its loot (DB-26, DB-27)."""
    table = state.table
    thief = frames.thief_of(table.frames[table.depth - 1])
    loot = frames.bribed_loot(table.frames[table.depth - 1])
    frames.pop(state)
    if loot == Loot.BRIDGE:
        change_owner(table, table.place[thief], thief)
    elif loot == Loot.PLOT:
        table.plot_owner = thief
    elif loot == Loot.TECH:
        table.tech[victim] -= 1
        table.tech[thief] += 1
    else:
        steal(state, thief, victim, loot)
