"""The state of one game of Let's Dig for Treasure: every field with its range and meaning.

Score piles are open but for one card: the card that the Pirate Hat steals. So `known`, the cards that all players saw going
into each pile, is nearly the whole truth. The stolen card counts in its victim's row until all players know which card it is;
the seats that know the card have it in `stolen`.
"""

from enum import IntEnum

from dig_envs.core.fields import Field
from dig_envs.core.game import define_state
from dig_envs.lets_dig_for_treasure.components import (
    COPIES,
    LOOT,
    MAX_EXTRA_TURNS,
    MAX_PLAYERS,
    MAX_POINTS,
    MIN_POINTS,
    NUM_CARDS,
    NUM_KINDS,
    NUM_PLACES,
    SCORE_KINDS,
    STACK_CARDS,
    STACKS,
    TOPS,
)  # fmt: skip


class Phase(IntEnum):
    """The decision that the active seat must make."""

    DIG = 0  # dig or stop; in secret: whether a Dog negates the Skeleton just dug
    PLAYER = 1  # the player for an Heirloom, a Sewer Line or the Pirate Hat
    ORDER = 2  # the next of the waiting effects
    STACK = 3  # the stack to look at
    TAKE = 4  # the card that a Map scores, of those looked at
    PUT_BACK = 5  # the card that comes next from the top
    STEAL = 6  # the card to steal


NONE = -1  # no card, stack, pile or seat
TOP = 0  # the place of a stack's top card

FLAG = range(2)
SEAT_RANGE = range(MAX_PLAYERS)
PILE = range(NONE, MAX_PLAYERS)
KIND = range(NONE, NUM_KINDS)
STACK = range(NONE, STACKS)
COUNT = range(int(max(COPIES)) + 1)
CARDS = range(NUM_CARDS + 1)
HEIGHT = range(STACK_CARDS + 1)
PLACES = range(TOPS + 1)
TOTAL = range(MIN_POINTS, MAX_POINTS + 1)

TABLE, SEAT, STATE, FIELDS = define_state(
    table=(
        Field("teams", FLAG, "the option: two teams of two (LD-15)"),
        Field("land_mine", FLAG, "the option: the Land Mine is in the game (LD-10)"),
        Field("stacks", range(1, STACKS + 1), "stacks in the game; the full game has 3 (LD-17)"),
        Field("fixed_seats", FLAG, "1 if the first seat, the owner and the new player are not drawn (LD-17)"),
        Field("owner", SEAT_RANGE, "the seat of the owner of the game (LD-13)"),
        Field("new_player", SEAT_RANGE, "the seat of the new player (LD-13)"),
        Field("active", SEAT_RANGE, "the seat whose turn it is"),
        Field("extra_turns", range(MAX_EXTRA_TURNS + 1), "extra turns that the active seat still has (LD-6)"),
        Field("phase", range(len(Phase)), "the decision to be made"),
        Field("card", KIND, "the kind whose effect is decided"),
        Field("urgent", KIND, "a kind that a Map scored; its effect comes before the waiting effects"),
        Field("waiting", COUNT, "effects that wait, by SCORE_KINDS", (len(SCORE_KINDS),)),
        Field("stack", STACK, "the stack that is looked at"),
        Field("placed", range(TOPS), "cards of that stack in their new order"),
        Field("digs", CARDS, "cards dug up in this turn"),
        Field("dug", COUNT, "cards dug in this turn, neither scored nor discarded, by kind", (NUM_KINDS,)),
        Field("stake", TOTAL, "points by which the active seat's pile, as `known`, would grow with the cards dug"),
        Field("stack_size", HEIGHT, "cards in each stack", (STACKS,)),
        Field("destroyed", FLAG, "1 for a stack that the Land Mine destroyed, or that is not in the game", (STACKS,)),
        Field("lost", HEIGHT, "cards that the Land Mine destroyed unseen"),
        Field("looker", PILE, "the pile whose players know the top of each stack", (STACKS,)),
        Field("looked", PLACES, "known places of each stack; of a destroyed stack, known cards that are gone", (STACKS,)),
        Field("known", COUNT, "cards that all players saw going into each pile, by kind", (MAX_PLAYERS, NUM_KINDS)),
        Field("points", TOTAL, "points of those cards, without the bonus of the Lottery Ticket", (MAX_PLAYERS,)),
        Field("pile_size", CARDS, "cards in each pile", (MAX_PLAYERS,)),
        Field("used_dogs", COUNT, "used Dogs in each pile", (MAX_PLAYERS,)),
        Field("thief", PILE, "the pile that gained a card unseen"),
        Field("victim", PILE, "the pile that lost the card, or that the Pirate Hat looks through"),
        Field("loot", COUNT, "the cards that the stolen card may be, as far as all players know", (LOOT,)),
        Field("ticket_turn", range(NUM_CARDS + 1), "the turn in which the Lottery Ticket was scored, counted from 1"),
        Field("discard", COUNT, "the discard pile by kind", (NUM_KINDS,)),
        Field("unseen", COUNT, "cards that have not come up yet, by kind", (NUM_KINDS,)),
        Field("last", KIND, "the kind that came up last"),
        Field("busted", PILE, "the seat whose turn, the last one, ended in a bust"),
    ),
    seat=(
        Field("tops", KIND, "the known top cards of each stack, or of a destroyed stack before that", (STACKS, TOPS)),
        Field("stolen", range(NONE, LOOT), "the card that changed piles unseen, if this seat knows it"),
        Field("skeleton", STACK, "the stack from which this seat has just dug a Skeleton, while it decides about its Dog"),
    ),
    secret=(Field("cards", KIND, "the stacks one after another; the top is a stack's last card", (NUM_PLACES,)),),
    max_players=MAX_PLAYERS,
)
