"""Play cards on the pile, tell which may be played there, and clear it (DD-5 to DD-15)."""

import numpy as np

from dig_envs.core.compiler import compiled, inlined
from dig_envs.dig_dig.components import NUM_KINDS, NUMBERS, Kind
from dig_envs.dig_dig.state import NONE, Phase


@inlined
def is_number(kind):
    """Return whether a kind is a number; NONE is not."""
    return 0 <= kind < NUMBERS


@compiled
def fits(table, kind):
    """Return whether a card of that kind may be played now."""
    return goes_on(kind, np.int64(table.top), ninja_on_top(table), table.phase == Phase.FOLLOWING)


@inlined
def goes_on(kind, top, ninja, strictly):
    """Return whether a kind may be played against a top that counts, with a NINJA on it or not, `strictly` higher or not."""
    if kind < NUMBERS:
        return lowest_to_follow(top, strictly) <= kind <= highest_to_follow(top)
    if kind == Kind.BOOM:
        return not ninja  # DD-12
    if kind == Kind.LIMBO:
        return limbo_goes_on(top)
    return True  # DD-14, DD-15


@inlined
def lowest_to_follow(top, strictly):
    """Return the lowest number that may be played (DD-7); the second play is higher (DD-5)."""
    return top + strictly if is_number(top) else np.int64(Kind.ONE)


@inlined
def highest_to_follow(top):
    """Return the highest number that may be played: 5 after a LIMBO (DD-13)."""
    return np.int64(Kind.FIVE) if top == Kind.LIMBO else np.int64(Kind.TEN)


@inlined
def limbo_goes_on(top):
    """Return whether a LIMBO may be played against a top (DD-13)."""
    return Kind.FIVE <= top < NUMBERS


@inlined
def ninja_on_top(table):
    """Return whether a NINJA is the top card."""
    return table.pile_size > 0 and table.pile[table.pile_size - 1] == Kind.NINJA


@compiled
def top_the_pile(table, kind, count):
    """Note what the next card is played against, and the run on top; NINJAs are looked through (DD-10, DD-15)."""
    if kind != Kind.NINJA:
        if kind != table.top:
            table.run = 0
        if kind < NUMBERS:
            table.run += count
        table.top = kind


@compiled
def clear_pile(table):
    """Send the pile to the compost (DD-10, DD-12)."""
    for kind in range(NUM_KINDS):
        table.compost[kind] += table.in_pile[kind]
    empty_pile(table)


@compiled
def empty_pile(table):
    """Leave no card on the pile."""
    for kind in range(NUM_KINDS):
        table.in_pile[kind] = 0
    for at in range(table.pile_size):
        table.pile[at] = NONE
    table.pile_size = 0
    table.top = NONE
    table.run = 0
