"""Measure RLCard: `env.step`, which observes at each step, and the games themselves, which do not observe."""

import copy
import random
import sys
from typing import Any

import rlcard
from rlcard.utils import set_seed

from benchmarks.peers import protocol
from benchmarks.peers.protocol import Subject, playouts, serve, timed

GAMES = ("leduc-holdem", "limit-holdem", "uno", "gin-rummy")
SHARE = 0.2  # the share of decisions that become positions


class CardGame:
    """A game and its loops."""

    def __init__(self, name: str):
        set_seed(0)
        self.env = rlcard.make(name, config={"seed": 0})
        self.dice = random.Random(0)
        self.next = 0
        self.made = [self.moves() for _ in range(protocol.GAMES)]
        self.positions: list[Any] = []
        while len(self.positions) < protocol.POSITIONS:
            self.env.game.init_game()
            self.play_on(self.env.game, keep=True)

    def subject(self, name: str) -> Subject:
        """Return the subject with its measures."""
        observed = self.env.reset()[0]["obs"]
        measures = {
            "steps": timed(self.steps),
            "moves": timed(self.moves),
            "clone": timed(self.clone),
            "playouts": playouts(lambda k: self.play_on(copy.deepcopy(self.positions[k]))),
        }
        decisions = sum(self.made) / protocol.GAMES
        remark = "legal actions are a list, not a mask"
        return Subject(name, "Python", observed.size, observed.nbytes, decisions, measures, remark=remark)

    def steps(self) -> int:
        """Play a game through the environment, and return its number of decisions."""
        observed, _ = self.env.reset()
        decisions = 0
        while not self.env.is_over():
            observed, _ = self.env.step(self.dice.choice(list(observed["legal_actions"])))
            decisions += 1
        return decisions

    def moves(self) -> int:
        """Play a game without the environment, and return its number of decisions."""
        self.env.game.init_game()
        return self.play_on(self.env.game)

    def play_on(self, game: Any, keep: bool = False) -> int:
        """Play a game to its end, and return the number of decisions."""
        legal = game.judge.get_legal_actions if not hasattr(game, "get_legal_actions") else game.get_legal_actions
        decisions = 0
        while not game.is_over():
            if keep and self.dice.random() < SHARE and len(self.positions) < protocol.POSITIONS:
                self.positions.append(copy.deepcopy(game))
            game.step(self.dice.choice(legal()))
            decisions += 1
        return decisions

    def clone(self) -> int:
        """Copy a position."""
        self.next += 1
        copy.deepcopy(self.positions[self.next % protocol.POSITIONS])
        return 1


if __name__ == "__main__":
    serve("rlcard", GAMES, lambda name: CardGame(name).subject(name), sys.argv[1:])
