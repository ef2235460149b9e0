"""Find the function of a game that evaluates unfinished playouts: `ESTIMATE` of `agents/<game>/__init__.py`.

`ESTIMATE(state, out)` is compiled and writes the expected reward of each seat. It reads the whole state of a determinization.
"""

import hashlib
from collections.abc import Callable
from pathlib import Path

from dig_envs.agents.modules import module_of
from dig_envs.core.compiler import source_hash
from dig_envs.core.game import Game

STANDINGS, ESTIMATE = "standings", "estimate"
POTENTIALS = (STANDINGS, ESTIMATE)  # evaluations of a seat in an unfinished game


def estimate_of(game: Game) -> Callable | None:
    """Return the function `ESTIMATE` of a game, or None."""
    return getattr(module_of(game), "ESTIMATE", None)


def bindings(game: Game) -> dict[str, Callable]:
    """Return the binding of `estimate` for the loops of a search."""
    estimate = estimate_of(game)
    return {"estimate": estimate} if estimate else {}


def fingerprint_of(game: Game) -> str:
    """Hash the code of a game's estimate and its file of weights, which has the name of its module."""
    estimate = estimate_of(game)
    if estimate is None:
        return ""
    weights = Path(estimate.__code__.co_filename).with_suffix(".npy")  # type: ignore[attr-defined]
    data = weights.read_bytes() if weights.is_file() else b""
    return source_hash(estimate) + hashlib.sha256(data).hexdigest()[:12]
