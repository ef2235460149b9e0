"""What a seat of Digging Bandits observes: block by block, and the encoder that writes it."""

import numpy as np

from dig_envs.core.compile import compiled
from dig_envs.core.layout import Block, Layout
from dig_envs.digging_bandits.census import count_cell, count_open_cards
from dig_envs.digging_bandits.components import (
    BACKS,
    BY_BACK,
    CHARACTERS,
    COPIES,
    DECK_CELLS,
    DRAW_KINDS,
    HAND_KINDS,
    ITEMS,
    KINDS,
    LAND_KINDS,
    LAND_PLACES,
    MAX_PLAYERS,
    NUMBER_IN_BACK,
    ORACLE_CARDS,
    PLACES,
    TIPPED,
    TRADE_ITEMS,
    Back,
)
from dig_envs.digging_bandits.rules.players import player_count
from dig_envs.digging_bandits.state import NONE, Event, Step, What

SPACES = len(LAND_PLACES)
LANDS = len(LAND_KINDS)
DRAWS = len(DRAW_KINDS)
HIGH = 8  # stacks and hands of one back are told apart up to this size
LOOTS = BACKS + 3

LAYOUT = Layout(
    Block("unseen", (KINDS,), "cards in places that I don't know, by kind / copies"),
    Block("hand", (HAND_KINDS,), "my hand by kind / copies"),
    Block("known_hands", (MAX_PLAYERS - 1, HAND_KINDS), "cards that the others hold for certain, by kind / copies (DB-61)"),
    Block("backs", (MAX_PLAYERS, BACKS), f"cards in each hand by back / {HIGH}, at most 1; seats clockwise from me"),
    Block("tech", (MAX_PLAYERS,), "TECH before each player / 14"),
    Block("places", (MAX_PLAYERS, PLACES), "where each piece stands, one-hot; the last place is the cabin"),
    Block("characters", (MAX_PLAYERS, len(CHARACTERS)), "each player's character, one-hot"),
    Block("flags", (MAX_PLAYERS, 4), "1 for each player that plays, owes a toll, is out, was rescued"),
    Block("to_move", (MAX_PLAYERS,), "whose turn it is, one-hot"),
    Block("heights", (SPACES,), f"Land cards on each LAND space / {HIGH}, at most 1"),
    Block("land_known", (SPACES, LANDS), f"cards that I know in each stack, by Land kind / {HIGH}, at most 1"),
    Block("land_tops", (SPACES, LANDS), "the top card of each stack, one-hot, if I know it"),
    Block("bridges", (SPACES, MAX_PLAYERS), "whose bridge is on each LAND space, one-hot from me"),
    Block("plot", (SPACES,), "where the PRIVATE PLOT is, one-hot"),
    Block("plot_owner", (MAX_PLAYERS,), "whose it is, one-hot from me"),
    Block("deck_sizes", (BACKS,), "cards in Landfill, Dig, Draw and Doodad deck / 48"),
    Block("landfill", (TIPPED, LANDS), "its next two cards, one-hot, where everyone knows them"),
    Block("draw_top", (ORACLE_CARDS, DRAWS), "the next three Draw cards, one-hot, where I know them"),
    Block("dig_top", (len(BY_BACK[Back.DIG]),), "the next Dig card, one-hot, if everyone knows it"),
    Block("doodad_top", (len(BY_BACK[Back.DOODAD]),), "the next Doodad, one-hot, if everyone knows it"),
    Block("dice", (2, 6), "the dice of this turn's move, one-hot"),
    Block(
        "turn",
        (4,),
        "1 if the piece has landed here, it is a DOUBLE-TIME turn, a SHERIFF stopped it, the Bonus is used",
    ),
    Block("step", (len(Step),), "the last step of the main action, one-hot: none, dig, play, pick up, win"),
    Block("in_play", (HAND_KINDS,), "the DIGGING HAND, or cards to discard, by kind / copies"),
    Block("decision", (len(What),), "what I decide, one-hot; all zero if I am not asked"),
    Block("event", (len(Event),), "the event that I may answer, one-hot"),
    Block("answered", (len(Event),), "the event that a COWBOY or SHERIFF before me has answered, one-hot"),
    Block("actor", (MAX_PLAYERS,), "whose event it is, one-hot from me"),
    Block("victim", (MAX_PLAYERS,), "whom it, or what I do, is aimed at, one-hot from me"),
    Block("loot", (LOOTS,), "what an OUTLAW is after, one-hot: a back, TECH, bridge, plot"),
    Block("spot", (PLACES,), "where a bridge would be built, one-hot"),
    Block("doodad", (len(BY_BACK[Back.DOODAD]),), "the Doodad that I may stop, one-hot"),
    Block("left", (2,), "steps, cards or stones that the decision is about / 12, at most 1"),
    Block("tipped", (TIPPED, LANDS), "the Land cards in my TIP CART, one-hot"),
    Block("give", (ITEMS,), "what the trader offers, by item / 3"),
    Block("want", (ITEMS,), "what it wants, by item / 3"),
    Block("willing", (MAX_PLAYERS,), "1 for each player who said yes"),
    Block("declined", (1,), "offers declined / 3"),
    Block("turns", (1,), "turns ended / max_turns"),
)

