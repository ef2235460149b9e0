"""Name the ranges of card kinds that the rules distinguish. Asserts compare the ranges with `components.py`."""

from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits.components import (
    BLOCK,
    CARDS,
    FIRST_IMMEDIATE,
    HAND_KINDS,
    KIND_NAMES,
    LAST_IMMEDIATE,
    MINING_SITE,
    SHOVEL,
    SPOON,
    WARP,
    Back,
)

FIRST_DIG_CARD = SHOVEL
END_OF_DIG_CARDS = MINING_SITE + 1
DIG_CARDS = range(int(FIRST_DIG_CARD), int(END_OF_DIG_CARDS))
DOODADS = range(int(BLOCK), int(WARP) + 1)
IMMEDIATE_CARDS = range(int(FIRST_IMMEDIATE), int(LAST_IMMEDIATE) + 1)
assert [KIND_NAMES[kind] for kind in DIG_CARDS] == ["shovel", "pickaxe", "wheelbarrow", "mining site"]
assert all((CARDS[kind][1] == Back.DIG) == (kind in DIG_CARDS) for kind in range(len(CARDS)))
assert all((CARDS[kind][1] == Back.DOODAD) == (kind in DOODADS) for kind in range(len(CARDS)))
assert [KIND_NAMES[kind] for kind in IMMEDIATE_CARDS] == [
    *("duel", "gambling", "hideout cabin", "shuffle draw deck", "tip cart", "train heist")
]


@compiled
def can_be_held(kind):
    """Return whether cards of a kind can be in a hand. These kinds have the lowest numbers."""
    return kind < HAND_KINDS


@compiled
def is_tool(kind):
    """Return whether a kind that can be held is a tool of a DIGGING HAND: a Dig card or the SPOON (DB-37)."""
    return SHOVEL <= kind <= MINING_SITE or kind == SPOON


@compiled
def is_doodad(kind):
    """Return whether a kind is a Doodad (DB-4)."""
    return BLOCK <= kind <= WARP


@compiled
def is_immediate(kind):
    """Return whether a card of a kind is resolved when it is drawn (DB-30)."""
    return FIRST_IMMEDIATE <= kind <= LAST_IMMEDIATE
