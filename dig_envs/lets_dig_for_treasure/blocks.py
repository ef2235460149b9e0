"""What a seat of Let's Dig for Treasure observes, block by block, and where each block begins."""

import numpy as np

from dig_envs.core.layout import Block, Layout
from dig_envs.lets_dig_for_treasure.components import DIG_EFFECT, MAX_PLAYERS, NUM_KINDS, SCORE_KINDS, STACKS, TOPS, Effect
from dig_envs.lets_dig_for_treasure.state import Phase

OTHERS = MAX_PLAYERS - 1
ASKING_KINDS = np.array([kind for kind in range(NUM_KINDS) if DIG_EFFECT[kind] == Effect.HELP or kind in SCORE_KINDS])
EFFECT, ITS_DOG, ITS_WORMS, BUSTS = 1, 1 + len(SCORE_KINDS), 2 + len(SCORE_KINDS), 3 + len(SCORE_KINDS)
CHOICE_FEATURES = 4 + len(SCORE_KINDS)

LAYOUT = Layout(
    Block("decision", (len(Phase),), "dig or stop, player, order, stack, take, put back, steal; one-hot"),
    Block("skeleton", (STACKS,), "1 for the stack from which I have just dug a Skeleton: use a Dog? (LD-7)"),
    Block("card", (len(ASKING_KINDS),), "the card whose effect is decided: Heirloom, or a score effect; one-hot"),
    Block("waiting", (len(SCORE_KINDS),), "score effects that wait, by card / copies (LD-5)"),
    Block("looking", (STACKS,), "the stack that is looked at, one-hot; its cards, if I know them, are in `tops`"),
    Block("placed", (TOPS,), "1 for each of its places that is in its new order"),
    Block(
        "choices",
        (TOPS, CHOICE_FEATURES),
        "the cards that may be scored or put back, from the top: what scoring it would add (as in `top_worths`); its score "
        "effect, as in `waiting`; a Dog; Worms; 1 if it busts",
    ),
    Block("risk", (STACKS,), "the chance that its top card busts this turn, as far as I know, Dogs left aside (LD-4)"),
    Block("edge", (STACKS,), "what to dig there would add to `stake` on average: 1/2 + half of points / (5 + their amount)"),
    Block("heights", (STACKS,), "cards in each stack / 40"),
    Block("destroyed", (STACKS,), "1 for a stack that the Land Mine has destroyed"),
    Block("shortness", (STACKS,), "1 / (1 + cards more than in the stack that will end the game first)"),
    Block(
        "tops",
        (STACKS, NUM_KINDS),
        "cards that I know in the top three places of each stack, by kind: 1/2 for the first, 1/4, 1/8",
    ),
    Block(
        "top_worths", (STACKS, TOPS), "what those cards would add to `stake`, from the top: 1/2 + half of it / (5 + its amount)"
    ),
    Block("knowers", (MAX_PLAYERS, STACKS), "top cards of each stack that a seat knows / 3; seats clockwise from me"),
    Block("worms", (1,), "1 if a Worms has been dug this turn: another one busts"),
    Block("dug", (NUM_KINDS,), "cards dug this turn, by kind / copies"),
    Block("digs", (1,), "cards dug up this turn / 120"),
    Block(
        "stake",
        (1,),
        "what the cards dug this turn would add to the points of whose turn it is: 1/2 + half of it / (10 + its amount)",
    ),
    Block("piles", (MAX_PLAYERS, NUM_KINDS), "cards that I know in each pile, by kind / copies; seats clockwise from me"),
    Block("used_dogs", (MAX_PLAYERS,), "used Dogs in each pile / 3"),
    Block("sizes", (MAX_PLAYERS,), "cards in each pile / 120"),
    Block("points", (MAX_PLAYERS,), "(15 + what each pile would count now, as far as I know) / 400"),
    Block("leads", (OTHERS,), "my pile's points less each other seat's: 1/2 + half of the lead / (20 + its amount)"),
    Block("ahead", (1,), "the least of my leads over those who play against me"),
    Block(
        "ahead_then",
        (1,),
        "the same once what is at stake is scored by the seat whose turn it is, but in place of 20: "
        "2 + 8 roots of the cards of the stack that will end the game first",
    ),
    Block("first", (OTHERS,), "while a player is chosen: 1 for each seat against me that has as many points as any"),
    Block("last", (OTHERS,), "1 for each that has as few"),
    Block(
        "loot",
        (OTHERS,),
        "while a player is chosen for the Pirate Hat: what a card of its pile would add to mine, at most, as in `top_worths`",
    ),
    Block("race", (1,), "1 / (1 + cards of the stack that will end the game first)"),
    Block("thief", (MAX_PLAYERS,), "1 for the pile with a stolen card (LD-12)"),
    Block("victim", (MAX_PLAYERS,), "1 for the pile that it came from, or that the Pirate Hat looks through"),
    Block("ticket", (1,), "1 while the Lottery Ticket counts if this turn is the last"),
    Block("discard", (NUM_KINDS,), "the discard pile by kind / copies"),
    Block("unseen", (NUM_KINDS,), "cards that have not come up, and whose place I don't know, by kind / copies"),
    Block("extra_turns", (1,), "extra turns owed to the seat whose turn it is / 4"),
    Block("owner", (MAX_PLAYERS,), "the owner of the game, one-hot; seats clockwise from me"),
    Block("new_player", (MAX_PLAYERS,), "the new player, one-hot"),
    Block("to_move", (MAX_PLAYERS,), "whose turn it is, one-hot"),
    Block("mine", (MAX_PLAYERS,), "1 for each seat whose pile is mine: my own, and my partner"),
    Block("seats", (MAX_PLAYERS,), "1 for each seat that plays"),
)

