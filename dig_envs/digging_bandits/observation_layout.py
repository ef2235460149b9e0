"""The blocks of an observation of Digging Bandits.

The loop is counted from the observer: step k is the place k steps clockwise from its piece. From the cabin, counting begins
before space 0. So a roll of r leads to step r from everywhere. Players are counted clockwise from the observer. Blocks
that are mostly zero are at the end.
"""

from dig_envs.core.layout import Block, Kind, Layout
from dig_envs.digging_bandits.components import (
    BACK_OF,
    BACKS,
    BY_BACK,
    CHARACTERS,
    COPIES,
    DECK_CELLS,
    DRAW_KINDS,
    DYNAMITE,
    EXCHANGED,
    HAND_KINDS,
    ITEM_BRIDGE,
    KINDS,
    LAND_KINDS,
    LOOP,
    MAX_PLAYERS,
    OFFERS,
    ORACLE_CARDS,
    PICKAXE,
    PLACES,
    TECH,
    TIPPED,
    TRADE_ITEMS,
    Back,
)
from dig_envs.digging_bandits.state import Event, FrameKind, Step

LANDS = len(LAND_KINDS)
DRAWS = len(DRAW_KINDS)
DIGS = len(BY_BACK[Back.DIG])
DOODADS = len(BY_BACK[Back.DOODAD])
LOOTS = BACKS + 3
OTHERS = MAX_PLAYERS - 1
COWBOYS = 2  # the most COWBOYs on one event
OFFERED = int(ITEM_BRIDGE) + 2 + BACKS  # cells that count an offer: kinds of cards, TECH, bridges, the plot, backs
OPEN = 32  # base of the digits that count a kind in three hands in one float
FLAGS = ("plays", "owes a toll", "is out", "was rescued", "has cashed in")
IN_HAND = tuple(int(sum(COPIES[kind] for kind in range(HAND_KINDS) if BACK_OF[kind] == back)) for back in Back)
MOST_STEPS = 12
MOST_BREAKS = 100  # stones that a MINING SITE or the SPOON can break; a PICKAXE breaks one
CODES = 64  # denominator of (number + 1) / CODES, for kinds and items whose one-hot row would be too long
CODE = f"(number of the kind + 1) / {CODES}, 0 if I don't know it"

