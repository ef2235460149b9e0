"""Compare two measures of strength, regret at fixed positions and Elo: `python -m benchmarks.regret`.

Measures all agents of a game, and experts that play some decisions at random, both ways: by their mean regret at priced
positions (`training/studies/text`), and by duplicate games against each other. Prints a line of JSON for each game:

- `rank_correlation`: Spearman's correlation of regret with Elo, with the sign changed.
- `decisions`, `games`: how many decisions or games give two neighbours in Elo a difference as large as its 95 % interval: the
  median over pairs; null if regret orders them otherwise.
"""

import argparse
import itertools
import json
import math

import numpy as np

import dig_envs
from dig_envs import agents
from dig_envs.core.agent_names import default_agents, find_agent
from dig_envs.training import arena
from dig_envs.training.arena import duplicate
from dig_envs.training.arena.deal_numbers import TEXT
from dig_envs.training.studies.text.budget import needed_for
from dig_envs.training.studies.text.positions import priced_positions
from dig_envs.training.studies.text.study import PLAYOUTS

NOISY = ("expert@0.1", "expert@0.2", "expert@0.4", "greedy@0.2")
SLOW = ("search", "equilibrium")
PILOT_DEALS = 400


def compare(name: str, positions: int, games: int) -> dict:
    """Measure the agents of a game both ways."""
    game = dig_envs.game_of(name)
    options = game.parse_options()
    names = [*(agent for agent in agents.names_for(game, options) if agent not in SLOW), *NOISY]
    priced = priced_positions(game, options, [find_agent(bot, game) for bot in default_agents(game)], positions, PLAYOUTS)
    lost = {agent: priced.regrets_of(find_agent(agent, game)) for agent in names}
    rated = arena.run(game, names, games=games, progress=False).ratings
    elo = {row.agent: row.rating.value for row in rated}
    order = sorted(names, key=elo.__getitem__, reverse=True)
    ranks = [np.argsort(np.argsort([value[agent] for agent in order])) for value in (elo, {a: -lost[a].mean() for a in order})]
    seatings, deals = duplicate.one_vs_rest_seatings(options), TEXT + np.arange(PILOT_DEALS)
    by_regret, by_games = [], []
    for better, worse in itertools.pairwise(order):
        pair = find_agent(better, game), find_agent(worse, game)
        shares = duplicate.play_duel(game, options, *pair, deals, seatings).shares
        by_regret.append(separating(lost[worse] - lost[better]))
        by_games.append(len(seatings) * separating(shares - 1 / options.num_teams))
    return {
        "game": game.id,
        "agents": {agent: [round(elo[agent]), round(float(lost[agent].mean()), 4)] for agent in order},
        "rank_correlation": round(float(np.asarray(np.corrcoef(np.array(ranks)))[0, 1]), 3),
        "decisions": _whole(np.median(by_regret)),
        "games": _whole(np.median(by_games)),
    }


def separating(gains: np.ndarray) -> float:
    """Return the sample size at which the 95 % interval of the gain is as wide as the gain; infinite for a loss."""
    return needed_for(float(np.std(gains, ddof=1)), gains.mean()) if gains.mean() > 0 else math.inf


def _whole(number: float) -> int | None:
    return int(number) if math.isfinite(number) else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="games (all)")
    parser.add_argument("--positions", type=int, default=1000, metavar="N", help="positions (%(default)s)")
    parser.add_argument("--pair", type=int, default=1000, metavar="N", help="games of each pair of agents (%(default)s)")
    given = parser.parse_args()
    for name in given.games or dig_envs.games():
        print(json.dumps(compare(name, given.positions, given.pair)), flush=True)


if __name__ == "__main__":
    main()
