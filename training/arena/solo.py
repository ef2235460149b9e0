"""Games of one player: the mean score of each agent on the same deals."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

import dig_envs
from dig_envs.core.agent import Agent
from dig_envs.core.arguments import whole_number
from dig_envs.core.errors import ArgumentError
from dig_envs.core.game import Game
from dig_envs.training.arena import duplicate
from dig_envs.training.arena.deal_numbers import first_deal
from dig_envs.training.arena.players import labelled_agents, merged_options
from dig_envs.training.arena.ratings import Estimate, mean_by_deal
from dig_envs.training.arena.round_robin import MAX_GAMES, MAX_SEED
from dig_envs.training.show.console import progress_bar


def scores(
    game: str | Game,
    agents: Sequence[str | Agent],
    games: int,
    seed: int = 0,
    progress: bool = True,
    options: Mapping[str, Any] | None = None,
    **more: Any,
) -> dict[str, Estimate]:
    """Play the same deals with each agent as the only player, and estimate its mean score.

    Args:
        game: an id of `dig_envs.games()`, or a Game, that takes one player.
        agents: names, paths of models, or `Agent` objects.
        games: the number of games per agent.
        seed: the first deal, counted from `deal_numbers.ARENA`; later deals count up.
        progress: show a progress bar on stderr if it is a terminal.
        options: options of the game.
        **more: further options of the game by name.

    Returns:
        The mean score of each agent, with a 95 % interval, by the agent's label.

    Raises:
        DigEnvsError: an unknown game, agent or option, or a game that needs two players.
    """
    game = dig_envs.game_of(game)
    given = {"num_players": 1, **merged_options(options, **more)}
    if given["num_players"] != 1:
        raise ArgumentError(f"scores are for num_players=1, not {given['num_players']}")
    parsed = game.parse_options(**given)
    whole_number("games", games, 1, MAX_GAMES)
    whole_number("seed", seed, 0, MAX_SEED)
    players = labelled_agents(game, agents)
    deals = first_deal(seed) + np.arange(games)
    means = {}
    with progress_bar("playing", games * len(players), progress) as advance:
        for player in players:
            points = duplicate.play(game, parsed, player.agent, player.agent, deals, np.zeros((1, 1), np.int64), advance)
            means[player.label] = mean_by_deal(points[:, 0, 0])
    return means
