"""Check the invariants of a state of Digging Bandits between decisions. `core/fields.py` checks the range of each field before.

Every state that passes can be played on, and dealt again, without errors and without ending in a state that does not pass.
"""

from enum import IntEnum

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.compiler.working_memory import stack_bytes
from dig_envs.core.game import NOBODY, End
from dig_envs.digging_bandits.components import (
    BACK_OF,
    BACKS,
    BREAKS_ALL,
    BRIBE_COINS,
    COPIES,
    DECK_CELLS,
    END_OF_BACK,
    EXCHANGED,
    FIRST_OF_BACK,
    HAND_KINDS,
    IS_LAND,
    KINDS,
    MAX_PLAYERS,
    ORACLE_CARDS,
    PLACES,
    TIPPED,
    TRADE_ITEMS,
    Back,
    Card,
    Item,
    Loot,
    is_immediate,
)
from dig_envs.digging_bandits.rules.actions import ACTIONS, anyone_exposed, exposed, outside
from dig_envs.digging_bandits.rules.cards import cards_in_hand, clear_count, count_hidden_cards, count_open_cards
from dig_envs.digging_bandits.rules.dig import clears_stack, may_dig_here
from dig_envs.digging_bandits.rules.doodads import may_plot_somewhere
from dig_envs.digging_bandits.rules.flow import EVENTS, FRAMES, TURN, legal
from dig_envs.digging_bandits.rules.frames import (
    bribed_loot,
    card_played,
    cards_left,
    cart_size,
    detail_of,
    event_of,
    has_accepted,
    loot_of,
    next_in_cart,
    numbers_in_range,
    numbers_of,
    open_kind,
    partner_of,
    place_of,
    seat_of,
    seat_to_save,
    shielded_from,
    side_of,
    stones_left,
    target_of,
    thief_of,
    victim_of,
)
from dig_envs.digging_bandits.rules.loot import may_steal_bridge, may_steal_plot
from dig_envs.digging_bandits.rules.move import may_build_at, toll_bridge
from dig_envs.digging_bandits.rules.reactions import can_answer
from dig_envs.digging_bandits.rules.town import partner_outside
from dig_envs.digging_bandits.rules.trade import Side, can_accept, is_bridge, is_card, items_of, next_choice
from dig_envs.digging_bandits.state import DEPTH, EVERYONE, NONE, Event, FrameKind


class Broken(IntEnum):
    """The invariants of Digging Bandits by number; 0 is a sound state."""

    NONE = 0
    TURN = 1  # options, whose turn, the seat that is asked
    BOARD = 2  # characters, bridges, plot
    DECKS = 3  # decks and Land: cells, sizes and public cards agree
    HANDS = 4  # hands and their sizes agree
    FRAMES = 5  # the nesting of frames, their seats and numbers
    TRADE = 6  # the offer and its answers
    CARDS = 7  # every kind as often as it is printed
    KNOWLEDGE = 8  # knowledge of seats is true
    DECISION = 9  # the seat that is asked has a legal action, and the cards of which it is asked


@compiled
def check(state):
    """Return 0, or the number of the invariant that the state breaks."""
    table = state.table
    asked = seat_asked(state)
    if not turn_is_sound(state, asked):
        return Broken.TURN.value
    if not (players_are_sound(table) and board_is_sound(table)):
        return Broken.BOARD.value
    if not (decks_are_sound(state) and land_is_sound(state)):
        return Broken.DECKS.value
    if not hands_are_sound(state):
        return Broken.HANDS.value
    if not frames_are_sound(state):
        return Broken.FRAMES.value
    if not trade_is_sound(state):
        return Broken.TRADE.value
    if not cards_are_conserved(state):
        return Broken.CARDS.value
    if not knowledge_is_true(state):
        return Broken.KNOWLEDGE.value
    if table.depth > 0 and not (can_decide(state, asked) and has_legal_action(table, state.seats[asked], asked)):
        return Broken.DECISION.value
    return Broken.NONE.value


# --- the turn


