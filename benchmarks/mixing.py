"""Measure how much mixing matters in random small variants: `python -m benchmarks.mixing GAME --variants 30`.

Solves each variant, and prints a line of JSON: the number of information sets, and the exploitability of the best deterministic
policy that `exact.least_exploitable` finds. Variants with a larger tree than `POSITIONS` are left out.
"""

import argparse
import json
import random
from collections.abc import Callable
from typing import Any, cast

from dig_envs import exact
from dig_envs.core.catalogue import game_of
from dig_envs.dig import variants as dig
from dig_envs.dig_dig import variants as dig_dig
from dig_envs.dig_dig.components import KIND_NAMES
from dig_envs.exact.cfr import minimise_regret
from dig_envs.exact.equilibrium import parse_variant
from dig_envs.exact.errors import TooLargeError
from dig_envs.exact.evaluation import best_response
from dig_envs.exact.pure import least_exploitable
from dig_envs.lets_dig_for_treasure import variants as lets_dig
from dig_envs.lets_dig_for_treasure.components import CARDS

POSITIONS, MIN_SETS = 300_000, 50
Drawn = tuple[Any, dict[str, Any]]  # a variant, and further options


def draw_dig_dig(rng: random.Random) -> Drawn:
    copies = [(kind, rng.randint(1, 3)) for kind in rng.sample(KIND_NAMES, rng.randint(3, 5))]
    if sum(count for _, count in copies) < 2 * (2 + 2):  # too few cards for two rows and a hand of two each
        return draw_dig_dig(rng)
    deck = " ".join(f"{kind}x{count}" for kind, count in copies)
    return dig_dig.Variant(deck, 2, row=1, hand=rng.choice([1, 2, 2]), max_turns=rng.randint(6, 10)), {}


def draw_dig(rng: random.Random) -> Drawn:
    bones = rng.randint(1, 2), rng.randint(1, 2)
    bowls = tuple(sorted(rng.sample(range(1, sum(bones) + 3), 2)))
    return dig.Variant(bones, bowls=bowls, actions=rng.randint(1, 3), max_turns=rng.randint(4, 8)), draw_reward(rng)


def draw_lets_dig(rng: random.Random) -> Drawn:
    cards = rng.sample(CARDS, rng.randint(4, 6))
    names = ", ".join(f"{card.name} x{rng.randint(1, min(2, card.copies))}" for card in cards)
    return lets_dig.Variant(names, stacks=rng.randint(2, 3)), draw_reward(rng)


def draw_reward(rng: random.Random) -> dict[str, Any]:
    return {"reward": rng.choice(["win", "score"])}


DRAW: dict[str, Callable[[random.Random], Drawn]] = {
    "dig_dig_v0": draw_dig_dig,
    "dig_v0": draw_dig,
    "lets_dig_for_treasure_v0": draw_lets_dig,
}


def measured(name: str, variant: str, options: dict[str, Any]) -> dict[str, Any]:
    """Solve a variant, and measure the best deterministic policy."""
    game = game_of(name)
    form = exact.sequence_form(game, parse_variant(game, variant, options), max_positions=POSITIONS)
    sets = sum(seat.num_sets for seat in form.seats)
    if sets < MIN_SETS:
        return {"sets": sets}
    solution = minimise_regret(form, "pcfr+", 1500, 1e-4, None)
    plans = list(least_exploitable(form, solution.plans, rounds=60))
    won = sum(best_response(form, seat, plans)[0] for seat in (0, 1))
    return {"sets": sets, "nash_conv": solution.nash_conv, "pure_exploitability": round(won / 2, 5)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=DRAW)
    parser.add_argument("--variants", type=int, default=30, metavar="N", help="variants to draw (%(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the variants (%(default)s)")
    given = parser.parse_args()
    rng, variants = random.Random(given.seed), cast(dict[str, Any], game_of(given.game).options.variants)
    for k in range(given.variants):
        variant, options = DRAW[given.game](rng)
        variants[f"random{k}"] = variant
        try:
            row = measured(given.game, f"random{k}", {"num_players": 2, **options})
        except (TooLargeError, exact.NotEnumerableError) as error:
            row = {"error": str(error)}
        print(json.dumps({"variant": repr(variant), **options, **row}), flush=True)


if __name__ == "__main__":
    main()
