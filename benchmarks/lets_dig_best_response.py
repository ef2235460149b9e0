"""Compute exactly, on small decks, how often the best response to the expert wins at Let's Dig for Treasure.

    python benchmarks/lets_dig_best_response.py            # stacks of 2, 3 and 4 cards: half a minute
    python benchmarks/lets_dig_best_response.py 5          # stacks of 5 cards: minutes

A small deck is a position of the real game with two players and two empty score piles, in which all other cards are in the
discard pile. Its kinds of cards give no hidden knowledge, and have about the same shares as in the whole deck. Each unseen card
is equally likely at each hidden place. A position is therefore determined by the unseen cards, the cards that were dug in this
turn, the heights of the stacks, the lead and the active seat. The script lists the positions layer by layer with the rules of
the game, each layer with one card less, and then computes their values from the last layer back.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from dig_envs import agents
from dig_envs.core.catalogue import game_of
from dig_envs.core.compiler import compiled
from dig_envs.core.engine import engine_of
from dig_envs.core.engine.kernels import zero
from dig_envs.core.game import End
from dig_envs.core.rng import RNG
from dig_envs.lets_dig_for_treasure.components import COPIES, NAMES, POINTS, STACK_CARDS, STACKS
from dig_envs.lets_dig_for_treasure.rules.actions import Action

GAME = game_of("lets_dig_for_treasure_v0")
DECK = ("Dirt", "Worms", "Evil Skeleton", "Boatman's Coins", "Treasure Chest")
KINDS = np.array([NAMES.index(name) for name in DECK])
DECKS = {  # by height of the stacks: cards of each kind
    2: (2, 1, 1, 1, 1),
    3: (3, 2, 1, 2, 1),
    4: (4, 3, 1, 3, 1),
    5: (5, 4, 2, 4, 0),
}
UNSEEN = slice(0, len(KINDS))  # the columns of a position
DUG = slice(len(KINDS), 2 * len(KINDS))
HEIGHTS = slice(2 * len(KINDS), 2 * len(KINDS) + STACKS)
LEAD, ACTIVE, ENDED, COLUMNS = range(HEIGHTS.stop, HEIGHTS.stop + 4)
WIDTHS = np.array([4] * HEIGHTS.stop + [9, 1, 1])  # bits of each column
MIN_LEAD = 256
MIDDLE = 3  # height of the stacks in the deck that is also solved with a lead at the start
LEADS = (-16, -12, -8, -4, 0, 4, 8, 12, 16)
POLICIES = ("expert", "one step better", "best response")  # of seat 0; seat 1 is the expert
EXPERT, _, BEST = range(3)
NO_ROW = -1
CHUNK = 4096  # positions per call of a kernel

legal = apply = call_bot = lambda *_: None  # bound by the engine


@compiled
def dig_all(states, lines, kinds, found):
    """Dig each unseen kind from each stack, and write the position to found[k, stack, i]; impossible digs write nothing."""
    for k in range(len(states)):
        for stack in range(STACKS):
            height = states[k].table.stack_size[stack]
            for i in range(len(kinds)):
                if height > 0 and states[k].table.unseen[kinds[i]] > 0:
                    lines[0] = states[k]
                    lines[0].secret.cards[STACK_CARDS * stack + height - 1] = kinds[i]
                    apply(lines[0], np.int64(stack))
                    write_position(lines[0].table, kinds, found[k, stack, i])


@compiled
def stop_all(states, kinds, found):
    """Stop in each state, and write the position."""
    for k in range(len(states)):
        apply(states[k], np.int64(Action.STOP))
        write_position(states[k].table, kinds, found[k])


@compiled
def write_position(table, kinds, out):
    """Write the columns of a position; after the end of the game, the lead alone."""
    for i in range(COLUMNS):
        out[i] = 0
    out[LEAD] = table.points[0] - table.points[1]
    out[ENDED] = table.end != End.RUNNING
    if out[ENDED]:
        return
    for i in range(len(kinds)):
        out[i] = table.unseen[kinds[i]]
        out[len(kinds) + i] = table.dug[kinds[i]]
    for stack in range(STACKS):
        out[2 * len(kinds) + stack] = table.stack_size[stack]
    out[ACTIVE] = table.active


@compiled
def ask_bot(states, bots, mask, dice, actions):
    """Write the bot's action in each state."""
    for k in range(len(states)):
        state = states[k]
        mover = np.int64(state.secret.mover)
        zero(mask)
        legal(state.table, state.seats[mover], mover, mask)
        actions[k] = call_bot(bots[0], state.table, state.seats[mover], mover, mask, dice[0])