UNSEEN_AT = LAYOUT.start("unseen")  # 0: cards are counted there
HAND_AT = LAYOUT.start("hand")
KNOWN_HANDS_AT = LAYOUT.start("known_hands")
BACKS_AT = LAYOUT.start("backs")
TECH_AT = LAYOUT.start("tech")
PLACES_AT = LAYOUT.start("places")
CHARACTERS_AT = LAYOUT.start("characters")
FLAGS_AT = LAYOUT.start("flags")
TO_MOVE_AT = LAYOUT.start("to_move")
HEIGHTS_AT = LAYOUT.start("heights")
LAND_KNOWN_AT = LAYOUT.start("land_known")
LAND_TOPS_AT = LAYOUT.start("land_tops")
BRIDGES_AT = LAYOUT.start("bridges")
PLOT_AT = LAYOUT.start("plot")
PLOT_OWNER_AT = LAYOUT.start("plot_owner")
DECK_SIZES_AT = LAYOUT.start("deck_sizes")
LANDFILL_AT = LAYOUT.start("landfill")
DRAW_TOP_AT = LAYOUT.start("draw_top")
DIG_TOP_AT = np.int64(LAYOUT.start("dig_top"))
DOODAD_TOP_AT = np.int64(LAYOUT.start("doodad_top"))
DICE_AT = LAYOUT.start("dice")
TURN_AT = LAYOUT.start("turn")
STEP_AT = LAYOUT.start("step")
IN_PLAY_AT = LAYOUT.start("in_play")
DECISION_AT = LAYOUT.start("decision")
EVENT_AT = LAYOUT.start("event")
ANSWERED_AT = LAYOUT.start("answered")
ACTOR_AT = np.int64(LAYOUT.start("actor"))
VICTIM_AT = np.int64(LAYOUT.start("victim"))
LOOT_AT = LAYOUT.start("loot")
SPOT_AT = LAYOUT.start("spot")
DOODAD_AT = np.int64(LAYOUT.start("doodad"))
LEFT_AT = LAYOUT.start("left")
TIPPED_AT = LAYOUT.start("tipped")
GIVE_AT = LAYOUT.start("give")
WANT_AT = LAYOUT.start("want")
WILLING_AT = LAYOUT.start("willing")
DECLINED_AT = LAYOUT.start("declined")
TURNS_AT = LAYOUT.start("turns")

OF_KIND = COPIES.astype(np.float32)
SHARE_OF_KIND = (1.0 / COPIES).astype(np.float32)
UP_TO_HIGH = (np.minimum(np.arange(DECK_CELLS + 1), HIGH) / HIGH).astype(np.float32)
OF_DECK = (np.arange(DECK_CELLS + 1) / DECK_CELLS).astype(np.float32)
OF_TECH = (np.arange(COPIES[-1] + 1) / COPIES[-1]).astype(np.float32)
UP_TO_12 = (np.minimum(np.arange(128), 12) / 12).astype(np.float32)
ONE = np.float32(1.0)
OF_ITEM = np.float32(1.0 / TRADE_ITEMS)


def layout(options):
    """The blocks of an observation; the same under all options."""
    return LAYOUT


