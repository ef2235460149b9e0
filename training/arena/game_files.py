"""Save games of an arena as files. These games are played decision by decision, as `dig-envs watch` plays the same deal."""

import hashlib
import re
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path

import numpy as np

from dig_envs.core.agent import Agent
from dig_envs.core.arguments import whole_number
from dig_envs.core.errors import NoAnswerError, RecordError, ResultsError
from dig_envs.core.game import Game, Options
from dig_envs.core.playing import PlayedGame
from dig_envs.records import GameRecord
from dig_envs.training.arena.blocks import AgentError, failure_of

MAX_KEPT = 1_000  # games of a pair
MAX_NAME = 36  # characters of an agent's name in the name of a file


class GameSaver:
    """Saves the first games of every pair of agents in a folder, which is made if it does not exist.

    Args:
        folder: the folder for the files.
        max_games: number of games of each pair that are saved.

    Raises:
        ArgumentError: `max_games` is above `MAX_KEPT`.
        RecordError: the folder cannot be made.
    """

    def __init__(self, folder: Path, max_games: int):
        self.folder, self.max_games = folder, whole_number("kept", max_games, 0, MAX_KEPT)
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise RecordError(f"games cannot be saved in {folder}: {error.strerror}") from error

    def num_deals(self, seatings: int) -> int:
        """Return the number of deals that hold all saved games of a pair, given the number of seatings of a deal."""
        return -(-self.max_games // seatings)

    def play(
        self,
        game: Game,
        options: Options,
        agents: Sequence[Agent],
        labels: Sequence[str],
        deals: np.ndarray,
        seatings: np.ndarray,
        advance: Callable[[int], None] = lambda games: None,
    ) -> np.ndarray:
        """Play each deal in every seating, and save the first games.

        Args:
            game, options: the game and its options.
            agents, labels: the agents, and their names in the files' names.
            deals: int64 (m,), seeds.
            seatings: int (s, num_players), the number of the agent on each seat.
            advance: called with 1 after each game.

        Returns:
            The result of each seat: float64 (m, s, num_players).
        """
        points = np.empty((len(deals), *seatings.shape))
        for i, deal in enumerate(deals.tolist()):
            for k, seating in enumerate(seatings.tolist()):
                played = PlayedGame(game, asdict(options), [agents[agent] for agent in seating], deal)
                try:
                    played.to_the_end()
                except (NoAnswerError, ResultsError):  # of a language model, or of its stored answers
                    raise
                except Exception as error:  # an agent is arbitrary code
                    raise AgentError(failure_of(played, error)) from error
                points[i, k] = played.batch.points[0]
                if i * len(seatings) + k < self.max_games:
                    GameRecord.of(played).save(self.folder / _file_name(game, [labels[agent] for agent in seating], deal))
                advance(1)
        return points


def _file_name(game: Game, names: Sequence[str], deal: int) -> str:
    """Return a file's name, at most 255 bytes with the ending of an unfinished file: the game, the deal, the agents by seat."""
    return f"{game.id}-{deal}-{'-'.join(map(_short_name, names))}.jsonl"


def _short_name(name: str) -> str:
    """Return an agent's name if a file's name can hold it, else the part that can be held and a hash of the whole name."""
    plain = re.sub(r"[^\w.@+]+", "_", name, flags=re.ASCII)
    if plain == name and len(plain) <= MAX_NAME:
        return plain
    digest = hashlib.sha256(name.encode("utf-8", "replace")).hexdigest()[:8]
    return f"{plain[: MAX_NAME - 9]}.{digest}"
