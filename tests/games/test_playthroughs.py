"""Golden playthroughs: games in readable text, `tests/games/playthroughs/<case>.txt`, that must not change unnoticed.

Each file holds a whole game of noisy bots and the beginning of a random one: every decision with the action that was
chosen, a digest of what all seats observe, and the legal actions; now and then the whole table, and the mover's
observation block by block. The test replays the recorded actions, so better bots change nothing.
After an intended change of rules, observations or drawing, write them anew, and read the difference:

    python -m tests.games.test_playthroughs --write
"""

import hashlib
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from dig_envs.core.batch import Batch
from dig_envs.core.game import End
from dig_envs.render.view import View
from tests.support.catalogue import CASES, Case
from tests.support.play import MixedPlay, batch_of

FOLDER = Path(__file__).parent / "playthroughs"
LOOK_EVERY = 25
RANDOM_DECISIONS = 75
ACTION = re.compile(r"^ *\d+ player_\d+: (.+?) +\| seen ", re.M)
HEADING = "=== game of seed "

Choose = Callable[[Batch], int]


def position(batch: Batch) -> Iterator[str]:
    """The table openly, and what the mover observes: block by block, the cells that are not zero."""
    state = batch.states
    yield from View(batch.game, batch.options, state).drawing.text(View(batch.game, batch.options, state)).splitlines()
    player = int(batch.players[0])
    for name, block in batch.layout.decode(batch.observations[0]).items() if player >= 0 else ():
        cells = (f"{','.join(map(str, index))}={block[index]:.4g}" for index in zip(*np.nonzero(block), strict=True))
        yield f"    {name}: {' '.join(cells)}".rstrip()


def decision(batch: Batch, number: int, action: int) -> str:
    seen = hashlib.sha256(batch.observe_states(batch.states).tobytes()).hexdigest()[:8]
    name, legal = batch.game.actions.name(action), ", ".join(batch.game.actions.legal(batch.masks[0]))
    return f"{number:4} player_{batch.players[0]}: {name:14} | seen {seen} | {legal}"


def game_text(case: Case, seed: int, decisions: int, choose: Choose) -> Iterator[str]:
    """One game, up to so many decisions."""
    batch = batch_of(case, 1, seed, deal_again=False)
    yield f"{HEADING}{seed}"
    for number in range(decisions):
        if batch.players[0] < 0:
            break
        if number % LOOK_EVERY == 0:
            yield from position(batch)
        action = choose(batch)
        yield decision(batch, number, action)
        batch.step(np.array([action]))
    yield from position(batch)
    end = End(batch.states["table"]["end"][0])
    if end != End.RUNNING:
        yield f"ends {end.name}, points {batch.points[0].tolist()}, rewards {np.round(batch.rewards[0], 6).tolist()}"


def playthrough(case: Case, choices: list[Choose]) -> str:
    """A file's text: a whole game, then the beginning of another."""
    lines = [case.id, *game_text(case, 1, 10**6, choices[0]), *game_text(case, 2, RANDOM_DECISIONS, choices[1])]
    return "\n".join(lines) + "\n"


def file_of(case: Case) -> Path:
    return FOLDER / f"{case.id}.txt"


def write(case: Case) -> None:
    """Play and record: noisy bots of the upper half of the ladder, then random play."""

    def by(bots: str) -> Choose:
        play = MixedPlay(batch_of(case, 1), seed=1)
        half = len(play.bots) // 2
        play.seating[:] = 0 if bots == "random" else half + np.arange(play.seating.shape[1]) % half
        return lambda batch: int(play.actions(batch)[0])

    FOLDER.mkdir(exist_ok=True)
    file_of(case).write_text(playthrough(case, [by("ladder"), by("random")]))


def recorded(text: str) -> list[Choose]:
    """What was chosen in each game of a file."""

    def replay(game: str) -> Choose:
        actions = iter(ACTION.findall(game))
        return lambda batch: batch.game.actions.number(next(actions))

    return [replay(game) for game in text.split(HEADING)[1:]]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_the_recorded_games_are_played_the_same(case):
    text = file_of(case).read_text()
    assert playthrough(case, recorded(text)) == text


def test_every_playthrough_belongs_to_a_case():
    assert {file.name for file in FOLDER.iterdir()} == {file_of(case).name for case in CASES}


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: python -m tests.games.test_playthroughs --write")
    for each in CASES:
        write(each)
        print(file_of(each))