@compiled
def turn_is_sound(state, asked):
    """Return whether options, turn, end and mover agree, and the active and the asked seat are in the game.

    A game that a forfeit has ended keeps its frames and the mark of the asked seat.
    """
    table = state.table
    n = table.num_players
    if n < 2 or (table.teams and n != MAX_PLAYERS) or table.turn > table.max_turns:
        return False
    if (table.end == End.TRUNCATED) != (table.turn == table.max_turns) or table.active >= n:
        return False
    if table.depth == 0:
        return table.end != End.RUNNING and state.secret.mover == NOBODY and asked == NONE
    if asked == NONE or asked >= n or table.out[asked] or table.out[table.active]:
        return False
    if not (table.playing == NONE or table.playing == Card.BRIDGE or table.playing == Card.OUTLAW):
        return False
    return state.secret.mover == (asked if table.end == End.RUNNING else NOBODY)


@compiled
def seat_asked(state):
    """Return the seat that is marked as asked; NONE if no seat is marked, and MAX_PLAYERS if several are."""
    asked = NONE
    for p in range(MAX_PLAYERS):
        if state.seats[p].asked:
            asked = p if asked == NONE else MAX_PLAYERS
    return asked


# --- players and board


@compiled
def players_are_sound(table):
    """Return whether each player has its own character and owes only where it must pay; other seats have nothing."""
    taken = 0
    for p in range(MAX_PLAYERS):
        if p >= table.num_players:
            marks = table.place[p] + table.owing[p] + table.out[p] + table.rescued[p] + table.winner[p] + table.tech[p]
            if table.character[p] != NONE or marks != 0:
                return False
        else:
            if table.character[p] == NONE or taken >> table.character[p] & 1:
                return False
            if table.owing[p] and not toll_bridge(table, p, table.place[p]):
                return False
            taken |= 1 << table.character[p]
    return True


@compiled
def board_is_sound(table):
    """Return whether Land cards and bridges are on LAND spaces, and bridges and plot belong to players in the game."""
    cards = 0
    for place in range(PLACES):
        cards += table.height[place]
        if not IS_LAND[place] and (table.height[place] > 0 or table.bridge[place] != NONE):
            return False
        if table.bridge[place] != NONE and (table.height[place] > 0 or not is_in_game(table, table.bridge[place])):
            return False
    if (table.plot == NONE) != (table.plot_owner == NONE):
        return False
    return cards <= DECK_CELLS and (table.plot == NONE or is_in_game(table, table.plot_owner))


@compiled
def is_in_game(table, player):
    """Return whether a seat, which is not NONE, is that of a player who is not out."""
    return player < table.num_players and not table.out[player]


# --- cards


@compiled
def decks_are_sound(state):
    """Return whether each deck has its size and its own back, and the public cards are those that lie there."""
    table = state.table
    for back in range(BACKS):
        for at in range(DECK_CELLS):
            kind, face = state.secret.deck[back][at], table.deck[back][at]
            if (kind != NONE) != (at < table.deck_size[back]) or (kind != NONE and BACK_OF[kind] != back):
                return False
            if face != NONE and face != kind:
                return False
    for kind in range(KINDS):
        faces = 0
        for at in range(DECK_CELLS):
            faces += table.deck[BACK_OF[kind]][at] == kind
        if faces != table.faces[kind]:
            return False
    top = state.secret.deck[Back.DRAW][0]
    return not table.opening_top or (top != NONE and not is_immediate(top))  # DB-10


@compiled
def land_is_sound(state):
    """Return whether the stacks have Land cards up to their heights, and the public ones are those that lie there."""
    table = state.table
    cards = 0
    for place in range(PLACES):
        cards += table.height[place]
    for at in range(DECK_CELLS):
        kind, seen = state.secret.land[at], table.land_seen[at]
        if (kind != NONE) != (at < cards) or (kind != NONE and BACK_OF[kind] != Back.LAND):
            return False
        if (seen >> table.num_players != 0 and seen != EVERYONE) or (kind == NONE and seen != 0):
            return False
        if table.land[at] != (kind if seen == EVERYONE else NONE):
            return False
    return True


@compiled
def hands_are_sound(state):
    """Return whether the public sizes agree with the hands; seats that do not play have none."""
    for p in range(MAX_PLAYERS):
        for back in range(BACKS):
            size = 0
            for kind in range(FIRST_OF_BACK[back], END_OF_BACK[back]):
                size += state.seats[p].hand[kind]
            if size != state.table.backs[p][back] or (size > 0 and p >= state.table.num_players):
                return False
        if p >= state.table.num_players and (state.seats[p].tipped[0] != NONE or state.seats[p].tipped[1] != NONE):
            return False
    return True


