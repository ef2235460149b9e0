"""Cut an arena's games into blocks of deals: the unit of work, which can be played anywhere and in any order.

What a block brings follows from the block alone, whoever plays it: the same blocks on one machine and on a cluster are the same
games. An agent in Python is asked for all tables of a block at once, and draws from a generator that the block's first deal
seeds, so such an agent draws other numbers in blocks of another size. Compiled bots play the same in any.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from dig_envs.core.agent import Agent
from dig_envs.core.game import Game, Options
from dig_envs.training.arena import duplicate
from dig_envs.training.process.defaults import TABLES_AT_ONCE

GAMES = TABLES_AT_ONCE  # in a block, at most


@dataclass(frozen=True)
class Setup:
    """What all blocks of an arena share.

    Attributes:
        game, options: what is played.
        sets: int (s, num_players), the seatings of each deal: `duplicate.A` or `B` by seat.
    """

    game: Game
    options: Options
    sets: np.ndarray


@dataclass(frozen=True)
class Block:
    """Deals that two agents play in every seating.

    Attributes:
        meeting: the number of the two agents' meeting.
        agents: their numbers, A's and B's.
        first: the place of the first of the deals among the meeting's.
        deals: int64 (m,), seeds.
    """

    meeting: int
    agents: tuple[int, int]
    first: int
    deals: np.ndarray


Played = Iterator[tuple[Block, np.ndarray]]
"""Blocks in any order, each once, with each seat's result: float64 (m, s, num_players)."""

Executor = Callable[[Setup, Sequence[Agent], Sequence[Block]], Played]
"""Plays the blocks of an arena between agents, which are numbered by their places."""


def blocks_of(meeting: int, agents: tuple[int, int], deals: np.ndarray, first: int, seatings: int, games: int) -> list[Block]:
    """Cut a meeting's deals from the `first` on into blocks of about the same size.

    Args:
        meeting, agents: as of a `Block`.
        deals: int64 (m,), all of the meeting.
        first: how many of them are played otherwise.
        seatings: of each deal.
        games: at most so many in a block, but at least one deal in all its seatings.
    """
    rest = deals[first:]
    if not len(rest):
        return []
    parts = np.array_split(rest, -(-len(rest) // max(1, games // seatings)))
    starts = first + np.cumsum([0, *map(len, parts)])
    return [Block(meeting, agents, int(start), part) for start, part in zip(starts, parts, strict=False)]


def play_here(setup: Setup, agents: Sequence[Agent], blocks: Sequence[Block]) -> Played:
    """Play blocks in this process, one after the other."""
    for block in blocks:
        a, b = (agents[number] for number in block.agents)
        yield block, play_block(setup, a, b, block)


def play_block(setup: Setup, a: Agent, b: Agent, block: Block) -> np.ndarray:
    """Play the deals of a block: float64 (m, s, num_players), each seat's result in each seating of each deal."""
    return duplicate.play(setup.game, setup.options, a, b, block.deals, setup.sets)
