"""Measure PufferLib's own environments ("ocean"), which are written in C and always observe.

The environments have no masks. Actions are drawn before the measurement, from all actions, as in PufferLib's own benchmarks.
"""

import importlib
import sys
from typing import Any

import numpy as np

from benchmarks.peers.protocol import Subject, serve, timed

GAMES = {  # the class, and a remark about the content of a step
    "squared": ("Squared", "a grid world for one agent"),
    "connect4": ("Connect4", "a step contains the answer of a search four plies deep; an illegal move loses"),
    "tripletriad": ("TripleTriad", "a step contains a bot's answer; an illegal move does nothing"),
    "go": ("Go", "a step contains a bot's answer; an illegal move does nothing"),
}
TABLES = 1024
STEPS_PER_CALL = 16  # steps between two readings of the clock
DRAWN = 256


class Ocean:
    """An environment and its loop."""

    def __init__(self, name: str, kind: str):
        module = importlib.import_module(f"pufferlib.ocean.{name}.{name}")
        self.env: Any = getattr(module, kind)(num_envs=TABLES)
        self.env.reset(seed=0)
        self.actions = np.random.default_rng(0).integers(0, self.env.single_action_space.n, (DRAWN, TABLES), dtype=np.int32)
        self.tick = 0

    def subject(self, name: str, remark: str) -> Subject:
        """Return the subject with its measures."""
        space = self.env.single_observation_space
        floats = int(np.prod(space.shape))
        size = floats * space.dtype.itemsize
        return Subject(name, "C", floats, size, self.decisions(), {"steps": timed(self.steps)}, TABLES, remark=remark)

    def steps(self) -> int:
        """Step all tables some times."""
        for _ in range(STEPS_PER_CALL):
            self.env.step(self.actions[self.tick % DRAWN])
            self.tick += 1
        return STEPS_PER_CALL * TABLES

    def decisions(self) -> float | None:
        """Return the mean number of the learner's decisions in a game; None if no game ended."""
        ended = 0
        for k in range(DRAWN):
            ended += int(self.env.step(self.actions[k])[2].sum())
        return DRAWN * TABLES / ended if ended else None


if __name__ == "__main__":
    serve(
        "pufferlib",
        GAMES,
        lambda name: Ocean(name, GAMES[name][0]).subject(name, GAMES[name][1]),
        sys.argv[1:],
    )