LAYOUT = Layout(
    # --- cards, players and decks
    Block("unseen", (KINDS,), "cards in places that I don't know, by kind / copies", Kind.RECOUNT),
    Block("hand", (HAND_KINDS,), "my hand by kind / copies"),
    Block("shown", (HAND_KINDS,), "cards in my hand that everyone knows, by kind / copies (DB-61)"),
    Block("known_hands", (OTHERS, HAND_KINDS), "cards that I know each other hand to hold, by kind / copies (DB-61)"),
    Block(
        "open_hands",
        (HAND_KINDS,),
        f"those that everyone knows: the next player's / {OPEN} + the next one's / {OPEN**2} + the last one's / {OPEN**3}",
    ),
    Block("backs", (MAX_PLAYERS, BACKS), f"cards in each hand by back, Land to Doodad / {IN_HAND}"),
    Block("tech", (MAX_PLAYERS,), f"TECH before each player / {COPIES[TECH]}"),
    Block("my_place", (PLACES,), "where my piece stands, one-hot by the number of the place; the last is the cabin"),
    Block("places", (OTHERS, PLACES), "how many steps from me each other piece stands, one-hot; the last is the cabin"),
    Block("characters", (MAX_PLAYERS, len(CHARACTERS)), "each player's character, one-hot"),
    Block("flags", (MAX_PLAYERS, len(FLAGS)), f"1 for each player that {', '.join(FLAGS)}"),
    Block("to_move", (MAX_PLAYERS,), "whose turn it is, one-hot"),
    Block("deck_sizes", (BACKS,), f"cards in Landfill, Dig, Draw and Doodad deck / {DECK_CELLS}"),
    Block("first_draw", (1,), "1 as long as the next Draw card is the first of the game, which is not immediate (DB-10)"),
    Block("gone_dynamite", (1,), f"DYNAMITE that is out of the game / {COPIES[DYNAMITE]}"),
    # --- the turn and the decision
    Block("options", (2,), "1 for the options teams, quick_play"),
    Block("turns", (1,), "turns ended / max_turns"),
    Block("dice", (2, 6), "the dice of this turn's move, one-hot"),
    Block(
        "turn",
        (4,),
        "1 if the piece has landed where it stands, it is a DOUBLE-TIME turn, a SHERIFF stopped it, the Bonus is used",
    ),
    Block("step", (len(Step),), "the last step of the main action, one-hot: none, dig, play, pick up, win"),
    Block("playing", (2,), "the Draw card of which more may be played in the step `play`, one-hot: BRIDGE, OUTLAW"),
    Block("begun", (len(FrameKind),), "1 for each kind of thing that has been begun and is not finished (`What` in state.py)"),
    Block("decision", (len(FrameKind),), "the last of them, if it is mine to decide, one-hot"),
    # --- the board
    Block("towns", (LOOP,), "1 where a town is, by steps from me"),
    Block("heights", (LOOP,), f"Land cards of each stack / {DECK_CELLS}, by steps from me"),
    Block("bridges", (LOOP, MAX_PLAYERS), "whose bridge is on each space, one-hot, by steps from me"),
    Block("plot", (LOOP,), "where the PRIVATE PLOT is, one-hot, by steps from me"),
    Block("plot_owner", (MAX_PLAYERS,), "whose it is, one-hot"),
    # --- pending frames
    Block("in_play", (HAND_KINDS,), "the DIGGING HAND, or cards that are being discarded, by kind / copies"),
    Block("named", (MAX_PLAYERS,), "whom the player to move has named to be robbed or turned in, one-hot"),
    Block("steps_left", (1,), f"steps that the piece has still to go / {MOST_STEPS}"),
    Block("by_warp", (1,), "1 if a WESTERN WARP is in play"),
    Block("dig_left", (1,), f"cards that may still come off in this dig / {DECK_CELLS}"),
    Block(
        "breaks_left",
        (2,),
        f"stones it can still break: with PICKAXEs / {COPIES[PICKAXE]}, with another tool / {MOST_BREAKS}",
    ),
    # --- an event that may be answered
    Block("event", (len(Event),), "the event that may be answered, or that COWBOYs answer, one-hot (`Event` in state.py)"),
    Block("actor", (MAX_PLAYERS,), "whose event it is, one-hot"),
    Block("victim", (MAX_PLAYERS,), "whom it is aimed at, one-hot"),
    Block("loot", (LOOTS,), "what an OUTLAW is after, one-hot: a card by its back, a TECH, the bridge, the plot"),
    Block("to_town", (1,), "1 if the roll leads to a town, bridges aside, or anywhere", Kind.ARITHMETIC),
    Block("exchange", (MAX_PLAYERS,), "whose cards I get in a DUEL that I win, or in a TRAIN HEIST, one-hot", Kind.ARITHMETIC),
    Block("cowboys", (COWBOYS,), "how many COWBOYs have been played on it, one-hot"),
    Block("blocker", (MAX_PLAYERS,), "who played the last of them, one-hot"),
    Block("blocked", (MAX_PLAYERS,), "against whom, one-hot"),
    Block("site", (LOOP,), "where a bridge would be built, one-hot, by steps from me"),
    Block("doodad", (DOODADS,), "the Doodad of a Bonus action, one-hot"),
    Block("shielded", (MAX_PLAYERS,), "1 for each player that takes no part in a TRAIN HEIST, behind BANDIT'S BLOCK"),
    # --- known cards: the next ones, then all in order
    Block("tops", (LOOP, LANDS), "the upper card of each stack, one-hot, if I know it, by steps from me"),
    Block("land", (DECK_CELLS,), f"all Land cards, stack after stack from my step, each from its bottom: {CODE}"),
    Block(
        "land_seen",
        (DECK_CELLS,),
        "who else knows that card: the sum of 4, 2, 1 for the next three players / 8; 1 if everyone does",
    ),
    Block("landfill", (TIPPED, LANDS), "the next two cards of the Landfill, one-hot, if everyone knows them"),
    Block("dig_top", (DIGS,), "the next Dig card, one-hot, if everyone knows it"),
    Block("draw_top", (ORACLE_CARDS, DRAWS), "the next three Draw cards, one-hot, if I know them"),
    Block("doodad_top", (DOODADS,), "the next Doodad, one-hot, if everyone knows it"),
    Block("oracle", (ORACLE_CARDS, MAX_PLAYERS), "1 for each player that saw that next Draw card with OUIJA ORACLE"),
    Block("decks", (BACKS - 1, DECK_CELLS), f"Landfill, Dig and Draw deck from the top, as everyone knows them: {CODE}"),
    Block("doodads", (DOODADS,), "the Doodad deck likewise"),
    # --- rare plays: CARD CACHE, TIP CART, a bribe, a trade
    Block("cache_left", (1,), f"cards that CARD CACHE still discards or takes / {EXCHANGED}"),
    Block("cart", (1,), f"cards in the TIP CART / {TIPPED}"),
    Block("cart_next", (TIPPED,), "which of them is put down next, one-hot, once that is named"),
    Block("cart_open", (1,), "1 if everyone knows the card in the TIP CART"),
    Block("tipped", (TIPPED, LANDS), "the cards in the TIP CART, one-hot, if I know them"),
    Block("considering", (MAX_PLAYERS,), "who considers a bribe or an offer, one-hot"),
    Block("wanting", (1,), "1 once the trader names what it wants"),
    Block("declined", (1,), f"offers declined / {OFFERS}"),
    Block("accepted", (1,), "1 if the player who considers the offer has said yes, and chooses cards"),
    Block("willing", (MAX_PLAYERS,), "1 for each player who said yes"),
    Block(
        "give",
        (OFFERED,),
        f"what the trader offers / {TRADE_ITEMS}: kinds of cards, TECH, bridges, the plot, any card of a back",
    ),
    Block("want", (OFFERED,), f"what it wants / {TRADE_ITEMS}, likewise"),
    Block("dealt_bridges", (LOOP,), "1 for each bridge in the offer, by steps from me; its owner would give it"),
    Block("offer", (2, TRADE_ITEMS), f"both sides as they were named: (number of the item + 1) / {CODES}, 0 for none"),
    Block("chosen", (HAND_KINDS,), f"cards that I have chosen to give where a back is wanted, by kind / {TRADE_ITEMS}"),
    Block("chosen_for", (TRADE_ITEMS,), f"the same for each wanted item: (number of the kind + 1) / {CODES}, 0 for none"),
)
AT = LAYOUT.offsets()

# Sections (core/engine/sparse_rows.py): pending frames, known cards of stacks and decks, rare plays.
PENDING, KNOWN, RARE = range(3)
STARTS = (AT.named, AT.tops, AT.cache_left)
END = LAYOUT.size
