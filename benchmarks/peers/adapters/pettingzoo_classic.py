"""Measure PettingZoo's classic games through the AEC API."""

import importlib
import os
import sys

from benchmarks.peers.adapters.aec import Aec
from benchmarks.peers.protocol import Subject, serve

GAMES = ("tictactoe_v3", "connect_four_v3", "leduc_holdem_v4", "texas_holdem_v4")


def make(name: str) -> Subject:
    """Make the subject of a module of `pettingzoo.classic`."""
    return Aec(importlib.import_module(f"pettingzoo.classic.{name}").env).subject(name, "AEC")


if __name__ == "__main__":
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    serve("pettingzoo", GAMES, make, sys.argv[1:])
