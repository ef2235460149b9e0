"""Compile parts of an installed game's rules and save them for other processes: `python -m` of this module, GAME PART..."""

import sys

from dig_envs.core.catalogue import game_of
from dig_envs.core.compiler.compile_notice import silence
from dig_envs.core.engine.engine import engine_of


def main(game_id: str, *parts: str) -> None:
    """Compile and save the parts, one after another."""
    silence(game_id)
    for name in parts:
        engine_of(game_of(game_id)).parts.load([name])


if __name__ == "__main__":
    main(*sys.argv[1:])
