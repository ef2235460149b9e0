"""Compare our tree search with OpenSpiel's, in one run: information-set Monte Carlo tree search, random rollouts, one thread.

    pip install -e ".[openspiel]"
    python benchmarks/openspiel_ismcts.py
    python benchmarks/openspiel_ismcts.py --turns 2 --json

OpenSpiel's search is its C++ ISMCTSBot with one random rollout a simulation, on hearts and gin rummy; it plays whole games, and
its decisions that are choices count. Ours is `agents.make("search", method="ismcts", rollout="random")` on all five games, at
positions of games of the expert: with its pool of determinizations as shipped, and with a fresh one for each playout, as
OpenSpiel has it. A playout makes the moves from its position to the end of the game, in the tree and after it; how many
those are is found by random play from the same positions. The searches take turns, so that a busy machine slows all of them;
rates are medians over the turns. OpenSpiel runs in processes of its own, for in a few positions of hearts its bot crashes.
"""

import argparse
import json
import random
import subprocess
import sys
import time
from statistics import median
from typing import Any

SIMULATIONS = 1000  # a decision
TURNS = 5
SECONDS = 2.0  # a turn of one search
GAMES = ("hearts", "gin_rummy")
EXPLORATION = 1.0
ROLLOUTS = 10  # of a position, to learn how many moves are left
Found = tuple[float, float]  # playouts a second, moves a playout


def main() -> None:
    """Measure, and print a table or one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=TURNS, help="how often each search is measured")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="how long each time, about")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--openspiel", nargs=2, metavar=("GAME", "SEED"), help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.openspiel:
        return play_openspiel(given.openspiel[0], int(given.openspiel[1]), given.seconds)
    rows = measure(given.turns, given.seconds)
    if given.json:
        print(json.dumps({"searches": rows}))
    else:
        show(rows)


def measure(turns: int, seconds: float) -> list[dict[str, Any]]:
    """Let all searches take turns; returns a row for each."""
    import dig_envs

    ours = {(game, pool): Ours(game, pool) for game in dig_envs.games() for pool in (None, SIMULATIONS)}
    found: dict[tuple[str, str], list[Found]] = {}
    for turn in range(turns):
        for game in GAMES:
            found.setdefault((f"OpenSpiel {game}", "fresh"), []).append(openspiel(game, turn, seconds))
        for (game, pool), search in ours.items():
            found.setdefault((game, "fresh" if pool else "pool"), []).append(search.rates(seconds))
    return [row(name, worlds, measured) for (name, worlds), measured in found.items()]


def row(name: str, worlds: str, measured: list[Found]) -> dict[str, Any]:
    """Return the figures of a search over the turns."""
    return {
        "search": name,
        "determinizations": worlds,
        "playouts_per_second": median(rate for rate, _ in measured),
        "moves_per_playout": median(moves for _, moves in measured),
        "moves_per_second": median(rate * moves for rate, moves in measured),
    }


def show(rows: list[dict[str, Any]]) -> None:
    """Print a table, with ratios to OpenSpiel's search of hearts."""
    base = next(row for row in rows if "hearts" in row["search"])
    print(f"{'search':<26}{'worlds':>8}{'playouts/s':>12}{'times':>7}{'moves/playout':>15}{'moves/s':>13}{'times':>7}")
    for row in rows:
        playouts, moves = row["playouts_per_second"], row["moves_per_second"]
        times, moves_times = playouts / base["playouts_per_second"], moves / base["moves_per_second"]
        print(f"{row['search']:<26}{row['determinizations']:>8}{playouts:>12,.0f}{times:>7.1f}", end="")
        print(f"{row['moves_per_playout']:>15,.0f}{moves:>13,.0f}{moves_times:>7.1f}")


class Ours:
    """Our search of a game, with so many determinizations a decision; None: as shipped."""

    def __init__(self, game: str, pool: int | None):
        from dig_envs import game_of
        from dig_envs.agents.search import make_search
        from dig_envs.training.bench.search import PlayoutTimer, SearchTimer, positions

        given: dict[str, Any] = {"method": "ismcts", "rollout": "random", "base": "random", "exploration": EXPLORATION}
        if pool:
            given["pool"] = pool
        decisions, states = positions(game_of(game))
        self.timer = SearchTimer(make_search(game_of(game), playouts=SIMULATIONS, num_threads=1, **given), decisions)
        player = PlayoutTimer(game_of(game), states, "random")
        player.made = 0
        rounds = [[player.play(1) for _ in states] for _ in range(ROLLOUTS)]
        self.moves = [sum(of_position) / ROLLOUTS for of_position in zip(*rounds, strict=True)]

    def rates(self, seconds: float) -> Found:
        """Return playouts a second, and the moves of a playout from the positions that were searched."""
        first = self.timer.made
        playouts = self.timer.rates(seconds)[1]
        searched = range(first, self.timer.made)
        return playouts, sum(self.moves[k % len(self.moves)] for k in searched) / len(searched)


def openspiel(game: str, turn: int, seconds: float) -> Found:
    """Measure OpenSpiel in a process of its own; returns playouts a second and moves a playout."""
    command = [sys.executable, __file__, "--openspiel", game, str(turn), "--seconds", str(seconds)]
    done = subprocess.run(command, capture_output=True, text=True)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    if not lines:
        sys.exit(f"OpenSpiel did not run: {done.stderr.strip() or done.returncode}")
    spent, moves = (sum(line[k] for line in lines) for k in (0, 1))
    return SIMULATIONS * len(lines) / spent, moves / len(lines)


def play_openspiel(name: str, seed: int, seconds: float) -> None:
    """Let the bot play games; print a line for each choice: the seconds it took, and how many moves were left."""
    import pyspiel

    dice = random.Random(seed)
    game = pyspiel.load_game(name)
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    final = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    bot = pyspiel.ISMCTSBot(seed, evaluator, EXPLORATION, SIMULATIONS, -1, final, False, False)
    state, spent = game.new_initial_state(), 0.0
    while spent < seconds:
        if state.is_terminal():
            state = game.new_initial_state()
        elif state.is_chance_node():
            state.apply_action(draw(state, dice))
        else:
            start = time.perf_counter()
            action = bot.step(state)
            took = time.perf_counter() - start
            if len(state.legal_actions()) > 1:
                spent += took
                print(json.dumps([took, moves_left(state, dice)]), flush=True)
            state.apply_action(action)


def moves_left(state: Any, dice: random.Random) -> float:
    """Return how many moves random play makes to the end, on average."""
    moves = 0
    for _ in range(ROLLOUTS):
        copy = state.clone()
        while not copy.is_terminal():
            moves += not copy.is_chance_node()
            copy.apply_action(draw(copy, dice))
    return moves / ROLLOUTS


def draw(state: Any, dice: random.Random) -> int:
    """Draw an outcome of chance, or a legal action."""
    if state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        return dice.choices(outcomes, chances)[0]
    return dice.choice(state.legal_actions())


if __name__ == "__main__":
    main()
