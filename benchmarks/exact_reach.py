"""Measure how many turns of a game an exact best response can be computed for, by the sweep of `dig_envs/exact/beliefs.py`.

    python -m benchmarks.exact_reach                # both tables: a quarter of an hour, 6 GB
    python -m benchmarks.exact_reach --seconds 5    # smaller games only

1. DIG with all four bones of two, three or five colours, bowls at fixed places, and all other rules of the full game: the
   number of turns is raised until a best response takes longer than `--seconds`, or a layer has too many states.
2. Endings of full games between two equal agents: the game is stopped some turns before its end. The belief of the seat that
   must decide is a sample of `--samples` determinizations, and the game is cut at the turn in which it ended.
"""

import argparse
import itertools
import time
from collections.abc import Iterator

import numpy as np

from dig_envs import agents
from dig_envs.core.catalogue import game_of
from dig_envs.core.engine import engine_of
from dig_envs.core.game import Game, Options
from dig_envs.core.playing import PlayedGame
from dig_envs.core.rng import RNG
from dig_envs.dig.variants import VARIANTS, Variant
from dig_envs.exact.beliefs import Sweep
from dig_envs.exact.enumeration import bytes_of
from dig_envs.exact.errors import TooLargeError
from dig_envs.training.show.console import show
from dig_envs.training.show.tables import new_table

AGENTS = ("greedy", "expert")
COLOURS = {"two": (3, 7), "three": (3, 8, 13), "five": (3, 8, 13, 18, 23)}  # places of the bowls
TURNS = (2, 4, 6, 8, 10, 12, 14, 16, 20, 24, 30)
ENDINGS = {"dig_dig_v0": "win", "dig_v0": "score"}  # the games with a turn limit and hidden cards, and their rewards
SEEDS = (0, 1)
SAMPLES = 4  # actions drawn at a record where an agent draws random numbers

Roots = tuple[np.ndarray, np.ndarray]  # states and their probabilities


def roots_of(game: Game, state: np.ndarray, seat: int, samples: int) -> Roots:
    """Draw determinizations of a state for a seat, as the argument `roots` of a sweep.

    Returns:
        The distinct ones, structured (n,), and their shares of the sample, float64 (n,).
    """
    found = np.zeros(samples, game.state)
    tables, seats = np.repeat(state["table"], samples), np.repeat(state["seats"][:, seat], samples)
    engine_of(game).redeal_states(tables, seats, np.full(samples, seat), np.arange(samples), found)
    found["secret"]["rng"] = np.zeros((), RNG)
    _, first, counts = np.unique(bytes_of(found), axis=0, return_index=True, return_counts=True)
    return found[first], counts / samples


def positions(game: Game, agent: str, seed: int, reward: str) -> tuple[Options, list[np.ndarray]]:
    """Play a game between two equal agents.

    Returns:
        The game's options, and its states, structured (1,), at which a seat decides.
    """
    played = PlayedGame(game, {"reward": reward}, [agents.make(agent, game=game)] * 2, seed)
    return played.batch.options, [moment.batch.states.copy() for moment in played.moments() if moment.batch.players[0] >= 0]


def ending(states: list[np.ndarray], turns: int) -> tuple[np.ndarray, int] | None:
    """Find the position some turns before the end of a game, and set its turn limit to the turn in which the game ended.

    Returns:
        The state, structured (1,), and the seat that must decide; None if the game is shorter or nobody decides in that turn.
    """
    last = int(states[-1]["table"]["turn"][0]) + 1
    state = next((each.copy() for each in states if each["table"]["turn"][0] == last - turns), None)
    if state is None:
        return None
    state["table"]["max_turns"] = last
    return state, int(state["secret"]["mover"][0])


def cells_of(game: Game, options: Options, agent: str, seat: int, roots: Roots | None = None) -> list[str]:
    """Measure a seat's best response to an agent in the other seat.

    Returns:
        The cells of a row: the value of the agent in both seats, that of the best response, the number of beliefs, and seconds;
        the error in place of the beliefs, and no values, if a layer was too large.
    """
    sweep = Sweep(game, options, [agents.make(agent, game=game)] * 2, SAMPLES, 0, roots=roots)
    started = time.perf_counter()
    try:
        value, best = float(sweep.values()[seat]), sweep.best_response(seat)[1]
    except TooLargeError as error:
        return ["", "", str(error), f"{time.perf_counter() - started:.1f}"]
    return [f"{value:+.3f}", f"{best:+.3f}", f"{sweep.num_beliefs:,}", f"{time.perf_counter() - started:.1f}"]


def bones(seconds: float) -> Iterator[list[str]]:
    """Measure DIG with all bones of some colours: a row for each number of colours, agent and number of turns."""
    game = game_of("dig_v0")
    for colours, bowls in COLOURS.items():
        VARIANTS[colours] = Variant((4,) * len(bowls), bowls=bowls, max_turns=TURNS[0])
        for agent in AGENTS:
            for turns in TURNS:
                options = game.parse_options(variant=colours, max_turns=turns, reward="score")
                cells = cells_of(game, options, agent, 0)
                yield [f"DIG, all bones of {colours} colours", agent, f"first {turns}", *cells]
                if not cells[0] or float(cells[-1]) > seconds:
                    break


def endings(seconds: float, samples: int) -> Iterator[list[str]]:
    """Measure endings of full games: a row for each game, agent, deal and number of turns before the end."""
    for name, reward in ENDINGS.items():
        game = game_of(name)
        for agent in AGENTS:
            for seed in SEEDS:
                options, states = positions(game, agent, seed, reward)
                for turns in TURNS:
                    if not (found := ending(states, turns)):
                        continue
                    state, seat = found
                    cells = cells_of(game, options, agent, seat, roots_of(game, state, seat, samples))
                    yield [f"{game.title}, deal {seed}", agent, f"last {turns}", *cells]
                    if not cells[0] or float(cells[-1]) > seconds:
                        break


def main() -> None:
    """Print each row when it is measured, then all rows as a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=30.0, help="time of a row after which no longer game is tried")
    parser.add_argument("--samples", type=int, default=64, help="determinizations of an ending")
    given = parser.parse_args()
    table = new_table("Exact best responses by beliefs", ("game", "agent", "turns"), ("value", "best response", "beliefs", "s"))
    for row in itertools.chain(bones(given.seconds), endings(given.seconds, given.samples)):
        print(*row, sep=" | ", flush=True)
        table.add_row(*row)
    show(table)


if __name__ == "__main__":
    main()
