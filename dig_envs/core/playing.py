"""Play one game with an agent in every seat, one decision at a time, for replays and analyses."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Self

import numpy as np

from dig_envs.core.agent import Agent, Decisions, Explanation, checked_agent
from dig_envs.core.batch import Batch
from dig_envs.core.errors import ArgumentError
from dig_envs.core.game import Game
from dig_envs.utils.text import printable


class Moment(NamedTuple):
    """The position after one decision of a game.

    Attributes:
        batch: a batch of one table in this position; the next decision changes it.
        seat: the seat that made the decision; None after the deal.
        explanation: the action of the decision, with the agent's reasons if it gives any; None after the deal.
    """

    batch: Batch
    seat: int | None = None
    explanation: Explanation | None = None


class PlayedGame:
    """A game with an agent in every seat. Each agent, scripted bots included, is called from Python.

    Args:
        game: the game.
        options: the game's options by name; `num_players` is by default the number of agents.
        agents: an agent for each seat.
        seed: the seed of the deal, as in `reset(seed=seed)` of every adapter. It also initialises the agents' generators.

    Attributes:
        batch: a batch of one table.
        agents: the agent of each seat.
        names: the shown name of each seat's agent. The seat's number follows if several agents have the same name.
        seed: the game's seed.
        decisions: the seat and the explanation of each decision so far.

    Raises:
        ArgumentError: the numbers of agents and seats differ, or an agent plays another game.
        DigEnvsError: an agent cannot play with these options.

    Example:
        >>> from dig_envs import agents
        >>> from dig_envs.core.catalogue import game_of
        >>> game = game_of("dig_v0")
        >>> played = PlayedGame(game, {"max_turns": 4}, [agents.make("greedy", game=game)] * 2, seed=7)
        >>> played.to_the_end().player
        -1
    """

    def __init__(self, game: Game, options: Mapping[str, Any], agents: Sequence[Agent], seed: int):
        options = {"num_players": len(agents), **options}
        self.batch = Batch(game, game.parse_options(**options), 1, seed, deal_again=False)
        if len(agents) != self.batch.num_players:
            raise ArgumentError(f"{self.batch.num_players} seats need {self.batch.num_players} agents, not {len(agents)}")
        self.agents = tuple(checked_agent(game, agent) for agent in agents)
        for agent in self.agents:
            agent.check(self.batch.options)
        self.names = _distinct([printable(str(agent.shown_name)) for agent in agents])
        self.seed = seed
        self.generators = [np.random.default_rng([seed, seat]) for seat in range(len(agents))]
        self.decisions: list[tuple[int, Explanation]] = []

    @property
    def made(self) -> int:
        """The number of decisions so far."""
        return len(self.decisions)

    @property
    def player(self) -> int:
        """The seat that must decide; -1 after the end of the game."""
        return int(self.batch.players[0])

    def waiting(self, generator: np.random.Generator | None = None) -> Decisions:
        """Return the present decision as a batch of one.

        Args:
            generator: the source of random numbers; by default that of the seat's agent.
        """
        return self.batch.decisions(generator=generator or self.generators[self.player])

    def decide(self) -> Explanation:
        """Let the seat's agent decide, and return its action, with its reasons if it gives any."""
        decisions, seat = self.waiting(), self.player
        agent = self.agents[seat]
        explained = agent.explain(decisions)
        explanation = Explanation(int(agent.act(decisions)[0])) if explained is None else explained[0]
        self.batch.step(np.array([explanation.action]))
        self.decisions.append((seat, explanation))
        return explanation

    def moments(self, limit: int | None = None) -> Iterator[Moment]:
        """Yield the present position, then the position after each decision.

        Args:
            limit: stop after this number of decisions, counted from the deal; None plays to the end.
        """
        yield Moment(self.batch)
        while self.player >= 0 and (limit is None or self.made < limit):
            seat = self.player
            explanation = self.decide()
            yield Moment(self.batch, seat, explanation)

    def to_the_end(self) -> Self:
        """Play to the end of the game, and return this object."""
        for _ in self.moments():
            pass
        return self


def _distinct(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(name if names.count(name) == 1 else f"{name} {seat}" for seat, name in enumerate(names))