@compiled
def cards_are_conserved(state):
    """Return whether every kind is in the game as often as it is printed."""
    count = state.secret.count
    clear_count(state)
    count_open_cards(state.table, count)
    count_hidden_cards(state)
    conserved = True
    for kind in range(KINDS):
        conserved &= count[kind] == COPIES[kind]
    clear_count(state)
    return conserved


# --- frames

NUM_ACTIONS = len(ACTIONS)
IS_TURN = np.array([kind in FRAMES and FRAMES[kind].on == TURN for kind in FrameKind], np.bool_)
MAY_BE_ON = np.array([[frame in FRAMES[kind].on if kind in FRAMES else False for frame in FrameKind] for kind in FrameKind])
EVENT_MAY_BE_ON = np.array([[frame in EVENTS[event].on for frame in FrameKind] for event in Event])
DETAIL_RANGES = np.array([(EVENTS[event].detail.start, EVENTS[event].detail.stop) for event in Event], np.int64)


@compiled
def frames_are_sound(state):
    """Return whether each frame is on a frame that can push it, has the right seat, and has an effect that is possible."""
    table = state.table
    cowboys = 0
    for at in range(DEPTH):
        frame = table.frames[at]
        if at >= table.depth:
            if frame.kind != FrameKind.NOTHING or seat_of(frame) != 0 or numbers_of(frame) != (0, 0, 0):
                return False
        elif seat_of(frame) >= table.num_players or not numbers_in_range(frame):
            return False
        elif at == 0:
            if not IS_TURN[frame.kind] or seat_of(frame) != table.active:
                return False
        elif frame.kind == FrameKind.EVENT:
            cowboys += event_of(frame) == Event.COWBOY
            if not event_is_sound(state, frame, table.frames[at - 1]):
                return False
        elif not frame_is_sound(state, frame, table.frames[at - 1]):
            return False
    return cowboys <= table.faces[Card.COWBOY]  # they were discarded, so nobody can play them again


@compiled
def frame_is_sound(state, frame, below):
    """Return whether a frame above the turn fits the frame below and the table."""
    table, kind, player = state.table, frame.kind, seat_of(frame)
    if not MAY_BE_ON[kind, below.kind]:
        return False
    if kind == FrameKind.BRIBE:
        return (
            thief_of(frame) == table.active
            and exposed(table, table.active, player)
            and loot_exists(table, table.active, player, bribed_loot(frame))
        )
    if kind == FrameKind.ANSWER:
        return exposed(table, table.active, player)
    if player != seat_of(below):
        return False
    if kind == FrameKind.TOOLS:
        return may_dig_here(table, player)
    if kind == FrameKind.DIGGING:
        breaks = BREAKS_ALL if clears_stack(table) else table.tools[Card.PICKAXE]
        return cards_left(frame) <= table.height[table.place[player]] and stones_left(frame) <= breaks
    if kind == FrameKind.OUTLAW or kind == FrameKind.BOUNTY:
        return target_of(frame) == NONE or is_target(table, player, target_of(frame))
    if kind == FrameKind.TURN_IN:
        return is_target(table, player, target_of(frame))
    if kind == FrameKind.DISCARD:
        return cards_in_hand(table, player) >= cards_left(frame)
    return kind != FrameKind.TIP or cart_is_sound(state.seats[player], frame)


@compiled
def is_target(table, player, other):
    """Return whether a number is the seat of another player who is in the game and outside the cabin."""
    return 0 <= other < table.num_players and exposed(table, player, other)


@compiled
def loot_exists(table, thief, victim, loot):
    """Return whether a thief can get the loot; a card of a back need not exist any more (DB-26)."""
    if loot == Loot.BRIDGE:
        return may_steal_bridge(table, thief)
    if loot == Loot.PLOT:
        return may_steal_plot(table, thief)
    return loot < BACKS or (loot == Loot.TECH and table.tech[victim] > 0)


@compiled
def cart_is_sound(seat, frame):
    """Return whether the cart has its cards, of two cards one is named or none, and only a single card is public."""
    size, following, public = cart_size(frame), next_in_cart(frame), open_kind(frame)
    if following >= size or (size == 1 and following == NONE):
        return False
    for k in range(TIPPED):
        if (seat.tipped[k] != NONE) != (k < size) or (k < size and BACK_OF[seat.tipped[k]] != Back.LAND):
            return False
    return public == NONE or (size == 1 and public == seat.tipped[0])


