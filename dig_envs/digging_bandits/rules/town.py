"""Win in a town with the GOLD or WANTED pairs; winners and rewards (DB-54 to DB-58, DB-60)."""

from dig_envs.core.compiler import compiled
from dig_envs.core.game import NOBODY, End
from dig_envs.core.rewards import share_the_win
from dig_envs.digging_bandits.components import CABIN, LOOP, Card
from dig_envs.digging_bandits.rules import frames
from dig_envs.digging_bandits.rules.actions import PLAY_OF, Action, outside, same_side
from dig_envs.digging_bandits.rules.cards import discard, lose, take_all_cards, use
from dig_envs.digging_bandits.rules.loot import can_give_bounty
from dig_envs.digging_bandits.rules.move import remove_bridge, remove_plot_of
from dig_envs.digging_bandits.state import EVERYONE, NONE, Event, FrameKind

# --- GOLD


@compiled
def cash_in(state, player):
    """End the game: the side of the player wins with the GOLD (DB-54, DB-58)."""
    table = state.table
    for p in range(table.num_players):
        table.winner[p] = same_side(table, p, player)
    finish_game(state, End.OVER)


@compiled
def finish_game(state, end):
    """End the game: remove all frames, and ask no seat."""
    while state.table.depth > 0:
        frames.pop(state)
    state.table.end = end
    state.secret.mover = NOBODY


# --- WANTED


@compiled
def bandit_of(table, character):
    """Return the player of a character, also if it is out; NONE if no seat has that character."""
    for p in range(table.num_players):
        if table.character[p] == character:
            return p
    return NONE


@compiled
def can_turn_in(table, seat, player, character):
    """Return whether a WANTED pair may be turned in, if the piece is in a town (DB-55, DB-58)."""
    if seat.hand[Card.LAND_WANTED + character] == 0 or seat.hand[Card.DRAW_WANTED + character] == 0:
        return False
    bandit = bandit_of(table, character)
    if bandit != NONE:
        return not same_side(table, player, bandit) and table.place[bandit] != CABIN
    for other in range(table.num_players):
        if can_give_bounty(table, player, other):
            return True
    return False


@compiled
def turn_in(state, player, character):
    """Turn in a WANTED pair: the bandit is out unless saved; a character without a player brings a bounty (DB-55)."""
    lose(state, player, Card.LAND_WANTED + character, EVERYONE)
    lose(state, player, Card.DRAW_WANTED + character, EVERYONE)
    bandit = bandit_of(state.table, character)
    if bandit == NONE:
        discard_pair(state, character)
        frames.push(state, FrameKind.BOUNTY, player)
    else:
        frames.push(state, FrameKind.TURN_IN, player)
    frames.set_target(state.table.frames[state.table.depth - 1], bandit)  # NONE in a BOUNTY: not named yet


@compiled
def discard_pair(state, character):
    """Put a WANTED pair under the Draw deck and the Landfill."""
    discard(state, Card.DRAW_WANTED + character)
    discard(state, Card.LAND_WANTED + character)


# --- TURN_IN


@compiled
def resolve_turn_in(state, player):
    """Save the victim with its own SPOON, ask its partner for the SPOON, or eliminate the victim (DB-56, DB-58).

    Returns whether a seat is asked.
    """
    table = state.table
    frame = table.frames[table.depth - 1]
    victim = frames.target_of(frame)
    if frames.rescue_considered(frame) == NONE and not table.rescued[victim]:
        frames.set_rescue_considered(frame, 1)
        if state.seats[victim].hand[Card.SPOON] > 0:
            use_spoon(state, victim)
            return False
        saviour = partner_outside(table, victim)
        if saviour != NONE and state.seats[saviour].hand[Card.SPOON] > 0:
            return frames.ask(state, saviour)
    eliminate(state, player, victim)
    return False


@compiled
def partner_outside(table, victim):
    """Return the partner of a victim if it is in the game and outside the cabin; else NONE (DB-58)."""
    for p in range(table.num_players):
        if p != victim and same_side(table, p, victim) and outside(table, p):
            return p
    return NONE


@compiled
def legal_rescue(table, seat, player, mask):
    """Write the two choices of a partner with the SPOON: give it or not (DB-58)."""
    mask[PLAY_OF[Card.SPOON]] = 1
    mask[Action.PASS] = 1


@compiled
def decide_rescue(state, player, action):
    """Play the SPOON, or do nothing, which leads to the elimination."""
    if action != Action.PASS:
        use_spoon(state, player)


@compiled
def use_spoon(state, player):
    """Announce a rescue with the SPOON. Even if it is stopped, it is the only one of that player in the game (DB-56)."""
    victim = frames.target_of(state.table.frames[state.table.depth - 1])
    state.table.rescued[victim] = 1
    use(state, player, Card.SPOON)
    frames.announce(state, Event.RESCUE, player, NONE, victim)


@compiled
def rescue(state, player, victim, detail):
    """Leave the victim in the game without cards and PRIVATE PLOT; its piece and bridges stay (DB-56)."""
    table = state.table
    hunter = frames.seat_of(table.frames[table.depth - 1])
    frames.pop(state)
    take_all_cards(state, hunter, detail)
    discard_pair(state, table.character[detail])
    remove_plot_of(state, detail)


@compiled
def lose_rescue(state, player, victim, detail):
    """Eliminate the victim of a TURN_IN whose rescue was stopped (DB-45)."""
    eliminate(state, frames.seat_of(state.table.frames[state.table.depth - 1]), detail)


@compiled
def eliminate(state, hunter, victim):
    """Eliminate the victim: the hunter takes its cards; bridges, plot and both WANTED leave the game (DB-55, DB-57)."""
    table = state.table
    frames.pop(state)
    take_all_cards(state, hunter, victim)
    table.out[victim] = 1
    table.owing[victim] = 0
    for place in range(LOOP):
        if table.bridge[place] == victim:
            remove_bridge(state, place)
    remove_plot_of(state, victim)
    if one_side_left(table):
        finish_game(state, End.OVER)


@compiled
def one_side_left(table):
    """Return whether all players in the game are on one side (DB-57, DB-58)."""
    for p in range(table.num_players):
        for q in range(table.num_players):
            if not table.out[p] and not table.out[q] and not same_side(table, p, q):
                return False
    return True


# --- results


@compiled
def standings(table, seats, out):
    """Write 1 for each seat that has won, or whose side was in the game when it was truncated, and 0 for the others."""
    cashed = False
    for p in range(table.num_players):
        cashed |= table.winner[p] != 0
    for p in range(table.num_players):
        out[p] = 1.0 if (table.winner[p] if cashed else side_is_in(table, p)) else 0.0


@compiled
def side_is_in(table, player):
    """Return whether a player, or its partner, is in the game."""
    for p in range(table.num_players):
        if same_side(table, p, player) and not table.out[p]:
            return True
    return False


@compiled
def rewards(table, points, out):
    """Write the reward of each seat from the standings (C-8). With teams it is the reward of the team."""
    if not table.teams:
        share_the_win(points, table.num_players, out)
    else:
        for p in range(table.num_players):
            out[p] = points[p] - points[(p + 1) % table.num_players]