@dataclass
class Layer:
    """The positions with the same number of cards left, and their successors.

    Attributes:
        positions: int16 (n, COLUMNS).
        digs: (n, STACKS, kinds), the row in the next layer after a dig; NO_ROW for an impossible dig.
        stops: (n,), the row in this layer after a stop; NO_ROW at the beginning of a turn.
        expert: (n,), the expert's actions.
    """

    positions: np.ndarray
    digs: np.ndarray
    stops: np.ndarray
    expert: np.ndarray


class Solver:
    """Lists the positions of a small deck, and computes their values."""

    def __init__(self, cards: tuple[int, ...], leads: tuple[int, ...] = (0,)):
        engine = engine_of(GAME)
        self.cards, self.leads = np.array(cards), leads
        self._dig_all, self._stop_all, self._ask_bot = (engine.kernel(f) for f in (dig_all, stop_all, ask_bot))
        self._bots = engine.bots([agents.make("expert", game=GAME.id).function])  # type: ignore[attr-defined]
        self.layers = list(self._list_layers())

    def first_positions(self) -> np.ndarray:
        """Return the initial positions: for each lead, one with each seat to begin."""
        first = np.zeros((2 * len(self.leads), COLUMNS), np.int16)
        first[:, UNSEEN], first[:, HEIGHTS] = self.cards, self.cards.sum() // STACKS
        first[:, LEAD], first[:, ACTIVE] = np.repeat(self.leads, 2), [0, 1] * len(self.leads)
        return first

    def states(self, positions: np.ndarray) -> np.ndarray:
        """Return states of the game for positions; the cards of score piles are in the discard pile, but their points count."""
        states = np.repeat(GAME.template(GAME.parse_options()), len(positions))
        table, seats, secret = states["table"], states["seats"], states["secret"]
        for name in ("card", "urgent", "stack", "thief", "victim", "last", "busted", "looker"):
            table[name] = -1
        for name in ("tops", "stolen", "skeleton"):
            seats[name] = -1
        secret["cards"] = -1
        table["unseen"][:, KINDS], table["dug"][:, KINDS] = positions[:, UNSEEN], positions[:, DUG]
        table["discard"] = COPIES - table["unseen"] - table["dug"]
        table["stack_size"] = positions[:, HEIGHTS]
        table["digs"] = positions[:, DUG].sum(axis=1)
        table["stake"] = positions[:, DUG] @ POINTS[KINDS]
        table["points"][:, 0], table["points"][:, 1] = positions[:, LEAD].clip(0), (-positions[:, LEAD]).clip(0)
        table["new_player"] = 1
        table["active"] = secret["mover"] = positions[:, ACTIVE]
        return states

    def _list_layers(self) -> Iterator[Layer]:
        """Yield the layers from the first to the last, in which all games have ended."""
        positions, stops, _ = self._with_stops(self.first_positions())
        while len(positions):
            found = self._after_digs(positions)
            possible = found[..., 0] >= 0
            following, stops_then, rows = self._with_stops(found[possible])
            digs = np.full(possible.shape, NO_ROW, np.int32)
            digs[possible] = rows
            yield Layer(positions, digs, stops, self._expert(positions))
            positions, stops = following, stops_then

    def _with_stops(self, given: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Add the positions after a stop, which have the same cards left.

        Returns:
            All distinct positions, the row after a stop of each, and the row of each given position.
        """
        positions, of_given = distinct(given)
        going = np.flatnonzero((positions[:, DUG].sum(axis=1) > 0) & (positions[:, ENDED] == 0))
        after = np.zeros((len(going), COLUMNS), np.int16)
        for part in chunks(len(going)):
            self._stop_all(self.states(positions[going[part]]), KINDS, after[part])
        every, rows = distinct(np.concatenate([positions, after]))
        stops = np.full(len(every), NO_ROW)
        stops[rows[going]] = rows[len(positions) :]
        return every, stops, rows[of_given]

    def _after_digs(self, positions: np.ndarray) -> np.ndarray:
        found = np.full((len(positions), STACKS, len(KINDS), COLUMNS), -1, np.int16)
        going = np.flatnonzero(positions[:, ENDED] == 0)
        line = np.zeros(1, GAME.state)
        for part in chunks(len(going)):
            after = found[going[part]]
            self._dig_all(self.states(positions[going[part]]), line, KINDS, after)
            found[going[part]] = after
        return found

    def _expert(self, positions: np.ndarray) -> np.ndarray:
        actions = np.full(len(positions), NO_ROW)
        going = np.flatnonzero(positions[:, ENDED] == 0)
        mask, dice = np.zeros(GAME.num_actions, np.int8), np.zeros(1, RNG)
        for part in chunks(len(going)):
            chosen = np.zeros(part.stop - part.start, np.int64)
            self._ask_bot(self.states(positions[going[part]]), self._bots, mask, dice, chosen)
            actions[going[part]] = chosen
        return actions

    def win_shares(self) -> np.ndarray:
        """Return the win share of seat 0 against the expert: float64 (policies, rows of `first_positions`)."""
        values = np.zeros((len(POLICIES), 1))
        for layer in reversed(self.layers):
            values = layer_values(layer, values)
        return values[:, distinct(self.first_positions())[1]]  # a game cannot start with a stop


def layer_values(layer: Layer, following: np.ndarray) -> np.ndarray:
    """Return the win share of seat 0 by policy and position of a layer; a shared win counts one half.

    Args:
        layer: the layer.
        following: the values of the next layer.
    """
    positions = layer.positions
    values = np.tile(0.5 + 0.5 * np.sign(positions[:, LEAD].astype(float)), (len(POLICIES), 1))
    going, fresh = positions[:, ENDED] == 0, layer.stops == NO_ROW
    if not going.any():
        return values
    shares = positions[:, UNSEEN] / np.maximum(positions[:, UNSEEN].sum(axis=1, keepdims=True), 1)
    of_actions = np.full((len(POLICIES), len(positions), STACKS + 1), -np.inf)
    for policy in range(len(POLICIES)):
        reached = np.where(layer.digs == NO_ROW, 0.0, following[policy][layer.digs])
        digs = np.einsum("nsk,nk->ns", reached, shares)
        of_actions[policy, :, :STACKS] = np.where(positions[:, HEIGHTS] > 0, digs, -np.inf)
    for rows in (np.flatnonzero(going & fresh), np.flatnonzero(going & ~fresh)):  # stops lead to the first group
        stops = layer.stops[rows]
        of_actions[:, rows, Action.STOP] = np.where(stops == NO_ROW, -np.inf, values[:, stops])
        here, own, expert = of_actions[:, rows], positions[rows, ACTIVE] == 0, layer.expert[rows]
        chosen = np.stack([expert, better(here[EXPERT], expert), here[BEST].argmax(axis=1)])
        chosen = np.where(own, chosen, expert)
        values[:, rows] = np.take_along_axis(here, chosen[:, :, None], axis=2)[:, :, 0]
    return values


def better(values: np.ndarray, expert: np.ndarray) -> np.ndarray:
    """Return the action with the highest value if it is better than the expert's action, else the expert's action."""
    best = values.argmax(axis=1)
    rows = np.arange(len(values))
    return np.where(values[rows, best] > values[rows, expert] + 1e-9, best, expert)


def distinct(positions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the distinct positions, and the row of each given position among them."""
    words = np.zeros(len(positions), np.int64)
    for column in range(COLUMNS):
        words = (words << WIDTHS[column]) + positions[:, column] + (MIN_LEAD if column == LEAD else 0)
    _, first, rows = np.unique(words, return_index=True, return_inverse=True)
    return positions[first], rows.ravel()


def chunks(count: int) -> Iterator[slice]:
    return (slice(start, min(start + CHUNK, count)) for start in range(0, count, CHUNK))


def report(height: int) -> str:
    """Solve a deck, and return a row of a table."""
    solver = Solver(DECKS[height])
    shares = solver.win_shares().mean(axis=1)  # each seat begins equally often
    deck = ", ".join(f"{count} {name}" for count, name in zip(DECKS[height], DECK, strict=True))
    positions = sum(len(layer.positions) for layer in solver.layers)
    return " | ".join([f"| {STACKS * height}", deck, f"{positions:,}", *(f"{share:.1%}" for share in shares)]) + " |"


def main(heights: list[int]) -> None:
    print("| cards | deck | positions | " + " | ".join(POLICIES) + " |\n|---|---|---|---|---|---|")
    for height in heights:
        print(report(height), flush=True)
    print(f"\n| lead, {STACKS * MIDDLE} cards | " + " | ".join(POLICIES) + " |\n|---|---|---|---|")
    shares = Solver(DECKS[MIDDLE], LEADS).win_shares().reshape(len(POLICIES), len(LEADS), 2).mean(axis=2)
    for lead, row in zip(LEADS, shares.T, strict=True):
        print(f"| {lead:+} | " + " | ".join(f"{share:.1%}" for share in row) + " |")


if __name__ == "__main__":
    main([int(word) for word in sys.argv[1:]] or [2, 3, 4])
