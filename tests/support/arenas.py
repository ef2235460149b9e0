"""Run small arenas, with a weak and a strong agent."""

import dig_envs
from dig_envs import agents
from dig_envs.training import arena

GAME = dig_envs.games()[0]
WEAK, STRONG = agents.names(GAME)[0], agents.names(GAME)[-1]


def run(names, games=40, **more):
    return arena.run(GAME, names, games=games, progress=False, **more)