@compiled
def event_is_sound(state, frame, below):
    """Return whether an event fits the frame below and the table, so that it can be carried out and stopped."""
    table, event, player, victim = state.table, event_of(frame), seat_of(frame), victim_of(frame)
    if not EVENT_MAY_BE_ON[event, below.kind] or victim >= table.num_players:
        return False
    if not DETAIL_RANGES[event, 0] <= detail_of(frame) < DETAIL_RANGES[event, 1]:
        return False
    if event == Event.COWBOY or event == Event.SHERIFF:
        return victim == seat_of(below) and (event == Event.COWBOY or event_of(below) == Event.ROLL)
    if event == Event.RESCUE:
        return victim == NONE and seat_to_save(frame) == target_of(below)
    if player != seat_of(below):
        return False
    if event == Event.ROLL or event == Event.TRADE:
        return victim == NONE
    if event == Event.TOLL or event == Event.TNT:
        return table.owing[player] != 0
    if event == Event.OUTLAW:
        return is_target(table, player, victim) and loot_exists(table, player, victim, loot_of(frame))
    if event == Event.LASSO or event == Event.DUEL:
        return is_target(table, player, victim)
    if event == Event.BUILD:
        return may_build_at(table, place_of(frame))
    if event == Event.HEIST:
        return shielded_from(frame) < 1 << table.num_players
    return event != Event.BONUS or doodad_is_sound(table, player, card_played(frame))


@compiled
def doodad_is_sound(table, player, kind):
    """Return whether a played Doodad of the Bonus action can have its effect."""
    if kind == Card.CACHE:
        return cards_in_hand(table, player) >= EXCHANGED
    if kind == Card.PLOT:
        return may_plot_somewhere(table)
    return kind == Card.GUIDE or kind == Card.MAGNET or kind == Card.ORACLE


# --- the offer of a TRADE


@compiled
def trade_is_sound(state):
    """Return whether an offer exists only in a TRADE, the trader has the given items, and the answers can be kept (DB-29)."""
    table = state.table
    if table.depth < 2 or table.frames[1].kind != FrameKind.OFFER:
        return is_empty(table.give) and is_empty(table.want) and nobody_answered(state)
    if (
        has_gap(table.give)
        or has_gap(table.want)
        or not outside(table, table.active)
        or not anyone_exposed(table, table.active)
    ):
        return False
    if not given_items_are_owned(table, state.seats[table.active], table.active):
        return False
    if table.depth > 2:
        return table.give[0] != NONE and answers_are_sound(state, table.frames[2])
    if side_of(table.frames[1]) == Side.GIVING:
        return table.give[TRADE_ITEMS - 1] == NONE and is_empty(table.want) and nobody_answered(state)
    return table.give[0] != NONE and table.want[TRADE_ITEMS - 1] == NONE and nobody_answered(state)


@compiled
def is_empty(items):
    return items_of(items, NONE) == TRADE_ITEMS


@compiled
def has_gap(items):
    """Return whether an item of a side follows an empty cell."""
    for k in range(1, TRADE_ITEMS):
        if items[k - 1] == NONE and items[k] != NONE:
            return True
    return False


@compiled
def given_items_are_owned(table, seat, trader):
    """Return whether the trader has all given items, and no bridge is given twice."""
    for k in range(TRADE_ITEMS):
        item = table.give[k]
        if is_card(item) and items_of(table.give, item) > seat.hand[item]:
            return False
        if is_bridge(item) and (table.bridge[item - Item.BRIDGE] != trader or items_of(table.give, item) > 1):
            return False
    if items_of(table.give, Item.PLOT) > (table.plot_owner == trader):
        return False
    return items_of(table.give, Item.TECH) <= table.tech[trader]


@compiled
def nobody_answered(state):
    """Return whether no player has said yes or chosen a card."""
    for p in range(state.table.num_players):
        if not is_empty(state.seats[p].chosen):
            return False
    return state.table.willing == 0


@compiled
def answers_are_sound(state, frame):
    """Return whether each player who said yes can keep its promise, and other players have chosen no cards.

    Once the trader has picked a partner, the others are not bound any more.
    """
    table = state.table
    answers = frame.kind == FrameKind.ANSWER
    picked = frame.kind == FrameKind.EVENT
    if table.willing >> table.num_players != 0 or (picked and not is_willing(table, partner_of(frame))):
        return False
    for p in range(table.num_players):
        seat = state.seats[p]
        if answers and p == seat_of(frame):
            accepted = has_accepted(frame) != 0
            if is_willing(table, p) or (not is_empty(seat.chosen) and not accepted):
                return False
            if accepted and (next_choice(table, seat) == NONE or not can_keep_promise(table, seat, p)):
                return False
        elif not is_willing(table, p):
            if not is_empty(seat.chosen):
                return False
        elif not exposed(table, table.active, p):
            return False
        elif not picked or p == partner_of(frame):
            if next_choice(table, seat) != NONE or not can_keep_promise(table, seat, p):
                return False
    return True


