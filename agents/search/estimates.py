"""Find the network that evaluates unfinished playouts: `ESTIMATE` of `agents/<game>/__init__.py`.

`ESTIMATE` is a module that describes the whole state of a determinization for the network of `win_chances.py`:

| name | meaning |
|---|---|
| `describe_seat(state, player, out)` | compiled: writes the features of a seat into zeroed float32 (NUM_SEAT_FEATURES,) |
| `describe_game(state, out)` | compiled: writes the features of the game into zeroed float32 (NUM_GAME_FEATURES,) |
| `is_in_play`, `is_same_side`, `chances_to_rewards` | replace those of `win_chances.py`, if present |
| the file of the same name, `.npy` | the weights; `python -m maintenance.win_chances GAME` fits them |
"""

import hashlib
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from dig_envs.agents.modules import module_of
from dig_envs.agents.search import win_chances
from dig_envs.core.compiler import bind, source_hash, uncompiled
from dig_envs.core.game import Game

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
