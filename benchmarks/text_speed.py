"""Measure the time and the length of a turn in words: `python -m benchmarks.text_speed`.

A turn is `game.turn`, its text, its JSON, and an answer that is played, with two seats called "me" and random answers. Times
are medians in milliseconds of processor time. The last line has the time of `sum(range(100_000))`, to compare machines.
"""

import json
import random
import sys
from statistics import median
from time import process_time

import dig_envs
from dig_envs import text

GAMES, TURNS = 4, 150  # of each game, and at most of each deal


def turns(game: str, seed: int) -> list[tuple[float, int]]:
    """Play one game, and return the seconds and the characters of each turn."""
    play, answers = text.TextGame(game, seed, ["me", "me"]), random.Random(seed)
    measured: list[tuple[float, int]] = []
    while len(measured) < TURNS and not play.over:
        start = process_time()
        turn = play.turn
        json.dumps(turn.as_dict())
        words = turn.text()
        play.answer(str(answers.randint(1, len(turn.choices))))
        measured.append((process_time() - start, len(words)))
    return measured


def main(games: list[str]) -> None:
    for game in games or dig_envs.games():
        turns(game, GAMES)  # compiles the rules
        seconds, characters = zip(*(turn for seed in range(GAMES) for turn in turns(game, seed)), strict=True)
        print(json.dumps({"game": game, "milliseconds": round(1000 * median(seconds), 2), "characters": median(characters)}))
    start = process_time()
    for _ in range(10):
        sum(range(100_000))
    print(json.dumps({"milliseconds_of_sum": round(100 * (process_time() - start), 2)}))


if __name__ == "__main__":
    main(sys.argv[1:])
