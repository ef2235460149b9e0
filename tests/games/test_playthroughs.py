"""Golden playthroughs: recorded games as text in `tests/games/playthroughs/<case>.txt`, to detect unintended changes.

Each file contains a whole game of noisy bots and the beginning of a random game. Every decision has a line with the chosen
action, a digest of all seats' observations, and the legal actions. Every 25 decisions the file has the whole table and the
mover's observation, block by block. The test replays the recorded actions, so changes of the bots do not matter.
After an intended change of observations or drawing, write the files again and read the difference:

    python -m tests.games.test_playthroughs --write

This command replays the recorded actions. Delete a file whose actions are no longer legal: the command plays new games for it.
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
    """Yield the whole table as text, then the nonzero cells of the mover's observation, block by block."""
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
    """Yield the lines of one game with at most `decisions` decisions."""
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
    """Return the text of a file: a whole game, then the beginning of another game."""
    lines = [case.id, *game_text(case, 1, 10**6, choices[0]), *game_text(case, 2, RANDOM_DECISIONS, choices[1])]
    return "\n".join(lines) + "\n"


def file_of(case: Case) -> Path:
    return FOLDER / f"{case.id}.txt"


def write(case: Case) -> None:
    """Replay the recorded games. Without a file, play a game of noisy strong bots, then the beginning of a random game."""

    def players(bots: str) -> Choose:
        play = MixedPlay(batch_of(case, 1), seed=1)
        half = len(play.bots) // 2
        play.seating[:] = 0 if bots == "random" else half + np.arange(play.seating.shape[1]) % half
        return lambda batch: int(play.actions(batch)[0])

    FOLDER.mkdir(exist_ok=True)
    file = file_of(case)
    choices = recorded(file.read_text()) if file.exists() else [players("strong"), players("random")]
    file.write_text(playthrough(case, choices))


def recorded(text: str) -> list[Choose]:
    """Return functions that replay the recorded actions, one for each game of a file."""

    def replay(game: str) -> Choose:
        actions = iter(ACTION.findall(game))
        return lambda batch: batch.game.actions.number(next(actions))

    return [replay(game) for game in text.split(HEADING)[1:]]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_recorded_games_replay_without_changes(case):
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