@compiled
def is_willing(table, player):
    return table.willing >> player & 1 != 0


@compiled
def can_keep_promise(table, seat, player):
    """Return whether a player has all wanted items, and the cards that it chose are further cards of the wanted backs."""
    if not can_accept(table, seat, player):
        return False
    for k in range(TRADE_ITEMS):
        kind = seat.chosen[k]
        if kind != NONE:
            if table.want[k] != Item.BACK + BACK_OF[kind]:
                return False
            if items_of(table.want, kind) + items_of(seat.chosen, kind) > seat.hand[kind]:
                return False
    return True


# --- knowledge


@compiled
def knowledge_is_true(state):
    """Return whether what all players know, and what each player knows, is true."""
    table = state.table
    for p in range(MAX_PLAYERS):
        for kind in range(HAND_KINDS):
            if table.known[p][kind] > state.seats[p].hand[kind]:
                return False
    for p in range(table.num_players):
        if not (knows_true_hands(state, p) and knows_true_cards(state, p)):
            return False
    for k in range(ORACLE_CARDS):
        if table.oracle_seen[k] >> table.num_players != 0:
            return False
    return True


@compiled
def knows_true_hands(state, observer):
    """Return whether a player's knowledge of the other hands is true, and includes the public knowledge."""
    table = state.table
    for p in range(MAX_PLAYERS):
        for kind in range(HAND_KINDS):
            known = state.seats[observer].known[p][kind]
            if p == observer:
                if known != 0:
                    return False
            elif not table.known[p][kind] <= known <= state.seats[p].hand[kind]:
                return False
    return True


@compiled
def knows_true_cards(state, p):
    """Return whether a player knows the Land cards and top Draw cards that it has seen, and has a cart only in a TIP."""
    table, seat = state.table, state.seats[p]
    for at in range(DECK_CELLS):
        if seat.land[at] != (state.secret.land[at] if table.land_seen[at] >> p & 1 else NONE):
            return False
    for k in range(ORACLE_CARDS):
        known, top = seat.draw_top[k], state.secret.deck[Back.DRAW][k]
        if table.oracle_seen[k] >> p & 1:
            if known == NONE or known != top:
                return False
        elif known != NONE and (known != top or table.deck[Back.DRAW][k] != NONE):
            return False
    if table.depth > 0:
        frame = table.frames[table.depth - 1]
        if frame.kind == FrameKind.TIP and seat_of(frame) == p:
            return True  # `cart_is_sound` has checked the cart
    return seat.tipped[0] == NONE and seat.tipped[1] == NONE


# --- the decision


@compiled
def can_decide(state, asked):
    """Return whether the innermost frame asks this seat, and the seat has the cards of which it is asked."""
    table, seat = state.table, state.seats[asked]
    frame = table.frames[table.depth - 1]
    kind = frame.kind
    if kind == FrameKind.EVENT:
        return can_answer(table, seat, asked)
    if kind == FrameKind.TURN_IN:
        return asked == partner_outside(table, target_of(frame)) and seat.hand[Card.SPOON] > 0
    if asked != seat_of(frame):
        return False
    if kind == FrameKind.TRAVEL:
        return table.owing[asked] != 0
    if kind == FrameKind.ENCORE:
        return seat.hand[Card.DOUBLE_TIME] > 0
    if kind == FrameKind.BRIBE:
        return seat.hand[Card.COIN] >= BRIBE_COINS
    return (kind != FrameKind.DIGGING and kind != FrameKind.TAKE) or cards_left(frame) > 0


@compiled
def has_legal_action(table, seat, asked):
    """Return whether the seat that is asked has a legal action."""
    mask = stack_bytes(NUM_ACTIONS)
    for action in range(NUM_ACTIONS):
        mask[action] = 0
    legal(table, seat, asked, mask)
    for action in range(NUM_ACTIONS):
        if mask[action] != 0:
            return True
    return False
