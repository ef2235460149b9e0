"""Measure how many decisions an agent makes a second, on one thread."""

from collections.abc import Iterable, Mapping
from functools import cache
from time import perf_counter

import numpy as np

from dig_envs.agents.search import Search
from dig_envs.core.agent import Agent, Decisions
from dig_envs.core.game import Game, Options
from dig_envs.training.arena import duplicate
from dig_envs.training.bench.search import decisions_from, positions
from dig_envs.training.process.torch_state import threads_of_torch
from maintenance.strength.tournaments import Tournament, digest_of

SECONDS = 1.0  # that an agent is asked
FEW = 4  # decisions of a search at once
GAMES = 64  # that tell how many decisions a game has


class Speeds:
    """Decisions a second of agents, each measured once a tournament.

    Args:
        known: by tournament's name and agent's digest, what is known already.
        seconds: that an agent is asked, about.
    """

    def __init__(self, known: Mapping[tuple[str, str], float] | None = None, seconds: float = SECONDS):
        self.seconds = seconds
        self._known = dict(known or {})
        self._positions = cache(lambda game, options: positions(game, options=options)[0])
        self._length = cache(mean_length)

    def of(self, agent: Agent, tournament: Tournament) -> float:
        """Return the decisions a second that an agent makes, of those with a choice in games of the expert."""
        key = tournament.name, digest_of(agent)
        if key not in self._known:
            self._known[key] = measured(agent, self._positions(tournament.game, tournament.options), self.seconds)
        return self._known[key]

    def seconds_a_game(self, tournament: Tournament, pair: Iterable[Agent]) -> float:
        """Estimate what a game of two agents takes on one thread: each makes half of the decisions in a duplicate set."""
        length = self._length(tournament.game, tournament.options, tournament.strongest.agent)
        return length * sum(1 / self.of(agent, tournament) for agent in pair) / 2


def mean_length(game: Game, options: Options, bot: Agent) -> float:
    """Return how many decisions all seats make in a game, on the average of a bot's games."""
    seats = np.zeros((1, options.num_players), np.int64)
    return float(duplicate.play_at_once(game, options, [bot], np.arange(GAMES), seats).last_steps.mean())


def measured(agent: Agent, decisions: Decisions, seconds: float = SECONDS) -> float:
    """Ask an agent for decisions for a while; returns how many it makes a second.

    Bots and networks are asked all of them at once, a search a few at a time.
    """
    agent, at_once = (_alone(agent), FEW) if isinstance(agent, Search) else (agent, len(decisions))
    made, spent = 0, 0.0
    with threads_of_torch(1):
        agent.act(decisions_from(decisions, 0, at_once))  # compiles
        while spent < seconds:
            part = decisions_from(decisions, made, at_once)
            start = perf_counter()
            agent.act(part)
            spent += perf_counter() - start
            made += at_once
    return made / spent


def _alone(search: Search) -> Search:
    """Return the same search on one thread."""
    return Search(search.game, search.settings, search.base, search.rollout, num_threads=1)