@compiled
def encode(table, seat, player, out):
    encode_board(table, seat, player, out)
    encode_cards(table, seat, player, out)
    encode_players(table, player, out)
    encode_decks(table, seat, out)
    encode_turn(table, out)
    if table.give[0] != NONE:
        encode_trade(table, player, out)
    if seat.asked:
        encode_decision(table, seat, player, out)


@compiled
def clockwise(table, player, other):
    """How many seats clockwise from me another one sits."""
    away = other - player
    return away + table.num_players if away < 0 else away


# --- cards


@compiled
def encode_cards(table, seat, player, out):
    """Counts what is seen in the first block, to which the land was added, then turns it into what is unseen."""
    count_open_cards(table, out)
    count_single_cards(table, seat, out)
    for i in range(1, player_count(table)):
        known = seat.known[np.uint8((player + i) % table.num_players)]
        at = KNOWN_HANDS_AT + (i - 1) * HAND_KINDS
        for kind in range(HAND_KINDS):
            out[at + kind] = known[kind] * SHARE_OF_KIND[kind]
    for kind in range(HAND_KINDS):
        out[HAND_AT + kind] = seat.hand[kind] * SHARE_OF_KIND[kind]
        out[IN_PLAY_AT + kind] = table.tools[kind] * SHARE_OF_KIND[kind]
    for kind in range(HAND_KINDS):
        known = seat.known[0][kind] + seat.known[1][kind] + seat.known[2][kind] + seat.known[3][kind]
        out[UNSEEN_AT + kind] += np.float32(seat.hand[kind] + known)
    for kind in range(KINDS):
        unseen = OF_KIND[kind] - out[UNSEEN_AT + kind] - np.float32(table.faces[kind])
        out[UNSEEN_AT + kind] = unseen * SHARE_OF_KIND[kind]


@compiled
def count_single_cards(table, seat, out):
    """The Draw cards that I alone have seen, and what a TIP CART carries."""
    for k in range(ORACLE_CARDS):
        if table.deck[Back.DRAW][k] == NONE:
            count_cell(out, seat.draw_top[k])
    for k in range(TIPPED):
        count_cell(out, seat.tipped[k])
    if table.depth > 0:
        frame = table.frames[table.depth - 1]
        if frame.what == What.TIP and frame.x > 0 and seat.tipped[0] == NONE:
            count_cell(out, frame.z)


# --- players


@compiled
def encode_players(table, player, out):
    for i in range(player_count(table)):
        p = np.uint8((player + i) % table.num_players)
        for back in range(BACKS):
            out[BACKS_AT + i * BACKS + back] = UP_TO_HIGH[np.uint8(table.backs[p][back])]
        out[TECH_AT + i] = OF_TECH[np.uint8(table.tech[p])]
        out[PLACES_AT + i * PLACES + table.place[p]] = 1.0
        out[CHARACTERS_AT + i * len(CHARACTERS) + table.character[p]] = 1.0
        out[FLAGS_AT + i * 4] = 1.0
        out[FLAGS_AT + i * 4 + 1] = table.owing[p]
        out[FLAGS_AT + i * 4 + 2] = table.out[p]
        out[FLAGS_AT + i * 4 + 3] = table.rescued[p]
    out[TO_MOVE_AT + clockwise(table, player, np.int64(table.active))] = 1.0


# --- board and decks


@compiled
def encode_board(table, seat, player, out):
    """Also counts the land that I know among what is seen."""
    at = 0
    for space in range(SPACES):
        place = LAND_PLACES[space]
        height = table.height[place]
        out[HEIGHTS_AT + space] = UP_TO_HIGH[np.uint8(height)]
        for cell in range(at, at + height):
            kind = seat.land[cell]
            if kind != NONE:
                out[LAND_KNOWN_AT + space * LANDS + NUMBER_IN_BACK[kind]] += UP_TO_HIGH[1]
                out[UNSEEN_AT + kind] += ONE
        at += height
        if height > 0 and seat.land[at - 1] != NONE:
            out[LAND_TOPS_AT + space * LANDS + NUMBER_IN_BACK[seat.land[at - 1]]] = 1.0
        if table.bridge[place] != NONE:
            out[BRIDGES_AT + space * MAX_PLAYERS + clockwise(table, player, np.int64(table.bridge[place]))] = 1.0
        if table.plot == place:
            out[PLOT_AT + space] = 1.0
            out[PLOT_OWNER_AT + clockwise(table, player, np.int64(table.plot_owner))] = 1.0


