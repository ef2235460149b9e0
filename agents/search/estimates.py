"""Find the network that evaluates unfinished playouts: `ESTIMATE` of `agents/<game>/__init__.py`.

`ESTIMATE` is a module that describes the whole state of a determinization for the network of `win_chances.py`:

| name | meaning |
|---|---|
| `describe_seat(state, player, out)` | compiled: writes the features of a seat into zeroed float32 (NUM_SEAT_FEATURES,) |
| `describe_game(state, out)` | compiled: writes the features of the game into zeroed float32 (NUM_GAME_FEATURES,) |
| `is_in_play`, `is_same_side`, `chances_to_rewards` | replace those of `win_chances.py`, if present |
| `ARE_LOSSES` | True in a game with one loser: the network estimates chances to lose, and `chances_to_rewards` converts those |
| the file of the same name, `.npy` | the weights; `python -m maintenance.win_chances GAME` fits them |
"""

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from dig_envs.agents.modules import module_of
from dig_envs.agents.search import win_chances
from dig_envs.core.compiler import bind, compiled, source_hash, uncompiled
from dig_envs.core.engine import engine_of
from dig_envs.core.game import Game

estimate = describe_seat = describe_game = lambda *_: None  # bound for each game by the engine

STANDINGS, ESTIMATE = "standings", "estimate"
POTENTIALS = (STANDINGS, ESTIMATE)  # evaluations of a seat in an unfinished game
REQUIRED = ("describe_seat", "describe_game", "NUM_SEAT_FEATURES", "NUM_GAME_FEATURES")
OPTIONAL = ("is_in_play", "is_same_side", "chances_to_rewards")


def estimate_of(game: Game) -> ModuleType | None:
    """Return the module `ESTIMATE` of a game, or None."""
    return getattr(module_of(game), "ESTIMATE", None)


def weights_file(module: ModuleType) -> Path:
    """Return the file of an estimate's weights."""
    return Path(str(module.__file__)).with_suffix(".npy")


@cache
def bindings(game: Game) -> dict[str, Any]:
    """Return the bindings of `estimate` for the loops of a search."""
    module = estimate_of(game)
    if module is None:
        return {}
    network = np.load(weights_file(module)).astype(np.float32)
    bound = {
        "NETWORK": network,
        "NUM_HIDDEN": network.shape[1],
        "NUM_ALL_HIDDEN": network.shape[1] * game.max_players,
        **{name: getattr(module, name) for name in REQUIRED},
        **{name: getattr(module, name) for name in OPTIONAL if hasattr(module, name)},
    }
    estimate = bind(win_chances.expected_rewards, bound) if uncompiled() else win_chances.expected_rewards
    return {"estimate": estimate, **bound}


def fingerprint_of(game: Game) -> str:
    """Hash the weights of a game's estimate, and the code of its features."""
    module = estimate_of(game)
    if module is None:
        return ""
    functions = [getattr(module, name) for name in (*REQUIRED[:2], *OPTIONAL) if hasattr(module, name)]
    weights = hashlib.sha256(weights_file(module).read_bytes()).hexdigest()[:12]
    return ":".join([weights, *map(source_hash, [win_chances.expected_rewards, *functions])])


def expected_rewards_of(game: Game, states: np.ndarray) -> np.ndarray:
    """Return the expected reward of each seat in unfinished games, float64 (n, max_players)."""
    rewards = np.zeros((len(states), game.max_players))
    _estimate_kernel(game)(states, rewards)
    return rewards


@cache
def _estimate_kernel(game: Game) -> Callable:
    return engine_of(game).kernel(estimate_states, **bindings(game))


def features_of(game: Game, module: ModuleType, states: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the features that a module `ESTIMATE` describes.

    Returns:
        The features of all seats, float32 (n, players, NUM_SEAT_FEATURES), and of the games, float32 (n, NUM_GAME_FEATURES).
        All states have the same number of players.
    """
    players = int(states["table"]["num_players"][0]) if len(states) else 0
    seats = np.zeros((len(states), players, module.NUM_SEAT_FEATURES), np.float32)
    games = np.zeros((len(states), module.NUM_GAME_FEATURES), np.float32)
    _describe_kernel(game, module)(states, seats, games)
    return seats, games


@cache
def _describe_kernel(game: Game, module: ModuleType) -> Callable:
    return engine_of(game).kernel(describe_states, describe_seat=module.describe_seat, describe_game=module.describe_game)


@compiled
def estimate_states(states, out):
    """Write the expected rewards of all seats of the running game states[k] into out[k]."""
    for k in range(len(states)):
        estimate(states[k], out[k])


@compiled
def describe_states(states, seats, games):
    """Write the features of all seats and of the games."""
    for k in range(len(states)):
        for p in range(states[k].table.num_players):
            describe_seat(states[k], p, seats[k, p])
        describe_game(states[k], games[k])
