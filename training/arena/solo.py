"""Games of one player: the mean score of each agent on the same deals."""

from collections.abc import Sequence
from typing import Any

import numpy as np

import dig_envs
from dig_envs.core.agent import Agent
from dig_envs.core.arguments import MAX_INTEGER, whole_number
from dig_envs.core.errors import ArgumentError
from dig_envs.core.game import Game
from dig_envs.training.arena import duplicate
from dig_envs.training.arena.players import labelled_agents
from dig_envs.training.arena.ratings import Estimate, mean_by_deal
from dig_envs.training.arena.round_robin import MAX_GAMES
from dig_envs.training.show.console import progress_bar


def scores(
    game: str | Game, agents: Sequence[str | Agent], games: int, seed: int = 0, progress: bool = True, **options: Any
) -> dict[str, Estimate]:
    """Play the same deals with each agent as the only player, and estimate its mean score.

    Args:
        game: an id of `dig_envs.games()`, or a Game, that takes one player.
        agents: names, paths of models, or `Agent` objects.
        games: the number of games per agent.
        seed: the first deal; later deals count up.
        progress: show a progress bar on stderr if it is a terminal.
        **options: other options of the game.

    Returns:
        The mean score of each agent, with a 95 % interval, by the agent's label.

    Raises:
        DigEnvsError: an unknown game, agent or option, or a game that needs two players.
    """
    found = dig_envs.game_of(game)
    if options.get("num_players", 1) != 1:
        raise ArgumentError(f"scores are for num_players=1, not {options['num_players']}")
    parsed = found.parse_options(**{**options, "num_players": 1})
    whole_number("games", games, 1, MAX_GAMES)
    whole_number("seed", seed, 0, MAX_INTEGER - games)
    players = labelled_agents(found, agents)
    deals = np.arange(seed, seed + games)
    means = {}
    with progress_bar("playing", games * len(players), progress) as advance:
        for player in players:
            points = duplicate.play(found, parsed, player.agent, player.agent, deals, np.zeros((1, 1), np.int64), advance)
            means[player.label] = mean_by_deal(points[:, 0, 0])
    return means
