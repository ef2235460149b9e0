"""Measure an environment of PettingZoo's AEC API: theirs and ours, by the same loops.

Every loop is `env.last()`, an action of the mask drawn at random, `env.step(action)`. Without observation it replays recorded
games with `env.last(observe=False)`, for the mask comes with the observation.
"""

import copy
import random
from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.peers.protocol import GAMES, POSITIONS, Subject, playouts, timed

SHARE = 0.2  # of decisions that become positions


class Aec:
    """An environment and its loops."""

    def __init__(self, make: Callable[[], Any]):
        self.env = make()
        self.dice = random.Random(0)
        self.seed = 0
        games = [self.game(seed) for seed in range(GAMES)]
        self.recorded = games
        self.positions = self.collect() if self.copies() else []

    def copies(self) -> bool:
        """Tell whether `copy.deepcopy` copies the game; with EzPickle it makes a new environment instead."""
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
        """Describe it."""
        self.env.reset(seed=0)
        seen = self.env.last()[0]
        made = sum(action is not None for played in self.recorded for action in played)
        bytes_seen = seen["observation"].nbytes + seen["action_mask"].nbytes
        measures = {
            "steps": timed(self.steps),
            "moves": timed(self.moves),
        }
        if self.positions:
            measures["clone"] = timed(self.clone)
            measures["playouts"] = playouts(lambda k: self.play_on(copy.deepcopy(self.positions[k])))
        else:
            more["remark"] = "deepcopy makes a new environment, without the game"
        return Subject(game, form, seen["observation"].size, bytes_seen, made / GAMES, measures, **more)

    def draw(self, env: Any) -> int | None:
        """Look at the mover's observation and draw an action; None where its agent is out."""
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
        """Collect environments at decisions of random games."""
        found: list[Any] = []
        while len(found) < POSITIONS:
            self.seed += 1
            self.env.reset(seed=self.seed)
            while self.env.agents:
                action = self.draw(self.env)
                if action is not None and self.dice.random() < SHARE:
                    found.append(copy.deepcopy(self.env))
                self.env.step(action)
        return found[:POSITIONS]

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
