"""The components of Let's Dig for Treasure: 120 cards of 26 kinds (LD-1).

Deck, rules, scores, pictures and docs derive from the table `CARDS`.
"""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np

MAX_PLAYERS = 5
TEAMS = 2
STACKS = 3
STACK_CARDS = 40
SCORE_CONSTANT = 40.0  # points that the reward `score` divides by (LD-14)
TOPS = 3  # cards that a Map or a Gravedigger looks at


class When(IntEnum):
    """The moment when the effect of a card happens."""

    NEVER = 0
    DUG = 1
    SCORED = 2
    IN_PILE = 3
    END = 4


class Effect(IntEnum):
    """The effect of a card."""

    NONE = 0
    BUST = 1  # the turn; a Dog may prevent it
    DOOM = 2  # the turn; nothing prevents it
    SECOND_BUSTS = 3  # the second of a turn does
    HELP = 4  # another player gets the card
    DESTROY = 5  # the stack that it came from
    GIVE = 6  # the card goes to another player's pile
    LOOK = 7  # at the top of a stack, and put it back in any order
    MAP = 8  # the same, and score one of the cards
    EXTRA_TURN = 9
    STEAL = 10
    GUARD = 11  # once, against BUST
    PAIR = 12  # the bonus for each copy that has a partner of its own
    EACH = 13  # the bonus for each partner
    NEW_PLAYER = 14  # the bonus if the pile is the new player's
    OWNER = 15  # the bonus if the pile is that of the owner of the game
    LAST_TURN = 16  # the bonus if it was scored in the last turn


@dataclass(frozen=True)
class Card:
    """A kind of card.

    Attributes:
        name: the name, as printed.
        copies: the number of such cards.
        when: the moment when its effect happens.
        points: the points that it counts at the end, without its bonus.
        effect: the effect of the card.
        bonus: the points that an effect of the end adds.
        partner: the name of the kind that the bonus depends on.
    """

    name: str
    copies: int
    when: When
    points: int
    effect: Effect = Effect.NONE
    bonus: int = 0
    partner: str | None = None


CARDS = (
    Card("Dirt", 25, When.NEVER, 1),
    Card("Worms", 30, When.DUG, 0, Effect.SECOND_BUSTS),
    Card("Evil Skeleton", 10, When.DUG, 0, Effect.BUST),
    Card("Boatman's Coins", 7, When.NEVER, 3),
    Card("Gingerbread Cookies", 7, When.END, 2, Effect.PAIR, 2, "Milk"),
    Card("Milk", 7, When.END, 2, Effect.PAIR, 2, "Gingerbread Cookies"),
    Card("Sewer Line", 3, When.SCORED, -5, Effect.GIVE),
    Card("Wedding Ring", 3, When.END, 3),
    Card("Sleepy Gravedigger", 3, When.SCORED, 1, Effect.LOOK),
    Card("Loyal Dog", 3, When.IN_PILE, 5, Effect.GUARD),
    Card("Treasure Map", 3, When.SCORED, 1, Effect.MAP),
    Card("Crown of the Lich Lord", 3, When.SCORED, 3, Effect.EXTRA_TURN),
    Card("Cursed Family Heirloom", 3, When.DUG, 5, Effect.HELP),
    Card("Radioactive Waste", 1, When.DUG, 0, Effect.DOOM),
    Card("Treasure Chest", 1, When.NEVER, 10),
    Card("Leprechaun's Gold", 1, When.NEVER, 12),
    Card("Ark of the Covenant", 1, When.NEVER, 15),
    Card("Pirate Hat", 1, When.SCORED, 3, Effect.STEAL),
    Card("Pirate Sword", 1, When.END, 5, Effect.PAIR, 10, "Pirate Hat"),
    Card("New Kid", 1, When.END, 0, Effect.NEW_PLAYER, 20),
    Card("Board Games!", 1, When.END, 0, Effect.OWNER, 5),
    Card("Lottery Ticket", 1, When.END, 0, Effect.LAST_TURN, 20),
    Card("Skwirmz the Worm God", 1, When.END, 0, Effect.EACH, 3, "Worms"),
    Card("Wedding Dress", 1, When.END, 2, Effect.PAIR, 10, "Wedding Ring"),
    Card("Land Mine", 1, When.DUG, 0, Effect.DESTROY),
    Card("Narco Drug Stash", 1, When.SCORED, 8, Effect.EXTRA_TURN),
)

NUM_KINDS = len(CARDS)
NAMES = tuple(card.name for card in CARDS)
NUM_CARDS = sum(card.copies for card in CARDS)
NUM_PLACES = STACKS * STACK_CARDS

