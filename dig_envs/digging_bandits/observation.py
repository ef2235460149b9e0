"""Declare and encode the observation of a seat of Digging Bandits, block by block: all facts that the seat may know.

The loop is counted from the observer: step k is the place k steps clockwise from its piece. From the cabin, counting begins
before space 0. So a roll of r leads to step r from everywhere. Players are counted clockwise from the observer.
"""

import numpy as np

from dig_envs.core.compiler import compiled, inlined
from dig_envs.core.compiler.checked_views import view
from dig_envs.core.layout import Block, Kind, Layout, writes
from dig_envs.core.seats import seat_clockwise, steps_clockwise
from dig_envs.digging_bandits.components import (
    BACK_OF,
    BACKS,
    BREAKS_ALL,
    BY_BACK,
    CABIN,
    CHARACTERS,
    COPIES,
    DECK_CELLS,
    DOODADS,
    DRAW_KINDS,
    EXCHANGED,
    HAND_KINDS,
    IS_TOWN,
    ITEMS,
    KINDS,
    LAND_KINDS,
    LAND_PLACES,
    LOOP,
    MAX_PLAYERS,
    MAX_STEPS,
    NUMBER_IN_BACK,
    OFFERS,
    ORACLE_CARDS,
    PLACES,
    TIPPED,
    TRADE_ITEMS,
    Back,
    Card,
    Item,
)
from dig_envs.digging_bandits.rules.cards import count_hands_and_faces, count_open_cards, count_single_cards
from dig_envs.digging_bandits.rules.dig import clears_stack
from dig_envs.digging_bandits.rules.frames import (
    SECRET,
    bribed_loot,
    card_played,
    cards_left,
    cart_size,
    event_of,
    has_accepted,
    hide_question,
    is_hidden,
    loot_of,
    next_in_cart,
    offers_declined,
    open_kind,
    place_of,
    seat_of,
    shielded_from,
    side_of,
    steps_left,
    stones_left,
    target_of,
    thief_of,
    victim_of,
    warp_in_play,
)
from dig_envs.digging_bandits.rules.immediate import exchange_partner
from dig_envs.digging_bandits.rules.move import comes_to_town
from dig_envs.digging_bandits.rules.reactions import aimed_at, announced, is_exchange
from dig_envs.digging_bandits.rules.trade import is_bridge
from dig_envs.digging_bandits.state import EVERYONE, NONE, PUBLIC, Event, FrameKind, Step

LANDS = len(LAND_KINDS)
DRAWS = len(DRAW_KINDS)
DIGS = len(BY_BACK[Back.DIG])
NUM_DOODADS = len(DOODADS)
LOOTS = BACKS + 3
OTHERS = MAX_PLAYERS - 1
COWBOYS = 2  # the most COWBOYs on one event
OFFERED = Item.BRIDGE + 2 + BACKS  # cells that count an offer: kinds of cards, TECH, bridges, the plot, backs
OPEN = 32  # base of the digits that count a kind in three hands in one float
FLAGS = ("plays", "owes a toll", "is out", "was rescued", "has cashed in")
IN_HAND = tuple(int(sum(COPIES[kind] for kind in range(HAND_KINDS) if BACK_OF[kind] == back)) for back in Back)
CODES = 64  # denominator of (number + 1) / CODES, for kinds and items whose one-hot row would be too long
CODE = f"(number of the kind + 1) / {CODES}, 0 if I do not know it"

