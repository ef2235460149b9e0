"""The blocks of an observation of Digging Bandits, and where each begins."""

import numpy as np

from dig_envs.core.layout import Block, Layout
from dig_envs.digging_bandits.components import (
    BACKS,
    BY_BACK,
    CHARACTERS,
    DRAW_KINDS,
    HAND_KINDS,
    ITEMS,
    KINDS,
    LAND_KINDS,
    LAND_PLACES,
    MAX_PLAYERS,
    ORACLE_CARDS,
    PLACES,
    TIPPED,
    Back,
)
from dig_envs.digging_bandits.state import Event, Step, What

SPACES = len(LAND_PLACES)
LANDS = len(LAND_KINDS)
DRAWS = len(DRAW_KINDS)
HIGH = 8  # stacks and hands of one back are told apart up to this size
LOOTS = BACKS + 3
MOST_WEALTH = 20

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
    Block("answered_actor", (MAX_PLAYERS,), "whose that event is, one-hot from me"),
    Block("answered_victim", (MAX_PLAYERS,), "whom that event is aimed at, one-hot from me"),
    Block("actor", (MAX_PLAYERS,), "whose event it is, one-hot from me"),
    Block("victim", (MAX_PLAYERS,), "whom it, or what I do, is aimed at, one-hot from me"),
    Block("shielded", (MAX_PLAYERS,), "1 for each player that takes no part in a TRAIN HEIST, behind BANDIT'S BLOCK; from me"),
    Block("loot", (LOOTS,), "what an OUTLAW is after, or was before the bribe, one-hot: a back, TECH, bridge, plot"),
    Block("spot", (PLACES,), "where a bridge would be built, one-hot"),
    Block("doodad", (len(BY_BACK[Back.DOODAD]),), "the Doodad that I may stop, one-hot"),
    Block("left", (2,), "steps, cards or stones that the decision is about / 12, at most 1"),
    Block("tipped", (TIPPED, LANDS), "the Land cards in my TIP CART, one-hot"),
    Block("give", (ITEMS,), "what the trader offers, by item / 3"),
    Block("want", (ITEMS,), "what it wants, by item / 3"),
    Block("willing", (MAX_PLAYERS,), "1 for each player who said yes"),
    Block("declined", (1,), "offers declined / 3"),
    Block("wanting", (1,), "1 while I name what I want for it"),
    Block("turns", (1,), "turns ended / max_turns"),
    Block(
        "threats",
        (MAX_PLAYERS - 1,),
        "how likely each of the others holds what wins in a town; a pair of WANTED counts half while more than two sides play",
    ),
    Block("prize", (1,), "what my hand wins in a town: 1 for the game, 1/2 for all cards of another"),
    Block("stands", (1,), "1 if what I may answer, or what a COWBOY stops of it, happens unless somebody answers"),
    Block("to_town", (1,), "1 if the roll that I may answer leads to a town"),
    Block(
        "exchange",
        (1,),
        f"what a DUEL or TRAIN HEIST that I may answer brings me: 1/2 + worth of the backs / {2 * MOST_WEALTH}, from 0 to 1",
    ),
    Block(
        "digging",
        (3,),
        f"in the main action: cards at my place that are worth lifting with my tools / {HIGH}; once a DIGGING HAND is begun: "
        f"those beyond its reach / {HIGH}, the known stones in its reach and one for unknown cards, / 4",
    ),
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
ANSWERED_ACTOR_AT = np.int64(LAYOUT.start("answered_actor"))
ANSWERED_VICTIM_AT = np.int64(LAYOUT.start("answered_victim"))
ACTOR_AT = np.int64(LAYOUT.start("actor"))
VICTIM_AT = np.int64(LAYOUT.start("victim"))
SHIELDED_AT = LAYOUT.start("shielded")
LOOT_AT = LAYOUT.start("loot")
SPOT_AT = LAYOUT.start("spot")
DOODAD_AT = np.int64(LAYOUT.start("doodad"))
LEFT_AT = LAYOUT.start("left")
TIPPED_AT = LAYOUT.start("tipped")
GIVE_AT = LAYOUT.start("give")
WANT_AT = LAYOUT.start("want")
WILLING_AT = LAYOUT.start("willing")
DECLINED_AT = LAYOUT.start("declined")
WANTING_AT = LAYOUT.start("wanting")
TURNS_AT = LAYOUT.start("turns")
THREATS_AT = LAYOUT.start("threats")
PRIZE_AT = LAYOUT.start("prize")
STANDS_AT = LAYOUT.start("stands")
TO_TOWN_AT = LAYOUT.start("to_town")
EXCHANGE_AT = LAYOUT.start("exchange")
DIGGING_AT = LAYOUT.start("digging")