@compiled
def encode_decks(table, seat, out):
    for back in range(BACKS):
        out[DECK_SIZES_AT + back] = OF_DECK[np.uint8(table.deck_size[back])]
    for k in range(TIPPED):
        mark_card(out, LANDFILL_AT + k * LANDS, np.int64(table.deck[Back.LAND][k]))
    for k in range(ORACLE_CARDS):
        known = np.int64(table.deck[Back.DRAW][k])
        mark_card(out, DRAW_TOP_AT + k * DRAWS, np.int64(seat.draw_top[k]) if known == NONE else known)
    mark_card(out, DIG_TOP_AT, np.int64(table.deck[Back.DIG][0]))
    mark_card(out, DOODAD_TOP_AT, np.int64(table.deck[Back.DOODAD][0]))


@compiled
def mark_card(out, at, kind):
    """One-hot among the kinds of its back; nothing for a card that is not known."""
    if kind != NONE:
        out[at + NUMBER_IN_BACK[kind]] = 1.0


# --- the turn


@compiled
def encode_turn(table, out):
    for die in range(2):
        if table.dice[die] > 0:
            out[DICE_AT + die * 6 + table.dice[die] - 1] = 1.0
    out[TURN_AT] = table.landed
    out[TURN_AT + 1] = table.encore
    out[TURN_AT + 2] = table.arrested
    out[TURN_AT + 3] = table.bonus
    out[STEP_AT + table.step] = 1.0
    out[TURNS_AT] = table.turn / table.max_turns


@compiled
def encode_trade(table, player, out):
    for k in range(TRADE_ITEMS):
        if table.give[k] != NONE:
            out[GIVE_AT + table.give[k]] += OF_ITEM
        if table.want[k] != NONE:
            out[WANT_AT + table.want[k]] += OF_ITEM
    for p in range(player_count(table)):
        if table.willing >> p & 1:
            out[WILLING_AT + clockwise(table, player, p)] = 1.0


# --- the decision


@compiled
def encode_decision(table, seat, player, out):
    frame = table.frames[table.depth - 1]
    out[DECISION_AT + frame.what] = 1.0
    if frame.what == What.EVENT:
        encode_event(table, player, out)
    elif frame.what == What.OUTLAW or frame.what == What.BOUNTY or frame.what == What.TURN_IN:
        mark_seat(table, player, np.int64(frame.x), out, VICTIM_AT)
    elif frame.what == What.BRIBE:
        mark_seat(table, player, np.int64(frame.x), out, ACTOR_AT)
        out[LOOT_AT + frame.y] = 1.0
    elif frame.what == What.OFFER:
        out[DECLINED_AT] = frame.y * OF_ITEM
    else:
        out[LEFT_AT] = UP_TO_12[np.uint8(frame.x)]
        out[LEFT_AT + 1] = UP_TO_12[np.uint8(max(0, frame.y))]
    for k in range(TIPPED):
        mark_card(out, TIPPED_AT + k * LANDS, np.int64(seat.tipped[k]))


@compiled
def mark_seat(table, player, other, out, at):
    if other != NONE:
        out[at + clockwise(table, player, other)] = 1.0


@compiled
def encode_event(table, player, out):
    """What is announced; for a block, what it stops is read from the event below."""
    at = table.depth - 1
    out[EVENT_AT + table.frames[at].x] = 1.0
    mark_seat(table, player, np.int64(table.frames[at].who), out, ACTOR_AT)
    mark_seat(table, player, np.int64(table.frames[at].y), out, VICTIM_AT)
    while table.frames[at].x == Event.COWBOY or table.frames[at].x == Event.SHERIFF:
        at -= 1
        out[ANSWERED_AT + table.frames[at].x] = 1.0
    event = table.frames[at].x
    detail = np.int64(table.frames[at].z)
    if event == Event.OUTLAW:
        out[LOOT_AT + detail] = 1.0
    elif event == Event.BUILD:
        out[SPOT_AT + detail] = 1.0
    elif event == Event.BONUS or event == Event.WARP or event == Event.ENCORE or event == Event.SPOON:
        mark_card(out, DOODAD_AT, detail)