LAYOUT = Layout(
    # --- cards, players and decks
    Block("unseen", (KINDS,), "cards in places unknown to me, by kind / copies", Kind.RECOUNT),
    Block("hand", (HAND_KINDS,), "my hand by kind / copies"),
    Block("shown", (HAND_KINDS,), "cards in my hand that everyone knows, by kind / copies (DB-61)"),
    Block("known_hands", (OTHERS, HAND_KINDS), "known cards in each other hand, by kind / copies (DB-61)"),
    Block(
        "open_hands",
        (HAND_KINDS,),
        f"public cards of the next player / {OPEN} + the second player / {OPEN**2} + the third player / {OPEN**3}, by kind",
    ),
    Block("backs", (MAX_PLAYERS, BACKS), f"cards in each hand by back, Land to Doodad / {IN_HAND}"),
    Block("tech", (MAX_PLAYERS,), f"TECH before each player / {COPIES[Card.TECH]}"),
    Block("my_place", (PLACES,), "the place of my piece, one-hot by its number; last column: the cabin"),
    Block("places", (OTHERS, PLACES), "steps from my piece to each other piece, one-hot; last column: the cabin"),
    Block("characters", (MAX_PLAYERS, len(CHARACTERS)), "each player's character, one-hot"),
    Block("flags", (MAX_PLAYERS, len(FLAGS)), f"1 for each player that {', '.join(FLAGS)}"),
    Block("to_move", (MAX_PLAYERS,), "the active player, one-hot"),
    Block("deck_sizes", (BACKS,), f"cards in Landfill, Dig, Draw and Doodad deck / {DECK_CELLS}"),
    Block("first_draw", (1,), "1 before the first Draw card of the game, which is not immediate (DB-10)"),
    Block("gone_dynamite", (1,), f"DYNAMITE cards that are out of the game / {COPIES[Card.DYNAMITE]}"),
    # --- the turn and the decision
    Block("options", (2,), "1 for the options teams, quick_play"),
    Block("turns", (1,), "turns ended / max_turns"),
    Block("dice", (2, 6), "the dice of this turn's move, one-hot"),
    Block(
        "turn",
        (4,),
        "1 if the piece has landed; in a DOUBLE-TIME turn; if a SHERIFF has stopped the piece; if the Bonus action is used",
    ),
    Block("step", (len(Step),), "the last step of the main action, one-hot: none, dig, play, pick up, win"),
    Block("playing", (2,), "the Draw card whose kind may be played again in the step `play`, one-hot: BRIDGE, OUTLAW"),
    Block("begun", (len(FrameKind),), "1 for each kind of pending frame (`FrameKind` in state.py)"),
    Block("decision", (len(FrameKind),), "the kind of the last pending frame, one-hot, if I decide it"),
    # --- the board
    Block("towns", (LOOP,), "1 where a town is, by steps from me"),
    Block("heights", (LOOP,), f"Land cards of each stack / {DECK_CELLS}, by steps from me"),
    Block("bridges", (LOOP, MAX_PLAYERS), "the owner of the bridge on each space, one-hot, by steps from me"),
    Block("plot", (LOOP,), "the place of the PRIVATE PLOT, one-hot, by steps from me"),
    Block("plot_owner", (MAX_PLAYERS,), "the owner of the PRIVATE PLOT, one-hot"),
    # --- pending frames
    Block("in_play", (HAND_KINDS,), "the DIGGING HAND, or cards that are being discarded, by kind / copies"),
    Block("named", (MAX_PLAYERS,), "the player that the active player has named to rob or to turn in, one-hot"),
    Block("steps_left", (1,), f"steps that the piece still has to move / {MAX_STEPS}"),
    Block("by_warp", (1,), "1 if a WESTERN WARP is in play"),
    Block("dig_left", (1,), f"cards that this dig may still remove / {DECK_CELLS}"),
    Block(
        "breaks_left",
        (2,),
        f"stones that this dig can still break: with PICKAXEs / {COPIES[Card.PICKAXE]}, with another tool / {BREAKS_ALL}",
    ),
    # --- an event that may be answered
    Block(
        "event", (len(Event),), "the event that may be answered, or that COWBOYs have answered, one-hot (`Event` in state.py)"
    ),
    Block("actor", (MAX_PLAYERS,), "the player that caused the event, one-hot"),
    Block("victim", (MAX_PLAYERS,), "the target of the event, one-hot"),
    Block("loot", (LOOTS,), "the aim of an OUTLAW, one-hot: a card by its back, a TECH, the bridge, the plot"),
    Block("to_town", (1,), "1 if the roll leads to a town when bridges are ignored, or to any space", Kind.ARITHMETIC),
    Block(
        "exchange",
        (MAX_PLAYERS,),
        "the player whose cards I get if I win a DUEL, or in a TRAIN HEIST, one-hot",
        Kind.ARITHMETIC,
    ),
    Block("cowboys", (COWBOYS,), "COWBOYs played on the event, one-hot from 1"),
    Block("blocker", (MAX_PLAYERS,), "the player of the last COWBOY, one-hot"),
    Block("blocked", (MAX_PLAYERS,), "the player against whom the last COWBOY was played, one-hot"),
    Block("site", (LOOP,), "the space of a bridge that is being built, one-hot, by steps from me"),
    Block("doodad", (NUM_DOODADS,), "the Doodad of a Bonus action, one-hot"),
    Block("shielded", (MAX_PLAYERS,), "1 for each player that BANDIT'S BLOCK protects from a TRAIN HEIST"),
    # --- known cards: the next ones, then all in order
    Block("tops", (LOOP, LANDS), "the top card of each stack, one-hot, if I know it, by steps from me"),
    Block("land", (DECK_CELLS,), f"all Land cards, stack after stack from my space, each stack from its bottom: {CODE}"),
    Block(
        "land_seen",
        (DECK_CELLS,),
        "the other players that know each card of `land`: the sum of 4, 2, 1 for the next three players / 8; 1 if all know it",
    ),
    Block("landfill", (TIPPED, LANDS), "the next two cards of the Landfill, one-hot, if everyone knows them"),
    Block("dig_top", (DIGS,), "the next Dig card, one-hot, if everyone knows it"),
    Block("draw_top", (ORACLE_CARDS, DRAWS), "the next three Draw cards, one-hot, if I know them"),
    Block("doodad_top", (NUM_DOODADS,), "the next Doodad, one-hot, if everyone knows it"),
    Block("oracle", (ORACLE_CARDS, MAX_PLAYERS), "1 for each player that saw the card in `draw_top` with OUIJA ORACLE"),
    Block("decks", (BACKS - 1, DECK_CELLS), f"Landfill, Dig and Draw deck from the top, as everyone knows them: {CODE}"),
    Block("doodads", (NUM_DOODADS,), f"the Doodad deck from the top, as everyone knows it: {CODE}"),
    # --- rare plays: CARD CACHE, TIP CART, a bribe, a trade
    Block("cache_left", (1,), f"cards that CARD CACHE still discards or takes / {EXCHANGED}"),
    Block("cart", (1,), f"cards in the TIP CART / {TIPPED}"),
    Block("cart_next", (TIPPED,), "the card of the TIP CART that is put down next, one-hot, after it is named"),
    Block("cart_open", (1,), "1 if everyone knows the card in the TIP CART"),
    Block("tipped", (TIPPED, LANDS), "the cards in the TIP CART, one-hot, if I know them"),
    Block("considering", (MAX_PLAYERS,), "the player that considers a bribe or an offer, one-hot"),
    Block("wanting", (1,), "1 from the moment when the trader names wanted items"),
    Block("declined", (1,), f"offers declined / {OFFERS}"),
    Block("accepted", (1,), "1 if the player that considers the offer has accepted it and chooses cards"),
    Block("willing", (MAX_PLAYERS,), "1 for each player that has accepted"),
    Block(
        "give",
        (OFFERED,),
        f"offered items / {TRADE_ITEMS}: kinds of cards, TECH, bridges, the plot, any card of a back",
    ),
    Block("want", (OFFERED,), f"wanted items / {TRADE_ITEMS}; columns as in `give`"),
    Block("dealt_bridges", (LOOP,), "1 for each bridge in the offer, by steps from me; the owner of the bridge gives it"),
    Block(
        "offer",
        (2, TRADE_ITEMS),
        f"both sides of the offer in the order of naming: (number of the item + 1) / {CODES}, 0 for no item",
    ),
    Block("chosen", (HAND_KINDS,), f"cards that I have chosen for wanted backs, by kind / {TRADE_ITEMS}"),
    Block(
        "chosen_for", (TRADE_ITEMS,), f"the chosen card for each wanted item: (number of the kind + 1) / {CODES}, 0 for no card"
    ),
)

