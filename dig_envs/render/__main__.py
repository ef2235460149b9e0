r"""Draw pictures from the command line. The suffix of `--out` determines the format: .png, .svg, .txt, or .html for a replay.

Example:
    python -m dig_envs.render --game dig_v0 --agents expert,greedy --players 3 --seed 11 --decisions 31 --zoom 1.6 \
        --out docs/images/dig.png
"""

import argparse
from pathlib import Path

from dig_envs.core.agent_names import find_agent
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import ArgumentError, DigEnvsError
from dig_envs.render.pixels import png_of
from dig_envs.render.replay import Replay, record_game
from dig_envs.utils.files import replace
from dig_envs.utils.text import printable

MIN_ZOOM, MAX_ZOOM = 0.1, 10


def main() -> None:
    """Run the command."""
    description = "Play a game, and draw its last position or its replay."
    parser = argparse.ArgumentParser(prog="python -m dig_envs.render", description=description)
    parser.add_argument("--game", default="dig_v0")
    parser.add_argument("--players", type=int, help="number of players (default: the game's minimum)")
    parser.add_argument("--agents", default="greedy", help="agents, separated by commas and repeated until all seats are taken")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--decisions", type=int, help="maximum number of decisions (default: the whole game)")
    parser.add_argument("--zoom", type=float, default=1.0, help="pixels per unit, for .png")
    parser.add_argument("--out", type=Path, required=True, help="a file that ends in .png, .svg, .txt or .html")
    args = parser.parse_args()
    try:
        write(_recorded(args), args.out, args.zoom)
    except (DigEnvsError, OSError) as error:
        parser.error(printable(str(error)))


def _recorded(args: argparse.Namespace) -> Replay:
    game = game_of(args.game)
    players = args.players or game.min_players
    names = args.agents.split(",")
    agents = [find_agent(names[seat % len(names)], game) for seat in range(players)]
    return record_game(game, {}, agents, args.seed, args.decisions)


def write(replay: Replay, out: Path, zoom: float) -> None:
    """Write the last frame of a replay, or for .html the whole replay, in the format of the file's suffix."""
    if not MIN_ZOOM <= zoom <= MAX_ZOOM:
        raise ArgumentError(f"--zoom must be from {MIN_ZOOM} to {MAX_ZOOM}, not {zoom:g}")
    last = replay.frames[-1]
    if out.suffix == ".html":
        replay.save(out)
    elif out.suffix == ".png":
        replace(out, png_of(last.svg, zoom))
    elif out.suffix in (".svg", ".txt"):
        replace(out, (last.svg if out.suffix == ".svg" else last.text).encode())
    else:
        raise ArgumentError(f'--out must end in .png, .svg, .txt or .html, not "{out.suffix}"')


if __name__ == "__main__":
    main()
