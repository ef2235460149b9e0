"""Agents and rows for tests of an arena's blocks."""

import sqlite3

from dig_envs.core.agent import Agent

GAME = "dig_v0"
BOTS = ["random", "greedy"]


class Chance(Agent):
    """Draws legal actions in Python from the random generator that all decisions of a block share."""

    name = "chance"

    def act(self, decisions):
        return (decisions.generator.random(decisions.masks.shape) * decisions.masks).argmax(axis=1)


class Fails(Chance):
    """Raises an error at its first decision."""

    name = "fails"

    def act(self, decisions):
        raise ZeroDivisionError("of its own")


def rows(path):
    """Return the rows of the games in an arena's database: seats, seed and points."""
    with sqlite3.connect(path) as connection:
        return connection.execute("SELECT seats, seed, points FROM games ORDER BY seats, seed").fetchall()