OMITTED: dict[str, str] = {}  # all fields not in the blocks accompany every observation or are options of all games

COPIES_OF_KIND = COPIES.astype(np.float32)
SHARE_OF_KIND = (1.0 / COPIES).astype(np.float32)
SHARE_OF_BACK = (1.0 / np.array(IN_HAND)).astype(np.float32)
SHARE_OF_TECH = SHARE_OF_KIND[Card.TECH]
SHARE_OF_LOST = SHARE_OF_KIND[Card.DYNAMITE]
DIGIT = np.float32(1.0 / OPEN)
SHARE_OF_CODE = np.float32(1.0 / CODES)
SHARE_OF_CELLS = np.float32(1.0 / DECK_CELLS)
SHARE_OF_STEPS = np.float32(1.0 / MAX_STEPS)
SHARE_OF_AXES = np.float32(1.0 / COPIES[Card.PICKAXE])
SHARE_OF_BREAKS = np.float32(1.0 / BREAKS_ALL)
SHARE_OF_CACHE = np.float32(1.0 / EXCHANGED)
SHARE_OF_CART = np.float32(1.0 / TIPPED)
SHARE_OF_ITEMS = np.float32(1.0 / TRADE_ITEMS)
SHARE_OF_OFFERS = np.float32(1.0 / OFFERS)
# The cell of each item in the counts of an offer; all bridges share one cell.
ITEM_NUMBERS = np.arange(ITEMS, dtype=np.int64)
CELL_OF_ITEM = np.minimum(ITEM_NUMBERS, Item.BRIDGE) + np.maximum(0, ITEM_NUMBERS - Item.PLOT + 1)
assert CELL_OF_ITEM[-1] == OFFERED - 1 and CELL_OF_ITEM[Item.PLOT] == OFFERED - 1 - BACKS
SPACES = len(LAND_PLACES)
TOWNS_FROM = np.array([[IS_TOWN[(start + step) % LOOP] for step in range(LOOP)] for start in range(LOOP)], np.float32)


