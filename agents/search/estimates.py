"""Find what a game's agents offer to judge a playout that stops before the end: `ESTIMATE` of `agents/<game>/`.

It is compiled, `(state, out)`, and writes the rewards that each seat can expect. It sees the whole state, which is imagined.
"""

import hashlib
from collections.abc import Callable
from pathlib import Path

from dig_envs.agents.modules import module_of
from dig_envs.core.compiler import source_hash
from dig_envs.core.game import Game

STANDINGS, ESTIMATE = "standings", "estimate"
POTENTIALS = (STANDINGS, ESTIMATE)  # how a seat's place in a game that goes on is judged


def estimate_of(game: Game) -> Callable | None:
    """Return a game's estimate, or None."""
    return getattr(module_of(game), "ESTIMATE", None)


def bindings(game: Game) -> dict[str, Callable]:
    """Return what the loops of a search take as `estimate`, by name."""
    offered = estimate_of(game)
    return {"estimate": offered} if offered else {}


def fingerprint_of(game: Game) -> str:
    """Hash the code of a game's estimate, and the weights beside its module."""
    estimate = estimate_of(game)
    if estimate is None:
        return ""
    weights = Path(estimate.__code__.co_filename).with_suffix(".npy")  # type: ignore[attr-defined]
    data = weights.read_bytes() if weights.is_file() else b""
    return source_hash(estimate) + hashlib.sha256(data).hexdigest()[:12]
