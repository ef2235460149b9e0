"""Split an arena's games into blocks of deals. A block is the unit of work: any process can play it, in any order.

The results of a block depend on the block alone, so a cluster and one machine play the same games. An agent in Python gets the
decisions of all tables of a block in one call (at most `TABLES_AT_ONCE`), and a generator that the block's first deal seeds.
Such an agent therefore uses other random numbers in blocks of another size. Compiled bots play the same in blocks of any size.
"""

import itertools
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass

import numpy as np

from dig_envs.core.agent import Agent
from dig_envs.core.errors import ArgumentError, DigEnvsError, ModelError, NoAnswerError, OptionError, ResultsError
from dig_envs.core.game import Game, Options
from dig_envs.core.playing import PlayedGame
from dig_envs.training.arena import duplicate

SEARCH_SECONDS = 20.0  # for finding the game in which an agent fails


class AgentError(DigEnvsError, RuntimeError):
    """An agent has raised an error or chosen an illegal action in a game of an arena."""


@dataclass(frozen=True)
class Setup:
    """The part of an arena that all its blocks share.

    Attributes:
        game, options: the game and its options.
        seatings: int (s, num_players), the seatings of each deal: `duplicate.A` or `B` by seat.
    """

    game: Game
    options: Options
    seatings: np.ndarray


@dataclass(frozen=True)
class DealBlock:
    """Deals that two agents play in every seating.

    Attributes:
        pairing: the number of the two agents' pairing.
        agents: the numbers of agents A and B.
        first: the index of the block's first deal among the deals of the pairing.
        deals: int64 (m,), seeds.
    """

    pairing: int
    agents: tuple[int, int]
    first: int
    deals: np.ndarray


Played = Iterator[tuple[DealBlock, np.ndarray]]
"""Each block once, in any order, with the result of each seat: float64 (m, s, num_players)."""

Executor = Callable[[Setup, Sequence[Agent], Sequence[DealBlock]], Played]
"""Plays the blocks of an arena. The agents are numbered by their positions in the sequence."""


def blocks_of(
    pairing: int, agents: tuple[int, int], deals: np.ndarray, first: int, seatings: int, games: int
) -> list[DealBlock]:
    """Split a pairing's deals, from index `first` on, into blocks of about the same size.

    Args:
        pairing, agents: as in `DealBlock`.
        deals: int64 (m,), all deals of the pairing.
        first: the number of deals at the beginning that belong to no block.
        seatings: the number of seatings of each deal.
        games: most games in a block; a block has at least one deal in all its seatings.
    """
    rest = deals[first:]
    if not len(rest):
        return []
    parts = np.array_split(rest, -(-len(rest) // max(1, games // seatings)))
    starts = first + np.cumsum([0, *map(len, parts)])
    return [DealBlock(pairing, agents, int(start), part) for start, part in zip(starts, parts, strict=False)]


def play_here(setup: Setup, agents: Sequence[Agent], blocks: Sequence[DealBlock]) -> Played:
    """Play blocks in this process, one after the other."""
    for block in blocks:
        a, b = (agents[number] for number in block.agents)
        yield block, play_block(setup, a, b, block)


def play_block(setup: Setup, a: Agent, b: Agent, block: DealBlock) -> np.ndarray:
    """Play the deals of a block, and return the result of each seat in each seating: float64 (m, s, num_players).

    Raises:
        AgentError: an agent has failed; the message names the agent, and the deal and the seat if they are found.
        NoAnswerError: a language model gives no answer. That is no failure of the agent, and no game is lost.
    """
    try:
        return duplicate.play(setup.game, setup.options, a, b, block.deals, setup.seatings)
    except (NoAnswerError, ResultsError):  # of a language model, or of its stored answers
        raise
    except (ArgumentError, ModelError, OptionError):  # the agent cannot play this game with these options
        raise
    except Exception as error:  # an agent is arbitrary code
        raise AgentError(_failure(setup, (a, b), block, error)) from error


def failure_of(played: PlayedGame, error: Exception) -> str:
    """Describe the error of the agent that must decide in a game."""
    seat = played.player
    return f"{played.agents[seat].shown_name} has failed in deal {played.seed} on seat {seat}: {type(error).__name__}: {error}"


def _failure(setup: Setup, agents: Sequence[Agent], block: DealBlock, error: Exception) -> str:
    """Describe an agent's error, after playing the games one by one, for a while, to find the game in which it occurs."""
    end = time.monotonic() + SEARCH_SECONDS
    for deal, seating in itertools.product(block.deals.tolist(), setup.seatings):
        played = PlayedGame(setup.game, asdict(setup.options), [agents[number] for number in seating], deal)
        try:
            for _ in played.moments():
                if time.monotonic() > end:
                    break
        except Exception as cause:
            return failure_of(played, cause)
        if time.monotonic() > end:
            break
    names, deals = " or ".join(agent.shown_name for agent in agents), f"{block.deals[0]} to {block.deals[-1]}"
    return f"{names} has failed in one of the deals {deals}: {type(error).__name__}: {error}"