def _other_knowers(num_players: int, player: int, bits: int) -> float:
    """Return the value of the block `land_seen` for a card that the seats of these bits know."""
    if bits & PUBLIC:
        return 1.0
    others = [bits >> (player + i) % num_players & 1 for i in range(1, num_players)]
    return sum(4 / 2**i * knows for i, knows in enumerate(others)) / 8


# Values of the block `land_seen`, by number of players - 1, observer, and bits of `table.land_seen`.
OTHER_KNOWERS = np.array(
    [
        [[_other_knowers(players, player, bits) for bits in range(EVERYONE + 1)] for player in range(MAX_PLAYERS)]
        for players in range(1, MAX_PLAYERS + 1)
    ],
    np.float32,
)


def layout(options):
    """Return the blocks of an observation, which are the same under all options."""
    return LAYOUT


def clear_hidden(tables: np.ndarray, seats: np.ndarray) -> np.ndarray:
    """Return copies of tables as the observers know them: without questions that only the asked seat knows (C-4).

    Args:
        tables: records of `TABLE`, shape (n,).
        seats: the record of the observer of each table, shape (n,).
    """
    tables = tables.copy()
    innermost = tables["frames"]["kind"][np.arange(len(tables)), np.maximum(tables["depth"], 1) - 1]
    for row in np.flatnonzero((tables["depth"] > 0) & (seats["asked"] == 0) & np.isin(innermost, SECRET)):
        hide_question(view(tables)[row])
    return tables


@writes(LAYOUT)
@compiled
def encode(table, seat, player, out):
    """Write the seat's observation into `out`, a zeroed record of the blocks."""
    encode_board(table, seat, player, out)
    encode_cards(table, seat, player, out)
    encode_players(table, player, out)
    encode_decks(table, seat, player, out)
    encode_turn(table, player, out)
    encode_frames(table, seat, player, out)
    if seat.asked:
        out.decision[table.frames[table.depth - 1].kind] = 1.0
    if table.give[0] != NONE:
        encode_trade(table, seat, player, out)


# --- cards


