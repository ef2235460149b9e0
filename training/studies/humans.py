"""Measure how people play against agents, from the games that people agreed to keep (`dig_envs.records.human_games`)."""

import statistics
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from rich.table import Table

from dig_envs.records.human_games import HumanGame
from dig_envs.training.arena.ratings import Estimate, share_with_interval, win_share
from dig_envs.training.show.tables import new_table


@dataclass(frozen=True)
class Comparison:
    """People against one agent, in games of one number of players, with or without help.

    Attributes:
        game: the id of the game.
        players: number of players.
        agent: the agent's name.
        help: "none", "some" (undos, hints or a deal that was known) or "unknown".
        games: number of finished games with this agent.
        share: the share of wins of people, over games. A person with more points than the agent has won, with equal points half
            won. A game with several people or several seats of the agent counts as the mean of all pairs.
        seconds: median time of a person's decision, in seconds; None if no time is known.
    """

    game: str
    players: int
    agent: str
    help: str
    games: int
    share: Estimate
    seconds: float | None


def compare(games: Iterable[HumanGame]) -> list[Comparison]:
    """Compare people with each agent that they have met, by game, number of players and help."""
    shares: dict[tuple[str, int, str, str], list[float]] = defaultdict(list)
    seconds: dict[tuple[str, int, str, str], list[float]] = defaultdict(list)
    for game in games:
        times = _times_of_people(game)
        for agent, share in _shares(game).items():
            key = game.record.game.id, game.record.options.num_players, agent, _help_of(game)
            shares[key].append(share)
            seconds[key] += times
    return [
        Comparison(*key, len(results), win_share(np.array(results)), statistics.median(seconds[key]) if seconds[key] else None)
        for key, results in sorted(shares.items())
    ]


def _help_of(game: HumanGame) -> str:
    return "unknown" if game.help is None else "some" if game.help else "none"


def _shares(game: HumanGame) -> dict[str, float]:
    """Return the people's share of wins against each agent of a finished game."""
    record, results = game.record, defaultdict(list)
    if record.outcome.end == "running":
        return {}
    points, teams = record.outcome.points, record.options.num_teams
    for person in game.people:
        for seat, agent in enumerate(game.agents):
            if agent is not None and person % teams != seat % teams:
                difference = points[person] - points[seat]
                results[agent].append(0.5 + 0.5 * float(np.sign(difference)))
    return {agent: statistics.fmean(values) for agent, values in results.items()}


def _times_of_people(game: HumanGame) -> list[float]:
    """Return the known times of the people's decisions, in seconds."""
    timed = zip(game.record.decisions, game.seconds, strict=True)
    return [seconds for decision, seconds in timed if seconds is not None and decision.seat in game.people]


def table_of(comparisons: Iterable[Comparison]) -> Table:
    """Tabulate the people's shares of wins, with 95 % intervals."""
    table = new_table(
        "People against agents", ("game", "agent", "help"), ("players", "people win", "games", "seconds per decision")
    )
    for each in comparisons:
        seconds = "-" if each.seconds is None else f"{each.seconds:.1f}"
        table.add_row(
            each.game, each.agent, each.help, f"{each.players}", share_with_interval(each.share), f"{each.games:,}", seconds
        )
    return table
