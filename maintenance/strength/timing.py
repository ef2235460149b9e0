"""Measure how many decisions an agent makes per second on one thread."""

from collections.abc import Iterable, Mapping
from functools import cache
from time import perf_counter

import numpy as np

from dig_envs.agents.search import Search
from dig_envs.core.agent import Agent, Decisions
from dig_envs.core.game import Game, Options
from dig_envs.training.arena import duplicate
from dig_envs.training.arena.digests import digest_of
from dig_envs.training.process.torch_state import threads_of_torch
from dig_envs.training.speed.search import decisions_from, positions
from maintenance.strength.tournaments import Tournament

SECONDS = 1.0  # per agent
FEW = 4  # decisions per call of a search
GAMES = 64  # that give the mean length of a game


class Speeds:
    """The decisions per second of agents. Each agent is measured once per tournament.

    Args:
        known: speeds by name of the tournament and digest of the agent, which are not measured.
        seconds: the approximate time of a measurement.
    """

    def __init__(self, known: Mapping[tuple[str, str], float] | None = None, seconds: float = SECONDS):
        self.seconds = seconds
        self._known = dict(known or {})
        self._positions = cache(lambda game, options: positions(game, options=options)[0])
        self._length = cache(mean_length)

    def of(self, agent: Agent, tournament: Tournament) -> float:
        """Return the decisions per second of an agent, at decisions with a choice in games of the expert."""
        key = tournament.name, digest_of(agent)
        if key not in self._known:
            self._known[key] = measure(agent, self._positions(tournament.game, tournament.options), self.seconds)
        return self._known[key]

    def seconds_per_game(self, tournament: Tournament, pair: Iterable[Agent]) -> float:
        """Estimate the time of a game of two agents on one thread. Each makes half of the decisions of a duplicate set."""
        length = self._length(tournament.game, tournament.options, tournament.strongest.agent)
        return length * sum(1 / self.of(agent, tournament) for agent in pair) / 2


def mean_length(game: Game, options: Options, bot: Agent) -> float:
    """Return the mean number of decisions of all seats in a game of a bot against itself."""
    seats = np.zeros((1, options.num_players), np.int64)
    return float(duplicate.play_batch(game, options, [bot], np.arange(GAMES), seats).last_steps.mean())


def measure(agent: Agent, decisions: Decisions, seconds: float = SECONDS) -> float:
    """Return the decisions per second of an agent.

    A bot or a network gets all decisions in one call, a search `FEW` per call.
    """
    agent, per_call = (_on_one_thread(agent), FEW) if isinstance(agent, Search) else (agent, len(decisions))
    made, spent = 0, 0.0
    with threads_of_torch(1):
        agent.act(decisions_from(decisions, 0, per_call))  # compiles the agent
        while spent < seconds:
            part = decisions_from(decisions, made, per_call)
            start = perf_counter()
            agent.act(part)
            spent += perf_counter() - start
            made += per_call
    return made / spent


def _on_one_thread(search: Search) -> Search:
    return Search(search.game, search.settings, search.base, search.rollout, num_threads=1)