@compiled
def encode_cards(table, seat, player, out):
    """Write hands, cards in play and unseen cards. The block `unseen` first counts the seen cards; the board added some."""
    count_open_cards(table, out.unseen)
    count_single_cards(table, seat, out.unseen)
    count_hands_and_faces(table, seat, out.unseen)
    for kind in range(KINDS):
        out.unseen[kind] = (COPIES_OF_KIND[kind] - out.unseen[kind]) * SHARE_OF_KIND[kind]
    for kind in range(HAND_KINDS):
        out.hand[kind] = seat.hand[kind] * SHARE_OF_KIND[kind]
        out.in_play[kind] = table.tools[kind] * SHARE_OF_KIND[kind]
    me = np.uint8(player)  # an index without a sign is faster
    for kind in range(HAND_KINDS):
        out.shown[kind] = table.known[me][kind] * SHARE_OF_KIND[kind]
    digit = DIGIT
    for i in range(1, table.num_players):
        p = np.uint8(seat_clockwise(table, player, i))
        for kind in range(HAND_KINDS):
            out.known_hands[i - 1, kind] = seat.known[p][kind] * SHARE_OF_KIND[kind]
        for kind in range(HAND_KINDS):
            out.open_hands[kind] += table.known[p][kind] * digit
        digit *= DIGIT


# --- players


@compiled
def encode_players(table, player, out):
    """Write the public facts of each player, clockwise from the observer."""
    out.my_place[table.place[player]] = 1.0
    for i in range(table.num_players):
        p = np.uint8(seat_clockwise(table, player, i))
        for back in range(BACKS):
            out.backs[i, back] = table.backs[p][back] * SHARE_OF_BACK[back]
        out.tech[i] = table.tech[p] * SHARE_OF_TECH
        out.characters[i, table.character[p]] = 1.0
        out.flags[i, 0] = 1.0
        out.flags[i, 1] = table.owing[p]
        out.flags[i, 2] = table.out[p]
        out.flags[i, 3] = table.rescued[p]
        out.flags[i, 4] = table.winner[p]
        if i > 0:
            out.places[i - 1, steps_away(table, player, table.place[p])] = 1.0


# --- the turn


@compiled
def encode_turn(table, player, out):
    """Write the options, the dice and the progress of the turn."""
    out.to_move[steps_clockwise(table, player, table.active)] = 1.0
    out.options[0] = table.teams
    out.options[1] = table.quick_play
    for die in range(2):
        if table.dice[die] > 0:
            out.dice[die, table.dice[die] - 1] = 1.0
    out.turn[0] = table.landed
    out.turn[1] = table.encore
    out.turn[2] = table.arrested
    out.turn[3] = table.bonus
    out.step[table.step] = 1.0
    out.playing[0] = table.playing == Card.BRIDGE
    out.playing[1] = table.playing == Card.OUTLAW
    out.turns[0] = table.turn / table.max_turns
    out.first_draw[0] = table.opening_top
    out.gone_dynamite[0] = table.gone_dynamite * SHARE_OF_LOST


# --- positions relative to the observer


@inlined
def origin_of(table, player):
    """Return the origin of the observer's loop: its place, or in the cabin the place before space 0."""
    place = table.place[player]
    return place if place < LOOP else LOOP - 1


@inlined
def steps_from(origin, place):
    """Return the number of steps clockwise from one place of the loop to another."""
    away = place - origin
    return away + LOOP if away < 0 else away


@compiled
def steps_away(table, player, place):
    """Return the number of steps clockwise from the observer's origin to a place; CABIN for the cabin."""
    return steps_from(origin_of(table, player), place) if place < LOOP else CABIN


# --- the board


@compiled
def encode_board(table, seat, player, out):
    """Write the loop from the observer's place, and count the Land cards that it knows in the block `unseen`."""
    origin = origin_of(table, player)
    for step in range(LOOP):
        out.towns[step] = TOWNS_FROM[origin, step]
    at = 0
    start = 0
    for space in range(SPACES):
        place = LAND_PLACES[space]
        step = steps_from(origin, place)
        height = table.height[place]
        out.heights[step] = height * SHARE_OF_CELLS
        at += height
        if height == 0:
            mark_seat(table, player, table.bridge[place], out.bridges[step])
        else:
            mark_card(out.tops[step], seat.land[np.uint8(at - 1)])
        start += height if place < origin else 0
    if table.plot != NONE:
        out.plot[steps_from(origin, table.plot)] = 1.0
        out.plot_owner[steps_clockwise(table, player, table.plot_owner)] = 1.0
    write_land(table, seat, player, start, at, out)


