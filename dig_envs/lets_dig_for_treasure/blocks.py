"""Declares what a seat of Let's Dig for Treasure observes, block by block, and what is left out on purpose."""

import numpy as np

from dig_envs.core.layout import Block, Kind, Layout
from dig_envs.lets_dig_for_treasure.components import (
    DIG_EFFECT,
    HIGHEST_POINTS,
    LOOT,
    LOWEST_POINTS,
    MAX_PLAYERS,
    MOST_EXTRA_TURNS,
    NAMES,
    NUM_CARDS,
    NUM_KINDS,
    SCORE_KINDS,
    STACK_CARDS,
    STACKS,
    TOPS,
    Effect,
)
from dig_envs.lets_dig_for_treasure.state import Phase

ASKING_KINDS = np.array([kind for kind in range(NUM_KINDS) if DIG_EFFECT[kind] == Effect.HELP or kind in SCORE_KINDS])
POINTS_RANGE = HIGHEST_POINTS - LOWEST_POINTS
IN_POINTS = f"({-LOWEST_POINTS} + points) / {POINTS_RANGE}"


def _named(kinds: np.ndarray) -> str:
    """Name kinds of cards in their order."""
    return ", ".join(NAMES[kind] for kind in kinds)


LAYOUT = Layout(
    # the decision
    Block("decision", (len(Phase),), "dig or stop, player, order, stack, take, put back, steal; one-hot"),
    Block("skeleton", (STACKS,), "1 for the stack from which I have just dug a Skeleton: use a Dog? (LD-7)"),
    Block(
        "card",
        (len(ASKING_KINDS),),
        f"the card whose effect is decided: {_named(ASKING_KINDS)}; one-hot",
    ),
    Block("waiting", (len(SCORE_KINDS),), f"score effects that wait, by card / copies: {_named(SCORE_KINDS)} (LD-5)"),
    Block(
        "urgent",
        (len(SCORE_KINDS),),
        "the card, of the same, that a Map scored and whose effect comes first; one-hot",
    ),
    Block("looking", (STACKS,), "the stack that is looked at, one-hot; its cards, if I know them, are in `tops`"),
    Block("placed", (TOPS,), "1 for each of its places that is in its new order"),
    # the stacks
    Block("heights", (STACKS,), f"cards in each stack / {STACK_CARDS}"),
    Block("destroyed", (STACKS,), "1 for a stack that the Land Mine has destroyed (LD-10)"),
    Block("lost", (1,), f"cards destroyed with it, unseen / {STACK_CARDS}"),
    Block("to_end", (1,), f"cards of the stack that will end the game first / {STACK_CARDS} (LD-11)", Kind.ARITHMETIC),
    Block(
        "tops",
        (STACKS, TOPS, NUM_KINDS),
        "cards that I know in each stack, from the top, by kind, one-hot; of a destroyed stack, those I know to be gone",
    ),
    Block("knowers", (MAX_PLAYERS, STACKS), f"top cards of each stack that a seat knows / {TOPS}; seats clockwise from me"),
    # this turn
    Block("dug", (NUM_KINDS,), "cards dug this turn, by kind / copies"),
    Block("digs", (1,), f"cards dug up this turn / {NUM_CARDS}"),
    Block("worms", (1,), "1 if another Worms dug this turn busts (LD-4)", Kind.ARITHMETIC),
    Block(
        "stake",
        (1,),
        "the points by which the pile of the seat whose turn it is would grow, as far as I know it, if all cards in `dug` "
        f"lay in it: {IN_POINTS}",
        Kind.ARITHMETIC,
    ),
    Block("extra_turns", (1,), f"extra turns owed to the seat whose turn it is / {MOST_EXTRA_TURNS} (LD-6)"),
    Block("turn", (1,), f"turns ended so far / {NUM_CARDS}"),
    Block("ticket_turn", (1,), f"the turn in which the Lottery Ticket was scored, counted from 1 / {NUM_CARDS}; 0 before"),
    Block("ticket", (1,), "1 while that is the present turn: the Ticket counts if it is the last (LD-14)", Kind.ARITHMETIC),
    # the piles
    Block("piles", (MAX_PLAYERS, NUM_KINDS), "cards that I know in each pile, by kind / copies; seats clockwise from me"),
    Block("used_dogs", (MAX_PLAYERS,), "used Dogs that I know in each pile / 3"),
    Block("sizes", (MAX_PLAYERS,), f"cards in each pile / {NUM_CARDS}"),
    Block("points", (MAX_PLAYERS,), f"what each pile would count now, as far as I know: {IN_POINTS}", Kind.ARITHMETIC),
    Block("thief", (MAX_PLAYERS,), "1 for the pile with a stolen card (LD-12)"),
    Block("victim", (MAX_PLAYERS,), "1 for the pile that it came from, or that the Pirate Hat looks through"),
    Block("stolen", (LOOT,), "the stolen card if I know it, by kind, the last a used Dog; one-hot"),
    Block("loot", (LOOT,), "what the stolen card may be as far as all know, likewise / copies"),
    # the rest of the cards
    Block("discard", (NUM_KINDS,), "the discard pile by kind / copies"),
    Block(
        "unseen",
        (NUM_KINDS,),
        "cards that have not come up, and that I don't know in any stack or to be gone with one, by kind / copies",
        Kind.RECOUNT,
    ),
    # the seats
    Block("owner", (MAX_PLAYERS,), "the owner of the game, one-hot; seats clockwise from me"),
    Block("new_player", (MAX_PLAYERS,), "the new player, one-hot"),
    Block("to_move", (MAX_PLAYERS,), "whose turn it is, one-hot"),
    Block("mine", (MAX_PLAYERS,), "1 for each seat whose pile is mine: my own, and my partner"),
    Block("seats", (MAX_PLAYERS,), "1 for each seat that plays"),
)
AT = LAYOUT.offsets()

OMITTED = {
    "table.reward": "an option: what the game pays, not what happens in it",
    "table.max_turns": "always 0: there is no turn limit (LD-16)",
    "table.end": "derivable: the game is over when a stack that is not destroyed is empty before a turn's first dig "
    "(`heights`, `destroyed`, `digs`)",
    "table.land_mine": "derivable: with it the Land Mine is counted in `dug`, `piles`, `discard`, `tops` or `unseen`",
    "table.last": "a mark for pictures: the card itself is counted where it lies now",
    "table.busted": "a mark for pictures: it changes nothing that can still happen",
}
