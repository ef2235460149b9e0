"""Play one game by agents, decision by decision, for those who look on."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Self

import numpy as np

from dig_envs.core.agent import Agent, Decisions, Explanation
from dig_envs.core.batch import Batch
from dig_envs.core.errors import ArgumentError
from dig_envs.core.game import Game
from dig_envs.utils.text import printable


class Moment(NamedTuple):
    """A moment of a game that is played, or played anew.

    Attributes:
        batch: one table, as it stands; the next decision changes it.
        seat: whose decision led here; None at the deal.
        told: what that seat chose, and why if its agent told; None at the deal.
    """

    batch: Batch
    seat: int | None = None
    told: Explanation | None = None


class PlayedGame:
    """A game with an agent in every seat, each of which is asked in Python.

    Args:
        game: what is played.
        options: its options; `num_players` is the number of agents unless given.
        agents: who plays, one for each seat.
        seed: the game of `reset(seed=seed)` in every adapter. Agents draw from streams of the same seed.

    Attributes:
        batch: one table.
        names: of the agents, as they are shown, with the seat's number where several have the same.
        seed: of the game.
        decisions: those that have been made: the seat, and what its agent told.

    Raises:
        ArgumentError: another number of agents than of seats.
    """

    def __init__(self, game: Game, options: Mapping[str, Any], agents: Sequence[Agent], seed: int):
        options = {"num_players": len(agents), **options}
        self.batch = Batch(game, game.parse_options(**options), 1, seed, deal_again=False)
        if len(agents) != self.batch.num_players:
            raise ArgumentError(f"{self.batch.num_players} seats need {self.batch.num_players} agents, not {len(agents)}")
        self.agents = tuple(agents)
        self.names = _distinct([printable(str(agent.shown_name)) for agent in agents])
        self.seed = seed
        self.generators = [np.random.default_rng([seed, seat]) for seat in range(len(agents))]
        self.decisions: list[tuple[int, Explanation]] = []

    @property
    def made(self) -> int:
        """How many decisions have been made."""
        return len(self.decisions)

    @property
    def player(self) -> int:
        """The seat that must decide; -1 once the game is over."""
        return int(self.batch.players[0])

    def waiting(self, generator: np.random.Generator | None = None) -> Decisions:
        """Return the decision that waits, with the generator of the seat's agent, or with another one."""
        batch = self.batch
        generator = self.generators[self.player] if generator is None else generator
        players = batch.players.astype(np.int64)
        return Decisions.of(batch.game, batch.states, players, batch.observations.copy(), batch.masks.copy(), generator)

    def decide(self) -> Explanation:
        """Let the agent whose turn it is decide; returns what it chose, and why if it tells."""
        decisions, seat = self.waiting(), self.player
        agent = self.agents[seat]
        explained = agent.explain(decisions)
        told = Explanation(int(agent.act(decisions)[0])) if explained is None else explained[0]
        self.batch.step(np.array([told.action]))
        self.decisions.append((seat, told))
        return told

    def moments(self, limit: int | None = None) -> Iterator[Moment]:
        """Yield the table as it stands, then after each decision, to the end or until so many have been made."""
        yield Moment(self.batch)
        while self.player >= 0 and (limit is None or self.made < limit):
            seat = self.player
            told = self.decide()
            yield Moment(self.batch, seat, told)

    def to_the_end(self) -> Self:
        """Play on until the game is over."""
        for _ in self.moments():
            pass
        return self


def _distinct(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(name if names.count(name) == 1 else f"{name} {seat}" for seat, name in enumerate(names))