@compiled
def write_land(table, seat, player, start, cards, out):
    """Write the Land cards that any seat knows, and the knowers, from cell `start`; count the cards that the observer knows."""
    for at in range(cards):
        seen = table.land_seen[at]
        if seen != 0:
            to = at - start if at >= start else at - start + cards
            out.land_seen[to] = OTHER_KNOWERS[table.num_players - 1, player, seen]
            kind = seat.land[at]
            if kind != NONE:
                out.unseen[kind] += 1.0
                out.land[to] = code_of(kind)


# --- decks


@compiled
def encode_decks(table, seat, player, out):
    """Write the public cards of the decks from the top, and the next cards that the observer knows."""
    for back in range(BACKS):
        out.deck_sizes[back] = table.deck_size[back] * SHARE_OF_CELLS
    for back in range(Back.DOODAD):
        for k in range(DECK_CELLS):
            out.decks[back, k] = code_of(table.deck[back][k])
    for k in range(NUM_DOODADS):
        out.doodads[k] = code_of(table.deck[Back.DOODAD][k])
    for k in range(TIPPED):
        mark_card(out.landfill[k], table.deck[Back.LAND][k])
    for k in range(ORACLE_CARDS):
        known = table.deck[Back.DRAW][k]
        mark_card(out.draw_top[k], seat.draw_top[k] if known == NONE else known)
        if table.oracle_seen[k]:
            mark_seats(table, player, table.oracle_seen[k], out.oracle[k])
    mark_card(out.dig_top, table.deck[Back.DIG][0])
    mark_card(out.doodad_top, table.deck[Back.DOODAD][0])


# --- numbers and one-hot rows


@inlined
def code_of(number):
    """Return the float for a kind or an item whose one-hot row would be too long; 0 for NONE."""
    return np.float32(number) * SHARE_OF_CODE + SHARE_OF_CODE


@inlined
def mark_card(row, kind):
    """Mark a card among the kinds of its back; an unknown card marks nothing."""
    if kind != NONE:
        row[NUMBER_IN_BACK[kind]] = 1.0


@inlined
def mark_seat(table, player, other, row):
    """Mark a seat, counted clockwise from the observer; NONE marks nothing."""
    if other != NONE:
        row[steps_clockwise(table, player, other)] = 1.0


@compiled
def mark_seats(table, player, bits, row):
    """Mark the seats of these bits, counted clockwise from the observer."""
    for p in range(table.num_players):
        if bits >> p & 1:
            row[steps_clockwise(table, player, p)] = 1.0


# --- pending frames


@compiled
def encode_frames(table, seat, player, out):
    """Write all frames that the observer may know. `rules/flow.py` explains how frames nest."""
    depth = table.depth + 0
    if depth == 0:
        return
    innermost = table.frames[depth - 1]
    if is_hidden(innermost, seat):
        depth -= 1
        encode_replacement(table, player, innermost, out)
    elif innermost.kind == FrameKind.EVENT:
        encode_event(table, player, out)
    for at in range(depth):
        frame = table.frames[at]
        out.begun[frame.kind] = 1.0
        encode_frame(table, seat, player, frame, out)


@compiled
def encode_replacement(table, player, frame, out):
    """Write what a seat sees instead of a frame that is hidden from it (`hide_question` in `rules/frames.py`)."""
    if frame.kind == FrameKind.ENCORE:
        out.begun[FrameKind.ACTION] = 1.0
    elif frame.kind == FrameKind.BRIBE:
        out.begun[FrameKind.EVENT] = 1.0
        out.event[Event.OUTLAW] = 1.0
        out.loot[bribed_loot(frame)] = 1.0
        mark_seat(table, player, thief_of(frame), out.actor)
        mark_seat(table, player, seat_of(frame), out.victim)