COPIES = np.array([card.copies for card in CARDS], np.int8)
POINTS = np.array([card.points for card in CARDS], np.int64)
BONUS = np.array([card.bonus for card in CARDS], np.int64)
PARTNER = np.array([NAMES.index(card.partner) if card.partner else 0 for card in CARDS], np.int64)
END_EFFECT = np.array([card.effect if card.when == When.END else Effect.NONE for card in CARDS], np.int8)
DIG_EFFECT = np.array([card.effect if card.when == When.DUG else Effect.NONE for card in CARDS], np.int8)
SCORE_EFFECT = np.array([card.effect if card.when == When.SCORED else Effect.NONE for card in CARDS], np.int8)

SCORE_KINDS = np.array([kind for kind, card in enumerate(CARDS) if card.when == When.SCORED])
BONUS_KINDS = np.array([kind for kind, card in enumerate(CARDS) if card.bonus])
IN_BONUS = np.array([card.bonus != 0 or card.name in {other.partner for other in CARDS} for card in CARDS])
MAX_TOUCHED = 2  # bonuses that depend on how many cards of a kind there are
BUST_KINDS = np.array([kind for kind, card in enumerate(CARDS) if card.effect in (Effect.BUST, Effect.DOOM)])


def bonuses_touched() -> np.ndarray:
    """Return, for each kind, the kinds whose bonus depends on its number of cards, padded with NUM_KINDS."""
    touched = np.full((NUM_KINDS, MAX_TOUCHED), NUM_KINDS)
    for kind, card in enumerate(CARDS):
        partners = [other for other in BONUS_KINDS if other == kind or CARDS[other].partner == card.name]
        touched[kind, : len(partners)] = partners
    return touched


BONUSES_TOUCHED = bonuses_touched()


def most_bonuses(kind: int) -> int:
    """Return the largest number of bonuses of a kind in one pile."""
    partners = CARDS[PARTNER[kind]].copies
    if END_EFFECT[kind] == Effect.PAIR:
        return min(CARDS[kind].copies, partners)
    return CARDS[kind].copies * (partners if END_EFFECT[kind] == Effect.EACH else 1)


MIN_POINTS = int(sum(card.copies * card.points for card in CARDS if card.points < 0))  # the least points of a pile
MAX_POINTS = int(
    sum(card.copies * card.points for card in CARDS if card.points > 0)
    + sum(BONUS[kind] * most_bonuses(kind) for kind in BONUS_KINDS)
)
MAX_EXTRA_TURNS = sum(card.copies for card in CARDS if card.effect == Effect.EXTRA_TURN)  # of one seat


def kind_of(effect: Effect) -> int:
    """Return the only kind that has an effect."""
    (kind,) = (kind for kind, card in enumerate(CARDS) if card.effect == effect)
    return kind


WORMS = kind_of(Effect.SECOND_BUSTS)
SKELETON = kind_of(Effect.BUST)
DOG = kind_of(Effect.GUARD)
MINE = kind_of(Effect.DESTROY)
HAT = kind_of(Effect.STEAL)
TICKET = kind_of(Effect.LAST_TURN)

# A stolen card has a kind, or is a used Dog.
USED_DOG = NUM_KINDS
LOOT = NUM_KINDS + 1
LOOT_NAMES = (*NAMES, f"used {NAMES[DOG]}")

IN_WORDS = {
    Effect.NONE: "",
    Effect.BUST: "the turn busts, unless a Dog prevents it",
    Effect.DOOM: "the turn busts, and no Dog helps",
    Effect.SECOND_BUSTS: "a second one in one turn busts it",
    Effect.HELP: "goes to the pile of another player, of the digger's choice; digging goes on",
    Effect.DESTROY: "its stack is destroyed; digging goes on",
    Effect.GIVE: "goes to the pile of another player, of the scorer's choice",
    Effect.LOOK: f"look at the top {TOPS} cards of a stack, and put them back in any order",
    Effect.MAP: f"look at the top {TOPS} cards of a stack, score one, and put the others back in any order",
    Effect.EXTRA_TURN: "an extra turn after this one",
    Effect.STEAL: "look through another pile, and steal a card",
    Effect.GUARD: "once: prevents the bust of a Skeleton that its owner digs up",
    Effect.PAIR: "{bonus:+} with a {partner} of its own",
    Effect.EACH: "{bonus:+} for each {partner} in the pile",
    Effect.NEW_PLAYER: "{bonus:+} in the pile of the new player",
    Effect.OWNER: "{bonus:+} in the pile of the owner of the game",
    Effect.LAST_TURN: "{bonus:+} if it was scored in the last turn of the game",
}
WHEN_IN_WORDS = ("", "dug up", "scored", "in a pile", "at the end")


def card_table() -> str:
    """Return all cards as a Markdown table."""
    rows = [
        f"| {card.name} | {card.copies} | {card.points} | {WHEN_IN_WORDS[card.when]} | "
        f"{IN_WORDS[card.effect].format(bonus=card.bonus, partner=card.partner)} |"
        for card in CARDS
    ]
    return "\n".join(["| card | copies | points | when | effect |", "|---|---|---|---|---|", *rows])