DECISION_AT = LAYOUT.start("decision")
SKELETON_AT = LAYOUT.start("skeleton")
CARD_AT = LAYOUT.start("card")
WAITING_AT = LAYOUT.start("waiting")
LOOKING_AT = LAYOUT.start("looking")
PLACED_AT = LAYOUT.start("placed")
CHOICES_AT = LAYOUT.start("choices")
RISK_AT = LAYOUT.start("risk")
EDGE_AT = LAYOUT.start("edge")
HEIGHTS_AT = LAYOUT.start("heights")
DESTROYED_AT = LAYOUT.start("destroyed")
SHORTNESS_AT = LAYOUT.start("shortness")
TOPS_AT = LAYOUT.start("tops")
TOP_WORTHS_AT = LAYOUT.start("top_worths")
KNOWERS_AT = LAYOUT.start("knowers")
STAKE_AT = LAYOUT.start("stake")
WORMS_AT = LAYOUT.start("worms")
DUG_AT = LAYOUT.start("dug")
DIGS_AT = LAYOUT.start("digs")
PILES_AT = LAYOUT.start("piles")
USED_DOGS_AT = LAYOUT.start("used_dogs")
SIZES_AT = LAYOUT.start("sizes")
POINTS_AT = LAYOUT.start("points")
LEADS_AT = LAYOUT.start("leads")
AHEAD_AT = LAYOUT.start("ahead")
AHEAD_THEN_AT = LAYOUT.start("ahead_then")
FIRST_AT = LAYOUT.start("first")
LAST_AT = LAYOUT.start("last")
LOOT_AT = LAYOUT.start("loot")
RACE_AT = LAYOUT.start("race")
THIEF_AT = LAYOUT.start("thief")
VICTIM_AT = LAYOUT.start("victim")
TICKET_AT = LAYOUT.start("ticket")
DISCARD_AT = LAYOUT.start("discard")
UNSEEN_AT = LAYOUT.start("unseen")
EXTRA_TURNS_AT = LAYOUT.start("extra_turns")
OWNER_AT = LAYOUT.start("owner")
NEW_PLAYER_AT = LAYOUT.start("new_player")
TO_MOVE_AT = LAYOUT.start("to_move")
MINE_AT = LAYOUT.start("mine")
SEATS_AT = LAYOUT.start("seats")