@compiled
def encode_frame(table, seat, player, frame, out):
    """Write the numbers of a frame. An EVENT has none here, since only the innermost may be answered."""
    kind = frame.kind
    if kind == FrameKind.TRAVEL:
        out.steps_left[0] = steps_left(frame) * SHARE_OF_STEPS
    elif kind == FrameKind.DESTINATION:
        out.by_warp[0] = warp_in_play(frame)
    elif kind == FrameKind.DIGGING:
        out.dig_left[0] = cards_left(frame) * SHARE_OF_CELLS
        if clears_stack(table):
            out.breaks_left[1] = stones_left(frame) * SHARE_OF_BREAKS
        else:
            out.breaks_left[0] = stones_left(frame) * SHARE_OF_AXES
    elif kind == FrameKind.OUTLAW or kind == FrameKind.BOUNTY or kind == FrameKind.TURN_IN:
        mark_seat(table, player, target_of(frame), out.named)
    elif kind == FrameKind.BRIBE:
        mark_seat(table, player, seat_of(frame), out.considering)
        out.loot[bribed_loot(frame)] = 1.0
    elif kind == FrameKind.DISCARD or kind == FrameKind.TAKE:
        out.cache_left[0] = cards_left(frame) * SHARE_OF_CACHE
    elif kind == FrameKind.OFFER:
        out.wanting[0] = side_of(frame)
        out.declined[0] = offers_declined(frame) * SHARE_OF_OFFERS
    elif kind == FrameKind.ANSWER:
        mark_seat(table, player, seat_of(frame), out.considering)
        out.accepted[0] = has_accepted(frame)
    elif kind == FrameKind.TIP:
        encode_cart(seat, frame, out)


@compiled
def encode_cart(seat, frame, out):
    """Write the TIP CART; other seats than its player see only a public card."""
    out.cart[0] = cart_size(frame) * SHARE_OF_CART
    if next_in_cart(frame) != NONE:
        out.cart_next[next_in_cart(frame)] = 1.0
    out.cart_open[0] = open_kind(frame) != NONE
    for k in range(TIPPED):
        mark_card(out.tipped[k], seat.tipped[k])
    if seat.tipped[0] == NONE:
        mark_card(out.tipped[0], open_kind(frame))


# --- events


@compiled
def encode_event(table, player, out):
    """Write the event that may be answered and the COWBOYs on it. Each COWBOY answers the one before, so the last is enough."""
    at, cowboys = announced(table)
    frame = table.frames[at]
    event = event_of(frame)
    out.event[event] = 1.0
    mark_seat(table, player, seat_of(frame), out.actor)
    mark_seat(table, player, aimed_at(frame), out.victim)
    if cowboys > 0:
        last = table.frames[table.depth - 1]
        out.cowboys[cowboys - 1] = 1.0
        mark_seat(table, player, seat_of(last), out.blocker)
        mark_seat(table, player, victim_of(last), out.blocked)
    if event == Event.ROLL or event == Event.SHERIFF:
        out.to_town[0] = comes_to_town(table, table.active)
    elif is_exchange(event):
        mark_seat(table, player, exchange_partner(table, player, frame), out.exchange)
    encode_detail(table, player, frame, out)


@compiled
def encode_detail(table, player, frame, out):
    """Write the detail of an event."""
    event = event_of(frame)
    if event == Event.OUTLAW:
        out.loot[loot_of(frame)] = 1.0
    elif event == Event.BUILD:
        out.site[steps_away(table, player, place_of(frame))] = 1.0
    elif event == Event.HEIST:
        mark_seats(table, player, shielded_from(frame), out.shielded)
    elif event == Event.BONUS:
        mark_card(out.doodad, card_played(frame))


# --- a trade


@compiled
def encode_trade(table, seat, player, out):
    """Write an offer: counts of its items, their order, and the players who said yes."""
    for k in range(TRADE_ITEMS):
        if table.give[k] != NONE:
            out.give[CELL_OF_ITEM[table.give[k]]] += SHARE_OF_ITEMS
            encode_item(table, player, table.give[k], 0, k, out)
        if table.want[k] != NONE:
            out.want[CELL_OF_ITEM[table.want[k]]] += SHARE_OF_ITEMS
            encode_item(table, player, table.want[k], 1, k, out)
        if seat.chosen[k] != NONE:
            out.chosen_for[k] = code_of(seat.chosen[k])
            out.chosen[seat.chosen[k]] += SHARE_OF_ITEMS
    mark_seats(table, player, table.willing, out.willing)


@compiled
def encode_item(table, player, item, side, k, out):
    """Write the k-th item of a side of an offer, and the bridge that it names."""
    out.offer[side, k] = code_of(item)
    if is_bridge(item):
        out.dealt_bridges[steps_away(table, player, item - Item.BRIDGE)] = 1.0
