"""Name the actions of Let's Dig for Treasure, and number their families."""

from enum import IntEnum

from dig_envs.core.actions import ActionTable, Family
from dig_envs.lets_dig_for_treasure.components import LOOT_NAMES, MAX_PLAYERS, NAMES, SCORE_KINDS, STACKS, TOPS


class Action(IntEnum):
    """The first action of each family."""

    DIG = 0  # DIG + stack
    STOP = DIG + STACKS
    USE_DOG = STOP + 1
    NO_DOG = USE_DOG + 1
    CHOOSE = NO_DOG + 1  # CHOOSE + k - 1: the player k seats clockwise from the chooser
    RESOLVE = CHOOSE + MAX_PLAYERS - 1  # RESOLVE + i: the effect of SCORE_KINDS[i]
    LOOK = RESOLVE + len(SCORE_KINDS)  # LOOK + stack
    SCORE = LOOK + STACKS  # SCORE + place, from the top
    PUT = SCORE + TOPS  # PUT + place
    STEAL = PUT + TOPS  # STEAL + kind, or USED_DOG


def _numbered(verb: str, count: int) -> tuple[str, ...]:
    return tuple(f"{verb} {k + 1}" for k in range(count))


ACTIONS = ActionTable(
    Family("dig up the top card of a stack (LD-3)", _numbered("dig", STACKS)),
    Family("stop, and score what was dug (LD-5)", ("stop",)),
    Family("let a Dog negate the Skeleton, or not (LD-7)", ("use dog", "no dog")),
    Family(
        "choose the player this number of seats clockwise: for an Heirloom, a Sewer Line, the Pirate Hat (LD-1)",
        tuple(f"choose +{k}" for k in range(1, MAX_PLAYERS)),
    ),
    Family("which waiting effect comes next (LD-5)", tuple(f"resolve {NAMES[kind].lower()}" for kind in SCORE_KINDS)),
    Family("which stack to look at: a Map, a Gravedigger (LD-9)", _numbered("look", STACKS)),
    Family("score that card of those looked at, counted from the top (LD-9)", _numbered("score", TOPS)),
    Family("that card of those looked at comes next from the top (LD-9)", _numbered("put", TOPS)),
    Family("steal a card from the pile looked through (LD-8)", tuple(f"steal {name.lower()}" for name in LOOT_NAMES)),
)
