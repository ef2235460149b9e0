"""Measure environments of PettingZoo's AEC API, PettingZoo's own and ours, with the same loops.

Each loop calls `env.last()`, draws a random legal action from the mask, and calls `env.step(action)`. The loop without
observations replays recorded games with `env.last(observe=False)`, because the mask is part of the observation.
"""

import copy
import random
from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.peers.protocol import GAMES, POSITIONS, Subject, playouts, timed

SHARE = 0.2  # the share of decisions that become positions


class Aec:
    """An environment and its loops."""

    def __init__(self, make: Callable[[], Any]):
        self.env = make()
        self.dice = random.Random(0)
        self.seed = 0
        self.recorded = [self.game(seed) for seed in range(GAMES)]
        self.positions = self.collect() if self.copies() else []

    def copies(self) -> bool:
        """Return whether `copy.deepcopy` copies the game; with EzPickle it makes a new environment."""
        self.env.reset(seed=0)
        self.env.step(self.draw(self.env))
        try:
            copied = copy.deepcopy(self.env)
            return copied.agent_selection == self.env.agent_selection and bool(
                (copied.last()[0]["observation"] == self.env.last()[0]["observation"]).all()
            )
        except AttributeError:
            return False

    def subject(self, game: str, form: str, **more: Any) -> Subject:
        """Return the subject with its measures."""
        self.env.reset(seed=0)
        observed = self.env.last()[0]
        made = sum(action is not None for played in self.recorded for action in played)
        size = observed["observation"].nbytes + observed["action_mask"].nbytes
        measures = {
            "steps": timed(self.steps),
            "moves": timed(self.moves),
        }
        if self.positions:
            measures["clone"] = timed(self.clone)
            measures["playouts"] = playouts(lambda k: self.play_on(copy.deepcopy(self.positions[k])))
        else:
            more["remark"] = "deepcopy makes a new environment, without the game"
        return Subject(game, form, observed["observation"].size, size, made / GAMES, measures, **more)

    def draw(self, env: Any) -> int | None:
        """Observe, and draw a legal action; None for an agent that is out."""
        observation, _, ended, truncated, _ = env.last()
        if ended or truncated:
            return None
        return int(self.dice.choice(np.flatnonzero(observation["action_mask"])))

    def game(self, seed: int) -> list[int | None]:
        """Play a game, and return its actions."""
        self.env.reset(seed=seed)
        actions = []
        while self.env.agents:
            actions.append(self.draw(self.env))
            self.env.step(actions[-1])
        return actions

    def steps(self) -> int:
        """Play a game, and return its number of decisions."""
        self.seed += 1
        return sum(action is not None for action in self.game(self.seed))

    def moves(self) -> int:
        """Replay a game without observation, and return its number of decisions."""
        self.seed += 1
        seed = self.seed % GAMES
        self.env.reset(seed=seed)
        for action in self.recorded[seed]:
            self.env.last(observe=False)
            self.env.step(action)
        return sum(action is not None for action in self.recorded[seed])

    def collect(self) -> list[Any]:
        """Return copies of the environment at decisions of random games."""
        positions: list[Any] = []
        while len(positions) < POSITIONS:
            self.seed += 1
            self.env.reset(seed=self.seed)
            while self.env.agents:
                action = self.draw(self.env)
                if action is not None and self.dice.random() < SHARE:
                    positions.append(copy.deepcopy(self.env))
                self.env.step(action)
        return positions[:POSITIONS]

    def clone(self) -> int:
        """Copy a position."""
        self.seed += 1
        copy.deepcopy(self.positions[self.seed % POSITIONS])
        return 1

    def play_on(self, env: Any) -> int:
        """Play an environment to its end, and return the number of decisions."""
        decisions = 0
        while env.agents:
            action = self.draw(env)
            decisions += action is not None
            env.step(action)
        return decisions
