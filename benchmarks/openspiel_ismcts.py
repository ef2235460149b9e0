"""Compare our tree search with OpenSpiel's in one run: information-set Monte Carlo tree search, random rollouts, one thread.

    pip install -e ".[openspiel]"
    python benchmarks/openspiel_ismcts.py
    python benchmarks/openspiel_ismcts.py --turns 2 --json

OpenSpiel's search is the C++ ISMCTSBot with one random rollout per simulation, on hearts and gin rummy. It plays whole games;
only decisions with a choice count. Ours is `agents.make("search", method="ismcts", rollout="random")` on all five games, at
positions of the expert's games: once with the default pool of determinizations, and once with a new determinization for each
playout, as in OpenSpiel. A playout makes all moves from its position to the end of the game; random play from the same
positions gives their number. The searches take turns, so that a busy machine slows all of them, and rates are medians over the
turns. OpenSpiel runs in a separate process, because its bot crashes in a few positions of hearts.
"""

import argparse
import json
import random
import subprocess
import sys
import time
from statistics import median
from typing import Any

SIMULATIONS = 1000  # per decision
TURNS = 5
SECONDS = 2.0  # per turn of one search
GAMES = ("hearts", "gin_rummy")
EXPLORATION = 1.0
ROLLOUTS = 10  # per position, to count the moves to the end
Rates = tuple[float, float]  # playouts per second, moves per playout


def main() -> None:
    """Measure, and print a table or one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=TURNS, help="number of measurements of each search")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="approximate time of a measurement")
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
    """Measure all searches in turns, and return a row for each."""
    import dig_envs

    ours = {(game, pool): Ours(game, pool) for game in dig_envs.games() for pool in (None, SIMULATIONS)}
    rates: dict[tuple[str, str], list[Rates]] = {}
    for turn in range(turns):
        for game in GAMES:
            rates.setdefault((f"OpenSpiel {game}", "fresh"), []).append(openspiel(game, turn, seconds))
        for (game, pool), search in ours.items():
            rates.setdefault((game, "fresh" if pool else "pool"), []).append(search.rates(seconds))
    return [row(name, worlds, measured) for (name, worlds), measured in rates.items()]


def row(name: str, worlds: str, measured: list[Rates]) -> dict[str, Any]:
    """Return the medians of a search over the turns."""
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
    """Our search of a game, with a number of determinizations per decision; None is the default pool."""

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

    def rates(self, seconds: float) -> Rates:
        """Return playouts per second, and the mean number of moves per playout from the searched positions."""
        first = self.timer.made
        playouts = self.timer.rates(seconds)[1]
        searched = range(first, self.timer.made)
        return playouts, sum(self.moves[k % len(self.moves)] for k in searched) / len(searched)


def openspiel(game: str, turn: int, seconds: float) -> Rates:
    """Measure OpenSpiel in a separate process; return playouts per second and moves per playout."""
    command = [sys.executable, __file__, "--openspiel", game, str(turn), "--seconds", str(seconds)]
    done = subprocess.run(command, capture_output=True, text=True)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    if not lines:
        sys.exit(f"OpenSpiel did not run: {done.stderr.strip() or done.returncode}")
    spent, moves = (sum(line[k] for line in lines) for k in (0, 1))
    return SIMULATIONS * len(lines) / spent, moves / len(lines)


def play_openspiel(name: str, seed: int, seconds: float) -> None:
    """Play games by the bot; print a line for each decision with a choice: its seconds, and the moves to the end."""
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
    """Return the mean number of moves of random play to the end."""
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
