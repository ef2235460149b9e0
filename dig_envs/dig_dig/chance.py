"""The deals of a variant and its hidden cards, for exact enumeration (`dig_envs/exact`).

Cells of hidden cards have numbers: 0 to 39 are places of the deck, from the bottom; 40 + 3 p + k is blind card k of seat p.
"""

from collections.abc import Iterator
from math import comb, prod

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.game import Options
from dig_envs.dig_dig.components import NUM_KINDS, ROW
from dig_envs.dig_dig.state import NONE, STATE

BLIND = 40  # the first cell of the blind cards; two players leave at most 38 cards in the deck
ONE = np.uint64(1)

__all__ = ["NUM_KINDS", "hidden_cells", "read_cell", "roots", "write_cell"]


def roots(options: Options) -> tuple[np.ndarray, np.ndarray]:
    """Return every deal as the seats see it, with hidden cards in any order.

    Returns:
        states: structured (n,), at the first decision.
        probabilities: float64 (n,), with sum 1.
    """
    base = np.zeros(1, STATE)
    options.write(base["table"][0:1].reshape(()))
    table, secret = base["table"], base["secret"]
    for part, name in ((table, "pile"), (table, "top"), (table, "last_seat"), (table, "last_kind")):
        part[name] = NONE
    secret["deck"] = secret["blind"] = NONE
    deals = list(_deals(base, options.num_players, options.variant_size.counts))
    return np.concatenate([state for state, _ in deals]), np.array([probability for _, probability in deals])


def _deals(state: np.ndarray, players: int, counts: np.ndarray) -> Iterator[tuple[np.ndarray, float]]:
    """Yield the states, structured (1,), and probabilities of all deals to the last `players` seats."""
    table = state["table"]
    if players == 0:
        yield _with_hidden_cards(state, counts), 1.0
        return
    seat = int(table["num_players"][0]) - players
    for row, row_probability in _draws(counts, int(table["row"][0])):
        for hand, hand_probability in _draws(counts - row, int(table["hand"][0])):
            dealt = state.copy()
            dealt["table"]["face_up"][0, seat] = row
            dealt["table"]["hand_size"][0, seat] = hand.sum()
            dealt["seats"]["hand"][0, seat] = hand
            for below, probability in _deals(dealt, players - 1, counts - row - hand):
                yield below, row_probability * hand_probability * probability


def _draws(counts: np.ndarray, size: int) -> list[tuple[np.ndarray, float]]:
    """Return every way to draw `size` of some cards, as counts by kind, with its probability."""
    drawn = [np.zeros(len(counts), np.int64)]
    for kind, most in enumerate(counts):
        more = np.eye(len(counts), dtype=np.int64)[kind]
        drawn = [one + copies * more for one in drawn for copies in range(min(most, size - one.sum()) + 1)]
    ways = comb(int(counts.sum()), size)
    return [(one, prod(map(comb, counts.tolist(), one.tolist())) / ways) for one in drawn if one.sum() == size]


def _with_hidden_cards(state: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Return a state with the remaining cards as blind cards and as the deck, in order of their kinds."""
    state = state.copy()
    table, secret = state["table"], state["secret"]
    rest = np.repeat(np.arange(len(counts)), counts)
    players, row = int(table["num_players"][0]), int(table["row"][0])
    blind, deck = np.split(rest, [players * row])
    table["blind"][0, :players, :row] = 1
    secret["blind"][0, :players, :row] = blind.reshape(players, row)
    secret["deck"][0, : len(deck)] = deck
    table["deck_size"] = len(deck)
    return state


@compiled
def hidden_cells(state):
    """Return the cells that hold a card which no seat knows, as bits of a uint64. These cards are exchangeable."""
    table = state.table
    cells = (ONE << np.uint64(table.deck_size)) - ONE
    for p in range(table.num_players):
        for k in range(ROW):
            if table.blind[p][k]:
                cells |= ONE << np.uint64(BLIND + ROW * p + k)
    return cells


@compiled
def read_cell(state, cell):
    """Return the kind of the card in a cell."""
    if cell < BLIND:
        return np.int64(state.secret.deck[cell])
    return np.int64(state.secret.blind[(cell - BLIND) // ROW][(cell - BLIND) % ROW])


@compiled
def write_cell(state, cell, kind):
    """Put a card of a kind into a cell."""
    if cell < BLIND:
        state.secret.deck[cell] = kind
    else:
        state.secret.blind[(cell - BLIND) // ROW][(cell - BLIND) % ROW] = kind
