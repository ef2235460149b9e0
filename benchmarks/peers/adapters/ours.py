"""Measure our games, as batches in compiled code and through PettingZoo's AEC API."""

import sys
from dataclasses import replace
from functools import cache, partial
from typing import Any

import numpy as np

import dig_envs
from benchmarks.peers import protocol
from benchmarks.peers.adapters.aec import Aec
from benchmarks.peers.protocol import Figures, Subject, rate
from dig_envs.core.batch import Batch
from dig_envs.core.compiler import compiled
from dig_envs.core.game import Game
from dig_envs.training.speed.search import PlayoutTimer

TABLES = 1024
AEC = "/aec"  # the suffix of a game's name for its AEC environment
STEPS_PER_CALL = 16  # steps of a batch between two readings of the clock
MIXING = 300  # steps before the first measurement
APART = 37  # steps between two positions, so that positions come from all phases of games


@compiled
def encode_nothing(table, seat, player, out):
    """Write no observation."""


class Tables:
    """Measures a game in batches, which are made on first use."""

    def __init__(self, name: str):
        self.game = dig_envs.game_of(name)
        self.playout_timer = cache(self._playout_timer)
        self.learner = cache(self._learner)
        self.batch = cache(self._batch)

    def subject(self) -> Subject:
        """Return the subject with its measures."""
        batch = self.batch(1)
        numbers = batch.layout.size
        measures = {
            "steps": self.steps,
            "moves": self.moves,
            "clone": self.clone,
            "playouts": self.playouts,
            "ppo": self.ppo,
        }
        return Subject(
            game=self.game.id,
            form="batch",
            floats=numbers,
            bytes=4 * numbers + self.game.num_actions,
            decisions=self.decisions(),
            measures=measures,
            tables=TABLES,
            parallel="threads",
        )

    def _batch(self, threads: int, observed: bool = True) -> Any:
        game: Game = self.game if observed else replace(self.game, encode=encode_nothing)
        batch = dig_envs.batch(game, num_tables=TABLES, seed=0, num_threads=threads)
        batch.random_steps(MIXING)
        return batch

    def decisions(self) -> float:
        """Return the mean number of decisions of a random game."""
        batch = Batch(self.game, self.game.parse_options(), protocol.GAMES, 0, num_threads=1, deal_again=False)
        made = 0
        while waiting := int((batch.players >= 0).sum()):
            batch.step(batch.sample())
            made += waiting
        return made / protocol.GAMES

    def steps(self, seconds: float, threads: int) -> Figures:
        """Measure random play."""
        return {"rate": rate(partial(self._advance, self.batch(threads)), seconds)}

    def moves(self, seconds: float, threads: int) -> Figures:
        """Measure random play without observations."""
        return {"rate": rate(partial(self._advance, self.batch(threads, False)), seconds)}

    def _advance(self, batch: Any) -> int:
        batch.random_steps(STEPS_PER_CALL)
        return STEPS_PER_CALL * TABLES

    def clone(self, seconds: float, threads: int) -> Figures:
        """Measure copies of a batch, counted by table."""

        def once() -> int:
            self.batch(1).clone()
            return TABLES

        return {"rate": rate(once, seconds)}

    def _playout_timer(self) -> PlayoutTimer:
        batch = dig_envs.batch(self.game, num_tables=protocol.POSITIONS, seed=0, num_threads=1)
        states = []
        for k in range(protocol.POSITIONS):
            batch.random_steps(APART)
            states.append(batch.states[k : k + 1].copy())
        return PlayoutTimer(self.game, np.concatenate(states), "random")

    def playouts(self, seconds: float, threads: int) -> Figures:
        """Measure compiled playouts from positions of random play."""
        playouts, moves = self.playout_timer().rates(max(seconds, 1e-3))
        return {"rate": playouts, "decisions": moves / playouts}

    def _learner(self) -> Any:
        import torch
        from sb3_contrib import MaskablePPO

        from dig_envs.adapters.sb3 import DigVecEnv

        torch.set_num_threads(1)
        tables, steps = protocol.PPO_ENVIRONMENTS, protocol.PPO_STEPS
        env = DigVecEnv(self.game.id, tables, seed=0, opponents=["random"], num_threads=1)
        size = tables * steps // protocol.PPO_MINIBATCHES
        return MaskablePPO("MlpPolicy", env, n_steps=steps, batch_size=size, n_epochs=protocol.PPO_EPOCHS, device="cpu")

    def ppo(self, seconds: float, threads: int) -> Figures:
        """Measure MaskablePPO of sb3-contrib on the native vector environment, against random play."""
        steps = protocol.PPO_ENVIRONMENTS * protocol.PPO_STEPS
        learner = self.learner()

        def once() -> int:
            learner.learn(steps, reset_num_timesteps=False)
            return steps

        return {"rate": rate(once, seconds)}


def make(name: str) -> Subject:
    """Make the subject of a game, or of its AEC environment."""
    game = name.removesuffix(AEC)
    return Aec(partial(dig_envs.env, game)).subject(game, "AEC") if name.endswith(AEC) else Tables(game).subject()


if __name__ == "__main__":
    games = dig_envs.games()
    protocol.serve("dig-envs", [*games, *(f"{game}{AEC}" for game in games)], make, sys.argv[1:])
